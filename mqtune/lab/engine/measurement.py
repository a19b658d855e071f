"""Makes one run with the driver, cuts the warm-up, and decides what of it counts."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean, median, stdev

from mqtune.lab.core.definition import is_away
from mqtune.lab.core.encoding import gathered
from mqtune.lab.core.experiment import Work
from mqtune.lab.core.job import Job
from mqtune.lab.core.run import CANCELLED, INCOMPLETE, INTERRUPTED, OK, UNAVAILABLE, Cut, Order, Run
from mqtune.lab.drivers.base import Driver, LiveData, RawRun, Sample, rates_of

# The cut is the largest of three: a fixed time, the end of the warm-up by MSER plus a margin, and the moment
# at which all threads ran; at most half of the run. The fixed time and the margin come from the project's own
# simulation of runs of 30 s (docs/developing/methods.md, Warm-up).

LEAST_CUT = 10.0  # seconds
MARGIN = 4.0  # seconds after the end of the warm-up by MSER
MOST_CUT = 0.5  # of the run
RISING = 0.01  # by which the second half of what counts exceeds the first
STALLS = 0.03  # by which mean and median differ
ENOUGH = 0.7  # of the samples expected of a run of this length
# successive seconds are correlated, so their means vary up to twice as much as those of independent ones
ALIKE = 2.0
BEYOND_NOISE = 2.5  # standard errors of the difference of the halves


@dataclass(frozen=True, slots=True)
class Counted:
    """What of a run counts: the cut, and what was counted after it, divided by the seconds.

    `rate` is per second over the `seconds` of the `samples`, `deviation` their standard deviation. `enough`
    is false if fewer than 70% of the expected samples came, so that the run must not count; the figures are
    None if no sample is left. Each warning states what to do.
    """

    cut: Cut
    samples: int
    rate: float | None
    deviation: float | None
    enough: bool
    seconds: float = 0.0
    warnings: tuple[str, ...] = ()


def count(samples: Sequence[Sample], threads: int, seconds: float, least: float = LEAST_CUT) -> Counted:
    """Cut the warm-up off a run of `seconds` with `threads` threads; `least` is an order's `cut`."""
    good = [sample for sample in samples if math.isfinite(sample.rate) and sample.rate >= 0]
    cut = find_cut(good, threads, seconds, least)
    counted = [sample for sample in good if sample.at > cut.seconds]
    kept = [sample.rate for sample in counted]
    gaps = [later.at - sooner.at for sooner, later in pairwise(samples)]
    expected = max(1.0, seconds / max(1.0, median(gaps))) if gaps else max(1.0, seconds)
    enough = bool(kept) and len(good) >= ENOUGH * expected
    if not kept:
        return Counted(cut, 0, None, None, False)
    length = sum(sample.seconds for sample in counted)
    rate = sum(sample.rate * sample.seconds for sample in counted) / length
    deviation = stdev(kept) if len(kept) > 1 else None
    warnings = tuple(_warnings(good, counted, rate, threads))
    return Counted(cut, len(kept), rate, deviation, enough, length, warnings)


def find_cut(samples: Sequence[Sample], threads: int, seconds: float, least: float = LEAST_CUT) -> Cut:
    """How many seconds at the start do not count, and why.

    A sample covers the time before it: the first one with all threads still includes their start, and is cut
    too.
    """
    running = _all_running(samples, threads)
    steady = _steady(samples)
    wanted = [
        (least, f"the first {least:g} s never count"),
        (steady + MARGIN if steady else 0.0, f"the rate settled after {steady:g} s; margin {MARGIN:g} s"),
        (running, f"all {threads} threads ran after {running:g} s"),
    ]
    at, why = max(wanted, key=lambda cut: cut[0])
    most = MOST_CUT * seconds
    if at > most:
        at, why = most, f"half of the run, the maximum cut ({why})"
    return Cut(at, sum(1 for sample in samples if sample.at <= at), why)


def _all_running(samples: Sequence[Sample], threads: int) -> float:
    """The first moment with all threads; 0 if that is the first sample, infinite if there is none."""
    for number, sample in enumerate(samples):
        if sample.threads >= threads:
            return sample.at if number else 0.0
    return math.inf if samples else 0.0


def _steady(samples: Sequence[Sample]) -> float:
    """The end of the warm-up by MSER: the cut that minimises the standard error of the remaining mean.

    White, An effective truncation heuristic for bias reduction in simulation output (Simulation 69, 1997).
    """
    total = squares = 0.0
    best, best_start = math.inf, 0
    rates = [sample.rate for sample in samples]
    scale = max(rates, default=0.0) or 1.0
    for start in range(len(rates) - 1, -1, -1):
        rate = rates[start] / scale
        total += rate
        squares += rate * rate
        left = len(rates) - start
        if start > len(rates) // 2:
            continue
        error = (squares - total * total / left) / (left * left)
        if error <= best:
            best, best_start = error, start
    return samples[best_start - 1].at if best_start else 0.0


def _warnings(
    samples: Sequence[Sample], counted: Sequence[Sample], mean: float, threads: int
) -> Iterator[str]:
    """What reduces the confidence in the rate of the run."""
    kept = [sample.rate for sample in counted]
    most = max(sample.threads for sample in samples)
    if most < threads:
        yield f"only {most} of {threads} threads ran: check the driver's output for the others"
    if (rise := _rise(kept)) is not None:
        yield f"the rate is still rising, by {rise:.1%} from the first half to the second: use longer runs"
    middle = median(kept)
    grain = 1 / max(sample.seconds for sample in counted)  # the median of counts is a whole number of them
    if middle > 0 and abs(mean - middle) > STALLS * middle + grain / 2:
        differ = f"mean and median differ by {abs(mean / middle - 1):.1%}: the rate stalls or jumps"
        yield f"{differ}; check for log writes, other load and full queues at that time"


def _rise(kept: Sequence[float]) -> float | None:
    """By how much the second half exceeds the first, if that is over 1% and more than noise."""
    half = len(kept) // 2
    if half < 3:
        return None
    before, after = kept[:half], kept[-half:]
    first, second = fmean(before), fmean(after)
    if first <= 0 or second / first - 1 <= RISING:
        return None
    noise = ALIKE * math.sqrt((stdev(before) ** 2 + stdev(after) ** 2) / half)
    return second / first - 1 if second - first > BEYOND_NOISE * noise else None


CLOCK_JUMP_SECONDS = 5.0
NO_TIMELINE = "mqldt"  # prints its figures only at the end


def make_run(
    job: Job,
    driver: Driver,
    number: int,
    block: int,
    order: Order,
    work: Work,
    listen: Callable[[LiveData], None],
    wall: Callable[[], float] = time.time,
) -> Run:
    """Make one run and wait for its end. `wall` is the machine's clock, which may jump."""
    wall_before, before = wall(), driver.clock.now()
    raw = driver.make(number, order, work, listen)
    lasted, wall_lasted = driver.clock.now() - before, wall() - wall_before
    run = finished(job, number, block, order, work, raw)
    if run.outcome not in (OK, CANCELLED) and is_away(run.reason_code):
        return replace(run, outcome=UNAVAILABLE, value=None, warnings=())
    if not driver.simulated and abs(wall_lasted - lasted) > CLOCK_JUMP_SECONDS and run.outcome == OK:
        jump = wall_lasted - lasted
        message = (
            f"the clock of this machine jumped by {jump:+,.0f} s: it was suspended, or the time was set; "
            "the run is repeated"
        )
        return replace(run, outcome=INTERRUPTED, value=None, message=message, warnings=())
    return run


def finished(job: Job, number: int, block: int, order: Order, work: Work, raw: RawRun) -> Run:
    """The finished run of a raw run, with its warm-up cut."""
    series = raw.series | rates_of(raw.samples)
    run = gathered(Run, raw, number=number, block=block, order=order, value=None, series=series)
    if not raw.samples or job.words == NO_TIMELINE:
        return _valued(job, run)
    threads = sum(process.threads for process in work.processes if process.measured)
    counted = count(raw.samples, threads, order.seconds, order.cut)
    run = replace(
        run,
        value=counted.rate,
        mean=counted.rate,
        deviation=counted.deviation,
        cut=counted.cut,
        counted=counted.seconds,
        warnings=counted.warnings,
    )
    run = _valued(job, run)
    if run.outcome != OK or counted.enough:
        return run
    message = f"too few samples: {counted.samples} after the warm-up; {run.message}".rstrip("; ")
    return replace(run, outcome=INCOMPLETE, value=None, message=message)


def _valued(job: Job, run: Run) -> Run:
    """The run with the value that methods compare: None if it does not count."""
    if run.outcome != OK:
        return replace(run, value=None)
    value = job.case.value(run)
    return run if value is None or value == run.value else replace(run, value=value, counted=0.0)
