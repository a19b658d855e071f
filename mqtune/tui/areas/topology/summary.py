"""The line of the Topology area on Home."""

from __future__ import annotations

from mqtune.report.summary import plural
from mqtune.tui.project import OpenProject
from mqtune.views.topology import TopicBranch, topic_trees


def summary(opened: OpenProject) -> str:
    """Return the number of topic objects, of isolated ones among them, and of clusters."""
    estates = opened.workspace.estates
    topics = [branch for root in topic_trees(estates) for branch in _below(root) if branch.object]
    isolated = sum(branch.isolated for branch in topics)
    clusters = len({name for estate in estates for name in estate.clusters})
    return f"{plural(len(topics), 'topic object')}, {isolated} isolated; {plural(clusters, 'cluster')}"


def _below(branch: TopicBranch) -> list[TopicBranch]:
    return [found for child in branch.children for found in (child, *_below(child))]
