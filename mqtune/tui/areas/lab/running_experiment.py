"""A running experiment: the engine in a thread of its own, with its events transferred in batches.

No key press waits for a driver: the engine's thread only appends events to a queue, and the event loop
removes them ten times a second, for a few milliseconds at most.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

from textual.timer import Timer

from mqtune.lab.api import LabError, UsageError
from mqtune.lab.core.prompter import Prompt, Prompter
from mqtune.lab.engine.engine import ExperimentEngine, Listener
from mqtune.lab.journal.events import JournalEntry, LineSaid
from mqtune.project.load import ProjectError
from mqtune.tui.areas import AREAS
from mqtune.tui.areas.lab.dialogs import QuestionDialog
from mqtune.tui.areas.lab.feed import PULSE_S, ExperimentFeed
from mqtune.tui.areas.lab.progress_text import left_text, percent_of
from mqtune.tui.areas.lab.prompter import ScreenPrompter
from mqtune.tui.background import behind, in_thread
from mqtune.tui.frame.application import Application
from mqtune.tui.preparation import summaries
from mqtune.tui.status import ASKS, PAUSED

Begin = Callable[[Prompter, Listener], ExperimentEngine]

BUDGET_S = 0.008  # the longest time that one transfer may take
MOST_WAITING = 20_000  # queued lines of a flood; further ones are only in the journal
LAB_AREA = "lab"
LAB_KEY = next(area.key for area in AREAS if area.name == LAB_AREA)
AFTER_RUN, NOW = "after this run", "now"
WATCH_S = 0.5
WITH_RESULTS = (LAB_AREA, "history")  # the areas whose line on Home changes with an experiment


class RunningExperiment(ExperimentFeed):
    """The value of `app.running`. `begin` makes the engine, in its thread."""

    def __init__(self, frame: Application, name: str, begin: Begin, prompter: ScreenPrompter) -> None:
        super().__init__(frame, name)
        self.prompter = prompter
        self._begin = begin
        self._engine: ExperimentEngine | None = None
        self._waiting: deque[JournalEntry] = deque()
        self._stop = ""
        self._asked: Prompt | None = None
        self._thread = threading.Thread(target=self._work, name="experiment")
        self._timer: Timer | None = None

    # in the loop

    def go(self) -> None:
        """Start the experiment."""
        self.frame.running = self
        self.frame.update_status(ended="")
        self._thread.start()
        threading.Thread(target=self._watch, name="watch of the experiment", daemon=True).start()
        self._timer = self.frame.set_interval(PULSE_S, self.pulse)
        self._show_status()

    def pulse(self) -> None:
        """Transfer new events, and publish the update."""
        alive = self._thread.is_alive()  # read first: events sent before the end are then in the queue
        began = len(self._waiting)
        self.live.take(self._next())
        asked = self.prompter.question
        if asked != self._asked:
            self._asked = asked
            if asked is not None and not (
                self._is_on_screen or isinstance(self.frame.screen, QuestionDialog)
            ):
                self.frame.toast(f"{self.name} asks you: {asked.headline}", "warning")
        elif not began and alive:
            return
        if not alive and not self._waiting:
            self._end()
        else:
            self._show_status()
        self.updated.publish(self)

    def _next(self) -> Iterator[JournalEntry]:
        """Yield queued events, for a few milliseconds."""
        end = perf_counter() + BUDGET_S
        while self._waiting and perf_counter() < end:
            yield self._waiting.popleft()

    def _show_status(self) -> None:
        result = self.live.result
        percent = percent_of(result)
        left = ASKS if self._asked is not None else PAUSED if result.paused else left_text(result)
        status = self.frame.status
        if (status.experiment, status.percent, status.left) != (self.name, percent, left):
            self.frame.update_status(experiment=self.name, percent=percent, left=left)

    def _end(self) -> None:
        self.over = True
        if self._timer is not None:
            self._timer.stop()
        self.frame.update_status(experiment="", percent=None, left="", ended=self._announce())
        if self.frame.running is self:
            self.frame.running = None
        behind(self.frame, self._update_home, "lab-home")

    @property
    def _is_on_screen(self) -> bool:
        """Whether the user looks at this experiment."""
        return getattr(self.frame.screen, "feed", None) is self

    def _announce(self) -> str:
        """Announce the end to a user on another screen; return the name to show until it was looked at."""
        if self._is_on_screen:
            return ""
        verdict = self.live.result.verdict
        words = f"{verdict.word}: {verdict.answer}" if verdict is not None else "ended without a verdict"
        mark = "SIMULATED " if self.live.result.simulated else ""
        self.frame.bell()
        self.frame.toast(f"{mark}{self.name}: {words} · {LAB_KEY} shows it")
        return self.name

    async def _update_home(self) -> None:
        """Update the lines on Home."""
        opened = self.frame.opened
        if opened is None:
            return
        lines = await in_thread(self.frame, partial(summaries, opened, WITH_RESULTS), "lab-home-lines")
        if self.frame.opened is opened:
            self.frame.summaries = {**self.frame.summaries, **lines}

    @property
    def question(self) -> Prompt | None:
        """The question that waits for the user."""
        return self.prompter.question

    @property
    def stopping(self) -> str:
        """How the experiment was asked to stop; empty if it was not."""
        return self._stop

    @property
    def pausing(self) -> bool:
        """Whether a pause was requested or is in effect."""
        return self._engine is not None and self._engine.controls.pausing

    @property
    def pending(self) -> str:
        """The request that has not taken effect yet."""
        return super().pending or (f"pausing {AFTER_RUN}" if self.pausing else "")

    def stop_after_run(self) -> None:
        """Stop after the current run."""
        self._stop = self._stop or AFTER_RUN
        if self._engine is not None:
            self._engine.controls.stop_after_run()

    def stop_now(self) -> None:
        """Stop the current run; an open question is answered with no."""
        self._stop = NOW
        if self._engine is not None:
            self._engine.controls.stop_now()
        self.prompter.answer("no")

    def pause(self) -> None:
        """Pause after the current run, or resume."""
        if self._engine is not None:
            self._engine.controls.go_on() if self.pausing else self._engine.controls.pause()

    def note(self, words: str) -> None:
        """Save a note to the journal."""
        if self._engine is not None:
            self._engine.controls.note(words)

    async def ended(self) -> None:
        """Wait for the end before the program exits; open questions are then answered with no."""
        while self._thread.is_alive():
            if self._stop == NOW:
                self.prompter.close()
            await asyncio.sleep(PULSE_S / 2)

    # in other threads

    def _listen(self, entry: JournalEntry) -> None:
        if len(self._waiting) < MOST_WAITING or not isinstance(entry.event, LineSaid):
            self._waiting.append(entry)

    def _work(self) -> None:
        try:
            engine = self._begin(self.prompter, self._listen)
            self._waiting.extend(engine.earlier)
            self._engine = engine
            # what was requested before the engine existed
            if self._stop == NOW:
                engine.controls.stop_now()
            elif self._stop:
                engine.controls.stop_after_run()
            engine.run()
        except (LabError, UsageError, ProjectError) as error:
            self.error, self.help = error.message, error.help
        except Exception as error:  # shown on the screen: an error in a thread is not reported otherwise
            self.error = f"internal error: {type(error).__name__}: {error}"
            self.help = "this is a defect of mqtune; the finished runs are in the journal"

    def _watch(self) -> None:
        """Stop the engine if the program ends because of an error of its own."""
        main = threading.main_thread()
        while self._thread.is_alive():
            main.join(WATCH_S)
            if not main.is_alive() or not self.frame.is_running:
                self.stop_now()
                self.prompter.close()
                return
            self._thread.join(WATCH_S)
