"""A line that bends once, fitted to times whose noise is proportional to the time.

For every possible break the best two slopes are found by weighted least squares, with weights 1 / time². The
break with the smallest residual is the estimate; all breaks whose residual is within the F limit are its
interval (Lerman, Fitting segmented regression models by grid search, Applied Statistics 29, 1980).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mqtune.lab.core.statistics import f_quantile, two_sided_t
from mqtune.lab.methods.contrasts import inverted

STEP = 0.5  # of the grid of breaks, in units of x
ROUNDS = 3  # weights follow from fitted times, which need a fit: measured times would weight their own noise
PARAMETERS = 4  # start, two slopes, break

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


def bent_line(points: Sequence[Point], level: float = 0.95) -> BentLine | None:
    """The fit; None for fewer than five points, or fewer than four different x."""
    xs = sorted({x for x, _ in points})
    if len(points) <= PARAMETERS or len(xs) < PARAMETERS:
        return None
    weights = [1 / (y * y) for _, y in points]
    found = None
    for _ in range(ROUNDS):
        found = _profile(_Sums(points, weights), xs, level)
        if found is None:
            return None
        floor = 0.1 * min(y for _, y in points)
        weights = [1 / max(floor, found.time(x)) ** 2 for x, _ in points]
    return found


def _profile(sums: _Sums, xs: Sequence[float], level: float) -> BentLine | None:
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
    variance = max(squares, 1e-12 * sums.square) / freedom
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


def excess(points: Sequence[Point], at: float, level: float) -> Excess | None:
    """The excess of the far end over the line below a given break; None if it cannot be determined."""
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
        half = two_sided_t(level, freedom) * math.sqrt(max(0.0, variance) * squares / freedom)
        times = (start + slope * (x - 1) + bend * max(0.0, x - at) for x, _ in points)
        floor = 0.1 * min(y for _, y in points)
        weights = [1 / max(floor, time) ** 2 for time in times]
    return Excess(value, half, freedom)
