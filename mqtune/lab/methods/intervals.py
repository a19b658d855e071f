"""The intervals of verdicts from the values of runs, and other helpers of all methods."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean, median
from typing import TypeVar

from mqtune.lab.core.order import Arm
from mqtune.lab.core.run import Run
from mqtune.lab.core.statistics import Spread, log_interval, share
from mqtune.lab.core.verdict import Interval

ONE_COUNT = 6**-0.5  # deviation of a difference of two counts, each of which is cut to a whole number
SHOWN_LEVEL = 0.95  # of intervals that are only shown and decide nothing

# Of six units ABBA or BAAB: how many units before was the one that it follows, and whether it is the
# opposite of it; two are random. A load that returns every four runs meets the same place of every unit, so
# the second is the opposite of the first; one that returns every three runs meets the same places again three
# units later.
LIKE = ((0, False), (1, True), (0, False), (3, True), (4, False), (3, True))
UNITS = len(LIKE)

Item = TypeVar("Item")


def of_runs(
    values: Sequence[float], unit: str, level: float = SHOWN_LEVEL, resolutions: Sequence[float] = ()
) -> Interval | None:
    """The mean of an arm's runs with its interval; a single run has no interval.

    The interval is not narrower than the `resolutions` of the runs allow: one count as a share of theirs.
    """
    found = log_interval(values, level, ONE_COUNT * fmean(resolutions or (0.0,)))
    if found:
        return Interval(*found, unit, level)
    if not values:
        return None
    mean = fmean(values)
    if len(values) == 1:
        return Interval(mean, mean, mean, unit, None, "one run")
    return Interval(mean, min(values), max(values), unit, None, "minimum to maximum")


def mean_of(runs: Sequence[Run], unit: str, level: float = SHOWN_LEVEL) -> Interval | None:
    """The mean of runs that count with its interval."""
    values = [run.value for run in runs if run.value is not None]
    return of_runs(values, unit, level, [run.resolution for run in runs])


def of_shares(spread: Spread, level: float) -> Interval:
    """A log ratio as a relative difference to the reference."""
    return Interval(share(spread.estimate), share(spread.low), share(spread.high), "1", level)


def figure_text(value: float) -> str:
    """A value with at least four digits and without an exponent."""
    return f"{value:,.0f}" if abs(value) >= 999.5 else f"{value:,.4g}"


def bounds(spread: Spread) -> str:
    """The ends of a log ratio as relative differences: `-0.5% to +1.2%`."""
    return f"{share(spread.low):+.1%} to {share(spread.high):+.1%}"


def spanned(values: Sequence[float], unit: str) -> Interval:
    """The median with the smallest and the largest value."""
    return Interval(median(values), min(values), max(values), unit, None, "minimum to maximum")


def by_arm(history: Sequence[Run], arms: Sequence[Arm], purpose: str) -> dict[str, list[Run]]:
    """The finished runs of each arm that count, made for the purpose."""
    found: dict[str, list[Run]] = {arm.name: [] for arm in arms}
    for run in history:
        if run.counts and run.order.purpose == purpose:
            found.setdefault(run.order.arm.name, []).append(run)
    return found


def shuffled(items: Sequence[Item], seed: int, turn: int) -> list[Item]:
    """The items in an order that depends only on the seed and the turn.

    Every even turn is the reverse of the odd one before it, so that neither a drift nor a periodic load of
    twice the length of a run meets the same item in most blocks. With two items, two such turns are ABBA or
    BAAB, at random as far as `LIKE` allows.
    """
    mixed, unit = list(items), (turn + 1) // 2
    like, opposite = LIKE[(unit - 1) % UNITS] if len(mixed) == 2 else (0, False)
    Random(f"{seed}/{unit - like}").shuffle(mixed)
    return mixed[::-1] if (turn % 2 == 0) != opposite else mixed


def minutes(seconds: float) -> float:
    """Seconds as minutes, rounded up to half minutes."""
    return max(0.5, -(-seconds // 30) / 2)
