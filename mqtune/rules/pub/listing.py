"""PUB: publish/subscribe under the load that was declared or that the definitions show.

Does not know files, formats or suppression.
"""

from __future__ import annotations

from mqtune.engine.rule import ESTATE, QUEUE_MANAGER, Rule
from mqtune.rules.pub.cluster import (
    cluster_of_nobody,
    disagreeing_cluster_topics,
    local_scope_on_cluster_topic,
    nested_cluster_topics,
    single_topic_host,
)
from mqtune.rules.pub.engine import cluster_topic_switched_off, subscription_switched_off
from mqtune.rules.pub.isolation import partly_isolated_topic
from mqtune.rules.pub.lock import inherited_topic_under_load
from mqtune.rules.pub.strings import topic_string_of_another_case

RULES = (
    Rule("PUB001", QUEUE_MANAGER, inherited_topic_under_load),
    Rule("PUB003", QUEUE_MANAGER, local_scope_on_cluster_topic),
    Rule("PUB004", ESTATE, cluster_of_nobody),
    Rule("PUB005", QUEUE_MANAGER, partly_isolated_topic),
    Rule("PUB009", ESTATE, disagreeing_cluster_topics),
    Rule("PUB010", QUEUE_MANAGER, nested_cluster_topics),
    Rule("PUB011", ESTATE, single_topic_host),
    Rule("PUB013", ESTATE, cluster_topic_switched_off),
    Rule("PUB014", QUEUE_MANAGER, subscription_switched_off),
    Rule("PUB019", QUEUE_MANAGER, topic_string_of_another_case),
)
