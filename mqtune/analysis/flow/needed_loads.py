"""Which load a rule needs that was held back without one: the keys, and the object at which to declare them.

Rates, sizes and persistence are declared at their source, from which they follow to copies, destinations of
subscriptions and other queue managers. The way back uses the definitions of a few objects, not the graph,
because most runs declare no load.
"""

from __future__ import annotations

from itertools import islice

from mqtune.analysis.topology.clusters import is_transmission
from mqtune.estate.workload import cluster_names
from mqtune.syntax.document import has_placeholder
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject

FAR = 16  # steps back to a source, at most
LOOKED_AT = 100  # queues among which one that is relevant is searched for: it is only an example
QUEUE, TOPIC, CLUSTER = "queue", "topic", "cluster"
CAPPED = ("CAPEXPRY", "NOLIMIT")


@record
class Needed:
    """The keys that a rule needs at the source of messages, and those of the object itself.

    `attribute` is one that makes a queue relevant, with the value that does not.
    """

    at_source: tuple[str, ...] = ()
    at_object: tuple[str, ...] = ()
    attribute: tuple[str, str] | None = None


PAIRS, RATE, SIZE, PERSISTENT = "channel-pairs", "put-rate", "message-size", "persistent"
NEEDED = {
    "CHL015": Needed((PAIRS,)),
    "CHL016": Needed((PAIRS,)),
    "CHL017": Needed((PAIRS,)),
    "CHL018": Needed((PAIRS,)),
    "CHL021": Needed(("ordered",)),
    "EXP001": Needed((RATE, SIZE), attribute=CAPPED),
    "EXP007": Needed((RATE,), attribute=CAPPED),
    "EXP008": Needed((RATE,), attribute=CAPPED),
    "LOG009": Needed((RATE, SIZE, PERSISTENT)),
    "LOG011": Needed((RATE, SIZE, PERSISTENT)),
    "PUB001": Needed(("publish-rate",)),
    "PUB006": Needed(("publish-rate",)),
    "PUB017": Needed(("publish-rate", "publishers", "subscribers")),
    "PUB018": Needed(("publish-rate",)),
    "PUB020": Needed(("publishers", "binding")),
    "PUB021": Needed(("publish-rate", "subscribers")),
    "PUB022": Needed(("subscribers",)),
    "QUE009": Needed((RATE,), attribute=("TRIGTYPE", "FIRST")),
    "QUE010": Needed((), ("consumers",)),
    "QUE014": Needed((PERSISTENT,), attribute=("DEFREADA", "NO")),
    "QUE018": Needed((PERSISTENT,), attribute=("NPMCLASS", "NORMAL")),
    "QUE019": Needed((RATE,), ("consumers",)),
    "QUE028": Needed((), ("burst",)),
    "QUE029": Needed((RATE,), ("get-rate",)),
}


@record
class NeededLoad:
    """What to declare for one rule: the sentence, and the object in it."""

    text: str
    object: str


def needed_loads(estate: Estate, kinds: dict[str, str]) -> dict[str, NeededLoad]:
    """For rules by code, each with the kind of load that it needs, where to declare it: the first queue
    manager without a load that has such an object.
    """
    loads: dict[str, NeededLoad] = {}
    managers = [
        manager for manager in estate.queue_managers if estate.shows(manager) and not manager.has_load
    ]
    queues: dict[int, list[MqObject]] = {}  # by the identity of the queue manager
    for code, kind in kinds.items():
        needed = NEEDED.get(code)
        if needed is None:
            continue
        for manager in managers:
            if kind == QUEUE and id(manager) not in queues:
                queues[id(manager)] = first_queues(manager)
            object = first_object(manager, kind, needed, queues.get(id(manager), ()))
            if object:
                loads[code] = declaration(estate, manager, kind, object, needed)
                break
    return loads


def first_queues(manager: QueueManager) -> list[MqObject]:
    """The first queues of applications."""
    dead = manager.qmgr.text("DEADQ")
    queues = (
        queue
        for queue in of_applications(manager.of_type("QLOCAL"))
        if queue.name != dead and not is_transmission(queue)
    )
    return list(islice(queues, LOOKED_AT))


def first_object(manager: QueueManager, kind: str, needed: Needed, queues: Sequence[MqObject]) -> str:
    """The first object of applications for which a rule needs a load, if possible a relevant one."""
    if kind == TOPIC:
        return next(
            (
                string
                for topic in of_applications(manager.of_type(TOPIC.upper()))
                if (string := topic.text("TOPICSTR"))
            ),
            "",
        )
    if kind == CLUSTER:
        channels = of_applications(manager.of_type("CHANNEL", "CLUSRCVR"))
        return next((name for channel in channels for name in cluster_names(channel, manager)), "")
    if needed.attribute is not None:
        keyword, usual = needed.attribute
        for queue in queues:
            if (queue.text(keyword) or usual) != usual:
                return queue.name
    return queues[0].name if queues else ""


def of_applications(objects: Iterable[MqObject]) -> Iterator[MqObject]:
    """The objects that scripts define for applications, by names that are known."""
    for definition in objects:
        if (
            definition.statements
            and definition.defined
            and not definition.name.startswith("SYSTEM.")
            and not has_placeholder(definition.name)
        ):
            yield definition


def declaration(estate: Estate, manager: QueueManager, kind: str, name: str, needed: Needed) -> NeededLoad:
    """What to declare for an object, in words."""
    if kind != QUEUE:
        return NeededLoad(
            f"{listed(needed.at_source)} of {kind} {name}{of(estate, manager)}, in "
            f"[[queue-manager.{kind}]] of mqtune.toml",
            f"{kind} {name}",
        )
    at, source, origin = source_of(estate, manager, name) if needed.at_source else (manager, QUEUE, name)
    keys = needed.at_source
    if source == TOPIC:
        keys = tuple("publish-rate" if key == RATE else key for key in keys)
    elif origin == name and at is manager:
        keys += needed.at_object
    text = f"{listed(keys)} of {source} {origin}{of(estate, at)}"
    table = f"[[queue-manager.{source}]] of mqtune.toml"
    if origin != name or at is not manager:
        text += f", from which QLOCAL({name}){of(estate, manager)} gets its messages"
        if needed.at_object:
            text += f", and {listed(needed.at_object)} of queue {name}"
    return NeededLoad(f"{text}, in {table}" if keys else table, f"{source} {origin}")


def of(estate: Estate, manager: QueueManager) -> str:
    """The queue manager of an object, if there are several."""
    return f" of {manager.label}" if len(estate.queue_managers) > 1 else ""


def listed(keys: tuple[str, ...]) -> str:
    """`put-rate, message-size and persistent`."""
    return " and ".join(filter(None, (", ".join(keys[:-1]), keys[-1]))) if keys else ""


def source_of(estate: Estate, manager: QueueManager, name: str) -> tuple[QueueManager, str, str]:
    """The queue manager, kind and name from which the messages of a queue come; the queue itself if no
    definition leads to it.
    """
    kind, seen = QUEUE, {(id(manager), QUEUE, name)}
    for _ in range(FAR):
        before = next(
            (
                feeder
                for feeder in leading_to(estate, manager, kind, name)
                if (id(feeder[0]), *feeder[1:]) not in seen
            ),
            None,
        )
        if before is None:
            break
        manager, kind, name = before
        seen.add((id(manager), kind, name))
    return manager, kind, name


def leading_to(
    estate: Estate, manager: QueueManager, kind: str, name: str
) -> Iterator[tuple[QueueManager, str, str]]:
    """What passes its messages to a queue or publishes on a topic string, by definition."""
    if kind == TOPIC:
        for topic in manager.with_value("TOPIC", "TOPICSTR", name):
            for alias in manager.with_value("QALIAS", "TARGET", topic.name):
                if alias.value("TARGTYPE") == "TOPIC":
                    yield manager, QUEUE, alias.name
        return
    for queue in of_applications(manager.with_value("QLOCAL", "STREAMQ", name)):
        yield manager, QUEUE, queue.name
    for alias in of_applications(manager.with_value("QALIAS", "TARGET", name)):
        if alias.value("TARGTYPE") != "TOPIC":
            yield manager, QUEUE, alias.name
    for subscription in of_applications(manager.with_value("SUB", "DEST", name)):
        string = full_topic(manager, subscription)
        if string:
            yield manager, TOPIC, string
    for sender in estate.queue_managers:
        for remote in of_applications(sender.with_value("QREMOTE", "RNAME", name)):
            if remote.text("RQMNAME") == manager.name:
                yield sender, QUEUE, remote.name


def full_topic(manager: QueueManager, subscription: MqObject) -> str:
    """The topic string of a subscription; empty if a part of it is unknown."""
    base = subscription.text("TOPICOBJ")
    topic = manager.find("TOPIC", base) if base else None
    if base and topic is None:
        return ""
    parts = (topic.text("TOPICSTR") if topic is not None else "", subscription.text("TOPICSTR"))
    string = "/".join(filter(None, parts))
    return "" if has_placeholder(string) else string
