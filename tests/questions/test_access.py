"""The questions about access give the same answers as functions, on the command line and in an editor."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mqtune.language.access import purposes
from mqtune.present.answer import Steps, Table
from mqtune.questions.asking import ask, chosen_question, words_of
from mqtune.questions.table import QUESTIONS
from mqtune.session.opened import Scope, open
from mqtune.text.messages import UsageError
from tests.questions.conftest import Asker

SCRIPT = """\
ALTER QMGR CHLAUTH(ENABLED)
DEFINE LISTENER(L) TRPTYPE(TCP) CONTROL(QMGR)
DEFINE CHANNEL(WEB) CHLTYPE(SVRCONN) MCAUSER('web')
DEFINE CHANNEL(ANY) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER)
DEFINE CHANNEL(TO.QM1) CHLTYPE(RCVR)
DEFINE QLOCAL(ORDERS)
DEFINE QLOCAL('orders.in')
DEFINE QALIAS(IN) TARGET('orders.in')
DEFINE TOPIC(PRICES) TOPICSTR('prices')
SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)
SET CHLAUTH(WEB) TYPE(ADDRESSMAP) ADDRESS('10.1.*') USERSRC(CHANNEL)
SET CHLAUTH(ANY) TYPE(SSLPEERMAP) SSLPEER('CN=app') MCAUSER('${USER}')
SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('web') AUTHADD(CONNECT,INQ)
SET AUTHREC PROFILE('O*') OBJTYPE(QUEUE) PRINCIPAL('web') AUTHADD(PUT)
SET AUTHREC PROFILE('orders.in') OBJTYPE(QUEUE) GROUP('apps') AUTHADD(PUT,GET)
SET AUTHREC PROFILE(ORDERS) OBJTYPE(QUEUE) GROUP('mqm') AUTHADD(ALLADM)
"""
BEFORE = SCRIPT.replace("AUTHADD(PUT)", "AUTHADD(GET)").replace("AUTHADD(PUT,GET)", "AUTHADD(PUT)")
GRANTS = "setmqaut -m QM1 -n IN -t queue -g apps +browse\n"
TESTS = """
[[access-test]]
channel = "WEB"
address = "10.1.2.3"
user = "web"
credentials = "none"
queue-manager = "QM1"
object = "QLOCAL(ORDERS)"
for = "{purpose}"
expect = "{expect}"

[[access-test]]
name = "nobody else"
channel = "WEB"
address = "10.2.2.3"
queue-manager = "QM*"
expect = "refused"
by = "NOACCESS"
"""
OBJECTS = ("QMGR", "QLOCAL(ORDERS)", "QUEUE(orders.in)", "ql('orders.in')", "QALIAS(IN)", "topic:prices")
WRONG_OBJECTS = ("topic:", "ORDERS", "NOTHING(X)", "QLOCAL(", "QLOCAL()")
OPERATIONS = ("put", "get", "inquire", "clear")
PARAMETERS: dict[str, tuple[object, ...]] = {
    "channel": ("WEB", "WEB", "ANY", "TO.QM1", "web", "W*", ""),
    "address": ("10.1.2.3", "10.1.2.3", "10.9.9.9", "host.example", "10.*", "fe80::1", ""),
    "user": ("web", "eve", "Web", "mqm", ""),
    "credentials": ("valid", "wrong", "none", "maybe"),
    "login": ("web", "eve"),
    "cert": ("CN=app", "CN=other", "none", "not a name"),
    "issuer": ("CN=CA1", "CN=CA2"),
    "group": (["apps"], ["mqm", "apps"], "apps", []),
    "partner": ("QM2", "QM9"),
    "local": (True, False, "yes"),
    "object": (*OBJECTS, *OBJECTS, *WRONG_OBJECTS),
    "object-qmgr": ("QM1", "QM9"),
    "for": (*purposes(), "put", "get", "connect", "pt"),
}
PATTERNS: dict[str, tuple[object, ...]] = {
    "user": ("web", "w*", "eve", ""),
    "group": (["app*"], ["mqm", "none"], "*", []),
    "object": ("QUEUE(ORD*)", "QMGR", "QLOCAL('orders.*')", "CHANNEL(*)", *WRONG_OBJECTS),
}


def write(folder: Path, managers: int, tests: str = "") -> None:
    """An estate in a repository, whose revision `main` has other authorities."""
    toml = ""
    for number in range(1, managers + 1):
        toml += f'[[queue-manager]]\nname = "QM{number}"\ncomplete = {str(number == 1).lower()}\n'
        toml += f'files = ["{number}.mqsc", "{number}.sh"]\n'
        (folder / f"{number}.mqsc").write_text(BEFORE)
        (folder / f"{number}.sh").write_text(GRANTS.replace("QM1", f"QM{number}"))
    (folder / "mqtune.toml").write_text(toml + tests)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], cwd=folder, check=True)
    for number in range(1, managers + 1):
        (folder / f"{number}.mqsc").write_text(SCRIPT)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def some(chance: random.Random, kinds: dict[str, tuple[object, ...]], share: float) -> dict[str, Any]:
    return {name: chance.choice(values) for name, values in kinds.items() if chance.random() < share}


@pytest.mark.parametrize("seed", range(4))
def test_all_front_ends_give_the_same_answer(folder: Path, asker: Callable[[Path], Asker], seed: int) -> None:
    write(folder, 1)
    chance, asks = random.Random(seed), asker(folder)
    statuses = set()
    for _ in range(60):
        given = some(chance, PARAMETERS, 0.25)
        if chance.random() < 0.8:  # one that is mostly valid
            given = {"channel": "WEB", "address": "10.1.2.3", "user": chance.choice(("web", "eve"))}
            given |= {
                "object": chance.choice(OBJECTS),
                "for": chance.choice(("put", "get", "inquire", "clear")),
            }
            given |= some(chance, PARAMETERS, 0.06)
        statuses.add(asks.agree("access", given).status)
    assert statuses == {0, 1, 2, 4}


@pytest.mark.parametrize("name", ["access matrix", "access changes"])
def test_the_matrix_is_the_same_in_all_front_ends(
    folder: Path, asker: Callable[[Path], Asker], name: str
) -> None:
    write(folder, 2)
    chance, asks = random.Random(name), asker(folder)
    key = "cells" if name == "access matrix" else "changes"
    sizes, statuses = set(), set()
    for _ in range(100):
        given = some(chance, PATTERNS, 0.3)
        if key == "changes":
            given["since"] = chance.choice(("main", "main", "main", "HEAD", "gone", ""))
        found = asks.agree(name, given)
        statuses.add(found.status)
        sizes.add(len(found.data[key]) if found.status == 0 else -1)
    assert statuses == {0, 2}
    assert len(sizes) > 3


@pytest.mark.parametrize("expect", ["allowed", "refused"])
@pytest.mark.parametrize("purpose", ["put", "get"])
def test_the_tests_are_the_same_in_all_front_ends(
    folder: Path, asker: Callable[[Path], Asker], expect: str, purpose: str
) -> None:
    write(folder, 2, TESTS.format(expect=expect, purpose=purpose))
    found = asker(folder).agree("access tests", {})
    wanted = (expect == "allowed") == (purpose == "put")
    assert [test["ok"] for test in found.data["tests"]] == [wanted, True, True]
    assert found.status == (0 if wanted else 1)


def test_without_tests_there_is_nothing_to_run(folder: Path, asker: Callable[[Path], Asker]) -> None:
    write(folder, 1)
    found = asker(folder).agree("access tests", {})
    assert (found.status, found.data) == (2, "no [[access-test]] is declared")


def test_tests_follow_the_choice_of_a_queue_manager(folder: Path) -> None:
    write(folder, 2, TESTS.format(expect="allowed", purpose="put"))
    project = open(Scope((str(folder),)))
    for names, count in (((), 3), (("QM1",), 2), (("QM2",), 1)):
        answer = ask(QUESTIONS["access tests"], project.narrowed((), names), {})
        assert len(answer.data()["tests"]) == count


def test_the_parameters_select_the_question() -> None:
    chosen = {
        names: chosen_question("access", names).name
        for names in (
            (),
            ("channel", "user"),
            ("since",),
            ("matrix",),
            ("matrix", "since"),
            ("since", "matrix"),
            ("matrix", "tests"),
            ("tests", "matrix"),
        )
    }
    assert list(chosen.values()) == [
        "access",
        "access",
        "access",
        "access matrix",
        "access changes",
        "access changes",
        "access tests",
        "access matrix",
    ]


def test_the_equivalent_command_selects_the_question() -> None:
    assert words_of(QUESTIONS["access tests"], {}) == ["access", "--tests"]
    words = words_of(QUESTIONS["access changes"], {"since": "main", "group": ["a", "b"]})
    assert words == ["access", "--matrix", "--since", "main", "--group", "a", "--group", "b"]


@pytest.mark.parametrize(
    ("name", "given", "owner"),
    [
        ("access", {"since": "main"}, "since"),
        ("access", {"matrix": True}, "matrix"),
        ("access matrix", {"channel": "WEB"}, "the question access"),
        ("access matrix", {"tests": True}, "tests"),
        ("access tests", {"user": "web"}, "the question access"),
    ],
)
def test_a_parameter_of_another_question_is_refused(
    folder: Path, name: str, given: dict[str, Any], owner: str
) -> None:
    write(folder, 1)
    with pytest.raises(UsageError, match="does not apply to") as raised:
        ask(QUESTIONS[name], open(Scope((str(folder),))), given)
    assert owner in raised.value.help


def test_checks_cells_and_changes_lead_to_the_records(folder: Path) -> None:
    write(folder, 2)
    project = open(Scope((str(folder),)))
    given = {"channel": "WEB", "address": "10.1.2.3", "user": "web"}
    answer = ask(QUESTIONS["access"], project.narrowed((), ("QM1",)), given)
    checks = next(iter(answer.sections("text"))).body
    assert isinstance(checks, Steps)
    (mapping,) = [step for step in checks.steps if "mapping" in step.cells[0]]
    assert mapping.place == ("1.mqsc", 11)
    cells = next(iter(ask(QUESTIONS["access matrix"], project, {}).sections("text"))).body
    assert isinstance(cells, Table)
    assert all(line.place is not None and line.target is not None for line in cells.lines)
    changes = next(iter(ask(QUESTIONS["access changes"], project, {"since": "main"}).sections("text"))).body
    assert isinstance(changes, Steps)
    assert {step.place[0] for step in changes.steps if step.place} == {"1.mqsc", "2.mqsc"}
