"""The arms of a running experiment as a table: what is known of each so far, and which one is running."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from mqtune.lab.core.verdict import Estimate, number_text
from mqtune.lab.journal.result import Level, Result
from mqtune.lab.reports.formatting import against_text
from mqtune.tui import styles
from mqtune.tui.tables import Column, table

COLUMNS = (
    Column("arm", text=True),
    Column("runs"),
    Column("value"),
    Column("95% interval", spare=1),
    Column("against the leader"),
    Column("state", text=True),
)
RUNNING, WAITING = "running", "not run yet"
PILOT = "The pilot measures the noise of the machine. The arms follow:"
FIRST_BLOCKS = "The arms are compared when each has been run often enough."
NONE_YET = "no arm has been measured yet"


def arms_content(result: Result, known: Sequence[Level], width: int) -> Content:
    """Return a row for each arm; before the first comparison also for those that are only planned.

    `known` are the levels of the result.
    """
    estimates = result.verdict.estimates if result.verdict is not None else result.estimates
    levels = {one.arm.name: one for one in known}
    current = result.current.started.arm if result.current is not None else None
    rows = []
    for one in estimates:
        value = number_text(one.value.estimate) if one.value is not None else "-"
        state = RUNNING if one.arm.name == current else one.state
        between = _interval(levels.get(one.arm.name))
        rows.append((one.arm.name, _runs(one), value, between, against_text(one) or "-", state))
    if estimates:
        return Content("\n").join(table(COLUMNS, rows, width))
    pilot = result.current is not None and not result.current.started.block
    names = dict.fromkeys([*levels, *(one.arm.name for one in result.plan.arms)] if result.plan else levels)
    for name in names:
        level = levels.get(name)
        value = number_text(level.mean) if level is not None else "-"
        runs = level.runs if level is not None else 0
        state = RUNNING if name == current and not pilot else "" if runs else WAITING
        rows.append((name, str(runs), value, _interval(level), "-", state))
    if not rows:
        return Content.styled(NONE_YET, styles.QUIET)
    words = Content.styled(PILOT if pilot else FIRST_BLOCKS, styles.QUIET)
    return Content("\n").join([*table(COLUMNS, rows, width), Content(""), words])


def _runs(estimate: Estimate) -> str:
    """The number of runs of an arm, and how many of them its value is without."""
    left_out = len(estimate.left_out)
    return f"{estimate.runs - left_out} (+{left_out} left out)" if left_out else str(estimate.runs)


def _interval(level: Level | None) -> str:
    if level is None or level.low is None or level.high is None:
        return "-"
    return f"{number_text(level.low)} to {number_text(level.high)}"
