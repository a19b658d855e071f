"""QUE026, QUE030: declared rates and message sizes that contradict the loads that reach their object."""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.routes import is_transmission
from mqtune.findings.finding import INFO, Impact, ObjectName, Related
from mqtune.rules.common.load_places import load_place
from mqtune.text.spans import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate
    from mqtune.flow.graph import Node
    from mqtune.flow.traversal import Contradiction, SizeContradiction

MOST_RELATED = 8
MOST_HEADERS = 1_024  # bytes of MQXQH (428), and of properties that a subscription adds


@rule("QUE026")
def contradicting_rates(estate: Estate) -> Iterator[Hit]:
    """The declared rate of a queue, topic or channel differs from the rate of the declared loads that reach
    it.
    """
    if not any(manager.topic_loads or manager.queue_loads for manager in estate.queue_managers):
        return
    from mqtune.flow.traversal import Flow  # imported here: only if a load is declared

    for found in estate.derived(Flow).contradictions:
        lower = found.declared_per_s < found.derived_per_s
        if lower or only_reached(found):
            yield contradiction_hit(found, lower)
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
    from mqtune.flow.load import RATE  # as above
    from mqtune.flow.passages import passages
    from mqtune.flow.provenance import number
    from mqtune.flow.traversal import SAME_SHARE, Flow

    here = {id(one.queue_manager): one for one in estate.derived(Flow).derived(passages)}
    for manager, load in declared:
        total = here[id(manager)].channels.get(f"CHANNEL({load.channel})")
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


def only_reached(found: Contradiction) -> bool:
    """Whether programs do not usually put messages to a queue directly."""
    manager, queue = found.node.queue_manager, found.node.object
    return queue is not None and (
        is_transmission(queue) or bool(manager.with_value("QLOCAL", "STREAMQ", queue.name))
    )


def contradiction_hit(found: Contradiction, lower: bool) -> Hit:
    """The finding for one declared rate."""
    from mqtune.flow.provenance import number  # as above

    named = not found.node.title.startswith("topic ")
    word = "but" if lower else "but only"
    return Hit(
        load_place(found.load),
        f"{found.node.title} is declared with {number(found.declared_per_s)} messages/s, {word} "
        f"{number(found.derived_per_s)}/s of the declared loads reach it",
        note="a declared rate is that of all messages that reach the object; until one of the figures is "
        "corrected, the larger one is used",
        help="correct one of the rates, or remove this one, which then follows from its source",
        object=object_of(found.node),
        attribute="put-rate" if named else "publish-rate",
        severity=None if lower else INFO,
        impact=Impact(
            "messages", "1/s", found.declared_per_s, found.derived_per_s, "the declared loads that lead here"
        ),
        related=related_to(found.ways),
    )


def object_of(node: Node) -> ObjectName:
    """The object of a declared load."""
    type, _, name = node.title.partition("(")
    if node.title.startswith("topic ") or not name:
        return ObjectName("TOPICSTR", node.name)
    return ObjectName(type, name.removesuffix(")"))


def related_to(ways: list[Node]) -> tuple[Related, ...]:
    """The sources of what reaches a node, and the objects on the way."""
    from mqtune.flow.provenance import chain_of  # as above

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
    from mqtune.flow.traversal import Flow  # imported here: only if a load is declared

    for found in estate.derived(Flow).size_contradictions:
        if not may_be_headers(found):
            yield size_hit(found)


def may_be_headers(found: SizeContradiction) -> bool:
    """Whether headers that MQ adds on the way may explain a larger declared size."""
    from mqtune.flow.graph import PUT, SUBSCRIPTION  # as above

    queue = found.node.object
    arriving = [one for way in found.ways for one in way.incoming]
    headers = (queue is not None and is_transmission(queue)) or any(
        before.kind != PUT or edge.way == SUBSCRIPTION for before, edge, _ in arriving
    )
    return headers and 0 < found.declared_bytes - found.derived_bytes <= MOST_HEADERS


def size_hit(found: SizeContradiction) -> Hit:
    """The finding for one declared message size."""
    return Hit(
        load_place(found.load),
        f"{found.node.title} is declared with messages of {found.declared_bytes:,} bytes, but those of the "
        f"declared loads that reach it have {found.derived_bytes:,.0f} on average",
        note="a declared size is the average of all messages that reach the object; log, disk space and "
        "network depend on it",
        help="correct one of the sizes, or remove this one, which then follows from its source",
        object=object_of(found.node),
        attribute="message-size",
        impact=Impact(
            "message size",
            "bytes",
            found.declared_bytes,
            found.derived_bytes,
            "the declared loads that lead here",
        ),
        related=related_to(found.ways),
    )
