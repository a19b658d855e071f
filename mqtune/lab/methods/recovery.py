"""How long after an outage throughput, channels, and the depth of the queues are back to normal.

Each run contains one outage. The baseline is the mean rate of the 60 s before it; when the throughput is
back to 95% of it is decided by `return_time`. Channels and depth are back when there are as many channels as
before, and no more messages. Outages vary: the result is the median with the smallest and the largest value,
which enclose the true median in 94 of 100 cases with 5 outages and in 97 with 6 (binomial distribution of
order statistics: 1 - 2 / 2^n).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from statistics import median

from mqtune.lab.core.driver_output import OK
from mqtune.lab.core.order import Arm, Order
from mqtune.lab.core.run import Run, Series
from mqtune.lab.core.verdict import (
    MEASURED,
    NOT_RECOVERED,
    TIE,
    UNDECIDED,
    WINNER,
    Estimate,
    Interval,
    Verdict,
)
from mqtune.lab.methods.depth_series import DEPTH, lacking
from mqtune.lab.methods.intervals import in_random_order, spanned
from mqtune.lab.methods.procedure import OutOfBudgetError, Procedure, Steps, why_unusable
from mqtune.lab.methods.return_time import (
    BACK,
    BEFORE,
    IN_A_ROW,
    channels_back,
    depth_back,
    fell,
    median_before,
    pairs_of,
    throughput_back,
)

RATE = "rate"  # the series of a run with the rate, second by second
CHANNELS = "channels"  # the number of running channels
STILL_RUNNING = 0.1  # of the channels: with more an outage is not one
OUTAGES = 6


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds from the restoration until each was back; infinite if it was not, None if not watched."""

    throughput: float
    channels: float | None
    depth: float | None


@dataclass
class Recovery(Procedure):
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
    made: dict[str, list[Times]] = field(init=False, default_factory=dict)
    blocks: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        if not 0 < self.broken < self.restored < self.seconds:
            raise ValueError("an outage begins after the start of the run and ends before its end")
        self.outages = max(1, self.outages)

    def _rule(self) -> str:
        return (
            f"back when the fitted course reaches {BACK:.0%} of the mean rate of the {BEFORE:g} s before, "
            f"for at least {IN_A_ROW:g} s; median of "
            f"{self.outages} outages, with the smallest and the largest value"
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
        series, channels = run.series[self.rate], run.series.get(self.channels)
        if not median_before(series, self.broken):
            return "no traffic before the outage"
        if not fell(series, self.broken, self.restored):
            return f"the rate never fell below {BACK:.0%}: the network did not break when it should have"
        return self._still_running(channels) if channels else ""

    def _still_running(self, channels: Series) -> str:
        """Why an outage does not count in which the channels did not end."""
        before = median_before(channels, self.broken) or 0.0
        during = [value for at, value in pairs_of(channels) if self.broken < at <= self.restored]
        if not during or min(during) <= STILL_RUNNING * before:
            return ""
        return (
            f"{min(during):,.0f} of {before:,.0f} channels still ran when the network was restored: "
            "the outage was too short for HBINT to notice it"
        )

    def _steps(self) -> Steps:
        while self.blocks < self.outages:
            orders = [Order(arm, self.seconds, 0.0) for arm in self.arms]
            why = f"outage {self.blocks + 1} of {self.outages}"
            runs = yield in_random_order(orders, self.seed, self.blocks + 1, why)
            for run in runs:
                self.made.setdefault(run.order.arm.name, []).append(self.times(run))
            self.blocks += 1
        return self._answered()

    def _answered(self) -> Verdict:
        word, chosen = self._word()
        more = word == UNDECIDED
        return self._verdict(
            word,
            "; ".join(self._sentence(arm) for arm in self.arms),
            chosen,
            self._found(),
            needed=self.outages * len(self.arms) * self.seconds if more else None,
            reason="the ranges of the arms overlap: a higher number of outages may separate them"
            if more
            else "",
        )

    def _word(self) -> tuple[str, Arm | None]:
        """Of several arms one wins if its slowest outage is faster than all of the others."""
        times = [time for arm in self.arms for time in self._throughput(arm)]
        if all(math.isinf(time) for time in times):
            return NOT_RECOVERED, None
        if len(self.arms) == 1:
            return MEASURED, self.arms[0]
        ranges = {arm.name: _range(self._throughput(arm)) for arm in self.arms}
        best = min(self.arms, key=lambda arm: median(self._throughput(arm)))
        slowest = ranges[best.name][1]
        others = [low for name, (low, _) in ranges.items() if name != best.name]
        if all(slowest < low for low in others):
            return WINNER, best
        medians = [median(self._throughput(arm)) for arm in self.arms]
        if max(medians) - min(medians) <= IN_A_ROW:
            return TIE, self.arms[0]
        return UNDECIDED, None

    def _throughput(self, arm: Arm) -> list[float]:
        return [one.throughput for one in self.made.get(arm.name, [])]

    def _sentence(self, arm: Arm) -> str:
        times = self._throughput(arm)
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

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        made = "; ".join(self._sentence(arm) for arm in self.arms if arm.name in self.made)
        return self._verdict(
            UNDECIDED,
            made or "no outage fits the time",
            None,
            self._found(),
            needed=out.needed((), (self.outages - self.blocks) * out.cost),
            reason=f"{self.blocks} of {self.outages} outages were made",
        )

    def _found(self) -> dict[str, Interval]:
        found = {}
        for arm in self.arms:
            times = self.made.get(arm.name, [])
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

    def _with_unfinished(self, known: Estimate, values: Sequence[float]) -> Estimate:
        """The median of the outages so far; a run's value is the time until the throughput was back."""
        more = len(values) > known.runs
        return replace(known, runs=len(values), value=_spanned(values)) if more else known

    def _estimates(self) -> tuple[Estimate, ...]:
        """The times until the throughput of each arm was back."""
        found = []
        for arm in self.arms:
            times = self._throughput(arm)
            finite = [value for value in times if math.isfinite(value)]
            value = _spanned(finite) if finite and len(finite) == len(times) else None
            state = "settled" if len(times) >= self.outages else "open"
            found.append(Estimate(arm, len(times), value, None, state))
        return tuple(found)


def _range(times: Sequence[float]) -> tuple[float, float]:
    return min(times), max(times)


def _spanned(times: Sequence[float]) -> Interval:
    return spanned(times, "s")


def _seconds(time: float) -> str:
    return f"{time:.0f} s" if math.isfinite(time) else "never"
