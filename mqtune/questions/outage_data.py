"""Timelines of outages as data."""

from __future__ import annotations

from typing import TypedDict

from mqtune.estate.model import Estate
from mqtune.flow.outage.timeline import Timeline


class OutageEvent(TypedDict):
    """What happens when."""

    event: str
    from_s: float
    to_s: float | None
    text: str
    file: str | None
    line: int | None


class OutageRow(TypedDict):
    """The timeline of one channel pair."""

    environment: str | None
    queue_manager: str
    channel: str
    type: str
    partner: str | None
    transmission_queue: str | None
    outage_s: float | None
    back_within_s: float | None
    recovery_s: float | None
    recovery_unnoticed_s: float | None
    stops: bool
    events: list[OutageEvent]


class OutageData(TypedDict):
    """The JSON of `mqtune show outage`."""

    version: int
    outages: list[OutageRow]


def outage_data(timelines: list[tuple[Estate, Timeline]]) -> OutageData:
    """All timelines, each with its events in order."""
    return {"version": 1, "outages": [outage_row(estate, timeline) for estate, timeline in timelines]}


def outage_row(estate: Estate, timeline: Timeline) -> OutageRow:
    """One timeline."""
    pair = timeline.pair
    return {
        "environment": estate.environment,
        "queue_manager": pair.owner.label,
        "channel": pair.channel.name,
        "type": pair.channel.subtype,
        "partner": pair.receiver.label if pair.sender is not None and pair.receiver is not None else None,
        "transmission_queue": pair.channel.text("XMITQ") or None,
        "outage_s": timeline.outage_s,
        "back_within_s": timeline.back_within_s,
        "recovery_s": timeline.recovery_s,
        "recovery_unnoticed_s": timeline.unnoticed_s,
        "stops": timeline.stops,
        "events": [
            {
                "event": event.event,
                "from_s": event.from_s,
                "to_s": event.to_s,
                "text": event.text,
                "file": event.file,
                "line": event.line,
            }
            for event in timeline.events
        ],
    }
