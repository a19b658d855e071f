"""QUE002, QUE004, QUE005, QUE020: queue attributes that conflict with the queue manager."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import INFO, ObjectName, Related
from mqtune.rules.common.attribute_fixes import give
from mqtune.rules.common.held import incomplete
from mqtune.rules.common.object_names import defined_here

# QDPMAXEV is not included: its default is ENABLED, whereas the default of PERFMEV is DISABLED
LONGEST = 104_857_600  # the maximum of MAXMSGL in bytes; CAT018 reports a larger value
EVENTS = {"QDPHIEV": ("ENABLED",), "QDPLOEV": ("ENABLED",), "QSVCIEV": ("HIGH", "OK")}


@rule("QUE002")
def depth_events_without_perfmev(queue_manager: QueueManager) -> Iterator[Outcome]:
    """Queues enable depth or service interval events while PERFMEV of the queue manager is DISABLED."""
    master = queue_manager.qmgr
    if master.value("PERFMEV") != "DISABLED":
        return
    enabling = list(enabling_events(queue_manager))
    if enabling and not master.is_given("PERFMEV") and not queue_manager.complete:
        yield incomplete(queue_manager)  # another file may enable it
    elif enabling:
        yield events_hit(master, enabling)


def enabling_events(queue_manager: QueueManager) -> Iterator[tuple[MqObject, str]]:
    """The queues that enable events, each with the attribute that does so."""
    words = queue_manager.filled("QLOCAL").words(*EVENTS)  # thousands of queues share a word
    enabling = {
        word
        for keyword, values in EVENTS.items()
        for word in words[keyword]
        if word is not None and (word.text or "").strip() in values
    }
    if enabling:
        for queue in queue_manager.with_filled("QLOCAL", EVENTS):
            for keyword in EVENTS:
                if queue.word(keyword) in enabling:
                    yield queue, keyword


def events_hit(master: MqObject, enabling: list[tuple[MqObject, str]]) -> Hit:
    """One finding for the queue manager, at the first queue that enables events."""
    queue, keyword = enabling[0]
    place = queue.place(keyword)
    assert place is not None  # only attributes that a script sets are counted
    queues = len({id(other) for other, _ in enabling})
    more = f" and {queues - 1} more enable" if queues > 1 else " enables"
    return Hit(
        place,
        f"QLOCAL({queue.name}){more} performance events, but PERFMEV({master.text('PERFMEV')}) "
        "suppresses them",
        note="performance events of queues are written only while PERFMEV of the queue manager is ENABLED; "
        "the default is DISABLED, so monitoring waits for messages that never arrive",
        help="ALTER QMGR PERFMEV(ENABLED), and make sure that an application consumes "
        "SYSTEM.ADMIN.PERFM.EVENT",
        object=ObjectName("QMGR", ""),
        attribute="PERFMEV",
        related=defined_perfmev(master)
        + tuple(
            Related(other_place, f"QLOCAL({other.name}) has {word}({other.text(word)})")
            for other, word in enabling[1:8]
            if (other_place := other.place(word)) is not None
        ),
        fixes=give(master, "PERFMEV", "ENABLED") if master.is_given("PERFMEV") else (),
    )


def defined_perfmev(master: MqObject) -> tuple[Related, ...]:
    """The place where a script sets PERFMEV."""
    place = master.place("PERFMEV") if master.is_given("PERFMEV") else None
    return (Related(place, "PERFMEV is set here"),) if place is not None else ()


@rule("QUE004", skip=Skip(given=("NPMCLASS",), reads=("NPMCLASS",)))
def npmclass_high_with_native_ha(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue of a Native HA queue manager has NPMCLASS(HIGH)."""
    if not object.is_given("NPMCLASS") or object.value("NPMCLASS") != "HIGH":
        return
    place = object.place("NPMCLASS")
    log_type = queue_manager.ini_entry("Log", "LogType")
    replicated = log_type is not None and log_type[1].value.strip().upper() == "REPLICATED"
    instances = [ini for ini in queue_manager.inis if ini.named("NativeHAInstance")]
    if place is None or not (replicated or instances):
        return
    yield Hit(
        place,
        f"{object.type}({object.name}) has NPMCLASS(HIGH), but the queue manager is a Native HA group",
        note="NPMCLASS(HIGH) tries to keep non-persistent messages across a normal restart; they are not in "
        "the replicated log, so each change of the active instance discards them",
        help="make messages that must survive the change persistent; set DEFPSIST(YES) if applications use "
        "the default persistence of the queue",
        attribute="NPMCLASS",
    )


@rule("QUE005", skip=Skip(given=("MAXMSGL",), reads=("MAXMSGL",)))
def queue_maxmsgl_above_queue_manager(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue accepts longer messages than its queue manager."""
    length, limit = object.number("MAXMSGL"), queue_manager.qmgr.number("MAXMSGL")
    if length is None or limit is None or not object.is_given("MAXMSGL") or length <= limit:
        return
    if object.name.startswith("SYSTEM."):
        return  # some have 100 MB by default, above the 4 MB of the queue manager
    place = object.place("MAXMSGL")
    if place is None or length > LONGEST:
        return
    known = queue_manager.complete or queue_manager.qmgr.is_given("MAXMSGL")
    yield Hit(
        place,
        f"{object.type}({object.name}) has MAXMSGL({length}), but the queue manager accepts only {limit} "
        "bytes",
        note="a longer message is rejected with reason 2031 (MQRC_MSG_TOO_BIG_FOR_Q_MGR), whatever the queue "
        "accepts"
        + ("" if known else "; no file sets MAXMSGL of the queue manager, so the limit is its default"),
        help=f"ALTER QMGR MAXMSGL({length}), and raise the limits of the channels along the route too",
        attribute="MAXMSGL",
        severity=None if known else INFO,
        related=defined_here(queue_manager.qmgr, "MAXMSGL") if queue_manager.qmgr.is_given("MAXMSGL") else (),
    )


@rule("QUE020")
def dead_letter_queue_too_small(queue_manager: QueueManager) -> Iterator[Outcome]:
    """MAXMSGL of the queue manager was raised above that of its dead-letter queue."""
    master = queue_manager.qmgr
    name, limit = master.text("DEADQ"), master.number("MAXMSGL")
    if not name or limit is None or not master.is_given("MAXMSGL"):
        return
    queue = queue_manager.queue(name)
    length = queue.number("MAXMSGL") if queue is not None and queue.type == "QLOCAL" else None
    if queue is None or length is None or length >= limit or not queue.defined:
        return
    if not queue.statements and not queue_manager.complete:
        yield incomplete(queue_manager)  # another file may raise it
        return
    place = queue.place("MAXMSGL") or master.place("MAXMSGL")
    if place is None:
        return
    yield Hit(
        place,
        f"the dead-letter queue {name} accepts {length} bytes, but the queue manager accepts {limit}",
        note="an undeliverable message that is too long for the dead-letter queue cannot be put there: the "
        "channel that received it stops, and everything behind it waits",
        help=f"ALTER QLOCAL({name}) MAXMSGL({limit})",
        object=ObjectName("QLOCAL", name),
        attribute="MAXMSGL",
        related=defined_here(master, "MAXMSGL"),
        fixes=give(queue, "MAXMSGL", str(limit)) if queue.statements else (),
    )
