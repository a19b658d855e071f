"""The budget of an estate: the utilisation of each contended resource, and which is exhausted first.

Limits along a path are compared, never multiplied: the smallest decides.
"""

from __future__ import annotations

from mqtune.flow.log_resources import link_resources, log_resources
from mqtune.flow.machine_resources import channel_resources, cpu_resources
from mqtune.flow.passages import passages
from mqtune.flow.provenance import MORE, SOURCE, number
from mqtune.flow.queue_resources import queue_resources
from mqtune.flow.resource import KINDS, Resource
from mqtune.flow.topic_resources import lock_resources, publisher_resources, republish_resources
from mqtune.flow.traversal import Flow
from mqtune.text.record import record
from mqtune.text.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mqtune.estate.model import Estate
    from mqtune.flow.graph import Node
    from mqtune.flow.passages import Passages
    from mqtune.flow.provenance import Link

HANDLES = "handles"
MOST_NAMED = 5
NOTHING = "no load is declared; [[queue-manager.topic]] and [[queue-manager.queue]] in mqtune.toml declare it"


def budget(estate: Estate, growth: float = 1.0, without: Sequence[str] = ()) -> list[Resource]:
    """The resources of each queue manager that the declared loads reach, by kind; `growth` multiplies the
    rate of every source, and the queue managers in `without` are not available.
    """
    absent = frozenset(id(one) for one in estate.queue_managers if one.label in without)
    flow = Flow(estate, growth, absent)
    nodes: dict[int, list[Node]] = {}
    for node in flow.nodes:
        nodes.setdefault(id(node.queue_manager), []).append(node)
    found: list[Resource] = []
    for here in passages(flow):
        if id(here.queue_manager) in absent:
            continue
        own = list(resources_of(here, nodes.get(id(here.queue_manager), [])))
        found += sorted(own, key=lambda one: (KINDS.index(one.kind), -(one.share or 0.0), one.resource))
    return found


def resources_of(here: Passages, nodes: list[Node]) -> Iterator[Resource]:
    """The resources of one queue manager."""
    yield from lock_resources(here)
    yield from publisher_resources(nodes)
    yield from republish_resources(here)
    yield from queue_resources(here)
    yield from log_resources(here)
    yield from channel_resources(here)
    yield from cpu_resources(here, nodes)
    yield from link_resources(here, nodes)


@record
class PathLimit:
    """What growth exhausts first on the path of one source: the smallest limit."""

    source: Link
    resource: Resource

    @property
    def growth(self) -> float:
        """The multiple of the load in the budget with which it is exhausted."""
        return 1 / (self.resource.share or 1.0)


def path_limits(resources: Iterable[Resource]) -> list[PathLimit]:
    """The smallest limit on the path of each declared source, the tightest first.

    Empty if a provenance is cut, because a limit might then be missing.
    """
    found: dict[tuple[str, str | None, int | None], PathLimit] = {}
    for one in resources:
        if any(link.text == MORE for link in one.chain):
            return []
        for link in one.chain if one.grows and one.share else ():
            key = (link.text, link.file, link.line)
            known = found.get(key)
            if SOURCE in link.text and (known is None or (known.resource.share or 0.0) < (one.share or 0.0)):
                found[key] = PathLimit(link, one)
    return sorted(found.values(), key=lambda one: one.growth)


def first_exhausted(resources: Iterable[Resource]) -> Resource | None:
    """What is exhausted first: a resource above a limit that does not depend on rates, such as MaxChannels,
    else the one that growth of all sources exhausts first; None if no limit is known.
    """
    every = list(resources)
    return next(iter(exhausted_at_any_rate(every)), None) or first_by_growth(every)


def first_by_growth(resources: Iterable[Resource]) -> Resource | None:
    """The resource that growth of all sources exhausts first; None if no limit is known."""
    growing = [one for one in resources if one.grows and one.share]
    return max(growing, key=lambda one: one.share or 0.0, default=None)


def exhausted_at_any_rate(resources: Iterable[Resource]) -> list[Resource]:
    """What exceeds a limit that does not depend on rates, the largest share first; handles beyond the cache
    only slow down.
    """
    over = [one for one in resources if not one.grows and one.is_exceeded and one.kind != HANDLES]
    return sorted(over, key=lambda one: -(one.share or 0.0))


def breaks_at_growth(first: Resource, growth: float) -> float:
    """The multiple of the declared load at which a resource is exhausted, if `growth` times that load is in
    the budget; 0 if it is exhausted at any rate.
    """
    return growth / first.share if first.grows and first.share else 0.0


def verdicts(resources: Iterable[Resource], growth: float) -> list[str]:
    """What is exhausted first, and if that does not depend on rates, what growth exhausts first: sentences
    without a full stop.
    """
    every = list(resources)
    over, growing, texts = exhausted_at_any_rate(every), first_by_growth(every), []
    if over:
        names = [f"{one.resource} of {one.queue_manager.label} ({one.share:,.0%})" for one in over]
        verb = "is" if len(over) == 1 else "are"
        texts.append(f"first: {listed(names, MOST_NAMED)} {verb} above the limit at any rate")
    if growing is not None and growing.share:
        where = f"{growing.resource} of {growing.queue_manager.label}"
        state = "is exhausted" if growing.share >= 1 else "is exhausted first"
        head = "by growth" if over else "first"
        at = breaks_at_growth(growing, growth)
        texts.append(f"{head}: {where} {state}, at {number(at)} times the declared load")
    return texts
