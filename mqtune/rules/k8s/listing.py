"""K8S: MQ in Kubernetes: how texts are carried, and what resources ask for. Does not know YAML."""

from __future__ import annotations

from mqtune.engine.rule import DOCUMENT, ESTATE, Rule
from mqtune.rules.k8s.commands import folded_commands
from mqtune.rules.k8s.resources import (
    ephemeral_storage,
    item_not_in_map,
    licence_of_tests_in_production,
    replication_without_tls,
    script_not_named,
    version_that_floats,
)

RULES = (
    Rule("K8S001", DOCUMENT, folded_commands),
    Rule("K8S002", ESTATE, item_not_in_map),
    Rule("K8S003", ESTATE, script_not_named),
    Rule("K8S004", ESTATE, version_that_floats),
    Rule("K8S005", ESTATE, ephemeral_storage),
    Rule("K8S006", ESTATE, licence_of_tests_in_production),
    Rule("K8S007", ESTATE, replication_without_tls),
)
