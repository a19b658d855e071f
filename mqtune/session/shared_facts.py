"""What is known of one state of a comparison and counts for both: the declared load, and completeness.

A dump outside of the project has no load of its own, and the files that it is compared with need not be
declared complete: a comparison of states treats both as everything there is.
"""

from __future__ import annotations

from mqtune.estate.workload import declared_loads
from mqtune.flow.derived import complete_loads
from mqtune.flow.traversal import Flow

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
            estate.forget(Flow)
            complete_loads(estate)


def share_completeness(pairs: Iterable[Pair]) -> None:
    """Treat both states as complete if one of them is, and neither if a dump of one was cut off, so that a
    check that is held back for one of them does not look like a finding that appears or disappears.
    """
    for pair in pairs:
        managers = [one for one in pair if one is not None]
        if any(one.gaps for one in managers):
            for one in managers:
                one.complete = one.stated_complete = False
        elif len(managers) == 2 and any(one.complete for one in managers):
            for one in managers:
                one.stated_complete = True
                one.complete = not one.has_unknown_names


def lacks_load(manager: QueueManager) -> bool:
    """Whether nothing is declared for a queue manager: an estate may also be declared to have no load."""
    return not manager.has_load and manager.declaration is None
