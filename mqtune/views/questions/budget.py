"""The budget: each contended resource as a bar, and what is exhausted first."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.flow.budget import (
    GREATEST_GROWTH,
    GROWTHS,
    LEAST_GROWTH,
    NOTHING,
    budget,
    first_exhausted,
    path_limits,
    verdicts,
)
from mqtune.flow.resource import Resource
from mqtune.report.secrets import safe
from mqtune.session.options import UsageError
from mqtune.views.card.load import model_in, resource_row
from mqtune.views.card.model import Row, Section
from mqtune.views.card.sources import Sources, manager_target, place_target
from mqtune.views.questions.model import Question, QuestionField, Values, made

GROWTH = "growth"
FIRST = "first: "  # how the first sentence of the verdict begins
MOST_PATHS, MOST_ROWS = 12, 200


def fields(sources: Sources) -> tuple[QuestionField, ...]:
    """The growth of every source."""
    return (QuestionField(GROWTH, "multiplies the rate of every declared source", "1", "1"),)


def answer(sources: Sources, values: Values) -> tuple[Section, ...]:
    """The first bottleneck, each queue manager, and the limit on the path of each source."""
    growth = growth_of(values.get(GROWTH, ""))
    found = [
        one
        for estate in sources.workspace.estates
        for one in budget(estate, growth)
        if one.queue_manager in estate.shown
    ]
    if not found:
        return (Section("budget", tuple, NOTHING),)
    groups: dict[str, list[Resource]] = {}
    for one in found:
        groups.setdefault(one.queue_manager.qualified, []).append(one)
    parts = [made("first bottleneck", first_rows(found, growth), "no limit is known")]
    parts += [made(safe(name or "queue manager"), group_rows(some)) for name, some in groups.items()]
    return (*parts, made("the smallest limit on the path of each source", path_rows(found, growth)))


def growth_of(text: str) -> float:
    """The growth as a number. Raises UsageError."""
    try:
        growth = float(text or "1")
    except ValueError:
        growth = 0.0
    if not LEAST_GROWTH <= growth < GREATEST_GROWTH:
        raise UsageError(f"invalid growth {text!r}", GROWTHS)
    return growth


def first_rows(found: list[Resource], growth: float) -> Iterator[Row]:
    """What growth exhausts first."""
    first = first_exhausted(found)
    basis = (first.basis if first is not None else None) or ""
    severity = "error" if first is not None and (first.share or 0.0) >= 1 else "warning"
    for text in verdicts(found, growth):
        yield Row("", safe(text.removeprefix(FIRST)), safe(basis), model_in(basis), severity)
        basis, severity = "", "warning"
    if first is not None:
        manager = first.queue_manager
        yield Row("", safe(manager.qualified), "queue manager", manager_target(manager))


def group_rows(resources: list[Resource]) -> Iterator[Row]:
    """The resources of one queue manager, the fullest first."""
    ordered = sorted(resources, key=lambda one: -1.0 if one.share is None else one.share, reverse=True)
    yield from map(resource_row, ordered[:MOST_ROWS])
    if len(ordered) > MOST_ROWS:
        yield Row("", f"{len(ordered) - MOST_ROWS} more: mqtune budget --verbose lists all")


def path_rows(found: list[Resource], growth: float) -> Iterator[Row]:
    """For each source the first limit on its path."""
    for one in path_limits(found)[:MOST_PATHS]:
        place = (one.source.file, one.source.line or 0) if one.source.file else None
        text = f"{one.name}, at {one.reached(growth)}"
        yield Row("", safe(one.source.text), safe(text), place_target(place), place=place)


def command(values: Values) -> list[str]:
    """`mqtune budget --grow 1.5`."""
    growth = values.get(GROWTH, "").strip()
    return ["budget", *(["--grow", growth] if growth not in ("", "1") else [])]


BUDGET = Question(
    "budget",
    "Budget",
    "How much of each limit the declared loads use, and which is exhausted first.",
    fields,
    answer,
    command,
)
