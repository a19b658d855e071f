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

Item = TypeVar("Item")


def of_runs(
    values: Sequence[float], unit: str, level: float = SHOWN_LEVEL, resolution: float = 0.0
) -> Interval | None:
    """The mean of an arm's runs with its interval; a single run has no interval.

    The interval is not narrower than a `resolution` allows: one count as a share of those of a run.
    """
    found = log_interval(values, level, ONE_COUNT * resolution)
    if found:
        return Interval(*found, unit, level)
    if not values:
        return None
    mean = fmean(values)
    if len(values) == 1:
        return Interval(mean, mean, mean, unit, None, "one run")
    return Interval(mean, min(values), max(values), unit, None, "minimum to maximum")


def of_shares(spread: Spread, level: float) -> Interval:
    """A log ratio as a relative difference to the reference."""
    return Interval(share(spread.estimate), share(spread.low), share(spread.high), "1", level)


def bounds(spread: Spread) -> str:
    """The ends of a log ratio as relative differences: `-0.5% to +1.2%`."""
    return f"{share(spread.low):+.1%} to {share(spread.high):+.1%}"


def spanned(values: Sequence[float], unit: str) -> Interval:
    """The median with the smallest and the largest value."""
    return Interval(median(values), min(values), max(values), unit, None, "minimum to maximum")


def by_arm(history: Sequence[Run], arms: Sequence[Arm], purpose: str) -> dict[str, list[float]]:
    """The values of the finished runs of each arm, made for the purpose."""
    found: dict[str, list[float]] = {arm.name: [] for arm in arms}
    for run in history:
        if run.counts and run.value is not None and run.order.purpose == purpose:
            found.setdefault(run.order.arm.name, []).append(run.value)
    return found


def shuffled(items: Sequence[Item], seed: int, turn: int) -> list[Item]:
    """The items in an order that depends only on the seed and the turn.

    Every even turn is the reverse of the odd one before it, so that neither a drift nor a periodic load of
    twice the length of a run meets the same item in most blocks.
    """
    mixed = list(items)
    Random(f"{seed}/{(turn + 1) // 2}").shuffle(mixed)
    return mixed if turn % 2 else mixed[::-1]


def minutes(seconds: float) -> float:
    """Seconds as minutes, rounded up to half minutes."""
    return max(0.5, -(-seconds // 30) / 2)
