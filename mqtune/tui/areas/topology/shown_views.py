"""What the four views of the Topology area show, and the list of three of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from textual.content import Content

from mqtune.tui.areas.topology.details import cluster_line, path_line
from mqtune.tui.areas.topology.topic_tree import TopicRows
from mqtune.tui.project import OpenProject, QueueManagerName
from mqtune.tui.widgets.line_list import LineList
from mqtune.views.topology import (
    ClusterView,
    MessagePath,
    TopicBranch,
    client_paths,
    cluster_views,
    message_paths,
    topic_trees,
)

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
            tuple(one for one in self.trees if one.queue_manager.qualified == name),
            tuple(one for one in self.paths if one.queue_manager == name),
            tuple(one for one in self.clusters if any(member.owner == name for member in one.members)),
            tuple(one for one in self.clients if one.queue_manager in (name, chosen.name)),
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
    own = views.of(chosen)
    several = len({one.queue_manager for one in own.paths}) > 1

    def line(path: MessagePath, width: int) -> Content:
        return path_line(path, width, path.queue_manager if several else "")

    return ShownViews(
        chosen,
        TopicRows(own.trees),
        Lines(own.paths, line),
        Lines(own.clusters, lambda one, _: cluster_line(one)),
        Lines(own.clients, path_line),
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
