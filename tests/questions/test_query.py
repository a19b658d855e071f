"""`query` gives the same answer as a function, on the command line and in an editor."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.present.answer import OBJECT, Code, Table, Target
from mqtune.questions.asking import ask
from mqtune.questions.table import QUESTIONS
from mqtune.session.opened import Scope, open
from mqtune.text.messages import UsageError
from tests.questions.conftest import Asker

SCRIPT = """\
ALTER QMGR DEADQ('HUB.DLQ')
DEFINE QLOCAL(ORDERS) MAXDEPTH(7000) DESCR('=cmd() "a", b')
DEFINE QLOCAL('orders.in') MAXDEPTH(${DEPTH})
DEFINE QLOCAL(ORDERS) MAXDEPTH(9)
DEFINE AUTHINFO(LDAP) AUTHTYPE(IDPWLDAP) CONNAME('ldap(636)') LDAPPWD('Geheim99')
DEFINE CHANNEL(WEB) CHLTYPE(SVRCONN) MCAUSER('web')
DEFINE TOPIC(PRICES) TOPICSTR('prices')
SET CHLAUTH(WEB) TYPE(ADDRESSMAP) ADDRESS('10.1.*') MCAUSER('web')
SET AUTHREC PROFILE(ORDERS) OBJTYPE(QUEUE) PRINCIPAL('web') AUTHADD(PUT)
"""
TOML = """\
[[queue-manager]]
name = "QM1"
files = ["a.mqsc", "grants.sh"]
[[queue-manager]]
name = "QM2"
files = ["b.mqsc"]
"""
TYPES = (
    "QLOCAL",
    "ql",
    "QUEUE",
    "CHANNEL",
    "TOPIC",
    "AUTHINFO",
    "CHLAUTH",
    "AUTHREC",
    "QMGR",
    "NOTHING",
    "POLICY",
)
NAMES = ("(*)", "(ORDERS)", "(orders)", "('orders.in')", "(O*)", "(MISSING)", "(", "")
WORDS = (
    "",
    "ALL",
    "MAXDEPTH",
    "DESCR MAXDEPTH",
    "WHERE(MAXDEPTH LT 100)",
    "WHERE(MAXDEPTH GT 5000) DESCR",
    "XYZ",
)
VERBS = ("DISPLAY ", "dis ", "", "", "ALTER ")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mqtune.toml").write_text(TOML)
    (tmp_path / "a.mqsc").write_text(SCRIPT)
    (tmp_path / "b.mqsc").write_text("DEFINE QLOCAL(ORDERS)\n")
    (tmp_path / "grants.sh").write_text("setmqaut -m QM1 -n ORDERS -t queue -p eve +get\n")
    return tmp_path


@pytest.mark.parametrize("seed", range(4))
def test_all_front_ends_give_the_same_answer(folder: Path, asker: Callable[[Path], Asker], seed: int) -> None:
    chance, asks = random.Random(seed), asker(folder)
    statuses = set()
    for _ in range(60):
        display = f"{chance.choice(VERBS)}{chance.choice(TYPES)}{chance.choice(NAMES)} {chance.choice(WORDS)}"
        given = {"display": display}
        if chance.random() < 0.4:
            given["origin"] = chance.choice([True, False])
        statuses.add(asks.agree("query", given).status)
    assert statuses == {0, 1, 2}


def test_secrets_are_covered_in_the_data(folder: Path, asker: Callable[[Path], Asker]) -> None:
    data = asker(folder).agree("query", {"display": "AUTHINFO(*) ALL"}).data
    (row,) = data["rows"]
    assert row["attributes"]["LDAPPWD"] == "********"
    assert "Geheim99" not in str(data)


def test_refused_commands_are_in_every_answer(folder: Path, asker: Callable[[Path], Asker]) -> None:
    data = asker(folder).agree("query", {"display": "QLOCAL(ORDERS)"}).data
    (refused,) = data["refused"]
    assert refused["command"] == "DEFINE QLOCAL(ORDERS)"
    assert (refused["line"], refused["code"]) == (4, "RUN003")


def test_the_sections_lead_to_objects_and_have_both_layouts(folder: Path) -> None:
    answer = ask(QUESTIONS["query"], open(Scope((str(folder),))), {"display": "QL(O*) MAXDEPTH"})
    (table,) = answer.sections("table")
    assert isinstance(table.body, Table)
    assert table.body.lines[0].target == Target(OBJECT, "ORDERS", "QLOCAL", "QM1")
    assert [section.title for section in answer.sections("runmqsc")] == ["QM1", "QM2"]
    assert all(isinstance(section.body, Code) for section in answer.sections("runmqsc"))
    assert answer.headline == "2 of 3 objects"


def test_a_project_is_narrowed_without_reading_it_again(folder: Path) -> None:
    project = open(Scope((str(folder),)))
    narrowed = project.narrowed((), ("QM2",))
    assert [manager.name for _, manager in narrowed.shown] == ["QM2"]
    assert [manager.name for _, manager in project.shown] == ["QM1", "QM2"]
    assert narrowed.shown[0][1] is project.shown[1][1]
    with pytest.raises(UsageError, match="no queue manager matches --qmgr 'QM3'"):
        project.narrowed((), ("QM3",))


def test_authorities_of_scripts_do_not_change_what_others_share(folder: Path) -> None:
    from mqtune.session.workspace import Workspace

    project = open(Scope((str(folder),)))
    shared = type(project)(project.workspace, project.scope, lambda: Workspace.open(project.scope.options))
    count = len(shared.shown[0][1].authrecs)
    answer = ask(QUESTIONS["query"], shared, {"display": "AUTHREC"})
    assert answer.data()["considered"] > count
    assert len(shared.shown[0][1].authrecs) == count
