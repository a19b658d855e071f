"""CLU: clusters. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.engine.rule import ESTATE, OBJECT, Rule
from mqtune.rules.clu.members import (
    cluster_beside_namelist,
    cluster_name_off_by_a_slip,
    member_without_receiver,
    receiver_with_local_address,
)
from mqtune.rules.clu.queues import cluster_queue_instances_differ, instances_bound_at_open

RULES = (
    Rule("CLU006", ESTATE, member_without_receiver),
    Rule("CLU007", ESTATE, receiver_with_local_address),
    Rule("CLU008", ESTATE, cluster_name_off_by_a_slip),
    Rule("CLU010", ESTATE, cluster_queue_instances_differ),
    Rule("CLU011", ESTATE, instances_bound_at_open),
    Rule(
        "CLU012",
        OBJECT,
        cluster_beside_namelist,
        types=("QLOCAL", "QALIAS", "QREMOTE", "CHANNEL", "QMGR"),
        given=("CLUSTER", "REPOS"),
    ),
)
