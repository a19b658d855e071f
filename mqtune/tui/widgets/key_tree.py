"""A tree whose cursor also moves with `j` and `k`, and whose nodes open with right and close with left."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.widgets import Tree

Data = TypeVar("Data")


class KeyTree(Tree[Data]):
    """A tree of topics. Right opens a node or enters it, left closes it or goes to its parent."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "One down", show=False),
        Binding("k", "cursor_up", "One up", show=False),
        Binding("right,l", "open", "Open", show=False),
        Binding("left,h", "close", "Close", show=False),
    ]

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
