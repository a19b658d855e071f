"""`tune` gives the same answer as a function, on the command line and in an editor."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.present.answer import (
    BRIEF,
    MANAGER,
    MARKDOWN,
    OBJECT,
    RULE,
    SCREEN,
    TEXT,
    Answer,
    Code,
    Row,
    Rows,
    Section,
    Steps,
)
from mqtune.present.answer_text import data_of
from mqtune.present.shown import shown_sections
from mqtune.questions.asking import ask
from mqtune.questions.table import QUESTIONS
from mqtune.questions.tune import TuneData
from mqtune.session.opened import Scope, open
from tests.questions.conftest import Asker
from tests.questions.test_screen import CONSTANTS

LOADED = """\
mq-version = "9.4"
[[queue-manager]]
name = "QM1"
complete = true
queue-disk = "1 MB"
files = ["a.mqsc", "qm.ini"]
topic = [{ topic = "prices/#", publish-rate = 400000, subscribers = 60 }]
queue = [{ queue = "COPY", put-rate = 200, message-size = "2 KiB", persistent = false, consumers = 0 }]
"""
TOML = f"""{LOADED}
[[queue-manager]]
name = "QM2"
files = ["b.mqsc"]
[[queue-manager]]
name = "QM3"
files = ["c.mqsc"]
channel = [{{ channel = "APP", clients = 5 }}]
"""
FILES = {
    "a.mqsc": "DEFINE TOPIC(PRICES) TOPICSTR('prices')\n" + "DEFINE QLOCAL(COPY) CAPEXPRY(3000)\n" * 2,
    "qm.ini": "Log:\n   LogFilePages=4096\n",
    "b.mqsc": "DEFINE QLOCAL(B)\n",
    "c.mqsc": "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MAXINST(5)\n",
    "own.toml": CONSTANTS,
}


def asked(folder: Path, toml: str, files: dict[str, str], **given: object) -> Answer[TuneData]:
    for name, text in {"mqtune.toml": toml, **files}.items():
        (folder / name).write_text(text)
    qmgrs = given.pop("qmgrs", ())
    project = open(Scope((str(folder),))).narrowed((), qmgrs)
    return ask(QUESTIONS["tune"], project, given)


def by_title(answer: Answer[TuneData], layout: str) -> dict[str, Section]:
    return {section.title: section for section in shown_sections(answer.sections(layout), BRIEF)}


@pytest.mark.parametrize("seed", range(2))
def test_all_front_ends_give_the_same_answer(
    tmp_path: Path, asker: Callable[[Path], Asker], seed: int
) -> None:
    for name, text in {"mqtune.toml": TOML, **FILES}.items():
        (tmp_path / name).write_text(text)
    chance, asks, statuses = random.Random(seed), asker(tmp_path), set()
    calibrations = (str(tmp_path / "own.toml"), str(tmp_path / "gone.toml"), str(tmp_path / "qm.ini"), "")
    for _ in range(20):
        every = {"diff": (True, False, "yes", "no"), "calibration": calibrations}
        given = {name: chance.choice(values) for name, values in every.items() if chance.random() < 0.6}
        statuses.add(asks.agree("tune", given).status)
    assert statuses == {0, 2}


def test_a_part_of_the_files_is_tuned_as_the_command_does(
    tmp_path: Path, asker: Callable[[Path], Asker]
) -> None:
    whole = data_of(asked(tmp_path, TOML, FILES), {})
    for name in ("QM1", "QM2", "QM3"):
        part = data_of(asked(tmp_path, TOML, FILES, qmgrs=[name]), {})
        (tuning,) = part["queue_managers"]
        assert tuning in whole["queue_managers"]
        asks = asker(tmp_path)
        asks.paths.append(f"--qmgr={name}")
        command = asks.command(QUESTIONS["tune"], {"diff": True}).data
        assert command["queue_managers"] == [tuning]


def test_text_has_snippets_first_and_the_screen_changes_with_links(tmp_path: Path) -> None:
    answer = asked(tmp_path, TOML, FILES)
    assert answer.outcome == "changes"
    text = by_title(answer, TEXT)
    assert [*text][:4] == ["QM1: MQSC", "QM1: qm.ini", "QM1: held back", "QM1: open, no change settles it"]
    assert text["QM1: MQSC"].filed
    assert "without a declared load" in text
    screen = by_title(answer, SCREEN)
    assert [*screen][:3] == ["", "QM1: changes", "QM1: held back"]
    overview, changes = screen[""].body, screen["QM1: changes"].body
    assert isinstance(overview, Rows)
    assert isinstance(changes, Rows)
    assert [(row.label, row.target.kind) for row in overview.rows if row.target] == [
        ("QM1", MANAGER),
        ("QM2", MANAGER),
        ("QM3", MANAGER),
    ]
    assert [row.target.kind for row in changes.rows if row.text == "TOPIC(PRICES)" and row.target] == [OBJECT]
    assert Row("PubSubCacheSize", "48 -> 62", "the default") in changes.rows
    findings = screen["QM1: open, no change settles it"].body
    assert isinstance(findings, Steps)
    assert RULE in {step.target.kind for step in findings.steps if step.target}
    held_back = screen["QM1: held back"].body
    assert isinstance(held_back, Steps)
    assert [step.target.spec for step in held_back.steps if step.target] == ["QLOCAL(COPY)"]


@pytest.mark.parametrize("layout", [TEXT, SCREEN, MARKDOWN])
def test_a_diff_is_all_that_is_shown_and_the_rest_are_notes(tmp_path: Path, layout: str) -> None:
    answer = asked(tmp_path, TOML, FILES, diff=True)
    (section,) = answer.sections(layout)
    assert isinstance(section.body, Code)
    assert "+   PubSubCacheSize=62" in section.body.lines
    notes = [row.text for row in answer.notes.rows]
    assert notes[-1] == answer.headline
    assert any(note.startswith("QM1: held back: QLOCAL(COPY): MAXDEPTH(126000) instead of") for note in notes)


QUIET = "consumers = 1, burst = '0 B'"
NOTHING = "nothing to change for the declared load"
NOT_ALL = "no change is recommended, but not everything is settled: see below"


@pytest.mark.parametrize(
    ("load", "outcome", "verdict"),
    [
        (f"{QUIET}, get-rate = 900", "nothing to change", NOTHING),
        (f"{QUIET}, get-rate = 10", "not settled", NOT_ALL),
        ("consumers = 0", "not settled", NOT_ALL),
    ],
)
def test_nothing_to_change_is_said_only_if_everything_is_settled(
    tmp_path: Path, load: str, outcome: str, verdict: str
) -> None:
    queue = f"queue = 'COPY', put-rate = 200, message-size = '2 KiB', persistent = false, {load}"
    toml = "[[queue-manager]]\nname = 'A'\nfiles = ['a.mqsc', 'qm.ini']\nqueue-disk = '1 MB'\n"
    cap = " CAPEXPRY(3000)" if "consumers = 0" in load else ""
    files = {"a.mqsc": f"DEFINE QLOCAL(COPY){cap} REPLACE\n", "qm.ini": FILES["qm.ini"]}
    answer = asked(tmp_path, f"{toml}queue = [{{ {queue} }}]\n", files)
    assert answer.outcome == outcome
    overview = by_title(answer, SCREEN)[""].body
    assert isinstance(overview, Rows)
    assert overview.rows[0].note == verdict
    shown = [section.body for section in shown_sections(answer.sections(TEXT), BRIEF)]
    assert (shown == [Rows([Row("", verdict)])]) == (outcome == "nothing to change")


def test_queue_managers_without_a_load_have_one_question(tmp_path: Path) -> None:
    files = {"b.mqsc": FILES["b.mqsc"], "d.mqsc": "DEFINE QLOCAL(D)\n"}
    answer = asked(tmp_path, TOML.replace(LOADED, ""), files)
    body = by_title(answer, TEXT)["without a declared load"].body
    assert isinstance(body, Steps)
    assert len(body.steps) == 1
    assert asked(tmp_path, "", {"b.mqsc": FILES["b.mqsc"]}).outcome == "no load"


def test_the_constants_of_a_home_folder_are_found_without_a_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    answer = asked(tmp_path, TOML, FILES, calibration="~/own.toml", qmgrs=["QM1"])
    (data,) = data_of(answer, {})["queue_managers"]
    assert data["changes"][0]["figures"] == "calibrated"


def test_values_that_the_files_do_not_decide_are_listed_as_assumed(tmp_path: Path) -> None:
    whole = asked(tmp_path, TOML, FILES)
    part = asked(tmp_path, TOML, {**FILES, "qm.ini": "CHANNELS:\n"})
    text = "PubSubCacheSize of QM1 is 48 today: the files do not contain the whole qm.ini"
    assert (whole.data()["assumed"], part.data()["assumed"]) == ([], [text])
    assert f"assumed: {text}" in [row.text for row in part.notes.rows]
    changes = [data_of(answer, {})["queue_managers"][0]["changes"] for answer in (whole, part)]
    assert [change["settings"] for change in changes[0]] == [change["settings"] for change in changes[1]]
