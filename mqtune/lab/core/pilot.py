"""The pilot: runs of one arm before anything is compared, which show how noisy the machine is.

Three runs of 20 s give the variation from second to second and, roughly, from run to run; every block refines
the latter. The noise determines what can be expected of an experiment. Source of the bounds: simulations of
the methods, at 1, 5 and 15% noise within and between runs (`bench/success.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import mean, median

from mqtune.lab.core.job import MANUAL, Job
from mqtune.lab.core.order import PILOT, Block, Order
from mqtune.lab.core.run import RATES, Run
from mqtune.lab.core.statistics import deviation_by_median, pooled_variance
from mqtune.lab.core.verdict import Noise

RUNS = 3
SECONDS = 20.0
CUT_SECONDS = 8.0
QUIET = 0.02
NOISY = 0.10
RATE = "/s"
_WHY = "noise of the machine: the same arm three times, before anything is compared"


def pilot_block(job: Job) -> Block | None:
    """The pilot of a job; None if runs have no rate, are too long to repeat, or are made by a person."""
    definition = job.experiment.definition
    if job.driver == MANUAL or not definition.pilot or not definition.unit.endswith(RATE):
        return None
    arms = job.case.arms()
    # no restart of a queue manager only to measure its noise
    arms = tuple(one for one in arms if not job.case.between(None, one)) or arms
    if not arms:
        return None
    order = Order(arms[len(arms) // 2], SECONDS, CUT_SECONDS, PILOT)
    return Block((order,) * RUNS, _WHY)


def noise_of(runs: Sequence[Run]) -> Noise | None:
    """The noise that runs of the same arms show; None if none of them counts.

    `within` is the deviation of the seconds of a run as a share of their median, averaged over the runs. It
    is computed from the median absolute deviation, so that a stalled second does not count as noise.
    `between` is the deviation of the logarithms of the runs' values around the mean of their arm; None if
    each arm has only one run.
    """
    counted = [run for run in runs if run.counts and run.value and run.value > 0]
    shares = [share for run in counted if (share := _within(run)) is not None]
    if not shares:
        return None
    return Noise(mean(shares), _between(counted))


def _within(run: Run) -> float | None:
    series = run.series.get(RATES)
    if series is None:
        return None
    cut = run.cut.seconds if run.cut else 0.0
    rates = [rate for at, rate in zip(series.at, series.values, strict=True) if at > cut]
    middle = median(rates) if rates else 0.0
    return deviation_by_median(rates) / middle if middle > 0 else None


def _between(runs: Sequence[Run]) -> float | None:
    by_arm: dict[tuple[str, float | None, str], list[float]] = {}
    for run in runs:
        key = (run.order.arm.name, run.order.rate, run.order.purpose)
        by_arm.setdefault(key, []).append(math.log(run.value or 1.0))
    variance = pooled_variance(by_arm.values())
    return None if variance is None else math.sqrt(variance)


def worse(pilot: Noise | None, runs: Noise | None) -> Noise | None:
    """The noise of an experiment: the larger of what its pilot and its runs show."""
    if pilot is None or runs is None:
        return pilot or runs
    return Noise(max(pilot.within, runs.within), max(pilot.between or 0.0, runs.between or 0.0))


def promise(noise: Noise | None) -> str:
    """What can be expected of an experiment at this noise, in one sentence."""
    if noise is None:
        return "the noise of the machine is not known before the first block"
    worst = max(noise.within, noise.between or 0.0)
    if (noise.between or 0.0) > NOISY:
        return (
            "runs differ by more than 10%: only effects of 25% or more can be detected; check for other "
            "load, frequency scaling, NUMA placement and steal time of a virtual machine"
        )
    if worst <= QUIET:
        return "low noise: a decision usually takes 5 to 15 minutes"
    return "some noise: a decision may take 10 to 20 minutes, or remain open"
