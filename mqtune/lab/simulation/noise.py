"""How the rate of a load driver varies: from second to second, from run to run, and slowly.

SIMULATED: a model of noise around a given true rate, for the simulated driver and for measuring how often the
methods are right. Its shape and its constants are the project's own choice (docs/developing/methods.md, The
noise of the simulation), those of thread starts are MQ-CPH's (`-wi`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from mqtune.lab.drivers.base import Sample

ALIKE = 0.6  # correlation of one second with the next
STALLED = 0.01  # share of the seconds in which the driver mostly stalls
STALL_LEFT = 0.1  # of the rate in such a second
WARM_UP_DEPTH = 0.4  # share of the rate that is missing when a thread starts
WARM_UP_SECONDS = (1.0, 4.0)  # time constant of the warm-up, different in each run
DRIFT_SECONDS = (600.0, 1200.0)  # period of the drift
SHORT_STAGGER = 0.01  # with -wi 10
_SETTLED = 8.0  # time constants after which the warm-up is negligible
_LEAST = 0.02  # of the rate in the worst second


@dataclass(frozen=True, slots=True)
class NoiseModel:
    """The noise of one session.

    `second`, `run` and `drift` are shares of the rate: the standard deviation from second to second, that
    from run to run, and the amplitude of a slow wave of `period` seconds with `phase` (0 to 1) when the clock
    is 0.
    """

    second: float
    run: float
    drift: float
    period: float
    phase: float
    stagger: float = SHORT_STAGGER

    @classmethod
    def within(cls, share: float, rng: Random, stagger: float = SHORT_STAGGER) -> NoiseModel:
        """Noise mostly from second to second: runs vary by a third of it."""
        return cls(share, share / 3, share / 2, rng.uniform(*DRIFT_SECONDS), rng.random(), stagger)

    @classmethod
    def between(cls, share: float, rng: Random, stagger: float = SHORT_STAGGER) -> NoiseModel:
        """The worst case: runs vary as much as seconds do, so that longer runs do not help."""
        return cls(share, share, share / 2, rng.uniform(*DRIFT_SECONDS), rng.random(), stagger)

    def samples(
        self,
        total: float,
        threads: int,
        seconds: float,
        start: float,
        rng: Random,
        offered: float | None = None,
    ) -> list[Sample]:
        """One run: a sample each second, for a true rate of `total` of all threads together.

        `start` is the experiment's clock at the start of the run. An `offered` rate is an upper bound, since
        a paced driver does not exceed its rate.
        """
        gauss = rng.gauss
        # the true rate is the throughput, stalls included
        run_level = total / (1 - STALLED * (1 - STALL_LEFT)) * math.exp(gauss(0, self.run))
        constant = rng.uniform(*WARM_UP_SECONDS)
        fresh = self.second * math.sqrt(1 - ALIKE * ALIKE)
        noise = gauss(0, self.second)
        complete = (threads - 1) * self.stagger
        wave = 2 * math.pi / self.period
        found = []
        for at in range(1, int(seconds) + 1):
            rate = run_level * max(_LEAST, 1 + noise)
            rate *= 1 + self.drift * math.sin(wave * (start + at) + 2 * math.pi * self.phase)
            if at - complete < _SETTLED * constant:
                rate *= self._ready(at - 0.5, threads, constant)
            if rng.random() < STALLED:
                rate *= STALL_LEFT
            if offered is not None and rate > offered:
                rate = offered
            running = threads if at >= complete else 1 + int(at / self.stagger)
            found.append(Sample(float(at), rate, running))
            noise = ALIKE * noise + fresh * gauss(0, 1)
        return found

    def _ready(self, at: float, threads: int, constant: float) -> float:
        """The share of the rate of the threads that have started, each with its own warm-up."""
        ready = 0.0
        for number in range(threads):
            running = at - number * self.stagger
            if running <= 0:
                break
            ready += 1 - WARM_UP_DEPTH * math.exp(-running / constant)
        return ready / threads
