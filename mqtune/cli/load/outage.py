"""`mqtune show outage`: the timeline of each channel pair as text or JSON."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.cli.command import open_workspace
from mqtune.cli.options import JSON
from mqtune.flow.outage.estate_outage import timelines
from mqtune.flow.provenance import number
from mqtune.project.units import TIME_UNITS, measure_of
from mqtune.report.rows import covered_row
from mqtune.report.summary import plural
from mqtune.session.named_paths import nothing_found
from mqtune.session.options import UsageError
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.cli.commands import ShowOutage
    from mqtune.estate.describe import Row
    from mqtune.estate.model import Estate
    from mqtune.flow.outage.timeline import Event, Timeline
    from mqtune.report.colour import Palette

NONE = "no message channel is defined: sender, server and cluster receiver channels have a timeline"


def show_outage(options: ShowOutage) -> int:
    """Print the timelines of all channel pairs. Raises UsageError and ProjectError."""
    outage = None
    if options.outage is not None:
        outage = measure_of(options.outage, TIME_UNITS)
        if not outage:
            raise UsageError(f"invalid --outage {options.outage!r}", 'write it with a unit: "90 s", "5 min"')
    workspace = open_workspace(options.paths, options)
    if workspace.is_empty:
        raise nothing_found(options.paths)
    found = [
        (estate, one)
        for estate in workspace.estates
        for one in timelines(estate, outage)
        if one.pair.owner in estate.shown
    ]
    if options.format == JSON:
        print_json(found)
    else:
        print_text(found, console.palette(options.color), options)
    return 0


def print_json(found: list[tuple[Estate, Timeline]]) -> None:
    """Print all timelines, each with its events in order."""
    from mqtune.report.encode import dumps

    lines = ",".join("\n  " + dumps(covered_row(as_row(estate, one))) for estate, one in found)
    console.write(f'{{"version": 1,\n "outages": [{lines}]}}\n')


def as_row(estate: Estate, one: Timeline) -> Row:
    """A timeline in the keys of the JSON output."""
    pair = one.pair
    return {
        "environment": estate.environment,
        "queue_manager": pair.owner.label,
        "channel": pair.channel.name,
        "type": pair.channel.subtype,
        "partner": pair.receiver.label if pair.sender is not None and pair.receiver is not None else None,
        "transmission_queue": pair.channel.text("XMITQ") or None,
        "outage_s": one.outage_s,
        "back_within_s": one.back_within_s,
        "recovery_s": one.recovery_s,
        "recovery_unnoticed_s": one.unnoticed_s,
        "stops": one.stops,
        "events": [
            {
                "event": event.event,
                "from_s": event.from_s,
                "to_s": event.to_s,
                "text": event.text,
                "file": event.file,
                "line": event.line,
            }
            for event in one.events
        ],
    }


def print_text(found: list[tuple[Estate, Timeline]], palette: Palette, options: ShowOutage) -> None:
    """Print each timeline once, with the channels to which it applies."""
    if not found:
        console.line(f"{NONE}")
        return
    groups: dict[tuple[object, ...], list[Timeline]] = {}
    for estate, one in found:
        events = tuple((event.event, event.from_s, event.to_s, event.text) for event in one.events)
        key = (estate.environment, one.pair.owner.label, one.pair.channel.subtype, one.outage_s, events)
        groups.setdefault(key, []).append(one)
    for count, ((environment, *_), some) in enumerate(groups.items()):
        first = some[0]
        channels = f"CHANNEL({first.pair.channel.name}) to {first.pair.partner}"
        if first.pair.sender is None:
            channels = f"CHANNEL({first.pair.channel.name}) from {first.pair.partner}"
        if len(some) > 1:
            channels += f", and {plural(len(some) - 1, 'channel')} with the same timeline"
        where = first.pair.owner.label + (f", environment {environment}" if environment else "")
        console.write("\n" * bool(count) + palette.bold(printable(f"{where}: {channels}")) + "\n")
        print_timeline(first)
        if options.verbose:
            for other in some[1:]:
                name = f"CHANNEL({other.pair.channel.name}) to {other.pair.partner}"
                console.line(f"  also {printable(name)}")
    if not options.quiet:
        console.say("times are bounds after the loss; the time that a failing attempt takes is not included")
        if all(one.outage_s is None for _, one in found):
            console.say('no outage is declared: outage = "5 min" of a [[queue-manager]], or --outage "5 min"')


def print_timeline(one: Timeline) -> None:
    """Print the events of one timeline, and whether it meets the declared time."""
    spans = [span_of(event) for event in one.events]
    wide = max(map(len, spans))
    for event, span in zip(one.events, spans, strict=True):
        place = f" ({event.file}:{event.line})" if event.file else ""
        console.line(f"  {span:>{wide}}  {printable(event.text + place)}")
    if one.back_within_s is not None and one.outage_s is not None:
        console.line(f"  {printable(verdict(one))}")


def verdict(one: Timeline) -> str:
    """Whether the channel runs again in the declared time."""
    limit = f"back-within of {number(one.back_within_s or 0)} s"
    if one.stops:
        return f"{limit} is not met: the channel can have stopped"
    if one.recovery_s is None:
        return f"whether {limit} is met is unknown"
    return f"{limit} is {'met' if longest(one) <= (one.back_within_s or 0) else 'not certain to be met'}"


def longest(one: Timeline) -> float:
    """The longest time until a channel runs again, noticed in the outage or after it."""
    return max(one.recovery_s or 0.0, one.unnoticed_s or 0.0)


def span_of(event: Event) -> str:
    """`60 to 660 s`, `from 60 s`, `0 s`."""
    if event.to_s is None:
        return f"from {number(event.from_s)} s"
    if event.to_s == event.from_s:
        return f"{number(event.from_s)} s"
    return f"{number(event.from_s)} to {number(event.to_s)} s"
