"""How deep a queue of expiring messages becomes: predicted from the put rate, then verified.

Messages that expire after E seconds are removed every I seconds, so that the queue contains up to
rate * (E + I) messages (streaming queues report, 2021, 7.5.2). The rate is measured in short runs, repeated,
since the error of the prediction is that of the rate. The verifying run lasts E + 2 I, because the depth just
after E is lower by I / (E + I) and the saw-tooth reaches its full height one interval later.
"""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass, field

from mqtune.lab.core.order import MEASURE, TRIAL, Arm, Block, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import DOES_NOT_HOLD, HOLDS, UNDECIDED, Estimate, Interval, Verdict
from mqtune.lab.methods.depth_series import DEPTH, lacking
from mqtune.lab.methods.intervals import of_runs, spanned
from mqtune.lab.methods.procedure import OutOfBudgetError, Procedure, Steps, why_unusable

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
    `rate_runs` short runs give the prediction (0: only verifying runs), `checks` runs verify it. `found` of
    the verdict has `predicted` (from the short runs), `expected` (from the rate of the verifying run),
    `depth` (the highest measured), their `ratio`, and the growth of the files if they were watched.
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
        ratios = [depth / one for depth, one in zip(seen, expected, strict=True) if one > 0]
        found = {"depth": spanned(seen, "messages"), "expected": spanned(expected, "messages")}
        if ratios:
            found["ratio"] = spanned(ratios, "1")
        predicted = self._predicted()
        if predicted:
            found["predicted"] = predicted
        sizes = [run.series[FILE].values for run in self.checked if FILE in run.series]
        if grown := [max(values) - values[0] for values in sizes if values]:
            found[FILE] = spanned(grown, "bytes")
        off = found["ratio"].estimate - 1 if ratios else math.inf
        holds = bool(ratios) and all(abs(ratio - 1) <= WITHIN for ratio in ratios)
        text = (
            f"the formula is {'' if holds else 'not '}confirmed: depth {found['depth'].estimate:,.0f}, "
            f"expected {found['expected'].estimate:,.0f} ({off:+.1%})"
        )
        deeper = "deeper than expected: check that the lifetime is set and the queue manager was restarted"
        less = "less deep than expected: check for readers of the queue, MAXDEPTH and a shorter lifetime"
        wrong = () if holds else (deeper if off > 0 else less,)
        warnings = (*wrong, *self._leftovers(found["expected"].estimate))
        word = HOLDS if holds else DOES_NOT_HOLD
        return self._verdict(word, text, self.arm, found, warnings=warnings)

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
        found = {"predicted": predicted} if predicted else {}
        needed, reason = out.cost + later * self.check_seconds, "the time is too short for the verifying run"
        return self._verdict(UNDECIDED, text, None, found, needed=needed, reason=reason)
