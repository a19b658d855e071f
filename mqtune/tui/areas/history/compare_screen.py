"""Two results side by side: warnings first, because they decide whether the ratios are meaningful."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from mqtune.lab.core.job import NOTICE
from mqtune.lab.journal.compare import Comparison, Ratio
from mqtune.lab.journal.result import Result
from mqtune.lab.reports.text import RATIO_TITLES, ratio_row
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.areas.lab.progress_text import verdict_content
from mqtune.tui.areas.lab.step import TextStep
from mqtune.tui.tables import Column, hanging, table

_TEXTS = ("ARM", "SAYS")
_SPARE = {"RUNS": 1}
COLUMNS = tuple(Column(one.lower(), one in _TEXTS, _SPARE.get(one, 0)) for one in RATIO_TITLES)
WITHIN = "the intervals cover runs within each result, not changes of the machine between the two results"


class CompareScreen(TextStep):
    """The comparison of two results."""

    area = "history"
    help = """Compare
The second result against the first, for the arm that each chose and for every arm that both have: the ratio \
with a 95% interval over runs. A warning is shown if queue manager, driver, level or settings differ."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "y", "copy", "Copy command", id="history.copy-compare", tooltip="the mqtune experiment command"
        ),
    ]

    def __init__(self, comparison: Comparison) -> None:
        super().__init__()
        self.comparison = comparison

    @property
    def command(self) -> str:
        """The command with the same output."""
        return f"mqtune experiment compare {self.comparison.first.id} {self.comparison.second.id}"

    def on_mount(self) -> None:
        """Show the comparison."""
        text = partial(comparison_content, self.comparison)
        self.write("Compare: the second against the first", text, Content(printable(self.command)))

    def action_copy(self) -> None:
        """Copy the command to the clipboard."""
        self.copy(self.command)


def comparison_content(comparison: Comparison, width: int) -> Content:
    """Return both verdicts, warnings, the chosen arms, and the arms that both results have."""
    lines = [Content.styled(NOTICE, styles.ALARM)] if comparison.simulated else []
    lines += [_side("first ", comparison.first), _side("second", comparison.second), Content("")]
    for warning in comparison.warnings:
        lines += [Content.styled(line, styles.WARNING) for line in hanging(f"warning {warning}", width)]
    if comparison.chosen is not None:
        lines += _ratios("chosen arms", [comparison.chosen], width)
    lines += _ratios(f"arms in both, in {comparison.unit}", comparison.arms, width)
    return Content("\n").join([*lines, Content(""), Content.styled(WITHIN, styles.QUIET)])


def _side(word: str, result: Result) -> Content:
    return Content.assemble((f"{word} ", styles.QUIET), verdict_content(result), f"  {printable(result.id)}")


def _ratios(title: str, ratios: Sequence[Ratio], width: int) -> list[Content]:
    lines = [Content(""), Content.styled(printable(title), styles.ACTIVE)]
    if not ratios:
        return [*lines, Content("none")]
    return lines + table(COLUMNS, [ratio_row(one) for one in ratios], width)
