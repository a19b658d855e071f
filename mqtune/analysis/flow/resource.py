"""One contended resource: how much the load uses of it, its limit, and where both figures come from.

The provenance of a figure is the sources of a load, and the objects that it passed on the way.
"""

from __future__ import annotations

from mqtune.analysis.flow.graph import GROUP, Group
from mqtune.analysis.flow.load import RATE, Load
from mqtune.project.settings import QueueLoad
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Annotated

    from mqtune.analysis.flow.graph import Arrival, Edge, Node
    from mqtune.estate.model import QueueManager
    from mqtune.project.settings import TopicLoad

    Way = tuple[Node, Edge | None, int]  # from a node, or up to a step of one of its edges


KINDS = (
    "topic-lock",
    "publisher-time",
    "handles",
    "republish-thread",
    "channel",
    "queue",
    "queue-depth",
    "queue-disk",
    "log-bytes",
    "log-space",
    "channels",
    "instances",
    "cpu",
    "link",
)

# what `used` is: the value, or the least or the most that it may be
EXACT, AT_LEAST, AT_MOST = BOUNDS = ("exact", "at-least", "at-most")
MARKS = {EXACT: "", AT_LEAST: ">= ", AT_MOST: "<= "}
LOWER_BOUND = "a lower bound: "
LOOP = "the messages come back here: a loop, so each passes again and again"


@record
class Resource:
    """A resource of one queue manager.

    `used` and `limit` are in `unit`; None means unknown. `grows` states that `used` is proportional to the
    rates of the sources, so that growth exhausts it. `least` is what is used at least if `used` is an upper
    bound. `missing` is what `used` does not include, which is a lower bound then.
    """

    DATA = (
        "environment=queue_manager.environment_name queue_manager=queue_manager.label resource kind "
        "rate_per_s used limit unit share bound basis warnings=notes chain"
    )

    queue_manager: QueueManager
    resource: str
    kind: Annotated[str, KINDS]
    unit: str
    rate_per_s: float | None = None
    used: float | None = None
    limit: float | None = None
    basis: str | None = None
    warnings: tuple[str, ...] = ()
    chain: tuple[Link, ...] = ()
    grows: bool = True
    least: float | None = None
    missing: tuple[str, ...] = ()

    @property
    def bound(self) -> Annotated[str, BOUNDS]:
        """Whether `used` is exact, or the least or the most that may be used."""
        if self.missing and self.used is not None:
            return AT_LEAST
        return AT_MOST if self.least is not None and self.least < (self.used or 0.0) else EXACT

    @property
    def mark(self) -> str:
        """The mark of a bound, for the front of a figure."""
        return MARKS[self.bound]

    @property
    def notes(self) -> tuple[str, ...]:
        """What is missing, and the warnings."""
        prefix = LOWER_BOUND if self.bound == AT_LEAST else ""
        return (*(prefix + text for text in self.missing), *self.warnings)

    @property
    def reason(self) -> str:
        """The basis of a share, and why it is only a lower bound, or why there is none."""
        if self.bound == AT_LEAST:
            return "; ".join(filter(None, (self.basis, self.notes[0])))
        return self.notes[0] if self.share is None and self.notes else self.basis or ""

    @property
    def percent(self) -> str:
        """The share for a text: `48%`, `>= 3%`; empty if it is unknown."""
        return "" if self.share is None else f"{self.mark}{self.share:,.0%}"

    @property
    def is_exceeded(self) -> bool:
        """Whether more than the limit is certainly used."""
        used = self.used if self.least is None else self.least
        return bool(self.limit) and (used or 0.0) > (self.limit or 0.0)

    @property
    def share(self) -> float | None:
        """The used part of the limit; None if either is unknown."""
        if self.used is None or not self.limit:
            return None
        return self.used / self.limit


class Total:
    """The sum of the loads of one object, and where each came from."""

    __slots__ = ("load", "looping", "reasons", "ways")

    def __init__(self) -> None:
        self.load: Load | None = None
        self.looping = False
        self.reasons: dict[str, None] = {}
        self.ways: list[tuple[Node, Edge | None, int]] = []

    def add(self, node: Node, load: Load, edge: Edge | None = None, steps: int = 0) -> None:
        """Add a load that comes from a node, or from a step of one of its edges."""
        self.load = load if self.load is None else self.load.plus(load)
        self.looping = self.looping or node.looping
        self.ways.append((node, edge, steps))

    def join(self, addend: Total) -> None:
        """Add another sum."""
        if addend.load is not None:
            self.load = addend.load if self.load is None else self.load.plus(addend.load)
        self.looping = self.looping or addend.looping
        self.reasons |= addend.reasons
        self.ways += addend.ways

    def copy(self) -> Total:
        """The same sum, to which more can be added."""
        duplicate = Total()
        duplicate.load, duplicate.looping = self.load, self.looping
        duplicate.reasons, duplicate.ways = dict(self.reasons), list(self.ways)
        return duplicate

    def value(self, quantity: int) -> float | None:
        """The known part of a quantity."""
        return self.load.values[quantity] if self.load is not None else None

    def missing(self, quantity: int, what: str) -> tuple[str, ...]:
        """Why the known part of a quantity is only a lower bound."""
        if self.value(quantity) is None:
            return ()
        if self.looping:
            return (LOOP,)
        is_partial = self.load is not None and self.load.is_partial(quantity)
        return (f"the {what} of some messages is unknown",) if is_partial else ()

    def warnings(self, quantity: int, what: str) -> tuple[str, ...]:
        """How routes end, and that nothing is known of a quantity."""
        if self.load is None or self.value(quantity) is not None:
            return tuple(self.reasons)
        return (*self.reasons, LOOP if self.looping else f"the {what} is unknown")


# Provenance.

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
    by_place: dict[tuple[str, str | None, int | None], Link] = {}
    seen: set[int] = set()
    for node, edge, steps in ungrouped(ends):
        for link in links_to(node, seen):
            by_place.setdefault((link.text, link.file, link.line), link)
        if edge is not None:
            for link in links_of(edge, steps):
                by_place.setdefault((link.text, link.file, link.line), link)
        if len(by_place) > MOST_LINKS:
            break
    links = sorted(by_place.values(), key=lambda link: SOURCE not in link.text)
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
        if not any(earlier.text.endswith(f"{SOURCE}{link.text}") for earlier in kept):
            kept.append(link)
    if len(kept) > MOST_LINKS:
        return [*kept[: MOST_LINKS - 1], Link(MORE)]
    return kept
