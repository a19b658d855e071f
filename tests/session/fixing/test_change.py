"""A fix or a suppression: verified, previewed, written if the file is unchanged, undone."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from mqtune.session.fixing.fixes import all_fixes_change, fix_change, fixes_change
from mqtune.session.fixing.suppress import (
    NO_PROJECT,
    can_suppress_in_file,
    directive,
    suppress_in_file,
    suppress_several_in_files,
    suppress_several_in_project,
)
from mqtune.session.lint_result import LintResult
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace

SCRIPT = (
    "* orders\n"
    "DEFINE QLOCAL(ORDERS) REPLACE MAXDEPHT(5000)\n"
    "DEFINE QLOCAL(COPY) REPLACE +\n"
    "       DESCR('copies') +\n"
    "       MAXDEPHT(100)\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "qm1.mqsc").write_text(SCRIPT)
    (tmp_path / "mqtune.toml").write_text('[[queue-manager]]\nname = "QM1"\nfiles = ["qm1.mqsc"]\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def look(*paths: str) -> tuple[Session, LintResult]:
    session = Workspace.open(Options(paths or (".",), select=["CAT", "SYN"]))
    return session, session.lint()


def found(result: LintResult, line: int):
    return next(one for one in result.findings if one.place.span.line == line)


def test_a_fix_is_verified_written_and_undone(folder: Path) -> None:
    session, result = look()
    finding = found(result, 2)
    fix = finding.fix(allow_unsafe=True)
    assert fix is not None
    change = fix_change(session, result, finding, fix)
    assert "-DEFINE QLOCAL(ORDERS) REPLACE MAXDEPHT(5000)" in change.diff()
    assert (folder / "qm1.mqsc").read_text() == SCRIPT
    assert change.write() == []
    assert "MAXDEPTH(5000)" in (folder / "qm1.mqsc").read_text()
    assert "MAXDEPHT(100)" in (folder / "qm1.mqsc").read_text()
    assert change.undone().write() == []
    assert (folder / "qm1.mqsc").read_text() == SCRIPT


def test_a_file_that_changed_meanwhile_is_left_alone(folder: Path) -> None:
    session, result = look()
    finding = found(result, 2)
    change = fix_change(session, result, finding, finding.fix(allow_unsafe=True))
    (folder / "qm1.mqsc").write_text("* somebody else\n")
    ((file, reason),) = change.write()
    assert file == "qm1.mqsc"
    assert "changed since" in reason
    assert (folder / "qm1.mqsc").read_text() == "* somebody else\n"


def test_all_safe_fixes_at_once(folder: Path) -> None:
    session, _ = look()
    change = all_fixes_change(session)
    assert change.refusal or "MAXDEPTH" in "\n".join(change.diff())


def test_a_directive_inside_a_command_suppresses_only_its_line(folder: Path) -> None:
    session, result = look()
    change = suppress_in_file(session, result, found(result, 5), "asked for", date(2099, 1, 31))
    assert change.write() == []
    lines = (folder / "qm1.mqsc").read_text().splitlines()
    assert lines[4] == '* mqtune: ignore CAT005 until=2099-01-31 reason="asked for"'
    _, after = look()
    assert [one.place.span.line for one in after.findings] == [2]


def test_a_reason_keeps_its_quotation_marks_on_one_line() -> None:
    assert directive("PUB001", 'the "old"\nway', None) == "* mqtune: ignore PUB001 reason='the \"old\" way'"
    assert directive("PUB001", 'it\'s "old"', None) == "* mqtune: ignore PUB001 reason=\"it's 'old'\""


def test_an_exception_of_the_project_file(folder: Path) -> None:
    session, result = look()
    change = suppress_several_in_project(
        session, [found(result, 2)], 'the "old" way', date(2099, 1, 31), for_rule=False
    )
    assert change.write() == []
    _, after = look()
    assert [one.place.span.line for one in after.findings] == [5]


def test_a_file_without_comments_is_suppressed_in_the_project_file(folder: Path) -> None:
    (folder / "ccdt.json").write_text(
        '{"channel": [{"name": "APP", "type": "clientConnection", "clientConection": {}}]}'
    )
    session, result = look()
    finding = next(one for one in result.findings if one.place.file == "ccdt.json")
    assert not can_suppress_in_file(session, finding)
    assert "mqtune.toml" in suppress_in_file(session, result, finding, "why", None).refusal


def test_without_a_project_file_the_exception_is_refused(folder: Path) -> None:
    (folder / "mqtune.toml").unlink()
    session, result = look()
    assert (
        suppress_several_in_project(session, [found(result, 2)], "why", None, for_rule=False).refusal
        == NO_PROJECT
    )


def test_of_several_projects_the_one_of_the_finding_is_changed(folder: Path) -> None:
    for name in ("a", "b"):
        (folder / name).mkdir()
        (folder / name / "mqtune.toml").write_text(f'[[queue-manager]]\nname = "{name.upper()}"\n')
        (folder / name / "x.mqsc").write_text("DEFINE QLOCAL(ORDERS) REPLACE MAXDEPHT(5000)\n")
    session, result = look()
    finding = next(one for one in result.findings if one.place.file == "b/x.mqsc")
    change = fix_change(session, result, finding, finding.fix(allow_unsafe=True))
    assert [file.shown for file in change.files] == ["b/x.mqsc"]
    change = suppress_several_in_project(session, [finding], "why", None, for_rule=False)
    assert [file.shown for file in change.files] == ["b/mqtune.toml"]


def test_several_findings_are_fixed_with_one_change(folder: Path) -> None:
    workspace, result = look()
    change = fixes_change(workspace, result, [one for one in result.findings if one.code == "CAT005"])
    assert change.count == 2
    assert change.title == "2 fixes of CAT005"
    assert sum(line.startswith("+") and "MAXDEPTH" in line for line in change.diff()) == 2
    one = fixes_change(workspace, result, [found(result, 5)])
    assert [line for line in one.diff() if line.startswith("-") and "MAXDEPHT" in line] == [
        "-       MAXDEPHT(100)"
    ]


def test_several_findings_are_suppressed_with_one_change(folder: Path) -> None:
    workspace, result = look()
    findings = [one for one in result.findings if one.code == "CAT005"]
    change = suppress_several_in_files(workspace, result, findings, "old names", date(2099, 1, 31))
    assert change.write() == []
    _, after = look()
    assert [one for one in after.findings if one.code == "CAT005"] == []
    assert (folder / "qm1.mqsc").read_text().count("ignore CAT005") == 2
    change.undone().write()
    assert (folder / "qm1.mqsc").read_text() == SCRIPT
    project = suppress_several_in_project(workspace, findings, "old names", None, for_rule=False)
    added = "\n".join(project.diff())
    assert added.count("+[[exception]]") == 2
    assert '+object = "QLOCAL(COPY)"' in added
    whole = suppress_several_in_project(workspace, findings, "old names", None, for_rule=True)
    assert "\n".join(whole.diff()).count("+[[exception]]") == 1
    assert whole.write() == []
    assert [one for one in look()[1].findings if one.code == "CAT005"] == []


def test_an_exception_applies_to_no_object_that_was_not_accepted(folder: Path) -> None:
    (folder / "qm1.mqsc").write_text(
        "".join(f"DEFINE QLOCAL({name}) MAXDEPHT(1)\n" for name in ("'*'", "A", "B"))
    )
    workspace, result = look()
    wide, *rest = [one for one in result.findings if one.code == "CAT005"]
    change = suppress_several_in_project(workspace, [wide], "why", None, for_rule=False)
    assert change.files == ()
    assert "QLOCAL(*) would apply to QLOCAL(A) too" in change.refusal
    assert suppress_several_in_project(workspace, [wide, *rest], "why", None, for_rule=False).refusal == ""
    (folder / "qm1.mqsc").write_text("DEFINE QLOCAL('*') MAXDEPHT(1)\n")
    workspace, result = look()
    wide = next(one for one in result.findings if one.code == "CAT005")
    assert suppress_several_in_project(workspace, [wide], "why", None, for_rule=False).refusal == ""


def test_two_rules_at_one_place_share_a_directive(folder: Path) -> None:
    (folder / "qm1.mqsc").write_text("DEFINE QLOCAL(A) MAXDEPHT(1) MAXDEPTH(9999999999)\n")
    workspace, result = look()
    findings = [one for one in result.findings if one.place.span.line == 1]
    assert len({one.code for one in findings}) > 1
    change = suppress_several_in_files(workspace, result, findings, "as it is", None)
    (line,) = (line for line in change.diff() if "ignore" in line)
    assert all(one.code in line for one in findings)
    change.write()
    assert look()[1].findings == []
