"""Runs an experiment from set-up to verdict and clean-up. Front ends only listen and control.

The loop is synchronous: the method decides what to measure next, the driver makes the run, the journal stores
it, and every event goes to the listener after it is in the journal.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from mqtune import __version__
from mqtune.lab.core.definition import LabError
from mqtune.lab.core.encoding import gathered
from mqtune.lab.core.experiment import AGREED as YES
from mqtune.lab.core.experiment import Advice, Prompter, Step
from mqtune.lab.core.job import NOTICE, SECONDS_A_MINUTE, Job, noise_of, pilot_block
from mqtune.lab.core.plan import Check, first_step, make_plan, work_of
from mqtune.lab.core.run import (
    CANCELLED,
    INTERRUPTED,
    INVALID,
    Arm,
    CannotMeasureError,
    Method,
    Order,
    Verdict,
    unmade,
)
from mqtune.lab.drivers.base import Driver, LiveData, LogLine, Sample, WatchReading
from mqtune.lab.engine.controls import (
    Controls,
    ExperimentClock,
    Held,
    Obstacles,
    applied_question,
    ask_consent,
    wait_in_steps,
)
from mqtune.lab.engine.measurement import make_run
from mqtune.lab.engine.steps import StepRunner, Steps
from mqtune.lab.journal import events
from mqtune.lab.journal.compare import block_to_confirm, confirmed
from mqtune.lab.journal.journal import Journal
from mqtune.lab.journal.result import Result
from mqtune.lab.journal.store import now_text

DRIFT_SECONDS = 60.0  # after a longer interruption the runs of a block are no longer comparable
TICK_SECONDS = 0.2
_CLEAN = "`mqtune experiment clean` with the id of the experiment undoes what is left"

Listener = Callable[[events.JournalEntry], None]


class StoppedError(Exception):
    """The user stopped the experiment."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """What an engine needs: driver, prompter, step runner (None in a simulation), journal, and listener.

    `held` is the right to measure the queue manager, if one is needed; the engine releases it at the end.
    """

    driver: Driver
    prompter: Prompter
    step_runner: StepRunner | None
    journal: Journal
    listener: Listener = lambda entry: None
    wall: Callable[[], float] = time.time
    held: Held | None = None
    confirms: events.Confirming | None = None
    applied: bool = False  # the change that is confirmed was applied before
    known: Verdict | None = None  # of a session that was killed before its clean-up, which is completed


class ExperimentEngine:
    """One experiment in this process. Other threads may call the other methods while `run` runs it."""

    def __init__(self, job: Job, context: RunContext, so_far: Result, checks: Sequence[Check] = ()) -> None:
        """`so_far` is the result of the journal: the opening alone, or all of earlier sessions.

        `earlier` may contain the events of earlier sessions, for front ends that fold a result of their own.
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
        self._break = so_far.silent_for(context.wall()) if self._again else 0.0
        self._first_run = max(so_far.runs, default=0) + 1
        self._obstacles = Obstacles(os.path.dirname(self.path) or ".")
        self._arm: Arm | None = None
        self._trouble: Exception | None = None
        self._ending = False

    @property
    def id(self) -> str:
        """The id of the experiment."""
        return self.result.id

    @property
    def path(self) -> str:
        """The path of its journal."""
        return self._context.journal.path

    def run(self) -> Result:
        """Run the experiment to its end. Raises LabError, after cleaning up, if it cannot continue."""
        why = "ended by an error"
        try:
            self._begin()
            self._wait_for_change()
            if not self._foregone():
                self._set_up()
                self._measure()
            why = "finished"
        except StoppedError as stop:
            why = str(stop)
            self._emit(events.Stopped(why))
        except LabError as error:
            why = error.message
            raise
        finally:
            self._end(why)
        return self.result

    def clean(self) -> Result:
        """Only undo what is left of the set-up."""
        self._end(self.result.closed or "cleaned")
        return self.result

    def _begin(self) -> None:
        if self._again:
            self._emit(events.Resumed(__version__, self._context.driver.version(), self.job.max_minutes))
        self._emit(events.Checked(self._checks, self.result.noise))
        self._emit(events.Planned(make_plan(self.job)))

    def _wait_for_change(self) -> None:
        """Of a confirmation: ask whether the change was applied. Raises StoppedError if it was not."""
        begun = self._context.confirms
        if begun is not None and self.result.confirming is None:
            self._emit(begun)
        begun = self.result.confirming
        if begun is None or self.result.applied:
            return
        question = applied_question(begun, self.job.target.qmgr)
        with self._elapsed.held():
            if not self._context.applied and self._context.prompter.ask(question) != YES:
                raise StoppedError("the change was not applied; `mqtune experiment resume` asks again")
        self._emit(events.Applied())

    def _foregone(self) -> bool:
        """Whether the verdict is known before anything is touched, such as on a machine that is too small."""
        known = self._context.known or (None if self.result.runs else first_step(self.job))
        if isinstance(known, Verdict):
            self._decide(known)
        return isinstance(known, Verdict)

    def _set_up(self) -> None:
        plan = make_plan(self.job)
        setup = self.job.case.setup()
        if not self.job.simulated:
            with self._elapsed.held():
                ask_consent(self._context.prompter, plan)
            self._steps.agree((step.qmgr, step.script) for step in plan.scripts)
        if left := self._steps.undo():
            raise LabError(f"objects of an earlier session still exist: {'; '.join(left)}", _CLEAN)
        self._do_steps(events.SETUP, setup)

    def _measure(self) -> None:
        method: Method | None = None
        while True:
            self._obey_controls()
            self._wait_for_recovery()
            if (pending := self._pending()) is not None:
                self._make(*pending)
                if method is not None:
                    self._emit(events.Estimated(method.estimates(self.result.history)))
                continue
            if self._pilot():
                continue
            method = method or self.job.case.method(self.job.seed, self.job.repeat)
            try:
                step = method.next(self.result.history, self._elapsed.now(), self._budget)
            except CannotMeasureError as error:
                raise self._given_up(error.reason, 0, error.order) from None
            if isinstance(step, Verdict):
                more = block_to_confirm(self.result, step, self._budget - self._elapsed.now())
                if more is None:
                    self._decide(step)
                    return
                step = more
            number = max(self.result.blocks, default=0) + 1
            self._emit(events.BlockBegun(number, step.why, step.orders))

    @property
    def _budget(self) -> float:
        return self.job.max_minutes * SECONDS_A_MINUTE

    def _pilot(self) -> bool:
        """Begin the pilot, and return whether it was begun; after it, emit its noise."""
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

    def _obey_controls(self) -> None:
        """Handle notes, pause and stop between two runs."""
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

    def _wait_for_recovery(self) -> None:
        """Wait, with increasing pauses, until measuring is possible. Raises StoppedError if it stays so."""
        runs = [record.run for number, record in self.result.runs.items() if number >= self._first_run]
        finished = [run for run in runs if run is not None and run.outcome not in (CANCELLED, INTERRUPTED)]
        while (obstacle := self._obstacles.next(finished)) is not None:
            if obstacle.pause is None:
                last_good = max((run.number for run in finished if run.counts), default=0)
                raise self._given_up(obstacle.why, last_good)
            self._emit(events.Waiting(obstacle.why, obstacle.pause))
            with self._elapsed.held():
                wait_in_steps(self._context.driver.clock, obstacle.pause, self._obey_controls)
            self._break += obstacle.pause

    def _given_up(self, why: str, after: int, order: Order | None = None) -> StoppedError:
        """Why to stop unfinished; runs that failed `after` a number, or for an `order`, are made again."""
        failed = [record for record in self.result.runs.values() if record.failed and record.number > after]
        numbers = tuple(
            record.number for record in failed if order is None or order.same(record.started.order)
        )
        if numbers:
            self._emit(events.RunsSetAside(numbers, "the driver failed: made again on resume"))
        return StoppedError(why)

    def _pending(self) -> tuple[int, Order] | None:
        """The next run of the current block; the whole block again after an interruption between its runs."""
        if not self.result.blocks:
            return None
        block = self.result.blocks[max(self.result.blocks)]
        finished = self.result.finished(block.block)
        left = unmade(block.orders, [run.order for run in finished])
        paired = len({order.arm.name for order in block.orders}) > 1
        if finished and left and paired and self._break > DRIFT_SECONDS:
            why = f"the block was interrupted for {self._break:,.0f} s: its runs are repeated"
            self._emit(events.RunsSetAside(tuple(run.number for run in finished), why))
            left = list(block.orders)
        self._break = 0.0
        return (block.block, left[0]) if left else None

    def _make(self, block: int, order: Order) -> None:
        """Make one run, including the steps before it."""
        job = self.job
        self._do_steps(events.BETWEEN, job.case.between(self._arm, order.arm))
        self._arm = order.arm
        work, number = work_of(job, order), max(self.result.runs, default=0) + 1
        commands = tuple(process.argv for process in work.processes)
        if self._context.held is not None:
            self._context.held.keep()
        begun = {"run": number, "block": block, "arm": order.arm.name, "levels": order.arm.levels}
        self._emit(gathered(events.RunStarted, order, commands=commands, **begun))
        run = make_run(
            job, self._context.driver, number, block, order, work, self._listen(number), self._context.wall
        )
        if self._trouble is not None:
            raise self._trouble
        self._emit(gathered(events.RunEnded, run, run=number))
        if run.outcome == CANCELLED:
            # the user needs the machine, or has no output of the run: resuming repeats it
            self.controls.stop_after_run(run.message)

    def _listen(self, run: int) -> Callable[[LiveData], None]:
        """The listener for a run of the driver. If the journal cannot be written, it ends the run."""

        def listen(live: LiveData) -> None:
            if self._trouble is not None:
                return
            try:
                self._emit(_EVENTS[type(live)](run, live))
                for text in self.controls.notes():
                    self._emit(events.Noted(text))
            except Exception as error:  # whatever it is, the driver must be ended first
                self._trouble = error
                self._context.driver.stop(True)

        return listen

    def _do_steps(self, kind: str, steps: Sequence[Step]) -> None:
        """Set-up and steps between runs: manual steps do not count as time, MQSC does."""
        for step in steps:
            with self._elapsed.held() if step.hand else nullcontext():
                self._steps.apply(kind, step)

    def _decide(self, verdict: Verdict) -> None:
        job = self.job
        self._emit(events.VerdictReached(verdict))
        if self.result.confirming is not None:
            self._emit(confirmed(self.result.confirming, self.result))
        if verdict.word != INVALID:
            advice = job.case.advise(verdict, self.result.history)
            if job.simulated:
                advice = Advice((*advice.sentences, f"{NOTICE}; there is nothing to apply"))
            self._emit(events.Advised(advice))

    def _end(self, why: str) -> None:
        """Undo the steps and close the journal, whatever happens meanwhile."""
        self._ending = True
        standing = len(self._steps.standing)
        left = tuple(self._steps.undo())
        self._emit(events.Cleaned(standing - len(left), left))
        self._emit(events.Closed(why))
        self._context.journal.close()
        if self._context.held is not None:
            self._context.held.release()

    def _emit(self, event: events.Event) -> None:
        """Write the event to the journal, then apply it to the result, then pass it to the listener."""
        entry = events.JournalEntry(now_text(), self._elapsed.now(), event)
        try:
            self._context.journal.append(events.to_json(entry), event.lasting)
        except LabError:
            # a full disk must not prevent the clean-up
            if not self._ending:
                raise
        self.result.apply(entry)
        self._context.listener(entry)


_EVENTS = {Sample: events.SampleTaken, LogLine: events.LineSaid, WatchReading: events.WatchedValue}
