"""The course of a rate that rises again: segments of one rate, and the rise from one level to another.

`segments` divides readings where the rate changes (Jackson et al., *An algorithm for optimal partitioning of
data on an interval*, IEEE Signal Processing Letters 12, 2005; with the pruning of Killick et al., *Optimal
detection of changepoints with a linear computational cost*, JASA 107, 2012). `Rise` fits a course that is
low, rises in a line or exponentially, and stays high. Moments are numbers of readings.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import mul
from typing import NamedTuple

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
    found, end = list[Segment](), len(rates)
    while end:
        begin = begins[end]
        found.append(Segment(begin, end, (sums[end] - sums[begin]) / (end - begin)))
        end = begin
    return found[::-1]


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
