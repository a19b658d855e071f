"""The lines of the areas Capacity, History, Lab and Topology on Home."""

from __future__ import annotations

from mqtune.capacity.definition import MODEL_NAMES
from mqtune.lab import api
from mqtune.lab.journal.result import Result
from mqtune.present.experiment.text import verdict_text
from mqtune.questions.topology import cluster_views, topic_trees
from mqtune.text.messages import plural, printable
from mqtune.tui.areas.lab.progress_text import counted_runs
from mqtune.tui.areas.lab.step import unfinished
from mqtune.tui.project import OpenProject


def capacity_summary(opened: OpenProject) -> str:
    """Return the number of models; they do not depend on the project."""
    return f"{len(MODEL_NAMES)} models from published measurements"


def history_summary(opened: OpenProject) -> str:
    """Return the number of results, and the last one."""
    results, _ = api.results()
    if not results:
        return "no results yet"
    last = results[-1]
    word = verdict_text(last).partition(" (")[0]
    count = f"{len(results)} result{'s' * (len(results) != 1)}"
    mark = "SIMULATED " if last.simulated else ""
    return printable(f"{count}, the last {mark}{last.head.experiment} on {last.head.qmgr}: {word}")


# The Lab also offers to resume an experiment when the program is opened.


def lab_summary(opened: OpenProject) -> str:
    """Return the number of experiments, or the last one to resume."""
    left = _stopped()
    if not left:
        return f"{len(api.definitions())} guided experiments"
    last = left[-1]
    more = f", and {len(left) - 1} more" if len(left) > 1 else ""
    return f"resume: {_name(last)} ({counted_runs(last)}){more}"


def offer() -> str:
    """Return the offer to resume the last experiment that was stopped or interrupted; empty if none was."""
    left = _stopped()
    if not left:
        return ""
    last = left[-1]
    word = "was stopped" if last.closed else "was interrupted"
    return f"{_name(last)} {word} after {counted_runs(last)} · 5, Enter resumes it"


def _name(result: Result) -> str:
    mark = "SIMULATED " if result.simulated else ""
    return printable(f"{mark}{result.head.experiment} on {result.head.qmgr}")


def _stopped() -> list[Result]:
    return [result for result in unfinished() if result.verdict is None]


def topology_summary(opened: OpenProject) -> str:
    """Return the number of topic objects, of isolated ones among them, and of clusters."""
    estates = opened.workspace.estates
    topics = [
        branch for root in topic_trees(estates) for branch, depth in root.walk() if depth and branch.object
    ]
    isolated = sum(branch.isolated for branch in topics)
    clusters = plural(len(cluster_views(estates)), "cluster")
    return f"{plural(len(topics), 'topic object')}, {isolated} isolated; {clusters}"
