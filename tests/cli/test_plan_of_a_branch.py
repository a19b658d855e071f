"""The mqtune.toml of a branch does not lower the exit status of the plan of that branch."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

PROJECT = '[[queue-manager]]\nname = "QM1"\nfiles = ["mq/*"]\n'
IGNORE = '[[plan-ignore]]\nobject = "*"\nreason = "x"\n'
GOOD = "ALTER QMGR CHLAUTH(ENABLED)\nDEFINE QLOCAL(A) MAXDEPTH(5)\n"
BAD = "ALTER QMGR CHLAUTH(DISABLED)\nDEFINE QLOCAL(A) MAXDEPTH(4)\n"
D, E = (f"runmqsc QM1 <<E\nALTER QMGR CHLAUTH({value})\nE\n" for value in ("DISABLED", "ENABLED"))
BRANCHES = {
    "nothing": {},
    "all ignored": {"mqtune.toml": PROJECT + IGNORE},
    "an attribute ignored": {
        "mqtune.toml": PROJECT + IGNORE.replace('"*"', '"QMGR"\nattribute = "CHLAUTH"'),
    },
    "all ignored in a folder": {"mq/mqtune.toml": IGNORE},
    "the file excluded": {"mqtune.toml": f'exclude = ["mq"]\n{PROJECT}'},
    "no files": {"mqtune.toml": PROJECT.replace("mq/", "other/")},
    "another queue manager": {"mqtune.toml": PROJECT.replace("QM1", "QM2")},
    "no queue manager": {"mqtune.toml": ""},
    "an environment without files": {
        "mqtune.toml": f'{PROJECT}[[environment]]\nname = "e"\nfiles = ["x/*"]\n'
    },
    "not complete": {"mqtune.toml": f"{PROJECT}complete = false\n"},
    "another platform": {"mqtune.toml": f'platform = "zos"\n{PROJECT}'},
    "another level": {"mqtune.toml": f'mq-version = "7.0"\n{PROJECT}'},
    "values": {
        "v.yaml": "x: DISABLED\n",
        "mq/a.mqsc": BAD.replace("DISABLED", "{{ x }}"),
        "mqtune.toml": f'{PROJECT}[[environment]]\nname = "e"\nvalues = ["v.yaml"]\n',
    },
    "a new file excluded": {
        "mq/a.mqsc": GOOD,
        "mq/b.mqsc": BAD,
        "mqtune.toml": f'exclude = ["mq/b*"]\n{PROJECT}',
    },
    "a branch that hides it": {"mq/a.mqsc": GOOD, "mq/b.sh": f"{D}if false; then\n{E}fi\n"},
}


@pytest.fixture
def root(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(folder)
    write(folder, {"mqtune.toml": PROJECT, "mq/a.mqsc": GOOD})
    commit()
    return folder


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)


def commit() -> None:
    for command in ("init -q", "add -A", "-c user.name=a -c user.email=a@b commit -qm x --allow-empty"):
        subprocess.run(["git", *command.split()], check=True)


@pytest.mark.parametrize("branch", BRANCHES)
def test_a_branch_does_not_lower_its_own_status(root: Path, mqtune, branch: str) -> None:
    write(root, {"mq/a.mqsc": BAD, **BRANCHES[branch]})
    assert mqtune("plan", "--since", "HEAD", "--fail-on", "closes").status == 1
    assert mqtune("plan", "--since", "HEAD", "--exit-code").status == 1


def test_what_a_branch_ignores_counts_as_its_class(root: Path, mqtune) -> None:
    write(root, {"mq/a.mqsc": GOOD.replace("5", "6"), "mqtune.toml": PROJECT + IGNORE})
    done = mqtune("plan", "--since", "HEAD", "--fail-on", "closes")
    assert done.status == 0
    assert "mqtune.toml:4: plan-ignore for * is not in HEAD: what it ignores counts" in done.out


def test_what_the_revision_ignores_and_excludes_too_does_not_count(root: Path, mqtune) -> None:
    write(
        root,
        {"mqtune.toml": f'exclude = ["mq/b*"]\n{PROJECT}{IGNORE}', "mq/c.sh": f"{D}if false; then\n{E}fi\n"},
    )
    commit()
    write(root, {"mq/a.mqsc": BAD, "mq/b.mqsc": BAD})
    done = mqtune("plan", "--since", "HEAD", "--fail-on", "closes")
    assert (done.status, "HEAD: " in done.out) == (0, False)


OPEN = ("${V}", "$V", "{{ v }}", "%V%", "@V@", "@@V@@", "__V__", "<V>", "{V}", "#{V}", "$(V)", "@{V}")
CHANNEL = "DEFINE CHANNEL(C) CHLTYPE(SVRCONN) MCAUSER('app')"
PLACES = {
    "a parameter": (GOOD, "ALTER QMGR X\n"),
    "a keyword": (GOOD, "ALTER QMGR CHLX(DISABLED)\n"),
    "a verb": (GOOD, "X QMGR CHLAUTH(DISABLED)\n"),
    "a type": (GOOD, "ALTER X CHLAUTH(DISABLED)\n"),
    "a name": (GOOD, "DELETE QLOCAL(X)\n"),
    "behind a value": (f"{GOOD}{CHANNEL}", " X\n"),
    "a line": (GOOD, "X\n"),
}


@pytest.mark.parametrize("form", OPEN)
@pytest.mark.parametrize("place", PLACES)
def test_an_open_placeholder_that_a_branch_adds_counts(root: Path, mqtune, place: str, form: str) -> None:
    before, added = PLACES[place]
    write(root, {"mq/a.mqsc": before})
    commit()
    write(root, {"mq/a.mqsc": before + added.replace("X", form)})
    for options in (("--exit-code",), ("--fail-on", "unknown")):
        assert mqtune("plan", "--since", "HEAD", *options).status == 1
    assert mqtune("plan", "--since", "HEAD", "--format", "markdown", "--skip-empty").out
    commit()
    write(root, {"mq/a.mqsc": f"* as before\n{before}{added.replace('X', form)}"})
    assert mqtune("plan", "--since", "HEAD", "--exit-code").status == 0


def test_an_open_placeholder_is_an_unknown_change_of_its_object(root: Path, mqtune) -> None:
    write(root, {"mq/a.mqsc": f"{GOOD}ALTER QMGR ${{V}}\n${{EXTRA}}\n"})
    done = mqtune("plan", "--since", "HEAD", "--fail-on", "unknown")
    assert "  ? QMGR(QM1)  unknown  mq/a.mqsc:3\n      the value of ${V} is not known\n" in done.out
    assert (
        "the working tree: mq/a.mqsc:4 is a placeholder for commands: the exit status counts it" in done.out
    )


@pytest.mark.parametrize(
    "added", ["{# v #}", "{{/* v */}}", "{% if v %}", "{% set v = 1 %}", "DISPLAY QMGR $V"]
)
def test_a_tag_without_text_does_not_count(root: Path, mqtune, added: str) -> None:
    write(root, {"mq/a.mqsc": f"{GOOD}{added}\n"})
    assert mqtune("plan", "--since", "HEAD", "--exit-code").status == 0


@pytest.mark.parametrize("files", ["mq/*", "mq/*.mqsc"])
@pytest.mark.parametrize(("text", "status"), [("MaxChannels=1", 1), ("MaxChannels=100", 0)])
def test_a_qm_ini_that_a_branch_adds_is_compared_with_the_defaults(
    root: Path, mqtune, files: str, text: str, status: int
) -> None:
    write(root, {"mqtune.toml": PROJECT.replace("mq/*", files)})
    commit()
    write(root, {"mq/qm.ini": f"Channels:\n   {text}\n"})
    done = mqtune("plan", "--since", "HEAD", "--exit-code")
    assert (done.status, "not compared" in done.out) == (status, False)


@pytest.mark.parametrize("added", ["${V}", "ALTER QMGR ${V}", "DELETE QLOCAL($Q)"])
def test_an_open_placeholder_of_a_script_counts(root: Path, mqtune, added: str) -> None:
    write(root, {"change.mqsc": f"{added}\n"})
    assert mqtune("plan", "--apply", "change.mqsc", "mq/a.mqsc", "--exit-code").status == 1
