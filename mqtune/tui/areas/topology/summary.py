"""The line of the Topology area on Home."""

from __future__ import annotations

from mqtune.text.wording import plural
from mqtune.tui.project import OpenProject
from mqtune.views.topology import cluster_views, topic_trees


def summary(opened: OpenProject) -> str:
    """Return the number of topic objects, of isolated ones among them, and of clusters."""
    estates = opened.workspace.estates
    topics = [
        branch for root in topic_trees(estates) for branch, depth in root.walk() if depth and branch.object
    ]
    isolated = sum(branch.isolated for branch in topics)
    clusters = plural(len(cluster_views(estates)), "cluster")
    return f"{plural(len(topics), 'topic object')}, {isolated} isolated; {clusters}"
