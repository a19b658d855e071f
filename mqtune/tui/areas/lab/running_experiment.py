"""An experiment that runs: the engine in a thread of its own, its events taken over in batches.

No key waits for a driver: the engine's thread only puts events into a queue, and the loop takes what is there
ten times a second, for some milliseconds at most. Knows no widget.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, cast

from mqtune.lab.api import LabError, UsageError
from mqtune.lab.journal.events import JournalEntry, LineSaid
from mqtune.project.load import ProjectError
from mqtune.tui.areas import AREAS, load_object
from mqtune.tui.areas.lab.feed import PULSE_S, ExperimentFeed
from mqtune.tui.areas.lab.progress_text import left_text, percent_of
from mqtune.tui.areas.lab.prompter import ScreenPrompter
from mqtune.tui.background import behind, in_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.timer import Timer

    from mqtune.lab.core.prompter import Prompt, Prompter
    from mqtune.lab.engine.engine import ExperimentEngine, Listener
    from mqtune.tui.app import MqtuneApp
    from mqtune.tui.project import OpenProject

    Begin = Callable[[Prompter, Listener], ExperimentEngine]

BUDGET_S = 0.008  # how long one look may take
MOST_WAITING = 20_000  # lines of a flood that wait for it; those beyond stand in the journal alone
AFTER_RUN, NOW = "after this run", "now"
WATCH_S = 0.5
WITH_RESULTS = ("lab", "history")  # the areas whose line on Home an experiment changes


class RunningExperiment(ExperimentFeed):
    """What `app.running` holds. `begin` makes the engine, in its thread."""

    def __init__(self, frame: MqtuneApp, name: str, begin: Begin, prompter: ScreenPrompter) -> None:
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
        """Start it."""
        self.frame.running = self
        self._thread.start()
        threading.Thread(target=self._watch, name="watch of the experiment", daemon=True).start()
        self._timer = self.frame.set_interval(PULSE_S, self.pulse)
        self._show_status()

    def pulse(self) -> None:
        """Take what is new, and show it."""
        alive = self._thread.is_alive()  # before looking: what came before its end is seen
        began = len(self._waiting)
        self.live.take(self._next())
        asked = self.prompter.question
        if asked != self._asked:
            self._asked = asked
            if asked is not None and getattr(self.frame.screen, "telling", None) is not self:
                self.frame.toast(f"{self.name} asks you: {asked.headline}", "warning")
        elif not began and alive:
            return
        if not alive and not self._waiting:
            self._end()
        else:
            self._show_status()
        self.updated.publish(self)

    def _next(self) -> Iterator[JournalEntry]:
        """What waits, for a few milliseconds."""
        end = perf_counter() + BUDGET_S
        while self._waiting and perf_counter() < end:
            yield self._waiting.popleft()

    def _show_status(self) -> None:
        result = self.live.result
        percent, left = percent_of(result), "asks you" if self._asked is not None else left_text(result)
        status = self.frame.status
        if (status.experiment, status.percent, status.left) != (self.name, percent, left):
            self.frame.update_status(experiment=self.name, percent=percent, left=left)

    def _end(self) -> None:
        self.over = True
        if self._timer is not None:
            self._timer.stop()
        if self.frame.running is self:
            self.frame.running = None
        self.frame.update_status(experiment="", percent=None, left="")
        behind(self.frame, self._update_home, "lab-home")

    async def _update_home(self) -> None:
        """Have Home say what there is now."""
        opened = self.frame.opened
        if opened is None:
            return
        lines = await in_thread(self.frame, partial(home_lines, opened), "lab-home-lines")
        if self.frame.opened is opened:
            self.frame.opened = replace(opened, summaries={**opened.summaries, **lines})

    @property
    def question(self) -> Prompt | None:
        """What a person is asked now."""
        return self.prompter.question

    @property
    def stopping(self) -> str:
        """In which way it was told to stop."""
        return self._stop

    @property
    def pausing(self) -> bool:
        """Whether a pause was asked for or goes on."""
        return self._engine is not None and self._engine.controls.pausing

    @property
    def wish(self) -> str:
        """What was wished and has not happened yet."""
        return super().wish or (f"pausing {AFTER_RUN}" if self.pausing else "")

    def stop_after_run(self) -> None:
        """Let the present run end, then stop."""
        self._stop = self._stop or AFTER_RUN
        if self._engine is not None:
            self._engine.stop_after_run()

    def stop_now(self) -> None:
        """Stop the present run; a question about it is answered with no."""
        self._stop = NOW
        if self._engine is not None:
            self._engine.stop_now()
        self.prompter.answer("no")

    def pause(self) -> None:
        """Wait after the present run, or go on."""
        if self._engine is not None:
            self._engine.go_on() if self.pausing else self._engine.pause()

    def note(self, words: str) -> None:
        """Keep a note in the journal."""
        if self._engine is not None:
            self._engine.note(words)

    async def ended(self) -> None:
        """Wait for the end before the program is left; what is then still asked is answered with no."""
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
            # what was wished before there was an engine
            if self._stop == NOW:
                engine.stop_now()
            elif self._stop:
                engine.stop_after_run()
            engine.run()
        except (LabError, UsageError, ProjectError) as error:
            self.error, self.help = error.message, error.help
        except Exception as error:  # told on the screen: nobody else hears of a thread
            self.error = f"internal fault: {type(error).__name__}: {error}"
            self.help = "this is a fault of mqtune; the runs that ended are in the journal"

    def _watch(self) -> None:
        """End the engine when the program ends without having been left, by a fault of its own."""
        main = threading.main_thread()
        while self._thread.is_alive():
            main.join(WATCH_S)
            if not main.is_alive() or not self.frame.is_running:
                self.stop_now()
                self.prompter.close()
                return
            self._thread.join(WATCH_S)


def home_lines(opened: OpenProject) -> dict[str, str]:
    """The lines on Home of the areas that show results."""
    tellers = {area.name: load_object(area.summary) for area in AREAS if area.name in WITH_RESULTS}
    return {name: cast("Callable[[OpenProject], str]", tell)(opened) for name, tell in tellers.items()}
