"""The commands of experiments: lists, plans, and the live screen."""

from __future__ import annotations

import json

import pytest

from mqtune.cli.experiment_run import LiveView
from mqtune.lab.api import Request, start
from mqtune.lab.experiments import NAMES

ANSWERING = type("Answering", (), {"ask": lambda self, question: "yes"})


def test_all_experiments_are_listed_with_their_questions(mqtune):
    outcome = mqtune("experiment", "list")
    assert outcome.status == 0
    for name in NAMES:
        assert any(line.startswith(name) and line.endswith("?") for line in outcome.out.splitlines())


def test_one_experiment_is_shown_with_all_its_settings(mqtune):
    outcome = mqtune("experiment", "list", "topic-limit")
    assert "publishers" in outcome.out
    assert "a whole number" in outcome.out
    assert "drivers: cph, simulated, manual" in outcome.out


def test_the_list_for_programs(mqtune):
    data = json.loads(mqtune("experiment", "list", "--format", "json").out)
    assert [one["name"] for one in data["experiments"]] == list(NAMES)
    assert data["experiments"][0]["settings"][0]["name"] == "publishers"


def test_a_plan_for_programs_and_for_people_say_the_same(mqtune):
    words = ("experiment", "plan", "topic-limit", "--qmgr", "QM1", "--driver", "simulated")
    data = json.loads(mqtune(*words, "--format", "json").out)
    text = mqtune(*words).out
    assert data["simulated"] is True
    assert "SIMULATED" in data["notice"]
    assert data["command_line"] in text
    for arm in data["arms"]:
        assert " ".join(arm["processes"][0]["argv"]) in text


def test_an_empty_store_is_reported_with_its_folder(mqtune, folder):
    outcome = mqtune("experiment", "runs", "--store", "nowhere")
    assert outcome.status == 0
    assert "no experiments in nowhere" in outcome.err


def test_without_store_it_is_the_state_folder(mqtune, folder, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    mqtune("experiment", "run", "topic-limit", "--driver", "simulated", "--qmgr", "QM1", "--quiet")
    assert len(list((folder / "state" / "mqtune" / "experiments").glob("topic-limit-*.jsonl"))) == 1


def test_the_list_shows_what_is_left_of_an_experiment_and_unreadable_journals(mqtune, folder):
    mqtune(
        "experiment",
        "run",
        "topic-limit",
        "--driver",
        "simulated",
        "--qmgr",
        "QM1",
        "--quiet",
        "--store",
        "s",
    )
    journal = next((folder / "s").glob("topic-limit-*.jsonl"))
    step = {"event": "step", "time": "2026-11-22T00:00:00Z", "clock": 1.0, "kind": "set-up", "number": 1}
    step |= {"qmgr": "QM1", "what": "define a queue", "script": "DEFINE", "undo": "DELETE", "done": True}
    with journal.open("a") as file:
        file.write(json.dumps(step) + "\n")
    (folder / "s" / "broken-20261122-000000-0000.jsonl").write_text("{}\n")
    outcome = mqtune("experiment", "runs", "--store", "s")
    assert outcome.status == 0
    assert f"{journal.stem}: 1 step of its set-up not undone; `mqtune experiment clean" in outcome.err
    assert "topic-limit-" in outcome.out
    assert "broken-20261122-000000-0000.jsonl is not a journal" in outcome.err


@pytest.mark.parametrize("colour", [True, False])
def test_the_live_view_shows_status_arms_and_the_last_lines(folder, capsys, monkeypatch, colour):
    for name, value in (("FORCE_COLOR", "1"), ("COLUMNS", "120"), ("LINES", "40")):
        monkeypatch.setenv(name, value)
    view = LiveView(colour)
    request = Request("topic-limit", "QM1", "simulated", store=str(folder), seed=1)
    engine = start(request, ANSWERING(), view.take)
    engine.run()
    view.refresh()
    out = capsys.readouterr().out
    view.end()
    assert "SIMULATED: no queue manager was measured" in out
    assert "4 publishers" in out
    assert "closed: finished" in out
    assert "Ctrl-C to stop after this run" in out


def test_help_names_the_exit_statuses(mqtune):
    text = " ".join(mqtune("experiment", "run", "--help").out.split())
    assert "0 decided, 1 not decided, 3 decided against, 4 invalid" in text


def test_no_command_shows_a_secret_of_a_journal(mqtune, folder):
    run = (
        "experiment",
        "run",
        "topic-limit",
        "--driver",
        "simulated",
        "--qmgr",
        "QM1",
        "--quiet",
        "--store",
        "s",
    )
    mqtune(*run)
    journal = next((folder / "s").glob("topic-limit-*.jsonl"))
    planted = "https://app:Tr0ub4dor@host password=Tr0ub4dor PASSWORD('Tr0ub4dor')"
    lines = journal.read_text().splitlines()
    said = {"time": "2026-11-22T00:00:00Z", "clock": 1.0}
    step = said | {"event": "step", "kind": "set-up", "number": 1, "qmgr": "QM1", "what": planted}
    step |= {"script": f"DEFINE CHANNEL(A) PASSWORD('{planted}')", "undo": planted, "done": True}
    opened = lines[0].replace('"QM1"', json.dumps(planted))
    assert opened != lines[0]
    journal.write_text("\n".join([opened, *lines[1:], json.dumps(step)]) + "\n")
    commands = [(name, journal.stem) for name in ("show", "replay", "report")] + [("runs",)]
    commands += [("report", journal.stem, "--format", name) for name in ("html", "json", "markdown")]
    commands += [(name, journal.stem, "--format", "json") for name in ("show", "replay")]
    for command in [*commands, ("runs", "--format", "json"), ("compare", journal.stem, journal.stem)]:
        outcome = mqtune("experiment", *command, "--store", "s")
        assert outcome.out, (command, outcome.err)
        assert "Tr0ub4dor" not in outcome.out + outcome.err, command
        if "json" in command:
            assert [json.loads(line) for line in outcome.out.splitlines()]
    mqtune("experiment", "report", journal.stem, "--format", "html", "--output", "r.html", "--store", "s")
    assert "Tr0ub4dor" not in (folder / "r.html").read_text()


@pytest.mark.parametrize("format", ["text", "json"])
def test_what_a_driver_said_shows_no_secret(mqtune, folder, format):
    (folder / "out.txt").write_text("Connection refused: password=Tr0ub4dor https://app:Tr0ub4dor@host\n" * 2)
    for driver in ("cph", "jms", "mqldt"):
        outcome = mqtune("experiment", "read", "out.txt", "--driver", driver, "--format", format)
        assert outcome.out
        assert "Tr0ub4dor" not in outcome.out + outcome.err
