"""The tables and keys of `mqtune.toml`, and their conversion to settings.

All errors in the file are collected, so that one run reports all of them.
"""

from __future__ import annotations

from mqtune.language.available import PLATFORMS
from mqtune.project import values
from mqtune.project.policies import read_policies
from mqtune.project.settings import (
    ChannelLoad,
    ClusterLoad,
    EnvironmentDeclaration,
    ExceptionEntry,
    HostDeclaration,
    PlanIgnore,
    Project,
    QueueLoad,
    QueueManagerDeclaration,
    TopicLoad,
)
from mqtune.project.tables import InvalidSetting, TableReader
from mqtune.text.messages import listed
from mqtune.text.spelling import Suggestions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.project.settings import AccessTest, FlowTest
    from mqtune.project.tables import KeyPath, Keys

PROFILES = ("lab", "default", "production", "regulated")

PROJECT_KEYS: Keys = {
    "mq-version": ("mq_version", values.level),
    "platform": ("platform", values.word_of(*PLATFORMS)),
    "profile": ("profile", values.word_of(*PROFILES)),
    "exclude": ("exclude", values.texts),
    "ccdt-clients": ("ccdt_clients", values.words_of("java", "c")),
}
PROJECT_TABLES = (
    *("lint", "environment", "queue-manager", "host", "exception", "policy"),
    *("access-test", "flow-test", "plan-ignore"),
)
LINT_KEYS: Keys = {
    "select": ("select", values.selectors),
    "ignore": ("ignore", values.selectors),
}
ENVIRONMENT_KEYS: Keys = {
    "name": ("name", values.text),
    "files": ("files", values.texts),
    "values": ("values", values.texts),
}
HOST_KEYS: Keys = {
    "name": ("name", values.text),
    "ssh": ("ssh", values.text),
    "path": ("path", values.texts),
    "environment": ("environment", values.environment),
    "python": ("python", values.text),
    "queue-managers": ("queue_managers", values.texts),
}
QUEUE_MANAGER_KEYS: Keys = {
    "name": ("name", values.text),
    "environment-name": ("environment_name", values.text),
    "role": ("role", values.word_of("test", "production")),
    "files": ("files", values.texts),
    "complete": ("complete", values.flag),
    "cores": ("cores", values.positive),
    "memory": ("memory_bytes", values.size),
    "queue-disk": ("queue_disk_bytes", values.size),
    "link": ("link_bits_per_s", values.link_speed),
    "numa-zone": ("numa_zone_cores", values.positive),
    "outage": ("outage_s", values.duration),
    "back-within": ("back_within_s", values.duration),
    "longest-transaction": ("longest_transaction_s", values.duration),
    "checkpoint": ("checkpoint_s", values.duration),
    "environment": ("environment", values.environment),
}
QUEUE_MANAGER_TABLES = ("topic", "queue", "channel", "cluster")
# what topics and queues have in common
LOAD_KEYS: Keys = {
    "binding": ("binding", values.word_of("fastpath", "standard", "client")),
    "message-size": ("message_size_bytes", values.size),
    "persistent": ("persistent", values.persistence),
    "consumers": ("consumers", values.count),
    "get-rate": ("get_rate_per_s", values.rate),
    "burst": ("burst_bytes", values.size),
    "clients": ("clients", values.count),
}
TOPIC_KEYS: Keys = {
    "topic": ("topic", values.text),
    "publish-rate": ("publish_rate_per_s", values.rate),
    "publishers": ("publishers", values.count),
    "producers": ("publishers", values.count),
    "subscribers": ("subscribers", values.count),
    "ordered": ("ordered", values.flag),
    **LOAD_KEYS,
}
QUEUE_KEYS: Keys = {
    "queue": ("queue", values.text),
    "put-rate": ("put_rate_per_s", values.rate),
    "producers": ("producers", values.count),
    **LOAD_KEYS,
}
CHANNEL_KEYS: Keys = {
    "channel": ("channel", values.text),
    "clients": ("clients", values.count),
    "message-rate": ("message_rate_per_s", values.rate),
}
CLUSTER_KEYS: Keys = {
    "cluster": ("cluster", values.text),
    "channel-pairs": ("channel_pairs", values.count),
    "ordered": ("ordered", values.flag),
}
EXCEPTION_KEYS: Keys = {
    "rule": ("rule", values.selector),
    "object": ("object", values.text),
    "reason": ("reason", values.text),
    "owner": ("owner", values.text),
    "until": ("until", values.day),
}
PLAN_IGNORE_KEYS: Keys = {
    "object": ("object", values.object_pattern),
    "attribute": ("attribute", values.text),
    "reason": ("reason", values.text),
    "owner": ("owner", values.text),
    "until": ("until", values.day),
}
# where a key in the wrong table belongs
HOMES: dict[str, Keys] = {
    "the top of the file": PROJECT_KEYS,
    "[lint]": LINT_KEYS,
    "[[environment]]": ENVIRONMENT_KEYS,
    "[[queue-manager]]": QUEUE_MANAGER_KEYS,
    "[[queue-manager.topic]]": TOPIC_KEYS,
    "[[queue-manager.queue]]": QUEUE_KEYS,
    "[[queue-manager.channel]]": CHANNEL_KEYS,
    "[[queue-manager.cluster]]": CLUSTER_KEYS,
}
# what removes findings, and so may be refused by a gate
REMOVING = (("exclude",), ("profile",), ("lint", "select"), ("lint", "ignore"))


def read_tables(
    tables: dict[str, Any], text: str, file: str, folder: str
) -> tuple[Project, list[InvalidSetting]]:
    """The project that parsed TOML declares, and all errors in it, in the order of the file."""
    reader = TableReader(text, file, HOMES)
    project = read_with(reader, tables, folder)
    return project, sorted(reader.errors, key=lambda error: (error.line, error.message))


def read_with(reader: TableReader, tables: dict[str, Any], folder: str) -> Project:
    """The project that parsed TOML declares; the reader checks the values and collects the errors."""
    fields = reader.fields(tables, (), PROJECT_KEYS, PROJECT_TABLES)
    lint = tables.get("lint", {})
    if isinstance(lint, dict):
        fields |= reader.fields(lint, ("lint",), LINT_KEYS)
    else:
        reader.error(("lint",), "lint must be a table", "write its header as [lint]")
    lines = {path[-1]: reader.line(path) for path in REMOVING if path[-1] in fields}
    environments = _environments(reader, tables)
    return Project(
        file=reader.file,
        folder=folder,
        environments=environments,
        queue_managers=_queue_managers(reader, tables, [environment.name for environment in environments]),
        hosts=_hosts(reader, tables),
        exceptions=read_exceptions(reader, tables),
        access_tests=_access_tests(reader, tables),
        flow_tests=_flow_tests(reader, tables, folder),
        plan_ignores=_plan_ignores(reader, tables),
        policies=read_policies(reader, tables) if "policy" in tables else (),
        lines=lines,
        **fields,
    )


def _environments(reader: TableReader, tables: dict[str, Any]) -> tuple[EnvironmentDeclaration, ...]:
    environments: dict[str, EnvironmentDeclaration] = {}
    for table, path in reader.rows(tables, (), "environment"):
        fields = reader.fields(table, path, ENVIRONMENT_KEYS)
        if not reader.require(table, path, ("name",)) or "name" not in fields:
            continue
        name = fields["name"]
        if name in environments:
            help = "put all files and values of one environment into one table"
            reader.error((*path, "name"), f"environment {name} is declared twice", help)
        environments[name] = EnvironmentDeclaration(line=reader.line(path), **fields)
    return tuple(environments.values())


def _hosts(reader: TableReader, tables: dict[str, Any]) -> tuple[HostDeclaration, ...]:
    hosts: dict[str, HostDeclaration] = {}
    for table, path in reader.rows(tables, (), "host"):
        fields = reader.fields(table, path, HOST_KEYS)
        if not reader.require(table, path, ("name", "ssh")) or not {"name", "ssh"} <= fields.keys():
            continue
        if fields["name"] in hosts:
            reader.error((*path, "name"), f"host {fields['name']} is declared twice", "remove one of them")
        if fields["ssh"].startswith("-"):
            reader.error(
                (*path, "ssh"),
                "ssh begins with a hyphen",
                "write USER@HOST, or a name of ssh's configuration",
            )
        hosts[fields["name"]] = HostDeclaration(line=reader.line(path), **fields)
    return tuple(hosts.values())


def _queue_managers(
    reader: TableReader, tables: dict[str, Any], names: list[str]
) -> tuple[QueueManagerDeclaration, ...]:
    environments = Suggestions(names)
    queue_managers: list[QueueManagerDeclaration] = []
    known: set[tuple[str, str | None]] = set()
    for table, path in reader.rows(tables, (), "queue-manager"):
        fields = reader.fields(table, path, QUEUE_MANAGER_KEYS, QUEUE_MANAGER_TABLES)
        topics = _loads(reader, table, path, "topic", TOPIC_KEYS, TopicLoad)
        queues = _loads(reader, table, path, "queue", QUEUE_KEYS, QueueLoad)
        channels = _loads(reader, table, path, "channel", CHANNEL_KEYS, ChannelLoad)
        clusters = _loads(reader, table, path, "cluster", CLUSTER_KEYS, ClusterLoad)
        if not reader.require(table, path, ("name",)) or "name" not in fields:
            continue
        declared = QueueManagerDeclaration(
            topics=topics,
            queues=queues,
            channels=channels,
            clusters=clusters,
            line=reader.line(path),
            **fields,
        )
        _check_identity(reader, path, declared, known, environments)
        known.add((declared.name, declared.environment_name))
        queue_managers.append(declared)
    return tuple(queue_managers)


def _check_identity(
    reader: TableReader,
    path: KeyPath,
    declared: QueueManagerDeclaration,
    known: set[tuple[str, str | None]],
    environments: Suggestions,
) -> None:
    """Record a name that is declared twice in one environment, and an environment without a table."""
    name, environment = declared.name, declared.environment_name
    if (name, environment) in known:
        where = f" in environment {environment}" if environment else ""
        help = "put all files and loads of one queue manager into one table"
        help += "" if environment else ", or give the tables different values of environment-name"
        reader.error((*path, "name"), f"queue manager {name} is declared twice{where}", help)
    declared_names = environments.names
    if environment is not None and declared_names and environment not in declared_names:
        near = environments.nearest(environment)
        help = f"the nearest name is {near}" if near else f"declared are {listed(declared_names)}"
        reader.error((*path, "environment-name"), f"environment {environment} is not declared", help)


def _loads(
    reader: TableReader, table: dict[str, Any], path: KeyPath, key: str, keys: Keys, kind: type[Any]
) -> tuple[Any, ...]:
    """The expected loads in the arrays `topic`, `queue`, `channel` or `cluster` of one queue manager."""
    loads, known = [], set()
    for row, row_path in reader.rows(table, path, key):
        fields = reader.fields(row, row_path, keys)
        if reader.require(row, row_path, (key,)) and key in fields:
            if fields[key] in known:
                help = "declare its whole load in one table: the rates of several sources add up"
                reader.error((*row_path, key), f"{key} {fields[key]} is declared twice", help)
            known.add(fields[key])
            loads.append(kind(line=reader.line(row_path), file=reader.file, **fields))
    return tuple(loads)


def read_exceptions(reader: TableReader, tables: dict[str, Any]) -> tuple[ExceptionEntry, ...]:
    """The exceptions of a project file or a gate; errors are recorded with their lines."""
    exceptions = []
    for table, path in reader.rows(tables, (), "exception"):
        fields: dict[str, Any] = {"object": None, "owner": None, "until": None}
        fields |= reader.fields(table, path, EXCEPTION_KEYS)
        if reader.require(table, path, ("rule", "reason")) and fields.keys() >= {"rule", "reason"}:
            exceptions.append(ExceptionEntry(line=reader.line(path), file=reader.file, **fields))
    return tuple(exceptions)


def _access_tests(reader: TableReader, tables: dict[str, Any]) -> tuple[AccessTest, ...]:
    if "access-test" not in tables:
        return ()
    from mqtune.project.policies import read_access_tests  # few projects have tests

    return read_access_tests(reader, tables)


def _flow_tests(reader: TableReader, tables: dict[str, Any], folder: str) -> tuple[FlowTest, ...]:
    if "flow-test" not in tables:
        return ()
    from mqtune.project.policies import read_flow_tests  # few projects have tests

    return read_flow_tests(reader, tables, folder)


def _plan_ignores(reader: TableReader, tables: dict[str, Any]) -> tuple[PlanIgnore, ...]:
    ignores = []
    for table, path in reader.rows(tables, (), "plan-ignore"):
        fields: dict[str, Any] = {"attribute": None, "owner": None, "until": None}
        fields |= reader.fields(table, path, PLAN_IGNORE_KEYS)
        if reader.require(table, path, ("object", "reason")) and fields.keys() >= {"object", "reason"}:
            ignores.append(PlanIgnore(line=reader.line(path), file=reader.file, **fields))
    return tuple(ignores)
