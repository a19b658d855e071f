"""The outcome of a run on this machine, its figures, and its rates second by second.

The outcome is decided by, in this order: the reason for which mqtune stopped the run, how the drivers ended
and what they reported, the number of samples.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from mqtune.lab.core.experiment import Process
from mqtune.lab.core.run import (
    CANCELLED,
    FAILED,
    INCOMPLETE,
    OK,
    UNAVAILABLE,
    BlockSizeResult,
    DriverOutput,
    RunOutcome,
)
from mqtune.lab.drivers.base import Sample
from mqtune.lab.output.parser import Parser, named

# in addition to the words of `core.driver_output`
HUNG = "hung"
DIED = "died"
LEAST_SHARE = 0.7  # of the samples expected of a run of its length
_AGREES = 0.05  # between the mean of the samples and the driver's own, as a share
_KILLED = 9


@dataclass(frozen=True, slots=True)
class EndedProcess:
    """How one process ended.

    With `stopped` mqtune stopped it, as it does with every process without a run length. `status` is the
    exit status, negative for a signal. `refused` is the system's message if it did not start. `left` are
    processes that survived every signal that may be sent to them.
    """

    process: Process
    reading: DriverOutput
    status: int | None
    stopped: bool = False
    refused: str = ""
    guard_lost: bool = False
    lost: str = ""  # why the connection to its host ended early
    left: tuple[int, ...] = ()
    samples: int = 0
    expected: float | None = None
    longer: float = 0.0  # by how much intervals exceeded the whole seconds by which the driver divides


def judge(ends: Sequence[EndedProcess], trouble: RunOutcome | None, several: bool) -> RunOutcome:
    """The outcome of the run; `trouble` is why mqtune stopped it, `several` adds roles to messages."""
    outcomes = [_judged(ended) for ended in ends]
    if several:
        outcomes = [
            outcome
            if outcome.word == OK
            else replace(outcome, message=f"{end.process.role}: {outcome.message}")
            for end, outcome in zip(ends, outcomes, strict=True)
        ]
    failed = [outcome for outcome in outcomes if outcome.word not in (OK, CANCELLED)]
    if trouble is not None:
        # the driver's own error is more specific than the fact that it was stopped
        return next((outcome for outcome in failed if outcome.word == FAILED or outcome.reason_code), trouble)
    if bad := [outcome for outcome in outcomes if outcome.word != OK]:
        lost = (outcome for outcome in bad if outcome.word == UNAVAILABLE)
        return next(lost, next((outcome for outcome in bad if outcome.reason_code), bad[0]))
    for end in ends:
        if end.expected and end.samples < LEAST_SHARE * end.expected:
            few = f"{end.process.role} gave {end.samples} of about {end.expected:.0f} rates"
            return RunOutcome(INCOMPLETE, few)
    notes = [
        f"{ended.process.role}: {note}"
        for ended in ends
        for note in ended.reading.outcome.message.split("; ")[1:]
    ]
    return RunOutcome(OK, "; ".join(["the run is complete", *notes, *filter(None, map(_bias, ends))]))


def _judged(end: EndedProcess) -> RunOutcome:
    """The outcome of the run according to one process."""
    said = end.reading.outcome
    if end.refused:
        return RunOutcome(FAILED, f"{end.process.argv[0]} could not be started: {end.refused}")
    if end.lost:
        return RunOutcome(UNAVAILABLE, end.lost)
    if end.guard_lost:
        return RunOutcome(DIED, "its guard was killed, and the driver was ended with it")
    signal = -end.status if end.status is not None and end.status < 0 else 0
    if end.stopped and said.word in (CANCELLED, OK):
        return RunOutcome(OK, "it was stopped as planned")
    if signal and not end.stopped and said.word in (CANCELLED, INCOMPLETE) and not said.reason_code:
        memory = ": by hand, or because the machine ran out of memory" if signal == _KILLED else ""
        return RunOutcome(DIED, f"{named(signal)} ended the driver{memory}")
    if end.process.background and not end.stopped and said.word == OK:
        return RunOutcome(INCOMPLETE, "it ended before it was stopped")
    return said


def _bias(end: EndedProcess) -> str:
    """The correction of the rates, and whether the driver's own total agrees with them."""
    if end.longer > _AGREES / 5:
        return (
            f"{end.process.role}: intervals of the driver were {end.longer:.0%} longer than the whole"
            " seconds by which it divides; each rate was corrected by the length of its own interval"
        )
    summary = end.reading.summary
    rates = sorted(rate for rate, _ in end.reading.samples)
    if not end.process.measured or end.stopped or not rates or summary is None or not summary.average_rate:
        return ""
    middle = rates[len(rates) // 2]
    if abs(middle / summary.average_rate - 1) <= _AGREES:
        return ""
    return (
        f"{end.process.role}: the median of its rates is {middle:,.0f}/s, its total divided by its time"
        f" {summary.average_rate:,.0f}/s; slow thread starts or stalls cause such a difference"
    )


# Figures of a run.

Rates = Sequence[tuple[float, float]]
_NS_A_US = 1000


def figures_of(
    ends: Sequence[EndedProcess], rates: Sequence[Rates], samples: Sequence[Sample]
) -> dict[str, float]:
    """The figures of a run; `rates` has the clock and the rate of each rate line of each process.

    | Figure | Meaning |
    |---|---|
    | `sent` | mean rate of the measured processes while all of their threads ran, per second |
    | `received` | mean rate of the getters that are not measured, in the same time, per second |
    | `iterations` | total count of the measured processes |
    | `driver_rate` | their own mean rates, added up, per second |
    | `block_bytes`, `bytes_per_s`, `latency_us`, `worst_latency_us` | those of MQLDT, one block size |
    """
    figures: dict[str, float] = {}
    measured = [end for end in ends if end.process.measured]
    if summaries := [end.reading.summary for end in measured if end.reading.summary is not None]:
        figures["iterations"] = float(sum(summary.iterations for summary in summaries))
        figures["driver_rate"] = sum(summary.average_rate or 0.0 for summary in summaries)
    blocks = [block for end in measured for block in end.reading.blocks]
    if len(blocks) == 1:
        figures.update(_of_a_block(blocks[0]))
    most = max((sample.threads for sample in samples), default=0)
    full = [sample.rate for sample in samples if sample.threads == most][1:]
    if full:
        figures["sent"] = sum(full) / len(full)
    figures.update(_received(ends, rates))
    return figures


def _received(ends: Sequence[EndedProcess], rates: Sequence[Rates]) -> dict[str, float]:
    """The getters' rates while the load ran: from its second rate line to its last."""
    lines_of = [(end.process, lines) for end, lines in zip(ends, rates, strict=True)]
    load = [at for process, lines in lines_of if process.measured for at, _ in lines[1:]]
    getters = [lines for process, lines in lines_of if process.background and not process.measured]
    if not load or not getters:
        return {}
    begin, end = min(load), max(load)
    total = 0.0
    for lines in getters:
        during = [rate for at, rate in lines if begin <= at <= end]
        total += sum(during) / len(during) if during else 0.0
    return {"received": total}


def _of_a_block(block: BlockSizeResult) -> dict[str, float]:
    figures = {
        "block_bytes": block.size,
        "bytes_per_s": block.average_bytes,
        "latency_us": None if block.average_ns is None else block.average_ns / _NS_A_US,
        "worst_latency_us": None if block.worst_ns is None else block.worst_ns / _NS_A_US,
    }
    return {name: float(value) for name, value in figures.items() if value is not None}


# Rates of the processes of a run, and their sums.

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

    The time of a sample follows from the driver's own count of intervals, not from the moment when mqtune
    read it: a stalled machine, or a suspended mqtune, must not shift samples against each other.
    """

    def __init__(self, parser: Parser, every: float) -> None:
        self.every = every
        self._parser = parser
        self._consumed = 0
        self._skipped = 0
        self._ends: float | None = None  # when the last interval ended, according to the lengths so far
        self._surplus = 0.0  # of lengths over whole seconds: an early reading follows a late one
        self._divisors = self._measured = 0.0

    @property
    def longer(self) -> float:
        """By which share intervals were longer than the whole seconds by which the driver divides."""
        return self._measured / self._divisors - 1 if self._divisors else 0.0

    def take(self, now: float, alone: bool) -> list[RateLine]:
        """The rates since the last call, read at `now`; `alone` if mqtune did not stall before."""
        samples = self._parser.samples
        if len(samples) < self._consumed:  # sums of several processes have replaced single ones
            self._consumed = self._skipped = 0
        unclear = int(getattr(self._parser, "unclear", 0)) + int(getattr(self._parser, "wrong", 0))
        fresh = len(samples) - self._consumed
        divisor = length = self.every
        if fresh or unclear > self._skipped:
            divisor, length = self._length(now, alone and fresh + unclear - self._skipped == 1)
        rates = []
        for at in range(self._consumed, len(samples)):
            rate = samples.rates[at] * divisor / length
            rates.append(RateLine(at + 1 + unclear, rate, samples.threads[at], length))
        self._consumed, self._skipped = len(samples), unclear
        return rates

    def _length(self, now: float, usable: bool) -> tuple[float, float]:
        """The seconds by which the driver divided, and those that the interval took."""
        began = self._ends
        if self._parser.driver != CPH or not usable or began is None:
            self._ends = now if usable else None
            return self.every, self.every
        took = now - began
        divisor = max(self.every, math.floor(took))
        length = divisor
        if took > divisor + _LATE_SECONDS:
            length = took
        elif took < divisor - _LATE_SECONDS:
            length = max(took, divisor - self._surplus, _LATE_SECONDS)
        self._surplus += length - divisor
        self._ends = began + length
        self._divisors += divisor
        self._measured += length
        return divisor, length


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
        samples = []
        for place in sorted(self._held):
            rates_of = self._held[place]
            # all rates of each process for the period; at least one, since a rate may be lost
            full = (
                len(rates_of[process]) >= max(1, round(self._width / self._every[process]))
                for process in rates_of
            )
            if len(rates_of) < len(self._every) or not all(full):
                continue
            # periods before this one will never be complete
            for gone in [position for position in self._held if position <= place]:
                del self._held[gone]
            self._last = place
            samples.append(self._sum(place, rates_of))
        return samples

    def _sum(self, place: int, rates_of: dict[int, list[RateLine]]) -> Sample:
        rate = count = 0.0
        for process, rates in rates_of.items():
            seconds = sum(rate_line.seconds for rate_line in rates)
            mean = sum(rate_line.rate * rate_line.seconds for rate_line in rates) / seconds
            rate += mean
            count += mean * self._width * seconds / (len(rates) * self._every[process])
        threads = sum(min(rate_line.threads for rate_line in rates) for rates in rates_of.values())
        return Sample(place * self._width, rate, threads, count / rate if rate else self._width)


def samples_of_blocks(blocks: Iterable[BlockSizeResult]) -> Iterator[Sample]:
    """The block sizes of MQLDT, each a sample at the end of its time."""
    at = 0.0
    for block in blocks:
        at += block.seconds or 0.0
        if block.iops is not None:
            yield Sample(at, block.iops, block.qmgrs)
