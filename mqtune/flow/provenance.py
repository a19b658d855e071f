"""The provenance of a figure: the sources of a load, and the objects it passed on the way."""

from __future__ import annotations

from mqtune.flow.graph import GROUP, Group
from mqtune.flow.load import RATE
from mqtune.project.settings import QueueLoad
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mqtune.flow.graph import Arrival, Edge, Node
    from mqtune.flow.load import Load
    from mqtune.project.settings import TopicLoad

    Way = tuple[Node, Edge | None, int]  # from a node, or up to a step of one of its edges

MOST_LINKS = 24
SOURCE = " declared for "
MORE = "and more"


@record
class Link:
    """One line of a chain: what passes a load on, and where it is defined; no file for what has none."""

    DATA = "text file line"

    text: str
    file: str | None = None
    line: int | None = None


def number(value: float) -> str:
    """A rate for a text: without decimals from 100 on."""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:,.3g}"


def source_link(node: Node, load: QueueLoad | TopicLoad, source: Load) -> Link:
    """The declaration of a load."""
    word = "puts" if isinstance(load, QueueLoad) else "publications"
    rate = f"{number(source.rate)} {word}/s" if source.rate is not None else f"unknown rate of {word}"
    return Link(f"{rate}{SOURCE}{node.title}", load.file, load.line)


def chain_of(ends: Iterable[tuple[Node, Edge | None, int]]) -> list[Link]:
    """The chains to several nodes, or to the step of an edge that leads on from one, each link once: the
    sources, then what they passed. Longer chains are cut.
    """
    found: dict[tuple[str, str | None, int | None], Link] = {}
    seen: set[int] = set()
    for node, edge, steps in ungrouped(ends):
        for link in links_to(node, seen):
            found.setdefault((link.text, link.file, link.line), link)
        if edge is not None:
            for link in links_of(edge, steps):
                found.setdefault((link.text, link.file, link.line), link)
        if len(found) > MOST_LINKS:
            break
    links = sorted(found.values(), key=lambda link: SOURCE not in link.text)
    return without_repetition(links)


def ungrouped(ways: Iterable[Way], counts: Callable[[Node], bool] | None = None) -> Iterator[Way]:
    """Some ways, those from a group once for each of its publications; only from nodes that count."""
    members: dict[int, list[Node]] = {}
    for node, edge, steps in ways:
        if node.kind != GROUP:
            if counts is None or counts(node):
                yield node, edge, steps
        elif counts is None:
            for before, _, _ in node.incoming:
                yield before, edge, steps
        else:
            if id(node) not in members:
                members[id(node)] = [before for before, _, _ in node.incoming if counts(before)]
            for before in members[id(node)]:
                yield before, edge, steps


def by_rate(node: Node) -> list[Arrival]:
    """The largest of what arrives at a node, the largest rate last; publications in place of a group."""
    arrivals: list[Arrival] = []
    for before, edge, load in node.incoming:
        if isinstance(before, Group):
            if before.by_rate is None:
                before.by_rate = by_rate(before)
            arrivals += [(member, edge, part.times(edge.factor)) for member, _, part in before.by_rate]
        else:
            arrivals.append((before, edge, load))
    return sorted(arrivals, key=rate_of)[-MOST_LINKS:]


def largest(node: Node) -> Arrival:
    """The first of what arrives at a node with the largest rate; a publication in place of a group."""
    arrivals: list[Arrival] = []
    for before, edge, load in node.incoming:
        if isinstance(before, Group):
            if before.largest is None:
                before.largest = largest(before)
            member, _, part = before.largest
            arrivals.append((member, edge, part.times(edge.factor)))
        else:
            arrivals.append((before, edge, load))
    return max(arrivals, key=rate_of)


def rate_of(arrival: Arrival) -> float:
    """Messages per second, 0 if they are unknown."""
    return arrival[2].values[RATE] or 0.0


def links_to(end: Node, seen: set[int]) -> Iterator[Link]:
    """The links on all ways to a node, the largest load first; sources come before what they lead to."""
    waiting: list[tuple[Node, Edge | None]] = [(end, None)]
    order: list[tuple[Node, Edge | None]] = []
    while waiting and len(order) < MOST_LINKS:
        node, edge = waiting.pop()
        order.append((node, edge))
        if id(node) in seen:
            continue
        seen.add(id(node))
        waiting += [(before, way) for before, way, _ in by_rate(node)]
    for node, edge in reversed(order):
        if node.source is not None and node.declared is not None:
            yield source_link(node, node.declared, node.source)
        if edge is not None:
            yield from links_of(edge, len(edge.steps))


def links_of(edge: Edge, steps: int) -> Iterator[Link]:
    """What an edge passes, up to a number of steps."""
    if edge.text:
        place = edge.place
        yield Link(edge.text, place.file, place.span.line) if place is not None else Link(edge.text)
    for step in edge.steps[:steps]:
        place = step.object.place() if step.object is not None else None
        yield Link(step.text, place.file, place.span.line) if place is not None else Link(step.text)


def without_repetition(chain: list[Link]) -> list[Link]:
    """The chain without objects that a source already names; its end is cut if it is long."""
    kept: list[Link] = []
    for link in chain:
        if not any(one.text.endswith(f"{SOURCE}{link.text}") for one in kept):
            kept.append(link)
    if len(kept) > MOST_LINKS:
        return [*kept[: MOST_LINKS - 1], Link(MORE)]
    return kept
