"""Queues that have to remain empty during a run: a rate at which they grow cannot be sustained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from mqtune.lab.core.method import Method
from mqtune.lab.core.order import Arm
from mqtune.lab.core.run import Run, Series
from mqtune.lab.core.work import Watch
from mqtune.lab.experiments.wrapped_methods import WrappedMethod
from mqtune.lab.methods.depth_series import DEPTH, builds_up, growth

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
    series = [one for one in run.series.values() if one.unit == UNIT]
    return sum(max(0.0, growth(one, run.order.seconds)) for one in series)


def fills(run: Run) -> bool:
    """Whether a queue grows, and is still growing at the end."""
    rate = run.value or 0.0
    series = [one for one in run.series.values() if one.unit == UNIT]
    return any(builds_up(one, run.order.seconds, rate) for one in series)


def together(run: Run) -> Run:
    """The run with the depths of all its queues added up, as the one series that methods use."""
    series = [one for one in run.series.values() if one.unit == UNIT]
    if not series:
        return run
    length = min(len(one.at) for one in series)
    summed = tuple(sum(one.values[number] for one in series) for number in range(length))
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
