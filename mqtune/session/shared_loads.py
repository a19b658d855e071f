"""One load for both states of a comparison: a dump outside of the project has none of its own."""

from __future__ import annotations

from mqtune.estate.workload import declared_loads
from mqtune.flow.derived import complete_loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.estate.model import Estate, QueueManager

    Pair = tuple[QueueManager | None, QueueManager | None]


def share_loads(pairs: Iterable[Pair], estates: Iterable[Estate]) -> None:
    """Give the declared load and machine of one queue manager to its pair, if that has neither.

    Otherwise the plan would show that the whole load appears, and not what the change costs.
    """
    changed = set()
    for pair in pairs:
        for mine, other in (pair, pair[::-1]):
            if mine is not None and other is not None and lacks_load(mine) and other.has_load:
                topics, queues = declared_loads(other)
                mine.topic_loads, mine.queue_loads = list(topics), list(queues)
                mine.cluster_loads = list(other.cluster_loads)
                mine.declaration, mine.project = other.declaration, other.project
                changed.add(id(mine))
    for estate in estates:
        if any(id(one) in changed for one in estate.queue_managers):
            estate.flow = None
            complete_loads(estate)


def lacks_load(manager: QueueManager) -> bool:
    """Whether nothing is declared for a queue manager: an estate may also be declared to have no load."""
    return not manager.has_load and manager.declaration is None
