"""Which offered rate an arm sustains without messages building up.

Flat-out trials give the capacity; from slightly below it the offered rate decreases until three more trials
have passed than failed, and a rate is given up if two more have failed than passed: with one disturbed trial
in ten, one that is carried is given up in 1 of 80 searches (gambler's ruin). The growing depth of failed
trials shows what was carried, and the next rate is not higher than that. Nine tenths of the rate found is the
rate to plan with. This is deliberately conservative: short trials that are judged at their end are optimistic
(MLRsearch and RFC 2544 also search by trials).

Several arms are searched one after the other, since changing one may need a restart. Whoever makes the runs
has to empty the queues between trials.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from statistics import median

from mqtune.lab.core.order import MEASURE, TRIAL, Arm, Block, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import INVALID, TIE, UNDECIDED, WINNER, Estimate, Interval, Verdict
from mqtune.lab.methods.depth_series import DEPTH, builds_up, growth, lacking
from mqtune.lab.methods.intervals import of_runs
from mqtune.lab.methods.procedure import OutOfBudgetError, Part, Procedure, Steps, why_unusable

FLAT_OUT_RUNS = 5  # two bad ones of three would make every later rate too low, and none would fail
FLAT_OUT_SECONDS = 15.0  # short, because deep queues overflow the buffer and slow the consumer
FLAT_OUT_CUT = 5.0
TRIAL_SECONDS = 60.0
START = 0.97  # of the capacity
STEP = 0.03  # down after a build-up
PASSES = 3  # more than failures
FAILURES = 2  # more than passes: a single bad run must not lower a rate
PLANNED = 0.9  # of the rate found
LEAST = 0.1  # of the capacity: if messages build up even at this rate, the queue is not read
SAME = 0.05  # the search has steps of 3% and an error of its own: closer arms count as the same
QUEUE_FULL = 2053  # MQRC_Q_FULL


@dataclass
class _Search:
    """What is known of one arm."""

    capacity: float | None = None
    flat_out: list[float] = field(default_factory=list)
    trials: int = 0
    failed: float | None = None  # the lowest rate with build-up
    found: float | None = None


@dataclass
class Sustainable(Procedure):
    """The method; arms from the cheapest to the dearest.

    Trials are orders with purpose TRIAL and a rate; their runs must have the series `depth` of all queues
    together. `found` of the verdict has the sustainable rate of each arm, and that of the chosen arm and nine
    tenths of it as `sustainable` and `planned`.
    """

    arms: Sequence[Arm]
    trial_seconds: float = TRIAL_SECONDS
    _: KW_ONLY
    passes: int = PASSES
    searches: dict[str, _Search] = field(init=False)

    def __post_init__(self) -> None:
        self.passes = max(1, self.passes)
        self.searches = {arm.name: _Search() for arm in self.arms}

    def _rule(self) -> str:
        return (
            f"from {START:.0%} of the flat-out rate down, by {STEP:.0%} or to what was carried, until "
            f"{self.passes} more trials of {self.trial_seconds:g} s show no growing depth than do; a rate is "
            f"given up if {FAILURES} more do; "
            f"plan with {PLANNED:.0%} of that rate"
        )

    def _why_unusable(self, run: Run) -> str:
        """A trial needs its depth, unless it filled the queue, which is a result."""
        if run.order.purpose != TRIAL:
            return why_unusable(run)
        if run.reason_code == QUEUE_FULL:
            return ""
        return why_unusable(run) or lacking(run)

    def _steps(self) -> Steps:
        for arm in self.arms:
            search = self.searches[arm.name]
            order = Order(arm, FLAT_OUT_SECONDS, FLAT_OUT_CUT, MEASURE)
            runs = yield Block((order,) * FLAT_OUT_RUNS, f"{arm.name}: the capacity, flat out")
            search.flat_out = [run.value for run in runs if run.value is not None]
            search.capacity = median(search.flat_out)
            yield from self._search(arm, search)
            if search.found is None:
                build_up = f"messages build up even at {LEAST:.0%} of the flat-out rate"
                reason = f"{arm.name}: {build_up}; check that the queue is read"
                return self._verdict(INVALID, reason, reason=reason)
        return self._decided()

    def _search(self, arm: Arm, search: _Search) -> Part:
        """Decrease the rate until enough more trials pass than fail."""
        capacity = search.capacity or math.nan
        rate, lead, lower = START * capacity, 0, list[float]()
        while rate >= LEAST * capacity:
            order = Order(arm, self.trial_seconds, self.trial_seconds / 3, TRIAL, rate)
            why = f"{arm.name}: {rate:,.0f} {self.unit} without build-up? {max(1, lead + 1)} of {self.passes}"
            (run,) = yield Block((order,), why)
            search.trials += 1
            if run.reason_code == QUEUE_FULL or builds_up(run.series[DEPTH], self.trial_seconds, rate):
                lead -= 1
                lower.append(self._lower(run, rate))
            else:
                lead += 1
            if lead == self.passes:
                search.found = rate
                return
            if lead == -FAILURES:
                search.failed, rate, lead, lower = rate, max(lower), 0, []

    def _lower(self, run: Run, rate: float) -> float:
        """One step down, or to what was carried if that is less, but not to less than half."""
        lower = (1 - STEP) * rate
        if run.reason_code == QUEUE_FULL or lacking(run):
            return lower
        carried = rate - growth(run.series[DEPTH], self.trial_seconds)
        return max(rate / 2, min(lower, carried))

    def _decided(self) -> Verdict:
        rates = {arm.name: self.searches[arm.name].found or 0.0 for arm in self.arms}
        best = max(rates.values())
        chosen = next(arm for arm in self.arms if rates[arm.name] >= (1 - SAME) * best)
        close = [name for name, rate in rates.items() if rate >= (1 - SAME) * best]
        word = TIE if len(close) > 1 else WINNER
        rate = rates[chosen.name]
        text = f"{chosen.name} sustains {rate:,.0f} {self.unit}; plan with {PLANNED * rate:,.0f}"
        if word == TIE:
            others = ", ".join(name for name in close if name != chosen.name)
            text += f"; {others} the same within {SAME:.0%}"
        return self._verdict(word, text, chosen, self._found(chosen))

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        open_arms = [arm for arm in self.arms if self.searches[arm.name].found is None]
        tried = [search.trials for search in self.searches.values() if search.found is not None]
        usual = sum(tried) / len(tried) if tried else 2.0 * self.passes
        each = FLAT_OUT_RUNS * FLAT_OUT_SECONDS + usual * self.trial_seconds
        left = each * len(open_arms) - self.searches[open_arms[0].name].trials * self.trial_seconds
        text = f"no rate found yet for {', '.join(arm.name for arm in open_arms)}"
        needed = out.needed((), max(left, self.passes * self.trial_seconds))
        reason = "the time was spent before trials passed"
        return self._verdict(UNDECIDED, text, None, self._found(None), needed=needed, reason=reason)

    def _found(self, chosen: Arm | None) -> dict[str, Interval]:
        found = {}
        for arm in self.arms:
            interval = self._interval(self.searches[arm.name])
            if interval is None:
                continue
            found[f"sustainable by {arm.name}"] = interval
            if chosen is not None and arm.name == chosen.name:
                rate, kind = PLANNED * interval.estimate, f"{PLANNED:.0%} of the rate found"
                found["sustainable"] = interval
                found["planned"] = Interval(rate, rate, rate, self.unit, None, kind)
        return found

    def _interval(self, search: _Search) -> Interval | None:
        """From the rate that passed to the lowest that failed, or to the capacity."""
        if search.found is None:
            return None
        high = max(search.found, search.failed or search.capacity or search.found)
        return Interval(search.found, search.found, high, self.unit, None, "passed to failed")

    def _estimates(self) -> tuple[Estimate, ...]:
        """The rate found for each arm, or its capacity."""
        found = []
        for arm in self.arms:
            search = self.searches[arm.name]
            value = self._interval(search) or of_runs(search.flat_out, self.unit)
            runs = len(search.flat_out) + search.trials
            state = "settled" if search.found is not None else "open"
            found.append(Estimate(arm, runs, value, None, state))
        return tuple(found)
