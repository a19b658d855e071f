"""The four views of the Topology area: their entries, and the details of each as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from textual.content import Content

from mqtune.questions.topology import (
    ClusterMemberView,
    ClusterView,
    MessagePath,
    TopicBranch,
    TopicDetails,
    client_paths,
    cluster_views,
    message_paths,
    topic_trees,
)
from mqtune.text.messages import plural
from mqtune.tui import cells as styles
from mqtune.tui.areas.topic_tree import TopicRows
from mqtune.tui.cells import cut_left
from mqtune.tui.project import OpenProject, QueueManagerName
from mqtune.tui.widgets.lists import LineList

ENDS = {
    "local": "ends on this queue manager",
    "topic": "ends in a topic",
    "remote": "continues on another queue manager",
    "cluster": "continues through a cluster",
    "loop": "is a loop",
    "unknown": "its end is not in these files",
}
CLIENT_ENDS = {
    "remote": "reaches a queue manager of these files",
    "unknown": "the queue manager that it reaches is not in these files",
}
LEAST_OWNER = 12  # columns of the name of a queue manager
MOST_NAMES = 30  # of one kind that a member of a cluster lists; its card has all
MOST_LINES = 100  # of one kind that a topic lists; its card has all


def topic_content(topic: TopicDetails) -> Content:
    """Return a topic string: locks, predictions, load, subscriptions, and each property with its origin."""
    branch = topic.branch
    head = branch.topic or "the root of the topic tree"
    lines = [Content.assemble((head, styles.STRONG), f"  {branch.object}" if branch.object else "")]
    state = ("isolated: own lock", styles.GOOD) if branch.isolated else (branch.lock, styles.WARNING)
    lines += [Content.assemble(state), Content("")]
    lines += _part("a publication takes these locks", topic.locks)
    for prediction in topic.predictions:
        lines.append(Content.assemble((prediction.name, styles.STRONG)))
        lines.append(Content.assemble(f"  {prediction.figure} ", (f"({prediction.basis})", styles.QUIET)))
    lines += [Content("")] if topic.predictions else []
    lines += _part("declared load", topic.declared)
    lines += _part("cluster", (topic.cluster,) if topic.cluster else ())
    lines += _part(f"subscriptions in these files: {len(topic.subscriptions)}", topic.subscriptions)
    lines.append(Content.styled("properties and their origin", styles.STRONG))
    wide = max((len(attribute.keyword) for attribute in topic.properties), default=0)
    for attribute in topic.properties:
        inherited = attribute.keyword in topic.inherited
        origin = (
            Content.styled(f"from {attribute.setter}", styles.WARNING) if inherited else Content("its own")
        )
        lines.append(Content.assemble(f"  {attribute.keyword:<{wide}}  {attribute.value}  ", origin))
    return Content("\n").join([*lines, *_place(topic.file, topic.line)])


def path_content(path: MessagePath) -> Content:
    """Return a path, with one step per line."""
    owner = f"  queue manager {path.queue_manager}" if path.queue_manager else ""
    lines = [Content.assemble((path.start, styles.STRONG), owner)]
    for depth, step in enumerate(path.steps, 1):
        missing = (f"  {step.state}", styles.ERROR) if step.state == "not defined" else ("", "")
        lines.append(
            Content.assemble(f"{'  ' * min(depth, 8)}→ {step.what} ", (step.name, styles.STRONG), missing)
        )
    lines += [Content(""), Content(_end(path))]
    return Content("\n").join([*lines, *_place(path.file, path.line)])


def _end(path: MessagePath) -> str:
    """Return how a path ends, or what is missing there."""
    last = path.steps[-1] if path.steps else None
    if last is not None and last.state == "not defined":
        return f"{last.what} {last.name} is not defined in these files"
    ends = CLIENT_ENDS if path.kind == "client" else ENDS
    return ends.get(path.end, path.end)


def path_line(path: MessagePath, width: int, owner: str = "") -> Content:
    """Return the line of a path in the list, with the name of its queue manager before it, if any.

    The name, which may be the path of a file, leaves most of the width to the rest.
    """
    broken = any(step.state == "not defined" for step in path.steps)
    mark = ("! ", styles.ERROR) if broken else ("  ", "")
    way = " → ".join(step.name for step in path.steps)
    before = (f"{cut_left(owner, max(LEAST_OWNER, width // 3))}  " if owner else "", styles.QUIET)
    return Content.assemble(mark, before, path.start, (f" → {way}" if way else "", styles.QUIET))


def cluster_content(cluster: ClusterView) -> Content:
    """Return a cluster: its kind, its full repositories, and its members."""
    kind = "uniform cluster" if cluster.uniform else "cluster"
    where = f" in environment {cluster.environment}" if cluster.environment else ""
    lines = [Content.assemble((cluster.name, styles.STRONG), f"  {kind}{where}")]
    repositories = ", ".join(cluster.repositories)
    lines.append(
        Content(f"full repositories: {repositories}")
        if repositories
        else Content.styled("no full repository in these files", styles.WARNING)
    )
    lines.append(Content(f"{plural(len(cluster.members), 'member')} in these files"))
    for member in cluster.members:
        lines += [Content(""), *_member(member)]
    return Content("\n").join(lines)


def cluster_line(cluster: ClusterView) -> Content:
    """Return the line of a cluster in the list."""
    what = "uniform, " if cluster.uniform else ""
    repositories = plural(len(cluster.repositories), "full repository")
    rest = f"  {what}{plural(len(cluster.members), 'member')}, {repositories}"
    where = f"{cluster.environment}/" if cluster.environment else ""
    return Content.assemble((where, styles.QUIET), (cluster.name, styles.STRONG), (rest, styles.QUIET))


def _member(member: ClusterMemberView) -> Iterable[Content]:
    role = f"  full repository by {member.repository}" if member.repository else "  partial repository"
    yield Content.assemble((member.queue_manager, styles.STRONG), role)
    for title, names in (
        ("cluster-receiver channels", member.receivers),
        ("cluster-sender channels", member.senders),
        ("transmission queues", member.transmission_queues),
        ("clustered objects", member.objects),
    ):
        if names:
            more = f" and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
            shown = ", ".join(names[:MOST_NAMES])
            yield Content.assemble((f"  {title}: ", styles.QUIET), shown, (more, styles.QUIET))


def _part(title: str, lines: Sequence[str]) -> list[Content]:
    contents = [Content(f"  {line}") for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        contents.append(Content.styled(f"  and {len(lines) - MOST_LINES:,} more", styles.QUIET))
    return [Content.styled(title, styles.STRONG), *contents, Content("")] if contents else []


def _place(file: str, line: int) -> list[Content]:
    return [Content(""), Content.styled(f"{file}:{line}", styles.QUIET)] if file else []


# The views, and the list of three of them.

Entry = TypeVar("Entry")
UNCUT = 10_000  # columns


@dataclass(frozen=True, slots=True)
class TopologyViews:
    """The content of all four views."""

    trees: tuple[TopicBranch, ...]
    paths: tuple[MessagePath, ...]
    clusters: tuple[ClusterView, ...]
    clients: tuple[MessagePath, ...]

    def of(self, chosen: QueueManagerName | None) -> TopologyViews:
        """Return what belongs to a queue manager, with the clients of its name; everything for None."""
        if chosen is None:
            return self
        name = chosen.qualified
        return TopologyViews(
            tuple(tree for tree in self.trees if tree.queue_manager.qualified == name),
            tuple(path for path in self.paths if path.queue_manager == name),
            tuple(
                cluster
                for cluster in self.clusters
                if any(member.owner == name for member in cluster.members)
            ),
            tuple(client for client in self.clients if client.queue_manager in (name, chosen.name)),
        )


def topology_views(opened: OpenProject) -> TopologyViews:
    """Return the content of all views. Slow: call it in a thread."""
    estates = opened.workspace.estates
    return TopologyViews(
        topic_trees(estates), message_paths(estates), cluster_views(estates), client_paths(estates)
    )


class Lines(Generic[Entry]):
    """The entries of a list, how each is drawn, and the texts to search in. Slow to make for many."""

    def __init__(self, entries: Sequence[Entry], line: Callable[[Entry, int], Content]) -> None:
        self.entries = entries
        self.line = line  # for a width
        self.texts = [line(entry, UNCUT).plain for entry in entries]


@dataclass(frozen=True, slots=True)
class ShownViews:
    """The four views of a queue manager, or of all, as their lists show them."""

    chosen: QueueManagerName | None
    topics: TopicRows
    paths: Lines[MessagePath]
    clusters: Lines[ClusterView]
    clients: Lines[MessagePath]


def shown_views(views: TopologyViews, chosen: QueueManagerName | None) -> ShownViews:
    """Return what is shown of a queue manager, or of all. Slow: call it in a thread."""
    selected = views.of(chosen)
    several = len({path.queue_manager for path in selected.paths}) > 1

    def line(path: MessagePath, width: int) -> Content:
        return path_line(path, width, path.queue_manager if several else "")

    return ShownViews(
        chosen,
        TopicRows(selected.trees),
        Lines(selected.paths, line),
        Lines(selected.clusters, lambda cluster, _: cluster_line(cluster)),
        Lines(selected.clients, path_line),
    )


class EntryList(LineList, Generic[Entry]):
    """A list of paths, clusters or clients."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.shown: Lines[Entry] | None = None

    @property
    def count(self) -> int:
        """The number of entries."""
        return len(self.shown.entries) if self.shown is not None else 0

    @property
    def entry(self) -> Entry | None:
        """The marked entry."""
        return self.shown.entries[self.cursor] if self.shown is not None and self.cursor >= 0 else None

    def show(self, lines: Lines[Entry]) -> None:
        """Show other entries; the cursor stays near its place."""
        self.shown = lines
        self.lay_out(max(0, self.cursor))

    def content(self, number: int, width: int) -> Content:
        """Return the line of an entry."""
        assert self.shown is not None
        return self.shown.line(self.shown.entries[number], width)

    def lines(self) -> list[str]:
        """Return the text of every entry."""
        return self.shown.texts if self.shown is not None else []
