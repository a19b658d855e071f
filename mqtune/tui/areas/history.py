"""The History area: the list of all results with its filter by words, and the actions on them."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from mqtune.lab import api
from mqtune.lab.api import LabError
from mqtune.lab.core.job import SIMULATED
from mqtune.lab.core.run import UNDECIDED, number_text
from mqtune.lab.journal.result import Result
from mqtune.present.answer import RESULT, Target
from mqtune.present.experiment.text import verdict_text
from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.areas.history_result import CompareScreen, ExperimentReplay, PastResult, ReplayScreen
from mqtune.tui.areas.lab.result_screen import verdict_part
from mqtune.tui.areas.lab.step import STEPS, export
from mqtune.tui.background import behind, in_thread
from mqtune.tui.cells import Column, table
from mqtune.tui.project import QueueManagerName
from mqtune.tui.widgets.lists import FittedText, KeyList, OneLine

MARK = "*"
COLUMNS = (
    Column("", text=True),
    Column("day (UTC)"),
    Column("time", spare=1),
    Column("experiment", text=True),
    Column("qmgr", text=True),
    Column("verdict", text=True),
    Column("value"),
    Column("of", text=True, spare=3),
    Column("noise within, between", text=True, spare=2),
    Column("driver", text=True),
)


def rows_of(results: Sequence[Result], marked: Container[str]) -> list[tuple[str, ...]]:
    """Return the cells of each result."""
    return [_row(result, result.id in marked) for result in results]


def _row(result: Result, marked: bool) -> tuple[str, ...]:
    head = result.head
    value, unit = value_of(result)
    return (
        MARK if marked else "",
        result.time[:10],
        result.time[11:16],
        head.experiment,
        head.qmgr,
        short_verdict(result),
        value,
        unit,
        noise_of(result),
        SIMULATED.upper() if result.simulated else head.driver,
    )


def noise_of(result: Result) -> str:
    """Return the noise in few characters."""
    noise = result.noise
    if noise is None:
        return "-"
    return f"{noise.within:.1%}" + (f", {noise.between:.1%}" if noise.between is not None else "")


def short_verdict(result: Result) -> str:
    """Return the verdict's word, without the reason why an experiment is unfinished."""
    return verdict_text(result).partition(" (")[0]


def value_of(result: Result) -> tuple[str, str]:
    """Return the first quantity that was found, and its name with the unit."""
    verdict = result.verdict
    if verdict is None or verdict.word == UNDECIDED:
        return "-", ""
    for name, interval in verdict.figures.items():
        if interval.unit == "1":
            return f"{interval.estimate:.1%}", name
        return number_text(interval.estimate), f"{interval.unit} {name}".strip()
    for estimate in verdict.estimates:
        if estimate.arm == verdict.chosen and estimate.value is not None:
            return number_text(estimate.value.estimate), result.head.unit
    return "-", ""


def lines_of(rows: Sequence[tuple[str, ...]], width: int) -> list[Content]:
    """Return the titles and a line for each row."""
    return table(COLUMNS, rows, width)


def matches(result: Result, words: Sequence[str]) -> bool:
    """Return whether a result contains all words."""
    head = result.head
    driver = SIMULATED if result.simulated else head.driver
    text = " ".join((result.id, head.qmgr, head.role, driver, verdict_text(result), result.time)).lower()
    return all(word in text for word in words)


# The steps of the area use the style sheet of the Lab.

STYLE = """
HistoryScreen #counts {
    height: 1; padding: 0 1; background: $surface; text-wrap: nowrap; text-overflow: ellipsis;
}
HistoryScreen #filter { display: none; height: 1; }
HistoryScreen #filter.-open { display: block; }
HistoryScreen #titles { height: 1; padding: 0 1; color: $text-muted; text-wrap: nowrap; }
HistoryScreen #results {
    height: 1fr; border: none; padding: 0 1; background: transparent; scrollbar-size: 0 1;
    text-wrap: nowrap;
}
HistoryScreen #marked {
    display: none; height: 2fr; padding: 0 1; border-top: solid $primary 60%;
    border-title-color: $text-muted; border-title-style: none; scrollbar-size: 0 1;
}
HistoryScreen.-middle #marked { display: block; height: 8; }
HistoryScreen.-high #marked { display: block; }
HistoryScreen.-high #results { height: 3fr; }
"""


# The screen.

NO_MATCH = "No result matches the filter; Escape removes it."
HINT = "words of queue manager, experiment, verdict, driver or day"
NONE = "No results yet. 5 opens the Lab."
PAIR = 2


class ResultList(KeyList):
    """One line for each result, the newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Open", id="history.open", key_display="⏎", tooltip="show the result"),
    ]


class HistoryScreen(AreaScreen):
    """All results of all queue managers."""

    area = "history"
    AUTO_FOCUS = "#results"
    CSS = STYLE + STEPS
    help = """History
Every experiment, the newest first, with its verdict, its result and the noise. Space marks two for c, which \
compares them; r replays one as it ran; w writes a report. Nothing is deleted. On the command line: mqtune \
experiment runs, show, compare, replay, report."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", "Mark", id="history.mark", tooltip="mark for a comparison"),
        Binding("c", "compare", "Compare", id="history.compare", tooltip="compare the two marked results"),
        Binding("r", "replay", "Replay", id="history.replay", tooltip="replay the experiment as it ran"),
        Binding("w", "export", "Write report", id="history.export", tooltip="Markdown, HTML or JSON"),
        Binding("slash", "filter", "Filter", id="history.filter", key_display="/", tooltip=HINT),
        Binding("y", "copy", "Copy id", id="history.copy", tooltip="copy the id, for the commands"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.results: tuple[Result, ...] | None = None
        self.errors: tuple[LabError, ...] = ()
        self.shown: tuple[Result, ...] = ()
        self.chosen: tuple[str, ...] = ()
        self.words = ""
        self._chosen: QueueManagerName | None = None  # for the whole app
        self._earlier = ""  # the filter before the field was opened

    def compose_body(self) -> ComposeResult:
        """Yield counts, filter, list, and a summary of the selected result."""
        yield Static("reading …", markup=False, id="counts")
        yield Input(placeholder=HINT, id="filter", compact=True)
        yield Static("", markup=False, id="titles")
        yield ResultList(id="results", markup=False)
        with VerticalScroll(id="marked", can_focus=False) as pane:
            pane.border_title = "summary"
            yield FittedText(id="short")

    def on_screen_resume(self) -> None:
        """Read the results again: an experiment may have ended, or a queue manager have been chosen."""
        if self.frame.chosen != self._chosen:
            self._chosen = self.frame.chosen
            self.words = self._chosen.name if self._chosen is not None else ""
        behind(self, self._load, "history-load")

    async def _load(self) -> None:
        results, errors = await in_thread(self.frame, partial(api.results, None), "history-results")
        self.results, self.errors = tuple(reversed(results)), tuple(errors)
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the lines for the new width."""
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        if self.results is None:
            return
        box = self.query_one(ResultList)
        known = self.marked
        words = self.words.lower().split()
        self.shown = tuple(result for result in self.results if matches(result, words))
        # one column less: the scroll bar needs it
        title, *lines = lines_of(rows_of(self.shown, self.chosen), max(20, self.size.width - 3))
        self.query_one("#titles", Static).update(title if lines else "")
        box.set_options(Option(line) for line in lines)
        ids = [result.id for result in self.shown]
        if ids:
            box.highlighted = ids.index(known.id) if known is not None and known.id in ids else 0
        else:
            none = Content(NO_MATCH if self.results else "")
            self.query_one("#short", FittedText).show(lambda width: none)
        self.query_one("#counts", Static).update(OneLine(self._counts()))
        self.refresh_bindings()

    def _counts(self) -> Content:
        total = len(self.results or ())
        line = Content(f"{total} result{'s' * (total != 1)}" if total else NONE)
        if self.words:
            words = f"   filter: {printable(self.words)}, {len(self.shown)} shown"
            line += Content.styled(words, styles.KEY)
        if self.chosen:
            line += Content.styled(f"   {len(self.chosen)} of {PAIR} marked", styles.KEY)
        if self.errors:
            first = printable(self.errors[0].message)
            line += Content.styled(f"   {len(self.errors)} cannot be read: {first}", styles.WARNING)
        return line

    @property
    def marked(self) -> Result | None:
        """The selected result, under the cursor."""
        at = self.query_one(ResultList).highlighted
        return self.shown[at] if at is not None and at < len(self.shown) else None

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        """Show the summary of the selected result."""
        message.stop()
        if self.marked is not None:
            self.query_one("#short", FittedText).show(partial(verdict_part, self.marked))
        self.refresh_bindings()

    def card_target(self) -> Target | None:
        """Return the selected result."""
        return Target(RESULT, self.marked.id) if self.marked is not None else None

    def show_target(self, target: Target) -> None:
        """Select a result."""
        ids = [result.id for result in self.shown]
        if target.name in ids:
            self.query_one(ResultList).highlighted = ids.index(target.name)

    # keys

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        if action in ("mark", "replay", "export", "copy") and self.marked is None:
            return "no result is selected"
        if action == "compare" and len(self._pair()) < PAIR:
            return "mark two results with space, or mark one and select the other"
        return ""

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Open the result."""
        message.stop()
        if self.marked is not None:
            self._with(partial(api.result, self.marked.id), self._open)

    def _open(self, result: Result) -> None:
        self.frame.push_screen(PastResult(result))

    def _with(self, load: Callable[[], object], then: Callable[..., None]) -> None:
        """Load in a thread, then call `then` with what was loaded, or show the error."""
        behind(self, partial(self._loaded, load, then), "history-open")

    async def _loaded(self, load: Callable[[], object], then: Callable[..., None]) -> None:
        def attempt() -> object:
            try:
                return load()
            except LabError as error:
                return error

        loaded = await in_thread(self.frame, attempt, "history-read")
        if isinstance(loaded, LabError):
            self.frame.toast(loaded.together, "error")
        elif self.is_current:  # not left in the meantime
            then(loaded)

    def action_mark(self) -> None:
        """Mark the selected result for a comparison, or remove the mark; a third mark replaces the first."""
        if self.refused("mark") or self.marked is None:
            return
        id = self.marked.id
        if id in self.chosen:
            self.chosen = tuple(mark for mark in self.chosen if mark != id)
        else:
            self.chosen = (*self.chosen, id)[-PAIR:]
        self._show()

    def _pair(self) -> list[Result]:
        """Return the two to compare, the older first: both marked ones, or the marked and the selected."""
        wanted = set(self.chosen)
        if len(wanted) == 1 and self.marked is not None:
            wanted.add(self.marked.id)
        return [result for result in reversed(self.results or ()) if result.id in wanted]

    def action_compare(self) -> None:
        """Show two results side by side."""
        if self.refused("compare"):
            return
        first, second = self._pair()

        def show(comparison: object) -> None:
            self.frame.push_screen(CompareScreen(comparison))  # type: ignore[arg-type]

        self._with(partial(api.compare, first.id, second.id), show)

    def action_replay(self) -> None:
        """Replay the selected experiment."""
        if self.refused("replay") or self.marked is None:
            return
        id = self.marked.id

        def show(entries: list[object]) -> None:
            self.frame.push_screen(ReplayScreen(ExperimentReplay(self.frame, id, entries)))  # type: ignore[arg-type]

        self._with(partial(api.entries, id), show)

    def action_export(self) -> None:
        """Export a report of the selected result."""
        if not self.refused("export") and self.marked is not None:
            self._with(partial(api.result, self.marked.id), partial(export, self.frame))

    def action_copy(self) -> None:
        """Copy the id to the clipboard."""
        if not self.refused("copy") and self.marked is not None:
            self.copy(self.marked.id)

    # the filter

    def action_filter(self) -> None:
        """Open the filter field."""
        box = self.query_one("#filter", Input)
        self._earlier = self.words
        box.value = self.words
        box.add_class("-open")
        box.focus()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Filter the list by the typed text."""
        if message.input.has_class("-open"):
            self.words = message.value.strip()
            self._show()

    def on_input_submitted(self) -> None:
        """Close the filter field."""
        self._close_filter()

    def _close_filter(self) -> None:
        self.query_one("#filter", Input).remove_class("-open")
        self.query_one(ResultList).focus()

    def step_back(self) -> bool:
        """Undo what was typed in the filter field, else remove the filter, else the marks."""
        if self.query_one("#filter", Input).has_class("-open"):
            self._close_filter()
            self.words = self._earlier
            self._show()
        elif self.words or self.chosen:
            self.words, self.chosen = ("", self.chosen) if self.words else ("", ())
            self._show()
        else:
            return False
        return True
