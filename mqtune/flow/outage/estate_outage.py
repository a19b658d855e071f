"""The timelines of all channel pairs of an estate."""

from __future__ import annotations

from mqtune.flow.outage.channel_pairs import channel_pairs
from mqtune.flow.outage.filling import fillings
from mqtune.flow.outage.timeline import timeline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import Estate
    from mqtune.flow.outage.timeline import Timeline


def timelines(estate: Estate, outage_s: float | None = None) -> list[Timeline]:
    """The timeline of each channel pair, in the order of queue managers and definitions."""
    filling = fillings(estate)
    return [
        timeline(pair, filling.get((id(pair.sender), pair.channel.text("XMITQ"))), outage_s)
        for pair in channel_pairs(estate)
    ]
