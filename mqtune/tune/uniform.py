"""The number of members of a uniform cluster for the declared rate: a hint, once for each cluster."""

from __future__ import annotations

from mqtune.capacity.errors import ModelError
from mqtune.capacity.run import run
from mqtune.estate.model import Estate
from mqtune.estate.uniform_clusters import member_names
from mqtune.estate.workload import declared_loads
from mqtune.flow.channel_need import cluster_of
from mqtune.tune.advice import Tuning

MEASURED_CORES = 4
SOURCE = "IBM MQ uniform cluster scaling (2021), Table 1"


def tune_members(tuning: Tuning, estate: Estate) -> None:
    """Hint at the members that the declared messages of all members need, if the files show fewer."""
    queue_manager = tuning.queue_manager
    cluster = cluster_of(queue_manager, estate)
    if cluster is None:
        return
    members = [member.queue_manager for member in cluster.members]
    loaded = [one for one in members if any(load.put_rate_per_s for load in declared_loads(one)[1])]
    if not loaded or loaded[0] is not queue_manager:
        return  # one member speaks for all
    rate = sum(load.put_rate_per_s or 0 for one in loaded for load in declared_loads(one)[1])
    known = max(len(members), len(member_names(cluster)))
    try:
        outputs = run("uniform-cluster", target_rate=rate).outputs
        needed, spare = int(outputs["queue_managers"]), int(outputs["queue_managers_with_headroom"])
        each = f"{needed} queue managers of {MEASURED_CORES} cores"
        words = f"{each} carry it, {spare} with each at 75% of its rate"
    except ModelError as error:
        spare, words = known + 1, error.message
    if spare > known:
        tuning.hint(
            f"plan for {spare} members of uniform cluster {cluster.name}, or for larger ones; the "
            f"files show {known}",
            f"{rate:,.0f} messages/s are declared for its members: {words}, for non-persistent "
            "messages of 2 KB and "
            "clients (9.2)",
            SOURCE,
        )
