"""The course of one simulated run: outages, queues that fill, messages that expire.

SIMULATED: everything is computed from the figures of an experiment's `truth`.

| Figure | Meaning |
|---|---|
| `rate` | what the measured processes reach at full speed, messages/s; always present |
| `offered` | the rate of the drivers if the order has none |
| `backlog:<watch>` | share of the offered and not carried rate that accumulates in the watched queues |
| `grows:<watch>` | messages/s by which the watched queues grow at any rate |
| `puts:<watch>` | messages put to the watched queues for each message of the rate; they are not read |
| `lifetime_s`, `sweep_s` | after how long such messages expire, and how often they are removed |
| `bytes:<watch>` | with `puts:`: a file is watched, with this many bytes for each message of its maximum |
| `steady:<watch>` | the value of the watch (running channels) while the network works |
| `outage_s`, `restored_s` | seconds after the start of the run at which the network breaks and is restored |
| `detected_s` | seconds after the break until no channel runs |
| `channels_back_s` | seconds after the restoration until all channels run |
| `rate_back_s` | seconds after the restoration until the rate is back |

All other figures belong to the run as a whole (`RawRun.figures`); see `run_figures`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from random import Random

from mqtune.lab.drivers.base import Sample

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
    found = {}
    for name, value in truth.items():
        if name in _OF_THE_COURSE or name.startswith(_OF_A_WATCH):
            continue
        if name.endswith(TIME):
            value = value / speed if speed else math.inf
        elif name.endswith(SPEED):
            value *= speed
        found[name] = value
    return found


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
        self._capacity = [one.rate * (outage.rate(one.at) if outage else 1.0) for one in capacity]
        rates = [rate if offered is None else min(rate, offered) for rate in self._capacity]
        self.samples = tuple(replace(one, rate=rate) for one, rate in zip(capacity, rates, strict=True))
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
