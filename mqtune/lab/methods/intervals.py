"""The intervals of verdicts from the values of runs, and other helpers of all methods."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean, median

from mqtune.lab.core.order import Arm
from mqtune.lab.core.run import Run
from mqtune.lab.core.statistics import OUTLIER_SCORE, Spread, log_interval, modified_z_scores, share
from mqtune.lab.core.verdict import Interval

SHOWN_LEVEL = 0.95  # of intervals that are only shown and decide nothing
OUTLIER_RUNS = 5  # with fewer runs an outlier cannot be identified
OUTLIER_SHARE = 0.05  # a run this close to the median is not an outlier, however similar the others are


def of_runs(values: Sequence[float], unit: str, level: float = SHOWN_LEVEL) -> Interval | None:
    """The mean of an arm's runs with its interval; a single run has no interval."""
    found = log_interval(values, level)
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


def shuffled(arms: Sequence[Arm], seed: int, turn: int) -> list[Arm]:
    """The arms in an order that depends only on the seed and the turn."""
    mixed = list(arms)
    Random(f"{seed}/{turn}").shuffle(mixed)
    return mixed


def outliers(values: dict[str, list[float]]) -> tuple[str, ...]:
    """A warning for each arm with an outlier among its runs; outliers are reported and kept."""
    found = []
    for name, rates in values.items():
        if len(rates) < OUTLIER_RUNS:
            continue
        middle = median(rates)
        for rate, score in zip(rates, modified_z_scores(rates), strict=True):
            if abs(score) > OUTLIER_SCORE and abs(rate / middle - 1) > OUTLIER_SHARE:
                found.append(
                    f"a run of {name} differs by {rate / middle - 1:+.0%} from the median of its runs: "
                    "check for other load at that time"
                )
                break
    return tuple(found)


def minutes(seconds: float) -> float:
    """Seconds as minutes, rounded up to half minutes."""
    return max(0.5, -(-seconds // 30) / 2)
