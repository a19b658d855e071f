"""A driver that measures nothing: it uses the rate of an experiment's model, and adds noise.

SIMULATED: with it every experiment can be tried on any machine. It gets the published figures only from
`Experiment.truth`, starts no process, reads no queue manager, and does not simulate failures of drivers.
The same seed gives the same runs.
"""

from __future__ import annotations

import shlex
import threading
from collections.abc import Mapping, Sequence
from random import Random
from statistics import median

from mqtune.lab.core.driver_output import CANCELLED, FAILED, OK
from mqtune.lab.core.errors import LabError
from mqtune.lab.core.experiment import Experiment
from mqtune.lab.core.order import Order
from mqtune.lab.core.run import Series
from mqtune.lab.core.work import Work
from mqtune.lab.definitions import read_data, settings_in
from mqtune.lab.drivers.base import Listener, LogLine, RawRun, Sample, WatchReading
from mqtune.lab.simulation.course import RATE, Course, run_figures
from mqtune.lab.simulation.noise import NoiseModel

NAME = "simulated"
BETWEEN = "between"
PERCENT = 100.0

# settings of every experiment with this driver
SETTINGS = settings_in(read_data("simulated.toml"))


class SimulatedClock:
    """The clock of a simulation: it advances only in `wait`, at a pace or at once."""

    def __init__(self, pace: float = 0.0) -> None:
        self._now = 0.0
        self._pace = pace
        self.hurry = threading.Event()

    def now(self) -> float:
        """Simulated seconds since the start."""
        return self._now

    def wait(self, seconds: float) -> None:
        """Let simulated time pass; the real time is shorter by the factor of the pace."""
        if self._pace > 0 and seconds > 0:
            self.hurry.wait(seconds / self._pace)
        self._now += max(0.0, seconds)


class SimulatedDriver:
    """Makes runs of one experiment from its model; see `mqtune.lab.drivers.base.Driver`."""

    name = NAME
    simulated = True

    def __init__(self, case: Experiment, noise: NoiseModel, seed: int, pace: float = 0.0) -> None:
        self._case = case
        self._noise = noise
        self._seed = seed
        self.clock = SimulatedClock(pace)

    def version(self) -> str:
        """The version for the journal."""
        return f"SIMULATED, noise {self._noise.second:.3g} within and {self._noise.run:.3g} between runs"

    def stop(self, now: bool) -> None:
        """From another thread: with `now` the current run, or the next one, ends at once; else as usual."""
        if now:
            self.clock.hurry.set()

    def make(self, number: int, order: Order, work: Work, listen: Listener) -> RawRun:
        """Make one simulated run."""
        for process in work.processes:
            listen(LogLine("$", f"SIMULATED, not started: {shlex.join(process.argv)}"))
        try:
            truth = self._case.truth(order)
        except LabError as error:
            return RawRun((), FAILED, error.together, None, 0.0, {}, {})
        rng = Random(f"{self._seed} {number}")
        threads = sum(one.threads for one in work.processes if one.measured) or 1
        samples = self._noise.samples(truth[RATE], threads, order.seconds, self.clock.now(), rng)
        slower = 1 / max(0.1, 1 + rng.gauss(0, self._noise.run))
        return self._play(order, work, Course(truth, samples, order.rate, rng, slower), listen)

    def _play(self, order: Order, work: Work, course: Course, listen: Listener) -> RawRun:
        """Play the run second by second, calling the listener."""
        read: dict[str, list[WatchReading]] = {}
        for at, sample in enumerate(course.samples, 1):
            self.clock.wait(1.0)
            if self.clock.hurry.is_set():
                self.clock.hurry.clear()
                seen, message = course.samples[: at - 1], "SIMULATED: the run was stopped by the user"
                return RawRun(seen, CANCELLED, message, None, at, _series(read), {})
            listen(sample)
            for watch in work.watches:
                value = course.watched(watch.name, at) if at % max(1, round(watch.every)) == 0 else None
                if value is not None:
                    reading = WatchReading(watch.name, sample.at, value, watch.unit)
                    read.setdefault(watch.name, []).append(reading)
                    listen(reading)
        self.clock.wait(order.seconds - len(course.samples))
        full = course.truth[RATE]
        figures = run_figures(course.truth, _settled(course.samples) / full if full else 1.0)
        return RawRun(course.samples, OK, "SIMULATED", None, order.seconds, _series(read), figures)


def _settled(samples: Sequence[Sample]) -> float:
    """The rate of the second half, when the warm-up is over."""
    return median(one.rate for one in samples[len(samples) // 2 :]) if samples else 0.0


def _series(read: Mapping[str, list[WatchReading]]) -> dict[str, Series]:
    return {
        name: Series(values[0].unit, tuple(one.at for one in values), tuple(one.value for one in values))
        for name, values in read.items()
    }


def simulated_driver(case: Experiment, seed: int) -> SimulatedDriver:
    """The driver according to the settings `noise`, `noise-kind` and `pace`, or their defaults."""
    chosen = {one.name: case.settings.get(one.name, one.default) for one in SETTINGS}
    share = float(str(chosen["noise"])) / PERCENT
    kind = NoiseModel.between if chosen["noise-kind"] == BETWEEN else NoiseModel.within
    return SimulatedDriver(case, kind(share, Random(seed)), seed, float(str(chosen["pace"])))
