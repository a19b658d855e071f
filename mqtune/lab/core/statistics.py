"""Quantiles, intervals over run means, and robust figures, from the standard library alone.

Seconds of one run are not independent of each other, so no interval is computed from them: every interval is
over the values of runs, one value per run (Georges, Buytaert, Eeckhout: Statistically Rigorous Java
Performance Evaluation, OOPSLA 2007, section 3).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from statistics import fmean, median, stdev

from mqtune.text.record import record

MAD_TO_DEVIATION = 1.4826  # of a normal distribution
_EPSILON = 1e-15
_TINY = 1e-300
_TURNS = 500
_MOST_LOGARITHM = 600.0


@record
class Spread:
    """An estimate with the half width of its interval: `estimate - half` to `estimate + half`."""

    estimate: float
    half: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.estimate - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.estimate + self.half


def t_quantile(probability: float, freedom: float) -> float:
    """The quantile of Student's t distribution: the value below which lies `probability` of it."""
    if not 0 < probability < 1 or freedom <= 0:
        raise ValueError("a t quantile needs a probability between 0 and 1 and degrees of freedom above 0")
    if probability < 0.5:
        return -t_quantile(1 - probability, freedom)
    # the square of t follows an F distribution
    return math.sqrt(_f_beyond(2 * (1 - probability), 1, freedom))


def two_sided_t(level: float, freedom: float) -> float:
    """How many standard errors an interval at the confidence `level` reaches to either side."""
    return t_quantile((1 + level) / 2, freedom)


def f_quantile(probability: float, above: float, below: float) -> float:
    """The quantile of Fisher's F distribution with `above` and `below` degrees of freedom."""
    if not 0 < probability < 1 or above <= 0 or below <= 0:
        raise ValueError("an F quantile needs a probability between 0 and 1 and degrees of freedom above 0")
    return _f_beyond(1 - probability, above, below)


@lru_cache(maxsize=4096)
def _f_beyond(tail: float, above: float, below: float) -> float:
    """The value beyond which lies `tail` of the F distribution."""
    # the share of the denominator has the tail, which is exact where the probability is close to 1
    share = _beta_quantile(tail, below / 2, above / 2) if tail < 1 else 1.0
    if share <= 0:
        return math.inf
    return below * (1 - share) / (share * above)


def _beta_quantile(probability: float, a: float, b: float) -> float:
    """The x at which the regularised incomplete beta function I_x(a, b) is `probability`, by bisection."""
    low, middle, high = 0.0, 0.5, 1.0
    while low < middle < high and high - low > 1e-16 * high:
        if incomplete_beta(middle, a, b) < probability:
            low = middle
        else:
            high = middle
        middle = (low + high) / 2
    return middle


def incomplete_beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (DLMF 8.17.22)."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    front = math.exp(logarithm)
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by the method of Lentz."""
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > _TINY else _TINY)
    value = d
    for m in range(1, _TURNS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + term * d
            d = 1 / (d if abs(d) > _TINY else _TINY)
            c = 1 + term / c
            c = c if abs(c) > _TINY else _TINY
            value *= c * d
        if abs(c * d - 1) < _EPSILON:
            break
    return value


def as_many(least: int, runs: int, marked: int, total: int) -> float:
    """The probability that at least `least` of the `marked` ones of a `total` are among certain `runs`.

    This is Fisher's exact test, one-sided: the marked ones are spread at random.
    """
    ways = sum(
        math.comb(runs, count) * math.comb(total - runs, marked - count)
        for count in range(least, min(runs, marked) + 1)
    )
    return ways / math.comb(total, marked)


def interval(values: Sequence[float], level: float = 0.95, least_noise: float = 0.0) -> Spread | None:
    """The mean of the values of runs with its t interval; None for fewer than two runs.

    `least_noise` is the least deviation of a value.
    """
    if len(values) < 2:
        return None
    half = two_sided_t(level, len(values) - 1) * max(least_noise, stdev(values)) / math.sqrt(len(values))
    return Spread(fmean(values), half)


def log_interval(
    values: Sequence[float], level: float = 0.95, least_noise: float = 0.0
) -> tuple[float, float, float] | None:
    """The geometric mean of the values of runs with its t interval: estimate, low, high.

    The noise of a rate is proportional to the rate, so its logarithm has constant variance. None for fewer
    than two runs and if a value is not above 0.
    """
    positive = min(values, default=0.0) > 0
    spread = interval([math.log(value) for value in values], level, least_noise) if positive else None
    if spread is None:
        return None
    return math.exp(spread.estimate), _exp(spread.low), _exp(spread.high)


def _exp(logarithm: float) -> float:
    """The exponential function with a bound: intervals of two very different runs have no finite end."""
    return math.exp(min(logarithm, _MOST_LOGARITHM))


def share(logarithm: float) -> float:
    """A log ratio as a relative difference: 0.1 is 10% more."""
    return _exp(logarithm) - 1


def deviation_by_median(values: Sequence[float]) -> float:
    """The standard deviation estimated from the median absolute deviation; 0 for no or equal values."""
    if not values:
        return 0.0
    middle = median(values)
    return MAD_TO_DEVIATION * median(abs(value - middle) for value in values)


def pooled_variance(groups: Iterable[Sequence[float]]) -> float | None:
    """The variance within groups if it is the same in all; None if none has two values."""
    several = [values for values in groups if len(values) > 1]
    spare = sum(len(values) - 1 for values in several)
    return sum(stdev(values) ** 2 * (len(values) - 1) for values in several) / spare if spare else None


def seconds_needed(spent: float, half: float, wanted: float) -> float:
    """Seconds until an interval of half width `half` is as narrow as `wanted`.

    Widths shrink with the square root of the number of runs, and so of the time.
    """
    if half <= wanted or spent <= 0:
        return 0.0
    return spent * ((half / wanted) ** 2 - 1)
