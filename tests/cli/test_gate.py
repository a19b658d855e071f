"""A gate from outside of the repository: what the repository cannot remove from the findings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

BAD = "ALTER QMGR CHLAUTH(DISABLED)\n"
GATE = '[lint.severity]\nSEC001 = "error"\n'


@pytest.fixture
def repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git repository as the working folder, with a gate beside it."""
    (folder / "gate.toml").write_text(GATE)
    inside = folder / "repository"
    (inside / ".git").mkdir(parents=True)
    (inside / "mq").mkdir()
    (inside / "mq" / "a.mqsc").write_text(BAD)
    monkeypatch.chdir(inside)
    return inside


def allow(repository: Path, text: str) -> None:
    (repository.parent / "gate.toml").write_text(f"{GATE}[gate]\n{text}\n")


def test_a_gate_inside_of_the_repository_is_refused(repository: Path, mqtune) -> None:
    (repository / "gate.toml").write_text(GATE)
    outcome = mqtune("lint", "--gate", "gate.toml")
    assert outcome.status == 2
    assert "the gate is inside of ., whose author could change it" in outcome.err


@pytest.mark.parametrize("paths", [["mq"], ["mq/a.mqsc"], ["."], [], ["../repository/mq"]])
def test_the_whole_repository_counts_as_inside_whatever_is_linted(
    repository: Path, mqtune, paths: list[str]
) -> None:
    (repository / "rules").mkdir()
    (repository / "rules" / "gate.toml").write_text(GATE)
    assert mqtune("lint", "--gate", "rules/gate.toml", *paths).status == 2


def test_links_do_not_lead_a_gate_into_or_out_of_the_repository(repository: Path, mqtune) -> None:
    (repository / "gate.toml").write_text(GATE)
    os.symlink(repository / "gate.toml", repository.parent / "outside.toml")
    os.symlink(repository.parent / "gate.toml", repository / "inside.toml")
    assert mqtune("lint", "--gate", "../outside.toml").status == 2
    assert mqtune("lint", "--gate", "inside.toml").status == 2
    assert mqtune("lint", "--gate", "../gate.toml").status == 1


def test_a_gate_in_the_folder_of_the_project_file_above_is_refused(folder: Path, mqtune, monkeypatch) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "a.mqsc").write_text(BAD)
    (folder / "mqtune.toml").write_text("")
    (folder / "gate.toml").write_text(GATE)
    assert mqtune("lint", "sub", "--gate", "gate.toml").status == 2
    assert mqtune("lint", "sub", "--gate", "gate.toml", "--config", "mqtune.toml").status == 1


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('platform = "linux"\n', 1, "unknown key platform"),
        ("[lint]\nselct = []\n", 2, "unknown key selct in lint"),
        ('[lint.severity]\nSEC001 = "fatal"\n', 1, "severity must be one of error, warning, info"),
        ('[gate]\nallow = ["everything"]\n', 2, "allow must be one of directives, exceptions"),
        ("[gate]\nmax-days = 0\n", 2, "max-days must be above 0"),
        ("[[exception]]\nrule = 'SEC001'\n", 1, "[[exception]] has no reason"),
        ("[lint\n", 1, "not valid TOML"),
    ],
)
def test_an_error_in_a_gate_is_reported_with_its_line(
    repository: Path, mqtune, text: str, line: int, message: str
) -> None:
    (repository.parent / "gate.toml").write_text(text)
    outcome = mqtune("lint", "--gate", "../gate.toml")
    assert outcome.status == 2
    assert f"../gate.toml:{line}: error: {message}" in outcome.err


def test_a_gate_that_does_not_exist_is_an_error(repository: Path, mqtune) -> None:
    outcome = mqtune("lint", "--gate", "../none.toml")
    assert outcome.status == 2
    assert "../none.toml: error: the gate cannot be read" in outcome.err


def test_the_rules_of_the_gate_replace_those_of_the_repository(repository: Path, mqtune) -> None:
    (repository / "mqtune.toml").write_text('[lint]\nignore = ["SEC001"]\n')
    assert mqtune("lint").status == 0
    assert "error[SEC001]" in mqtune("lint", "--gate", "../gate.toml").out
    (repository.parent / "gate.toml").write_text('[lint]\nignore = ["SEC001"]\n')
    assert mqtune("lint", "--gate", "../gate.toml").status == 0


def test_options_that_the_user_types_count_under_a_gate(repository: Path, mqtune) -> None:
    for words in (["--ignore", "SEC001"], ["--fail-on", "never"], ["--exit-zero"]):
        assert mqtune("lint", "--gate", "../gate.toml", *words).status == 0


def test_the_gate_decides_from_which_severity_on_a_run_fails(repository: Path, mqtune) -> None:
    (repository.parent / "gate.toml").write_text('[lint]\nfail-on = "info"\n')
    assert mqtune("lint").status == 0
    assert mqtune("lint", "--gate", "../gate.toml").status == 1
    assert mqtune("lint", "--gate", "../gate.toml", "--fail-on", "warning").status == 0


def test_the_more_specific_severity_of_a_gate_wins(repository: Path, mqtune) -> None:
    text = '[lint.severity]\nSEC001 = "info"\nALL = "warning"\nSEC = "error"\n'
    (repository.parent / "gate.toml").write_text(text)
    assert "info[SEC001]" in mqtune("lint", "--gate", "../gate.toml").out


@pytest.mark.parametrize(
    ("gate", "project", "used"),
    [
        ("production", "lab", "production"),
        ("default", "production", "production"),
        ("lab", "", "lab"),
        ("", "lab", "default"),
        ("", "regulated", "regulated"),
    ],
)
def test_the_stricter_profile_counts(repository: Path, mqtune, gate: str, project: str, used: str) -> None:
    (repository.parent / "gate.toml").write_text(f'[lint]\nprofile = "{gate}"\n' if gate else "")
    (repository / "mqtune.toml").write_text(f'profile = "{project}"\n' if project else "")
    shown = mqtune("lint", "--gate", "../gate.toml", "--show-settings").out
    assert f"profile: {used}" in shown


@pytest.mark.parametrize(
    ("directive", "status"),
    [
        ('SEC001 reason="lab" owner="mq team" until=2027-01-31', 0),
        ('SEC001 reason="lab" owner="mq team"', 1),
        ('SEC001 reason="lab" until=2027-01-31', 1),
        ('SEC001 owner="mq team" until=2027-01-31', 1),
        ('SEC001 reason=" " owner="mq team" until=2027-01-31', 1),
        ('SEC001 reason="." owner="mq team" until=2027-01-31', 1),
        ('SEC001 reason="lab" owner="\u200b" until=2027-01-31', 1),
        ('SEC001 reason="lab" owner="\u3164\u115f\u1160\uffa0" until=2027-01-31', 1),
        ('SEC001 reason="lab" owner="\u2800\u17b4\ufe0f\u0301." until=2027-01-31', 1),
        ('SEC001 reason="lab" owner="\u7d44" until=2027-01-31', 0),
        ('SEC001 reason="lab" owner="mq team" until=2027-12-31', 1),
        ('SEC001 reason="lab" owner="mq team" until=2020-12-31', 1),
    ],
)
def test_a_directive_counts_only_with_what_the_gate_requires(
    repository: Path, mqtune, monkeypatch: pytest.MonkeyPatch, directive: str, status: int
) -> None:
    from datetime import date

    from mqtune.session.session import Session

    monkeypatch.setattr(Session, "today", lambda session: date(2026, 12, 1))
    allow(repository, 'allow = ["directives"]\nrequire = ["reason", "owner", "until"]\nmax-days = 90')
    (repository / "mq" / "a.mqsc").write_text(f"* mqtune: ignore {directive}\n{BAD}")
    assert mqtune("lint", "--gate", "../gate.toml").status == status


def test_a_finding_names_the_directive_that_does_not_count(repository: Path, mqtune) -> None:
    (repository / "mq" / "a.mqsc").write_text(f"* mqtune: ignore-file\n{BAD}")
    out = mqtune("lint", "--gate", "../gate.toml").out
    assert "ignore directive for this finding does not count: ../gate.toml does not allow directives" in out


def test_exceptions_of_the_gate_count(repository: Path, mqtune) -> None:
    exception = (
        '[[exception]]\nrule = "SEC001"\nreason = "lab"\n[[exception]]\nrule = "PUB001"\nreason = "x"\n'
    )
    (repository.parent / "gate.toml").write_text(GATE + exception)
    outcome = mqtune("lint", "--gate", "../gate.toml")
    assert (outcome.status, "SYN094" in outcome.out) == (0, False)


def test_a_policy_of_the_repository_does_not_replace_one_of_the_gate(repository: Path, mqtune) -> None:
    policy = (
        '[[policy]]\ncode = "BANK001"\nname = "no-queue"\ndisplay = "DISPLAY QLOCAL({})"\nmessage = "{}"\n'
    )
    (repository / "mq" / "q.mqsc").write_text("DEFINE QLOCAL(A) DESCR('a')\n")
    (repository.parent / "gate.toml").write_text(policy.format("A", "of the gate"))
    (repository / "mqtune.toml").write_text(policy.format("NONE", "of the repository"))
    outcome = mqtune("lint", "--gate", "../gate.toml")
    assert outcome.status == 1
    assert "of the gate" in outcome.out


def test_a_gate_and_the_own_policies_of_a_repository_add_up(repository: Path, mqtune) -> None:
    policy = (
        '[[policy]]\ncode = "TEAM001"\nname = "no-queue"\ndisplay = "DISPLAY QMGR"\nmessage = "of the team"\n'
    )
    (repository / "mqtune.toml").write_text(policy)
    assert "of the team" in mqtune("lint", "--gate", "../gate.toml").out


def test_a_project_file_that_the_user_names_says_only_what_the_estate_is(repository: Path, mqtune) -> None:
    (repository.parent / "other.toml").write_text('exclude = ["**"]\n[lint]\nignore = ["ALL"]\n')
    outcome = mqtune("lint", "--gate", "../gate.toml", "--config", "../other.toml")
    assert outcome.status == 1
    assert "not accepted by ../gate.toml: 1 exclude, 1 ignore" in outcome.out
    assert mqtune("lint", "--gate", "../gate.toml", "--isolated").status == 1


def test_the_settings_show_the_gate(repository: Path, mqtune) -> None:
    allow(repository, 'allow = ["directives", "exclude"]')
    shown = mqtune("lint", "--show-settings", "--gate", "../gate.toml").out
    assert "gate: ../gate.toml, allows directives, exclude\n" in shown


def test_standard_input_is_under_the_gate(repository: Path, mqtune, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys
    from types import SimpleNamespace

    text = f"* mqtune: ignore-file\n{BAD}".encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    assert mqtune("lint", "-", "--stdin-filename", "a.mqsc", "--gate", "../gate.toml").status == 1


def test_fixes_and_differences_have_the_status_of_the_gate(repository: Path, mqtune) -> None:
    (repository / "mq" / "a.mqsc").write_text(f"* mqtune: ignore-file\n{BAD}")
    assert mqtune("lint", "--diff", "--gate", "../gate.toml").status == 1
    assert mqtune("lint", "--fix", "--gate", "../gate.toml").status == 1


def test_no_rule_is_less_severe_in_a_stricter_profile() -> None:
    from mqtune.engine.pages import PROFILES, all_pages

    order = ("off", "info", "warning", "error")
    for page in all_pages().values():
        severities = [order.index(page.severity_in(profile)) for profile in PROFILES]
        assert severities == sorted(severities), page.code
