"""The description of an experiment: one to choose, the running one, or one to resume."""

from __future__ import annotations

from textual.content import Content

from mqtune.lab.core.definition import Definition
from mqtune.lab.core.plan import ExperimentPlan
from mqtune.lab.journal.result import Result
from mqtune.lab.reports.formatting import minutes_text
from mqtune.lab.reports.plan_text import budget_warning, time_line
from mqtune.lab.reports.text import verdict_text
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.areas.lab.feed import ExperimentFeed
from mqtune.tui.areas.lab.progress_text import counted_runs, head_lines, notice
from mqtune.tui.cells import padded
from mqtune.tui.tables import hanging

NAME = 16  # columns
WHERE_IT_STOPPED = "Enter resumes it where it stopped."
ASKS_MINUTES = "Enter asks for more minutes, and resumes it."


def about_experiment(definition: Definition, demo: bool, width: int) -> Content:
    """Return the question, the duration, and what the experiment touches and recommends."""
    lines = [Content.styled(definition.question, styles.STRONG)]
    takes = f"about {definition.minutes:g} min at 1% noise, measured by {', '.join(definition.drivers)}"
    if demo:
        lines.append(Content.styled("SIMULATED: nothing is measured, and nothing is touched", styles.ALARM))
        takes = f"outside the demo: {takes}"
    lines += [Content(part) for part in hanging(takes, width)]
    for title, words in (
        ("touches, outside the demo" if demo else "touches", definition.touches),
        ("safeguards", definition.guard_rails),
        ("recommends", (definition.recommends,)),
        ("source", (definition.source,)),
    ):
        lines.append(_title(title))
        for point in words:
            lines += [Content(part) for part in hanging(f"· {point}", width)]
    return Content("\n").join(lines)


def command_content(plan: ExperimentPlan) -> Content:
    """Return the command, and whether the time suffices."""
    command = Content.styled(printable(plan.command_line), styles.QUIET)
    if warning := budget_warning(plan):
        return Content.assemble((warning, styles.WARNING), "\n", command)
    return Content.assemble(command, "\n", time_line(plan))


def about_running(feed: ExperimentFeed) -> Content:
    """Return the progress of the running experiment, or the end of the last one."""
    return Content("\n").join(
        [notice(feed.live.result), *head_lines(feed), Content(""), Content("Enter shows it.")]
    )


def about_unfinished(result: Result) -> Content:
    """Return the state of an experiment that can be resumed."""
    spent = minutes_text(result.clock)
    undecided = result.verdict is not None
    why = verdict_text(result) if undecided else result.stopped or result.closed or "interrupted"
    lines = [
        Content.styled(printable(result.id), styles.STRONG),
        Content(printable(f"on {result.head.qmgr}: {why}")),
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
    return Content("\n").join([*lines, Content(""), Content(ASKS_MINUTES if undecided else WHERE_IT_STOPPED)])


def experiment_line(definition: Definition) -> Content:
    """Return the line of an experiment in the list."""
    return Content(f"{padded(definition.name, NAME)} {definition.minutes:>3g} min")


def unfinished_line(result: Result) -> Content:
    """Return the line of an unfinished experiment in the list."""
    state = "to clean up" if result.cut_short else counted_runs(result)
    return Content(printable(f"{result.head.experiment} ({state})"))


def running_line(feed: ExperimentFeed) -> Content:
    """Return the line of the running experiment, or of the last one that ended, in the list."""
    verdict = feed.live.result.verdict
    word = f": {verdict.word}" if verdict is not None else ": ended" if feed.over else ""
    return Content.styled(printable(f"{'■' if feed.over else '▶'} {feed.name}{word}"), styles.RUNNING)


def _title(words: str) -> Content:
    return Content.styled(words, styles.QUIET)
