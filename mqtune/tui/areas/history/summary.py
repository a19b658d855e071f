"""The line of the History area on Home."""

from __future__ import annotations

from mqtune.lab import api
from mqtune.lab.reports.text import verdict_text
from mqtune.text.printable import printable
from mqtune.tui.project import OpenProject


def summary(opened: OpenProject) -> str:
    """Return the number of results, and the last one."""
    found, _ = api.results()
    if not found:
        return "no results yet"
    last = found[-1]
    word = verdict_text(last).partition(" (")[0]
    count = f"{len(found)} result{'s' * (len(found) != 1)}"
    mark = "SIMULATED " if last.simulated else ""
    return printable(f"{count}, the last {mark}{last.head.experiment} on {last.head.qmgr}: {word}")
