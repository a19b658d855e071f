"""The line of the Lab on Home."""

from __future__ import annotations

from mqtune.lab import api
from mqtune.lab.journal.result import UNFINISHED
from mqtune.tui.areas.lab.progress_text import counted_runs
from mqtune.tui.project import OpenProject


def summary(opened: OpenProject) -> str:
    """Return the number of experiments, or the last one to resume."""
    found, _ = api.results()
    left = [one for one in found if one.state == UNFINISHED]
    count = f"{len(api.list_experiments())} guided experiments"
    if not left:
        return count
    last = left[-1]
    more = f", and {len(left) - 1} more" if len(left) > 1 else ""
    return f"resume: {last.head.experiment} on {last.head.qmgr} ({counted_runs(last)}){more}"
