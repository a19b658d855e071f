"""Running the command line in this process, in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from mqtune.cli.main import main

# SYN001 has a safe fix here: the apostrophe is doubled
BROKEN = "DEFINE QLOCAL(ORDERS) DESCR('Fred's queue') REPLACE\n"
MENDED = "DEFINE QLOCAL(ORDERS) DESCR('Fred''s queue') REPLACE\n"
CLEAN = "DEFINE QLOCAL(ORDERS) DESCR('Orders of today') REPLACE\n"


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder."""
    for name in ("CI", "NO_COLOR", "FORCE_COLOR", "TF_BUILD", "JENKINS_URL", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def mqtune(folder: Path, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs `mqtune …` and gives status and output."""

    def run(*words: str) -> Outcome:
        status = main(list(words))
        out, err = capfd.readouterr()
        return Outcome(status, out, err)

    return run
