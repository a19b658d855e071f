"""A line that bends once, fitted to times whose noise is proportional to the time.

For every possible break the best two slopes are found by weighted least squares, with weights 1 / time². The
break with the smallest residual is the estimate; all breaks whose residual is within the F limit are its
interval (Lerman, Fitting segmented regression models by grid search, Applied Statistics 29, 1980).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median

from mqtune.lab.core.statistics import f_quantile, two_sided_t
from mqtune.lab.methods.comparison import spoilt
from mqtune.lab.methods.contrasts import inverted

STEP = 0.5  # of the grid of breaks, in units of x
ROUNDS = 3  # weights follow from fitted times, which need a fit: measured times would weight their own noise
ROBUST_ROUNDS = 6
PARAMETERS = 4  # start, two slopes, break
RELEVANT = 0.02  # of the time: a line that is closer to it fits well enough
MISFIT_LEVEL = 0.9999
CLEARLY = 9.0  # variances by which the break has to fit better than a smooth curve

Point = tuple[float, float]  # x, time


@dataclass(frozen=True, slots=True)
class BentLine:
    """The fit: time = start + below (x - 1); from the break on the slope is `above`.

    `low` and `high` bound the break. `strength` is the F statistic against a straight line. The `half` values
    are half widths of t intervals, given the estimated break.
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

    @property
    def half(self) -> float:
        """The larger distance from the estimate to an end of the interval."""
        return max(self.at - self.low, self.high - self.at)

    def time(self, x: float) -> float:
        """The time at x."""
        return self.start + self.below * (x - 1) + (self.above - self.below) * max(0.0, x - self.at)


@dataclass(frozen=True, slots=True)
class Excess:
    """By how much the time at the far end exceeds the line that applies up to a given break."""

    share: float  # of that line
    half: float
    freedom: int


class _Sums:
    """Weighted sums of the points beyond each position, so that trying a break needs no loop over points."""

    def __init__(self, points: Sequence[Point], weights: Sequence[float]) -> None:
        ordered = sorted(zip(points, weights, strict=True))
        self.xs = [x for (x, _), _ in ordered]
        self.tails = [(0.0, 0.0, 0.0, 0.0, 0.0)]
        self.square = 0.0
        for (x, y), weight in reversed(ordered):
            moved = x - 1
            w, wx, wxx, wy, wxy = self.tails[-1]
            self.tails.append(
                (
                    w + weight,
                    wx + weight * moved,
                    wxx + weight * moved * moved,
                    wy + weight * y,
                    wxy + weight * moved * y,
                )
            )
            self.square += weight * y * y
        self.tails.reverse()

    def system(self, at: float, tail: int) -> tuple[list[list[float]], list[float]]:
        """The normal equations for start, slope and bend, with `tail` points to the right of the break."""
        w, wx, wxx, wy, wxy = self.tails[0]
        v, vx, vxx, vy, vxy = self.tails[len(self.xs) - tail]
        k = at - 1
        u, ux, uu, uy = vx - k * v, vxx - k * vx, vxx - 2 * k * vx + k * k * v, vxy - k * vy
        return [[w, wx, u], [wx, wxx, ux], [u, ux, uu]], [wy, wxy, uy]

    def line(self) -> tuple[float, float, float]:
        """Start, slope and residual of the straight line."""
        w, wx, wxx, wy, wxy = self.tails[0]
        determinant = w * wxx - wx * wx
        start = (wy * wxx - wxy * wx) / determinant
        slope = (w * wxy - wx * wy) / determinant
        return start, slope, max(0.0, self.square - start * wy - slope * wxy)

    def bent(self, at: float, tail: int) -> tuple[float, float, float, float] | None:
        """Start, slope, bend and residual with the break at `at`; None if they are not determined."""
        ((w, wx, u), (_, wxx, ux), (_, _, uu)), (wy, wxy, uy) = self.system(at, tail)
        a, b, c = wxx * uu - ux * ux, ux * u - wx * uu, wx * ux - wxx * u
        determinant = w * a + wx * b + u * c
        if abs(determinant) <= 1e-9 * w * wxx * uu or uu <= 0:
            return None
        d, e, f = w * uu - u * u, u * wx - w * ux, w * wxx - wx * wx
        start = (a * wy + b * wxy + c * uy) / determinant
        slope = (b * wy + d * wxy + e * uy) / determinant
        bend = (c * wy + e * wxy + f * uy) / determinant
        return start, slope, bend, max(0.0, self.square - start * wy - slope * wxy - bend * uy)


def bent_line(points: Sequence[Point], level: float = 0.95, least_noise: float = 0.0) -> BentLine | None:
    """The fit without points too far away to be noise; None for fewer than five points, or four different x.

    `least_noise` is the least deviation of a time, as a share of it.
    """
    xs = sorted({x for x, _ in points})
    if len(points) <= PARAMETERS or len(xs) < PARAMETERS:
        return None
    robust = _fitted(points, xs, level, least_noise, robust=True)
    if robust is None:
        return None
    bad = spoilt([y / robust.time(x) - 1 for x, y in points], PARAMETERS)
    kept = [point for at, point in enumerate(points) if at not in bad]
    return _fitted(kept, sorted({x for x, _ in kept}), level, least_noise)


def _fitted(
    points: Sequence[Point], xs: Sequence[float], level: float, least_noise: float, robust: bool = False
) -> BentLine | None:
    weights = [1 / (y * y) for _, y in points]
    found = None
    least = 0.1 * min(y for _, y in points)
    for _ in range(ROBUST_ROUNDS if robust else ROUNDS):
        found = _profile(_Sums(points, weights), xs, level, least_noise)
        if found is None:
            return None
        times = [max(least, found.time(x)) for x, _ in points]
        weights = [1 / (time * time) for time in times]
        if robust:
            # least absolute deviations, by reweighting
            off = [abs(y / time - 1) for (_, y), time in zip(points, times, strict=True)]
            small = 0.2 * median(off) + 1e-9
            weights = [one / max(small, far) for one, far in zip(weights, off, strict=True)]
    return found


def misfit(points: Sequence[Point], line: BentLine) -> float:
    """The F statistic of the lack of fit, as a share of what normal noise exceeds in 1 of 10,000 cases.

    Times at the same x show the noise; the means of each x show how far the line is from them.
    """
    off = [y / line.time(x) - 1 for x, y in points]
    far = spoilt(off, PARAMETERS)
    groups: dict[float, list[tuple[int, float]]] = {}
    for at, (x, _) in enumerate(points):
        groups.setdefault(x, []).append((at, off[at]))
    middles = {x: median(one for _, one in group) for x, group in groups.items()}
    apart = [(at, one - middles[x]) for x, group in groups.items() for at, one in group]
    bad = {apart[one][0] for one in spoilt([one for _, one in apart], len(groups))}
    # a single run at an x has no others to be compared with
    bad |= {group[0][0] for group in groups.values() if len(group) == 1 and group[0][0] in far}
    kept = [[one for at, one in group if at not in bad] for group in groups.values()]
    kept = [group for group in kept if group]
    number, freedom = len(kept), sum(len(group) - 1 for group in kept)
    if number <= PARAMETERS or freedom < 1:
        return 0.0
    pure = sum((one - fmean(group)) ** 2 for group in kept for one in group) / freedom
    squares = sum(len(group) * fmean(group) ** 2 for group in kept)
    if squares < RELEVANT * RELEVANT * sum(map(len, kept)):
        return 0.0
    lack = squares / (number - PARAMETERS)
    return lack / max(pure, 1e-12) / f_quantile(MISFIT_LEVEL, number - PARAMETERS, freedom)


def bends_smoothly(points: Sequence[Point], line: BentLine) -> bool:
    """Whether a curve without a break fits the points about as well.

    The curves are start + slope (x - 1) ** power, and parabolas.
    """
    bad = spoilt([y / line.time(x) - 1 for x, y in points], PARAMETERS)
    kept = [(x, y, line.time(x)) for at, (x, y) in enumerate(points) if at not in bad]
    bent = sum((y / time - 1) ** 2 for _, y, time in kept)
    variance = max(bent / max(1, len(kept) - PARAMETERS), 1e-12)
    smooth = min(_parabola(kept), *(_smooth(kept, 0.3 + 0.05 * step) for step in range(55)))
    return smooth - bent < CLEARLY * variance


def _smooth(points: Sequence[tuple[float, float, float]], power: float) -> float:
    """The residual of the best curve of a power, relative to the times of a line."""
    w = wx = wxx = wy = wxy = wyy = 0.0
    for x, y, time in points:
        weight, moved = 1 / (time * time), (x - 1) ** power
        w, wx, wxx = w + weight, wx + weight * moved, wxx + weight * moved * moved
        wy, wxy, wyy = wy + weight * y, wxy + weight * moved * y, wyy + weight * y * y
    determinant = w * wxx - wx * wx
    if determinant <= 0:
        return math.inf
    start, slope = (wy * wxx - wxy * wx) / determinant, (w * wxy - wx * wy) / determinant
    return max(0.0, wyy - start * wy - slope * wxy)


def _parabola(points: Sequence[tuple[float, float, float]]) -> float:
    """The residual of the best parabola, relative to the times of a line, by Gram-Schmidt's method."""
    scale = max(x for x, _, _ in points)
    left = [y / time for _, y, time in points]
    basis: list[list[float]] = []
    for power in range(3):
        column = [(x / scale) ** power / time for x, _, time in points]
        for one in basis:
            shadow = sum(a * b for a, b in zip(column, one, strict=True))
            column = [a - shadow * b for a, b in zip(column, one, strict=True)]
        length = math.sqrt(sum(a * a for a in column))
        if length < 1e-12 / scale:
            return math.inf
        basis.append([a / length for a in column])
        shadow = sum(a * b for a, b in zip(left, basis[-1], strict=True))
        left = [a - shadow * b for a, b in zip(left, basis[-1], strict=True)]
    return sum(a * a for a in left)


def _profile(sums: _Sums, xs: Sequence[float], level: float, least_noise: float) -> BentLine | None:
    """The best break on the grid, and the interval of those that are not significantly worse."""
    tried = []
    number, left = len(sums.xs), len(sums.xs)
    at = xs[0] + 1
    while at < xs[-1]:
        while left and sums.xs[number - left] <= at:
            left -= 1
        fit = sums.bent(at, left)
        if fit:
            tried.append((fit[3], at, left, fit))
        at += STEP
    if not tried:
        return None
    squares, at, left, (start, slope, bend, _) = min(tried)
    freedom = number - PARAMETERS
    variance = max(max(squares, 1e-12 * sums.square) / freedom, least_noise * least_noise)
    most = squares + variance * f_quantile(level, 1, freedom)
    inside = [place for other, place, _, _ in tried if other <= most]
    strength = (sums.line()[2] - squares) / 2 / variance
    cover = inverted(sums.system(at, left)[0])
    t = two_sided_t(level, freedom) * math.sqrt(variance)
    above = math.sqrt(max(0.0, cover[1][1] + cover[2][2] + 2 * cover[1][2]))
    return BentLine(
        start,
        slope,
        slope + bend,
        at,
        min(inside) - STEP / 2,  # the grid may have missed the exact end
        max(inside) + STEP / 2,
        strength,
        t * math.sqrt(max(0.0, cover[0][0])),
        t * math.sqrt(max(0.0, cover[1][1])),
        t * above,
        math.sqrt(variance),
    )


def excess(points: Sequence[Point], at: float, level: float, least_noise: float = 0.0) -> Excess | None:
    """The excess of the far end over the line below a given break; None if it cannot be determined.

    Points that are too far from the others of the same x are left out.
    """
    middles = {x: median(y for other, y in points if other == x) for x, _ in points}
    bad = spoilt([math.log(y / middles[x]) for x, y in points], len(middles))
    points = [point for number, point in enumerate(points) if number not in bad]
    freedom = len(points) - 3
    if freedom < 1:
        return None
    weights = [1 / (y * y) for _, y in points]
    end = max(x for x, _ in points)
    tail = sum(1 for x, _ in points if x > at)
    value = half = 0.0
    for _ in range(ROUNDS):
        sums = _Sums(points, weights)
        fit = sums.bent(at, tail)
        if fit is None:
            return None
        start, slope, bend, squares = fit
        straight = start + slope * (end - 1)
        if straight <= 0:
            return None
        cover = inverted(sums.system(at, tail)[0])
        # excess = bend (end - at) / (start + slope (end - 1)): by the delta method
        value = bend * (end - at) / straight
        gradient = (-value / straight, -value * (end - 1) / straight, (end - at) / straight)
        variance = sum(gradient[i] * cover[i][j] * gradient[j] for i in range(3) for j in range(3))
        half = two_sided_t(level, freedom) * math.sqrt(
            max(0.0, variance) * max(squares / freedom, least_noise * least_noise)
        )
        times = (start + slope * (x - 1) + bend * max(0.0, x - at) for x, _ in points)
        least = 0.1 * min(y for _, y in points)
        weights = [1 / max(least, time) ** 2 for time in times]
    return Excess(value, half, freedom)
