"""QUE021 to QUE023: dead-letter queue, transmission queues and monitoring of a queue manager."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import Skip, rule
from mqtune.estate.chlauth import RECEIVING
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import INFO, ObjectName
from mqtune.rules.common.held import incomplete
from mqtune.rules.common.missing_things import queue_manager_place

DEFAULT_DEPTH = 5000
OFF = ("OFF", "NONE")
MEASURED = ("LOW", "MEDIUM", "HIGH")
# what the queue manager's attribute switches for the objects of a type
MONITORED = {"MONQ": "QLOCAL", "MONCHL": "CHANNEL"}


@rule("QUE021")
def missing_dead_letter_queue(queue_manager: QueueManager) -> Iterator[Outcome]:
    """DEADQ of the queue manager is blank."""
    qmgr = queue_manager.qmgr
    if qmgr.value("DEADQ") != "" or next(own(queue_manager), None) is None:
        return
    receives = any(one.subtype in RECEIVING for one in own(queue_manager, "CHANNEL"))
    if not (qmgr.is_given("DEADQ") or queue_manager.complete):
        if receives:
            yield incomplete(queue_manager)
        return
    place = queue_manager_place(queue_manager, "DEADQ")
    if place is not None:
        name = f"queue manager {queue_manager.name}" if queue_manager.name else "the queue manager"
        yield Hit(
            place,
            f"{name} has no dead-letter queue",
            note="a message that a receiving channel cannot deliver stops the channel, and non-persistent "
            "messages of fast channels are discarded (Dead-letter queues, q002680_)",
            help="define a local queue and name it in ALTER QMGR DEADQ",
            object=ObjectName("QMGR", queue_manager.name or ""),
            attribute="DEADQ",
            severity=None if receives else INFO,
        )


def own(queue_manager: QueueManager, *types: str) -> Iterator[MqObject]:
    """The channels and local queues that scripts define, except SYSTEM objects; or those of some types."""
    for type in types or ("CHANNEL", "QLOCAL"):
        for object in queue_manager.of_type(type):
            if object.statements and not object.name.startswith("SYSTEM."):
                yield object


@rule("QUE022", skip=Skip(reads=("USAGE", "MAXDEPTH", "MAXMSGL")))
def small_transmission_queue(object: MqObject, queue_manager: QueueManager) -> Iterator[Outcome]:
    """A transmission queue has the default depth, or accepts shorter messages than the queue manager."""
    if object.value("USAGE") != "XMITQ" or object.name.startswith("SYSTEM."):
        return
    place = object.place("MAXDEPTH")
    if object.number("MAXDEPTH") == DEFAULT_DEPTH and place is not None:
        yield Hit(
            place,
            f"transmission queue {object.name} has MAXDEPTH({DEFAULT_DEPTH}), the default",
            note="it collects the messages for all queues of a partner while the channel is down; when it is "
            "full, puts fail with reason 2053 (MQRC_Q_FULL)",
            help="set MAXDEPTH to the messages of the longest outage that must be bridged",
            attribute="MAXDEPTH",
        )
    qmgr = queue_manager.qmgr
    length, limit = object.number("MAXMSGL"), qmgr.number("MAXMSGL")
    place = object.place("MAXMSGL")
    if length is None or limit is None or length >= limit or place is None:
        return
    if not (qmgr.is_given("MAXMSGL") or queue_manager.complete):
        yield incomplete(queue_manager)
    else:
        yield Hit(
            place,
            f"transmission queue {object.name} accepts messages of {length} bytes, the queue manager {limit}",
            note="a longer message for the partner fails with reason 2030 (MQRC_MSG_TOO_BIG_FOR_Q)",
            help=f"set MAXMSGL({limit})",
            attribute="MAXMSGL",
        )


@rule("QUE023")
def online_monitoring_off(object: MqObject, queue_manager: QueueManager) -> Iterator[Outcome]:
    """The queue manager records no times for queues or channels."""
    by_default = [
        keyword
        for keyword in MONITORED
        if object.value(keyword) in OFF and not object.is_given(keyword) and not queue_manager.complete
    ]
    if by_default:
        yield incomplete(queue_manager)
    off = [
        keyword
        for keyword, type in MONITORED.items()
        if object.value(keyword) in OFF
        and (object.is_given(keyword) or queue_manager.complete)
        and not (object.value(keyword) == "OFF" and is_measured(queue_manager, type, keyword))
    ]
    if object.is_given("STATQ") and object.value("STATQ") == "NONE":
        off.append("STATQ")
    place = object.place(*off) if off else None
    if place is not None:
        yield Hit(
            place,
            f"monitoring is off: {', '.join(f'{keyword}({object.text(keyword)})' for keyword in off)}",
            note="the age of the oldest message, the time on queues and the network time of channels cannot "
            "be obtained after a fault (Controlling online monitoring)",
            help="set MONQ(MEDIUM) and MONCHL(MEDIUM); NONE also prevents it for single objects",
            attribute=off[0],
        )


def is_measured(queue_manager: QueueManager, type: str, keyword: str) -> bool:
    """Whether an object enables monitoring for itself."""
    return any(queue_manager.with_value(type, keyword, value) for value in MEASURED)
