"""The questions of `trace` give the same answers as functions, on the command line and in an editor."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mqtune.present.answer import OBJECT, Rows, Steps, Target
from mqtune.questions.asking import ask, chosen_question, words_of
from mqtune.questions.table import QUESTIONS
from mqtune.session.opened import Scope, open
from mqtune.text.messages import UsageError
from tests.questions.conftest import Asker

NAMES = ("ORDERS", "orders.in", "Orders.In", "ORDERS.IN", "A%B", "A/B", "a_b")
MISSING = ("ORDERS.OUT", "orders", "a%b", "A_B", "Q", "it's")
STRINGS = ("topic:prices", "topic:Prices/uk", "topic:prices/%", "topic:a 'b'")
WRONG = ("topic:", "@Q", "ORDERS@", "@", "")
AT = ("ORDERS@QM2", "orders@qm2", "ORDERS@NOWHERE")
SCRIPT = (
    "".join(f"DEFINE QLOCAL('{name}') MAXDEPTH({number})\n" for number, name in enumerate(NAMES))
    + """\
DEFINE QALIAS('to.lower') TARGET('orders.in')
DEFINE QALIAS(TO.UPPER) TARGET(ORDERS.IN)
DEFINE TOPIC(PRICES) TOPICSTR('prices')
DEFINE SUB(S) TOPICOBJ(PRICES) DEST(ORDERS.IN)
DEFINE CHANNEL(WEB) CHLTYPE(SVRCONN) MCAUSER('web')
SET AUTHREC PROFILE('orders.in') OBJTYPE(QUEUE) GROUP('apps') AUTHADD(PUT,GET)
SET AUTHREC PROFILE(ORDERS.IN) OBJTYPE(QUEUE) PRINCIPAL('web') AUTHADD(PUT)
"""
)
GRANTS = "setmqaut -m QM1 -n A%B -t queue -p web +put\n"
TABLE = {
    "channel": [
        {
            "name": "WEB",
            "type": "clientConnection",
            "clientConnection": {"queueManager": name, "connection": [{"host": host, "port": 1414}]},
        }
        for name, host in (("APPS", "one.example"), ("APPS", "two.example"), ("QM1", "one.example"))
    ]
}
TESTS = """
[[flow-test]]
queue-manager = "QM1"
put = "ORDERS.IN"
size = "2 MiB"
expect = "{expect}"

[[flow-test]]
name = "the client"
ccdt = "ccdt.json"
connect = "*APPS"
put = "ORDERS"
expect = ["refused", "not loop"]

[[flow-test]]
ccdt = "ccdt.json"
connect = "*APPS"
expect = "reached"
"""
MESSAGE: dict[str, tuple[object, ...]] = {
    "size": ("5000", 5000, "2 MiB", "5 GiB", "big", "-1"),
    "persistent": (True, False, "yes"),
    "user": ("web", "eve", ""),
    "group": (["apps"], "apps", ["a", "b"], []),
    "expect": ("delivered", ["delivered", "refused"], ["not loop"], "delivred", "cannot tell", []),
    "max-branches": (1, "2", 0, "many"),
}
CLIENT: dict[str, tuple[object, ...]] = {
    **MESSAGE,
    "ccdt": ("ccdt.json", "ccdt.json", "ccdt.json"),
    "name": ("ORDERS.IN", "Q", "topic:prices", "@Q"),
    "expect": ("reached", ["reached"], "delivered", ["not refused"], "reched"),
}


def write(folder: Path, managers: int, tests: str = "") -> None:
    """An estate with a table of clients."""
    toml = ""
    for number in range(1, managers + 1):
        toml += f'[[queue-manager]]\nname = "QM{number}"\ncomplete = true\n'
        toml += f'files = ["{number}.mqsc", "{number}.sh"]\n'
        host = ("one", "two")[number - 1]
        listener = f"DEFINE CHANNEL(UNI.{number}) CHLTYPE(CLUSRCVR) CLUSTER(U) CONNAME('{host}.example')\n"
        (folder / f"{number}.mqsc").write_text(SCRIPT + listener)
        (folder / f"{number}.sh").write_text(GRANTS.replace("QM1", f"QM{number}"))
    (folder / "mqtune.toml").write_text(toml + tests)
    (folder / "ccdt.json").write_text(json.dumps(TABLE))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def some(chance: random.Random, kinds: dict[str, tuple[object, ...]], share: float) -> dict[str, Any]:
    return {name: chance.choice(values) for name, values in kinds.items() if chance.random() < share}


@pytest.mark.parametrize("seed", range(4))
def test_a_message_ends_the_same_in_all_front_ends(
    folder: Path, asker: Callable[[Path], Asker], seed: int
) -> None:
    write(folder, 1)
    chance, asks = random.Random(seed), asker(folder)
    statuses, outcomes = set(), set()
    for _ in range(60):
        name = chance.choice((*NAMES, *NAMES, *MISSING, *STRINGS, *AT, *WRONG, "to.lower", "TO.UPPER"))
        given = {"name": name, **some(chance, MESSAGE, 0.15)}
        if chance.random() < 0.3:
            given["expect"] = chance.choice(("delivered", "refused"))
        found = asks.agree("trace", given)
        statuses.add(found.status)
        traces = found.data["traces"] if found.status != 2 else []
        outcomes |= {outcome for trace in traces for outcome in trace["outcomes"]}
    assert statuses == {0, 1, 2}
    assert {"delivered", "refused"} <= outcomes


def test_a_client_ends_the_same_in_all_front_ends(folder: Path, asker: Callable[[Path], Asker]) -> None:
    write(folder, 2)
    chance, asks = random.Random(1), asker(folder)
    statuses, counts = set(), set()
    for _ in range(200):
        given = {"connect": chance.choice(("*APPS", "*APPS", "APPS", "QM1", "*APP", "*", ""))}
        given |= {"ccdt": "ccdt.json"} if chance.random() < 0.9 else {}
        found = asks.agree("trace client", given | some(chance, CLIENT, 0.2))
        statuses.add(found.status)
        if found.status != 2:
            counts.add(len(found.data["connections"][0]["traces"]))
    assert statuses == {0, 1, 2}
    assert counts == {0, 1, 2}


@pytest.mark.parametrize("expect", ["delivered", "refused"])
@pytest.mark.parametrize("user", [{}, {"user": "eve"}])
def test_the_tests_are_the_same_in_all_front_ends(
    folder: Path, asker: Callable[[Path], Asker], expect: str, user: dict[str, str]
) -> None:
    write(folder, 2, TESTS.format(expect=expect))
    found = asker(folder).agree("trace tests", user)
    met = expect == ("refused" if user else "delivered")
    assert [trace["as_expected"] for trace in found.data["traces"]] == [met, True, True, True]
    assert found.status == (0 if met else 1)


def test_tests_follow_the_choice_of_a_queue_manager(folder: Path) -> None:
    write(folder, 2, TESTS.format(expect="delivered"))
    project = open(Scope((str(folder),)))
    counts = []
    for names in ((), ("QM1",), ("QM2",)):
        answer = ask(QUESTIONS["trace tests"], project.narrowed((), names), {})
        counts.append(sum(trace.get("name") == "ORDERS.IN" for trace in answer.data()["traces"]))
    assert counts == [1, 1, 0]


def test_a_table_is_read_with_the_files(folder: Path, asker: Callable[[Path], Asker]) -> None:
    write(folder, 2)
    asks = asker(folder)
    asks.paths = [str(folder / "1.mqsc"), str(folder / "2.mqsc")]  # not the folder that contains the table
    outcome = asks.command(QUESTIONS["trace client"], {"connect": "*APPS", "ccdt": "ccdt.json"})
    assert outcome.status == 0
    assert len(outcome.data["connections"][0]["entries"]) == 2


def test_the_parameters_select_the_question() -> None:
    names = [(), ("size",), ("ccdt",), ("ccdt", "connect"), ("tests",), ("connect", "tests")]
    chosen = [chosen_question("trace", given).name for given in names]
    assert chosen == ["trace", "trace", "trace", "trace client", "trace tests", "trace tests"]
    words = words_of(QUESTIONS["trace client"], {"name": "Q", "connect": "*A", "size": 5000})
    assert words == ["trace", "Q", "--connect", "*A", "--size", "5000"]


@pytest.mark.parametrize(
    ("name", "given", "owner"),
    [
        ("trace", {"name": "Q", "ccdt": "ccdt.json"}, "connect"),
        ("trace tests", {"expect": ["delivered"]}, "the question trace"),
    ],
)
def test_a_parameter_of_another_question_is_refused(
    folder: Path, name: str, given: dict[str, Any], owner: str
) -> None:
    write(folder, 1)
    with pytest.raises(UsageError, match="does not apply to") as raised:
        ask(QUESTIONS[name], open(Scope((str(folder),))), given)
    assert owner in raised.value.help


def test_a_trace_is_followed_in_each_environment(folder: Path) -> None:
    toml = "".join(f'[[environment]]\nname = "{name}"\nfiles = ["{name}/**"]\n' for name in ("dev", "prod"))
    (folder / "mqtune.toml").write_text(toml)
    for name in ("dev", "prod"):
        (folder / name).mkdir()
        header = "* Script generated on 2026-11-20   at 20.15.01\n* Queue manager name: QM1\n"
        (folder / name / "a.mqsc").write_text(header + "DEFINE QLOCAL(Q)\n")
    answer = ask(QUESTIONS["trace"], open(Scope((str(folder),))), {"name": "Q"})
    assert [trace["environment"] for trace in answer.data()["traces"]] == ["dev", "prod"]
    titles = [section.title for section in answer.sections("text")]
    assert titles == [f"Q of QM1, environment {name}: 1 branch: delivered" for name in ("dev", "prod")]


def test_hops_lead_to_objects_and_tests_to_their_tables(folder: Path) -> None:
    write(folder, 2, TESTS.format(expect="refused"))
    project = open(Scope((str(folder),)))
    answer = ask(QUESTIONS["trace"], project.narrowed((), ("QM1",)), {"name": "TO.UPPER"})
    hops = next(iter(answer.sections("text"))).body
    assert isinstance(hops, Steps)
    assert hops.steps[0].target == Target(OBJECT, "TO.UPPER", "QALIAS", "QM1")
    assert hops.steps[-1].cells == ("delivered",)
    found = ask(QUESTIONS["trace tests"], project, {})
    first, *details = found.sections("text")
    assert found.headline == first.title == "4 tests: 3 ok, 1 failed"
    assert isinstance(first.body, Rows)
    assert [(row.label, row.place[1]) for row in first.body.rows if row.place][:2] == [
        ("FAIL", 10),
        ("ok", 16),
    ]
    assert details[0].title.startswith("mqtune.toml:10: ORDERS.IN of QM1: 1 branch: delivered")


def test_a_name_is_not_folded(folder: Path) -> None:
    (folder / "q.mqsc").write_text("DEFINE QLOCAL(ORDERS) REPLACE\n")
    answer = ask(QUESTIONS["trace"], open(Scope((str(folder),))), {"name": "orders"})
    assert answer.outcome == "cannot tell"
