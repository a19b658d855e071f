"""What a session reads, finds and fixes, and which exit status follows."""

from __future__ import annotations

import gc
from datetime import date
from pathlib import Path

import pytest

from mqtune.engine import baseline, engine
from mqtune.engine.rule import Rule
from mqtune.project.load import ProjectError
from mqtune.session.fixing.fixes import fix_workspace
from mqtune.session.lint_result import LintResult
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace
from mqtune.text.messages import UsageError

STRAY = "DEFINE QLOCAL(ORDERS) DESCR 'x'\n"
APOSTROPHE = "DEFINE QLOCAL(ORDERS) DESCR('Fred's queue') REPLACE\n"
CLEAN = "DEFINE QLOCAL(ORDERS) REPLACE\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lint(*paths: str, **options: object) -> LintResult:
    return Session.open(Options(paths or (".",), **({"select": ["SYN"]} | options))).lint()  # type: ignore[arg-type]


def codes(result: LintResult) -> list[str]:
    return [finding.code for finding in result.findings]


def test_findings_come_with_figures(folder: Path) -> None:
    (folder / "a.mqsc").write_text(STRAY + CLEAN)
    (folder / "qm.ini").write_text("TCP:\n   KeepAlive,Yes\n")
    summary = lint().summary
    assert (summary.files, summary.commands, summary.error, summary.warning) == (2, 2, 1, 1)


def test_paths_are_shown_relative_to_the_working_folder_with_slashes(folder: Path) -> None:
    (folder / "hub").mkdir()
    (folder / "hub" / "a.mqsc").write_text(STRAY)
    assert [one.place.file for one in lint().findings] == ["hub/a.mqsc"]
    assert [one.place.file for one in lint("hub").findings] == ["hub/a.mqsc"]


@pytest.mark.parametrize(("fail_on", "status"), [("error", 0), ("warning", 1), ("info", 1), ("never", 0)])
def test_the_status_follows_the_severity_that_fails(folder: Path, fail_on: str, status: int) -> None:
    (folder / "qm.ini").write_text("TCP:\n   KeepAlive,Yes\n")
    assert lint().status(fail_on) == status


def test_a_clean_run_has_status_0(folder: Path) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    assert lint().status() == 0


def test_a_named_path_that_does_not_exist_is_wrong_use(folder: Path) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    result = lint("a.mqsc", "b.mqsc")
    assert result.missing == ["b.mqsc"]
    assert result.status() == 2


def test_an_unknown_file_is_skipped_in_a_folder_and_wrong_use_if_it_is_named(folder: Path) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    (folder / "letter.txt").write_text("Dear reader\n")
    assert lint().status() == 0
    result = lint("a.mqsc", "letter.txt")
    assert [shown for shown, _ in result.refused] == ["letter.txt"]
    assert result.status() == 2


def test_nothing_to_check_is_wrong_use(folder: Path) -> None:
    result = lint()
    assert result.nothing_to_check
    assert result.status() == 2


def test_a_text_from_standard_input_is_recognised_by_its_name(folder: Path) -> None:
    result = lint(stdin_text=STRAY, stdin_name="hub/a.mqsc")
    assert [(one.code, one.place.file) for one in result.findings] == [("SYN007", "hub/a.mqsc")]
    assert codes(lint(stdin_text="TCP:\n   KeepAlive,Yes\n", stdin_name="qm.ini")) == ["SYN033"]
    assert codes(lint(stdin_text=STRAY.encode())) == ["SYN007"]


def test_a_crash_is_reported_with_all_other_findings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("on purpose")

    sound = engine.load_rules

    def with_broken_rule(*arguments: object) -> list[Rule]:
        return [*sound(*arguments), Rule("SYN001", "statement", broken)]  # type: ignore[arg-type]

    monkeypatch.setattr(engine, "load_rules", with_broken_rule)
    (folder / "a.mqsc").write_text(STRAY + CLEAN)
    result = lint()
    assert codes(result) == ["SYN007"]
    assert result.status() == 3
    (fault,) = result.crashes
    assert fault.count == 2
    assert "on purpose" in str(fault)


def test_a_parser_that_fails_costs_its_file_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import mqtune.syntax.ini.parse

    def broken(_: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(mqtune.syntax.ini.parse, "parse_ini", broken)
    (folder / "a.mqsc").write_text(STRAY)
    (folder / "qm.ini").write_text("TCP:\n")
    result = lint()
    assert codes(result) == ["SYN007"]
    assert "qm.ini" in str(result.crashes[0])


def test_the_same_input_gives_the_same_findings(folder: Path) -> None:
    for name in ("b", "a", "c"):
        (folder / f"{name}.mqsc").write_text(STRAY * 3)
    first = [finding.sort_key() for finding in lint().findings]
    assert first == sorted(first)
    assert first == [finding.sort_key() for finding in lint("c.mqsc", "b.mqsc", "a.mqsc").findings]


def test_the_garbage_collector_is_as_before(folder: Path) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    assert gc.isenabled()
    lint()
    assert gc.isenabled()


def test_options_win_over_the_project_file(folder: Path) -> None:
    (folder / "a.mqsc").write_text(STRAY)
    (folder / "mqtune.toml").write_text('mq-version = "9.2"\nprofile = "lab"\n[lint]\nignore = ["SYN007"]\n')
    assert codes(lint(select=())) == []
    assert codes(lint()) == ["SYN007"]
    session = Session.open(Options(mq_version="9.4", profile="production"))
    assert session.project.mq_version == "9.4"
    assert session.selection.profile == "production"
    assert session.estates[0].queue_managers[0].level == (9, 4)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"mq_version": "new"}, "invalid MQ version"),
        ({"platform": "beos"}, r"invalid platform .*\(choose from linux"),
        ({"select": ["XYZ"]}, "unknown rule code or prefix"),
        ({"profile": "prod"}, r"invalid profile .*\(choose from lab"),
        ({"baseline": "nowhere.json"}, "cannot read"),
    ],
)
def test_an_invalid_option_lists_what_is_possible(folder: Path, options: dict, told: str) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    with pytest.raises(UsageError, match=told) as caught:
        lint(**options)
    assert caught.value.help or "choose from" in caught.value.message


def test_an_unknown_rule_in_the_project_file_is_reported_with_the_file(folder: Path) -> None:
    (folder / "mqtune.toml").write_text('[lint]\nignore = ["PUB999"]\n')
    with pytest.raises(UsageError, match=r"mqtune\.toml: unknown rule code"):
        Session.open(Options())


def test_an_error_in_the_project_file_is_reported_with_its_line(folder: Path) -> None:
    (folder / "mqtune.toml").write_text('profile = "default"\nfoo = 1\n')
    with pytest.raises(ProjectError) as caught:
        Session.open(Options())
    assert caught.value.line == 2


def test_findings_in_the_baseline_are_not_reported(folder: Path) -> None:
    (folder / "a.mqsc").write_text(STRAY)
    anchor = baseline.Anchor(".")
    text = baseline.write(baseline.of_findings(map(anchor.located, lint().findings)))
    (folder / "baseline.json").write_text(text)
    result = lint(baseline="baseline.json")
    assert codes(result) == []
    assert result.summary.suppressed == 1
    assert [one.code for one in result.known] == ["SYN007"]


def test_fixes_are_applied_written_and_reported(folder: Path) -> None:
    (folder / "a.mqsc").write_bytes(APOSTROPHE.replace("\n", "\r\n").encode("utf-8-sig"))
    outcome = fix_workspace(Workspace([Session.open(Options(select=["SYN001"]))]))
    assert "'Fred''s queue'" in outcome.texts["a.mqsc"]
    assert outcome.result.findings == []
    assert [choice.finding.code for choice in outcome.applied] == ["SYN001"]
    assert (folder / "a.mqsc").read_bytes() == APOSTROPHE.replace("\n", "\r\n").encode("utf-8-sig")
    assert outcome.write() == ["a.mqsc"]
    expected = APOSTROPHE.replace("d's", "d''s").replace("\n", "\r\n").encode("utf-8-sig")
    assert (folder / "a.mqsc").read_bytes() == expected


def test_a_file_that_changed_meanwhile_is_left_alone(folder: Path) -> None:
    (folder / "a.mqsc").write_text(APOSTROPHE)
    outcome = fix_workspace(Workspace([Session.open(Options(select=["SYN001"]))]))
    (folder / "a.mqsc").write_text(CLEAN)
    assert outcome.write() == []
    assert outcome.refused == [("a.mqsc", "it changed while it was checked")]
    assert (folder / "a.mqsc").read_text() == CLEAN


def test_a_suppressed_finding_is_not_fixed(folder: Path) -> None:
    (folder / "a.mqsc").write_text(f"* mqtune: ignore SYN001\n{APOSTROPHE}")
    assert fix_workspace(Workspace([Session.open(Options(select=["SYN"]))])).texts == {}


def test_the_day_comes_from_the_caller(folder: Path) -> None:
    (folder / "a.mqsc").write_text(f"* mqtune: ignore SYN007 until=2030-01-01\n{STRAY}")
    assert codes(lint(today=date(2029, 12, 31))) == []
    assert codes(lint(today=date(2030, 1, 2))) == ["SYN092", "SYN007"]


def test_the_estate_is_there_without_a_lint(folder: Path) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    (manager,) = Session.open(Options()).estates[0].queue_managers
    assert manager.queue("ORDERS") is not None


@pytest.fixture
def many(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is worth several processes."""
    monkeypatch.setattr("mqtune.session.session.MUCH", 0)
    for name in ("a", "b"):
        (folder / name).mkdir()
        (folder / name / "queues.mqsc").write_text(
            STRAY.replace("ORDERS", "Q1") * 20 + APOSTROPHE * 3 + CLEAN
        )
        (folder / name / "qm.ini").write_text("TCP:\n   KeepAlive,Yes\n")
    return folder


def shown(result: LintResult) -> list[object]:
    return [(one.sort_key(), str(one.object), one.queue_manager, one.help) for one in result.findings]


def test_several_processes_find_what_one_finds(many: Path) -> None:
    one, three = lint(select=()), lint(select=(), jobs=3)
    assert shown(one) == shown(three)
    assert len(one.findings) > 40


def test_a_process_that_dies_costs_nothing(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import mqtune.session.parallel

    def dying(*_: object) -> None:
        raise SystemExit(9)

    expected = shown(lint(select=()))
    monkeypatch.setattr(mqtune.session.parallel, "_work", dying)
    assert shown(lint(select=(), jobs=2)) == expected


def test_a_lint_calls_pause_between_its_steps_and_ends_with_what_it_raises(tmp_path: Path) -> None:
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A) MAXDEPHT(5)\nDEFINE QLOCAL(B) MAXDEPTH(5)\n")
    session = Session.open(Options((str(tmp_path),)))
    whole = [one.message for one in session.lint().findings]
    pauses: list[str] = []
    changed = {name: text.replace("MAXDEPHT", "MAXDEPT") for name, text in session.texts.items()}
    found = session.pausing(lambda: pauses.append("")).with_texts(changed).lint().findings
    assert "MAXDEPT " in f"{found[0].message} "
    assert pauses

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        session.pausing(stop).lint()
    assert [one.message for one in session.lint().findings] == whole
