"""The estate for front ends: topic trees, message paths, clusters and clients as plain data.

Texts are safe to show, and secrets are masked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mqtune.analysis.topology import describe
from mqtune.analysis.topology.busy_topics import cache_handles
from mqtune.analysis.topology.cluster_membership import uniform_clusters
from mqtune.analysis.topology.describe import Row, Value, path_rows
from mqtune.analysis.topology.topics import TopicLock, TopicNode, TopicTree, build_topics
from mqtune.capacity.definition import ModelError
from mqtune.capacity.inputs import Outcome, shown
from mqtune.capacity.run import run
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.topic_strings import branch_root
from mqtune.present.safe import covered_row, safe
from mqtune.questions.card_sources import shown_owner
from mqtune.text.messages import plural


@dataclass(frozen=True, slots=True)
class TopicBranch:
    """A node of a topic tree: its part of the topic string, its topic object, its lock, and its children.

    `lock` names, as text, the locks a publication takes.
    """

    queue_manager: QueueManager
    node: TopicNode
    part: str
    object: str
    lock: str
    isolated: bool
    children: tuple[TopicBranch, ...]

    @property
    def topic(self) -> str:
        """The whole topic string, "" for the root. Those of all nodes of a deep branch would be large."""
        return self.node.topic

    def walk(self) -> Iterator[tuple[TopicBranch, int]]:
        """Yield the node and all nodes below it with their depth, parents before their children.

        A topic string may have more levels than calls can be nested.
        """
        left = [(self, 0)]
        while left:
            branch, depth = left.pop()
            yield branch, depth
            left += [(child, depth + 1) for child in reversed(branch.children)]


@dataclass(frozen=True, slots=True)
class TopicProperty:
    """An inheritable property at a topic string: its effective value, and the topic object that sets it."""

    keyword: str
    value: str
    setter: str


@dataclass(frozen=True, slots=True)
class Prediction:
    """The prediction of a model for a topic string: the figure with its unit, and its basis."""

    name: str
    figure: str
    basis: str
    model: str


@dataclass(frozen=True, slots=True)
class TopicDetails:
    """All details of one topic string."""

    branch: TopicBranch
    locks: tuple[str, ...]
    inherited: tuple[str, ...]
    properties: tuple[TopicProperty, ...]
    cluster: str
    subscriptions: tuple[str, ...]
    declared: tuple[str, ...]
    predictions: tuple[Prediction, ...]
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class PathStep:
    """One step of a path: its kind, its name, and `defined`, `not defined`, or `` if that is unknown."""

    what: str
    name: str
    state: str


@dataclass(frozen=True, slots=True)
class MessagePath:
    """The path of a message, or of a client, from its start; the queue manager with its environment."""

    queue_manager: str
    kind: str
    start: str
    steps: tuple[PathStep, ...]
    end: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class ClusterMemberView:
    """One queue manager of a cluster; `owner` is its name with the environment."""

    queue_manager: str
    owner: str
    repository: str
    receivers: tuple[str, ...]
    senders: tuple[str, ...]
    transmission_queues: tuple[str, ...]
    objects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClusterView:
    """One cluster: uniform or not, its full repositories, its members as the files define them.

    `environment` is empty outside of every environment.
    """

    name: str
    environment: str
    uniform: bool
    repositories: tuple[str, ...]
    members: tuple[ClusterMemberView, ...]


def topic_trees(estates: Sequence[Estate]) -> tuple[TopicBranch, ...]:
    """Return the root of the topic tree of every queue manager whose files define topics or subscriptions."""
    roots = (
        _root(manager, manager.derived(build_topics))
        for estate in estates
        for manager in estate.queue_managers
    )
    return tuple(root for root in roots if root.children)


def _root(manager: QueueManager, tree: TopicTree) -> TopicBranch:
    """Return the root with everything below it that is worth showing.

    Children are made before their parents, see `TopicBranch.walk`.
    """
    nodes = [tree.root]
    for node in nodes:
        nodes += node.children.values()
    subscribed = tree.subscribed()
    branches: dict[TopicNode, TopicBranch] = {}
    for node in reversed(nodes):
        below = (branches.pop(node.children[level], None) for level in sorted(node.children))
        children = tuple(branch for branch in below if branch is not None)
        if not node.depth or children or describe.worth_showing(node, subscribed):
            branches[node] = _branch(manager, tree, node, children)
    return branches[tree.root]


def _branch(
    manager: QueueManager, tree: TopicTree, node: TopicNode, children: tuple[TopicBranch, ...]
) -> TopicBranch:
    part = node.level if node.depth else shown_owner(manager.qualified)
    others = [lock for lock in tree.locks_at(node) if lock.node is not node]
    return TopicBranch(
        manager,
        node,
        safe(part) or "(empty)",
        safe(node.object.name) if node.object is not None else "",
        _lock_words(tree, node, others),
        node.object is not None and not others,
        children,
    )


def _lock_words(tree: TopicTree, node: TopicNode, others: Sequence[TopicLock]) -> str:
    if not node.depth:
        return "lock of all inheriting topics"
    if not others:
        return "own lock"
    names = ", ".join(_lock_name(lock.node) for lock in others)
    inherited = tree.properties if node.object is None else tuple(tree.inherited_by(node.object))
    return f"lock of {names}, {len(inherited)} inherited"


def _lock_name(node: TopicNode) -> str:
    if not node.depth:
        return "the root"
    return safe(node.object.name if node.object is not None else node.topic)


def topic_details(branch: TopicBranch) -> TopicDetails:
    """Return all details of a topic string."""
    tree = branch.queue_manager.derived(build_topics)
    node = tree.node(branch.topic) or tree.root
    names = (subscription.object.name for subscription in tree.reached(branch.topic))
    row = covered_row(describe.topic_row(branch.queue_manager, tree, node, names))
    reached = _texts(row["subscriptions"])
    return TopicDetails(
        branch,
        tuple(
            f"{safe(describe.node_name(lock.node))}: {', '.join(lock.keywords) or 'its own'}"
            for lock in tree.locks(branch.topic)
        ),
        _texts(row["inherits"]),
        tuple(_properties(row["properties"])),
        _cluster(row),
        reached,
        tuple(_declared(branch)),
        tuple(predictions(branch.queue_manager, branch.topic, len(reached))),
        _text(row["file"]),
        int(str(row["line"] or 0)),
    )


def _properties(value: Value) -> Iterator[TopicProperty]:
    for keyword, setting in value.items() if isinstance(value, dict) else ():
        if isinstance(setting, dict):
            yield TopicProperty(keyword, _text(setting["value"]) or "unknown", _text(setting["from"]))


def _cluster(row: Row) -> str:
    if not row["cluster"]:
        return ""
    return f"{_text(row['cluster'])}, from {_text(row['cluster_from'])}"


def _declared(branch: TopicBranch) -> Iterator[str]:
    for load in branch.queue_manager.topic_loads:
        if branch_root(load.topic) == branch.topic or load.topic == branch.topic:
            figures = []
            if load.publish_rate_per_s:
                figures.append(f"{load.publish_rate_per_s:,.0f} publications/s")
            if load.subscribers:
                figures.append(f"{load.subscribers:,} subscribers")
            yield f"{safe(load.topic)}: {', '.join(figures) or 'no figures'}"


def predictions(manager: QueueManager, topic: str, subscriptions: int) -> Iterator[Prediction]:
    """Yield the limit of one lock, and the rate of one publisher with the number of subscriptions."""
    limit = _outcome("topic-limit")
    if limit is not None and limit.constants and topic:
        isolated = manager.derived(build_topics).isolated(topic)
        whose = "its own lock" if isolated else "all topics sharing the lock, together"
        yield Prediction(
            f"limit of {whose}",
            f"{shown(limit.outputs['limit_per_s'])} publications/s",
            f"{limit.constants[0].source}; other machines differ",
            "topic-limit",
        )
    declared = [
        load.subscribers
        for load in manager.topic_loads
        if load.subscribers and branch_root(load.topic) == topic
    ]
    count = max([*declared, subscriptions])
    cache = cache_handles(manager)
    reach = _outcome("fan-out", subscribers=count, cache=cache) if count and cache else None
    if reach is not None:
        known = "declared" if declared and count == max(declared) else "defined"
        yield Prediction(
            f"one publisher to {plural(count, 'subscription')} ({known})",
            f"{shown(reach.outputs['publish_rate_per_s'])} publications/s at most",
            f"PubSubCacheSize {cache}; {reach.constants[0].source}; non-persistent, local",
            "fan-out",
        )


def _outcome(name: str, **inputs: object) -> Outcome | None:
    try:
        return run(name, None, **inputs)
    except ModelError:
        return None


def message_paths(estates: Sequence[Estate]) -> tuple[MessagePath, ...]:
    """Return every message path from alias queues, remote queues and sender channels."""
    return tuple(path for path in _all_paths(estates) if path.kind != "client")


def client_paths(estates: Sequence[Estate]) -> tuple[MessagePath, ...]:
    """Return every entry of a client table and every client channel, with the queue managers it reaches."""
    return tuple(path for path in _all_paths(estates) if path.kind == "client")


def _all_paths(estates: Sequence[Estate]) -> Iterator[MessagePath]:
    for estate in estates:
        named = {manager.title: manager.qualified for manager in estate.queue_managers if manager.title}
        nameless = {
            script.document.source.shown: manager.qualified
            for manager in estate.queue_managers
            if not manager.title
            for script in manager.scripts
        }
        for row in path_rows(estate):
            name, file = str(row["queue_manager"] or ""), str(row["file"])
            yield _path(covered_row(row), named.get(name, name) or nameless.get(file, ""))


def _path(row: Row, owner: str) -> MessagePath:
    steps = row["steps"] if isinstance(row["steps"], list) else []
    return MessagePath(
        safe(owner),
        _text(row["kind"]),
        _text(row["from"]),
        tuple(
            PathStep(_text(step["what"]), _text(step["name"]), _state(step))
            for step in steps
            if isinstance(step, dict)
        ),
        _text(row["end"]),
        _text(row["file"]),
        int(str(row["line"] or 0)),
    )


def _state(step: Row) -> str:
    if step["defined"] is None or step["what"] in ("address", "queue manager"):
        return ""
    return "defined" if step["defined"] else "not defined"


def cluster_views(estates: Sequence[Estate]) -> tuple[ClusterView, ...]:
    """Return every cluster, by name."""
    views = []
    for estate in estates:
        uniform = {cluster.name for cluster in uniform_clusters(estate)}
        owners = {manager.label: manager.qualified for manager in estate.queue_managers}
        for row in describe.cluster_rows(estate):
            covered = covered_row(row)
            members = covered["members"] if isinstance(covered["members"], list) else []
            views.append(
                ClusterView(
                    _text(covered["cluster"]),
                    _text(covered["environment"]),
                    row["cluster"] in uniform,
                    _texts(covered["full_repositories"]),
                    tuple(_member(member, owners) for member in members if isinstance(member, dict)),
                )
            )
    return tuple(views)


def _member(row: Row, owners: Mapping[str, str]) -> ClusterMemberView:
    name = _text(row["queue_manager"])
    return ClusterMemberView(
        name or "(no name)",
        owners.get(name, name),
        _text(row["full_repository"]),
        _texts(row["receivers"]),
        _texts(row["senders"]),
        _texts(row["transmission_queues"]),
        _texts(row["objects"]),
    )


def _text(value: Value) -> str:
    return "" if value is None else safe(str(value))


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(_text(entry) for entry in value) if isinstance(value, list) else ()
