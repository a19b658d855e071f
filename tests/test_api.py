"""The interface for Python gives the data of the command line, in its words, and loads nothing before."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mqtune.api
from mqtune._build.schemas import with_questions
from mqtune.cli.main import main
from mqtune.questions.fields import fields_of
from mqtune.questions.table import QUESTIONS
from tests.questions.conftest import Asker

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = sorted(path.name for path in (ROOT / "examples").iterdir() if (path / "mqtune.toml").is_file())
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
TOML = '[[queue-manager]]\nname = "QM1"\nfiles = ["a.mqsc", "a.sh"]\ncomplete = true\n'
SCRIPT = """\
DEFINE QLOCAL(ORDERS) MAXDEPTH(5000) BOQNAME(NONE)
DEFINE QALIAS(IN) TARGET(ORDERS)
DEFINE QALIAS(LOOSE) TARGET(NOWHERE)
DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MCAUSER('app') SSLCIPH(ANY_TLS12)
DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)
SET AUTHREC PROFILE(ORDERS) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT)
"""
GRANTS = "setmqaut -m QM1 -n IN -t queue -p app +put\n"
NAMES = ("ORDERS", "IN", "LOOSE", "APP", "NOWHERE", "topic:a/b", "@")
SAMPLES: dict[str, dict[str, tuple[object, ...]]] = {
    "trace": {
        "name": NAMES,
        "size": ("2 MiB", 5000, "big"),
        "persistent": (True, False, "yes"),
        "user": ("app", "eve"),
        "group": (["staff"], "staff"),
        "expect": (["delivered"], "refused", "delivred"),
        "max-branches": (1, 0, "2"),
    },
    "access": {
        "channel": ("APP", "NONE"),
        "address": ("10.1.2.3", "10.1.2.3.4"),
        "user": ("app", "eve"),
        "local": (True, False),
        "object": ("QLOCAL(ORDERS)", "ORDERS"),
        "for": ("put", "get", "pet"),
    },
    "access matrix": {"user": ("app",)},
    "query": {"display": ("DISPLAY QLOCAL(*)", "DISPLAY QUEUE(I*) ALL", "DISPLY Q(*)", "DISPLAY CHLAUTH(*)")},
    "show object": {"object": ("QLOCAL(ORDERS)", "CHANNEL(APP)", "QLOCAL(X)", "ORDERS")},
    "budget": {"grow": (2, "1.5", "-1"), "fail-on": (0.8, "high")},
    "plan": {"old": ("a.mqsc", "b.mqsc"), "new": ("a.mqsc", "a.sh"), "only": ("destroys", "high")},
    "explain": {"codes": (["PUB001"], ["REF001", "SEC"], ["XYZ999"])},
    "model run": {"name": ("fan-out", "no-model"), "inputs": (["subscribers=60"], ["subscriber=60"])},
}

WRONG = {
    repr(value) for value in ("@", "big", "delivred", ["delivred"], 0, "10.1.2.3.4", "pet", "-1", "high")
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("mqtune.toml", TOML), ("a.mqsc", SCRIPT), ("a.sh", GRANTS)):
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_example_of_the_page_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(program, "docs/api.md", "exec"), {})
    *_, last = lines = capsys.readouterr().out.splitlines()
    assert any(line.endswith("['delivered']") for line in lines)
    assert last == "access has no parameter 'adress'; the nearest is address"


def test_the_page_lists_every_question() -> None:
    assert with_questions(PAGE) == PAGE, "stale: run `python -m mqtune._build.schemas`"
    assert [name for name in QUESTIONS if f"`{name}`" not in PAGE] == []
    assert with_questions(PAGE.replace("| `plan since` |", "| `gone` |")) == PAGE


@pytest.mark.parametrize("name", EXAMPLES)
def test_findings_and_objects_are_those_of_the_command_line(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT / "examples")
    project = mqtune.api.open(name)
    assert capsys.readouterr() == ("", "")
    main(["lint", "--format", "json", name])
    assert project.lint() == json.loads(capsys.readouterr().out)
    main(["show", "objects", "--format", "json", name])
    assert project.objects() == json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", SAMPLES)
def test_answers_and_errors_are_those_of_the_command_line(
    folder: Path, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    chance, asker, question = random.Random(name), Asker(folder, capfd), QUESTIONS[name]
    project, refused = mqtune.api.open(folder), set()
    required = {field.name for field in fields_of(question.ask) if field.is_required}
    for _ in range(30):
        given = {
            field: chance.choice(values)
            for field, values in SAMPLES[name].items()
            if field in required or chance.random() < 0.5
        }
        if sum(repr(value) in WRONG for value in given.values()) > 1:
            continue  # which of two errors is reported depends on the order of the words
        typed = asker.command(question, given)
        refused.add(typed.status == 2)
        answer = asked(project, name, given)
        assert answer == typed.data, given
    assert False in refused


def asked(project: mqtune.api.Project, name: str, given: dict[str, Any]) -> dict[str, Any] | str:
    """The data; of an error the message with the names of options."""
    try:
        return project.ask(name, **{argument(field): value for field, value in given.items()})
    except mqtune.api.Error as error:
        message = error.message
    for field in fields_of(QUESTIONS[name].ask):
        shown = field.name.upper() if field.is_positional else field.name
        message = re.sub(rf"\b{argument(field.name)} (?='|put)", f"{shown} ", message)
    return message


def argument(field: str) -> str:
    return {"for": "for_"}.get(field, field.replace("-", "_"))


def test_a_lint_does_not_depend_on_the_questions_before(folder: Path) -> None:
    project = mqtune.api.open(folder)
    before, objects = project.lint(), project.objects()
    assert before["findings"]
    assert project.ask(
        "access", channel="APP", address="10.1.2.3", user="app", object="QALIAS(IN)", for_="put"
    )
    assert (project.lint(), project.objects()) == (before, objects)


def test_a_project_is_the_state_of_its_opening(folder: Path) -> None:
    project = mqtune.api.open([folder])
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(NEW)\n")
    names = {row["name"] for row in project.objects()["objects"]}
    assert "NEW" not in names
    assert "ORDERS" in names
    assert [row["name"] for row in mqtune.api.open([folder]).objects()["objects"]] == ["NEW"]


def test_a_table_of_clients_is_read_with_the_files(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    client = {"connection": [{"host": "a.example", "port": 1414}], "queueManager": "QM1"}
    table = {"channel": [{"name": "APP", "type": "clientConnection", "clientConnection": client}]}
    file = tmp_path_factory.mktemp("clients") / "ccdt.json"
    file.write_text(json.dumps(table))
    answer = mqtune.api.open(folder).ask("trace client", connect="QM1", ccdt=file)
    assert len(answer["connections"][0]["entries"]) == 1


def test_the_scope_is_that_of_the_options(folder: Path) -> None:
    (folder / "mqtune.toml").write_text(TOML + '[[queue-manager]]\nname = "QM2"\nfiles = ["b.mqsc"]\n')
    (folder / "b.mqsc").write_text("DEFINE QLOCAL(B)\n")
    for project in (mqtune.api.open(qmgr="QM2"), mqtune.api.open(["a.mqsc", Path("b.mqsc")], qmgr=["QM2"])):
        assert [row["name"] for row in project.objects()["objects"]] == ["B"]
    limited = mqtune.api.open().ask("query", display="DISPLAY QLOCAL(*)", qmgr="QM2", max_depth=None)
    assert {row["queue_manager"] for row in limited["rows"]} == {"QM2"}


def test_a_plan_is_limited_as_the_project_was_opened(folder: Path) -> None:
    (folder / "mqtune.toml").unlink()
    for state, depth in (("old", 1), ("new", 2)):
        (folder / state).mkdir()
        for name in ("QM1", "QM2"):
            script = f"runmqsc {name} <<EOF\nDEFINE QLOCAL(Q) MAXDEPTH({depth}) REPLACE\nEOF\n"
            (folder / state / f"{name}.sh").write_text(script)
    changes = [
        mqtune.api.open("new", **opened).ask("plan", old="old", new="new", **asked)["changes"]
        for opened, asked in (({}, {}), ({"qmgr": "QM2"}, {}), ({}, {"qmgr": "QM2"}))
    ]
    names = [{change["queue_manager"] for change in part} for part in changes]
    assert names == [{"QM1", "QM2"}, {"QM2"}, {"QM2"}]


@pytest.mark.parametrize(
    ("open", "message", "help"),
    [
        (lambda: mqtune.api.open("nowhere"), "no such file or directory: nowhere", "name an existing"),
        (lambda: mqtune.api.open(qmgr="QM9"), "QM9", "QM1"),
        (lambda: mqtune.api.open().ask("tracing"), "there is no question 'tracing'", "trace"),
        (lambda: mqtune.api.open().ask("trace"), "name is missing", ""),
        (
            lambda: mqtune.api.open().ask("trace", nam="Q"),
            "trace has no parameter 'nam'",
            "the nearest is name",
        ),
        (
            lambda: mqtune.api.open().ask("trace", name="Q", max_branchs=1),
            "'max_branchs'",
            "the nearest is max_branches",
        ),
        (lambda: mqtune.api.open().ask("access", for_="pet"), "for_ 'pet'", ""),
    ],
)
def test_errors_say_what_is_wrong_and_what_to_do(
    folder: Path, open: Callable[[], object], message: str, help: str
) -> None:
    with pytest.raises(mqtune.api.Error) as raised:
        open()
    assert message in raised.value.message
    assert help in raised.value.help
    assert str(raised.value).startswith(raised.value.message)


def test_every_error_of_a_project_file_is_reported(folder: Path) -> None:
    (folder / "mqtune.toml").write_text('mq-versoin = "9.4"\nprofile = 3\n')
    with pytest.raises(mqtune.api.Error) as raised:
        mqtune.api.open()
    every = [raised.value, *raised.value.others]
    assert [error.message.partition(": ")[0] for error in every] == ["mqtune.toml:1", "mqtune.toml:2"]
    assert "mq-version" in every[0].help


def test_secrets_are_masked_in_data_and_errors(folder: Path) -> None:
    (folder / "a.mqsc").write_text("DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) LDAPPWD('hunter2 hunter2')\n")
    project = mqtune.api.open()
    assert "hunter2" not in json.dumps([project.ask("show object", object="AUTHINFO(L)"), project.lint()])
    with pytest.raises(mqtune.api.Error) as raised:
        project.ask("query", display="DISPLAY AUTHINFO(*) WHERE(LDAPPWD XX 'hunter2')")
    assert "hunter2" not in str(raised.value)


def test_the_import_is_light() -> None:
    program = "import mqtune.api, sys; print('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    own = {name for name in done.stdout.split() if name.startswith("mqtune")}
    assert own == {
        *(
            "mqtune",
            "mqtune.api",
            "mqtune.present",
            "mqtune.present.lint_data",
            "mqtune.text",
            "mqtune.text.messages",
            "mqtune.text.record",
        )
    }
    assert (ROOT / "mqtune" / "py.typed").is_file()
