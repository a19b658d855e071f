"""The nodes of the topic tree: their labels, and how to find one."""

from __future__ import annotations

from rich.text import Text
from textual.widgets.tree import TreeNode

from mqtune.views.topology import TopicBranch


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
