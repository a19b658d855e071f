"""`mqtune show outage`: the timeline of each channel pair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypedDict

from mqtune.analysis.flow.resource import number
from mqtune.analysis.outage import Event, Timeline, timelines
from mqtune.present.answer import BRIEF, DETAIL, OBJECT, Answer, Place, Row, Rows, Section, Target, link
from mqtune.questions.fields import Parameter
from mqtune.questions.values import Duration
from mqtune.session.opened import Project
from mqtune.text.messages import plural

EXAMPLES = ("mqtune show outage hub/", 'mqtune show outage --outage "15 min" --format json')
NONE = "no message channel is defined: sender, server and cluster receiver channels have a timeline"
BOUNDS = "times are bounds after the loss; the time that a failing attempt takes is not included"
NOT_DECLARED = 'no outage is declared: outage = "5 min" of a [[queue-manager]], or --outage "5 min"'


class OutageData(TypedDict):
    """The JSON of `mqtune show outage`."""

    outages: list[Timeline]


def show_outage(
    project: Project,
    *,
    outage: Annotated[
        Duration | None,
        Parameter(
            'length of the outage, such as "5 min", instead of the declared one',
            metavar="TIME",
            example="15 min",
        ),
    ] = None,
) -> Answer[OutageData]:
    """Show the timeline of an outage for each channel pair: what detects, retries and is refused when."""
    outages = [
        timeline
        for estate in project.estates
        for timeline in timelines(estate, outage)
        if timeline.pair.owner in estate.shown
    ]
    undeclared = all(timeline.outage_s is None for timeline in outages)
    return Answer(
        "found" if outages else "nothing found",
        plural(len(outages), "timeline"),
        lambda _: sections(outages),
        lambda: {"outages": outages},
        notes=Rows([Row("", BOUNDS)] if outages else []),
        hint=NOT_DECLARED if outages and undeclared else "",
    )


def sections(timelines: list[Timeline]) -> Iterator[Section]:
    """Each timeline once, with the channels to which it applies."""
    if not timelines:
        yield Section("", Rows(()), BRIEF, NONE)
    groups: dict[tuple[object, ...], list[Timeline]] = {}
    for timeline in timelines:
        events = tuple((event.event, event.from_s, event.to_s, event.text) for event in timeline.events)
        pair = timeline.pair
        key = (pair.owner.environment_name, pair.owner.label, pair.channel.subtype, timeline.outage_s, events)
        groups.setdefault(key, []).append(timeline)
    for (environment, *_), same in groups.items():
        yield Section(title_of(environment, same), Rows([*rows_of(same[0]), *map(also_row, same[1:])]), BRIEF)


def title_of(environment: object, same: list[Timeline]) -> str:
    """The queue manager, the channel and its partner, and how many more have this timeline."""
    pair = same[0].pair
    where = pair.owner.label + (f", environment {environment}" if environment else "")
    direction = "from" if pair.sender is None else "to"
    more = f", and {plural(len(same) - 1, 'channel')} with the same timeline" if len(same) > 1 else ""
    return f"{where}: CHANNEL({pair.channel.name}) {direction} {pair.partner}{more}"


def rows_of(timeline: Timeline) -> Iterator[Row]:
    """The events of a timeline, and whether it meets the declared time."""
    for event in timeline.events:
        place = (event.file, event.line or 0) if event.file else None
        note = f"({Place(*place)})" if place is not None else ""
        yield Row(span_of(event), event.text, note, link(place), place=place)
    if timeline.back_within_s is not None and timeline.outage_s is not None:
        yield Row("", verdict(timeline))


def also_row(timeline: Timeline) -> Row:
    """Another channel with the same timeline."""
    pair = timeline.pair
    target = Target(OBJECT, pair.channel.name, "CHANNEL", pair.owner.qualified)
    return Row("", f"also CHANNEL({pair.channel.name}) to {pair.partner}", "", target, level=DETAIL)


def verdict(timeline: Timeline) -> str:
    """Whether the channel runs again in the declared time."""
    within = timeline.back_within_s or 0
    limit = f"back-within of {number(within)} s"
    if timeline.stops:
        return f"{limit} is not met: the channel can have stopped"
    if timeline.recovery_s is None:
        return f"whether {limit} is met is unknown"
    return f"{limit} is {'met' if longest(timeline) <= within else 'not certain to be met'}"


def longest(timeline: Timeline) -> float:
    """The longest time until a channel runs again, noticed in the outage or after it."""
    return max(timeline.recovery_s or 0.0, timeline.unnoticed_s or 0.0)


def span_of(event: Event) -> str:
    """`60 to 660 s`, `from 60 s`, `0 s`."""
    if event.to_s is None:
        return f"from {number(event.from_s)} s"
    if event.to_s == event.from_s:
        return f"{number(event.from_s)} s"
    return f"{number(event.from_s)} to {number(event.to_s)} s"
