"""How long after an outage throughput and channels are back to normal.

Each run contains one outage. The baseline is the mean rate of the 60 s before it; when the throughput is
back to 95% of it is decided by `return_time`. Channels are back when there are as many as before. Outages
vary: the result is the median with the smallest and the largest value, which enclose the true median in 94
of 100 cases with 5 outages and in 97 with 6 (binomial distribution of order statistics: 1 - 2 / 2^n).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from statistics import median

from mqtune.lab.core.driver_output import OK
from mqtune.lab.core.order import Arm, Block, Order
from mqtune.lab.core.run import Run, Series
from mqtune.lab.core.verdict import MEASURED, NOT_RECOVERED, UNDECIDED, Estimate, Interval, Verdict
from mqtune.lab.methods.depth_series import lacking
from mqtune.lab.methods.intervals import spanned
from mqtune.lab.methods.procedure import OutOfBudgetError, Procedure, Steps, why_unusable
from mqtune.lab.methods.return_time import (
    BACK,
    BEFORE,
    IN_A_ROW,
    channels_back,
    fell,
    median_before,
    pairs_of,
    throughput_back,
)

RATE = "rate"  # the series of a run with the rate, second by second
CHANNELS = "channels"  # the number of running channels
STILL_RUNNING = 0.1  # of the channels: with more an outage is not one
OUTAGES = 6


@dataclass
class Recovery(Procedure):
    """The method: `outages` of an arm.

    Every run lasts `seconds`; the network breaks at second `broken` and is restored at second `restored`.
    Runs have the series `rate` and, if they are watched, `channels`. `found` of the verdict has the times
    until each was back. With an `objective` (seconds) the answer states in how many outages the throughput
    met it.
    """

    arm: Arm
    seconds: float
    broken: float
    restored: float
    outages: int = OUTAGES
    _: KW_ONLY
    objective: float | None = None
    throughput: list[float] = field(init=False, default_factory=list)  # seconds; infinite if it was not back
    channels: list[float] = field(init=False, default_factory=list)

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

    def _why_unusable(self, run: Run) -> str:
        """A run needs its rates, and they must show the outage; its median is not used."""
        why = why_unusable(run) if run.outcome != OK else ""
        why = why or lacking(run, RATE)
        if why:
            return why
        series, channels = run.series[RATE], run.series.get(CHANNELS)
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
        while (made := len(self.throughput)) < self.outages:
            order = Order(self.arm, self.seconds, 0.0)
            (run,) = yield Block((order,), f"outage {made + 1} of {self.outages}")
            self.throughput.append(throughput_back(run.series[RATE], self.broken, self.restored))
            if CHANNELS in run.series:
                self.channels.append(channels_back(run.series[CHANNELS], self.broken, self.restored))
        never = all(map(math.isinf, self.throughput))
        word, chosen = (NOT_RECOVERED, None) if never else (MEASURED, self.arm)
        return self._verdict(word, self._sentence(), chosen, self._found())

    def _sentence(self) -> str:
        times = self.throughput
        lost = sum(map(math.isinf, times))
        watched = self.seconds - self.restored
        if lost == len(times):
            return f"{self.arm.name}: throughput not back within {watched:g} s in any of {len(times)} outages"
        shown = (median(times), min(times), max(times))
        middle, low, high = (f"{time:.0f} s" if math.isfinite(time) else "never" for time in shown)
        text = f"{self.arm.name}: throughput back after {middle} ({low} to {high})"
        if lost:
            text += f", not within {watched:g} s in {lost} of {len(times)} outages"
        if self.objective is not None:
            kept = sum(1 for one in times if one <= self.objective)
            text += f"; within {self.objective:g} s in {kept} of {len(times)}"
        return text

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        made = len(self.throughput)
        text = self._sentence() if made else "no outage fits the time"
        needed = out.needed((), (self.outages - made) * out.cost)
        reason = f"{made} of {self.outages} outages were made"
        return self._verdict(UNDECIDED, text, None, self._found(), needed=needed, reason=reason)

    def _found(self) -> dict[str, Interval]:
        """The times; an infinite one is not a figure: the answer states how often it occurred."""
        columns = (("throughput", self.throughput), (CHANNELS, self.channels))
        known = ((name, column) for name, column in columns if column and all(map(math.isfinite, column)))
        return {name: spanned(column, "s") for name, column in known}

    def _with_unfinished(self, known: Estimate, runs: Sequence[Run]) -> Estimate:
        """The median of the outages so far; a run's value is the time until the throughput was back."""
        values = [run.value for run in runs if run.value is not None]
        more = len(values) > known.runs
        return replace(known, runs=len(values), value=spanned(values, "s")) if more else known

    def _estimates(self) -> tuple[Estimate, ...]:
        """The time until the throughput was back."""
        made = len(self.throughput)
        state = "settled" if made >= self.outages else "open"
        return (Estimate(self.arm, made, self._found().get("throughput"), None, state),)
