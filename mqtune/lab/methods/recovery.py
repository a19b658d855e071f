"""How long after an outage throughput and channels are back to normal.

Each run contains one outage. The baseline is the mean rate of the 60 s before it; `throughput_back` decides
when the throughput is back to 95% of it. Channels are back when there are as many as before. Outages vary:
the result is the median with the smallest and the largest value, which enclose the true median in 94 of 100
cases with 5 outages and in 97 with 6 (binomial distribution of order statistics: 1 - 2 / 2^n).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from operator import mul
from statistics import fmean, median
from typing import NamedTuple

from mqtune.lab.core.run import (
    MEASURED,
    NOT_RECOVERED,
    OK,
    UNDECIDED,
    Arm,
    Block,
    Estimate,
    Interval,
    Order,
    Run,
    Series,
    Verdict,
)
from mqtune.lab.core.statistics import deviation_by_median
from mqtune.lab.methods.comparison import ONE_COUNT, spanned
from mqtune.lab.methods.depth import lacking
from mqtune.lab.methods.procedure import OutOfBudgetError, Procedure, Steps, why_unusable

# The course of a rate that rises again: segments of one rate, and the rise from one level to another.
#
# `segments` divides readings where the rate changes (Jackson et al., *An algorithm for optimal partitioning
# of data on an interval*, IEEE Signal Processing Letters 12, 2005; with the pruning of Killick et al.,
# *Optimal detection of changepoints with a linear computational cost*, JASA 107, 2012). `Rise` fits a course
# that is low, rises in a line or exponentially, and stays high. Moments are numbers of readings.

LONGEST = 600  # readings that may begin a segment: limits the work
FINEST = 0.05  # of a reading: moments are not searched closer
QUICK = 0.1  # readings of the shortest rise that is tried first: at once
ALMOST = 0.98  # an exponential course never ends its rise
ANOTHER = 9.0  # variances that show a level other than the one before: three deviations


class Segment(NamedTuple):
    """Readings from `start` up to `end`, and their mean."""

    start: int
    end: int
    rate: float


class _Shape(NamedTuple):
    """A rise from 0 to 1: its integral up to a moment, the moment of a share, and that of the end."""

    integral: Callable[[float], float]
    moment: Callable[[float], float]
    end: float


class _Course(NamedTuple):
    """Squares of the readings that it explains, start, scale, and share of the rise that was looked for."""

    explained: float
    start: float
    scale: float
    share: float


_SHAPES = (
    _Shape(lambda x: 0.0 if x <= 0 else x * x / 2 if x < 1 else x - 0.5, lambda share: share, 1.0),
    _Shape(lambda x: 0.0 if x <= 0 else x + math.exp(-x) - 1, lambda share: -math.log1p(-share), 8.0),
)
_DIRECTIONS = tuple((ahead, longer) for ahead in (1, -1, 0) for longer in (0, 1, -1) if ahead or longer)


def segments(rates: Sequence[float], change: float) -> list[Segment]:
    """The division with the least squares, if each further segment counts as `change`."""
    sums, squares = [0.0, *accumulate(rates)], [0.0, *accumulate(map(mul, rates, rates))]
    least, begins, tried = [0.0], [0], [0]
    for end in range(1, len(sums)):
        total, square = sums[end], squares[end]
        losses = [least[at] + square - squares[at] - (total - sums[at]) ** 2 / (end - at) for at in tried]
        best = min(losses)
        begins.append(tried[losses.index(best)])
        least.append(best + change)
        tried = [*(at for at, loss in zip(tried, losses, strict=True) if loss < least[end]), end][-LONGEST:]
    parts, end = list[Segment](), len(rates)
    while end:
        begin = begins[end]
        parts.append(Segment(begin, end, (sums[end] - sums[begin]) / (end - begin)))
        end = begin
    return parts[::-1]


@dataclass(frozen=True, slots=True)
class Rise:
    """Readings of a rise, as shares of the rate `before` it, and their deviation if they were independent.

    The readings before belong to the high level, unless it differs from theirs.
    """

    rates: Sequence[float]
    before: Sequence[float]
    noise: float

    def reaches(self, level: float, start: float, scale: float) -> float:
        """The moment at which the better shape reaches a share of the level before; from a first guess."""
        line, curve = (self._searched(shape, level, start, max(QUICK, scale)) for shape in _SHAPES)
        # a line, unless a variance speaks against it: noise at its end looks like a slow one
        best, shape = line, _SHAPES[0]
        if curve.explained > line.explained + self.noise * self.noise:
            best, shape = curve, _SHAPES[1]
        return best.start + best.scale * shape.moment(best.share)

    def _searched(self, shape: _Shape, level: float, start: float, scale: float) -> _Course:
        """The best start and scale: steps in all directions, half as long if none of them is better."""
        best, step, factor = self._course(shape, level, start, scale), max(1.0, scale / 3), 1.6
        while step > FINEST:
            for ahead, longer in _DIRECTIONS:
                # an earlier start means the same as a higher low level
                begun = max(0.0, best.start + step * ahead)
                tried = self._course(shape, level, begun, best.scale * factor**longer)
                if tried.explained > best.explained + 1e-12:
                    best = tried
                    break
            else:
                step, factor = step / 2, math.sqrt(factor)
        return best

    def _course(self, shape: _Shape, level: float, start: float, scale: float) -> _Course:
        """The course with the least squares that starts at a moment."""
        number, more, total = len(self.rates), len(self.before), sum(self.before)
        begin = min(number, math.floor(start))
        end = max(begin, min(number, math.ceil(start + scale * shape.end)))
        until = [scale * shape.integral((at - start) / scale) for at in range(begin, end + 1)]
        shares = [later - earlier for earlier, later in pairwise(until)]  # means of each reading
        steady = number - end
        sums = (
            number,
            sum(shares) + steady,
            sum(map(mul, shares, shares)) + steady,
            sum(self.rates),
            sum(map(mul, shares, self.rates[begin:end])) + sum(self.rates[end:]),
        )
        alone, low, high = _levels(*sums)
        alone += total * total / more - ANOTHER * self.noise * self.noise
        together, *levels = _levels(*map(sum, zip(sums, (more, more, more, total, total), strict=True)))
        if together >= alone:
            low, high = levels
            level *= high
        share = (level - low) / (high - low) if high > low else 0.0
        return _Course(max(alone, together), start, scale, max(0.0, min(ALMOST, share)))


def _levels(
    number: float, ones: float, squares: float, total: float, product: float
) -> tuple[float, float, float]:
    """The squares that a course explains, its low and its high level.

    The sums over all readings of 1, the share of the rise, its square, the rate, and share times rate.
    """
    determinant = squares * number - ones * ones
    if determinant <= 1e-9:
        return total * total / number, 0.0, total / number
    rise = (product * number - ones * total) / determinant
    low = (total - rise * ones) / number
    return low * total + rise * product, low, low + rise


# The end of an outage. Seconds vary, so that no single reading shows when the rate crosses 95% of the one
# before. The rate is back with the first segments of 10 s that reach it, and when the course that is fitted
# to the rise crosses it.

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
    back = _back(
        [rate / base for rate in after], [rate / base for rate in before], ends, ALIKE * noise / base
    )
    if math.isinf(back):
        return back
    index = min(int(back), len(after) - 1)
    return round(ends[index] + (back - index) * (ends[index + 1] - ends[index]), 1)


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
    seconds = math.inf
    for at, value in pairs_of(series):
        if at > restored:
            seconds = min(seconds, at - restored) if value >= base else math.inf
    return seconds


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
    parts = segments(rates, CHANGE * noise * noise)
    back = _first_back(parts, len(before), ends, noise)
    if back is None:
        return math.inf
    # the rise from the lowest rate to the highest: what was before it, and comes later, are other courses
    first = last = back
    while first and parts[first - 1].rate < parts[first].rate:
        first -= 1
    while last + 1 < len(parts) and parts[last + 1].rate > parts[last].rate:
        last += 1
    if first == back:
        return float(parts[back].start)
    start, risen = parts[first].start, parts[first].end
    rise = Rise(rates[start : parts[last].end], before, noise)
    return start + rise.reaches(BACK, risen - start, parts[back].start - risen)


def _first_back(parts: Sequence[Segment], before: int, ends: Sequence[float], noise: float) -> int | None:
    """The first of the segments that may all have reached 95%, for 10 s."""
    first = None
    for at, segment in enumerate(parts):
        doubt = ALIKE * noise * math.sqrt(1 / (segment.end - segment.start) + 1 / before)
        if segment.rate < BACK - doubt:
            first = None
            continue
        first = at if first is None else first
        if ends[segment.end] - ends[parts[first].start] >= IN_A_ROW:
            return first
    return None


# The method.

RATE = "rate"  # the series of a run with the rate, second by second
CHANNELS = "channels"  # the number of running channels
STILL_RUNNING = 0.1  # of the channels: with more an outage is not one
OUTAGES = 6


@dataclass
class Recovery(Procedure):
    """The method: `outages` of an arm.

    Every run lasts `seconds`; the network breaks at second `broken` and is restored at second `restored`.
    Runs have the series `rate` and, if they are watched, `channels`. `figures` of the verdict has the times
    until each was back. With an `objective` (seconds) the answer states in how many outages the throughput
    met it.
    """

    arm: Arm
    seconds: float
    broken: float
    restored: float
    outages: int = OUTAGES
    _: KW_ONLY
    objective: float | None = None
    throughput: list[float] = field(init=False, default_factory=list)  # seconds; infinite if it was not back
    channels: list[float] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        if not 0 < self.broken < self.restored < self.seconds:
            raise ValueError("an outage begins after the start of the run and ends before its end")
        self.outages = max(1, self.outages)

    def _rule(self) -> str:
        return (
            f"back when the fitted course reaches {BACK:.0%} of the mean rate of the {BEFORE:g} s before, "
            f"for at least {IN_A_ROW:g} s; median of "
            f"{self.outages} outages, with the smallest and the largest value"
        )

    def _why_unusable(self, run: Run) -> str:
        """A run needs its rates, and they must show the outage; its median is not used."""
        why = why_unusable(run) if run.outcome != OK else ""
        why = why or lacking(run, RATE)
        if why:
            return why
        series, channels = run.series[RATE], run.series.get(CHANNELS)
        if not median_before(series, self.broken):
            return "no traffic before the outage"
        if not fell(series, self.broken, self.restored):
            return f"the rate never fell below {BACK:.0%}: the network did not break when it should have"
        return self._still_running(channels) if channels else ""

    def _still_running(self, channels: Series) -> str:
        """Why an outage does not count in which the channels did not end."""
        before = median_before(channels, self.broken) or 0.0
        during = [value for at, value in pairs_of(channels) if self.broken < at <= self.restored]
        if not during or min(during) <= STILL_RUNNING * before:
            return ""
        return (
            f"{min(during):,.0f} of {before:,.0f} channels still ran when the network was restored: "
            "the outage was too short for HBINT to notice it"
        )

    def _steps(self) -> Steps:
        while (finished := len(self.throughput)) < self.outages:
            order = Order(self.arm, self.seconds, 0.0)
            (run,) = yield Block((order,), f"outage {finished + 1} of {self.outages}")
            self.throughput.append(throughput_back(run.series[RATE], self.broken, self.restored))
            if CHANNELS in run.series:
                self.channels.append(channels_back(run.series[CHANNELS], self.broken, self.restored))
        never = all(map(math.isinf, self.throughput))
        word, chosen = (NOT_RECOVERED, None) if never else (MEASURED, self.arm)
        return self._verdict(word, self._sentence(), chosen, self._figures())

    def _sentence(self) -> str:
        times = self.throughput
        lost = sum(map(math.isinf, times))
        watched = self.seconds - self.restored
        if lost == len(times):
            return f"{self.arm.name}: throughput not back within {watched:g} s in any of {len(times)} outages"
        shown = (median(times), min(times), max(times))
        middle, low, high = (f"{time:.0f} s" if math.isfinite(time) else "never" for time in shown)
        text = f"{self.arm.name}: throughput back after {middle} ({low} to {high})"
        if lost:
            text += f", not within {watched:g} s in {lost} of {len(times)} outages"
        if self.objective is not None:
            kept = sum(1 for seconds in times if seconds <= self.objective)
            text += f"; within {self.objective:g} s in {kept} of {len(times)}"
        return text

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        finished = len(self.throughput)
        text = self._sentence() if finished else "no outage fits the time"
        needed = out.needed((), (self.outages - finished) * out.cost)
        reason = f"{finished} of {self.outages} outages were made"
        return self._verdict(UNDECIDED, text, None, self._figures(), needed=needed, reason=reason)

    def _figures(self) -> dict[str, Interval]:
        """The times; an infinite one is not a figure: the answer states how often it occurred."""
        columns = (("throughput", self.throughput), (CHANNELS, self.channels))
        known = ((name, column) for name, column in columns if column and all(map(math.isfinite, column)))
        return {name: spanned(column, "s") for name, column in known}

    def _with_unfinished(self, known: Estimate, runs: Sequence[Run]) -> Estimate:
        """The median of the outages so far; a run's value is the time until the throughput was back."""
        values = [run.value for run in runs if run.value is not None]
        more = len(values) > known.runs
        return replace(known, runs=len(values), value=spanned(values, "s")) if more else known

    def _estimates(self) -> tuple[Estimate, ...]:
        """The time until the throughput was back."""
        finished = len(self.throughput)
        state = "settled" if finished >= self.outages else "open"
        return (Estimate(self.arm, finished, self._figures().get("throughput"), None, state),)
