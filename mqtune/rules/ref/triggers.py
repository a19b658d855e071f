"""REF031: queues that are their own initiation queue."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import INFO


@rule("REF031", skip=Skip(given=("INITQ",)))
def self_referencing_initiation_queue(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue names itself in INITQ."""
    if object.text("INITQ") != object.name or not object.is_given("INITQ"):
        return
    place = object.place("INITQ")
    triggered = object.value("TRIGGER") == "YES"
    if place is not None:
        yield Hit(
            place,
            f"QLOCAL({object.name}) is its own initiation queue"
            + ("" if triggered else ", and TRIGGER is not set yet"),
            note="the trigger monitor has the queue open for removing messages, which prevents a trigger "
            "message of TRIGTYPE(FIRST) and DEPTH; with EVERY, each trigger message triggers the next one "
            "(Conditions for a trigger event, q026930_)",
            help="name the queue of a trigger monitor, such as SYSTEM.DEFAULT.INITIATION.QUEUE",
            attribute="INITQ",
            severity=None if triggered else INFO,
        )
