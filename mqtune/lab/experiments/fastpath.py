"""Verifies that fastpath publishers are trusted: MQ lowers them to standard binding without a word."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.lab.experiments.settled import Watched
from mqtune.lab.method import Method
from mqtune.lab.run import Run
from mqtune.lab.work import Watch

NAME = "fastpath connections"
EVERY_SECONDS = 5.0
RULE = "a run counts only while its threads are trusted"
UNSEEN = (
    "fastpath was not verified: look at DISPLAY CONN(*) TYPE(CONN) CONNOPTS while the driver runs, each "
    "publisher needs MQCNO_FASTPATH_BINDING"
)


def watch(qmgr: str) -> Watch:
    """Counts trusted connections of the queue manager."""
    return Watch(
        NAME,
        "connections",
        EVERY_SECONDS,
        qmgr,
        "DISPLAY CONN(*) TYPE(CONN) CONNOPTS APPLTAG",
        holds="MQCNO_FASTPATH_BINDING",
    )


def verified(method: Method, factor: str) -> Watched:
    """The method, invalid as soon as fewer connections than the arm's `factor` were trusted."""

    def objection(run: Run) -> str:
        series = run.series.get(NAME)
        threads = run.order.arm.levels.get(factor)
        if series is None or not series.values or not isinstance(threads, int):
            return ""
        seen = max(series.values)
        if seen >= threads:
            return ""
        return (
            f"run {run.number}: of {threads} publishers DISPLAY CONN showed {seen:.0f} with fastpath binding "
            "at most: run the driver as user mqm, without MQ_CONNECT_TYPE=STANDARD"
        )

    return Watched(method, RULE, objection, unseen)


def unseen(history: Sequence[Run]) -> tuple[str, ...]:
    """What to say where no run showed how its threads were connected."""
    if any(NAME in run.series for run in history):
        return ()
    return (UNSEEN,)
