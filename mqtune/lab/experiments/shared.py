"""What experiments share: methods with additions, queues that remain empty, ratios, published figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

from mqtune.capacity.definition import ModelError, model
from mqtune.capacity.published import table
from mqtune.capacity.run import run_model
from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import Watch
from mqtune.lab.core.run import INVALID, Arm, Block, Estimate, Interval, Method, Run, Series, Verdict
from mqtune.lab.definitions import read_data
from mqtune.lab.methods.depth import DEPTH, builds_up, growth

# Methods with what an experiment adds: other values of runs, invalid runs, warnings, another wording.


class InvalidMethod:
    """A method whose verdict is known at once: measuring would show nothing."""

    def __init__(self, rule: str, reason: str) -> None:
        self.verdict = Verdict(INVALID, rule, reason, reason=reason)

    def next(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        """The verdict."""
        return self.verdict

    def estimates(self, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """No estimates."""
        return ()


@dataclass
class WrappedMethod:
    """Another method, with what is given of the following.

    `convert` changes each run first, such as one that adds up watched depths. `objection` returns why a
    finished run did not measure what it should, or is empty: then the verdict is invalid by the `rule`.
    `warnings` are added to the verdict, and `restate` rewords it.
    """

    method: Method
    _: KW_ONLY
    convert: Callable[[Run], Run] | None = None
    rule: str = ""
    objection: Callable[[Run], str] | None = None
    warnings: Callable[[Sequence[Run]], tuple[str, ...]] | None = None
    restate: Callable[[Verdict], Verdict] | None = None

    def next(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        """The next block or the verdict of the method."""
        history = self._converted(history)
        reasons = (self.objection(run) for run in history if run.counts) if self.objection else ()
        if reason := next(filter(None, reasons), ""):
            return Verdict(INVALID, self.rule, reason, estimates=self.estimates(history), reason=reason)
        step = self.method.next(history, spent, budget)
        if isinstance(step, Block):
            return step
        if self.warnings:
            step = replace(step, warnings=(*step.warnings, *self.warnings(history)))
        return self.restate(step) if self.restate else step

    def estimates(self, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """Those of the method."""
        return self.method.estimates(self._converted(history))

    def _converted(self, history: Sequence[Run]) -> Sequence[Run]:
        return tuple(map(self.convert, history)) if self.convert else history


# Queues that have to remain empty during a run: a rate at which they grow cannot be sustained.

EVERY_SECONDS = 5.0
UNIT = "messages"
MANAGED = "SYSTEM.MANAGED.NDURABLE.*"
# figures of a run: mean rates of the measured processes and of those that get
SENT, RECEIVED = "sent", "received"
DETECTABLE = 0.05  # a driver counts whole seconds, and its intervals do not coincide with those of others

Copies = Callable[[Arm], float]


def depth_watch(qmgr: str, queues: str, name: str = DEPTH) -> Watch:
    """The messages on all queues of a generic name."""
    return Watch(name, UNIT, EVERY_SECONDS, qmgr, f"DISPLAY QSTATUS('{queues}') CURDEPTH", "CURDEPTH")


def piled_up(run: Run) -> float:
    """Messages per second that accumulated in the queues over the last two thirds of a run."""
    series = [depth for depth in run.series.values() if depth.unit == UNIT]
    return sum(max(0.0, growth(depth, run.order.seconds)) for depth in series)


def fills(run: Run) -> bool:
    """Whether a queue grows, and is still growing at the end."""
    rate = run.value or 0.0
    series = [depth for depth in run.series.values() if depth.unit == UNIT]
    return any(builds_up(depth, run.order.seconds, rate) for depth in series)


def together(run: Run) -> Run:
    """The run with the depths of all its queues added up, as the one series that methods use."""
    series = [depth for depth in run.series.values() if depth.unit == UNIT]
    if not series:
        return run
    length = min(len(depth.at) for depth in series)
    summed = tuple(sum(depth.values[number] for depth in series) for number in range(length))
    return replace(run, series={**run.series, DEPTH: Series(UNIT, series[0].at[:length], summed)})


def lag(run: Run, copies: float = 1.0) -> float:
    """The share of what was put that its consumers did not get; each message is to be got `copies` times.

    0 if it is unknown or too small to be detected from the rate lines.
    """
    sent, received = run.figures.get(SENT), run.figures.get(RECEIVED)
    if not sent or received is None:
        return 0.0
    missing = 1 - received / (copies * sent)
    return missing if missing > DETECTABLE else 0.0


def warned(method: Method, copies: Copies) -> WrappedMethod:
    """The method; its verdict warns about arms whose consumers lagged or whose queues grew."""
    return WrappedMethod(method, warnings=lambda history: lag_warnings(history, copies))


def lag_warnings(history: Sequence[Run], copies: Copies) -> tuple[str, ...]:
    """A warning for the arms whose consumers did not keep up."""
    late = [run for run in history if run.counts and (fills(run) or lag(run, copies(run.order.arm)))]
    if not late:
        return ()
    arms = sorted({run.order.arm.name for run in late})
    lags = {run.number: lag(run, copies(run.order.arm)) for run in late}
    worst = max(late, key=lambda run: max(lags[run.number], piled_up(run) / (run.value or 1.0)))
    text = (
        f"consumers did not keep up in runs of {', '.join(arms)}: in run {worst.number} "
        f"{lags[worst.number]:.0%} of the messages were not got, and "
        f"{piled_up(worst):,.0f} per second accumulated; such rates cannot be sustained, give the consumers "
        "more cores or another host"
    )
    return (text,)


# Ratios between arms of a verdict, as numbers and in words.


def against(verdict: Verdict, arm: str, reference: str) -> Interval | None:
    """An arm's rate relative to that of a reference: ratio minus 1, or None if either is unknown.

    From the comparison within blocks where one of them leads; else from the means, and the interval is that
    of the means at their worst.
    """
    estimates = {estimate.arm.name: estimate for estimate in verdict.estimates}
    left, right = estimates.get(arm), estimates.get(reference)
    if left is None or right is None:
        return None
    if right.state == "leader" and left.against_leader is not None:
        return left.against_leader
    if left.state == "leader" and right.against_leader is not None:
        back = right.against_leader
        ends = [1 / (1 + share) - 1 for share in (back.estimate, back.high, back.low)]
        return Interval(ends[0], ends[1], ends[2], back.unit, back.level, back.kind)
    if left.value is None or right.value is None:
        return None
    rate, reference_rate = left.value, right.value
    return Interval(
        rate.estimate / reference_rate.estimate - 1,
        rate.low / reference_rate.high - 1,
        rate.high / reference_rate.low - 1,
        "1",
        None,
        "from the ends of two intervals",
    )


def percent(ratio: Interval | None) -> str:
    """A ratio in words: `+9.1%, +7.9 to +10.3%`."""
    if ratio is None:
        return "not compared"
    return f"{ratio.estimate:+.1%}, {ratio.low * 100:+.1f} to {ratio.high:+.1%}"


def times(ratio: Interval | None) -> str:
    """A ratio as a factor: `2.3`."""
    return "an unknown number of" if ratio is None else f"{1 + ratio.estimate:.2g}"


# Figures of the simulated queue manager: published tables, constants of the models, and others. The others
# are `[[figures]]` of `definitions/<name>.toml`: a value, or rows of two columns, each with its `source`.

RELEASE = "8.0"  # the newest of the publish/subscribe figures


def on_line(name: str, x: str, y: str, at: float, **where: str) -> float:
    """The column `y` of a published line where its column `x` has the value `at`; `where` selects rows.

    Linear between two points, constant before the first and after the last.
    """
    rows = [row for row in table(name).rows if all(row[column] == value for column, value in where.items())]
    return between(sorted((float(row[x]), float(row[y])) for row in rows), at)


def cell(name: str, column: str, **where: str | float) -> float:
    """A figure of the single row selected by `where`."""
    rows = [row for row in table(name).rows if all(row[key] == value for key, value in where.items())]
    (row,) = rows
    return float(row[column])


def between(points: list[tuple[float, float]], at: float) -> float:
    """The linear interpolation at `at` between points in order; constant beyond both ends."""
    if at <= points[0][0]:
        return points[0][1]
    for (left, low), (right, high) in pairwise(points):
        if at <= right:
            return low + (high - low) * (at - left) / (right - left)
    return points[-1][1]


def constant(of: str, name: str, **when: str) -> float:
    """A constant of a model in a case, such as `constant("fan-out", "per_cached_us", release="8.0", …)`."""
    case = {key.replace("_", "-"): value for key, value in when.items()}
    return next(entry.value for entry in model(of).constants if entry.name == name and entry.holds(case))


def outputs(of: str, **inputs: object) -> dict[str, float]:
    """The outputs of a model. Raises LabError if nothing was published for the inputs."""
    try:
        return run_model(of, inputs).outputs
    except ModelError as error:
        raise LabError(
            f"this cannot be simulated: {error.message}",
            "measure a queue manager, or change the settings",
        ) from None


# the files are part of the program: read once, never changed
@cache
def _entry(experiment: str, name: str) -> dict[str, Any]:
    entries = read_data(f"{experiment}.toml")["figures"]
    return next(entry for entry in entries if entry["name"] == name)


def figure(experiment: str, name: str) -> float:
    """A figure that is a single value."""
    return float(_entry(experiment, name)["value"])


def points(experiment: str, name: str) -> list[tuple[float, float]]:
    """A figure that is a line through points, in order."""
    return [(float(x), float(y)) for x, y in _entry(experiment, name)["rows"]]


@cache
def word(experiment: str, table: str, key: str) -> str:
    """An entry of a table of words in the definition of an experiment."""
    return str(read_data(f"{experiment}.toml")[table][key])
