"""Rates of the processes of a run, second by second, and their sums.

The time of a sample follows from the driver's own count of intervals, not from the moment when mqtune read
it: a stalled machine, or a suspended mqtune, must not shift samples against each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from mqtune.lab.core.driver_output import BlockSizeResult
from mqtune.lab.drivers.base import Sample
from mqtune.lab.output.parser import Parser

CPH = "cph"
MQLDT = "mqldt"
USUAL_INTERVAL = 10.0
# possible delay of mqtune's own reading in seconds: a smaller difference shows nothing about an interval
_LATE_SECONDS = 0.1


def interval(argv: tuple[str, ...], driver: str) -> float | None:
    """Seconds between rate lines; None for a driver that prints none while it runs."""
    seconds = option(argv, "-ss", USUAL_INTERVAL)
    return seconds if seconds > 0 and driver != MQLDT else None


def option(argv: tuple[str, ...], name: str, default: float) -> float:
    """The number that follows an option; the default without one."""
    given = next((value for word, value in pairwise(argv) if word.lower() == name), "")
    try:
        return float(given)
    except ValueError:
        return default


@dataclass(frozen=True, slots=True)
class RateLine:
    """One rate of one process; `number` counts the intervals since the process began, from 1.

    `seconds` is the length of its interval; rate times length is the count of the interval.
    """

    number: int
    rate: float
    threads: int
    seconds: float = 1.0


class Lane:
    """The rates of one process as they arrive.

    MQ-CPH divides the count of an interval by whole seconds: an interval of 1.25 s gives a rate that is a
    quarter too high, and a busy machine has longer intervals (mq-cph, ControlThread.cpp). Each rate is
    corrected by the length of its own interval, which follows from the moments at which mqtune read them.
    """

    def __init__(self, parser: Parser, every: float) -> None:
        self.every = every
        self._parser = parser
        self._taken = 0
        self._skipped = 0
        self._ends: float | None = None  # when the last interval ended, according to the lengths so far
        self._surplus = 0.0  # of lengths over whole seconds: an early reading follows a late one
        self._whole = self._measured = 0.0

    @property
    def longer(self) -> float:
        """By which share intervals were longer than the whole seconds by which the driver divides."""
        return self._measured / self._whole - 1 if self._whole else 0.0

    def take(self, now: float, alone: bool) -> list[RateLine]:
        """The rates since the last call, read at `now`; `alone` if mqtune did not stall before."""
        samples = self._parser.samples
        if len(samples) < self._taken:  # sums of several processes have replaced single ones
            self._taken = self._skipped = 0
        unclear = int(getattr(self._parser, "unclear", 0)) + int(getattr(self._parser, "wrong", 0))
        fresh = len(samples) - self._taken
        whole = length = self.every
        if fresh or unclear > self._skipped:
            whole, length = self._length(now, alone and fresh + unclear - self._skipped == 1)
        found = []
        for at in range(self._taken, len(samples)):
            rate = samples.rates[at] * whole / length
            found.append(RateLine(at + 1 + unclear, rate, samples.threads[at], length))
        self._taken, self._skipped = len(samples), unclear
        return found

    def _length(self, now: float, usable: bool) -> tuple[float, float]:
        """The seconds by which the driver divided, and those that the interval took."""
        began = self._ends
        if self._parser.driver != CPH or not usable or began is None:
            self._ends = now if usable else None
            return self.every, self.every
        took = now - began
        whole = max(self.every, math.floor(took))
        length = whole
        if took > whole + _LATE_SECONDS:
            length = took
        elif took < whole - _LATE_SECONDS:
            length = max(took, whole - self._surplus, _LATE_SECONDS)
        self._surplus += length - whole
        self._ends = began + length
        self._whole += whole
        self._measured += length
        return whole, length


class Sums:
    """Adds up the rates of several processes for the same period."""

    def __init__(self, every: dict[int, float]) -> None:
        """`every` is the interval of each process, by a number that identifies it."""
        self._every = every
        self._width = max(every.values(), default=1.0)
        self._held: dict[int, dict[int, list[RateLine]]] = {}
        self._last = 0

    def add(self, process: int, offset: float, rate: RateLine) -> list[Sample]:
        """Add a rate of a process that began `offset` seconds after the run; the completed samples."""
        every = self._every[process]
        middle = offset + (rate.number - 0.5) * every
        if middle < 0:
            return []
        place = int(middle // self._width) + 1
        if place <= self._last:
            return []
        self._held.setdefault(place, {}).setdefault(process, []).append(rate)
        return list(self._complete())

    def _complete(self) -> list[Sample]:
        found = []
        for place in sorted(self._held):
            here = self._held[place]
            # all rates of each process for the period; at least one, since a rate may be lost
            full = (len(here[one]) >= max(1, round(self._width / self._every[one])) for one in here)
            if len(here) < len(self._every) or not all(full):
                continue
            # periods before this one will never be complete
            for gone in [one for one in self._held if one <= place]:
                del self._held[gone]
            self._last = place
            found.append(self._sum(place, here))
        return found

    def _sum(self, place: int, here: dict[int, list[RateLine]]) -> Sample:
        rate = count = 0.0
        for process, rates in here.items():
            seconds = sum(one.seconds for one in rates)
            mean = sum(one.rate * one.seconds for one in rates) / seconds
            rate += mean
            count += mean * self._width * seconds / (len(rates) * self._every[process])
        threads = sum(min(one.threads for one in rates) for rates in here.values())
        return Sample(place * self._width, rate, threads, count / rate if rate else self._width)


def samples_of_blocks(blocks: Iterable[BlockSizeResult]) -> Iterator[Sample]:
    """The block sizes of MQLDT, each a sample at the end of its time."""
    at = 0.0
    for block in blocks:
        at += block.seconds or 0.0
        if block.iops is not None:
            yield Sample(at, block.iops, block.qmgrs)
