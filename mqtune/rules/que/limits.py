"""QUE002, QUE004, QUE005, QUE020: events, classes and lengths that the queue manager does not let through.

Does not know files or formats.
"""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Skip, rule
from mqtune.findings.finding import INFO, ObjectName, Related
from mqtune.rules.common.attribute_fixes import give
from mqtune.rules.common.object_names import defined_here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject

# QDPMAXEV is not among them: it is ENABLED as shipped, and PERFMEV is DISABLED as shipped
EVENTS = {"QDPHIEV": ("ENABLED",), "QDPLOEV": ("ENABLED",), "QSVCIEV": ("HIGH", "OK")}


@rule("QUE002")
def depth_events_that_cannot_fire(queue_manager: QueueManager) -> Iterator[Hit]:
    """Queues enable depth or service interval events while PERFMEV of the queue manager is DISABLED."""
    master = queue_manager.qmgr
    if master.value("PERFMEV") != "DISABLED":
        return
    if not master.is_given("PERFMEV") and not queue_manager.complete:
        return  # another file may enable it
    asking = list(asking_for_events(queue_manager))
    if asking:
        yield events_hit(master, asking)


def asking_for_events(queue_manager: QueueManager) -> Iterator[tuple[MqObject, str]]:
    """The queues that ask for events, and by which attribute."""
    words = queue_manager.filled("QLOCAL").words(*EVENTS)  # thousands of queues share a word
    asking = {
        word
        for keyword, values in EVENTS.items()
        for word in words[keyword]
        if word is not None and (word.text or "").strip() in values
    }
    if asking:
        for queue in queue_manager.with_filled("QLOCAL", EVENTS):
            for keyword in EVENTS:
                if queue.word(keyword) in asking:
                    yield queue, keyword


def events_hit(master: MqObject, asking: list[tuple[MqObject, str]]) -> Hit:
    """One finding for the queue manager, at the first queue that asks for events."""
    queue, keyword = asking[0]
    place = queue.place(keyword)
    assert place is not None  # only attributes that a script sets are counted
    queues = len({id(other) for other, _ in asking})
    more = f" and {queues - 1} more" if queues > 1 else ""
    return Hit(
        place,
        f"QLOCAL({queue.name}){more} asks for queue depth events, PERFMEV({master.text('PERFMEV')}) "
        "holds them all back",
        note="performance events of queues are written only while PERFMEV of the queue manager is ENABLED; "
        "as shipped it is DISABLED, so monitoring waits for messages that never come",
        help="ALTER QMGR PERFMEV(ENABLED), and see that something reads SYSTEM.ADMIN.PERFM.EVENT",
        object=ObjectName("QMGR", ""),
        attribute="PERFMEV",
        related=defined_perfmev(master)
        + tuple(
            Related(other_place, f"QLOCAL({other.name}) has {word}({other.text(word)})")
            for other, word in asking[1:8]
            if (other_place := other.place(word)) is not None
        ),
        fixes=give(master, "PERFMEV", "ENABLED") if master.is_given("PERFMEV") else (),
    )


def defined_perfmev(master: MqObject) -> tuple[Related, ...]:
    """Where a script sets PERFMEV."""
    place = master.place("PERFMEV") if master.is_given("PERFMEV") else None
    return (Related(place, "PERFMEV is set here"),) if place is not None else ()


@rule("QUE004", skip=Skip(given=("NPMCLASS",), reads=("NPMCLASS",)))
def non_persistent_class_on_replicated_log(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
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
        note="NPMCLASS(HIGH) tries to keep non-persistent messages over a normal restart; they are not in "
        "the replicated log, so each change of the active instance discards them",
        help="send as persistent what has to outlive the change, DEFPSIST(YES) where applications leave it "
        "to the queue",
        attribute="NPMCLASS",
    )


@rule("QUE005", skip=Skip(given=("MAXMSGL",), reads=("MAXMSGL",)))
def message_length_above_queue_manager(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue accepts longer messages than its queue manager."""
    length, limit = object.number("MAXMSGL"), queue_manager.qmgr.number("MAXMSGL")
    if length is None or limit is None or not object.is_given("MAXMSGL") or length <= limit:
        return
    if object.name.startswith("SYSTEM."):
        return  # the product's own are shipped with 100 MB and 4 MB of the queue manager
    place = object.place("MAXMSGL")
    if place is None:
        return
    told = queue_manager.complete or queue_manager.qmgr.is_given("MAXMSGL")
    yield Hit(
        place,
        f"{object.type}({object.name}) has MAXMSGL({length}), the queue manager takes {limit} bytes",
        note="a longer message is refused with reason 2031 (MQRC_MSG_TOO_BIG_FOR_Q_MGR) whatever the queue "
        "takes"
        + ("" if told else "; no file here sets MAXMSGL of the queue manager, the limit is its default"),
        help=f"ALTER QMGR MAXMSGL({length}), and the channels on the way too",
        attribute="MAXMSGL",
        severity=None if told else INFO,
        related=defined_here(queue_manager.qmgr, "MAXMSGL") if queue_manager.qmgr.is_given("MAXMSGL") else (),
    )


@rule("QUE020")
def dead_letter_queue_too_small(queue_manager: QueueManager) -> Iterator[Hit]:
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
        return  # another file may raise it
    place = queue.place("MAXMSGL") or master.place("MAXMSGL")
    if place is None:
        return
    yield Hit(
        place,
        f"the dead-letter queue {name} takes {length} bytes, the queue manager {limit}",
        note="a message that cannot be delivered and does not fit in the dead-letter queue stays where it "
        "is: the channel that brought it stops, and with it all that comes behind",
        help=f"ALTER QLOCAL({name}) MAXMSGL({limit})",
        object=ObjectName("QLOCAL", name),
        attribute="MAXMSGL",
        related=defined_here(master, "MAXMSGL"),
        fixes=give(queue, "MAXMSGL", str(limit)) if queue.statements else (),
    )
