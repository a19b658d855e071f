"""A line that bends once, fitted to times whose noise is proportional to the time.

For every possible break the best two slopes are found by weighted least squares, with weights 1 / time². The
break with the smallest residual is the estimate; all breaks whose residual is within the F limit are its
interval (Lerman, Fitting segmented regression models by grid search, Applied Statistics 29, 1980). What the
runs of a block have in common (drift) is estimated and divided out. A bend that takes place over a width
includes the sharp one (width 0) and the parabola (the whole range), so that one fit distinguishes them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from statistics import fmean, median

from mqtune.lab.core.statistics import f_quantile, two_sided_t
from mqtune.lab.methods.comparison import spoilt

STEP = 0.5  # of the grid of breaks, in units of x
ROUNDS = 5  # weights follow from fitted times, which need a fit: measured times would weight their own noise
PARAMETERS = 4  # start, two slopes, break
RELEVANT = 0.02  # of the time: a line that is closer to it fits well enough
MISFIT_LEVEL = 0.9999
CLEARLY = 9.0  # variances by which a sharp break has to fit better than a gradual bend
COARSE = 8  # steps of the first search
WIDTHS = (1 / 8, 1 / 4, 1 / 2)  # of a gradual bend to either side, as shares of the range

SQUARES = attrgetter("squares")

Point = tuple[float, float]  # x, time


@dataclass(frozen=True, slots=True)
class BentLine:
    """The fit: time = start + below (x - 1); from the break on the slope is `above`.

    `low` and `high` bound the break. `strength` is the F statistic against a straight line. The `half` values
    are half widths of t intervals, given the estimated break. `points` are the measured times without what
    the runs of a block have in common.
    """

    start: float
    below: float
    above: float
    at: float
    low: float
    high: float
    strength: float
    start_half: float
    below_half: float
    above_half: float
    noise: float  # deviation of one run, as a share of its time
    points: tuple[Point, ...] = ()

    @property
    def half(self) -> float:
        """The larger distance from the estimate to an end of the interval."""
        return max(self.at - self.low, self.high - self.at)

    def time(self, x: float) -> float:
        """The time at x."""
        return self.start + self.below * (x - 1) + (self.above - self.below) * max(0.0, x - self.at)

    @property
    def off(self) -> list[float]:
        """How far each point is from the line, as a share."""
        return [y / self.time(x) - 1 for x, y in self.points]


@dataclass(frozen=True, slots=True)
class Excess:
    """By how much the time at the far end exceeds the line that applies up to a given break."""

    share: float  # of that line
    half: float


@dataclass(frozen=True, slots=True)
class _Curve:
    """time = start + slope (x - 1) + bend * hinge(x), with its residual and covariance (without variance)."""

    at: float
    width: float
    coefficients: tuple[float, float, float]
    squares: float
    covers: tuple[float, ...]

    @property
    def cover(self) -> tuple[tuple[float, ...], ...]:
        a, b, c, d, e, f = self.covers
        return ((a, b, c), (b, d, e), (c, e, f))

    def time(self, x: float) -> float:
        start, slope, bend = self.coefficients
        return start + slope * (x - 1) + bend * hinge(x, self.at, self.width)


def hinge(x: float, at: float, width: float = 0.0) -> float:
    """0 below the bend and x - at above it; within `width` of it the slope changes evenly."""
    if abs(x - at) >= width:
        return max(0.0, x - at)
    return (x - at + width) ** 2 / (4 * width)


class _Sums:
    """Weighted sums at each x, so that trying a break needs no loop over points."""

    def __init__(self, points: Sequence[Point], weights: Sequence[float]) -> None:
        at: dict[float, list[float]] = {}
        for (x, y), weight in zip(points, weights, strict=True):
            sums = at.setdefault(x, [0.0, 0.0])
            sums[0] += weight
            sums[1] += weight * y
        self.at = [(x, x - 1, w, wy) for x, (w, wy) in sorted(at.items())]
        self.square = sum(weight * y * y for (_, y), weight in zip(points, weights, strict=True))
        self.w = sum(w for _, _, w, _ in self.at)
        self.wx = sum(w * m for _, m, w, _ in self.at)
        self.wxx = sum(w * m * m for _, m, w, _ in self.at)
        self.wy = sum(wy for _, _, _, wy in self.at)
        self.wxy = sum(wy * m for _, m, _, wy in self.at)

    def straight(self) -> float:
        """The residual of the straight line."""
        determinant = self.w * self.wxx - self.wx * self.wx
        start = (self.wy * self.wxx - self.wxy * self.wx) / determinant
        slope = (self.w * self.wxy - self.wx * self.wy) / determinant
        return max(0.0, self.square - start * self.wy - slope * self.wxy)

    def bent(self, at: float, width: float = 0.0) -> _Curve | None:
        """The best curve that bends at `at`; None if it is not determined."""
        u = ux = uu = uy = 0.0
        for x, moved, w, wy in self.at:
            if x > at - width:
                h = x - at if x >= at + width else hinge(x, at, width)
                u, ux, uu, uy = u + w * h, ux + w * moved * h, uu + w * h * h, uy + wy * h
        w, wx, wxx = self.w, self.wx, self.wxx
        a, b, c = wxx * uu - ux * ux, ux * u - wx * uu, wx * ux - wxx * u
        d, e, f = w * uu - u * u, u * wx - w * ux, w * wxx - wx * wx
        determinant = w * a + wx * b + u * c
        if uu <= 0 or abs(determinant) <= 1e-9 * w * wxx * uu:
            return None
        wy, wxy = self.wy, self.wxy
        start = (a * wy + b * wxy + c * uy) / determinant
        slope = (b * wy + d * wxy + e * uy) / determinant
        bend = (c * wy + e * wxy + f * uy) / determinant
        squares = max(0.0, self.square - start * wy - slope * wxy - bend * uy)
        covers = tuple(cofactor / determinant for cofactor in (a, b, c, d, e, f))
        return _Curve(at, width, (start, slope, bend), squares, covers)


def bent_line(
    points: Sequence[Point], level: float = 0.95, least_noise: float = 0.0, blocks: Sequence[int] = ()
) -> BentLine | None:
    """The fit without points too far away to be noise; None for fewer than five points, or four different x.

    `least_noise` is the least deviation of a time, as a share of it; `blocks` has the block of each point.
    """
    blocks = blocks or [0] * len(points)
    lost = len(set(blocks)) - 1
    if len(points) - lost <= PARAMETERS or len({x for x, _ in points}) < PARAMETERS:
        return None
    robust = _settled(points, blocks, _best, robust=True)
    if robust is None:
        return None
    bad = spoilt([y / robust[1].time(x) - 1 for x, y in robust[0]], PARAMETERS + lost)
    kept = [at for at in range(len(points)) if at not in bad]
    settled = _settled([points[at] for at in kept], [blocks[at] for at in kept], _best)
    if settled is None or len(kept) - lost <= PARAMETERS:
        return None
    factors = {blocks[at]: points[at][1] / settled[0][place][1] for place, at in enumerate(kept)}
    levelled = tuple((x, y / factors.get(block, 1.0)) for (x, y), block in zip(points, blocks, strict=True))
    return _with_intervals(settled[2], len(kept) - PARAMETERS - lost, level, least_noise, levelled)


def _settled(
    points: Sequence[Point],
    blocks: Sequence[int],
    fit: Callable[[_Sums], _Curve | None],
    robust: bool = False,
) -> tuple[list[Point], _Curve, _Sums] | None:
    """Points without the levels of their blocks, the curve through them and its sums.

    Weights and levels follow from the curve, in several rounds; `robust` minimises absolute deviations.
    """
    least = 0.1 * min(y for _, y in points)
    middle = median if robust else fmean
    weights = [1 / (y * y) for _, y in points]
    levels = dict.fromkeys(blocks, 0.0)
    for turn in range(ROUNDS):
        levelled = [(x, y * math.exp(-levels[block])) for (x, y), block in zip(points, blocks, strict=True)]
        sums = _Sums(levelled, weights)
        curve = fit(sums)
        if curve is None or turn == ROUNDS - 1:
            return (levelled, curve, sums) if curve else None
        times = [max(least, curve.time(x)) for x, _ in points]
        weights = [1 / (time * time) for time in times]
        off = [math.log(y / time) for (_, y), time in zip(points, times, strict=True)]
        if robust:
            small = 0.2 * median(map(abs, off)) + 1e-9
            near = (abs(residual - levels[block]) for residual, block in zip(off, blocks, strict=True))
            weights = [weight / max(small, far) for weight, far in zip(weights, near, strict=True)]
        if len(levels) > 1:
            far = list(zip(off, blocks, strict=True))
            offsets = {key: middle(by for by, block in far if block == key) for key in levels}
            mean = fmean(offsets.values())
            levels = {block: by - mean for block, by in offsets.items()}
    return None


def _grid(
    sums: _Sums, step: float, width: float = 0.0, low: float = -math.inf, high: float = math.inf
) -> Iterator[_Curve]:
    """The curves that bend between the lowest and the highest x, and between `low` and `high`."""
    at = max(sums.at[0][0] + 1, low)
    while at < min(sums.at[-1][0], high):
        if curve := sums.bent(at, width):
            yield curve
        at += step


def _best(sums: _Sums) -> _Curve | None:
    """The curve of the best sharp break, searched coarsely and then close to what was found."""
    reach = COARSE * STEP
    rough = min(_grid(sums, reach), key=SQUARES, default=None)
    if rough is None:
        return None
    return min(_grid(sums, STEP, 0.0, rough.at - reach, rough.at + reach), key=SQUARES, default=rough)


def _with_intervals(
    sums: _Sums, freedom: int, level: float, least_noise: float, points: tuple[Point, ...]
) -> BentLine | None:
    """The best break on the grid, and the interval of those that are not significantly worse."""
    tried = list(_grid(sums, STEP))
    best = min(tried, key=SQUARES)
    variance = max(max(best.squares, 1e-12 * sums.square) / freedom, least_noise * least_noise)
    most = best.squares + variance * f_quantile(level, 1, freedom)
    inside = [curve.at for curve in tried if curve.squares <= most]
    start, slope, bend = best.coefficients
    cover, t = best.cover, two_sided_t(level, freedom) * math.sqrt(variance)
    above = cover[1][1] + cover[2][2] + 2 * cover[1][2]
    return BentLine(
        start,
        slope,
        slope + bend,
        best.at,
        min(inside) - STEP / 2,  # the grid may have missed the exact end
        max(inside) + STEP / 2,
        (sums.straight() - best.squares) / 2 / variance,
        t * math.sqrt(max(0.0, cover[0][0])),
        t * math.sqrt(max(0.0, cover[1][1])),
        t * math.sqrt(max(0.0, above)),
        math.sqrt(variance),
        points,
    )


@lru_cache(maxsize=256)  # the procedure starts again for each question
def misfit(line: BentLine) -> float:
    """The F statistic of the lack of fit, as a share of what normal noise exceeds in 1 of 10,000 cases.

    Times at the same x show the noise; the means of each x show how far the line is from them.
    """
    off = line.off
    far = spoilt(off, PARAMETERS)
    groups: dict[float, list[int]] = {}
    for at, (x, _) in enumerate(line.points):
        groups.setdefault(x, []).append(at)
    apart = {
        at: off[at] - median(off[member] for member in group) for group in groups.values() for at in group
    }
    order = list(apart)
    bad = {order[index] for index in spoilt([apart[at] for at in order], len(groups))}
    # a single run at an x has no others to be compared with
    bad |= {group[0] for group in groups.values() if len(group) == 1 and group[0] in far}
    kept = [left for group in groups.values() if (left := [off[at] for at in group if at not in bad])]
    number, freedom = len(kept), sum(len(group) - 1 for group in kept)
    if number <= PARAMETERS or freedom < 1:
        return 0.0
    squares = sum(len(group) * fmean(group) ** 2 for group in kept)
    if squares < RELEVANT * RELEVANT * sum(map(len, kept)):
        return 0.0
    pure = sum((value - fmean(group)) ** 2 for group in kept for value in group) / freedom
    lack = squares / (number - PARAMETERS)
    return lack / max(pure, 1e-12) / f_quantile(MISFIT_LEVEL, number - PARAMETERS, freedom)


@lru_cache(maxsize=256)
def bends_gradually(line: BentLine) -> bool:
    """Whether a gradual bend, of an eighth of the range or more to either side, fits about as well."""
    bad = spoilt(line.off, PARAMETERS)
    kept = [point for at, point in enumerate(line.points) if at not in bad]
    sums = _Sums(kept, [line.time(x) ** -2 for x, _ in kept])
    sharp = sum((y / line.time(x) - 1) ** 2 for x, y in kept)
    variance = max(sharp / max(1, len(kept) - PARAMETERS), 1e-12)
    reach = sums.at[-1][0] - sums.at[0][0]
    gradual = (curve for share in WIDTHS for curve in _grid(sums, 4 * STEP, share * reach))
    return min((curve.squares for curve in gradual), default=0.0) - sharp < CLEARLY * variance


def excess(
    points: Sequence[Point], at: float, level: float, least_noise: float = 0.0, blocks: Sequence[int] = ()
) -> Excess | None:
    """The excess of the far end over the line below a given break; None if it cannot be determined.

    Points that are too far from the others of the same x are left out.
    """
    blocks = blocks or [0] * len(points)
    middles = {x: median(y for at_x, y in points if at_x == x) for x, _ in points}
    bad = spoilt([math.log(y / middles[x]) for x, y in points], len(middles))
    kept = [number for number in range(len(points)) if number not in bad]
    freedom = len(kept) - 3 - (len(set(blocks)) - 1)
    if freedom < 1:
        return None
    settled = _settled(
        [points[index] for index in kept], [blocks[index] for index in kept], lambda sums: sums.bent(at)
    )
    if settled is None:
        return None
    _, curve, _ = settled
    start, slope, bend = curve.coefficients
    end = max(x for x, _ in points)
    straight = start + slope * (end - 1)
    if straight <= 0:
        return None
    # excess = bend (end - at) / (start + slope (end - 1)): by the delta method
    value = bend * (end - at) / straight
    gradient = (-value / straight, -value * (end - 1) / straight, (end - at) / straight)
    spread = sum(gradient[i] * curve.cover[i][j] * gradient[j] for i in range(3) for j in range(3))
    noise = max(curve.squares / freedom, least_noise * least_noise)
    return Excess(value, two_sided_t(level, freedom) * math.sqrt(max(0.0, spread) * noise))
