"""Runs an experiment from set-up to verdict and clean-up. Owns the run; faces only listen and steer.

The loop is synchronous: the method says what to measure next, the driver makes it, the journal keeps it, and
every event goes to the listener after it is in the journal. Knows no screen, no process and no experiment.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from mqtune import __version__
from mqtune.lab.core.check import Check
from mqtune.lab.core.driver_output import CANCELLED
from mqtune.lab.core.errors import LabError
from mqtune.lab.core.experiment import Advice
from mqtune.lab.core.job import NOTICE, SECONDS_A_MINUTE, Job
from mqtune.lab.core.method import Method
from mqtune.lab.core.order import Arm, Order
from mqtune.lab.core.pilot import noise_of, pilot_block
from mqtune.lab.core.plan import known_beforehand, make_plan, work_of
from mqtune.lab.core.prompter import Prompter
from mqtune.lab.core.verdict import INVALID, Verdict
from mqtune.lab.core.work import ByHand, Step
from mqtune.lab.drivers.base import Driver, LiveData, LogLine, Sample
from mqtune.lab.engine.consent import ask_consent
from mqtune.lab.engine.controls import Controls
from mqtune.lab.engine.experiment_clock import ExperimentClock
from mqtune.lab.engine.measurement import FinishedRun, make_run
from mqtune.lab.engine.steps import StepRunner, Steps
from mqtune.lab.engine.stop_conditions import give_up, invalid
from mqtune.lab.journal import events
from mqtune.lab.journal.result import Result
from mqtune.lab.journal.store import now_text

DRIFT_SECONDS = 60.0  # after a longer break the runs of a block are no pair any more
TICK_SECONDS = 0.2
_CLEAN = "`mqtune experiment clean` with the id of the experiment takes back what is left"

Listener = Callable[[events.JournalEntry], None]


class EventLog(Protocol):
    """Where events are kept."""

    path: str

    def append(self, line: dict[str, Any], lasting: bool = False) -> None:
        """Write a line; on disk on return where it is `lasting`. Raises LabError."""

    def close(self) -> None:
        """End it."""


class StoppedError(Exception):
    """Somebody stopped the experiment."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """What an engine works with: driver, person, step_runner for the steps, journal, and who listens."""

    driver: Driver
    prompter: Prompter
    step_runner: StepRunner | None
    journal: EventLog
    listener: Listener = lambda entry: None
    wall: Callable[[], float] = time.time


class ExperimentEngine:
    """One experiment in this process. `run` does all of it; the other methods may be called meanwhile."""

    def __init__(self, job: Job, context: RunContext, so_far: Result, checks: Sequence[Check] = ()) -> None:
        """`so_far` holds what the journal has: the opening alone, or all of earlier sessions.

        `earlier` may hold the events of earlier sessions, for faces that fold a result of their own.
        """
        self.job = job
        self.result = so_far
        self.earlier: tuple[events.JournalEntry, ...] = ()
        self.controls = Controls(context.driver.stop)
        self._context = context
        self._checks = tuple(checks)
        self._elapsed = ExperimentClock(context.driver.clock, so_far.clock)
        known = [record for _, record in sorted(so_far.steps.items())]
        self._steps = Steps(context.step_runner, context.prompter, self._emit, known)
        self._again = so_far.plan is not None
        self._break = _silence(so_far, context.wall()) if self._again else 0.0
        self._first_run = max(so_far.runs, default=0) + 1
        self._arm: Arm | None = None
        self._trouble: Exception | None = None
        self._ending = False

    @property
    def id(self) -> str:
        """The id of the experiment."""
        return self.result.id

    @property
    def path(self) -> str:
        """Where its journal lies."""
        return self._context.journal.path

    def stop_after_run(self, why: str = "stopped after a run, by its user") -> None:
        """Let the present run end, then stop."""
        self.controls.stop_after_run(why)

    def stop_now(self, why: str = "stopped by its user") -> None:
        """Stop the present run and end."""
        self.controls.stop_now(why)

    def pause(self) -> None:
        """Wait after the present run."""
        self.controls.pause()

    def go_on(self) -> None:
        """End the pause."""
        self.controls.go_on()

    def note(self, text: str) -> None:
        """Keep a note in the journal."""
        self.controls.note(text)

    def run(self) -> Result:
        """Do all that is left to do. Raises LabError, after cleaning up, where it cannot go on."""
        why = "ended by a fault"
        try:
            self._begin()
            if not self._foregone():
                self._set_up()
                self._measure()
            why = "finished"
        except StoppedError as stop:
            why = str(stop)
            self._emit(events.Stopped(why))
        except LabError as fault:
            why = fault.message
            raise
        finally:
            self._end(why)
        return self.result

    def clean(self) -> Result:
        """Only take back what is left of the set-up."""
        self._end(self.result.closed or "cleaned")
        return self.result

    def _begin(self) -> None:
        if self._again:
            self._emit(events.Resumed(__version__, self._context.driver.version(), self.job.max_minutes))
        self._emit(events.Checked(self._checks, self.result.noise))
        self._emit(events.Planned(make_plan(self.job)))

    def _foregone(self) -> bool:
        """Whether the verdict is known before anything is touched, such as on a machine that is too small."""
        verdict = known_beforehand(self.job) if not self.result.runs else None
        if verdict is not None:
            self._decide(verdict)
        return verdict is not None

    def _set_up(self) -> None:
        plan = make_plan(self.job)
        setup = self.job.experiment.setup(self.job.settings, self.job.target)
        if not self.job.simulated:
            with self._elapsed.held():
                ask_consent(self._context.prompter, plan)
            self._steps.agree((step.qmgr, step.script) for step in plan.scripts)
        if left := self._steps.undo():
            raise LabError(f"what an earlier session left is still there: {'; '.join(left)}", _CLEAN)
        self._do_steps(events.SETUP, setup)

    def _measure(self) -> None:
        method: Method | None = None
        while True:
            self._heed_wishes()
            if why := self._given_up():
                self._decide(invalid(why, self.result.estimates))
                return
            if (pending := self._pending()) is not None:
                self._make(*pending)
                if method is not None:
                    self._emit(events.Estimated(method.estimates(self.result.history)))
                continue
            if self._pilot():
                continue
            method = method or self._method()
            step = method.next(self.result.history, self._elapsed.now(), self._budget)
            if isinstance(step, Verdict):
                self._decide(step)
                return
            number = max(self.result.blocks, default=0) + 1
            self._emit(events.BlockBegun(number, step.why, step.orders))

    @property
    def _budget(self) -> float:
        return self.job.max_minutes * SECONDS_A_MINUTE

    def _method(self) -> Method:
        job = self.job
        return job.experiment.method(job.settings, job.target, self.result.noise, job.seed, job.repeat)

    def _pilot(self) -> bool:
        """Whether the pilot is begun by this; its noise is told when it is over."""
        if self.result.noise is not None or max(self.result.blocks, default=0) > 0:
            return False
        if 0 in self.result.blocks:
            self._emit(events.Checked(self._checks, noise_of(self.result.pilots)))
            return False
        block = pilot_block(self.job)
        if block is None:
            return False
        self._emit(events.BlockBegun(0, block.why, block.orders))
        return True

    def _heed_wishes(self) -> None:
        """Between two runs: notes, pause, stop."""
        for text in self.controls.notes():
            self._emit(events.Noted(text))
        if self.controls.pausing:
            self._pause()
        if self.controls.stopping:
            raise StoppedError(self.controls.stopping)

    def _pause(self) -> None:
        began = time.monotonic()
        with self._elapsed.held():
            self._emit(events.Paused())
            while not self.controls.wait(TICK_SECONDS):
                for text in self.controls.notes():
                    self._emit(events.Noted(text))
        self._break = time.monotonic() - began
        self._emit(events.Continued())

    def _given_up(self) -> str:
        ended = [one.run for number, one in self.result.runs.items() if number >= self._first_run]
        return give_up([run for run in ended if run is not None], os.path.dirname(self.path) or ".")

    def _pending(self) -> tuple[int, Order] | None:
        """The next run of the block at hand; the whole block again where a break came between its runs."""
        if not self.result.blocks:
            return None
        block = self.result.blocks[max(self.result.blocks)]
        made = self.result.made(block.block)
        left = block.orders[len(made) :]
        paired = len({order.arm.name for order in block.orders}) > 1
        if made and left and paired and self._break > DRIFT_SECONDS:
            why = f"the block was interrupted for {self._break:,.0f} s: its runs are made again"
            self._emit(events.RunsSetAside(tuple(one.number for one in made), why))
            left = block.orders
        self._break = 0.0
        return (block.block, left[0]) if left else None

    def _make(self, block: int, order: Order) -> None:
        """Make one run, with what has to be done before it."""
        job = self.job
        steps = job.experiment.between(self._arm, order.arm, job.settings, job.target)
        self._do_steps(events.BETWEEN, steps)
        self._arm = order.arm
        work = work_of(job, order)
        number = max(self.result.runs, default=0) + 1
        commands = tuple(process.argv for process in work.processes)
        self._emit(
            events.RunStarted(
                run=number,
                block=block,
                arm=order.arm.name,
                levels=order.arm.levels,
                seconds=order.seconds,
                cut=order.cut,
                purpose=order.purpose,
                rate=order.rate,
                commands=commands,
            )
        )
        made = make_run(
            job, self._context.driver, number, block, order, work, self._listen(number), self._context.wall
        )
        if self._trouble is not None:
            raise self._trouble
        self._emit(_run_ended(made))
        if made.run.outcome == CANCELLED:
            # somebody wants the machine back, or has no output to give: resume makes the run again
            self.controls.stop_after_run(made.run.message)

    def _listen(self, run: int) -> Callable[[LiveData], None]:
        """Takes what the driver tells of a run. A journal that cannot be written ends it in good order."""

        def listen(live: LiveData) -> None:
            if self._trouble is not None:
                return
            try:
                self._emit(_event_of(run, live))
                for text in self.controls.notes():
                    self._emit(events.Noted(text))
            except Exception as fault:  # whatever it is, the driver must be ended first
                self._trouble = fault
                self._context.driver.stop(True)

        return listen

    def _do_steps(self, kind: str, steps: Sequence[Step]) -> None:
        """Set-up and steps between runs: the time of a person does not count, that of MQSC does."""
        for step in steps:
            if isinstance(step, ByHand):
                with self._elapsed.held():
                    self._steps.apply(kind, [step])
            else:
                self._steps.apply(kind, [step])

    def _decide(self, verdict: Verdict) -> None:
        job, history = self.job, self.result.history
        self._emit(events.VerdictReached(verdict))
        if verdict.word != INVALID:
            advice = job.experiment.advise(verdict, history, job.settings, job.target)
            self._emit(events.Advised(_not_to_apply(advice) if job.simulated else advice))

    def _end(self, why: str) -> None:
        """Take back what was done and close the journal, whatever happens meanwhile."""
        self._ending = True
        standing = len(self._steps.standing)
        left = tuple(self._steps.undo())
        self._emit(events.Cleaned(standing - len(left), left))
        self._emit(events.Closed(why))
        self._context.journal.close()

    def _emit(self, event: events.Event) -> None:
        """Into the journal, then into the result, then to the listener."""
        entry = events.JournalEntry(now_text(), self._elapsed.now(), event)
        try:
            lasting = events.is_lasting(event)
            self._context.journal.append(events.to_json(entry), lasting)
        except LabError:
            # a full disk must not keep the clean-up from being done
            if not self._ending:
                raise
        self.result.apply(entry)
        self._context.listener(entry)


def _event_of(run: int, live: LiveData) -> events.Event:
    if isinstance(live, Sample):
        return events.SampleTaken(run, live.at, live.rate, live.threads)
    if isinstance(live, LogLine):
        return events.LineSaid(run, live.who, live.text)
    return events.WatchedValue(run, live.name, live.at, live.value, live.unit)


def _run_ended(made: FinishedRun) -> events.RunEnded:
    run = made.run
    return events.RunEnded(
        run=run.number,
        outcome=run.outcome,
        message=run.message,
        reason_code=run.reason_code,
        value=run.value,
        mean=run.mean,
        deviation=run.deviation,
        cut=run.cut,
        took=run.took,
        figures=run.figures,
        warnings=made.warnings,
    )


def _not_to_apply(advice: Advice) -> Advice:
    """What follows from a simulated verdict: words, and nothing that could be applied."""
    return Advice((*advice.sentences, f"{NOTICE}; nothing is given to apply"))


def _silence(result: Result, now: float) -> float:
    """Seconds since the last event of an earlier session."""
    try:
        last = datetime.fromisoformat(result.last_time).timestamp()
    except ValueError:
        return 0.0
    return max(0.0, now - last)
