"""REF005 to REF008, REF010 to REF015, REF021, REF022: targets that exist but cannot serve their purpose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mqtune.analysis.topology.clusters import CLUSTER_XMITQ, is_transmission, senders_of
from mqtune.analysis.topology.references import references_of
from mqtune.engine.rule import Hit, Outcome, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.rules.common import called, defined_here, may_have, object_name, unless_incomplete
from mqtune.rules.run.evidence import run_in_sequence
from mqtune.syntax.document import has_placeholder
from mqtune.text.finding import INFO

PASSWORD_CHECKS = ("IDPWOS", "IDPWLDAP")
# attributes that name what a trigger message starts
STARTED_BY = ("PROCESS", "TRIGDATA")


def target_of(object: MqObject, queue_manager: QueueManager, keyword: str) -> MqObject | None:
    """The object that an attribute names; None if it is not defined in the files."""
    for reference in references_of(object, queue_manager, keyword):
        if reference.keyword == keyword and reference.target is not None:
            return reference.target if reference.target.defined else None
    return None


def target_hit(
    object: MqObject,
    queue_manager: QueueManager,
    keyword: str,
    target: MqObject | None,
    words: str,
    note: str = "",
    help: str = "",
    severity: str | None = None,
) -> Iterator[Hit]:
    """The finding for one attribute and its target."""
    place = object.place(keyword)
    if place is not None:
        yield Hit(
            place,
            f"{called(object, queue_manager)} has {keyword}({object.text(keyword)}), {words}",
            note=note,
            help=help,
            object=object_name(object, queue_manager),
            attribute=keyword,
            severity=severity,
            related=defined_here(target) if target is not object else (),
        )


@rule("REF005", skip=Skip(given=("XMITQ", "DEFXMITQ"), reads=("XMITQ", "DEFXMITQ")))
def unusable_transmission_queue(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """XMITQ or DEFXMITQ names a queue that is not a local queue with USAGE(XMITQ), or DEFXMITQ that of
    clusters.
    """
    keyword = "DEFXMITQ" if object.type == "QMGR" else "XMITQ"
    if keyword == "DEFXMITQ" and object.text(keyword) == CLUSTER_XMITQ:
        yield from target_hit(
            object,
            queue_manager,
            keyword,
            None,
            "which is reserved for clusters",
            "the command is rejected with reason 3269 (MQRCCF_DEF_XMIT_Q_CLUS_ERROR)",
            "name a transmission queue for other queue managers, or omit DEFXMITQ: messages for queues and "
            "queue managers of a cluster do not use it",
        )
        return
    queue = queue_manager.queue(object.text(keyword))
    if queue is None or is_transmission(queue):
        return
    target = target_of(object, queue_manager, keyword)
    if (
        target is None
        or is_transmission(target)
        or (target.type == "QLOCAL" and (target.value("USAGE") != "NORMAL" or may_have(target, "USAGE")))
    ):
        return
    what = "a local queue with USAGE(NORMAL)" if target.type == "QLOCAL" else f"a {target.type}"
    yield from target_hit(
        object,
        queue_manager,
        keyword,
        target,
        f"which is {what}",
        "the command is accepted, but only a local queue with USAGE(XMITQ) accepts messages for another "
        "queue manager: a put fails with reason 2091 or 2092 (2198 or 2199 for DEFXMITQ), and a channel "
        "does not start",
        f"set USAGE(XMITQ) on {target.name}, or name a transmission queue",
    )


@rule("REF006", skip=Skip(given=("TARGET",)))
def alias_of_an_alias(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """The target of an alias queue is another alias or a model queue."""
    queue = queue_manager.queue(object.text("TARGET"))
    if queue is None or queue.type == "QLOCAL":
        return
    target = target_of(object, queue_manager, "TARGET")
    if target is None or target.type not in {"QALIAS", "QMODEL"}:
        return
    yield from target_hit(
        object,
        queue_manager,
        "TARGET",
        target,
        f"which is {'an alias' if target.type == 'QALIAS' else 'a model queue'}",
    )


@rule("REF007", skip=Skip(given=("TARGET",)))
def topic_alias_without_target_type(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """The target of an alias queue with TARGTYPE(QUEUE) is the name of a topic object, and not of a queue in
    these files.
    """
    name = object.text("TARGET")
    topic = queue_manager.find("TOPIC", name)
    if topic is None or not topic.statements or queue_manager.queue(name) is not None:
        return
    if not name or has_placeholder(name) or object.value("TARGTYPE") != "QUEUE":
        return
    yield from target_hit(
        object, queue_manager, "TARGET", topic, "which is a topic object, not a queue defined here"
    )


@rule("REF008", skip=Skip(given=("DEADQ",)))
def unusable_dead_letter_queue(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """DEADQ names a queue that is not local, or is a transmission queue."""
    target = target_of(object, queue_manager, "DEADQ")
    if target is None or (target.type == "QLOCAL" and not is_transmission(target)):
        return
    what = "a transmission queue" if target.type == "QLOCAL" else f"a {target.type}"
    yield from target_hit(object, queue_manager, "DEADQ", target, f"which is {what}")


@rule("REF010", skip=Skip(given=("BOQNAME",)))
def self_referencing_backout_queue(object: MqObject, queue_manager: QueueManager) -> Iterable[Hit]:
    """A queue names itself as its backout queue and has a backout threshold."""
    word = object.word("BOQNAME")
    if word is None or (word.text is not None and word.text.strip() != object.name):
        return ()
    if object.text("BOQNAME") != object.name or not object.is_given("BOQNAME"):
        return ()
    if not object.number("BOTHRESH"):
        return ()  # 0 moves nothing, and an unknown threshold may be 0
    return target_hit(object, queue_manager, "BOQNAME", object, "which is the queue itself")


@rule("REF021", skip=Skip(given=("BOQNAME",), reads=("BOQNAME", "BOTHRESH")))
def backout_queue_without_threshold(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue has a backout queue but no backout threshold."""
    name, place = object.text("BOQNAME"), object.place("BOQNAME")
    if not name or not object.is_given("BOQNAME") or object.number("BOTHRESH") != 0 or place is None:
        return
    itself = name == object.name
    yield Hit(
        place,
        f"{called(object, queue_manager)} has BOQNAME({name}) and BOTHRESH(0)",
        help="name another queue in BOQNAME and set BOTHRESH to the number of attempts: with a threshold, "
        "messages would return to the queue itself"
        if itself
        else "set BOTHRESH to the number of attempts, or leave it if the application is known to treat 0 "
        "as a number",
        object=object_name(object, queue_manager),
        attribute="BOQNAME",
    )


@rule("REF011", skip=Skip(given=("CONNAUTH",)))
def unusable_connection_authentication(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """CONNAUTH names an authentication information object that is neither IDPWOS nor IDPWLDAP."""
    target = target_of(object, queue_manager, "CONNAUTH")
    if target is None or not target.subtype or target.subtype in PASSWORD_CHECKS:
        return
    yield from target_hit(object, queue_manager, "CONNAUTH", target, f"which has AUTHTYPE({target.subtype})")


@rule("REF012", skip=Skip(given=("DEST",)))
def unusable_subscription_destination(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """The destination of a subscription is a model queue, or a queue with STREAMQ."""
    target = target_of(object, queue_manager, "DEST")
    if target is None:
        return
    if target.type == "QMODEL":
        words = "which is a model queue"
    elif target.text("STREAMQ"):
        words = f"which streams to {target.text('STREAMQ')}"
    else:
        return
    yield from target_hit(object, queue_manager, "DEST", target, words)


@rule(
    "REF013",
    skip=Skip(given=("TRIGGER", "INITQ"), reads=("TRIGGER", "TRIGTYPE", "INITQ", "PROCESS", "USAGE")),
)
def incomplete_trigger(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue has TRIGGER but lacks what a trigger needs."""
    if object.name.startswith("SYSTEM."):
        return
    if not object.is_given("TRIGGER"):
        yield from _trigger_not_enabled(object, queue_manager)
        return
    if object.value("TRIGGER") != "YES":
        return
    missing = ""
    if object.value("TRIGTYPE") == "NONE":
        missing = "TRIGTYPE(NONE)"
    elif object.value("INITQ") == "":
        missing = "no INITQ"
    elif object.value("PROCESS") == "" and object.value("USAGE") == "NORMAL":
        missing = "no PROCESS"
    place = object.place("TRIGGER")
    hidden = any(may_have(object, word) for word in ("INITQ", "PROCESS", "TRIGTYPE", "USAGE"))
    if missing and place is not None and not hidden:
        yield Hit(
            place,
            f"{called(object, queue_manager)} has TRIGGER and {missing}",
            note="the queue manager writes a trigger message only if trigger type, initiation queue and, "
            "except for a transmission queue, process are set; otherwise nothing is started, and nothing "
            "reports it",
            help="set INITQ and PROCESS, or NOTRIGGER",
            object=object_name(object, queue_manager),
            attribute="TRIGGER",
        )


def _trigger_not_enabled(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """Report a queue that has all settings of a trigger but neither TRIGGER nor NOTRIGGER."""
    prepared = [word for word in ("INITQ", *STARTED_BY) if object.is_given(word) and object.text(word)]
    place = object.place("INITQ")
    if object.value("TRIGGER") != "NO" or prepared[:1] != ["INITQ"] or len(prepared) < 2 or place is None:
        return
    if may_have(object, "TRIGGER"):
        return  # reported as a mistake
    yield Hit(
        place,
        f"{called(object, queue_manager)} has {' and '.join(prepared)} but not TRIGGER",
        note="without TRIGGER a new queue has NOTRIGGER: the queue manager writes no trigger message",
        help="add TRIGGER, or NOTRIGGER if that is intended",
        object=object_name(object, queue_manager),
        attribute="TRIGGER",
    )


@rule("REF014")
def unserved_transmission_queue(queue_manager: QueueManager) -> Iterator[Outcome]:
    """No sender or server channel names a transmission queue, and no cluster channel uses it.

    It is held back unless the files are known to be the complete queue manager.
    """
    yield from unless_incomplete(unserved(queue_manager), queue_manager)


def unserved(queue_manager: QueueManager) -> Iterator[Hit]:
    """The transmission queues that no channel of the files uses."""
    for queue in queue_manager.with_value("QLOCAL", "USAGE", "XMITQ"):
        if queue.text("CLCHNAME") or senders_of(queue.name, queue_manager):
            continue  # with CLCHNAME, cluster-sender channels use it
        place = queue.place()
        if place is None or queue.name.startswith("SYSTEM."):
            continue
        yield Hit(
            place,
            f"no channel serves transmission queue {queue.name}",
            help=f"define a channel with XMITQ({queue.name}), or delete the queue",
            object=object_name(queue, queue_manager),
            attribute="USAGE",
        )


@rule("REF015")
def shared_transmission_queue(queue_manager: QueueManager) -> Iterator[Hit]:
    """Two sender or server channels name the same transmission queue."""
    first: dict[str, MqObject] = {}
    for subtype in ("SDR", "SVR"):
        for channel in queue_manager.of_type("CHANNEL", subtype):
            name = channel.text("XMITQ")
            if not name or has_placeholder(name) or not channel.statements:
                continue
            earlier = first.setdefault(name, channel)
            place = channel.place("XMITQ") if earlier is not channel else None
            if place is not None:
                yield Hit(
                    place,
                    f"CHANNEL({channel.name}) and CHANNEL({earlier.name}) both have XMITQ({name})",
                    object=object_name(channel, queue_manager),
                    attribute="XMITQ",
                    related=defined_here(earlier),
                    severity=INFO,
                )


@rule("REF022")
def duplicate_topic_string(queue_manager: QueueManager) -> Iterator[Hit]:
    """Two topic objects of one queue manager have the same topic string."""
    from mqtune.analysis.topology.topics import build_topics  # only if there are topics

    for first, second in queue_manager.derived(build_topics).duplicates:
        place = second.place("TOPICSTR")
        if place is None or not first.statements:
            continue
        if not run_in_sequence(second.statements[0], first.statements[0], queue_manager):
            continue
        yield Hit(
            place,
            f"TOPIC({second.name}) has the topic string of TOPIC({first.name}): {second.text('TOPICSTR')}",
            object=object_name(second, queue_manager),
            attribute="TOPICSTR",
            related=defined_here(first),
        )
