"""The form of a question gives the answer of its function, and the command that it shows gives the same."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mqtune.cli.main import main
from mqtune.present.answer_text import data_of
from mqtune.present.layout import items_of
from mqtune.questions.asking import ask, remarks_of
from mqtune.questions.card_sources import Sources
from mqtune.questions.fields import fields_of
from mqtune.questions.table import QUESTIONS
from mqtune.session.opened import Project, Scope, open
from mqtune.text.messages import UsageError
from mqtune.tui.card.asked import QMGR, AskedQuestion, spelling

TOML = """\
[[queue-manager]]
name = "QM1"
files = ["a.mqsc"]
queue = [{ queue = "ORDERS", put-rate = 200, get-rate = 100 }]
[[queue-manager]]
name = "QM2"
files = ["b.mqsc"]
[[access-test]]
queue-manager = "QM1"
channel = "WEB"
user = "web"
expect = "allowed"
[[flow-test]]
queue-manager = "QM1"
put = "ORDERS"
expect = "delivered"
[[policy]]
code = "BANK001"
name = "no-depth"
display = "DISPLAY QLOCAL(*) WHERE(MAXDEPTH GT 5)"
message = "too deep"
"""
MQSC = """\
DEFINE QLOCAL(ORDERS)
DEFINE QLOCAL('a')
DEFINE CHANNEL(WEB) CHLTYPE(SVRCONN) MCAUSER('web')
SET AUTHREC PROFILE(ORDERS) OBJTYPE(QUEUE) GROUP('apps') AUTHADD(PUT)
"""
TABLE = """\
{"channel": [{"name": "WEB", "type": "clientConnection", "clientConnection":
  {"queueManager": "QM1", "connection": [{"host": "one.example", "port": 1414}]}}]}
"""
CONSTANTS = """\
version = 1
[[constant]]
model = "topic-limit"
name = "limit_per_s"
value = 2000000
low = 1900000
high = 2100000
result = "r1"
date = "2026-01-01"
queue-manager = "QM1"
release = "9.4"
"""
# texts of fields by their names, some of them invalid
TEXTS = {
    "display": ("QLOCAL(*) MAXDEPTH", "QMGR", "QLOCAL(", "dis ql('a')"),
    "codes": ("PUB001", "sec016, BANK001", "SEC999", "syn001,,"),
    "outage": ("5 min", "5", "x"),
    "grow": ("1", "2", "x"),
    "fail on": ("0.8", "80", "", "0.1"),
    "without": ("QM1", "QM1, QM2", "QM3"),
    "channel": ("WEB", "WEB", "W*"),
    "address": ("10.1.2.3", "", "10.*"),
    "user": ("web", "eve", ""),
    "group": ("apps", "apps, mqm", "app*"),
    "object": ("QLOCAL(ORDERS)", "ql('a')", "QLOCAL(NOPE)", "QMGR", "QUEUE(*)", "ORDERS"),
    "since": ("main", "main", "gone"),
    "old": ("a.mqsc", "git:main", "nope"),
    "new": ("a.mqsc", "b.mqsc", "git:main:a.mqsc"),
    "apply": ("b.mqsc", "git:main:a.mqsc", "nope"),
    "against": ("prod", "prod", "prd"),
    "connect": ("QM1", "*QM1", "APPS"),
    "ccdt": ("ccdt.json", "gone.json"),
    "size": ("5000", "2 MiB", "big"),
    "expect": ("delivered, refused", "not loop", "late"),
    "max branches": ("1", "200", "none"),
    "name": ("fan-out", "expiry", "v8-chart-15"),
    "inputs": ("subscribers=60", "put-rate=2000, disk=60GB"),
    "calibration": ("own.toml", "gone.toml", ""),
    "words": ("streaming", "streaming, 2021"),
    "names": ("v8-chart-15",),
    "for": ("subscribers", "cap-expiry"),
}


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the screen has open."""
    (tmp_path / "mqtune.toml").write_text(TOML)
    (tmp_path / "a.mqsc").write_text(MQSC)
    (tmp_path / "ccdt.json").write_text(TABLE)
    (tmp_path / "own.toml").write_text(CONSTANTS)
    (tmp_path / "b.mqsc").write_text("DEFINE QLOCAL(B)\n")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], cwd=tmp_path, check=True)
    (tmp_path / "a.mqsc").write_text(MQSC.replace("AUTHADD(PUT)", "AUTHADD(GET)"))
    monkeypatch.chdir(tmp_path)
    project = open(Scope((".",)))
    return SimpleNamespace(asked=project, cards=Sources(project))


def typed(question: AskedQuestion, opened: Any, chance: random.Random) -> dict[str, str]:
    """What somebody types into some of the fields; the others have their first values."""
    values = {}
    declared = fields_of(question.question.ask)
    examples = {spelling(field.name): ("", field.declared.example) for field in declared}
    for field in question.fields(opened):
        texts = field.choices or TEXTS.get(field.name, examples.get(field.name, ("",)))
        values[field.name] = chance.choice(texts) if chance.random() < 0.8 else field.value
    return values


@pytest.mark.parametrize("name", sorted({*QUESTIONS} - {"load read", "plan environments"}))
def test_a_form_asks_what_its_command_asks(opened: Any, capfd: pytest.CaptureFixture[str], name: str) -> None:
    question, chance, answers = AskedQuestion(QUESTIONS[name]), random.Random(name), 0
    for _ in range(80):
        values = typed(question, opened, chance)
        given = question.given(values)
        sections = question.answer(opened, values)
        assert sections
        if any(field.is_required and field.name not in given for field in fields_of(question.question.ask)):
            assert sections[0].empty
            continue
        words = question.command(opened, values)
        try:
            about = question.about(opened, values)
            answer = ask(question.question, about, given)
            remarks = remarks_of(about if isinstance(about, Project) else None)
            expected = (answer.status, json.loads(json.dumps(data_of(answer, remarks))))
        except UsageError:
            assert main(words) == 2, words
            assert items_of(sections[0].body), words
            capfd.readouterr()
            continue
        capfd.readouterr()
        status = main([*words, "--format", "json"])
        assert (status, json.loads(capfd.readouterr().out)) == expected, words
        answers += 1
    assert answers, "each required parameter needs an example that has an answer, or texts in TEXTS"


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_first_values_of_a_form_are_the_defaults(opened: Any, name: str) -> None:
    question = AskedQuestion(QUESTIONS[name])
    fields = {field.name: field for field in question.fields(opened)}
    for field in fields_of(question.question.ask):
        if field.declared.typed:
            assert spelling(field.name) not in fields
            continue
        shown = fields[spelling(field.name)]
        if not field.is_required:
            given = question.given({shown.name: shown.value})
            assert (
                field.read(given[field.name]) == field.default if given else field.default in (None, (), "")
            )
    if question.has_scope:
        assert fields[QMGR].choices[-2:] == ("QM1", "QM2")


def test_the_command_names_a_queue_manager_as_the_command_line_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toml = '[[environment]]\nname = "live"\nfiles = ["live/**"]\n\n[[queue-manager]]\nname = "A"\n'
    (tmp_path / "mqtune.toml").write_text(toml + 'environment-name = "live"\nfiles = ["live/a.mqsc"]\n')
    for name in ("live/a.mqsc", "live/more/b.mqsc", "c/d.mqsc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("DEFINE QLOCAL(IN)\n")
    monkeypatch.chdir(tmp_path)
    project = open(Scope((".",)))
    opened: Any = SimpleNamespace(asked=project, cards=Sources(project))
    question = AskedQuestion(QUESTIONS["tune"])
    commands = {name: question.command(opened, {QMGR: name})[1:] for name in opened.cards.managers}
    assert commands == {
        "live/A": ["--environment", "live", "--qmgr", "A"],
        "live/more": ["--qmgr", "live/more"],
        "c": ["--qmgr", "c"],
    }


def test_an_environment_is_chosen_in_place_of_a_queue_manager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, depth in (("test", 10), ("prod", 20)):
        (tmp_path / "env" / name).mkdir(parents=True)
        for manager in ("QM1", "QM2"):
            text = f"* Queue manager name: {manager}\nDEFINE QLOCAL(IN) MAXDEPTH({depth})\n"
            (tmp_path / "env" / name / f"{manager}.mqsc").write_text(text)
    monkeypatch.chdir(tmp_path)
    project = open(Scope((".",)))
    opened: Any = SimpleNamespace(asked=project, cards=Sources(project))
    question = AskedQuestion(QUESTIONS["plan environments"])
    (choices,) = [field.choices for field in question.fields(opened) if field.name == QMGR]
    assert {"test/*", "prod/*", "test/QM1"} < {*choices}
    for chosen, count in (("test/*", 2), ("test/QM1", 1), ("", 0), ("prod/*", 0)):
        values = {QMGR: chosen, "against": "prod"}
        sections = question.answer(opened, values)
        words = question.command(opened, values)
        status = main(words)
        out = capfd.readouterr().out
        assert sections
        assert (status, out.count("MAXDEPTH 10 -> 20")) == (0 if chosen else 2, count), words
        assert ("against needs one environment" in str(sections[0].body)) == (not chosen)
    assert question.command(opened, {QMGR: "test/*", "against": "prod"})[1:] == [
        *("--against", "prod"),
        *("--environment", "test"),
    ]
    budget = AskedQuestion(QUESTIONS["show objects"])
    assert budget.command(opened, {QMGR: "prod/*"}) == ["show", "objects", "--environment", "prod"]
