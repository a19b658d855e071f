"""QUE027, QUE028, QUE029: queues that fill in an outage or burst, or because of slow consumers."""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.topic_properties import capped
from mqtune.findings.finding import Impact, ObjectName, Related
from mqtune.rules.common.load_places import declaration_place, load_place
from mqtune.rules.que.load import at, declared, loaded_queues, name_of
from mqtune.text.spans import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.flow.outage.filling import Filling

FULL = "then puts fail with reason 2053 (MQRC_Q_FULL)"
SAME_SHARE = 0.01  # rates that differ by less are the same
MOST_RELATED = 8


@rule("QUE027")
def queue_full_in_outage(estate: Estate) -> Iterator[Hit]:
    """A queue that a declared load reaches is full before the declared outage of its consumers and channels
    ends.
    """
    if not any(one.declaration and one.declaration.outage_s for one in estate.queue_managers):
        return
    from mqtune.flow.outage.filling import full_in_outage  # imported here: few projects declare an outage

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
            help="add consumers, or limit the rate of the producers; more depth only delays it",
            object=ObjectName("QLOCAL", queue.name),
            attribute="get-rate",
            impact=Impact("messages got", "1/s", got, put, "declared rates"),
        )
