"""The description of an experiment: one to choose, the running one, or one to resume."""

from __future__ import annotations

from textual.content import Content

from mqtune.lab.core.definition import Definition
from mqtune.lab.core.verdict import UNDECIDED
from mqtune.lab.journal.result import Result
from mqtune.lab.reports.formatting import minutes_text
from mqtune.lab.reports.text import verdict_text
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.areas.lab.feed import ExperimentFeed
from mqtune.tui.areas.lab.progress_text import counted_runs, head_lines, notice
from mqtune.tui.tables import hanging


def about_experiment(definition: Definition, width: int) -> Content:
    """Return the question, the duration, and what the experiment touches and recommends."""
    takes = f"about {definition.minutes:g} min at 1% noise · measured by {', '.join(definition.drivers)}"
    lines = [Content.styled(definition.question, styles.STRONG), Content(takes)]
    for title, words in (
        ("touches", definition.touches),
        ("safeguards", definition.guard_rails),
        ("recommends", (definition.recommends,)),
        ("source", (definition.source,)),
    ):
        lines.append(_title(title))
        for point in words:
            lines += [Content(part) for part in hanging(f"· {point}", width)]
    return Content("\n").join(lines)


def about_running(feed: ExperimentFeed) -> Content:
    """Return the progress of the running experiment."""
    return Content("\n").join(
        [notice(feed.live.result), *head_lines(feed), Content(""), Content("Enter shows it.")]
    )


def about_unfinished(result: Result) -> Content:
    """Return the state of an experiment that can be resumed."""
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
            Content(f"{len(result.outstanding)} steps are not undone yet; resuming undoes them first")
        )
    lines += [
        _title("on the command line"),
        Content(f"  mqtune experiment resume {printable(result.id)}"),
    ]
    return Content("\n").join([*lines, Content(""), Content("Enter resumes it.")])


def resumable(result: Result) -> bool:
    """Return whether the experiment can be resumed."""
    return result.verdict is None or result.verdict.word == UNDECIDED


def unfinished_line(result: Result) -> Content:
    """Return the line of an unfinished experiment in the list."""
    return Content(printable(f"{result.head.experiment} ({counted_runs(result)})"))


def _title(words: str) -> Content:
    return Content.styled(words, styles.QUIET)
