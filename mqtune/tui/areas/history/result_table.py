"""The list of results: a line for each, and the filter by words."""

from __future__ import annotations

from collections.abc import Container, Sequence

from textual.content import Content

from mqtune.lab.core.job import SIMULATED
from mqtune.lab.core.verdict import UNDECIDED, number_text
from mqtune.lab.journal.result import Result
from mqtune.lab.reports.text import verdict_text
from mqtune.tui.tables import Column, table

MARK = "*"
COLUMNS = (
    Column("", text=True),
    Column("day (UTC)"),
    Column("time", spare=1),
    Column("experiment", text=True),
    Column("qmgr", text=True),
    Column("verdict", text=True),
    Column("value"),
    Column("of", text=True, spare=3),
    Column("noise within, between", text=True, spare=2),
    Column("driver", text=True),
)


def rows_of(results: Sequence[Result], marked: Container[str]) -> list[tuple[str, ...]]:
    """Return the cells of each result."""
    return [_row(one, one.id in marked) for one in results]


def _row(result: Result, marked: bool) -> tuple[str, ...]:
    head = result.head
    value, unit = value_of(result)
    return (
        MARK if marked else "",
        result.time[:10],
        result.time[11:16],
        head.experiment,
        head.qmgr,
        short_verdict(result),
        value,
        unit,
        noise_of(result),
        SIMULATED.upper() if result.simulated else head.driver,
    )


def noise_of(result: Result) -> str:
    """Return the noise in few characters."""
    noise = result.noise
    if noise is None:
        return "-"
    return f"{noise.within:.1%}" + (f", {noise.between:.1%}" if noise.between is not None else "")


def short_verdict(result: Result) -> str:
    """Return the verdict's word, without the reason why an experiment is unfinished."""
    return verdict_text(result).partition(" (")[0]


def value_of(result: Result) -> tuple[str, str]:
    """Return the first quantity that was found, and its name with the unit."""
    verdict = result.verdict
    if verdict is None or verdict.word == UNDECIDED:
        return "-", ""
    for name, interval in verdict.found.items():
        if interval.unit == "1":
            return f"{interval.estimate:.1%}", name
        return number_text(interval.estimate), f"{interval.unit} {name}".strip()
    for one in verdict.estimates:
        if one.arm == verdict.chosen and one.value is not None:
            return number_text(one.value.estimate), result.head.unit
    return "-", ""


def lines_of(rows: Sequence[tuple[str, ...]], width: int) -> list[Content]:
    """Return the titles and a line for each row."""
    return table(COLUMNS, rows, width)


def matches(result: Result, words: Sequence[str]) -> bool:
    """Return whether a result contains all words."""
    head = result.head
    driver = SIMULATED if result.simulated else head.driver
    text = " ".join((result.id, head.qmgr, head.role, driver, verdict_text(result), result.time)).lower()
    return all(word in text for word in words)
