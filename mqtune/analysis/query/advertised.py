"""What the members of clusters advertise, as a queue manager sees it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from mqtune.analysis.query.condition import literal_head
from mqtune.analysis.query.items import ClusterItem
from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.text.patterns import LAST_CHARACTER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.query.condition import Query
    from mqtune.analysis.topology.clusters import Cluster
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject

    Advertised = tuple[QueueManager, MqObject]

# all queue managers of a cluster see all its objects, so that the answer can be the square of the files
MOST_SEEN = 50_000


class ClusterObjects:
    """The objects of one type that the members of a cluster advertise, by what their names begin with before
    a placeholder.
    """

    def __init__(self, objects: list[Advertised]) -> None:
        self.objects = sorted(objects, key=lambda pair: literal_head(pair[1].name))
        self._heads = [literal_head(object.name) for _, object in self.objects]

    def named(self, name: str) -> list[range]:
        """Where those are whose names may fit a name, which is generic with an asterisk at its end."""
        start = name.removesuffix("*")
        placed = self._between(start, start + ("" if start == name else LAST_CHARACTER))
        # the rest of the name may be a placeholder
        return [placed, *(self._between(start[:size], start[:size]) for size in range(len(start)))]

    def _between(self, first: str, last: str) -> range:
        begin = bisect_left(self._heads, first)
        return range(begin, bisect_right(self._heads, last, begin))


def build_objects(estate: Estate) -> dict[tuple[str, str], ClusterObjects]:
    """The objects that members advertise by cluster and type."""
    by_type: dict[tuple[str, str], list[Advertised]] = {}
    for name, cluster in estate.derived(build_clusters).items():
        for member in cluster.joined:
            for object in member.objects:
                by_type.setdefault((name, object.type), []).append((member.queue_manager, object))
    return {key: ClusterObjects(objects) for key, objects in by_type.items()}


def build_memberships(estate: Estate) -> dict[QueueManager, list[Cluster]]:
    """The clusters in which each queue manager is, as far as the files show it, by name."""
    memberships: dict[QueueManager, list[Cluster]] = {}
    for _, cluster in sorted(estate.derived(build_clusters).items()):
        for member in cluster.joined:
            memberships.setdefault(member.queue_manager, []).append(cluster)
    return memberships


class Seen:
    """The objects of clusters that a query may select, of all queue managers up to a limit."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self._count = 0
        self.left_out = 0

    def of(self, manager: QueueManager, estate: Estate) -> tuple[list[ClusterItem], int]:
        """Those that a queue manager sees, and how many of the types there are in all."""
        if not self._query.clustered:
            return [], 0
        objects = estate.derived(build_objects)
        known = [
            (cluster.name, objects[cluster.name, type])
            for cluster in estate.derived(build_memberships).get(manager, ())
            for type in self._query.types
            if (cluster.name, type) in objects
        ]
        near = [(*pair, places) for pair in known for places in pair[1].named(self._query.name or "*")]
        count = sum(len(places) for _, _, places in near)
        considered = sum(len(advertised.objects) for _, advertised in known)
        if self._count and self._count + count > MOST_SEEN:
            self.left_out += count
            return [], considered
        self._count += count
        pairs = ((cluster, advertised.objects[at]) for cluster, advertised, places in near for at in places)
        return [ClusterItem(manager, object, host, cluster) for cluster, (host, object) in pairs], considered
