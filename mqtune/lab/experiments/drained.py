"""Queues that have to stay empty while a run goes on: a point where they grow says nothing that lasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mqtune.lab.experiments.settled import Watched
from mqtune.lab.method import Method
from mqtune.lab.methods.depth_series import DEPTH, builds_up, growth
from mqtune.lab.run import Run, Series
from mqtune.lab.work import Watch

EVERY_SECONDS = 5.0
UNIT = "messages"
MANAGED = "SYSTEM.MANAGED.NDURABLE.*"
RULE = "queues stay empty"


def depth_watch(qmgr: str, queues: str, name: str = DEPTH) -> Watch:
    """The messages on all queues of a generic name."""
    return Watch(name, UNIT, EVERY_SECONDS, qmgr, f"DISPLAY QSTATUS('{queues}') CURDEPTH", "CURDEPTH")


def piled_up(run: Run) -> float:
    """Messages a second that piled up in the queues over the last two thirds of a run."""
    series = [one for one in run.series.values() if one.unit == UNIT]
    return sum(max(0.0, growth(one, run.order.seconds)) for one in series)


def fills(run: Run) -> bool:
    """Whether a queue grows, and at the end still."""
    rate = run.value or 0.0
    series = [one for one in run.series.values() if one.unit == UNIT]
    return any(builds_up(one, run.order.seconds, rate) for one in series)


def together(run: Run) -> Run:
    """The run with the depths of all its queues added up, under the one name that methods look at."""
    series = [one for one in run.series.values() if one.unit == UNIT]
    if not series:
        return run
    length = min(len(one.at) for one in series)
    summed = tuple(sum(one.values[number] for one in series) for number in range(length))
    return replace(run, series={**run.series, DEPTH: Series(UNIT, series[0].at[:length], summed)})


def warned(method: Method) -> Watched:
    """The method; its verdict names the arms whose queues grew."""
    return Watched(method, RULE, lambda run: "", told)


def told(history: Sequence[Run]) -> tuple[str, ...]:
    """A warning for the arms whose queues grew."""
    full = [run for run in history if run.counts and fills(run)]
    if not full:
        return ()
    arms = sorted({run.order.arm.name for run in full})
    worst = max(full, key=piled_up)
    text = (
        f"queues grew in runs of {', '.join(arms)} ({piled_up(worst):,.0f} messages a second in run "
        f"{worst.number}): the consumers did not keep up, and those rates would not last; give them cores or "
        "another host"
    )
    return (text,)
