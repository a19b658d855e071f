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
    for command in ("init -q", "add -A", "-c user.name=a -c user.email=a@b commit -qm x"):
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
