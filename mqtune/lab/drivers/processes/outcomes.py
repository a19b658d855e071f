"""The outcome of a run on this machine, which is known in more detail than its output shows.

It is decided by, in this order: the reason for which mqtune stopped the run, how the drivers ended and what
they reported, the number of samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mqtune.lab.core.driver_output import (
    CANCELLED,
    FAILED,
    INCOMPLETE,
    OK,
    UNAVAILABLE,
    DriverOutput,
    RunOutcome,
)
from mqtune.lab.core.work import Process
from mqtune.lab.output.process_end import named

# in addition to the words of `core.driver_output`
HUNG = "hung"
DIED = "died"
LEAST_SHARE = 0.7  # of the samples expected of a run of its length
_AGREES = 0.05  # between the mean of the samples and the driver's own, as a share
_KILLED = 9


@dataclass(frozen=True, slots=True)
class EndedProcess:
    """How one process ended.

    With `stopped` mqtune stopped it, as it does with every process without a run length. `status` is the
    exit status, negative for a signal. `refused` is the system's message if it did not start. `left` are
    processes that survived every signal that may be sent to them.
    """

    process: Process
    reading: DriverOutput
    status: int | None
    stopped: bool = False
    refused: str = ""
    guard_lost: bool = False
    lost: str = ""  # why the connection to its host ended early
    left: tuple[int, ...] = ()
    samples: int = 0
    expected: float | None = None
    longer: float = 0.0  # by how much intervals exceeded the whole seconds by which the driver divides


def judge(ends: Sequence[EndedProcess], trouble: RunOutcome | None, several: bool) -> RunOutcome:
    """The outcome of the run; `trouble` is why mqtune stopped it, `several` adds roles to messages."""
    found = [_judged(one) for one in ends]
    if several:
        found = [
            one if one.word == OK else replace(one, message=f"{end.process.role}: {one.message}")
            for end, one in zip(ends, found, strict=True)
        ]
    failed = [one for one in found if one.word not in (OK, CANCELLED)]
    if trouble is not None:
        # the driver's own error is more specific than the fact that it was stopped
        return next((one for one in failed if one.word == FAILED or one.reason_code), trouble)
    if bad := [one for one in found if one.word != OK]:
        lost = (one for one in bad if one.word == UNAVAILABLE)
        return next(lost, next((one for one in bad if one.reason_code), bad[0]))
    for end in ends:
        if end.expected and end.samples < LEAST_SHARE * end.expected:
            few = f"{end.process.role} gave {end.samples} of about {end.expected:.0f} rates"
            return RunOutcome(INCOMPLETE, few)
    notes = [
        f"{one.process.role}: {note}" for one in ends for note in one.reading.outcome.message.split("; ")[1:]
    ]
    return RunOutcome(OK, "; ".join(["the run is complete", *notes, *filter(None, map(_bias, ends))]))


def _judged(end: EndedProcess) -> RunOutcome:
    """The outcome of the run according to one process."""
    said = end.reading.outcome
    if end.refused:
        return RunOutcome(FAILED, f"{end.process.argv[0]} could not be started: {end.refused}")
    if end.lost:
        return RunOutcome(UNAVAILABLE, end.lost)
    if end.guard_lost:
        return RunOutcome(DIED, "its guard was killed, and the driver was ended with it")
    signal = -end.status if end.status is not None and end.status < 0 else 0
    if end.stopped and said.word in (CANCELLED, OK):
        return RunOutcome(OK, "it was stopped as planned")
    if signal and not end.stopped and said.word in (CANCELLED, INCOMPLETE) and not said.reason_code:
        memory = ": by hand, or because the machine ran out of memory" if signal == _KILLED else ""
        return RunOutcome(DIED, f"{named(signal)} ended the driver{memory}")
    if end.process.background and not end.stopped and said.word == OK:
        return RunOutcome(INCOMPLETE, "it ended before it was stopped")
    return said


def _bias(end: EndedProcess) -> str:
    """The correction of the rates, and whether the driver's own total agrees with them."""
    if end.longer > _AGREES / 5:
        return (
            f"{end.process.role}: intervals of the driver were {end.longer:.0%} longer than the whole"
            " seconds by which it divides; each rate was corrected by the length of its own interval"
        )
    summary = end.reading.summary
    rates = sorted(rate for rate, _ in end.reading.samples)
    if not end.process.measured or end.stopped or not rates or summary is None or not summary.average_rate:
        return ""
    middle = rates[len(rates) // 2]
    if abs(middle / summary.average_rate - 1) <= _AGREES:
        return ""
    return (
        f"{end.process.role}: the median of its rates is {middle:,.0f}/s, its total divided by its time"
        f" {summary.average_rate:,.0f}/s; slow thread starts or stalls cause such a difference"
    )
