"""A driver that measures nothing: it uses the rate of an experiment's model, and adds noise.

SIMULATED: with it every experiment can be tried on any machine. It gets the published figures only from
`Experiment.truth`, starts no process, reads no queue manager, and does not simulate failures of drivers. The
same seed gives the same runs.
"""

from __future__ import annotations

import math
import shlex
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from random import Random
from statistics import median

from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import Experiment, Work
from mqtune.lab.core.run import CANCELLED, FAILED, OK, Order, Series
from mqtune.lab.definitions import read_data, settings_in
from mqtune.lab.drivers.base import Listener, LogLine, RawRun, Sample, WatchReading

# The course of one simulated run: outages, queues that fill, messages that expire.
#
# SIMULATED: everything is computed from the figures of an experiment's `truth`.
#
# | Figure | Meaning |
# |---|---|
# | `rate` | what the measured processes reach at full speed, messages/s; always present |
# | `offered` | the rate of the drivers if the order has none |
# | `backlog:<watch>` | share of the offered and not carried rate that accumulates in the watched queues |
# | `grows:<watch>` | messages/s by which the watched queues grow at any rate |
# | `puts:<watch>` | messages put to the watched queues for each message of the rate; they are not read |
# | `lifetime_s`, `sweep_s` | after how long such messages expire, and how often they are removed |
# | `bytes:<watch>` | with `puts:`: a file is watched, with this many bytes for each message of its maximum
# |
# | `steady:<watch>` | the value of the watch (running channels) while the network works |
# | `outage_s`, `restored_s` | seconds from the start of the run at which the network breaks and is restored |
# | `detected_s` | seconds after the break until no channel runs |
# | `channels_back_s` | seconds after the restoration until all channels run |
# | `rate_back_s` | seconds after the restoration until the rate is back |
#
# All other figures belong to the run as a whole (`RawRun.figures`); see `run_figures`.

RATE, OFFERED = "rate", "offered"
BACKLOG, GROWS, PUTS, BYTES, STEADY = "backlog:", "grows:", "puts:", "bytes:", "steady:"
LIFETIME, SWEEP = "lifetime_s", "sweep_s"
OUTAGE, RESTORED, DETECTED = "outage_s", "restored_s", "detected_s"
CHANNELS_BACK, RATE_BACK = "channels_back_s", "rate_back_s"
_OF_A_WATCH = (BACKLOG, GROWS, PUTS, BYTES, STEADY)
_OF_THE_COURSE = (RATE, OFFERED, LIFETIME, SWEEP, OUTAGE, RESTORED, DETECTED, CHANNELS_BACK, RATE_BACK)
TIME, SPEED = "_us", "_per_s"


def run_figures(truth: Mapping[str, float], speed: float) -> dict[str, float]:
    """The figures of a run as a whole, for a run that was `speed` times as fast as the truth.

    Times (`..._us`) are divided by `speed`, speeds (`..._per_s`) multiplied by it.
    """
    figures = {}
    for name, value in truth.items():
        if name in _OF_THE_COURSE or name.startswith(_OF_A_WATCH):
            continue
        if name.endswith(TIME):
            value = value / speed if speed else math.inf
        elif name.endswith(SPEED):
            value *= speed
        figures[name] = value
    return figures


class Outage:
    """The network is broken for a while; recovery takes `slower` times as long as in the truth."""

    def __init__(self, truth: Mapping[str, float], slower: float) -> None:
        self._broken = truth[OUTAGE]
        self._restored = truth[RESTORED]
        self._gone = min(self._broken + truth[DETECTED], self._restored)
        self._channels = self._restored + truth[CHANNELS_BACK] * slower
        self._rate = self._restored + truth[RATE_BACK] * slower

    def channels(self, at: float) -> float:
        """Share of the channels that run: all, then none, then increasing."""
        if at < self._gone:
            return 1.0
        if at <= self._restored:
            return 0.0
        return min(1.0, (at - self._restored) / (self._channels - self._restored))

    def rate(self, at: float) -> float:
        """Share of the rate: nothing from the break until all channels run, and then increasing."""
        if at < self._broken or at >= self._rate:
            return 1.0
        return max(0.0, (at - self._channels) / (self._rate - self._channels))


class Course:
    """One run second by second. `capacity` has a sample at full speed for each, noise included."""

    def __init__(
        self,
        truth: Mapping[str, float],
        capacity: Sequence[Sample],
        offered: float | None,
        rng: Random,
        slower: float,
    ) -> None:
        self.truth = truth
        self._offered = offered = truth.get(OFFERED) if offered is None else offered
        self._outage = outage = Outage(truth, slower) if OUTAGE in truth else None
        self._capacity = [sample.rate * (outage.rate(sample.at) if outage else 1.0) for sample in capacity]
        rates = [rate if offered is None else min(rate, offered) for rate in self._capacity]
        self.samples = tuple(replace(sample, rate=rate) for sample, rate in zip(capacity, rates, strict=True))
        self._phase = rng.uniform(0, truth.get(SWEEP, 0.0))
        self._put = [0.0, *accumulate(rates)]
        self._read: dict[str, list[float]] = {}

    def watched(self, name: str, at: int) -> float | None:
        """The reading of a watch after `at` seconds; None if the truth has no figure for it."""
        if name not in self._read:
            self._read[name] = self._readings(name)
        readings = self._read[name]
        return float(round(readings[at])) if readings else None

    def _readings(self, name: str) -> list[float]:
        """The readings of a watch at each second from 0; empty if the truth has no figure for it."""
        truth, seconds = self.truth, range(len(self._put))
        if (steady := truth.get(STEADY + name)) is not None:
            return [steady * (self._outage.channels(at) if self._outage else 1.0) for at in seconds]
        if PUTS + name in truth:
            unread = [self._unread(at) * truth[PUTS + name] for at in seconds]
            size = truth.get(BYTES + name)
            return unread if size is None else [size * most for most in accumulate(unread, max)]
        if BACKLOG + name in truth or GROWS + name in truth:
            return self._piled_up(truth.get(BACKLOG + name, 0.0), truth.get(GROWS + name, 0.0))
        return []

    def _piled_up(self, share: float, grows: float) -> list[float]:
        """Messages that arrived and were not processed; spare capacity processes them later."""
        depths = [0.0]
        for capacity in self._capacity:
            unmet = 0.0 if self._offered is None else self._offered - capacity
            depths.append(max(0.0, depths[-1] + grows + share * unmet))
        return depths

    def _unread(self, at: int) -> float:
        """Messages put and not expired: a sweep removes all whose lifetime has passed by then."""
        put = self._put[at]
        if LIFETIME not in self.truth:
            return put
        sweep = self.truth[SWEEP]
        last = self._phase + math.floor((at - self._phase) / sweep) * sweep
        return put - self._put_until(last - self.truth[LIFETIME])

    def _put_until(self, moment: float) -> float:
        """Messages put until a moment, which may be between two seconds."""
        if moment <= 0:
            return 0.0
        second = min(int(moment), len(self._put) - 2)
        return self._put[second] + (self._put[second + 1] - self._put[second]) * (moment - second)


# Noise around a given true rate, for the simulated driver and for measuring how often the methods are right.
# Its shape and its constants are the project's own choice (docs/developing/methods.md, The noise of the
# simulation), those of thread starts are MQ-CPH's (`-wi`).

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
        samples = []
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
            samples.append(Sample(float(at), rate, running))
            noise = ALIKE * noise + fresh * gauss(0, 1)
        return samples

    def _ready(self, at: float, threads: int, constant: float) -> float:
        """The share of the rate of the threads that have started, each with its own warm-up."""
        ready = 0.0
        for number in range(threads):
            running = at - number * self.stagger
            if running <= 0:
                break
            ready += 1 - WARM_UP_DEPTH * math.exp(-running / constant)
        return ready / threads


# The driver.

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
        threads = sum(started.threads for started in work.processes if started.measured) or 1
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
    return median(sample.rate for sample in samples[len(samples) // 2 :]) if samples else 0.0


def _series(read: Mapping[str, list[WatchReading]]) -> dict[str, Series]:
    return {
        name: Series(
            values[0].unit,
            tuple(reading.at for reading in values),
            tuple(reading.value for reading in values),
        )
        for name, values in read.items()
    }


def simulated_driver(case: Experiment, seed: int) -> SimulatedDriver:
    """The driver according to the settings `noise`, `noise-kind` and `pace`, or their defaults."""
    chosen = {setting.name: case.settings.get(setting.name, setting.default) for setting in SETTINGS}
    share = float(str(chosen["noise"])) / PERCENT
    kind = NoiseModel.between if chosen["noise-kind"] == BETWEEN else NoiseModel.within
    return SimulatedDriver(case, kind(share, Random(seed)), seed, float(str(chosen["pace"])))
