"""One contended resource: how much the load uses of it, its limit, and where both figures come from."""

from __future__ import annotations

from mqtune.flow.load import Load
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Annotated

    from mqtune.estate.model import QueueManager
    from mqtune.flow.graph import Edge, Node
    from mqtune.flow.provenance import Link

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

    def join(self, other: Total) -> None:
        """Add another sum."""
        if other.load is not None:
            self.load = other.load if self.load is None else self.load.plus(other.load)
        self.looping = self.looping or other.looping
        self.reasons |= other.reasons
        self.ways += other.ways

    def copy(self) -> Total:
        """The same sum, to which more can be added."""
        found = Total()
        found.load, found.looping = self.load, self.looping
        found.reasons, found.ways = dict(self.reasons), list(self.ways)
        return found

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
