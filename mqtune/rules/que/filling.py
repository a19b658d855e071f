"""QUE011, QUE013, QUE026 to QUE030: queues that fill, queue buffers, and contradicting loads.

The keys of queue buffers, their defaults and their limit appear in performance reports only.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.topology.clusters import is_transmission
from mqtune.analysis.topology.loads import (
    BUFFER_DEFAULTS,
    BUFFER_SHARE_OF_MEMORY,
    buffer_bytes,
    buffered_queues,
)
from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.topic_strings import capped
from mqtune.rules.common import declaration_place, entry_place, load_place, number_of, stanza_name
from mqtune.rules.que.limits import at, declared, loaded_queues, name_of
from mqtune.syntax.ini.tree import Entry, IniFile
from mqtune.text.editing import Place, Span
from mqtune.text.finding import INFO, Impact, ObjectName, Related
from mqtune.text.patterns import bytes_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.flow.graph import Node
    from mqtune.analysis.flow.traversal import Contradiction, SizeContradiction
    from mqtune.analysis.outage import Filling
    from mqtune.estate.model import Estate


# QUE027, QUE028, QUE029: queues that fill in an outage or burst, or because of slow consumers.

FULL = "then puts fail with reason 2053 (MQRC_Q_FULL)"
SAME_SHARE = 0.01  # rates that differ by less are the same
MOST_RELATED = 8


@rule("QUE027")
def queue_full_in_outage(estate: Estate) -> Iterator[Hit]:
    """A queue that a declared load reaches is full before the declared outage of its consumers and channels
    ends.
    """
    if not any(manager.declaration and manager.declaration.outage_s for manager in estate.queue_managers):
        return
    from mqtune.analysis.outage import full_in_outage  # imported here: few projects declare an outage

    for filling, outage in full_in_outage(estate):
        yield outage_hit(filling, outage)


def outage_hit(filling: Filling, outage_s: float) -> Hit:
    """The finding for one queue."""
    queue, manager = filling.queue, filling.queue_manager
    needed = round(filling.rate_per_s * outage_s)
    place = queue.place("MAXDEPTH") or queue.place() or declaration_place(manager)
    chain = [link for link in filling.chain if link.file][:MOST_RELATED]
    return Hit(
        place,
        f"QLOCAL({queue.name}) is full after {filling.full_after_s:,.0f} s of the declared outage of "
        f"{outage_s:,.0f} s: {filling.rate_per_s:,.0f} puts/s, MAXDEPTH({filling.depth})",
        note=f"while consumers or channels are unavailable, {needed:,} messages arrive; {FULL}",
        help=f"set MAXDEPTH({needed * 21 // 20}), the messages of the outage plus 5%, if the disk suffices",
        object=name_of(queue),
        attribute="MAXDEPTH",
        impact=Impact("messages in the outage", "messages", filling.depth, needed, "rate * outage"),
        related=tuple(
            Related(Place(link.file or "", Span(link.line or 1, 1, link.line or 1, 2)), link.text)
            for link in chain
        ),
    )


@rule("QUE028")
def queue_full_in_burst(queue_manager: QueueManager) -> Iterator[Hit]:
    """The declared burst of messages does not fit into a queue."""
    for load, queue in loaded_queues(queue_manager):
        depth = queue.number("MAXDEPTH")
        if not load.burst_bytes or not load.message_size_bytes or not depth:
            continue
        messages = round(load.burst_bytes / load.message_size_bytes)
        if messages <= depth:
            continue
        yield Hit(
            at(queue, "MAXDEPTH", load),
            f"QLOCAL({queue.name}) has MAXDEPTH({depth}), but the declared burst has {messages:,} messages",
            note=f"the burst is {load.burst_bytes:,} bytes, a message {load.message_size_bytes:,}; {FULL}",
            help=f"set MAXDEPTH({messages * 21 // 20}), the burst plus 5%",
            object=name_of(queue),
            attribute="MAXDEPTH",
            impact=Impact("messages of a burst", "messages", depth, messages, "burst / message size"),
            related=declared(load),
        )


@rule("QUE029")
def consumers_slower_than_producers(queue_manager: QueueManager) -> Iterator[Hit]:
    """Messages arrive on a queue faster than its consumers can get them, as declared."""
    for load, queue in loaded_queues(queue_manager):
        put, got, depth = load.put_rate_per_s, load.get_rate_per_s, queue.number("MAXDEPTH")
        if put is None or got is None or not depth or put - got <= SAME_SHARE * put or load.consumers == 0:
            continue
        if capped(queue):
            continue
        yield Hit(
            load_place(load),
            f"QLOCAL({queue.name}) gets {put:,.6g} messages/s, but its consumers can get {got:,.6g}/s: it is "
            f"full after {depth / (put - got):,.0f} s",
            note=f"the depth grows by {put - got:,.6g} messages/s up to MAXDEPTH({depth}); {FULL}. A deep "
            "queue does not fit into its buffer, so that messages are written to disk, which slows gets",
            object=ObjectName("QLOCAL", queue.name),
            attribute="get-rate",
            impact=Impact("messages got", "1/s", got, put, "declared rates"),
        )


# QUE011, QUE013: DefaultQBufferSize and DefaultPQBufferSize.

STANZA = "TuningParameters"
SOURCE = "IBM MQ Performance: Best Practises and tuning (2020)"


@rule("QUE011")
def queue_buffers_above_memory(queue_manager: QueueManager) -> Iterator[Hit]:
    """The buffers of all local queues together can use more than half of the declared memory."""
    declaration = queue_manager.declaration
    memory = declaration.memory_bytes if declaration is not None else None
    entries = [
        setting for key in BUFFER_DEFAULTS if (setting := queue_manager.ini_entry(STANZA, key)) is not None
    ]
    sizes = [buffer_bytes(queue_manager, key) for key in BUFFER_DEFAULTS]
    if not memory or not entries or None in sizes:
        return
    queues = buffered_queues(queue_manager)
    per_queue = sum(size for size in sizes if size is not None)
    if queues * per_queue <= memory * BUFFER_SHARE_OF_MEMORY:
        return
    ini, entry = max(entries, key=lambda pair: number_of(pair[1]) or 0)
    yield memory_hit(queue_manager, ini, entry, queues, per_queue, memory)


def memory_hit(
    queue_manager: QueueManager, ini: IniFile, entry: Entry, queues: int, per_queue: int, memory: int
) -> Hit:
    """The buffers of all queues together can use more than half of the memory."""
    return Hit(
        entry_place(ini, entry),
        f"the buffers of {queues} queues can grow to {bytes_text(queues * per_queue)}, but "
        f"memory is {bytes_text(memory)}",
        note=f"each queue has one buffer for non-persistent and one for persistent messages, {per_queue:,} "
        "bytes together; a buffer grows to its size when messages accumulate and keeps the memory until the "
        f"queue manager ends ({SOURCE}, p. 26 and 32)",
        object=stanza_name(STANZA),
        attribute=entry.key,
        impact=Impact(
            "queue buffers",
            "bytes",
            float(queues * per_queue),
            float(queues * sum(BUFFER_DEFAULTS.values())),
            f"queues * (DefaultQBufferSize + DefaultPQBufferSize), {SOURCE}, p. 26",
        ),
        related=(Related(declaration_place(queue_manager), "memory is declared here"),),
    )


@rule("QUE013")
def buffer_size_for_existing_queues(queue_manager: QueueManager) -> Iterator[Hit]:
    """A qm.ini sets queue buffer sizes alongside a full dump, whose queues may have been defined earlier."""
    if not queue_manager.complete:
        return
    for key, default in BUFFER_DEFAULTS.items():
        setting = queue_manager.ini_entry(STANZA, key)
        size = queue_manager.ini_number(STANZA, key)
        if setting is None or size is None or size == default:
            continue
        yield Hit(
            entry_place(*setting),
            f"{key}={size} may not apply to queues that already exist",
            note="the sources disagree: according to notes MP01 and MP49 a queue keeps the size in effect "
            "when it was defined, according to later reports the value at the last start applies; the "
            f"default is {default}",
            object=stanza_name(STANZA),
            attribute=key,
        )


# QUE026, QUE030: declared rates and message sizes that contradict the loads that reach their object.

MOST_HEADERS = 1_024  # bytes of MQXQH (428), and of properties that a subscription adds


@rule("QUE026")
def contradicting_rates(estate: Estate) -> Iterator[Hit]:
    """The declared rate of a queue, topic or channel differs from the rate of the declared loads that reach
    it.
    """
    if not any(manager.topic_loads or manager.queue_loads for manager in estate.queue_managers):
        return
    from mqtune.analysis.flow.traversal import Flow  # imported here: only if a load is declared

    for contradiction in estate.derived(Flow).contradictions:
        lower = contradiction.declared_per_s < contradiction.derived_per_s
        if lower or only_reached(contradiction):
            yield contradiction_hit(contradiction, lower)
    yield from channel_hits(estate)


def channel_hits(estate: Estate) -> Iterator[Hit]:
    """Declared rates of message channels that differ from those of the loads which pass them."""
    declared = [
        (manager, load)
        for manager in estate.queue_managers
        for load in (manager.declaration.channels if manager.declaration is not None else ())
        if load.message_rate_per_s is not None
    ]
    if not declared:
        return
    from mqtune.analysis.flow.load import RATE  # only if a load is declared
    from mqtune.analysis.flow.resource import number
    from mqtune.analysis.flow.traversal import SAME_SHARE, Flow, passages

    by_manager = {
        id(traversal.queue_manager): traversal for traversal in estate.derived(Flow).derived(passages)
    }
    for manager, load in declared:
        total = by_manager[id(manager)].channels.get(f"CHANNEL({load.channel})")
        rate, derived = load.message_rate_per_s, total.value(RATE) if total is not None else None
        if rate is None or derived is None or total is None or total.load is None:
            continue
        if total.looping or total.load.is_partial(RATE):
            continue
        if abs(rate - derived) <= SAME_SHARE * max(rate, derived):
            continue
        yield Hit(
            load_place(load),
            f"CHANNEL({load.channel}) is declared with {number(rate)} messages/s, but {number(derived)}/s of "
            "the declared loads pass it",
            note="one of the figures is wrong, or loads that pass the channel are not declared",
            help="correct the rates, or declare the loads that are missing",
            object=ObjectName("CHANNEL", load.channel),
            attribute="message-rate",
            severity=None if rate < derived else INFO,
        )


def only_reached(contradiction: Contradiction) -> bool:
    """Whether programs do not usually put messages to a queue directly."""
    manager, queue = contradiction.node.queue_manager, contradiction.node.object
    return queue is not None and (
        is_transmission(queue) or bool(manager.with_value("QLOCAL", "STREAMQ", queue.name))
    )


def contradiction_hit(contradiction: Contradiction, lower: bool) -> Hit:
    """The finding for one declared rate."""
    from mqtune.analysis.flow.resource import number  # only if a load is declared

    named = not contradiction.node.title.startswith("topic ")
    word = "but" if lower else "but only"
    return Hit(
        load_place(contradiction.load),
        f"{contradiction.node.title} is declared with {number(contradiction.declared_per_s)} messages/s, "
        f"{word} {number(contradiction.derived_per_s)}/s of the declared loads reach it",
        note="a declared rate is that of all messages that reach the object; until one of the figures is "
        "corrected, the larger one is used",
        help="correct one of the rates, or remove this one, which then follows from its source",
        object=object_of(contradiction.node),
        attribute="put-rate" if named else "publish-rate",
        severity=None if lower else INFO,
        impact=Impact(
            "messages",
            "1/s",
            contradiction.declared_per_s,
            contradiction.derived_per_s,
            "the declared loads that lead here",
        ),
        related=related_to(contradiction.ways),
    )


def object_of(node: Node) -> ObjectName:
    """The object of a declared load."""
    type, _, name = node.title.partition("(")
    if node.title.startswith("topic ") or not name:
        return ObjectName("TOPICSTR", node.name)
    return ObjectName(type, name.removesuffix(")"))


def related_to(ways: list[Node]) -> tuple[Related, ...]:
    """The sources of what reaches a node, and the objects on the way."""
    from mqtune.analysis.flow.resource import chain_of  # only if a load is declared

    chain = [link for link in chain_of((way, None, 0) for way in ways) if link.file]
    return tuple(
        Related(Place(link.file or "", Span(link.line or 1, 1, link.line or 1, 2)), link.text)
        for link in chain[:MOST_RELATED]
    )


@rule("QUE030")
def contradicting_sizes(estate: Estate) -> Iterator[Hit]:
    """The declared message size of a queue or topic differs from that of the declared loads that reach it."""
    if not any(manager.topic_loads or manager.queue_loads for manager in estate.queue_managers):
        return
    from mqtune.analysis.flow.traversal import Flow  # imported here: only if a load is declared

    for contradiction in estate.derived(Flow).size_contradictions:
        if not may_be_headers(contradiction):
            yield size_hit(contradiction)


def may_be_headers(contradiction: SizeContradiction) -> bool:
    """Whether headers that MQ adds on the way may explain a larger declared size."""
    from mqtune.analysis.flow.graph import PUT, SUBSCRIPTION  # only if a load is declared

    queue = contradiction.node.object
    arriving = [arrival for way in contradiction.ways for arrival in way.incoming]
    headers = (queue is not None and is_transmission(queue)) or any(
        before.kind != PUT or edge.way == SUBSCRIPTION for before, edge, _ in arriving
    )
    return headers and 0 < contradiction.declared_bytes - contradiction.derived_bytes <= MOST_HEADERS


def size_hit(contradiction: SizeContradiction) -> Hit:
    """The finding for one declared message size."""
    return Hit(
        load_place(contradiction.load),
        f"{contradiction.node.title} is declared with messages of {contradiction.declared_bytes:,} bytes, "
        f"but those of the declared loads that reach it have {contradiction.derived_bytes:,.0f} on average",
        object=object_of(contradiction.node),
        attribute="message-size",
        impact=Impact(
            "message size",
            "bytes",
            contradiction.declared_bytes,
            contradiction.derived_bytes,
            "the declared loads that lead here",
        ),
        related=related_to(contradiction.ways),
    )
