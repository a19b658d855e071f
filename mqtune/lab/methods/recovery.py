"""How long after an outage throughput, channels, and the depth of the queues are back to normal.

Each run contains one outage. The baseline is the median rate of the 60 s before it; the throughput is back at
the first second of the first 10 s in a row with at least 95% of it, since a single crossing would be too
early. Channels and depth are back when there are as many channels as before, and no more messages. Outages
vary: the result is the median with the smallest and the largest value, which enclose the true median in 94 of
100 cases with 5 outages and in 97 with 6 (binomial distribution of order statistics: 1 - 2 / 2^n).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from statistics import median

from mqtune.lab.core.driver_output import OK
from mqtune.lab.core.order import MEASURE, Arm, Block, Order
from mqtune.lab.core.run import Run, Series
from mqtune.lab.core.verdict import TIE, UNDECIDED, WINNER, Estimate, Interval, Verdict
from mqtune.lab.methods.depth_series import DEPTH, lacking
from mqtune.lab.methods.intervals import minutes, shuffled, spanned
from mqtune.lab.methods.procedure import OutOfBudgetError, Procedure, Steps, why_unusable

RATE = "rate"  # the series of a run with the rate, second by second
CHANNELS = "channels"  # the number of running channels
OUTAGES = 6
BEFORE = 60.0  # seconds of the baseline
BACK = 0.95  # of the baseline
IN_A_ROW = 10.0  # seconds


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds from the restoration until each was back; infinite if it was not, None if not watched."""

    throughput: float
    channels: float | None
    depth: float | None


@dataclass
class _Record:
    times: dict[str, list[Times]] = field(default_factory=dict)
    blocks: int = 0


@dataclass
class Recovery(Procedure[_Record]):
    """The method: arms take turns with outages, `outages` of each.

    Every run lasts `seconds`; the network breaks at second `broken` and is restored at second `restored`.
    Runs have the series `rate` and, if they are watched, `channels` and `depth`. `found` of the verdict has
    for each arm the times until throughput, channels and depth were back. With an `objective` (seconds) the
    answer states in how many outages the throughput met it.
    """

    arms: Sequence[Arm]
    seconds: float
    broken: float
    restored: float
    outages: int = OUTAGES
    seed: int = 0
    _: KW_ONLY
    objective: float | None = None
    rate: str = RATE
    channels: str = CHANNELS
    depth: str = DEPTH

    def __post_init__(self) -> None:
        if not 0 < self.broken < self.restored < self.seconds:
            raise ValueError("an outage begins after the start of the run and ends before its end")
        self.outages = max(1, self.outages)

    def _nothing_yet(self) -> _Record:
        return _Record()

    def _so_far(self, record: _Record, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """The times until the throughput of each arm was back, also in outages of an unfinished block."""
        record = _Record()
        for run in history:
            if run.order.purpose == MEASURE and not self._why_unusable(run):
                record.times.setdefault(run.order.arm.name, []).append(self.times(run))
        return self._estimates(record)

    @property
    def rule(self) -> str:
        """The rule in one sentence."""
        return (
            f"back at the first of {IN_A_ROW:g} s in a row with {BACK:.0%} of the median rate of the "
            f"{BEFORE:g} s before; median of {self.outages} outages, with the smallest and the largest value"
        )

    def times(self, run: Run) -> Times:
        """The times of one outage."""
        channels, depth = run.series.get(self.channels), run.series.get(self.depth)
        return Times(
            throughput_back(run.series[self.rate], self.broken, self.restored),
            channels_back(channels, self.broken, self.restored) if channels else None,
            depth_back(depth, self.broken, self.restored) if depth else None,
        )

    def _why_unusable(self, run: Run) -> str:
        """A run needs its rates, and they must show the outage; its median is not used."""
        why = why_unusable(run) if run.outcome != OK else ""
        why = why or lacking(run, self.rate)
        if why:
            return why
        series = run.series[self.rate]
        base = _median_before(series, self.broken)
        if base is None or base <= 0:
            return "no traffic before the outage"
        during = [value for at, value in _pairs(series) if self.broken < at <= self.restored]
        if during and min(during) >= BACK * base:
            return f"the rate never fell below {BACK:.0%}: the network did not break when it should have"
        return ""

    def _steps(self, record: _Record) -> Steps:
        try:
            while record.blocks < self.outages:
                order = shuffled(self.arms, self.seed, record.blocks + 1)
                orders = tuple(Order(arm, self.seconds, 0.0) for arm in order)
                runs = yield Block(orders, f"outage {record.blocks + 1} of {self.outages}")
                for run in runs:
                    record.times.setdefault(run.order.arm.name, []).append(self.times(run))
                record.blocks += 1
            return self._verdict(record)
        except OutOfBudgetError:
            return self._undecided(record)

    def _verdict(self, record: _Record) -> Verdict:
        word, chosen = self._word(record)
        more = word == UNDECIDED
        return Verdict(
            word,
            self.rule,
            "; ".join(self._sentence(record, arm) for arm in self.arms),
            chosen,
            self._estimates(record),
            self._found(record),
            minutes(self.outages * len(self.arms) * self.seconds) if more else None,
            "the ranges of the arms overlap" if more else "",
        )

    def _word(self, record: _Record) -> tuple[str, Arm | None]:
        """A single arm wins; of several, one wins if its slowest outage is faster than all of the others."""
        if len(self.arms) == 1:
            return WINNER, self.arms[0]
        ranges = {arm.name: _range(self._throughput(record, arm)) for arm in self.arms}
        best = min(self.arms, key=lambda arm: median(self._throughput(record, arm)))
        slowest = ranges[best.name][1]
        others = [low for name, (low, _) in ranges.items() if name != best.name]
        if all(slowest < low for low in others):
            return WINNER, best
        medians = [median(self._throughput(record, arm)) for arm in self.arms]
        if max(medians) - min(medians) <= IN_A_ROW:
            return TIE, self.arms[0]
        return UNDECIDED, None

    def _throughput(self, record: _Record, arm: Arm) -> list[float]:
        return [one.throughput for one in record.times.get(arm.name, [])]

    def _sentence(self, record: _Record, arm: Arm) -> str:
        times = self._throughput(record, arm)
        lost = sum(1 for one in times if math.isinf(one))
        watched = self.seconds - self.restored
        if lost == len(times):
            return f"{arm.name}: throughput not back within {watched:g} s in any of {len(times)} outages"
        low, high = _range(times)
        middle = median(times)
        text = f"{arm.name}: throughput back after {_seconds(middle)} ({_seconds(low)} to {_seconds(high)})"
        if lost:
            text += f", not within {watched:g} s in {lost} of {len(times)} outages"
        if self.objective is not None:
            kept = sum(1 for one in times if one <= self.objective)
            text += f"; within {self.objective:g} s in {kept} of {len(times)}"
        return text

    def _undecided(self, record: _Record) -> Verdict:
        left = (self.outages - record.blocks) * len(self.arms) * self.seconds
        made = "; ".join(self._sentence(record, arm) for arm in self.arms if arm.name in record.times)
        return Verdict(
            UNDECIDED,
            self.rule,
            made or "no outage fits the time",
            None,
            self._estimates(record),
            self._found(record),
            minutes(left),
            f"{record.blocks} of {self.outages} outages were made",
        )

    def _found(self, record: _Record) -> dict[str, Interval]:
        found = {}
        for arm in self.arms:
            times = record.times.get(arm.name, [])
            columns = {
                "throughput": [one.throughput for one in times],
                "channels": [one.channels for one in times if one.channels is not None],
                "depth": [one.depth for one in times if one.depth is not None],
            }
            for name, column in columns.items():
                # an infinite time is not a figure; the answer states how often it occurred
                finite = [value for value in column if math.isfinite(value)]
                if finite and len(finite) == len(column):
                    of = f" of {arm.name}" if len(self.arms) > 1 else ""
                    found[f"{name}{of}"] = _spanned(finite)
        return found

    def _estimates(self, record: _Record) -> tuple[Estimate, ...]:
        found = []
        for arm in self.arms:
            times = self._throughput(record, arm)
            finite = [value for value in times if math.isfinite(value)]
            value = _spanned(finite) if finite and len(finite) == len(times) else None
            state = "settled" if len(times) >= self.outages else "open"
            found.append(Estimate(arm, len(times), value, None, state))
        return tuple(found)


def throughput_back(series: Series, broken: float, restored: float) -> float:
    """Seconds from the restoration to the first of the first 10 s in a row at 95% of the rate before."""
    base = _median_before(series, broken)
    if base is None:
        return math.inf
    begun = math.inf
    before = restored
    for at, value in _pairs(series):
        if at <= restored:
            continue
        if value < BACK * base:
            begun = math.inf
        elif math.isinf(begun):
            begun = before  # the sample covers the time since the previous one
        if at - begun >= IN_A_ROW:
            return begun - restored
        before = at
    return math.inf


def channels_back(series: Series, broken: float, restored: float) -> float:
    """Seconds from the restoration until as many channels run as before the outage."""
    base = _median_before(series, broken)
    return _first(series, restored, lambda value: base is not None and value >= base)


def depth_back(series: Series, broken: float, restored: float) -> float:
    """Seconds from the restoration until the queues are not deeper than before the outage."""
    before = [value for at, value in _pairs(series) if at <= broken]
    if not before:
        return math.inf
    most = max(before)
    return _first(series, restored, lambda value: value <= most)


def _first(series: Series, restored: float, good: Callable[[float], bool]) -> float:
    """Seconds until the first reading after the restoration from which on all are good."""
    found = math.inf
    for at, value in _pairs(series):
        if at > restored:
            found = min(found, at - restored) if good(value) else math.inf
    return found


def _median_before(series: Series, broken: float) -> float | None:
    values = [value for at, value in _pairs(series) if broken - BEFORE < at <= broken]
    return median(values) if values else None


def _pairs(series: Series) -> list[tuple[float, float]]:
    return list(zip(series.at, series.values, strict=True))


def _range(times: Sequence[float]) -> tuple[float, float]:
    return min(times), max(times)


def _spanned(times: Sequence[float]) -> Interval:
    return spanned(times, "s")


def _seconds(time: float) -> str:
    return f"{time:.0f} s" if math.isfinite(time) else "never"
