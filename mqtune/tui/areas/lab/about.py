"""What the Lab says of an experiment before it is chosen, and of one to go on with. Pure; knows no widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from mqtune.lab.reports.text import verdict_text
from mqtune.lab.reports.words import minutes_text
from mqtune.lab.verdict import UNDECIDED
from mqtune.text.printable import printable
from mqtune.tui import looks
from mqtune.tui.areas.lab.words import counted_runs, head_lines, notice

if TYPE_CHECKING:
    from mqtune.lab.definition import Definition
    from mqtune.lab.result import Result
    from mqtune.tui.areas.lab.telling import Telling


def about_experiment(definition: Definition) -> Content:
    """The question first, then what it touches and how long it takes, then the rest."""
    lines = [
        Content.styled(definition.question, looks.STRONG),
        Content(
            f"about {definition.minutes:g} min at 1% noise · measured by {', '.join(definition.drivers)}"
        ),
        title("touches"),
        *points(definition.touches),
        title("guard rails"),
        *points(definition.guard_rails),
        title("recommends"),
        Content(f"  {definition.recommends}"),
        title("source"),
        Content(f"  {definition.source}"),
    ]
    return Content("\n").join(lines)


def about_running(telling: Telling) -> Content:
    """How it is getting on."""
    return Content("\n").join(
        [notice(telling.story.result), *head_lines(telling), Content(""), Content("Enter shows it.")]
    )


def about_unfinished(result: Result) -> Content:
    """What there is of it already."""
    spent = minutes_text(result.clock)
    lines = [
        Content.styled(printable(result.id), looks.STRONG),
        Content(printable(f"on {result.head.qmgr}, {verdict_text(result)}")),
        Content(f"{counted_runs(result)} kept, {spent} of at most {result.max_minutes:g} min"),
    ]
    if result.simulated:
        lines.append(Content.styled("SIMULATED", looks.ALARM))
    if result.outstanding:
        lines.append(
            Content(f"{len(result.outstanding)} steps are not taken back yet; going on does it first")
        )
    lines += [
        title("the same on a command line"),
        Content(f"  mqtune experiment resume {printable(result.id)}"),
    ]
    return Content("\n").join([*lines, Content(""), Content("Enter goes on with it.")])


def resumable(result: Result) -> bool:
    """Whether there is something to go on with."""
    return result.verdict is None or result.verdict.word == UNDECIDED


def unfinished_line(result: Result) -> Content:
    """One of them, in the list."""
    return Content(printable(f"{result.head.experiment} ({counted_runs(result)})"))


def title(words: str) -> Content:
    """A heading."""
    return Content.styled(words, looks.QUIET)


def points(lines: tuple[str, ...]) -> list[Content]:
    """A list."""
    return [Content(f"  · {line}") for line in lines]
