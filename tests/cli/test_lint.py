"""`mqtune lint` on the command line."""

from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from mqtune import DOCUMENTATION_URL, REPOSITORY_URL
from mqtune.cli import console, fixes
from mqtune.cli import lint as lint_module
from mqtune.present.formats import FORMATS
from mqtune.session.fixing import proof
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace

BROKEN = "DEFINE QLOCAL(ORDERS) DESCR('Fred's queue') REPLACE\n"
MENDED = "DEFINE QLOCAL(ORDERS) DESCR('Fred''s queue') REPLACE\n"
CLEAN = "DEFINE QLOCAL(ORDERS) DESCR('Orders of today') REPLACE\n"
OPEN = "DEFINE QLOCAL(ORDERS) MAXDEPTH(5\n"
SYN = ("--select", "SYN")
EXCEPTION = "[[exception]]\nrule = 'SYN001'\nreason = 'known'\n"


def test_a_clean_file_is_status_0(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    assert mqtune("lint", *SYN) == (0, "No findings in 1 file\n", "")


def test_a_finding_is_status_1_and_shown_with_its_place(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    outcome = mqtune("lint", "a.mqsc", *SYN)
    assert outcome.status == 1
    assert "error[SYN001]" in outcome.out
    assert "--> a.mqsc:1:" in outcome.out
    assert "`mqtune explain SYN001`" in outcome.out
    assert outcome.out.endswith("Found 1 error in 1 file, up to 1 fixable with --fix\n")


def test_exit_zero_and_fail_on_change_the_status_alone(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    assert mqtune("lint", "--exit-zero").status == 0
    assert mqtune("lint", "--fail-on", "never").status == 0
    assert mqtune("lint", "--fail-on", "error").status == 1
    assert "SYN001" in mqtune("lint", "--exit-zero").out


def test_a_missing_path_is_status_2_and_the_rest_is_linted(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    outcome = mqtune("lint", "nowhere", "a.mqsc", "--exit-zero")
    assert outcome.status == 2
    assert "no such file or directory: nowhere" in outcome.err
    assert "SYN001" in outcome.out


def test_a_current_folder_that_was_removed_is_status_2(folder: Path, mqtune) -> None:
    folder.rmdir()
    outcome = mqtune("lint")
    assert outcome.status == 2
    assert "the current folder was removed" in outcome.err


def test_nothing_to_check_is_status_2(folder: Path, mqtune) -> None:
    outcome = mqtune("lint")
    assert outcome.status == 2
    assert "found in ." in outcome.err
    assert outcome.out == ""


def test_a_named_file_of_another_kind_is_status_2(folder: Path, mqtune) -> None:
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    assert mqtune("lint", "picture.png").status == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--select", "XYZ"], "XYZ"),
        (["--profile", "strict"], "lab, default, production, regulated"),
        (["--platform", "vms"], "linux"),
        (["--mq-version", "new"], "9.4"),
        (["--format", "yaml"], "sonarqube"),
        (["--config", "nowhere.toml"], "nowhere.toml"),
        (["--baseline", "nowhere.json"], "--write-baseline"),
        (["--jobs", "many"], "many"),
        (["--frobnicate"], "--frobnicate"),
    ],
)
def test_an_invalid_option_is_status_2_and_lists_the_choices(
    folder: Path, mqtune, words: list[str], says: str
) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    outcome = mqtune("lint", *words)
    assert outcome.status == 2
    assert says in outcome.err
    assert "Traceback" not in outcome.err


def test_an_error_in_the_project_file_is_status_2_with_its_line(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    (folder / "mqtune.toml").write_text('profile = "lab"\nqueue-managr = 1\n')
    outcome = mqtune("lint")
    assert outcome.status == 2
    assert outcome.err.startswith("mqtune.toml:2: error: ")


def test_a_file_that_cannot_be_decoded_is_a_finding(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_bytes(b"\xff\xfe\x00")
    (folder / "b.mqsc").write_text(BROKEN)
    outcome = mqtune("lint", "--format", "concise")
    assert outcome.status == 1
    assert "b.mqsc:1:" in outcome.out
    assert "Traceback" not in outcome.err


def test_a_rule_that_breaks_is_status_3_and_the_rest_is_reported(
    folder: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    real = Session.lint

    def broken(self: Session) -> object:
        from mqtune.engine.runner import Crashes

        result = real(self)
        crashes = Crashes()
        try:
            raise KeyError("x")
        except KeyError as error:
            crashes.record("PUB001", "a.mqsc", error)
        result.crashes = crashes.all()
        return result

    monkeypatch.setattr(Session, "lint", broken)
    outcome = mqtune("lint", "--exit-zero")
    assert outcome.status == 3
    assert "PUB001 failed at a.mqsc" in outcome.err
    assert "--verbose" in outcome.err
    assert "SYN001" in outcome.out
    assert "Traceback" not in outcome.err
    assert "Traceback" in mqtune("lint", "--verbose").err


def test_a_crash_outside_the_rules_is_status_3_without_a_traceback(
    folder: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(options: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(lint_module, "lint_once", broken)
    outcome = mqtune("lint")
    assert outcome.status == 3
    assert "boom" in outcome.err
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_can_be_asked_for(folder: Path, mqtune, format: str) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    outcome = mqtune("lint", "--format", format)
    assert outcome.status == 1
    assert "SYN001" in outcome.out
    assert mqtune("lint", "--format", format).out == outcome.out


def test_several_formats_go_to_their_files(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    outcome = mqtune(
        "lint", "--format", "concise", "--format", "json", "-o", "o.json", "--format", "junit", "-o", "o.xml"
    )
    assert outcome.out.startswith("a.mqsc:1:")
    assert json.loads((folder / "o.json").read_text())["summary"]["error"] == 1
    assert ET.parse(folder / "o.xml").getroot().get("failures") == "1"


def test_the_totals_are_printed_if_all_formats_go_to_files(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    outcome = mqtune("lint", "--format", "sarif", "-o", "o.sarif")
    assert outcome.out == ""
    assert [line.partition(":")[0] for line in outcome.err.splitlines()][1:] == ["held back"]


def test_a_hook_may_name_files_of_any_kind(folder: Path, mqtune) -> None:
    for name in ("README.md", "notes.txt", "app.py", ".hidden/a.mqsc", "old/a.mqsc", "build/a.mqsc"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("Define what is needed\nDEFINE QLOCAL(A) MAXDEPHT(1)\n")
    (folder / "mqtune.toml").write_text('exclude = ["old"]\n')
    (folder / ".git").mkdir()
    (folder / ".gitignore").write_text("build/\n")
    names = [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]
    assert mqtune("lint", *names).status == 2
    passed = mqtune("lint", "--ignore-unknown", *names)
    assert (passed.status, passed.err) == (0, "")
    assert passed.out.startswith(
        "No findings in 0 files\nnot checked: 3 files (1 excluded by mqtune.toml:1, "
    )
    assert mqtune("lint", "--ignore-unknown", "--fix", *names).status == 0
    (folder / "setup").write_text("#!/bin/ksh\nrunmqsc QM1 <<END\nDEFINE QLOCAL(A) MAXDEPHT(1)\nEND\n")
    outcome = mqtune("lint", "--ignore-unknown", "--format", "concise", *names, "setup")
    assert outcome.status == 1
    assert outcome.out.startswith("setup:3:18: error CAT005")


def test_a_hook_passes_without_files_but_not_with_a_wrong_path(folder: Path, mqtune) -> None:
    assert mqtune("lint").status == 2
    assert mqtune("lint", "--ignore-unknown").status == 0
    assert mqtune("lint", "--ignore-unknown", "nosuch").status == 2


def test_sarif_describes_its_rules(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text("ALTER QMGR CHLAUTH(DISABLED)\nDEFINE QLOCAL(A) MAXDEPHT(1)\n")
    data = json.loads(mqtune("lint", "--format", "sarif", "--profile", "production", "a.mqsc").out)
    driver = data["runs"][0]["tool"]["driver"]
    assert driver["informationUri"] == REPOSITORY_URL
    rules = {rule["id"]: rule for rule in driver["rules"]}
    security, other = rules["SEC001"], rules["CAT005"]
    assert security["helpUri"] == f"{DOCUMENTATION_URL}/rules/SEC001/"
    assert "CHLAUTH(DISABLED)" in security["fullDescription"]["text"]
    assert "ALTER QMGR CHLAUTH(ENABLED)" in security["help"]["markdown"]
    assert {"SEC", "security"} <= set(security["properties"]["tags"])
    assert security["properties"]["security-severity"] == "8.0"
    assert "security" not in other["properties"]["tags"]
    assert "security-severity" not in other["properties"]


def test_sarif_has_suppressed_findings_only_on_request(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text('* mqtune: ignore SYN001 reason="old script"\n' + BROKEN)
    assert sarif_results(mqtune("lint", "--format", "sarif")) == []
    results = sarif_results(mqtune("lint", "--format", "sarif", "--include-suppressed"))
    assert [(result["ruleId"], result["suppressions"]) for result in results] == [
        ("SYN001", [{"kind": "inSource", "justification": "old script", "status": "accepted"}])
    ]


@pytest.mark.parametrize("accepted", ["baseline", "file", "exception", "directive"])
@pytest.mark.parametrize("format", ["sarif", "gitlab", "junit", "sonarqube", "azure", "github", "concise"])
def test_no_format_reports_an_accepted_finding(folder: Path, mqtune, accepted: str, format: str) -> None:
    """Code scanning opens an alert, and a merge request gets a comment, for each result."""
    text = BROKEN
    options: list[str] = []
    if accepted == "baseline":
        (folder / "a.mqsc").write_text(text)
        mqtune("lint", "--write-baseline", "known.json")
        options = ["--baseline", "known.json"]
    elif accepted == "exception":
        (folder / "mqtune.toml").write_text('[[exception]]\nrule = "SYN001"\nreason = "old"\n')
    else:
        ending = "-file" if accepted == "file" else ""
        text = f'* mqtune: ignore{ending} SYN001 reason="old"\n{BROKEN}'
    (folder / "a.mqsc").write_text(text)
    outcome = mqtune("lint", "--format", format, *options)
    assert outcome.status == 0
    assert "SYN001" not in outcome.out


def sarif_results(outcome) -> list[dict[str, object]]:
    assert outcome.status == 0
    return json.loads(outcome.out)["runs"][0]["results"]


def test_a_file_that_cannot_be_written_is_status_2(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    outcome = mqtune("lint", "--format", "json", "-o", "no/such/folder.json")
    assert outcome.status == 2
    assert "cannot write no/such/folder.json" in outcome.err


def test_quiet_leaves_only_findings(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    assert mqtune("lint", "--quiet") == (0, "", "")


TRANSCRIPT = "Starting MQSC for queue manager QM1.\n     1 : dis ql(A)\nAMQ8409I: Display Queue details.\n"


def test_a_named_transcript_is_reported_as_skipped(folder: Path, mqtune) -> None:
    Path("clean.mqsc").write_text("DEFINE QLOCAL(ORDERS) REPLACE\n")
    Path("said.mqsc").write_text(TRANSCRIPT)
    outcome = mqtune("lint", "clean.mqsc", "said.mqsc")
    assert outcome.status == 0
    assert "skipped said.mqsc: output of runmqsc" in outcome.err
    assert "said.mqsc" not in mqtune("lint", ".").err
    assert "said.mqsc" not in mqtune("lint", "--quiet", "clean.mqsc", "said.mqsc").err


def test_the_reason_is_reported_if_there_is_nothing_to_check(folder: Path, mqtune) -> None:
    Path("said.mqsc").write_text(TRANSCRIPT)
    outcome = mqtune("lint", ".")
    assert outcome.status == 2
    assert "skipped said.mqsc: output of runmqsc" in outcome.err


def test_verbose_lists_skipped_files(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    outcome = mqtune("lint", "--verbose")
    assert "project file: none" in outcome.err
    assert "1 checked" in outcome.err


def test_counts_by_rule_take_the_place_of_findings(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    outcome = mqtune("lint", "--statistics", *SYN)
    assert outcome.out.splitlines()[0].split()[:3] == ["1", "error", "SYN001"]
    counts = json.loads(mqtune("lint", "--statistics", "--format", "json", *SYN).out)["statistics"]
    assert [(row["code"], row["count"], row["fixable"]) for row in counts] == [("SYN001", 1, 1)]


def test_colours_only_when_wanted(folder: Path, mqtune, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    assert "\x1b[" not in mqtune("lint").out
    assert "\x1b[" in mqtune("lint", "--color", "always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in mqtune("lint").out
    assert "\x1b[" not in mqtune("lint", "--color", "never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in mqtune("lint").out
    mqtune("lint", "--color", "always", "-o", "out.txt")
    assert "\x1b[" not in (folder / "out.txt").read_text()


def test_a_password_appears_in_no_output(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(
        "DEFINE CHANNEL(A) CHLTYPE(CLNTCONN) CONNAME('x') +\n"
        "  PASSWORD('Tr0ub4dor') USERID('fred's) FROB(1)\n"
        "DEFINE AUTHINFO(B) AUTHTYPE(IDPWLDAP) LDAPPWD(Tr0ub4dor-with-a-tail-that-is-too-long\n"
    )
    for format in FORMATS:
        outcome = mqtune("lint", "--format", format, "--verbose")
        assert "Tr0ub4dor" not in outcome.out + outcome.err
    outcome = mqtune("lint", "--diff", "--unsafe-fixes")
    assert "Tr0ub4dor" not in outcome.out + outcome.err
    mqtune("lint", "--write-baseline", "known.json")
    assert "Tr0ub4dor" not in (folder / "known.json").read_text()


def test_fixes_that_were_not_tried_are_counted(folder: Path, mqtune, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "MOST_TRIALS", 1)
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(A) MAXDPETH(1) MAXDPETH(2)\n")
    said = "not tried, because others failed; run the command again, or name fewer files\n"
    assert mqtune("lint", "--diff", "--unsafe-fixes").err == f"Nothing to fix\n2 fixes {said}"
    monkeypatch.setattr(proof, "MOST_TRIALS", 6)
    outcome = mqtune("lint", "--diff", "--unsafe-fixes")
    assert "Would fix 1 finding in 1 file\n" in outcome.err
    assert "not tried" not in outcome.err


def test_diff_shows_and_writes_nothing(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    outcome = mqtune("lint", "--diff", *SYN)
    assert outcome.out == f"--- a/a.mqsc\n+++ b/a.mqsc\n@@ -1 +1 @@\n-{BROKEN}+{MENDED}"
    assert outcome.err == "Would fix 1 finding in 1 file\n"
    assert outcome.status == 1
    assert (folder / "a.mqsc").read_text() == BROKEN


def test_fix_writes_and_reports_what_is_left(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    (folder / "b.mqsc").write_text(OPEN)
    outcome = mqtune("lint", "--fix", *SYN)
    assert (folder / "a.mqsc").read_text() == MENDED
    assert outcome.status == 1
    assert "SYN002" in outcome.out
    assert "SYN001" not in outcome.out
    assert outcome.err == "Fixed 1 finding in 1 file\n"
    (folder / "b.mqsc").unlink()
    assert mqtune("lint", "--fix", *SYN) == (0, "No findings in 1 file\n", "Nothing to fix\n")


def test_what_is_counted_as_fixable_is_what_is_fixed(mqtune, folder: Path) -> None:
    (folder / "marked.mqsc").write_text(CLEAN, encoding="utf-8-sig")
    (folder / "wide.mqsc").write_bytes(
        b"\xff\xfe" + CLEAN.encode("utf-16-le")
    )  # its mark cannot be taken away
    (folder / "broken.mqsc").write_text(BROKEN)
    assert mqtune("lint", *SYN).out.endswith(
        "Found 1 error, 2 warnings in 3 files, up to 2 fixable with --fix\n"
    )
    outcome = mqtune("lint", *SYN, "--fix")
    assert outcome.err == "Fixed 2 findings in 2 files\n"
    assert outcome.out.endswith("Found 1 warning in 3 files\n")


def test_fix_leaves_a_file_alone_that_changed_meanwhile(
    folder: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "a.mqsc"
    file.write_text(BROKEN)
    real = fixes.fix_workspace

    def slow(workspace: Workspace, unsafe: bool = False) -> object:
        outcome = real(workspace, unsafe)
        file.write_text("* somebody else's\n")
        return outcome

    monkeypatch.setattr(fixes, "fix_workspace", slow)
    outcome = mqtune("lint", "--fix")
    assert outcome.status == 2
    assert "did not write a.mqsc" in outcome.err
    assert file.read_text() == "* somebody else's\n"


def test_paths_are_shown_relative_to_the_working_folder(folder: Path, mqtune) -> None:
    (folder / "hub").mkdir()
    (folder / "hub" / "a.mqsc").write_text(BROKEN)
    assert mqtune("lint", "--format", "concise", str(folder / "hub")).out.startswith("hub/a.mqsc:1:")


def test_odd_file_names_are_shown_safely(folder: Path, mqtune) -> None:
    name = "a\x1b[2J\n::error::.mqsc"
    (folder / name).write_text(BROKEN)
    for format in FORMATS:
        outcome = mqtune("lint", "--format", format)
        assert outcome.status == 1
        assert "\x1b" not in outcome.out


@pytest.mark.skipif(os.name != "posix", reason="names are bytes on POSIX alone")
def test_a_file_name_that_is_not_utf8_is_shown_in_every_format(folder: Path, mqtune) -> None:
    (folder / os.fsdecode(b"caf\xe9.mqsc")).write_text(BROKEN)
    for format in FORMATS:
        assert mqtune("lint", "--format", format).status == 1


def test_a_watch_runs_again_when_a_file_changes(
    folder: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mqtune.cli import show_run as watch

    (folder / "a.mqsc").write_text(BROKEN)
    first, second = folder / "a.mqsc", folder / "b.mqsc"
    waits = iter([lambda: None, lambda: first.write_text(CLEAN * 2), second.touch])

    def wait(_: float) -> None:
        step = next(waits, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    monkeypatch.setattr(watch.time, "sleep", wait)
    outcome = mqtune("lint", "--watch", "--format", "concise", *SYN)
    assert outcome.status == 130
    assert [line[:5] for line in outcome.out.splitlines()] == ["a.mqs", "Found", "No fi", "No fi"]
    assert "Traceback" not in outcome.err


def test_a_watch_sees_the_project_files_of_folders_below(
    folder: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mqtune.cli import show_run as watch

    (folder / "below").mkdir()
    (folder / "below" / "a.mqsc").write_text(BROKEN)
    settings = folder / "below" / "mqtune.toml"
    settings.write_text("")
    waits = iter([lambda: None, lambda: settings.write_text(EXCEPTION)])

    def wait(_: float) -> None:
        step = next(waits, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    monkeypatch.setattr(watch.time, "sleep", wait)
    outcome = mqtune("lint", "--watch", "--format", "concise")
    lines = [line[:5] for line in outcome.out.splitlines() if not line.startswith("held back")]
    assert lines == ["below", "Found", "No fi"]


def test_an_interrupt_is_status_130_without_a_trace(
    folder: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lint_module, "lint_once", interrupted)
    assert mqtune("lint") == (130, "", "")


@pytest.mark.parametrize(("variable", "ci"), [("CI", True), ("TF_BUILD", True), ("PATH", False)])
def test_build_servers_are_detected(
    folder: Path, monkeypatch: pytest.MonkeyPatch, variable: str, ci: bool
) -> None:
    monkeypatch.setenv(variable, "true")
    assert console.in_ci() is ci
