"""CLU014 to CLU016: transmission queues, and the queues that a cluster uses itself."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import NAME, Skip, rule
from mqtune.estate.joining.cluster_names import CLUSTERED_BY, cluster_names
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.findings.finding import ObjectName, Related
from mqtune.rules.common.held import incomplete
from mqtune.syntax.placeholders import has_placeholder

# the queues that reason 3090 lists
RESERVED = (
    "SYSTEM.CHANNEL.INITQ",
    "SYSTEM.CHANNEL.SYNCQ",
    "SYSTEM.CLUSTER.COMMAND.QUEUE",
    "SYSTEM.CLUSTER.REPOSITORY.QUEUE",
    "SYSTEM.COMMAND.INPUT",
    "SYSTEM.QSG.CHANNEL.SYNCQ",
    "SYSTEM.QSG.TRANSMIT.QUEUE",
)
UNALTERABLE = (
    "SYSTEM.CLUSTER.COMMAND.QUEUE",
    "SYSTEM.CLUSTER.REPOSITORY.QUEUE",
    "SYSTEM.CLUSTER.TRANSMIT.QUEUE",
)
# attributes that change what is observed, not what the queue does
OBSERVING = frozenset(
    {
        "ACCTQ",
        "CUSTOM",
        "DESCR",
        "MONQ",
        "QDEPTHHI",
        "QDEPTHLO",
        "QDPHIEV",
        "QDPLOEV",
        "QDPMAXEV",
        "QSVCIEV",
        "QSVCINT",
        "STATQ",
    }
)


@rule("CLU014", skip=Skip(given=CLUSTERED_BY))
def rejected_cluster_queue(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A transmission queue, or a queue that MQ reserves for itself, is put into a cluster."""
    reserved = object.name in RESERVED
    keyword = next((word for word in CLUSTERED_BY if object.text(word)), "")
    if not keyword or not is_rejected(object):
        return
    cluster = object.text(keyword)
    place = object.place(keyword if object.is_given(keyword) else "USAGE")
    if place is None or has_placeholder(cluster):
        return
    yield Hit(
        place,
        f"QLOCAL({object.name}) has {keyword}({cluster}), but "
        + ("the name is reserved" if reserved else "a transmission queue cannot be in a cluster"),
        note="the command is rejected with reason 3090 (MQRCCF_CLUSTER_Q_USAGE_ERROR, q046870_)",
        help=f"remove {keyword}" if reserved else f"remove {keyword}, or set USAGE(NORMAL)",
        attribute=keyword,
    )


def is_rejected(object: MqObject) -> bool:
    """Whether CLUSTER and CLUSNL must be blank for an object."""
    return object.type == "QLOCAL" and (object.name in RESERVED or object.value("USAGE") == "XMITQ")


@rule("CLU015", skip=Skip(about=NAME))  # the names are reserved
def default_cluster_queue_altered(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """ALTER changes one of the queues that a cluster uses itself."""
    if statement.verb != "ALTER" or statement.type != "QLOCAL" or statement.name not in UNALTERABLE:
        return
    changed = [keyword for keyword in statement.layout.attributes if keyword not in OBSERVING]
    if changed:
        yield Hit(
            statement.word_place(changed[0]),
            f"ALTER changes {', '.join(changed[:8])} of {statement.name}, which the cluster uses itself",
            note="the definitions of the default cluster queues, except SYSTEM.CLUSTER.HISTORY.QUEUE, must "
            "not be altered (Default cluster objects, q017250_)",
            help="remove the command; DEFCLXQ(CHANNEL) and CLCHNAME give separate transmission queues",
            attribute=changed[0],
        )


@rule("CLU016")
def shared_cluster_transmission_queue(queue_manager: QueueManager) -> Iterator[Outcome]:
    """Members of several clusters send everything through one transmission queue."""
    qmgr = queue_manager.qmgr
    if qmgr.value("DEFCLXQ") != "SCTQ":
        return
    first: dict[str, MqObject] = {}
    for channel in queue_manager.of_type("CHANNEL", "CLUSRCVR"):
        if channel.statements and not channel.name.startswith("SYSTEM."):
            for name in cluster_names(channel, queue_manager):
                if not has_placeholder(name):
                    first.setdefault(name, channel)
    if len(first) < 2 or queue_manager.with_filled("QLOCAL", ("CLCHNAME",)):
        return
    if not (qmgr.is_given("DEFCLXQ") or queue_manager.complete):
        yield incomplete(queue_manager)
        return
    channels = list(first.values())
    place = channels[0].place("CLUSTER", "CLUSNL")
    if place is None:
        return
    names = ", ".join(sorted(first)[:8])
    yield Hit(
        place,
        f"the messages for all members of clusters {names} share SYSTEM.CLUSTER.TRANSMIT.QUEUE",
        note="messages for a member that cannot be reached fill the queue for every cluster (Planning how to "
        "configure cluster transmission queues)",
        help="set DEFCLXQ(CHANNEL), or define a transmission queue with CLCHNAME for one of the clusters",
        object=ObjectName("QMGR", ""),
        attribute="DEFCLXQ",
        related=tuple(
            Related(there, f"CHANNEL({channel.name}) is defined here")
            for channel in channels[1:8]
            if channel is not channels[0] and (there := channel.place("CLUSTER")) is not None
        ),
    )
