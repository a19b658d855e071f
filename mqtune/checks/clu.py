"""CLU: clusters. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.checks.clu_members import (
    cluster_beside_namelist,
    cluster_name_off_by_a_slip,
    member_without_receiver,
    receiver_with_local_address,
)
from mqtune.checks.clu_order import publish_threads_break_ordering
from mqtune.checks.clu_queues import cluster_queue_instances_differ, instances_bound_at_open
from mqtune.checks.clu_repositories import (
    not_two_full_repositories,
    sender_to_partial_repository,
    unconnected_full_repositories,
)
from mqtune.checks.clu_threads import more_publish_threads_than_cores
from mqtune.checks.rule import ESTATE, OBJECT, QUEUE_MANAGER, Rule

RULES = (
    Rule("CLU001", ESTATE, publish_threads_break_ordering),
    Rule("CLU002", QUEUE_MANAGER, more_publish_threads_than_cores),
    Rule("CLU003", ESTATE, sender_to_partial_repository),
    Rule("CLU004", ESTATE, not_two_full_repositories),
    Rule("CLU005", ESTATE, unconnected_full_repositories),
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
