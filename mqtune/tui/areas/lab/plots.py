"""Plots of experiments: the current run second by second, and the arms with their intervals."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.lab.core.verdict import number_text
from mqtune.lab.journal.result import Level, Result, RunRecord
from mqtune.text.printable import printable
from mqtune.tui.plot.figure import Bar, Curve, Figure, Marker, Point

POINT = "o"
RATE = "rate"
A_SECOND = "/s"  # ends the unit of experiments that ask for a rate


def series_of(result: Result) -> tuple[str, ...]:
    """Return the series of the last run: its rate and the watched values, the experiment's subject first."""
    record = last_run(result)
    if record is None:
        return ()
    rate = (RATE,) if record.samples else ()
    watched = tuple(record.watched)
    return (*rate, *watched) if result.head.unit.endswith(A_SECOND) else (*watched, *rate)


def last_run(result: Result) -> RunRecord | None:
    """Return the last run with any samples or watched values."""
    return next((one for one in reversed(result.runs.values()) if one.samples or one.watched), None)


def run_figure(result: Result, series: str) -> tuple[Figure, str] | None:
    """Return the plot of the last run with its warm-up cut marked, and a caption."""
    record = last_run(result)
    if record is None:
        return None
    start, unit = record.started, ""
    points: tuple[Point, ...] = ()
    if series == RATE:
        unit, points = "/s", tuple((one.at, one.rate) for one in record.samples)
    elif series in record.watched:
        unit, at, values = record.watched[series]
        points = tuple(zip(at, values, strict=True))
    if not points:
        return None
    cut = record.ended.cut.seconds if record.ended and record.ended.cut else start.cut
    place = Marker(cut, f"cut {cut:g} s | measured")
    length = Marker(start.seconds, "end")
    figure = Figure(
        "seconds",
        printable(f"{series}, {unit}"),
        (Curve(series, points),),
        (),
        (place, length),
        least_y=None if series == RATE else 0.0,
    )
    last = f"run {start.run}, {start.arm}: {series} {number_text(points[-1][1])}{unit} at {points[-1][0]:g} s"
    return figure, printable(f"{last}; {cut:g} s cut as warm-up")


def arms_figure(levels: Sequence[Level], unit: str) -> tuple[Figure, str] | None:
    """Return each arm's mean with its interval, by level if the levels are numbers, else in order."""
    known = [(one, one.mean) for one in levels if one.mean is not None]
    if not known:
        return None
    bars: list[Bar] = []
    curves: list[Curve] = []
    words: list[str] = []
    factor = _factor([one for one, _ in known])
    for number, (one, mean) in enumerate(known):
        x = float(one.arm.levels[factor]) if factor else float(number + 1)
        curves.append(Curve(one.arm.name, ((x, mean),), POINT))
        if one.low is not None and one.high is not None:
            bars.append(Bar(x, one.low, one.high))
        if not factor:
            words.append(f"{number + 1} {one.arm.name}")
    figure = Figure(
        printable(factor or "arm"), printable(f"mean, {unit}"), tuple(curves), tuple(bars), least_y=None
    )
    listed = f": {', '.join(words)}" if words else ""
    return figure, printable(f"mean and 95% interval over runs of each arm{listed}")


def _factor(levels: Sequence[Level]) -> str:
    """Return the only factor in which the arms differ, if its levels are numbers; else an empty text."""
    names = {name for one in levels for name in one.arm.levels}
    differing = [name for name in names if len({one.arm.levels.get(name) for one in levels}) > 1]
    if len(differing) != 1 or len({one.arm.levels.get(differing[0]) for one in levels}) < len(levels):
        return ""
    numbers = all(isinstance(one.arm.levels.get(differing[0]), int | float) for one in levels)
    return differing[0] if numbers else ""
