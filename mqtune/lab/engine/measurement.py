"""Makes one run with the driver, cuts the warm-up, and decides what of it counts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from mqtune.lab.core.driver_output import CANCELLED, INCOMPLETE, INTERRUPTED, OK, UNAVAILABLE
from mqtune.lab.core.encoding import gathered
from mqtune.lab.core.job import Job
from mqtune.lab.core.order import Order
from mqtune.lab.core.reasons import is_away
from mqtune.lab.core.run import Run
from mqtune.lab.core.work import Work
from mqtune.lab.drivers.base import Driver, LiveData, RawRun, rates_of
from mqtune.lab.engine.warmup import count

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
    made = finished(job, number, block, order, work, raw)
    if made.outcome not in (OK, CANCELLED) and is_away(made.reason_code):
        return replace(made, outcome=UNAVAILABLE, value=None, warnings=())
    if not driver.simulated and abs(wall_lasted - lasted) > CLOCK_JUMP_SECONDS and made.outcome == OK:
        jump = wall_lasted - lasted
        message = (
            f"the clock of this machine jumped by {jump:+,.0f} s: it was suspended, or the time was set; "
            "the run is repeated"
        )
        return replace(made, outcome=INTERRUPTED, value=None, message=message, warnings=())
    return made


def finished(job: Job, number: int, block: int, order: Order, work: Work, raw: RawRun) -> Run:
    """The finished run of a raw run, with its warm-up cut."""
    series = raw.series | rates_of(raw.samples)
    run = gathered(Run, raw, number=number, block=block, order=order, value=None, series=series)
    if not raw.samples or job.words == NO_TIMELINE:
        return _valued(job, run)
    threads = sum(one.threads for one in work.processes if one.measured)
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
    own = job.case.value(run)
    return run if own is None or own == run.value else replace(run, value=own, counted=0.0)
