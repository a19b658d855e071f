"""The clusters that an object names, directly or through a namelist."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject

AUTOMATIC = "+AUTOCL+"
MOST_NAMES = 256  # in a namelist (IBM MQ documentation, DEFINE NAMELIST)
# what advertises an object in a cluster, or in all those of a namelist
CLUSTERED_BY = ("CLUSTER", "CLUSNL")


def cluster_names(object: MqObject, queue_manager: QueueManager) -> tuple[str, ...]:
    """The clusters that an object's CLUSTER or CLUSNL names; +AUTOCL+ is that of the AutoCluster stanza."""
    if object.surely_lacks(CLUSTERED_BY):
        return ()
    name = object.text("CLUSTER")
    if name == AUTOMATIC:
        name = queue_manager.ini_value("AutoCluster", "ClusterName") or ""
    if name:
        return (name,)
    return listed(object.text("CLUSNL"), queue_manager)


def listed(namelist: str, queue_manager: QueueManager) -> tuple[str, ...]:
    """The names in a namelist, as many as a queue manager accepts; none if it does not exist."""
    found = queue_manager.find("NAMELIST", namelist) if namelist else None
    return found.values("NAMES", MOST_NAMES) if found is not None else ()
