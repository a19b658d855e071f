"""UNI: uniform clusters. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.engine.rule import CCDT, ESTATE, OBJECT, QUEUE_MANAGER, Rule
from mqtune.rules.uni.channels import (
    fixed_channel_in_shared_script,
    insert_without_variable,
    manual_sender_beside_stanza,
)
from mqtune.rules.uni.clients import (
    client_that_cannot_be_moved,
    first_connections_not_spread,
    moved_client_without_entry,
)
from mqtune.rules.uni.members import member_count, members_differ
from mqtune.rules.uni.settings import (
    bound_at_open,
    publish_subscribe_disabled,
    repository_of_another_cluster,
)
from mqtune.rules.uni.stanza import (
    incomplete_stanza,
    one_repository,
    repositories_differ,
    repository_off_its_member,
)

RULES = (
    Rule("UNI001", QUEUE_MANAGER, incomplete_stanza),
    Rule("UNI002", ESTATE, repositories_differ),
    Rule("UNI003", QUEUE_MANAGER, one_repository),
    Rule("UNI004", ESTATE, fixed_channel_in_shared_script),
    Rule("UNI005", QUEUE_MANAGER, insert_without_variable),
    Rule("UNI006", QUEUE_MANAGER, manual_sender_beside_stanza),
    Rule("UNI007", QUEUE_MANAGER, publish_subscribe_disabled),
    Rule("UNI008", ESTATE, member_count),
    Rule("UNI009", QUEUE_MANAGER, repository_of_another_cluster),
    Rule("UNI010", OBJECT, bound_at_open, types=("QLOCAL", "QALIAS", "QREMOTE"), given=("CLUSTER", "CLUSNL")),
    Rule("UNI011", ESTATE, client_that_cannot_be_moved),
    Rule("UNI012", CCDT, first_connections_not_spread),
    Rule("UNI013", CCDT, moved_client_without_entry),
    Rule("UNI014", ESTATE, members_differ),
    Rule("UNI015", ESTATE, repository_off_its_member),
)
