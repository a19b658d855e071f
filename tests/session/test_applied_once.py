"""Files that many scripts apply are looked for once."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session import applied
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace


def test_a_wildcard_of_many_commands_is_looked_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "d").mkdir()
    for number in range(3):
        (tmp_path / f"d/{number}.txt").write_text(f"DEFINE QLOCAL(A{number})\n")
    lines = [f"cat d/*.txt | runmqsc Q{number}\n" for number in range(20)]
    (tmp_path / "a.sh").write_text("".join(lines))
    listed: list[str] = []
    list_folder = applied.list_folder
    monkeypatch.setattr(applied, "list_folder", lambda path: listed.append(path) or list_folder(path))
    asked: list[str] = []
    is_ignored = applied.is_ignored
    monkeypatch.setattr(
        applied, "is_ignored", lambda path, tracked: asked.append(path) or is_ignored(path, tracked)
    )
    managers = Workspace.open(Options([str(tmp_path)])).queue_managers
    assert {one.name for one in managers} == {f"Q{number}" for number in range(20)}
    assert all(len(one.scripts) == 3 for one in managers)
    assert len(listed) == 1
    assert len(asked) == 3
