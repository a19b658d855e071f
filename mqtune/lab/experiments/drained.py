"""Queues that have to stay empty while a run goes on: a point where they grow says nothing that lasts."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.lab.experiments.settled import Watched
from mqtune.lab.method import Method
from mqtune.lab.run import Run, Series
from mqtune.lab.work import Watch

EVERY_SECONDS = 5.0
UNIT = "messages"
GROWS = 0.01  # of the rate: queues that take more are filling
MANAGED = "SYSTEM.MANAGED.NDURABLE.*"
RULE = "queues stay empty"


def depth_watch(qmgr: str, queues: str, name: str = "depth") -> Watch:
    """The messages on all queues of a generic name."""
    return Watch(name, UNIT, EVERY_SECONDS, qmgr, f"DISPLAY QSTATUS('{queues}') CURDEPTH", "CURDEPTH")


def growth(series: Series) -> float:
    """Messages a second by which a depth rises over the last two thirds of a run."""
    begin = len(series.at) // 3
    at, values = series.at[begin:], series.values[begin:]
    if len(at) < 3 or at[-1] == at[0]:
        return 0.0
    return (values[-1] - values[0]) / (at[-1] - at[0])


def filling(run: Run) -> float:
    """The share of a run's rate that piled up in its queues."""
    if not run.value:
        return 0.0
    grown = sum(growth(one) for one in run.series.values() if one.unit == UNIT)
    return max(0.0, grown / run.value)


def warned(method: Method) -> Watched:
    """The method; its verdict names the arms whose queues grew."""
    return Watched(method, RULE, lambda run: "", told)


def told(history: Sequence[Run]) -> tuple[str, ...]:
    """A warning for the arms whose queues grew."""
    arms = {run.order.arm.name: filling(run) for run in history if run.counts and filling(run) > GROWS}
    if not arms:
        return ()
    worst = max(arms, key=lambda name: arms[name])
    text = (
        f"queues grew in runs of {', '.join(sorted(arms))} ({arms[worst]:.0%} of the rate of {worst}): the "
        "consumers did not keep up, and those rates would not last; give them cores or another host"
    )
    return (text,)
