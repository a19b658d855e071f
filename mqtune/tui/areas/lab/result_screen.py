"""A result: the verdict's word first, then what it rests on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll

from mqtune.tui.areas.lab.apply_screen import ApplyScreen
from mqtune.tui.areas.lab.export import export
from mqtune.tui.areas.lab.plots import arms_figure
from mqtune.tui.areas.lab.result_content import arms_part, circumstances, raw_runs, verdict_part
from mqtune.tui.areas.lab.step import StepScreen
from mqtune.tui.plot.view import PlotView
from mqtune.tui.widgets.fitted_text import FittedText

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mqtune.lab.journal.result import Result


class ResultScreen(StepScreen):
    """Verdict, plot and arms; beside or below what follows, every run, and the circumstances."""

    AUTO_FOCUS = "#result"
    help = """Result
winner: one arm is better than the others. tie: no arm is better by anything that matters. undecided: more \
time is needed, and how much. invalid: nothing follows, and why. Below stand the intervals, every run with \
what was cut from it, and what was noticed. The same: mqtune experiment show ID."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter", "next", "Apply", id="lab.apply", key_display="⏎", tooltip="what follows, to be saved"
        ),
        Binding("e", "export", "Export", id="lab.export", tooltip="a report: Markdown, HTML or JSON"),
        Binding("y", "copy", "Copy id", id="lab.copy-id", tooltip="the id, for the commands"),
    ]

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result

    def compose_body(self) -> ComposeResult:
        """Both halves."""
        with VerticalScroll(id="result"):
            with Vertical():
                yield FittedText(partial(verdict_part, self.result), id="verdict")
                yield PlotView(id="plot")
                yield FittedText(partial(arms_part, self.result), id="arms-part")
            with Vertical():
                yield FittedText(partial(raw_runs, self.result), id="runs")
                yield FittedText(partial(circumstances, self.result), id="circumstances")

    def on_mount(self) -> None:
        """Draw the plot, where there is something to draw."""
        found = arms_figure(self.result.levels, self.result.head.unit)
        plot = self.query_one(PlotView)
        plot.set_class(found is None, "-none")
        if found is not None:
            plot.figure, plot.caption = found

    def unavailable(self, action: str) -> str:
        """Why a key does nothing now."""
        if action == "next" and self.result.verdict is None:
            return "there is no verdict to apply yet"
        return ""

    def apply_step(self) -> ApplyScreen:
        """The step that shows what follows."""
        return ApplyScreen(self.result)

    def action_next(self) -> None:
        """To what follows."""
        if not self.refused("next"):
            self.frame.push_screen(self.apply_step())

    def action_export(self) -> None:
        """Write a report."""
        export(self.frame, self.result)

    def action_copy(self) -> None:
        """Put the id on the clipboard."""
        self.app.copy_to_clipboard(self.result.id)
        self.frame.toast(f"copied: {self.result.id}")
