"""The topic trees of all queue managers. A topic has a line if its parents are open; the search finds all."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from mqtune.questions.topology import TopicBranch
from mqtune.tui import cells as styles
from mqtune.tui.cells import cut_left
from mqtune.tui.widgets.lists import NONE, LineList

OPEN_UP_TO = 200  # a tree with at most this many topics is open at first
OPEN, CLOSED = "▼ ", "▶ "


class TopicRows:
    """All topics of trees in their order. Slow to make for many: in a thread.

    Lists of the same length: `branches`, `texts` to search in, `owners` with the queue managers, `above` with
    the number of the parent, -1 for a root, and `sizes` with the number of topics below, and including, each.
    """

    def __init__(self, trees: Sequence[TopicBranch] = ()) -> None:
        self.branches: list[TopicBranch] = []
        self.above: list[int] = []
        self.owners: list[str] = []
        left = [(branch, NONE) for branch in reversed(trees)]
        while left:
            branch, above = left.pop()
            number = len(self.branches)
            self.branches.append(branch)
            self.above.append(above)
            self.owners.append(branch.queue_manager.qualified if above == NONE else self.owners[above])
            left += [(child, number) for child in reversed(branch.children)]
        self.sizes = [1] * len(self.branches)
        for number in range(len(self.branches) - 1, 0, -1):
            if self.above[number] != NONE:
                self.sizes[self.above[number]] += self.sizes[number]
        self.texts = [
            f"{branch.topic or branch.part} {branch.object or ''} {branch.lock}" for branch in self.branches
        ]

    def children(self, number: int) -> Iterator[int]:
        """Yield the topics immediately below another one, or the roots for -1."""
        end = len(self.branches) if number == NONE else number + self.sizes[number]
        child = number + 1
        while child < end:
            yield child
            child += self.sizes[child]

    def is_last(self, number: int) -> bool:
        """Whether a topic is the last one below its parent."""
        above = self.above[number]
        end = len(self.branches) if above == NONE else above + self.sizes[above]
        return number + self.sizes[number] == end

    def way(self, number: int) -> list[int]:
        """Return the topics above another one, from its root on."""
        topics = []
        while (number := self.above[number]) != NONE:
            topics.append(number)
        return topics[::-1]

    def identity(self, number: int) -> tuple[str, str]:
        """Return what identifies a topic when the files are read again."""
        return self.owners[number], self.branches[number].topic

    def nearest(self, owner: str, topic: str) -> int:
        """Return a topic string of a queue manager, or the nearest one above it; -1 without any."""
        nearest = next((root for root in self.children(NONE) if self.owners[root] == owner), NONE)
        while nearest != NONE:
            below = (child for child in self.children(nearest) if leads(self.branches[child].topic, topic))
            deeper = next(below, NONE)
            if deeper == NONE:
                break
            nearest = deeper
        return nearest


class TopicTree(LineList):
    """A tree of topics. Right opens a node or enters it, left closes it or goes to its parent."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "open", "Open the node", show=False, id="tree.open"),
        Binding("left", "close", "Close the node", show=False, id="tree.close"),
    ]

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.topics = TopicRows()
        self.opened: set[int] = set()
        self.rows: list[int] = []  # the topics that have a line

    @property
    def count(self) -> int:
        """The number of lines."""
        return len(self.rows)

    @property
    def topic(self) -> int:
        """The number of the marked topic, -1 for none."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else NONE

    @property
    def branch(self) -> TopicBranch | None:
        """The marked topic."""
        return None if self.topic == NONE else self.topics.branches[self.topic]

    def show(self, topics: TopicRows) -> None:
        """Show other trees. The cursor stays on its topic, and what was opened stays open."""
        known, before = self.topic, self.topics
        self.opened = self._opened_again(topics)
        self.topics = topics
        self.rows = list(self._lines_below(NONE))
        at = topics.nearest(*before.identity(known)) if known != NONE else NONE
        for topic in topics.way(at) if at != NONE else ():
            self._open(topic)
        self.lay_out(bisect_left(self.rows, at))

    def _opened_again(self, topics: TopicRows) -> set[int]:
        """Return which topics of other trees are open at first."""
        before = self.topics
        were_open = {before.identity(topic) for topic in self.opened}
        known = {before.owners[root] for root in before.children(NONE)}
        opened = set()
        for root in topics.children(NONE):
            small = topics.sizes[root] <= OPEN_UP_TO
            for number in range(root, root + topics.sizes[root]):
                if topics.sizes[number] > 1 and (
                    topics.identity(number) in were_open if topics.owners[root] in known else small
                ):
                    opened.add(number)
        return opened

    def _lines_below(self, number: int) -> Iterator[int]:
        """Yield the topics below another one that have a line if it is open."""
        left = list(self.topics.children(number))[::-1]
        while left:
            topic = left.pop()
            yield topic
            if topic in self.opened:
                left += list(self.topics.children(topic))[::-1]

    def content(self, number: int, width: int) -> Content:
        """Return the line of a topic: guides, a sign, its part of the topic string, its object and lock."""
        topic = self.rows[number]
        branch = self.topics.branches[topic]
        way = self.topics.way(topic)
        guides = "".join("  " if self.topics.is_last(ancestor) else "│ " for ancestor in way[1:])
        if way:
            guides += "└ " if self.topics.is_last(topic) else "├ "
        sign = "" if self.topics.sizes[topic] == 1 else OPEN if topic in self.opened else CLOSED
        object = f"  {branch.object}" if branch.object and branch.topic else ""
        lock = "own lock" if branch.isolated and branch.topic else branch.lock
        # a queue manager without a name is called by its file
        part = branch.part if way else cut_left(branch.part, max(width // 2, width - len(sign + lock) - 2))
        name = (part, styles.STRONG if branch.object else "")
        return Content.assemble((guides, styles.QUIET), sign, name, object, (f"  {lock}", styles.QUIET))

    def action_open(self) -> None:
        """Open the node under the cursor; if it is open, go to its first child."""
        topic = self.topic
        if topic == NONE or self.topics.sizes[topic] == 1:
            return
        if topic in self.opened:
            self.action_move(1)
        else:
            self._open(topic)
            self.lay_out(self.cursor)

    def action_close(self) -> None:
        """Close the node under the cursor; if it is closed, go to its parent."""
        topic = self.topic
        if topic == NONE:
            return
        if topic in self.opened:
            self.opened.discard(topic)
            del self.rows[self.cursor + 1 : bisect_left(self.rows, topic + self.topics.sizes[topic])]
            self.lay_out(self.cursor)
        elif self.topics.above[topic] != NONE:
            self.mark(bisect_left(self.rows, self.topics.above[topic]))

    def _open(self, topic: int) -> None:
        """Open a node that has a line, unless it is open."""
        if topic not in self.opened:
            self.opened.add(topic)
            at = bisect_left(self.rows, topic) + 1
            self.rows[at:at] = self._lines_below(topic)

    def mark_topic(self, owner: str, topic: str) -> None:
        """Mark a topic string of a queue manager, or the nearest one above it."""
        self.mark_line(self.topics.nearest(owner, topic))

    # the search

    def lines(self) -> list[str]:
        """Return the topic string, object and lock of every topic, also of those without a line."""
        return self.topics.texts

    @property
    def line(self) -> int:
        """The number of the marked topic among all."""
        return max(0, self.topic)

    def mark_line(self, number: int) -> None:
        """Mark a topic, and open the nodes above it."""
        if not 0 <= number < len(self.topics.branches):
            return
        for topic in self.topics.way(number):
            self._open(topic)
        self.lay_out(bisect_left(self.rows, number))


def leads(above: str, topic: str) -> bool:
    """Whether a topic string is another one or above it."""
    return topic == above or topic.startswith(f"{above}/")
