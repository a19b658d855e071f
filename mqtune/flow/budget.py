"""The budget of an estate: the utilisation of each contended resource, and which is exhausted first.

Limits along a path are compared, never multiplied: the smallest decides.
"""

from __future__ import annotations

from mqtune.flow.log_resources import link_resources, log_resources
from mqtune.flow.machine_resources import channel_resources, cpu_resources
from mqtune.flow.passages import passages
from mqtune.flow.provenance import MORE, SOURCE
from mqtune.flow.queue_resources import queue_resources
from mqtune.flow.resource import KINDS, Resource
from mqtune.flow.topic_resources import lock_resources, publisher_resources, republish_resources
from mqtune.flow.traversal import Flow
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.estate.model import Estate
    from mqtune.flow.graph import Node
    from mqtune.flow.passages import Passages
    from mqtune.flow.provenance import Link


def budget(estate: Estate, growth: float = 1.0) -> list[Resource]:
    """The resources of each queue manager that the declared loads reach, by kind; `growth` multiplies the
    rate of every source.
    """
    flow = Flow(estate, growth)
    nodes: dict[int, list[Node]] = {}
    for node in flow.nodes:
        nodes.setdefault(id(node.queue_manager), []).append(node)
    found: list[Resource] = []
    for here in passages(flow):
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
    """The resource that growth of all sources exhausts first; None if no limit is known."""
    growing = [one for one in resources if one.grows and one.share]
    return max(growing, key=lambda one: one.share or 0.0, default=None)
