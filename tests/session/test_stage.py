"""How far a run is."""

from __future__ import annotations

from pathlib import Path

from mqtune.session.options import Options, Stage
from mqtune.session.workspace import Workspace


def test_a_run_counts_the_files_that_it_reads_and_checks(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.mqsc").write_text("DEFINE QLOCAL(A)\n")
    stage = Stage()
    assert str(stage) == "looking for files"
    workspace = Workspace.open(Options([str(tmp_path)], stage=stage))
    assert str(stage) == "reading 3 of 3 files"
    workspace.lint()
    assert str(stage) == "checking 3 files"
