"""EXP003, EXP004, EXP005: expiry caps that have a different effect than intended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.topic_properties import CAP, custom_cap
from mqtune.findings.finding import ObjectName, Related
from mqtune.rules.common.attribute_fixes import give
from mqtune.rules.common.ini_places import qm_inis
from mqtune.text.numbers import whole_number

# tenths of a second in a minute: copies are rarely meant to expire earlier
MINUTE = 600
# messages of the queue manager itself (IBM MQ documentation, Limiting message expiry, names the first two)
INTERNAL = ("SYSTEM.CLUSTER.", "SYSTEM.PROTECTION.POLICY.QUEUE")
DOCUMENTATION = "IBM MQ documentation, CAPEXPRY: Limit message expiry time"


def cap_and_keyword(queue: MqObject) -> tuple[str, str]:
    """The cap as text and the attribute that contains it; CUSTOM takes precedence."""
    inside = custom_cap(queue.text("CUSTOM"))
    if inside is not None:
        return inside, "CUSTOM"
    return queue.text(CAP), CAP


@rule("EXP003")
def expiry_cap_in_wrong_unit(queue_manager: QueueManager) -> Iterator[Hit]:
    """The expiry cap of a queue that receives copies is below 600, which is one minute."""
    sources = queue_manager.filled("QLOCAL").perhaps(("STREAMQ",))
    for name in dict.fromkeys(source.text("STREAMQ") for source in sources):
        queue = queue_manager.queue(name)
        if queue is not None and queue.type == "QLOCAL":
            yield from short_cap(queue, queue_manager.with_value("QLOCAL", "STREAMQ", name))


def short_cap(object: MqObject, sources: Sequence[MqObject]) -> Iterator[Hit]:
    """The finding for a queue that receives the copies of some queues."""
    text, keyword = cap_and_keyword(object)
    tenths = whole_number(text)
    if tenths is None or not 0 < tenths < MINUTE:
        return
    place = object.place(keyword)
    if place is None or not object.is_given(keyword):
        return
    seconds = f"{tenths / 10:g} s"
    yield Hit(
        place,
        f"{CAP}({text}) on QLOCAL({object.name}), which receives the copies of {sources[0].name}, is only "
        f"{seconds}",
        note=f"the unit is tenths of a second, so 600 is one minute ({DOCUMENTATION}); copies meant to be "
        f"kept for {text} s or {text} minutes expire after {seconds}",
        help=f"set {tenths * 10} for {text} s, {tenths * 600} for {text} minutes; messages already on "
        "the queue keep the expiry they were put with",
        object=ObjectName("QLOCAL", object.name),
        attribute=keyword,
        related=tuple(
            Related(source_place, f"the copies come from QLOCAL({source.name})")
            for source in sources[:8]
            if (source_place := source.place("STREAMQ")) is not None
        ),
    )


@rule("EXP004")
def expryint_on_multiplatforms(queue_manager: QueueManager) -> Iterator[Hit]:
    """A script sets EXPRYINT, which only z/OS has, for a queue manager with a qm.ini, which z/OS does not
    have.
    """
    master = queue_manager.qmgr
    if queue_manager.platform is not None or not master.is_given("EXPRYINT"):
        return  # with a platform CAT011 covers it
    place = master.place("EXPRYINT")
    ini = next(qm_inis(queue_manager), None)
    if place is None or ini is None:
        return
    yield Hit(
        place,
        f"EXPRYINT({master.text('EXPRYINT')}) is for z/OS, but this queue manager has a qm.ini",
        note="on Multiplatforms expired messages are removed every ExpiryInterval seconds, 300 by default "
        "(IBM MQ Streaming Queues Performance Report, 2021, p. 21)",
        help="set ExpiryInterval in stanza TuningParameters of qm.ini and restart, and remove EXPRYINT",
        object=ObjectName("QMGR", queue_manager.name or ""),
        attribute="EXPRYINT",
    )


@rule("EXP005", skip=Skip(given=("CAPEXPRY", "CUSTOM"), reads=("CAPEXPRY", "CUSTOM")))
def expiry_cap_on_internal_queue(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A SYSTEM.CLUSTER queue or SYSTEM.PROTECTION.POLICY.QUEUE has an expiry cap."""
    if not object.name.startswith(INTERNAL):
        return
    text, keyword = cap_and_keyword(object)
    place = object.place(keyword)
    if not (text.isascii() and text.isdigit()) or not object.is_given(keyword) or place is None:
        return
    yield Hit(
        place,
        f"{object.type}({object.name}) has {CAP}({text}), so the queue manager's own messages expire",
        note=f"the cap must not be used for queues with internal messages ({DOCUMENTATION}); a cluster "
        "change or a security policy is lost when its message expires",
        help=f"ALTER {object.type}({object.name}) "
        + ("CUSTOM(' ')" if keyword == "CUSTOM" else f"{CAP}(NOLIMIT)")
        + ", and cap the application queues instead",
        attribute=keyword,
        fixes=give(object, CAP, "NOLIMIT") if keyword == CAP else (),
    )
