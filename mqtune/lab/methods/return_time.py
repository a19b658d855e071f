"""When a series is back after an outage: the rate, and the running channels.

Seconds vary, so that no single reading shows when the rate crosses 95% of the one before. The rate is back
with the first segments of 10 s that reach it, and when the course that is fitted to the rise crosses it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean, median

from mqtune.lab.core.run import Series
from mqtune.lab.core.statistics import deviation_by_median
from mqtune.lab.methods.course import Rise, Segment, segments
from mqtune.lab.methods.intervals import ONE_COUNT

BEFORE = 60.0  # seconds of the baseline
BACK = 0.95  # of the baseline
IN_A_ROW = 10.0  # seconds
ALIKE = 2.0  # successive seconds are correlated, so their means vary up to twice as much
CHANGE = 8.0  # variances that a further segment explains
STALL = 2.5 * ALIKE  # deviations from both neighbours: the second of a stall, which occurs without outages
SMOOTHED = 5  # seconds over which a rate is averaged to see an outage

Pairs = list[tuple[float, float]]


@lru_cache(maxsize=64)
def throughput_back(series: Series, broken: float, restored: float) -> float:
    """Seconds from the restoration until the rate is back; infinite if it is not."""
    before = [value for at, value in pairs_of(series) if broken - BEFORE < at <= broken]
    ends, after = [0.0], list[float]()
    for at, value in pairs_of(series):
        if at > restored:
            ends.append(at - restored)
            after.append(value)
    if not median(before or [0.0]):
        return math.inf
    # a rate is known no better than by the whole messages of a second
    noise = max(deviation_by_median(before), ONE_COUNT)
    before, after = _without_stalls(before, STALL * noise), _without_stalls(after, STALL * noise)
    base = fmean(before)
    back = _back([one / base for one in after], [one / base for one in before], ends, ALIKE * noise / base)
    if math.isinf(back):
        return back
    whole = min(int(back), len(after) - 1)
    return round(ends[whole] + (back - whole) * (ends[whole + 1] - ends[whole]), 1)


def fell(series: Series, broken: float, restored: float) -> bool:
    """Whether an outage is visible: the rate fell below 95% of that before."""
    base = median_before(series, broken)
    during = [value for at, value in pairs_of(series) if broken < at <= restored]
    if not during or base is None:
        return True
    means = [fmean(during[at : at + SMOOTHED]) for at in range(max(1, len(during) - SMOOTHED + 1))]
    return min(means) < BACK * base


def channels_back(series: Series, broken: float, restored: float) -> float:
    """Seconds from the restoration until all channels of before the outage run, and stay."""
    base = median_before(series, broken) or math.inf
    found = math.inf
    for at, value in pairs_of(series):
        if at > restored:
            found = min(found, at - restored) if value >= base else math.inf
    return found


def median_before(series: Series, broken: float) -> float | None:
    """The median of the last minute before the outage; None without a reading."""
    values = [value for at, value in pairs_of(series) if broken - BEFORE < at <= broken]
    return median(values) if values else None


def pairs_of(series: Series) -> Pairs:
    """The readings with their times."""
    return list(zip(series.at, series.values, strict=True))


def _without_stalls(values: Sequence[float], far: float) -> list[float]:
    """The values; a single one that is `far` from both of its neighbours becomes the nearer of them."""
    middles = [median(values[at - 1 : at + 2]) for at in range(1, len(values) - 1)]
    pairs = zip(values[1:-1], middles, strict=True)
    inner = [middle if abs(value - middle) > far else value for value, middle in pairs]
    return [*values[:1], *inner, *values[1:][-1:]]


def _back(rates: Sequence[float], before: Sequence[float], ends: Sequence[float], noise: float) -> float:
    """The number of readings after which the rate is back; infinite if it is not.

    `noise` is the deviation of a reading, as if successive ones were independent.
    """
    found = segments(rates, CHANGE * noise * noise)
    back = _first_back(found, len(before), ends, noise)
    if back is None:
        return math.inf
    # the rise from the lowest rate to the highest: what was before it, and comes later, are other courses
    first = last = back
    while first and found[first - 1].rate < found[first].rate:
        first -= 1
    while last + 1 < len(found) and found[last + 1].rate > found[last].rate:
        last += 1
    if first == back:
        return float(found[back].start)
    start, risen = found[first].start, found[first].end
    rise = Rise(rates[start : found[last].end], before, noise)
    return start + rise.reaches(BACK, risen - start, found[back].start - risen)


def _first_back(found: Sequence[Segment], before: int, ends: Sequence[float], noise: float) -> int | None:
    """The first of the segments that may all have reached 95%, for 10 s."""
    first = None
    for at, one in enumerate(found):
        doubt = ALIKE * noise * math.sqrt(1 / (one.end - one.start) + 1 / before)
        if one.rate < BACK - doubt:
            first = None
            continue
        first = at if first is None else first
        if ends[one.end] - ends[found[first].start] >= IN_A_ROW:
            return first
    return None
