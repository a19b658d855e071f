"""Runs that read only some of the files which mqtune.toml declares for a queue manager."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session.lint_result import LintResult
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.text.not_checked import PARTIAL

PROJECT = """[[queue-manager]]
name = "HUB"
complete = true
files = ["*.mqsc", "qm.ini"]
[[queue-manager.queue]]
queue = "ORDERS"
put-rate = 500
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mqtune.toml").write_text(PROJECT)
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A) BOQNAME(ORDERS) BOTHRESH(3) REPLACE\n")
    (tmp_path / "b.mqsc").write_text("DEFINE QLOCAL(ORDERS) REPLACE\n")
    (tmp_path / "qm.ini").write_text("Log:\n   LogFilePages=4096\n")
    return tmp_path


def lint(*paths: str, **options: object) -> LintResult:
    return Session.open(Options(paths, select=("REF001", "REF035"), **options)).lint()  # type: ignore[arg-type]


def codes(result: LintResult) -> list[str]:
    return [one.code for one in result.findings]


def test_nothing_is_missing_that_an_unread_file_may_define(folder: Path) -> None:
    found = lint("a.mqsc")
    assert codes(found) == []
    assert [(one.code, one.reason) for one in found.summary.held_back] == [("REF001", PARTIAL)]
    assert codes(lint("-", stdin_text="DEFINE QLOCAL(A) BOQNAME(ORDERS)\n", stdin_name="a.mqsc")) == []


@pytest.mark.parametrize("paths", [(".",), ("a.mqsc", "b.mqsc")])
def test_what_no_declared_file_defines_is_missing(folder: Path, paths: tuple[str, ...]) -> None:
    assert codes(lint(*paths)) == []
    (folder / "b.mqsc").write_text("DEFINE QLOCAL(OTHER) REPLACE\n")
    assert codes(lint(*paths)) == ["REF001", "REF035"]


def test_a_file_that_is_all_that_is_declared_is_complete(folder: Path) -> None:
    (folder / "b.mqsc").unlink()
    assert codes(lint("a.mqsc")) == ["REF001", "REF035"]
