"""QUE002, QUE004, QUE005, QUE009, QUE010, QUE014, QUE018 to QUE023: attributes of queues that do not suit.

They conflict with the queue manager or with the declared load, or a queue that is needed is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, Outcome, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.records import RECEIVING
from mqtune.estate.topic_strings import capped
from mqtune.project.settings import QueueLoad
from mqtune.rules.common import defined_here, give, incomplete, load_place, queue_manager_place
from mqtune.text.editing import Place
from mqtune.text.finding import INFO, Impact, ObjectName, Related

# QUE002, QUE004, QUE005, QUE020: attributes that conflict with the queue manager.

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
    queues = len({id(setter) for setter, _ in enabling})
    more = f" and {queues - 1} more enable" if queues > 1 else " enables"
    return Hit(
        place,
        f"QLOCAL({queue.name}){more} performance events, but PERFMEV({master.text('PERFMEV')}) "
        "suppresses them",
        object=ObjectName("QMGR", ""),
        attribute="PERFMEV",
        related=defined_perfmev(master)
        + tuple(
            Related(other_place, f"QLOCAL({setter.name}) has {word}({setter.text(word)})")
            for setter, word in enabling[1:8]
            if (other_place := setter.place(word)) is not None
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
        help=f"ALTER QLOCAL({name}) MAXMSGL({limit})",
        object=ObjectName("QLOCAL", name),
        attribute="MAXMSGL",
        related=defined_here(master, "MAXMSGL"),
        fixes=give(queue, "MAXMSGL", str(limit)) if queue.statements else (),
    )


# QUE021 to QUE023: dead-letter queue, transmission queues and monitoring of a queue manager.

DEFAULT_DEPTH = 5000
OFF = ("OFF", "NONE")
MEASURED = ("LOW", "MEDIUM", "HIGH")
# what the queue manager's attribute switches for the objects of a type
MONITORED = {"MONQ": "QLOCAL", "MONCHL": "CHANNEL"}


@rule("QUE021")
def missing_dead_letter_queue(queue_manager: QueueManager) -> Iterator[Outcome]:
    """DEADQ of the queue manager is blank."""
    qmgr = queue_manager.qmgr
    if qmgr.value("DEADQ") != "" or next(defined_objects(queue_manager), None) is None:
        return
    receives = any(channel.subtype in RECEIVING for channel in defined_objects(queue_manager, "CHANNEL"))
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
            object=ObjectName("QMGR", queue_manager.name or ""),
            attribute="DEADQ",
            severity=None if receives else INFO,
        )


def defined_objects(queue_manager: QueueManager, *types: str) -> Iterator[MqObject]:
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
            attribute=off[0],
        )


def is_measured(queue_manager: QueueManager, type: str, keyword: str) -> bool:
    """Whether an object enables monitoring for itself."""
    return any(queue_manager.with_value(type, keyword, value) for value in MEASURED)


# QUE009, QUE010, QUE014, QUE018, QUE019: queues compared with their declared load.

# from this many program starts per second, starting the programs is most of the work
MANY_STARTS_PER_S = 10


def loaded_queues(queue_manager: QueueManager) -> Iterator[tuple[QueueLoad, MqObject]]:
    """The local queues with a declared load."""
    for load in queue_manager.queue_loads:
        queue = queue_manager.queue(load.queue)
        if queue is not None and queue.type == "QLOCAL" and queue.defined:
            yield load, queue


def at(queue: MqObject, keyword: str, load: QueueLoad) -> Place:
    """The place of the attribute or of the queue's definition, otherwise that of the declared load."""
    return queue.place(keyword) or load_place(load)


def declared(load: QueueLoad) -> tuple[Related, ...]:
    """The declaration of the load, as a related place."""
    return (Related(load_place(load), "the load is declared here"),)


def name_of(queue: MqObject) -> ObjectName:
    """The queue as the object of a finding."""
    return ObjectName(queue.type, queue.name)


@rule("QUE009")
def trigger_on_every_message(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue with TRIGTYPE(EVERY) has a declared put rate of ten messages a second or more."""
    for load, queue in loaded_queues(queue_manager):
        rate = load.put_rate_per_s or 0
        if rate < MANY_STARTS_PER_S or queue.value("TRIGGER") != "YES" or queue.value("TRIGTYPE") != "EVERY":
            continue
        yield Hit(
            at(queue, "TRIGTYPE", load),
            f"QLOCAL({queue.name}) has TRIGTYPE(EVERY) and {rate:,.0f} puts/s, each of which produces a "
            "trigger message",
            object=name_of(queue),
            attribute="TRIGTYPE",
            impact=Impact("programs started", "1/s", float(rate), None, "declared put rate"),
            related=declared(load),
        )


@rule("QUE010")
def exclusive_queue_with_several_consumers(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue for which several consumers are declared can be opened for input by only one of them."""
    for load, queue in loaded_queues(queue_manager):
        if not load.consumers or load.consumers < 2:
            continue
        if queue.value("SHARE") == "NO":
            keyword, words = "SHARE", "NOSHARE"
        elif queue.value("DEFSOPT") == "EXCL":
            keyword, words = "DEFSOPT", "DEFSOPT(EXCL)"
        else:
            continue
        yield Hit(
            at(queue, keyword, load),
            f"QLOCAL({queue.name}) has {words}, but {load.consumers} consumers are declared",
            note="the second consumer that opens the queue receives reason 2042 (MQRC_OBJECT_IN_USE)"
            + ("" if keyword == "SHARE" else ", unless it requests shared input itself"),
            object=name_of(queue),
            attribute=keyword,
            related=declared(load),
            fixes=give(queue, "DEFSOPT", "SHARED") if keyword == "DEFSOPT" else (),
        )


@rule("QUE014")
def read_ahead_for_persistent_messages(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue has DEFREADA(YES), and its messages are declared persistent."""
    for load, queue in loaded_queues(queue_manager):
        if not load.persistent or queue.value("DEFREADA") != "YES":
            continue
        yield Hit(
            at(queue, "DEFREADA", load),
            f"QLOCAL({queue.name}) has DEFREADA(YES), but its messages are declared persistent",
            object=name_of(queue),
            attribute="DEFREADA",
            related=declared(load),
        )


@rule("QUE018")
def npmclass_high_for_persistent_messages(queue_manager: QueueManager) -> Iterator[Hit]:
    """The messages of a queue are declared persistent, but the queue has NPMCLASS(HIGH) and DEFPSIST(NO)."""
    for load, queue in loaded_queues(queue_manager):
        if not load.persistent or queue.value("NPMCLASS") != "HIGH" or queue.value("DEFPSIST") != "NO":
            continue
        yield Hit(
            at(queue, "NPMCLASS", load),
            f"QLOCAL({queue.name}) has NPMCLASS(HIGH) and DEFPSIST(NO), but its messages are declared "
            "persistent",
            object=name_of(queue),
            attribute="DEFPSIST",
            related=declared(load),
        )


@rule("QUE019")
def queue_without_consumers(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue has a declared put rate, no consumers, and no expiry for its messages."""
    for load, queue in loaded_queues(queue_manager):
        depth = queue.number("MAXDEPTH")
        if load.consumers != 0 or not load.put_rate_per_s or not depth:
            continue
        if capped(queue) or queue_manager.with_value("QLOCAL", "STREAMQ", queue.name):
            continue  # EXP001 and EXP002 cover these
        seconds = depth / load.put_rate_per_s
        yield Hit(
            at(queue, "MAXDEPTH", load),
            f"QLOCAL({queue.name}) is full after {seconds:,.0f} s: {load.put_rate_per_s:,.0f} puts/s, "
            "no consumers, no expiry cap",
            note=f"it accepts MAXDEPTH({depth}) messages; then puts fail with reason 2053 (MQRC_Q_FULL)",
            object=name_of(queue),
            attribute="MAXDEPTH",
            impact=Impact(
                "time until the queue is full", "s", round(seconds, 1), None, "MAXDEPTH / put rate"
            ),
            related=declared(load),
        )
