"""Decides from a series of queue depths whether messages build up, and how fast."""

from __future__ import annotations

from statistics import fmean

from mqtune.lab.core.run import Run, Series

DEPTH = "depth"  # the series of a run with the depth of all queues together
GROWTH = 0.01  # of the offered rate: a slope above this is build-up
COUNTED = 2 / 3  # of the run, at its end
LEAST_READINGS = 6


def lacking(run: Run, name: str = DEPTH) -> str:
    """Why the series of a run cannot be evaluated; empty if it can."""
    series = run.series.get(name)
    if series is None:
        return f"the {name} was not watched"
    if len(series.values) < LEAST_READINGS:
        return f"the {name} was read only {len(series.values)} times"
    return ""


def growth(series: Series, seconds: float) -> float:
    """Messages per second by which the depth grows in the last two thirds of a run, by least squares."""
    points = _counted(series, seconds)
    if len(points) < 2:
        return 0.0
    middle, mean = fmean(at for at, _ in points), fmean(value for _, value in points)
    width = sum((at - middle) ** 2 for at, _ in points)
    if width == 0:
        return 0.0
    return sum((at - middle) * (value - mean) for at, value in points) / width


def builds_up(series: Series, seconds: float, offered: float) -> bool:
    """Whether the queue grows by more than 1% of the offered rate, and is still growing at the end.

    The second condition, that the last third is deeper than what came before it, excludes a single late batch
    and a queue that has reached a constant depth.
    """
    points = _counted(series, seconds)
    third = len(points) // 3
    if third < 1 or growth(series, seconds) <= GROWTH * offered:
        return False
    before, last = points[:-third], points[-third:]
    return fmean(value for _, value in last) > fmean(value for _, value in before)


def _counted(series: Series, seconds: float) -> list[tuple[float, float]]:
    """The readings of the last two thirds of a run."""
    start = seconds * (1 - COUNTED)
    return [(at, value) for at, value in zip(series.at, series.values, strict=True) if start <= at <= seconds]
