"""A running experiment: the engine in a thread of its own, its questions to the user, its events in batches.

No key press waits for a driver: the engine's thread only appends events to a queue, and the event loop
removes them ten times a second, for a few milliseconds at most.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from time import perf_counter
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from mqtune.lab.api import LabError, UsageError
from mqtune.lab.core.experiment import BY_HAND, FILES, TYPED_NAME, Prompt, Prompter
from mqtune.lab.core.plan import ExperimentPlan
from mqtune.lab.engine.controls import ask_consent
from mqtune.lab.engine.engine import ExperimentEngine, Listener
from mqtune.lab.journal.events import JournalEntry, LineSaid
from mqtune.project.load import ProjectError
from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.application import Application
from mqtune.tui.areas import AREAS
from mqtune.tui.areas.lab.progress_text import PULSE_S, ExperimentFeed, left_text, percent_of
from mqtune.tui.background import behind, in_thread
from mqtune.tui.dialogs import Dialog
from mqtune.tui.preparation import summaries
from mqtune.tui.status import ASKS, PAUSED
from mqtune.tui.widgets.lists import KeyList

# The prompter: the engine's thread asks and waits, and a dialog answers.

YES, NO = "yes", "no"


class ScreenPrompter:
    """Questions of one engine. `agreed` contains answers given in advance, each to exactly that question."""

    def __init__(self, agreed: Mapping[Prompt, str] | None = None) -> None:
        self._agreed = dict(agreed or {})
        self._waiting: tuple[Prompt, queue.SimpleQueue[str]] | None = None
        self._closed = False

    def ask(self, question: Prompt) -> str:
        """Return the answer; called in the engine's thread, which waits for it."""
        if question in self._agreed:
            return self._agreed[question]
        reply: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._waiting = (question, reply)
        if self._closed:
            self.answer(NO)
        return reply.get()

    @property
    def question(self) -> Prompt | None:
        """The question that waits for an answer."""
        waiting = self._waiting
        return waiting[0] if waiting is not None else None

    def answer(self, words: str) -> None:
        """Answer the waiting question, if any."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting[1].put(words)

    def close(self) -> None:
        """Answer every question with no from now on."""
        self._closed = True
        self.answer(NO)


def consents(plan: ExperimentPlan) -> tuple[Prompt, ...]:
    """Return the questions that the engine asks before it changes anything, to be asked with the plan."""
    if plan.simulated:
        return ()
    collected = _Collector()
    ask_consent(collected, plan)
    return tuple(collected.questions)


class _Collector:
    """Collects questions, and agrees to each so that the next one is asked."""

    def __init__(self) -> None:
        self.questions: list[Prompt] = []

    def ask(self, question: Prompt) -> str:
        """Return the answer that means consent."""
        self.questions.append(question)
        return question.expect or YES


# The dialog of a question.


class QuestionDialog(Dialog[str]):
    """A question of the engine with the exact text that it concerns. Escape leaves it unanswered."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Later", show=False),
        Binding("ctrl+s", "send", "Send", show=False, priority=True, id="question.send"),
    ]
    help = """Question
The experiment waits for the answer. The text is exactly what will be run, or what you are to do by hand; \
the last line states what happens otherwise. Escape goes back to the experiment, where Enter asks again."""

    def __init__(self, question: Prompt) -> None:
        super().__init__()
        self.question = question

    def compose_box(self) -> ComposeResult:
        """Yield headline, text, answers, and what happens otherwise."""
        question = self.question
        yield Static(Content(printable(question.headline)), classes="title")
        with VerticalScroll(id="about"):
            lines = [Content(printable(line)) for line in question.text.splitlines()]
            yield Static(Content("\n").join(lines))
        if question.kind == TYPED_NAME:
            yield Static(f"Type {printable(question.expect)} to agree:", markup=False, classes="words")
            yield Input(compact=True)
        elif question.kind == FILES:
            yield Static(
                "Paths of the output files, one per line; ctrl+s sends:", markup=False, classes="words"
            )
            yield TextArea(compact=True)
        else:
            yes, no = ("done", "not done") if question.kind == BY_HAND else ("yes, do all of this", "no")
            yield KeyList(
                Option(Content.assemble(("y", styles.KEY), f"  {yes}"), id=YES),
                Option(Content.assemble(("n", styles.KEY), f"  {no}"), id=NO),
                markup=False,
            )
        yield Static("", markup=False, id="wrong")
        yield Static(Content(f"If not: {printable(question.otherwise)}."), classes="foot")

    def on_mount(self) -> None:
        """Focus the answer; a production queue manager gets the alarm border.

        The refusal is marked: Enter leads here from the step before, and may be pressed twice.
        """
        self.query_one(".box").set_class(self.question.kind == TYPED_NAME, "-alarm")
        for answers in self.query(KeyList):
            answers.mark_line(1)
        self.query("Input, TextArea, OptionList").first().focus()

    def on_key(self, event: events.Key) -> None:
        """Select an answer by its key."""
        if self.question.kind not in (TYPED_NAME, FILES) and event.character in ("y", "n"):
            event.stop()
            self.dismiss(YES if event.character == "y" else NO)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Select the marked answer."""
        event.stop()
        self.dismiss(event.option_id)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Accept the name if it is the expected one."""
        message.stop()
        if message.value.strip() == self.question.expect:
            self.dismiss(message.value.strip())
        else:
            self.query_one("#wrong", Static).update(
                Content(f"expected {printable(self.question.expect)}; upper and lower case matter")
            )

    def action_send(self) -> None:
        """Return the paths."""
        for area in self.query(TextArea):
            self.dismiss(area.text.strip() or NO)


# The experiment.

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
