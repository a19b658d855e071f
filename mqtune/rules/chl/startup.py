"""CHL025: what does not start with the queue manager."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject

STARTED = {
    "SCHINIT": ("the channel initiator", "triggered and retrying channels stay down"),
    "SCMDSERV": ("the command server", "MQ Explorer and other programs cannot send commands"),
}


@rule("CHL025")
def manual_channel_initiator(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """SCHINIT or SCMDSERV is MANUAL."""
    for keyword, (what, consequence) in STARTED.items():
        place = object.place(keyword) if object.is_given(keyword) else None
        if place is not None and object.value(keyword) == "MANUAL":
            yield Hit(
                place,
                f"{what} does not start with the queue manager: {keyword}(MANUAL)",
                note=f"after a restart or a fail-over, {consequence} until an operator starts it (ALTER "
                "QMGR, q085320_)",
                help=f"set {keyword}(QMGR), the default",
                attribute=keyword,
            )
