"""A result: the verdict, then the evidence for it."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll

from mqtune.lab.journal.result import Result
from mqtune.present.target import RESULT, Target
from mqtune.tui.areas.lab.apply_screen import ApplyScreen
from mqtune.tui.areas.lab.export import export
from mqtune.tui.areas.lab.plots import arms_figure
from mqtune.tui.areas.lab.result_content import arms_part, circumstances, raw_runs, verdict_part
from mqtune.tui.areas.lab.step import StepScreen
from mqtune.tui.plot.view import PlotView
from mqtune.tui.widgets.fitted_text import FittedText


class ResultScreen(StepScreen):
    """Verdict, plot and arms; beside or below them every run and the circumstances."""

    AUTO_FOCUS = "#result"
    help = """Result
winner: one arm is better than the others. tie: no arm is better by a relevant margin. undecided: more time \
is needed, and how much. invalid: no conclusion is possible, and why. Below are the intervals, every run \
with its discarded warm-up, and remarks. On the command line: mqtune experiment show ID."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter", "next", "Apply", id="lab.apply", key_display="⏎", tooltip="the recommended commands"
        ),
        Binding("w", "export", "Write report", id="lab.export", tooltip="a report: Markdown, HTML or JSON"),
        Binding("y", "copy", "Copy id", id="lab.copy-id", tooltip="copy the id, for the commands"),
    ]

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result

    def card_target(self) -> Target:
        """Return the result."""
        return Target(RESULT, self.result.id)

    def compose_body(self) -> ComposeResult:
        """Yield both halves."""
        with VerticalScroll(id="result"):
            with Vertical():
                yield FittedText(partial(verdict_part, self.result), id="verdict")
                yield PlotView(id="plot")
                yield FittedText(partial(arms_part, self.result), id="arms-part")
            with Vertical():
                yield FittedText(partial(raw_runs, self.result), id="runs")
                yield FittedText(partial(circumstances, self.result), id="circumstances")

    def on_mount(self) -> None:
        """Draw the plot, if there is anything to draw."""
        found = arms_figure(self.result.levels, self.result.head.unit)
        plot = self.query_one(PlotView)
        plot.set_class(found is None, "-none")
        if found is not None:
            plot.figure, plot.caption = found

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        if action == "next" and self.result.verdict is None:
            return "no verdict to apply yet"
        return ""

    def apply_step(self) -> ApplyScreen:
        """Return the apply step."""
        return ApplyScreen(self.result)

    def action_next(self) -> None:
        """Go to the apply step."""
        if not self.refused("next"):
            self.frame.push_screen(self.apply_step())

    def action_export(self) -> None:
        """Write a report."""
        export(self.frame, self.result)

    def action_copy(self) -> None:
        """Copy the id to the clipboard."""
        self.copy(self.result.id)
