"""One contended resource: how much the load uses of it, its limit, and where both figures come from."""

from __future__ import annotations

from mqtune.flow.load import Load
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
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


@record
class Resource:
    """A resource of one queue manager.

    `used` and `limit` are in `unit`; None means unknown. `grows` states that `used` is proportional to the
    rates of the sources, so that growth exhausts it. `least` is what is used at least if `used` is an upper
    bound.
    """

    queue_manager: QueueManager
    resource: str
    kind: str
    unit: str
    rate_per_s: float | None = None
    used: float | None = None
    limit: float | None = None
    basis: str | None = None
    warnings: tuple[str, ...] = ()
    chain: tuple[Link, ...] = ()
    grows: bool = True
    least: float | None = None

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

    def warnings(self, quantity: int, what: str) -> tuple[str, ...]:
        """What is not known of a quantity, and how routes end."""
        found = list(self.reasons)
        if self.looping:
            found.append("the messages come back here: a loop, so each passes again and again")
        elif self.load is not None and self.load.is_partial(quantity):
            known = self.load.values[quantity] is not None
            some = f"a lower bound: the {what} of some messages is unknown"
            found.append(some if known else f"the {what} is unknown")
        return tuple(found)
