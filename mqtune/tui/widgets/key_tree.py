"""A tree whose cursor also moves with `j` and `k`, and whose nodes open with right and close with left."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.widgets import Tree

from mqtune.tui.widgets.search_line import SEARCH, Searchable

Data = TypeVar("Data")


class KeyTree(Tree[Data], Searchable):
    """A tree of topics. Right opens a node or enters it, left closes it or goes to its parent."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "cursor_down", "One down", show=False, id="tree.down"),
        Binding("up,k", "cursor_up", "One up", show=False, id="tree.up"),
        Binding("pagedown", "page_down", "One page down", show=False, id="tree.page-down"),
        Binding("pageup", "page_up", "One page up", show=False, id="tree.page-up"),
        Binding("home", "scroll_home", "First", show=False, id="tree.first"),
        Binding("end", "scroll_end", "Last", show=False, id="tree.last"),
        Binding("right", "open", "Open the node", show=False, id="tree.open"),
        Binding("left", "close", "Close the node", show=False, id="tree.close"),
        SEARCH,
    ]

    def lines(self) -> list[str]:
        """Return the text of every line."""
        return [str(line.node.label) for line in self._tree_lines]

    @property
    def line(self) -> int:
        """The number of the marked line."""
        return max(0, self.cursor_line)

    def mark_line(self, number: int) -> None:
        """Mark a line."""
        self.cursor_line = number

    def action_open(self) -> None:
        """Open the node under the cursor; if it is open, go to its first child."""
        node = self.cursor_node
        if node is None or not node.allow_expand:
            return
        if node.is_expanded:
            self.action_cursor_down()
        else:
            node.expand()

    def action_close(self) -> None:
        """Close the node under the cursor; if it is closed, go to its parent."""
        node = self.cursor_node
        if node is None:
            return
        if node.allow_expand and node.is_expanded:
            node.collapse()
        elif node.parent is not None and node.parent is not self.root:
            self.move_cursor(node.parent)
