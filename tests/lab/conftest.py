"""Writing driver output into a file and reading it back; a host where the drivers are stand-ins."""

from __future__ import annotations

import contextlib
import json
import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from mqtune.lab.core.definition import Definition, ExperimentSetting, Factor, LabError
from mqtune.lab.core.experiment import (
    Advice,
    ConfigSnippet,
    Experiment,
    MeasuredConstant,
    Mqsc,
    Process,
    Prompt,
    Step,
    Target,
    Work,
)
from mqtune.lab.core.job import Job
from mqtune.lab.core.run import Arm, Block, DriverOutput, Estimate, Interval, Order, Run, Verdict
from mqtune.lab.drivers.base import LiveData, LogLine, RawRun, Sample
from mqtune.lab.drivers.processes import surroundings
from mqtune.lab.engine.engine import ExperimentEngine, RunContext
from mqtune.lab.journal.events import JournalEntry, to_json
from mqtune.lab.journal.journal import Journal
from mqtune.lab.journal.result import Result, result_of
from mqtune.lab.journal.store import entries_in, entries_of, opening
from mqtune.lab.output import read_output

Read = Callable[..., DriverOutput]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a text or bytes as the output of a driver."""

    def reading(driver: str, content: str | bytes) -> DriverOutput:
        path = tmp_path / "output.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_output(str(path), driver)

    return reading


STANDIN = Path(__file__).resolve().parent / "standin"


class PretendedHost:
    """A host with stand-ins of MQ's programs and of the drivers on the path; see standin/pretended.py."""

    def __init__(self, folder: Path, environment: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._environment = environment
        folder.mkdir()
        for name in [name for name in os.environ if name.startswith(("STANDIN_", "MQTUNE_"))]:
            environment.delenv(name)
        environment.setenv("PATH", os.pathsep.join((str(STANDIN / "bin"), os.environ["PATH"])))
        environment.setenv("STANDIN_HOME", str(folder))
        environment.setenv("TMPDIR", str(folder))
        environment.setenv("MQTUNE_LOCKS", str(folder))
        environment.setattr("mqtune.lab.engine.preflight.usable_cores", lambda: 64)
        environment.setattr(surroundings, "MARGINS", dict.fromkeys(surroundings.MARGINS, math.inf))
        environment.setattr("mqtune.lab.core.job.RUNS", 1)
        # rates as the drivers print them: intervals that look long on a loaded machine would lower them
        environment.setattr("mqtune.lab.drivers.processes.outcomes._LATE_SECONDS", math.inf)
        self.speed(50)

    def speed(self, times: float) -> None:
        """Let the drivers live so many times faster than the clock."""
        self._environment.setenv("STANDIN_SPEED", str(times))

    def set(self, name: str, value: str) -> None:
        """Set a variable of the stand-ins, such as FAULT, by its name without STANDIN_."""
        self._environment.setenv(f"STANDIN_{name}", value)

    def queue_manager(self, name: str = "QM1", status: str = "Running", *objects: str) -> Path:
        """A queue manager with objects such as QLOCAL(Q1), and its folder."""
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        (folder / "status").write_text(status)
        (folder / "objects.json").write_text(json.dumps({one: {} for one in objects}))
        return folder

    def processes(self) -> list[str]:
        """The command lines of all processes that were started here and are still there."""
        mark, found = f"STANDIN_HOME={self.folder}".encode(), []
        for process in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                other = process.name.isdigit() and int(process.name) != os.getpid()
                if other and mark in (process / "environ").read_bytes():
                    found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        return found

    def objects(self, name: str = "QM1") -> dict[str, dict[str, str]]:
        """What is defined on a queue manager now."""
        found: dict[str, dict[str, str]] = json.loads((self.folder / name / "objects.json").read_text())
        return found


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PretendedHost:
    """A host where every program of an experiment is a stand-in."""
    return PretendedHost(tmp_path / "host", monkeypatch)


@dataclass
class HandClock:
    """A clock that goes on only when somebody waits."""

    time: float = 0.0

    def now(self) -> float:
        return self.time

    def wait(self, seconds: float) -> None:
        self.time += seconds


class PretendedDriver:
    """A driver that gives a steady rate for each arm, and misbehaves where `acts` says so for a run."""

    name = "cph"
    simulated = False

    def __init__(self) -> None:
        self.clock = HandClock()
        self.rates: dict[str, float] = {"a": 1000.0, "b": 1200.0}
        self.acts: dict[int, Callable[[], RawRun | None]] = {}
        self.made: list[tuple[int, str]] = []
        self.stopped = False

    def version(self) -> str:
        return "pretended 1.0"

    def stop(self, now: bool) -> None:
        self.stopped = self.stopped or now

    def make(self, number: int, order: Order, work: Work, listen: Callable[[LiveData], None]) -> RawRun:
        self.stopped = False
        self.made.append((number, order.arm.name))
        if number in self.acts and (raw := self.acts[number]()) is not None:
            return raw
        listen(LogLine("$", "cph"))
        samples = []
        for second in range(1, int(order.seconds) + 1):
            self.clock.wait(1.0)
            wave = 1 + 0.001 * ((second + number) % 3 - 1)
            samples.append(Sample(float(second), self.rates[order.arm.name] * wave, 1))
            listen(samples[-1])
            if self.stopped:
                return RawRun(tuple(samples), "cancelled", "stopped", None, float(second), {}, {})
        return RawRun(tuple(samples), "ok", "the run is complete", None, order.seconds, {}, {})


class PretendedHands:
    """Runs MQSC by remembering it; a script in `failing` fails, a command in `shows` shows something."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.failing: set[str] = set()
        self.shows: dict[str, str | None] = {}

    def run(self, qmgr: str, what: str, script: str) -> str:
        self.ran.append(script)
        if script in self.failing:
            raise LabError(f"{script} failed on {qmgr}", "look at it")
        return "One MQSC command read."

    def undo(self, qmgr: str, what: str, script: str) -> str:
        return self.run(qmgr, what, script)

    def displayed(self, qmgr: str, command: str) -> str | None:
        return self.shows.get(command, "")


class PretendedPrompter:
    """Says yes, or what `answers` has for a kind of question; a function is called with the question."""

    def __init__(self) -> None:
        self.answers: dict[str, str | Callable[[Prompt], str]] = {}
        self.asked: list[Prompt] = []

    def ask(self, question: Prompt) -> str:
        self.asked.append(question)
        answer = self.answers.get(question.kind, "yes")
        return answer if isinstance(answer, str) else answer(question)


class Rounds:
    """A method of `blocks` blocks with both arms, then a winner, whatever the values are."""

    def __init__(self, blocks: int) -> None:
        self.blocks = blocks

    def next(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        done = sum(1 for run in history if run.counts) // 2
        if done >= self.blocks:
            best = Interval(1200.0, 1190.0, 1210.0, "messages/s")
            arm = Arm("b", {"threads": 2})
            return Verdict("winner", "enough blocks", "b wins", arm, self.estimates(history), {"best": best})
        if spent >= budget:
            return Verdict("undecided", "enough blocks", "nobody knows", minutes_needed=5.0)
        arms = (Arm("a", {"threads": 1}), Arm("b", {"threads": 2}))
        return Block(tuple(Order(arm, 20.0, 5.0) for arm in arms), f"block {done + 1}")

    def estimates(self, history: Sequence[Run]) -> tuple[Estimate, ...]:
        arms = {run.order.arm.name: run.order.arm for run in history}
        return tuple(Estimate(arm, 1, None) for arm in arms.values())


class PretendedExperiment(Experiment):
    """Two arms, a queue that is made and deleted, and an attribute that is altered between the arms."""

    def __init__(self) -> None:
        self.blocks = 3
        self.steps: tuple[Step, ...] = (
            Mqsc("QM1", "define the queue", "DEFINE QLOCAL(MQTUNE.Q)", "DELETE QLOCAL(MQTUNE.Q)"),
        )
        self.alters = False
        super().__init__(
            Definition(
                name="pretended",
                question="Which is better?",
                hypothesis="b is.",
                factors=(Factor("threads", "threads", "threads", "3 and more"),),
                held_constant=("all else",),
                touches=("makes a queue",),
                guard_rails=("none",),
                decision="the better one",
                recommends="the better one",
                pitfalls=("there are some",),
                source="none",
                simulated="nothing",
                measure="messages",
                unit="messages/s",
                drivers=("cph",),
                settings=(ExperimentSetting("threads", "list", (1, 2), "threads"),),
                minutes=3.0,
                pilot=False,
            )
        )

    def arms(self) -> tuple[Arm, ...]:
        return (Arm("a", {"threads": 1}), Arm("b", {"threads": 2}))

    def setup(self) -> tuple[Step, ...]:
        return self.steps

    def between(self, before: Arm | None, after: Arm) -> tuple[Step, ...]:
        if not self.alters or (before and before.name == after.name):
            return ()
        script = f"ALTER QLOCAL(MQTUNE.Q) DESCR('{after.name}')"
        return (Mqsc("QM1", f"set up {after.name}", script, "ALTER QLOCAL(MQTUNE.Q) DESCR('')"),)

    def work(self, order: Order) -> Work:
        argv = ("cph", "-tc", "Sender", "-nt", "1", "-jb", self.target.qmgr)
        return Work((Process("sender", argv, "cph", 1, order.seconds, measured=True),))

    def value(self, run: Run) -> float | None:
        return None

    def method(self, seed: int, repeat: int | None) -> Rounds:
        return Rounds(self.blocks)

    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        snippet = ConfigSnippet("mqsc", "ALTER QLOCAL(Q) MAXDEPTH(5000)\n")
        return Advice(
            ("take b",), (snippet,), (MeasuredConstant("topic-limit", "limit_per_s", 1200.0, 1190.0, 1210.0),)
        )

    def truth(self, order: Order) -> dict[str, float]:
        return {"rate": 1000.0}


class Bench:
    """An engine with everything around it pretended, and its journal in a folder."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "pretended-20261122-000000-abcd.jsonl")
        self.experiment = PretendedExperiment()
        self.driver, self.step_runner, self.prompter = (
            PretendedDriver(),
            PretendedHands(),
            PretendedPrompter(),
        )
        self.listener: Callable[[JournalEntry], None] = lambda entry: None
        self.role, self.production = "test", frozenset[str]()
        self.minutes = 60.0
        self.level: tuple[int, ...] | None = (9, 4)
        self.cores: int | None = 8
        self.known: Verdict | None = None
        self.wall: Callable[[], float] = lambda: 1000.0 + self.driver.clock.time

    def job(self) -> Job:
        return Job(
            experiment=self.experiment,
            settings={"threads": (1, 2)},
            target=Target("QM1", self.level, self.cores),
            driver="simulated" if self.driver.simulated else "cph",
            seed=1,
            max_minutes=self.minutes,
            role=self.role,
            command_line="mqtune experiment run pretended --driver cph --qmgr QM1",
            production=self.production,
        )

    def around(self, journal: Journal) -> RunContext:
        step_runner = None if self.driver.simulated else self.step_runner
        return RunContext(
            self.driver, self.prompter, step_runner, journal, self.listener, self.wall, known=self.known
        )

    def engine(self) -> ExperimentEngine:
        """A new experiment."""
        job = self.job()
        first = JournalEntry(
            "2026-11-22T00:00:00.000Z", 0.0, opening(job, "pretended-20261122-000000-abcd", "1.0")
        )
        journal = Journal.create(self.path, to_json(first))
        return ExperimentEngine(job, self.around(journal), result_of([first]))

    def again(self) -> ExperimentEngine:
        """The same experiment in another process."""
        journal, recording = Journal.open(self.path)
        return ExperimentEngine(self.job(), self.around(journal), result_of(entries_in(self.path, recording)))

    @property
    def stored(self) -> Result:
        """What the journal on disk says."""
        return result_of(entries_of(self.path))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """An engine to be run, without MQ and without waiting."""
    return Bench(tmp_path)
