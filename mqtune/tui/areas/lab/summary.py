"""The line of the Lab on Home, and the offer to resume an experiment when the program is opened."""

from __future__ import annotations

from mqtune.lab import api
from mqtune.lab.journal.result import Result
from mqtune.text.printable import printable
from mqtune.tui.areas.lab.api_calls import unfinished
from mqtune.tui.areas.lab.progress_text import counted_runs
from mqtune.tui.project import OpenProject


def summary(opened: OpenProject) -> str:
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
    return [one for one in unfinished() if one.verdict is None]
