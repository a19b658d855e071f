"""What the Lab says of an experiment before it is chosen, and of one to go on with. Pure; knows no widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from mqtune.lab.core.verdict import UNDECIDED
from mqtune.lab.reports.formatting import minutes_text
from mqtune.lab.reports.text import verdict_text
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.areas.lab.progress_text import counted_runs, head_lines, notice
from mqtune.tui.tables import hanging

if TYPE_CHECKING:
    from mqtune.lab.core.definition import Definition
    from mqtune.lab.journal.result import Result
    from mqtune.tui.areas.lab.feed import ExperimentFeed


def about_experiment(definition: Definition, width: int) -> Content:
    """The question first, then what it touches and how long it takes, then the rest."""
    takes = f"about {definition.minutes:g} min at 1% noise · measured by {', '.join(definition.drivers)}"
    lines = [Content.styled(definition.question, styles.STRONG), Content(takes)]
    for title, words in (
        ("touches", definition.touches),
        ("guard rails", definition.guard_rails),
        ("recommends", (definition.recommends,)),
        ("source", (definition.source,)),
    ):
        lines.append(_title(title))
        for point in words:
            lines += [Content(part) for part in hanging(f"· {point}", width)]
    return Content("\n").join(lines)


def about_running(feed: ExperimentFeed) -> Content:
    """How it is getting on."""
    return Content("\n").join(
        [notice(feed.live.result), *head_lines(feed), Content(""), Content("Enter shows it.")]
    )


def about_unfinished(result: Result) -> Content:
    """What there is of it already."""
    spent = minutes_text(result.clock)
    lines = [
        Content.styled(printable(result.id), styles.STRONG),
        Content(printable(f"on {result.head.qmgr}, {verdict_text(result)}")),
        Content(f"{counted_runs(result)} kept, {spent} of at most {result.max_minutes:g} min"),
    ]
    if result.simulated:
        lines.append(Content.styled("SIMULATED", styles.ALARM))
    if result.outstanding:
        lines.append(
            Content(f"{len(result.outstanding)} steps are not taken back yet; going on does it first")
        )
    lines += [
        _title("the same on a command line"),
        Content(f"  mqtune experiment resume {printable(result.id)}"),
    ]
    return Content("\n").join([*lines, Content(""), Content("Enter goes on with it.")])


def resumable(result: Result) -> bool:
    """Whether there is something to go on with."""
    return result.verdict is None or result.verdict.word == UNDECIDED


def unfinished_line(result: Result) -> Content:
    """One of them, in the list."""
    return Content(printable(f"{result.head.experiment} ({counted_runs(result)})"))


def _title(words: str) -> Content:
    return Content.styled(words, styles.QUIET)
