"""The expected load of a queue manager: declared in mqtune.toml, or in a directive before a DEFINE.

Does not know rules or models.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager


def read_workload(manager: QueueManager) -> None:
    """Gather the declared loads."""
    if manager.declaration is not None:
        manager.topic_loads.extend(manager.declaration.topics)
        manager.queue_loads.extend(manager.declaration.queues)
        manager.cluster_loads.extend(manager.declaration.clusters)
