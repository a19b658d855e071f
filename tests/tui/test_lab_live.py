"""A running experiment in the Lab: stops, pauses, notes, questions, floods, resuming, and recommendations."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from textual.widgets import Input, Log

from mqtune.lab import api
from mqtune.lab.core.plan import OK, Check
from mqtune.lab.drivers.base import LogLine, RawRun
from mqtune.lab.simulation import simulated_driver
from mqtune.tui.areas.lab.running_experiment import QuestionDialog
from tests.tui.lab_steps import choose, ended, plan, put

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from mqtune.lab.core.experiment import Prompter
    from mqtune.lab.core.job import Job
    from tests.tui.conftest import Stage

pytestmark = pytest.mark.usefixtures("state")

NASTY = "[/foo] [$acc] \x1b[31mred\x07"


class Gate:
    """The simulated driver, in which each run waits for its turn; it can also print given lines."""

    def __init__(self, job: Job) -> None:
        self._driver = simulated_driver(job.case, job.seed)
        self.name, self.clock = self._driver.name, self._driver.clock
        self.simulated = True  # its clock is: no jump of the machine's clock
        self.turns = threading.Semaphore(0)
        self.making = threading.Event()
        self.stopped = False
        self.says: list[str] = []
        self.open = False

    def version(self) -> str:
        return self._driver.version()

    def stop(self, now: bool) -> None:
        self.stopped = self.stopped or now
        self._driver.stop(now)

    def make(self, number: int, order: Any, work: Any, listen: Any) -> RawRun:
        self.stopped = False
        self.making.set()
        for line in self.says:
            listen(LogLine("publisher", line))
        while not self.open and not self.turns.acquire(timeout=0.005):
            if self.stopped:
                return RawRun((), "cancelled", "stopped", None, 0.0, {}, {})
        return self._driver.make(number, order, work, listen)


class StepRecorder:
    """Records the MQSC that was run."""

    def __init__(self) -> None:
        self.ran: list[str] = []

    def run(self, qmgr: str, what: str, script: str) -> str:
        self.ran.append(script)
        return "One MQSC command read."

    undo = run

    def displayed(self, qmgr: str, command: str) -> str | None:
        return "STATUS(RUNNING)" if "QMSTATUS" in command else ""


class Rig:
    """The equipment of the experiments of a test."""

    def __init__(self) -> None:
        self.gates: list[Gate] = []
        self.steps: StepRecorder | None = None
        self.says: list[str] = []
        self.open = False

    def equip(self, job: Job, prompter: Prompter, *_: object) -> tuple[Gate, StepRecorder | None]:
        gate = Gate(job)
        gate.says, gate.open = self.says, self.open
        self.gates.append(gate)
        return gate, self.steps

    @property
    def gate(self) -> Gate:
        return self.gates[-1]


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> Rig:
    found = Rig()
    monkeypatch.setattr(api, "equip", found.equip)
    monkeypatch.setattr(api, "preflight", lambda *_: (Check("driver", OK, "pretended"),))
    return found


async def start(
    stage: Stage, pilot: Pilot[None], name: str = "topic-limit", driver: str = "simulated"
) -> None:
    await choose(stage, pilot, name, driver)
    await plan(stage, pilot)
    await pilot.press("enter")
    await pilot.pause()


def test_a_stop_lets_the_run_end_and_the_lab_resumes_it(stage: Stage, rig: Rig) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await start(stage, pilot)
        await stage.until(pilot, "pilot, run 1")
        await pilot.press("x")
        await stage.until(pilot, "stopping after this run")
        rig.gate.turns.release()
        await ended(stage, pilot)
        result = pilot.app.screen.feed.live.result
        assert [one.state for one in result.runs.values()] == ["ended"]
        assert result.closed is not None
        assert "UNFINISHED   1 run kept (stopped" in stage.text(pilot)  # only the word is in capitals
        await pilot.press("x")
        await stage.until(pilot, "has ended; Enter shows the result")
        await pilot.press("escape")
        await pilot.pause()
        await stage.until(pilot, "resume")
        await pilot.press("end")
        await stage.until(pilot, f"{result.id}")
        await pilot.press("g")
        await stage.until(pilot, f"result {result.id}")
        await pilot.press("escape", "1")
        await stage.until(pilot, "resume: SIMULATED topic-limit on QM1 (1 run)")
        await pilot.press("5")
        await stage.until(pilot, "Enter resumes it where it stopped")
        rig.open = True
        await pilot.press("enter")
        await ended(stage, pilot)
        assert pilot.app.screen.feed.live.result.verdict.word == "winner"
        assert pilot.app.screen.feed.live.result.sessions == 2
        assert pilot.app.screen.feed.live.result.id == result.id
        await pilot.press("1")
        await stage.until(pilot, "1 result, the last SIMULATED topic-limit on QM1: winner")

    stage.play(scene)


def test_a_run_is_annotated_paused_resumed_and_stopped(stage: Stage, rig: Rig) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await start(stage, pilot)
        await stage.until(pilot, "run 1")
        await pilot.press("question_mark")
        await stage.until(pilot, "stop when this run has ended")
        await pilot.press("escape")
        await pilot.press("enter")
        await stage.until(pilot, "still running")
        await pilot.press("v")
        await stage.until(pilot, "nothing measured yet")
        await pilot.press("n")
        await pilot.pause()
        await pilot.press(*"backup", "enter")
        await pilot.press("p")
        await stage.until(pilot, "pausing after this run")
        rig.gate.turns.release()
        await stage.until(pilot, "paused: press p")
        assert "topic-limit on QM1 (test) · paused" in stage.text(pilot)
        assert "QM1 18% paused" in stage.text(pilot) or "% paused" in stage.text(pilot)
        await stage.until(pilot, "note: backup")
        await pilot.press("p")
        await stage.until(pilot, "run 2:")
        assert "3 publishers     0" in stage.text(pilot)
        assert "The pilot measures the noise" in stage.text(pilot)
        await pilot.press("X")
        await ended(stage, pilot)
        outcomes = [one.ended.outcome for one in pilot.app.screen.feed.live.result.runs.values()]
        assert outcomes == ["ok", "cancelled"]
        await pilot.press("enter", "end")
        await stage.until(pilot, "backup")

    stage.play(scene, size=(200, 50))


def test_leaving_the_area_stops_nothing(stage: Stage, rig: Rig) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await start(stage, pilot)
        await stage.until(pilot, "run 1")
        await pilot.press("1")
        await pilot.pause()
        for _ in range(3):
            rig.gate.turns.release()
        await stage.until(pilot, "topic-limit on QM1 14%")
        await pilot.press("5")
        await stage.until(pilot, "block 1, run 4")
        assert "noise" in stage.text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        await stage.until(pilot, "▶ topic-limit on QM1")
        await pilot.press("home", "enter")
        await stage.until(pilot, "block 1, run 4")
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("down", "enter")
        await stage.until(pilot, "Enter shows the plan")
        await pilot.press("enter")
        await stage.until(pilot, "topic-limit on QM1 is running: one experiment at a time")
        await pilot.press("enter")
        await pilot.pause()
        assert len(rig.gates) == 3  # two for checks, one that runs
        await pilot.press("ctrl+c", "n")
        await ended(stage, pilot)

    stage.play(scene, size=(120, 40))


@pytest.mark.parametrize("answer", ["a", "n"])
def test_quitting_leaves_a_complete_journal(stage: Stage, rig: Rig, answer: str) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await start(stage, pilot)
        await stage.until(pilot, "run 1")
        await pilot.press("q")
        await pilot.pause()
        assert "topic-limit on QM1 is running" in stage.text(pilot)
        rig.gate.open = answer == "a"
        await pilot.press(answer)
        await pilot.pause()

    assert stage.play(scene).return_code == 0
    found, errors = api.results()
    assert errors == []
    assert found[0].closed is not None
    assert found[0].stopped


def test_a_flood_of_lines_is_shown_as_its_last_lines(stage: Stage, rig: Rig) -> None:
    rig.says = [f"{number} {NASTY}" for number in range(5_000)]

    async def scene(pilot: Pilot[None]) -> None:
        await start(stage, pilot)
        await stage.until(pilot, "run 1")
        await pilot.press("l")
        await stage.until(pilot, "4999 [/foo] [$acc] \\x1b[31mred\\x07")
        log = pilot.app.screen.query_one(Log)
        assert log.line_count <= 400
        await pilot.press("escape")
        await pilot.pause()
        assert "arms" in stage.text(pilot)
        await pilot.press("X")
        await ended(stage, pilot)

    stage.play(scene)


def test_the_queue_of_a_flood_is_bounded(stage: Stage, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 2_000
    monkeypatch.setattr("mqtune.tui.areas.lab.running_experiment.MOST_WAITING", most)
    rig.says = ["x" * 300] * (most * 2)

    async def scene(pilot: Pilot[None]) -> None:
        await start(stage, pilot)
        running = pilot.app.running
        await stage.when(pilot, rig.gate.making.is_set, "the first run")
        assert len(running._waiting) <= most + 100
        await pilot.press("X")
        await ended(stage, pilot)
        assert running.live.result.closed is not None

    stage.play(scene)


def test_consent_shows_the_exact_mqsc(stage: Stage, rig: Rig) -> None:
    rig.steps, rig.open = StepRecorder(), True

    async def scene(pilot: Pilot[None]) -> None:
        await start(stage, pilot, "expiry", "cph")
        assert isinstance(pilot.app.screen, QuestionDialog)
        assert "DEFINE QLOCAL" in stage.text(pilot)
        await pilot.press("n")
        await stage.until(pilot, "nothing was changed")
        assert rig.steps.ran == []
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("y")
        await stage.until(pilot, "set ExpiryInterval=30")
        await pilot.press("y")
        await stage.until(pilot, "If not: it stays as it is")
        await pilot.press("y")
        await ended(stage, pilot)
        assert any("DEFINE QLOCAL" in script for script in rig.steps.ran)
        assert any("DELETE QLOCAL" in script for script in rig.steps.ran)
        assert "SIMULATED: no queue" not in stage.text(pilot)

    stage.play(scene, size=(120, 40))


def test_production_requires_the_name_to_be_typed(stage: Stage, rig: Rig, project: Path) -> None:
    file = project / "mqtune.toml"
    file.write_text(file.read_text().replace('"test"', '"production"'))
    rig.open = True

    async def scene(pilot: Pilot[None]) -> None:
        await choose(stage, pilot, "topic-limit", "cph")
        await plan(stage, pilot)
        await pilot.press("enter")
        await stage.until(pilot, "QM1 is in production")
        await pilot.press(*"qm1", "enter")
        await stage.until(pilot, "expected QM1")
        assert pilot.app.running is None
        pilot.app.screen.query_one(Input).value = "QM1"
        await pilot.press("enter")
        await ended(stage, pilot)
        assert pilot.app.screen.feed.live.result.verdict is not None

    stage.play(scene)


def test_resuming_an_undecided_experiment_asks_for_more_minutes(stage: Stage, rig: Rig) -> None:
    rig.open = True

    async def scene(pilot: Pilot[None]) -> None:
        await choose(stage, pilot)
        await put(pilot, "max minutes", "2")
        await plan(stage, pilot)
        await pilot.press("enter")
        await ended(stage, pilot)
        assert "UNDECIDED" in stage.text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        await stage.until(pilot, "resume")
        await pilot.press("end", "enter")
        await stage.until(pilot, "undecided after 2 minutes")
        pilot.app.screen.query_one(Input).value = "30"
        await pilot.press("enter")
        await ended(stage, pilot)
        assert pilot.app.screen.feed.live.result.verdict.word == "winner"

    stage.play(scene)


LOADED = """\
mq-version = "9.4"

[[queue-manager]]
name = "QM1"
role = "test"
cores = 8
files = ["qm1.mqsc", "qm.ini"]

[[queue-manager.topic]]
topic = "prices/#"
publish-rate = 5000
publishers = 4
binding = "fastpath"
subscribers = 90
message-size = "2 KiB"
persistent = false
"""


def test_the_recommendation_is_saved_written_to_the_files_and_confirmed(
    stage: Stage, rig: Rig, project: Path
) -> None:
    rig.open = True
    (project / "mqtune.toml").write_text(LOADED)
    (project / "qm.ini").write_text("TuningParameters:\n   PubSubCacheSize=62\n")

    async def scene(pilot: Pilot[None]) -> None:
        await start(stage, pilot, "fan-out", "cph")
        await pilot.press("y")
        await ended(stage, pilot)
        result = pilot.app.screen.feed.live.result
        assert result.verdict.word == "winner", (result.verdict, pilot.app.screen.feed.error)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter")
        await stage.when(pilot, lambda: pilot.app.screen.follows is not None, "the tuned files")
        assert "fan-out" in " ".join(pilot.app.screen.follows.models)
        await pilot.press("enter")
        await stage.until(pilot, "Enter writes it")
        assert "+   PubSubCacheSize=" in stage.text(pilot)
        await pilot.press("enter")
        await stage.until(pilot, "wrote qm.ini")
        assert "PubSubCacheSize=62" not in (project / "qm.ini").read_text()
        await stage.settled(pilot)
        await pilot.press("u")
        await stage.until(pilot, "wrote qm.ini")
        assert "PubSubCacheSize=62" in (project / "qm.ini").read_text()
        await stage.settled(pilot)
        await stage.until(pilot, "Nothing is executed here")
        assert result.id in stage.text(pilot)
        for key, name in (("s", "mine.ini"), ("K", "mine.toml")):
            await pilot.press(key)
            await pilot.pause()
            pilot.app.screen.query_one(Input).value = name
            await pilot.press("enter")
            await stage.until(pilot, f"written: {name}")
        assert result.id in (project / "mine.ini").read_text()
        assert "[[constant]]" in (project / "mine.toml").read_text()
        await pilot.press("s")
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = "mine.ini"
        await pilot.press("enter")
        await stage.until(pilot, "already exists")
        await pilot.press("escape", "y")
        assert result.id in pilot.app.clipboard
        await pilot.press("c")
        await stage.until(pilot, "then answer yes: it is measured again")
        await pilot.press("y")
        await stage.until(pilot, "fan-out on QM1")
        while pilot.app.running is not None:
            await pilot.pause(0.05)
            if isinstance(pilot.app.screen, QuestionDialog):
                await pilot.press("y")
        await stage.until(pilot, f"confirmation of {result.id}")
        assert not [words for words in stage.toasts if "asks you" in words]  # the dialog was on the screen
        again = pilot.app.screen.feed.live.result
        assert (again.confirming.of, again.applied) == (result.id, True)
        assert again.confirmed is not None
        assert any(line.startswith("tune: ") for line in again.confirming.conclusions)

    stage.play(scene, size=(120, 40))


def test_a_failed_check_prevents_the_plan_and_a_question_about_files_can_wait(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")

    async def scene(pilot: Pilot[None]) -> None:
        await choose(stage, pilot, "topic-limit", "cph")
        await pilot.press("enter")
        await stage.until(pilot, "failed")
        await pilot.press("enter")
        await stage.until(pilot, "driver failed")
        assert "Preflight" in stage.text(pilot)
        await pilot.press("escape")
        await start(stage, pilot, "topic-limit", "manual")
        await stage.until(pilot, "Paths of the output files")
        assert "cph" in stage.text(pilot)
        await pilot.press("escape")
        await stage.until(pilot, "asks you: run 1")
        await pilot.press("enter")
        await stage.until(pilot, "Paths of the output files")
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("X")
        await ended(stage, pilot)
        assert "UNFINISHED" in stage.text(pilot)

    stage.play(scene, size=(120, 40))
