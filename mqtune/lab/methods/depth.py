"""Depths of queues: whether messages build up, how deep expiring ones become, which rate is sustained."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from statistics import fmean, median

from mqtune.lab.core.run import (
    DOES_NOT_HOLD,
    HOLDS,
    INVALID,
    MEASURE,
    TIE,
    TRIAL,
    UNDECIDED,
    WINNER,
    Arm,
    Block,
    Estimate,
    Interval,
    Order,
    Run,
    Series,
    Verdict,
)
from mqtune.lab.methods.comparison import of_runs, spanned
from mqtune.lab.methods.procedure import OutOfBudgetError, Part, Procedure, Steps, why_unusable

# Whether messages build up in a series of queue depths, and how fast.

DEPTH = "depth"  # the series of a run with the depth of all queues together
GROWTH = 0.01  # of the offered rate: a slope above this is build-up
COUNTED = 2 / 3  # of the run, at its end
LEAST_READINGS = 6


def lacking(run: Run, name: str = DEPTH) -> str:
    """Why the series of a run cannot be evaluated; empty if it can."""
    series = run.series.get(name)
    if series is None:
        return f"the {name} was not watched"
    if len(series.values) < LEAST_READINGS:
        return f"the {name} was read only {len(series.values)} times"
    return ""


def growth(series: Series, seconds: float) -> float:
    """Messages per second by which the depth grows in the last two thirds of a run, by least squares."""
    points = _counted(series, seconds)
    if len(points) < 2:
        return 0.0
    middle, mean = fmean(at for at, _ in points), fmean(value for _, value in points)
    width = sum((at - middle) ** 2 for at, _ in points)
    if width == 0:
        return 0.0
    return sum((at - middle) * (value - mean) for at, value in points) / width


def builds_up(series: Series, seconds: float, offered: float) -> bool:
    """Whether the queue grows by more than 1% of the offered rate, and is still growing at the end.

    The second condition, that the last third is deeper than what came before it, excludes a single late batch
    and a queue that has reached a constant depth.
    """
    points = _counted(series, seconds)
    third = len(points) // 3
    if third < 1 or growth(series, seconds) <= GROWTH * offered:
        return False
    before, last = points[:-third], points[-third:]
    return fmean(value for _, value in last) > fmean(value for _, value in before)


def _counted(series: Series, seconds: float) -> list[tuple[float, float]]:
    """The readings of the last two thirds of a run."""
    start = seconds * (1 - COUNTED)
    return [(at, value) for at, value in zip(series.at, series.values, strict=True) if start <= at <= seconds]


RATE_SECONDS = 60.0
RATE_CUT = 10.0
RATE_RUNS = 3
WITHIN = 0.05  # measured and predicted depth agree
FILE = "file size"  # the series of a run with the size of the queue files, in bytes
SEEN = 0.9  # of the verifying run that has to be covered by readings
_EMPTY = 0.01  # of the predicted depth at the start


@dataclass
class ExpiryDepth(Procedure):
    """The method, for one arm: `expiry` is E and `interval` is I, in seconds.

    Rates are puts per second to all queues together; the depth of all queues is the series `depth` of a run.
    `rate_runs` short runs give the prediction (0: only verifying runs), `checks` runs verify it. `figures` of
    the verdict has `predicted` (from the short runs), `expected` (from the rate of the verifying run),
    `depth` (the highest measured), their `ratio`, and the growth of the files if they were watched.

    Messages that expire after E seconds are removed every I seconds, so that the queue contains up to rate *
    (E + I) messages (streaming queues report, 2021, 7.5.2). The rate is measured in short runs, repeated,
    since the error of the prediction is that of the rate. The verifying run lasts E + 2 I, because the depth
    just after E is lower by I / (E + I) and the saw-tooth reaches its full height one interval later.
    """

    arm: Arm
    expiry: float
    interval: float
    rate_seconds: float = RATE_SECONDS
    rate_cut: float = RATE_CUT
    _: KW_ONLY
    rate_runs: int = RATE_RUNS
    checks: int = 1
    rates: list[float] = field(init=False, default_factory=list)
    checked: list[Run] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.rate_runs = max(0, self.rate_runs)
        self.checks = max(1, self.checks)

    @property
    def check_seconds(self) -> float:
        """The length of a verifying run."""
        return self.expiry + 2 * self.interval

    def _rule(self) -> str:
        return (
            f"highest depth compared with put rate x ({self.expiry:g} s + {self.interval:g} s), watched for "
            f"{self.check_seconds:g} s; confirmed if they agree within {WITHIN:.0%} in every run"
        )

    def _why_unusable(self, run: Run) -> str:
        """A verifying run needs the depth until its end, where the peak is."""
        why = why_unusable(run)
        if why or run.order.purpose != TRIAL:
            return why
        why = lacking(run)
        if not why and run.series[DEPTH].at[-1] < SEEN * self.check_seconds:
            why = f"the {DEPTH} was watched for only {run.series[DEPTH].at[-1]:.0f} s"
        return why

    def _steps(self) -> Steps:
        if self.rate_runs:
            rating = Order(self.arm, self.rate_seconds, self.rate_cut, MEASURE)
            runs = yield Block((rating,) * self.rate_runs, "the put rate, for the prediction")
            self.rates = [run.value for run in runs if run.value is not None]
        check = Order(self.arm, self.check_seconds, self.rate_cut, TRIAL)
        while len(self.checked) < self.checks:
            predicted = self._predicted()
            depth = f" to {predicted.estimate:,.0f}" if predicted else ""
            why = f"how deep does the queue grow{depth}? watched for {self.check_seconds:g} s"
            self.checked += yield Block((check,), why)
        return self._decided()

    def _predicted(self) -> Interval | None:
        """The depth that follows from the rates of the short runs."""
        rate = of_runs(self.rates, self.unit)
        if rate is None:
            return None
        times = self.expiry + self.interval
        low, high = rate.low * times, rate.high * times
        return Interval(rate.estimate * times, low, high, "messages", rate.level, rate.kind)

    def _decided(self) -> Verdict:
        seen = [max(run.series[DEPTH].values) for run in self.checked]
        # the mean, since every message counts: those of a stalled second are missing
        lifetime = self.expiry + self.interval
        expected = [(run.mean or run.value or 0.0) * lifetime for run in self.checked]
        ratios = [depth / wanted for depth, wanted in zip(seen, expected, strict=True) if wanted > 0]
        figures = {"depth": spanned(seen, "messages"), "expected": spanned(expected, "messages")}
        if ratios:
            figures["ratio"] = spanned(ratios, "1")
        predicted = self._predicted()
        if predicted:
            figures["predicted"] = predicted
        sizes = [run.series[FILE].values for run in self.checked if FILE in run.series]
        if grown := [max(values) - values[0] for values in sizes if values]:
            figures[FILE] = spanned(grown, "bytes")
        off = figures["ratio"].estimate - 1 if ratios else math.inf
        holds = bool(ratios) and all(abs(ratio - 1) <= WITHIN for ratio in ratios)
        text = (
            f"the formula is {'' if holds else 'not '}confirmed: depth {figures['depth'].estimate:,.0f}, "
            f"expected {figures['expected'].estimate:,.0f} ({off:+.1%})"
        )
        deeper = "deeper than expected: check that the lifetime is set and the queue manager was restarted"
        less = "less deep than expected: check for readers of the queue, MAXDEPTH and a shorter lifetime"
        wrong = () if holds else (deeper if off > 0 else less,)
        warnings = (*wrong, *self._leftovers(figures["expected"].estimate))
        word = HOLDS if holds else DOES_NOT_HOLD
        return self._verdict(word, text, self.arm, figures, warnings=warnings)

    def _estimates(self) -> tuple[Estimate, ...]:
        """The put rate."""
        runs = len(self.rates) + len(self.checked)
        state = "settled" if len(self.checked) >= self.checks else "open"
        return (Estimate(self.arm, runs, of_runs(self.rates, self.unit), None, state),)

    def _leftovers(self, expected: float) -> tuple[str, ...]:
        """A warning if the first reading exceeds what was put until then: the queues were not empty."""
        read = ((run.series[DEPTH], run.mean or 0.0) for run in self.checked)
        first = max(0.0, *(series.values[0] - mean * series.at[0] for series, mean in read))
        if first <= _EMPTY * expected:
            return ()
        return (f"the queues contained {first:,.0f} messages at the start: empty them before a run",)

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        predicted = self._predicted()
        later = self.checks - len(self.checked) - (1 if self.rates or not self.rate_runs else 0)
        text = f"predicted {predicted.estimate:,.0f} messages, not verified" if predicted else "not measured"
        figures = {"predicted": predicted} if predicted else {}
        needed, reason = out.cost + later * self.check_seconds, "the time is too short for the verifying run"
        return self._verdict(UNDECIDED, text, None, figures, needed=needed, reason=reason)


# Sustainable rates.

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
    rate: float | None = None


@dataclass
class Sustainable(Procedure):
    """The method; arms from the cheapest to the dearest.

    Trials are orders with purpose TRIAL and a rate; their runs must have the series `depth` of all queues
    together. `figures` of the verdict has the sustainable rate of each arm, and that of the chosen arm and
    nine tenths of it as `sustainable` and `planned`.

    Flat-out trials give the capacity; from slightly below it the offered rate decreases until three more
    trials have passed than failed, and a rate is given up if two more have failed than passed: with one
    disturbed trial in ten, one that is carried is given up in 1 of 80 searches (gambler's ruin). The growing
    depth of failed trials shows what was carried, and the next rate is not higher than that. Nine tenths of
    the rate found is the rate to plan with. This is deliberately conservative: short trials that are judged
    at their end are optimistic (MLRsearch and RFC 2544 also search by trials).

    Several arms are searched one after the other, since changing one may need a restart. Whoever makes the
    runs has to empty the queues between trials.
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
            if search.rate is None:
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
                search.rate = rate
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
        rates = {arm.name: self.searches[arm.name].rate or 0.0 for arm in self.arms}
        best = max(rates.values())
        chosen = next(arm for arm in self.arms if rates[arm.name] >= (1 - SAME) * best)
        close = [name for name, rate in rates.items() if rate >= (1 - SAME) * best]
        word = TIE if len(close) > 1 else WINNER
        rate = rates[chosen.name]
        text = f"{chosen.name} sustains {rate:,.0f} {self.unit}; plan with {PLANNED * rate:,.0f}"
        if word == TIE:
            others = ", ".join(name for name in close if name != chosen.name)
            text += f"; {others} the same within {SAME:.0%}"
        return self._verdict(word, text, chosen, self._figures(chosen))

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        open_arms = [arm for arm in self.arms if self.searches[arm.name].rate is None]
        tried = [search.trials for search in self.searches.values() if search.rate is not None]
        usual = sum(tried) / len(tried) if tried else 2.0 * self.passes
        seconds_of_arm = FLAT_OUT_RUNS * FLAT_OUT_SECONDS + usual * self.trial_seconds
        left = seconds_of_arm * len(open_arms) - self.searches[open_arms[0].name].trials * self.trial_seconds
        text = f"no rate found yet for {', '.join(arm.name for arm in open_arms)}"
        needed = out.needed((), max(left, self.passes * self.trial_seconds))
        reason = "the time was spent before trials passed"
        return self._verdict(UNDECIDED, text, None, self._figures(None), needed=needed, reason=reason)

    def _figures(self, chosen: Arm | None) -> dict[str, Interval]:
        figures = {}
        for arm in self.arms:
            interval = self._interval(self.searches[arm.name])
            if interval is None:
                continue
            figures[f"sustainable by {arm.name}"] = interval
            if chosen is not None and arm.name == chosen.name:
                rate, kind = PLANNED * interval.estimate, f"{PLANNED:.0%} of the rate found"
                figures["sustainable"] = interval
                figures["planned"] = Interval(rate, rate, rate, self.unit, None, kind)
        return figures

    def _interval(self, search: _Search) -> Interval | None:
        """From the rate that passed to the lowest that failed, or to the capacity."""
        if search.rate is None:
            return None
        high = max(search.rate, search.failed or search.capacity or search.rate)
        return Interval(search.rate, search.rate, high, self.unit, None, "passed to failed")

    def _estimates(self) -> tuple[Estimate, ...]:
        """The rate found for each arm, or its capacity."""
        estimates = []
        for arm in self.arms:
            search = self.searches[arm.name]
            value = self._interval(search) or of_runs(search.flat_out, self.unit)
            runs = len(search.flat_out) + search.trials
            state = "settled" if search.rate is not None else "open"
            estimates.append(Estimate(arm, runs, value, None, state))
        return tuple(estimates)
