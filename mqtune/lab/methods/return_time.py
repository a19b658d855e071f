"""When a series is back after an outage: the rate, the running channels, the depth of the queues.

At little noise the rate is back at the first of 10 s in a row with 95% of the rate before. At more noise such
seconds are chance, so that a course is fitted instead: low, then rising in a line, then high, with the least
squares; the rate is back where that line reaches 95%.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import accumulate
from statistics import fmean, median

from mqtune.lab.core.run import Series
from mqtune.lab.core.statistics import deviation_by_median
from mqtune.lab.methods.intervals import ONE_COUNT

BEFORE = 60.0  # seconds of the baseline
BACK = 0.95  # of the baseline
IN_A_ROW = 10.0  # seconds
QUIET = 0.02  # deviation of the seconds up to which ten in a row are not chance
RISES = (0, 1, 2, 3, 5, 8, 12, 18, 27, 40, 60, 90, 135)  # seconds that the rate takes from low to high
ALIKE = 2.0  # successive seconds are correlated, so their means vary up to twice as much
SMOOTHED = 5  # seconds over which a rate is averaged to see an outage

Pairs = list[tuple[float, float]]


def throughput_back(series: Series, broken: float, restored: float) -> float:
    """Seconds from the restoration until the rate is back; infinite if it is not."""
    before = [value for at, value in pairs_of(series) if broken - BEFORE < at <= broken]
    base = median(before) if before else 0.0
    if base <= 0:
        return math.inf
    after = [(at - restored, value / base) for at, value in pairs_of(series) if at > restored]
    # a rate is known no better than by the whole messages of a second
    noise = max(deviation_by_median(before), ONE_COUNT) / base
    if noise <= QUIET:
        return _in_a_row(after)
    return _fitted(after, 2 * ALIKE * noise * math.sqrt(1 / len(before) + 1 / max(1, len(after))))


def fell(series: Series, broken: float, restored: float) -> bool:
    """Whether an outage is visible: the rate fell below 95% of that before."""
    base = median_before(series, broken)
    during = [value for at, value in pairs_of(series) if broken < at <= restored]
    means = [fmean(during[at : at + SMOOTHED]) for at in range(max(1, len(during) - SMOOTHED + 1))]
    return not during or base is None or min(means) < BACK * base


def channels_back(series: Series, broken: float, restored: float) -> float:
    """Seconds from the restoration until as many channels run as before the outage."""
    base = median_before(series, broken)
    return _first(series, restored, lambda value: base is not None and value >= base)


def depth_back(series: Series, broken: float, restored: float) -> float:
    """Seconds from the restoration until the queues are not deeper than before the outage."""
    before = [value for at, value in pairs_of(series) if at <= broken]
    if not before:
        return math.inf
    most = max(before)
    return _first(series, restored, lambda value: value <= most)


def median_before(series: Series, broken: float) -> float | None:
    """The median of the last minute before the outage; None without a reading."""
    values = [value for at, value in pairs_of(series) if broken - BEFORE < at <= broken]
    return median(values) if values else None


def pairs_of(series: Series) -> Pairs:
    """The readings with their times."""
    return list(zip(series.at, series.values, strict=True))


def _first(series: Series, restored: float, good: Callable[[float], bool]) -> float:
    """Seconds until the first reading after the restoration from which on all are good."""
    found = math.inf
    for at, value in pairs_of(series):
        if at > restored:
            found = min(found, at - restored) if good(value) else math.inf
    return found


def _in_a_row(after: Sequence[tuple[float, float]]) -> float:
    begun, before = math.inf, 0.0
    for at, share in after:
        if share < BACK:
            begun = math.inf
        elif math.isinf(begun):
            begun = before  # the sample covers the time since the previous one
        if at - begun >= IN_A_ROW:
            return begun
        before = at
    return math.inf


def _fitted(after: Sequence[tuple[float, float]], doubt: float) -> float:
    """The moment at which the course with the least squares reaches 95%; levels are known to +-`doubt`."""
    rates = [share for _, share in after]
    ends = [0.0, *(at for at, _ in after)]
    number = len(rates)
    if number < IN_A_ROW:
        return math.inf
    sums = [0.0, *accumulate(rates)]
    moments = [0.0, *accumulate(at * share for at, share in enumerate(rates))]
    best, found = math.inf, (0, 0, 0.0, 0.0)
    for start in range(number):
        for rise in RISES:
            if start + rise > number - IN_A_ROW:
                break
            squares, low, high = _course(sums, moments, number, start, rise)
            if squares < best and high > low:
                best, found = squares, (start, rise, low, high)
    start, rise, low, high = found
    if high < BACK - doubt:
        return math.inf
    back = BACK * min(1.0, high)
    if low >= back or math.isinf(low) or math.isinf(high):
        return 0.0  # high from the start
    reached = start + rise * (back - low) / (high - low)
    whole = int(reached)
    return ends[whole] + (reached - whole) * (ends[min(number, whole + 1)] - ends[whole])


def _course(
    sums: Sequence[float], moments: Sequence[float], number: int, start: int, rise: int
) -> tuple[float, float, float]:
    """Squares (less a constant), low and high of the course that rises in the samples after `start`."""
    # the share of the rise that is over in the middle of a sample: (at - start + 1/2) / rise
    ff = f = fy = 0.0
    if rise:
        inside = sums[start + rise] - sums[start]
        f = rise / 2
        ff = (4 * rise * rise - 1) / (12 * rise)
        fy = (moments[start + rise] - moments[start] - (start - 0.5) * inside) / rise
    after = number - start - rise
    f, ff, fy = f + after, ff + after, fy + sums[number] - sums[start + rise]
    gy, g = sums[number] - fy, number - f  # of 1 - share
    gg, fg = number - 2 * f + ff, f - ff
    determinant = ff * gg - fg * fg
    if determinant <= 1e-9:
        high = fy / ff
        return -fy * fy / ff, -math.inf if g < 1e-9 else high, high
    high, low = (fy * gg - gy * fg) / determinant, (gy * ff - fy * fg) / determinant
    return -(high * fy + low * gy), low, high
