"""The screen of the History area: the list of all results, and what can be done with them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from mqtune.lab import api
from mqtune.lab.api import LabError
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.areas import AreaScreen
from mqtune.tui.areas.history.compare_screen import CompareScreen
from mqtune.tui.areas.history.past_result import PastResult
from mqtune.tui.areas.history.replay_screen import ExperimentReplay, ReplayScreen
from mqtune.tui.areas.history.result_table import lines_of, rows_of, taken
from mqtune.tui.areas.history.stylesheet import STYLE
from mqtune.tui.areas.lab.export import export
from mqtune.tui.areas.lab.result_content import verdict_part
from mqtune.tui.areas.lab.stylesheet import STEPS
from mqtune.tui.background import behind, in_thread
from mqtune.tui.widgets.fitted_text import FittedText

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult

    from mqtune.lab.journal.result import Result

HINT = "words of queue manager, experiment, verdict, driver or day"
NONE = "No experiment was made yet. 5 goes to the Lab."
PAIR = 2


class ResultList(OptionList):
    """One line for each result, the newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Open", id="history.open", key_display="⏎", tooltip="the result"),
        Binding("j", "cursor_down", "One down", show=False),
        Binding("k", "cursor_up", "One up", show=False),
    ]


class HistoryScreen(AreaScreen):
    """All results of all queue managers."""

    area = "history"
    AUTO_FOCUS = "#results"
    CSS = STYLE + STEPS
    help = """History
Every experiment that was made here, the newest first, with its verdict, what it found, and the noise. \
Space marks two to compare, r plays one back as it ran, e writes a report. Nothing is ever deleted. The \
same on a command line: mqtune experiment runs, show, compare, replay, report."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", "Mark", id="history.mark", tooltip="one of the two to compare"),
        Binding("c", "compare", "Compare", id="history.compare", tooltip="the two marked ones"),
        Binding("r", "replay", "Replay", id="history.replay", tooltip="as it ran"),
        Binding("e", "export", "Export", id="history.export", tooltip="Markdown, HTML or JSON"),
        Binding("slash", "filter", "Filter", id="history.filter", key_display="/", tooltip=HINT),
        Binding("y", "copy", "Copy id", id="history.copy", tooltip="the id, for the commands"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.results: tuple[Result, ...] | None = None
        self.errors: tuple[LabError, ...] = ()
        self.shown: tuple[Result, ...] = ()
        self.chosen: tuple[str, ...] = ()
        self.words = ""

    def compose_body(self) -> ComposeResult:
        """Counts, filter, list, and the marked one in short."""
        yield Static("reading …", markup=False, id="counts")
        yield Input(placeholder=HINT, id="filter", compact=True)
        yield Static("", markup=False, id="titles")
        yield ResultList(id="results", markup=False)
        with VerticalScroll(id="marked", can_focus=False) as pane:
            pane.border_title = "in short"
            yield FittedText(id="short")

    def on_screen_resume(self) -> None:
        """Look again: an experiment may have ended."""
        behind(self, self._load, "history-load")

    async def _load(self) -> None:
        found, errors = await in_thread(self.frame, partial(api.results, None), "history-results")
        self.results, self.errors = tuple(reversed(found)), tuple(errors)
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the lines out anew."""
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        if self.results is None:
            return
        box = self.query_one(ResultList)
        known = self.marked
        words = self.words.lower().split()
        self.shown = tuple(one for one in self.results if taken(one, words))
        # a column less than there is: the scroll bar takes one
        title, *lines = lines_of(rows_of(self.shown, self.chosen), max(20, self.size.width - 3))
        self.query_one("#titles", Static).update(title if lines else "")
        box.set_options(Option(line) for line in lines)
        ids = [one.id for one in self.shown]
        if ids:
            box.highlighted = ids.index(known.id) if known is not None and known.id in ids else 0
        self.query_one("#counts", Static).update(self._counts())
        self.refresh_bindings()

    def _counts(self) -> Content:
        total = len(self.results or ())
        line = Content(f"{total} result{'s' * (total != 1)}" if total else NONE)
        if self.words:
            words = f"   filter: {printable(self.words)}, {len(self.shown)} left"
            line += Content.styled(words, styles.KEY)
        if self.chosen:
            line += Content.styled(f"   {len(self.chosen)} of {PAIR} marked", styles.KEY)
        if self.errors:
            first = printable(self.errors[0].message)
            line += Content.styled(f"   {len(self.errors)} cannot be read: {first}", styles.WARNING)
        return line

    @property
    def marked(self) -> Result | None:
        """The result under the cursor."""
        at = self.query_one(ResultList).highlighted
        return self.shown[at] if at is not None and at < len(self.shown) else None

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        """Say it in short."""
        message.stop()
        if self.marked is not None:
            self.query_one("#short", FittedText).show(partial(verdict_part, self.marked))
        self.refresh_bindings()

    # keys

    def unavailable(self, action: str) -> str:
        """Why a key does nothing now."""
        if action in ("mark", "replay", "export", "copy") and self.marked is None:
            return "no result is marked"
        if action == "compare" and len(self._pair()) < PAIR:
            return "mark two results with space, or one and go to the other"
        return ""

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Open the result."""
        message.stop()
        if self.marked is not None:
            self._with(partial(api.result, self.marked.id), self._open)

    def _open(self, result: Result) -> None:
        self.frame.push_screen(PastResult(result))

    def _with(self, load: Callable[[], object], then: Callable[..., None]) -> None:
        """Read what is needed in a thread, then go on; what cannot be read is told."""
        behind(self, partial(self._loaded, load, then), "history-open")

    async def _loaded(self, load: Callable[[], object], then: Callable[..., None]) -> None:
        def attempt() -> object:
            try:
                return load()
            except LabError as error:
                return error

        found = await in_thread(self.frame, attempt, "history-read")
        if isinstance(found, LabError):
            self.frame.toast(f"{found.message}; {found.help}", "error")
        else:
            then(found)

    def action_mark(self) -> None:
        """Mark for a comparison, or take the mark away; of three the first goes."""
        if self.refused("mark") or self.marked is None:
            return
        id = self.marked.id
        if id in self.chosen:
            self.chosen = tuple(one for one in self.chosen if one != id)
        else:
            self.chosen = (*self.chosen, id)[-PAIR:]
        self._show()

    def _pair(self) -> list[Result]:
        """The two to compare, the older first: those marked, or the marked one and that under the cursor."""
        wanted = set(self.chosen)
        if len(wanted) == 1 and self.marked is not None:
            wanted.add(self.marked.id)
        return [one for one in reversed(self.results or ()) if one.id in wanted]

    def action_compare(self) -> None:
        """Two side by side."""
        if self.refused("compare"):
            return
        first, second = self._pair()

        def show(comparison: object) -> None:
            self.frame.push_screen(CompareScreen(comparison))  # type: ignore[arg-type]

        self._with(partial(api.compare, first.id, second.id), show)

    def action_replay(self) -> None:
        """One as it ran."""
        if self.refused("replay") or self.marked is None:
            return
        id = self.marked.id

        def show(entries: list[object]) -> None:
            self.frame.push_screen(ReplayScreen(ExperimentReplay(self.frame, id, entries)))  # type: ignore[arg-type]

        self._with(partial(api.entries, id), show)

    def action_export(self) -> None:
        """A report."""
        if not self.refused("export") and self.marked is not None:
            self._with(partial(api.result, self.marked.id), partial(export, self.frame))

    def action_copy(self) -> None:
        """Put the id on the clipboard."""
        if not self.refused("copy") and self.marked is not None:
            self.app.copy_to_clipboard(self.marked.id)
            self.frame.toast(f"copied: {self.marked.id}")

    # narrowing down

    def action_filter(self) -> None:
        """Type a filter."""
        box = self.query_one("#filter", Input)
        box.value = self.words
        box.add_class("-open")
        box.focus()

    def on_input_changed(self, message: Input.Changed) -> None:
        """The list follows what is typed."""
        if message.input.has_class("-open"):
            self.words = message.value.strip()
            self._show()

    def on_input_submitted(self) -> None:
        """Done with typing."""
        self._close_filter()

    def _close_filter(self) -> None:
        self.query_one("#filter", Input).remove_class("-open")
        self.query_one(ResultList).focus()

    def step_back(self) -> bool:
        """Escape: close the filter, take it away, take the marks away."""
        if self.query_one("#filter", Input).has_class("-open"):
            self._close_filter()
        elif self.words or self.chosen:
            self.words, self.chosen = ("", self.chosen) if self.words else ("", ())
            self._show()
        else:
            return False
        return True
