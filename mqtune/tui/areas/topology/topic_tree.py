"""The topic trees of all queue managers: nodes are made when they are opened, and the search finds all."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from mqtune.tui.cells import cut
from mqtune.tui.widgets.key_tree import KeyTree
from mqtune.views.topology import TopicBranch

OPEN_UP_TO = 200  # a tree with at most this many topics is expanded


class TopicTree(KeyTree[TopicBranch]):
    """A tree whose nodes are topics. Enter opens the card of a topic."""

    def __init__(self) -> None:
        super().__init__("", id="topics-list")
        self.show_root = False
        self.guide_depth = 2
        self.auto_expand = False  # Enter opens the card
        # of every topic, made for the first search: it, and the number of the one above it
        self._all: list[tuple[TopicBranch, int]] = []
        self._texts: list[str] = []
        self._numbers: dict[int, int] = {}  # of the branches, by identity

    def show(self, trees: tuple[TopicBranch, ...], marked: TopicBranch | None) -> TopicBranch | None:
        """Show other trees; return the marked topic: the same one, or the first if it is gone."""
        self.clear()
        self._all = []
        for branch in trees:
            self._grow(self.root, branch, count_of(branch) <= OPEN_UP_TO)
        self.root.expand()
        wanted = (marked.queue_manager.label, marked.topic) if marked is not None else None
        node = find_node(self.root, wanted) if wanted is not None else None
        if node is None and self.root.children:
            node = self.root.children[0]
        if node is None:
            return None
        self.call_after_refresh(self.move_cursor, node)
        return node.data

    def render_label(self, node: TreeNode[TopicBranch], base_style: Style, style: Style) -> Text:
        """Return the label of a node, in the columns that its depth leaves."""
        label = super().render_label(node, base_style, style)
        above, depth = node.parent, 0
        while above is not None and above is not self.root:
            above, depth = above.parent, depth + 1
        text = cut(label.plain, self.scrollable_content_region.width - depth * self.guide_depth)
        if text != label.plain:
            label.truncate(cell_len(text) - 1)
            label.append("…")
        return label

    def _grow(self, parent: TreeNode[TopicBranch], branch: TopicBranch, expand: bool) -> None:
        """Add a node; the children of a collapsed one are added when it is expanded."""
        if not branch.children:
            parent.add_leaf(label_of(branch), branch)
            return
        node = parent.add(label_of(branch), branch, expand=expand)
        if expand:
            for child in branch.children:
                self._grow(node, child, expand)

    def _open(self, node: TreeNode[TopicBranch]) -> None:
        """Add the children of a node, unless it has them."""
        if node.data is not None and not node.children:
            for child in node.data.children:
                self._grow(node, child, expand=False)

    def on_tree_node_expanded(self, message: Tree.NodeExpanded[TopicBranch]) -> None:
        """Add the children of the node."""
        self._open(message.node)

    def mark_topic(self, owner: str, topic: str) -> None:
        """Mark a topic string of a queue manager, or the nearest one above it."""
        way: list[TopicBranch] = []
        below = [
            node.data
            for node in self.root.children
            if node.data is not None and node.data.queue_manager.qualified == owner
        ]
        while below:
            way.append(below[0])
            below = [one for one in below[0].children if leads(one.topic, topic)]
        self._go(way)

    def _go(self, way: list[TopicBranch]) -> None:
        """Open the nodes down to a topic, and move the cursor there."""
        node = self.root
        for branch in way:
            if node is not self.root:
                self._open(node)
                node.expand()
            node = next(one for one in node.children if one.data is branch)
        if way:
            self.call_after_refresh(self.move_cursor, node)

    # the search

    def lines(self) -> list[str]:
        """Return the topic string, object and lock of every topic, also of those in closed nodes."""
        if not self._all:
            roots = [node.data for node in self.root.children if node.data is not None]
            self._all = list(topics_of(roots))
            self._texts = [f"{one.topic or one.part} {one.object or ''} {one.lock}" for one, _ in self._all]
            self._numbers = {id(one): number for number, (one, _) in enumerate(self._all)}
        return self._texts

    @property
    def line(self) -> int:
        """The number of the marked topic among all."""
        self.lines()
        node = self.cursor_node
        return self._numbers.get(id(node.data), 0) if node is not None else 0

    def mark_line(self, number: int) -> None:
        """Mark a topic, and open the nodes above it."""
        way = []
        while self.lines() and number >= 0:
            branch, number = self._all[number]
            way.append(branch)
        self._go(way[::-1])


def topics_of(roots: list[TopicBranch]) -> Iterator[tuple[TopicBranch, int]]:
    """Yield every topic in the order of the tree, with the number of the one above it, -1 for none."""
    left = [(root, -1) for root in reversed(roots)]
    number = 0
    while left:
        branch, above = left.pop()
        yield branch, above
        left += [(child, number) for child in reversed(branch.children)]
        number += 1


def leads(above: str, topic: str) -> bool:
    """Whether a topic string is another one or above it."""
    return topic == above or topic.startswith(f"{above}/")


def label_of(branch: TopicBranch) -> Text:
    """Return the line of a node as plain text."""
    label = Text(branch.part, style="bold" if branch.object else "")
    if branch.object and branch.topic:
        label.append(f"  {branch.object}", style="not bold")
    label.append(f"  {'own lock' if branch.isolated and branch.topic else branch.lock}", style="dim not bold")
    return label


def count_of(branch: TopicBranch) -> int:
    """Return the number of nodes of a branch."""
    return 1 + sum(count_of(child) for child in branch.children)


def find_node(node: TreeNode[TopicBranch], wanted: tuple[str, str]) -> TreeNode[TopicBranch] | None:
    """Return the node below another one with a queue manager and topic string."""
    for child in node.children:
        branch = child.data
        if branch is not None and (branch.queue_manager.label, branch.topic) == wanted:
            return child
        if (found := find_node(child, wanted)) is not None:
            return found
    return None
