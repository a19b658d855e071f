"""No connection before consent, and none from any command that only reads files."""

from __future__ import annotations

import io
import json
import os
import socket
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from mqtune._build.command_line import all_commands as every_command
from tests.cli.conftest import Run

# programs that connect, and those that mqtune starts on a machine with IBM MQ
REACHING = ("ssh", "scp", "sftp", "kubectl", "curl", "sudo", "runmqsc", "planted")
PROJECT = """\
mq-version = "9.4"
[[queue-manager]]
name = "QM1"
files = ["qm1.mqsc"]
[[host]]
name = "mq1"
ssh = "mqm@mq1.example"
path = ["/srv/bin"]
python = "/opt/python3"
queue-managers = ["QM1"]
environment = { MQSERVER = "A/TCP/b", MQ_PASSWORD = "hunter22" }
"""
INVENTORY = "[drivers]\ndrv1 ansible_user=mqm ansible_port=2222\ndrv2\n"


@pytest.fixture
def calls(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file with the calls of programs that connect; what uses the network itself fails."""
    log = folder / "calls"
    stand_ins = folder / "stand-ins"
    stand_ins.mkdir()
    for name in REACHING:
        program = stand_ins / name
        program.write_text(f'#!/bin/sh\necho "{name} $*" >> "{log}"\nexit 255\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{stand_ins}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))

    def refused(*words: object, **named: object) -> NoReturn:
        raise AssertionError("a connection was opened")

    for name in ("connect", "connect_ex", "sendto", "bind"):
        monkeypatch.setattr(socket.socket, name, refused)
    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, refused)
    (folder / "mqtune.toml").write_text(PROJECT)
    (folder / "qm1.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    (folder / "hosts.ini").write_text(INVENTORY)
    return log


def said(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """What the user types."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(words))


RUN = "experiment run fan-out --qmgr QM1 --driver cph --store store"
SIMULATION = "experiment run topic-limit --qmgr QM1 --driver simulated --store store --max-minutes 1"
PLACES = (
    [],
    ["--host", "mq1"],
    ["--host", "someone@elsewhere.example"],
    ["--host", "drivers", "--inventory", "hosts.ini"],
    ["--host", "drv2", "--host", "mq1", "--inventory", "hosts.ini"],
)


@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("name", ["fan-out", "triplets"])
def test_a_plan_connects_to_no_host_and_shows_the_connections_of_a_run(
    calls: Path, mqtune: Run, places: list[str], form: str, name: str
) -> None:
    done = mqtune(*f"experiment plan {name} --qmgr QM1 --driver cph --format {form}".split(), *places)
    assert done.status == 0, done.err
    assert not calls.exists()
    assert "-- mqm@mq1.example" in done.out
    assert "/srv/bin" in done.out
    assert "/opt/python3" in done.out
    assert "mqtune.toml:5" in done.out
    assert "hunter22" not in done.out
    if "hosts.ini" in places:
        assert "of hosts.ini" in done.out
    if form == "text":
        assert "a plan opens no connection" in done.out


@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("answer", ["no\n", "", "\n", "maybe\n"])
def test_a_run_asks_before_the_first_connection(
    calls: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch, places: list[str], answer: str
) -> None:
    said(monkeypatch, answer)
    done = mqtune(*RUN.split(), *places)
    assert done.status == 2
    assert not calls.exists()
    assert "connects to other hosts" in done.err
    assert "ssh -T -x -a" in done.err
    assert "-- mqm@mq1.example" in done.err
    assert "host mq1 of " in done.err
    assert "none was made" in done.err
    assert not (Path("store")).exists()


@pytest.mark.parametrize("consent", [["--yes"], []])
def test_a_run_connects_after_consent(
    calls: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch, consent: list[str]
) -> None:
    said(monkeypatch, "yes\n")
    done = mqtune(*RUN.split(), *consent)
    assert done.status == 2  # the stand-in of ssh does not connect
    assert "-- mqm@mq1.example" in calls.read_text()


@pytest.mark.parametrize("command", ["resume", "clean", "confirm"])
def test_the_hosts_of_a_journal_are_asked_for_as_well(
    calls: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    said(monkeypatch, "")
    journal = journal_with_hosts(mqtune)
    done = mqtune("experiment", command, journal, "--store", "store")
    assert done.status == 2
    assert not calls.exists()
    assert "is not decided" in done.err or "none was made" in done.err


def test_an_option_of_a_journal_that_runs_a_program_is_refused(calls: Path, mqtune: Run) -> None:
    journal = Path(journal_with_hosts(mqtune))
    journal.write_text(journal.read_text().replace('"options":[]', '"options":["-oProxyCommand=touch x"]'))
    for command in ("resume", "clean"):
        done = mqtune("experiment", command, str(journal), "--yes", "--store", "store")
        assert done.status == 2
        assert "ProxyCommand" in done.err
        assert not calls.exists()


def journal_with_hosts(mqtune: Run) -> str:
    """A journal of a simulation, as if it had been measured on another host."""
    done = mqtune(*SIMULATION.split())
    assert done.status in (0, 1), done.err
    (path,) = Path("store").glob("*.jsonl")
    host = '{"name":"mq1","destination":"mqm@mq1.example","options":[]}'
    first, *rest = path.read_text().splitlines()
    first = first.replace('"driver":"simulated"', '"driver":"cph"')
    first = first.replace('"queue_manager_hosts":{}', f'"queue_manager_hosts":{{"QM1":{host}}}')
    assert host in first
    path.write_text("\n".join([first, *rest[:2]]) + "\n")
    return str(path)


@pytest.mark.parametrize("command", ["resume", "clean"])
def test_the_commands_of_a_journal_are_shown_before_they_run(
    calls: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    step = {
        "event": "step", "time": "", "clock": 0.0, "kind": "setup", "number": 1, "qmgr": "QM1",
        "what": "queues", "script": "DEFINE QLOCAL(A)", "done": True,
        "undo": "DELETE QLOCAL(PAYMENTS) PURGE\n",
    }  # fmt: skip
    journal = stored_journal(mqtune, "cph", step)
    said(monkeypatch, "no\n")
    done = mqtune("experiment", command, journal, "--store", "store")
    assert done.status == 2
    assert "DELETE QLOCAL(PAYMENTS) PURGE" in done.err
    assert "nothing was done" in done.err
    assert not calls.exists()
    mqtune("experiment", "clean", journal, "--store", "store", "--yes")
    assert "runmqsc QM1" in calls.read_text()


@pytest.mark.parametrize("command", ["resume", "clean", "confirm"])
@pytest.mark.parametrize("driver", ["jms", "cph"])
def test_a_program_that_a_journal_names_is_shown_before_it_starts(
    calls: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch, command: str, driver: str
) -> None:
    program = str(calls.parent / "stand-ins" / "planted")
    journal = stored_journal(mqtune, driver, settings={"java": program})
    said(monkeypatch, "no\n")
    done = mqtune("experiment", command, journal, "--store", "store")
    assert done.status == 2
    assert f"java={program}" in done.err or "is not decided" in done.err
    assert not calls.exists()


def test_a_jar_of_a_repository_is_started_only_if_it_is_named(
    calls: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(monkeypatch, "no\n")
    Path(".git").mkdir()
    Path("perfharness.jar").write_text("planted")
    planted = Path("stand-ins", "java")
    planted.write_text(f'#!/bin/sh\necho "java $*" >> "{calls}"\nexit 1\n')
    planted.chmod(0o755)
    Path("mqtune.toml").unlink()
    words = (
        "experiment",
        "run",
        "jms-put-get",
        "--qmgr",
        "QM1",
        "--driver",
        "jms",
        "--store",
        "store",
        "--yes",
    )
    done = mqtune(*words)
    assert done.status == 2
    assert "perfharness.jar is in a repository" in done.err
    assert not calls.exists() or "java" not in calls.read_text()
    mqtune(*words, "--set", "class-path=./perfharness.jar")
    assert "java -version" in calls.read_text()


def stored_journal(mqtune: Run, driver: str, *more: object, settings: dict[str, str] | None = None) -> str:
    """The journal of a simulation that ended early, as if of another driver, with more in it."""
    assert mqtune(*SIMULATION.split()).status in (0, 1)
    (path,) = Path("store").glob("*.jsonl")
    first, *rest = path.read_text().splitlines()
    opened = json.loads(first)
    opened |= {"driver": driver, "simulated": False, "settings": opened["settings"] | (settings or {})}
    path.write_text("\n".join([json.dumps(opened), *rest[:2], *map(json.dumps, more)]) + "\n")
    return str(path)


# every command with arguments with which it reads all it can; `experiment run` and `collect` are below
ARGUMENTS = {
    "lint": [["lint"], ["lint", "--verbose"], ["lint", "--show-settings"], ["lint", "--diff"]],
    "tui": [],
    "init": [["init", "--stdout"]],
    "rules": [["rules"]],
    "explain": [["explain", "QUE005"]],
    "fmt": [["fmt", "--check"]],
    "lsp": [],
    "schema": [["schema", "project"]],
    "tune": [["tune"]],
    "budget": [["budget"], ["budget", "--format", "markdown"]],
    "plan": [["plan", "qm1.mqsc", "qm1.mqsc"], ["plan", "--since", "HEAD"]],
    "query": [["query", "DISPLAY QLOCAL(*)"]],
    "trace": [["trace", "put", "A"]],
    "access": [["access", "--user", "app"]],
    "report": [["report", "-o", "report.html"]],
    "collect": [
        ["collect", "--plan", "--from", "ssh:mq1.example"],
        ["collect", "--plan", "--from", "rest:https://h"],
    ],
    "baselines": [["baselines", "show"]],
    "completion": [["completion", "bash"]],
    "upgrade": [["upgrade"]],
    "diagnose": [["diagnose", "2085"]],
    "load": [["load", "read", "qm1.mqsc"]],
}


def all_commands() -> list[tuple[str, ...]]:
    return [tuple(one.words.split()) for one in every_command()]


@pytest.mark.parametrize("command", all_commands(), ids=" ".join)
def test_no_command_that_reads_files_opens_a_connection(
    calls: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """With nothing, with a folder, and with arguments of its own; errors of use are as good as answers."""
    if command in (("tui",), ("lsp",)):
        pytest.skip("these wait for a terminal or an editor")
    said(monkeypatch, "")
    attempts: list[list[str]] = [list(command), [*command, "."], [*command, "QM1", "."]]
    attempts += ARGUMENTS.get(command[0], [])
    attempts = [words for words in attempts if words[0] != "collect" or "--plan" in words]
    for words in attempts:
        done = mqtune(*words)
        assert "a connection was opened" not in done.err + done.out, words
    assert not calls.exists()
