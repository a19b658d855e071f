"""How the value of a run departs from the truth in bench/success_questions.py: noise, and what disturbs runs.

SIMULATED. A disturbance is a function of the clock; what it does to all runs alike is part of the session's
truth, what it does to single runs is not.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from mqtune.lab.core.run import OK, Method, Order, Run, Series, Verdict

DISTURBED = "## Under disturbances, every method"
START_UP = 1.0  # seconds from the end of one run to the start of the next
MINUTE = 60.0
ALIKE = 0.8  # correlation of successive runs where they are autocorrelated
LOADED_SECONDS, LOADED = 20.0, 0.6  # of each minute another load leaves this share of the rate
RETURNING_SECONDS, RETURNING = 24.0, 0.8  # of a load that returns every few runs of the usual length
USUAL_SECONDS = 30.0
STEP, DRIFT = 0.15, 0.2
BAD, LEAST_LOST, MOST_LOST = 0.1, 0.2, 0.5  # share of bad runs, and what they lose

Depth = Callable[[Order, float, Random], Series]


@dataclass(frozen=True, slots=True)
class Shape:
    """The noise between runs, and what disturbs them; rates are multiplied by `scale`.

    Of the arms whose names contain `arm`, a share `fails` of the runs reaches only `reaches` of the rate, and
    the noise is `uneven`. A load that returns every `every` runs of the usual length lasts for most of a run.
    """

    name: str
    noise: float
    bad: bool = False
    disturbed: str = ""
    scale: float = 1.0
    arm: str = ""
    fails: float = 0.0
    reaches: float = 1.0
    uneven: float | None = None
    every: float = 0.0

    def fits(self, order: Order) -> bool:
        """Whether an order is for an arm that is disturbed."""
        return bool(self.arm) and self.arm in order.arm.name

    def mean(self, order: Order) -> float:
        """The mean rate of an arm, bad runs included, as a share of its rate without them."""
        return 1 - self.fails * (1 - self.reaches) if self.fits(order) else 1.0


SHAPES = (
    Shape("1%", 0.01),
    Shape("5%", 0.05),
    Shape("1%, bad runs", 0.01, bad=True),
    Shape("5%, bad runs", 0.05, bad=True),
    Shape("step", 0.02, disturbed="step"),
    Shape("drift", 0.02, disturbed="drift"),
    Shape("autocorrelated", 0.05, disturbed="autocorrelated"),
    Shape("other load", 0.02, disturbed="other load"),
    Shape("low rates", 0.01, scale=0.01),
)

# what is not alike in all arms: two of three arms, or one of two, are steady
UNSTABLE = (
    Shape("1 in 5 at 60%", 0.01, arm="after", fails=0.2, reaches=0.6),
    Shape("1 in 4 at 70%", 0.01, arm="after", fails=0.25, reaches=0.7),
    Shape("1 in 3 at 60%", 0.01, arm="after", fails=1 / 3, reaches=0.6),
    Shape("1 in 4 at 60%, 3% noise", 0.03, arm="after", fails=0.25, reaches=0.6),
)
UNEVEN = (
    Shape("noise 8% and 1%", 0.01, arm="after", uneven=0.08),
    Shape("noise 1% and 8%", 0.08, arm="after", uneven=0.01),
)
PERIODIC = tuple(Shape(f"every {runs} runs", 0.01, every=runs) for runs in (2, 3, 4, 5, 6))


@dataclass
class Machine:
    """A machine of a shape: the value of each run that a method requests."""

    shape: Shape
    rng: Random
    levels: list[float] = field(default_factory=list)  # of the machine in each run, without noise of the run
    deviation: float = 0.0
    moment: float = 0.0  # of a step, or the phase of another load

    def __post_init__(self) -> None:
        self.moment = self.rng.uniform(3 * MINUTE, 10 * MINUTE)
        self.deviation = self.rng.gauss(0, 1)

    @property
    def level(self) -> float:
        """The mean level of the machine over the session."""
        return math.fsum(self.levels) / len(self.levels) if self.levels else 1.0

    def speed(self, order: Order, clock: float) -> float:
        """The share of the truth that a run at this time reaches."""
        start, end = clock + order.cut, clock + order.seconds
        level, noise, shape = self._level(start, end), self.rng.gauss(0, 1), self.shape
        share = shape.uneven if shape.uneven is not None and shape.fits(order) else shape.noise
        if self.shape.disturbed == "autocorrelated":
            self.deviation = ALIKE * self.deviation + math.sqrt(1 - ALIKE * ALIKE) * noise
            level, noise = math.exp(self.shape.noise * self.deviation), 0.0
        self.levels.append(level)
        level *= math.exp(share * noise)
        if shape.fails and shape.fits(order) and self.rng.random() < shape.fails:
            level *= shape.reaches
        if self.shape.bad and self.rng.random() < BAD:
            level *= 1 - self.rng.uniform(LEAST_LOST, MOST_LOST)
        return level

    def _level(self, start: float, end: float) -> float:
        if self.shape.disturbed == "step":
            return 1 - STEP * min(1.0, max(0.0, (end - self.moment) / (end - start)))
        if self.shape.disturbed == "drift":
            return 1 - DRIFT * min(1.0, (start + end) / 2 / (10 * MINUTE))
        if self.shape.disturbed == "other load":
            loaded = self._loaded(end, MINUTE, LOADED_SECONDS) - self._loaded(start, MINUTE, LOADED_SECONDS)
            return 1 - (1 - LOADED) * loaded / (end - start)
        if self.shape.every:
            period = self.shape.every * (USUAL_SECONDS + START_UP)
            loaded = self._loaded(end, period, RETURNING_SECONDS)
            loaded -= self._loaded(start, period, RETURNING_SECONDS)
            return 1 - (1 - RETURNING) * loaded / (end - start)
        return 1.0

    def _loaded(self, until: float, period: float, seconds: float) -> float:
        """Seconds with other load before a moment, of a load that lasts some seconds in each period."""
        periods, rest = divmod(until + self.moment, period)
        return periods * seconds + min(rest, seconds)


def session(
    method: Method,
    truth: Callable[[Order], float],
    machine: Machine,
    minutes: float,
    depth: Depth | None = None,
    offered: Callable[[Order], float | None] = lambda order: order.rate,
) -> Verdict:
    """Make the runs that the method requests until it has a verdict.

    `truth` is the capacity; `depth` gives the depth of the queues during a run of a capacity. A paced driver
    does not exceed the rate that is `offered`.
    """
    clock, history, scale = 0.0, list[Run](), machine.shape.scale
    while True:
        step = method.next(history, clock, minutes * MINUTE)
        if isinstance(step, Verdict):
            return step
        for order in step.orders:
            capacity, rate = scale * truth(order) * machine.speed(order, clock), offered(order)
            series = {"depth": depth(order, capacity, machine.rng)} if depth else {}
            counted = order.seconds - order.cut
            # a driver counts whole messages
            whole = int((capacity if rate is None else min(capacity, rate)) * counted + machine.rng.random())
            value = whole / counted
            took = order.seconds + START_UP
            clock += took
            number = len(history) + 1
            history.append(Run(number, 1, order, OK, value, value, took=took, counted=counted, series=series))


def write_part(text: str, disturbed: bool) -> None:
    """Replace a part of bench/success.md: that of `page`, or that of bench/success_questions.py."""
    path = Path(__file__).with_name("success.md")
    first, mark, second = (
        path.read_text(encoding="utf-8").partition(DISTURBED) if path.exists() else ("",) * 3
    )
    parts = (first, text) if disturbed else (text, mark + second)
    path.write_text("\n".join(part.strip() + "\n" for part in parts if part.strip()), encoding="utf-8")
