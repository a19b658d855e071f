"""The events of a journal, one per line, typed; to JSON and back.

Live view, resume, replay, report and compare are all folded from these events (`result.py`). A line is an
object with `event`, `time` (UTC, milliseconds), `clock` (seconds of the experiment's clock, which stops
during pauses and while waiting for a person) and the fields of the event. Names and fields are a file format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar, dataclass_transform

from mqtune.hosts.inventory import Host
from mqtune.lab.core.encoding import INLINE, UnreadableError, decode, encode
from mqtune.lab.core.experiment import Advice
from mqtune.lab.core.plan import Check, ExperimentPlan
from mqtune.lab.core.run import Arm, Cut, Estimate, Level, Noise, Order, Verdict
from mqtune.lab.drivers.base import LogLine, Sample, WatchReading
from mqtune.lab.journal.journal import FORMAT

SETUP = "setup"
BETWEEN = "between"
CLEANUP = "cleanup"


class Event:
    """One thing that happened in an experiment; each subclass is registered under its name in a journal.

    `lasting` ones must be on disk before anything else happens.
    """

    __slots__ = ()
    named: ClassVar[str]
    lasting: ClassVar[bool]


KINDS: dict[str, type[Event]] = {}

Made = TypeVar("Made", bound=Event)


@dataclass_transform(frozen_default=True)
def _kind(name: str, *, lasting: bool = False) -> Callable[[type[Made]], type[Made]]:
    """Make and register a class of events."""

    def register(fields: type[Made]) -> type[Made]:
        event = dataclass(frozen=True, slots=True)(fields)
        KINDS[name] = event
        event.named, event.lasting = name, lasting
        return event

    return register


@_kind("opened", lasting=True)
class Opened(Event):
    """The experiment as requested; the first line of a journal."""

    id: str
    mqtune: str
    experiment: str
    qmgr: str
    driver: str
    driver_version: str
    simulated: bool
    settings: Mapping[str, Level | tuple[Level, ...]]
    seed: int
    max_minutes: float
    command_line: str
    role: str = ""
    repeat: int | None = None
    level: tuple[int, ...] | None = None
    cores: int | None = None
    prefix: str = "MQTUNE"
    unit: str = ""
    production: tuple[str, ...] = ()
    hosts: tuple[Host, ...] = ()
    queue_manager_hosts: Mapping[str, Host] = field(default_factory=dict)
    machine: str = ""  # the processors and the system of this machine
    format: int = FORMAT


@_kind("preflight")
class Checked(Event):
    """The preflight; emitted again with the noise after the pilot."""

    checks: tuple[Check, ...]
    noise: Noise | None = None


@_kind("planned")
class Planned(Event):
    """Everything that will be done."""

    plan: ExperimentPlan = field(metadata=INLINE)


@_kind("step", lasting=True)
class StepTaken(Event):
    """A step of set-up, between runs or clean-up.

    It is emitted before it is done (`done` false) and again after it, with the same number; a clean-up has
    the number of the step that it undoes. `hand` steps are done by a person.
    """

    kind: str
    number: int
    qmgr: str
    what: str
    script: str
    undo: str
    done: bool
    output: str = ""
    hand: bool = False


@_kind("block", lasting=True)
class BlockBegun(Event):
    """A block of runs that is to be made."""

    block: int
    why: str
    orders: tuple[Order, ...]


@_kind("run-started", lasting=True)
class RunStarted(Event):
    """A run begins: its order, and the commands of its processes."""

    run: int
    block: int
    arm: str
    levels: Mapping[str, Level]
    seconds: float
    cut: float
    purpose: str
    rate: float | None
    commands: tuple[tuple[str, ...], ...] = ()

    @property
    def order(self) -> Order:
        """What was ordered."""
        return Order(Arm(self.arm, self.levels), self.seconds, self.cut, self.purpose, self.rate)


@_kind("sample")
class SampleTaken(Event):
    """The rate of all measured processes over `seconds`, `at` seconds after the start of the run."""

    run: int
    sample: Sample = field(metadata=INLINE)


@_kind("watched")
class WatchedValue(Event):
    """One reading of a watch."""

    run: int
    reading: WatchReading = field(metadata=INLINE)


@_kind("said")
class LineSaid(Event):
    """A line of the command log; run 0 means outside of any run."""

    run: int
    line: LogLine = field(metadata=INLINE)


@_kind("run-ended", lasting=True)
class RunEnded(Event):
    """A run has ended; from here on its result cannot be lost."""

    run: int
    outcome: str
    message: str
    reason_code: int | None = None
    value: float | None = None
    mean: float | None = None
    deviation: float | None = None
    cut: Cut | None = None
    took: float = 0.0
    counted: float = 0.0  # seconds after the cut
    figures: Mapping[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@_kind("set-aside", lasting=True)
class RunsSetAside(Event):
    """Finished runs that no longer count, because their block is repeated."""

    runs: tuple[int, ...]
    why: str


@_kind("estimates")
class Estimated(Event):
    """What is known of each arm after a run."""

    estimates: tuple[Estimate, ...]


@_kind("note")
class Noted(Event):
    """A note of a person or of the engine."""

    text: str


@_kind("paused")
class Paused(Event):
    """The experiment is paused between two runs."""


@_kind("continued")
class Continued(Event):
    """The pause is over."""


@_kind("waiting")
class Waiting(Event):
    """Measuring is not possible now; it is tried again after `seconds`."""

    why: str
    seconds: float


@_kind("resumed")
class Resumed(Event):
    """The experiment continues in another process."""

    mqtune: str
    driver_version: str
    max_minutes: float


@_kind("stopped")
class Stopped(Event):
    """The experiment was stopped before its verdict."""

    why: str


@_kind("verdict", lasting=True)
class VerdictReached(Event):
    """The verdict."""

    verdict: Verdict = field(metadata=INLINE)


@_kind("advice")
class Advised(Event):
    """The advice that follows from the verdict."""

    advice: Advice = field(metadata=INLINE)


@_kind("confirming", lasting=True)
class Confirming(Event):
    """The measurement confirms an earlier result: its id, verdict and values by arm, in `unit`.

    `conclusions` is what lint, tune and budget state with its constants, `change` the text to apply.
    """

    of: str
    verdict: Verdict
    values: Mapping[str, tuple[float, ...]]
    unit: str
    conclusions: tuple[str, ...] = ()
    change: str = ""


@_kind("applied", lasting=True)
class Applied(Event):
    """A person states that the change was applied."""


@_kind("confirmed", lasting=True)
class Confirmed(Event):
    """The outcome of a confirmation: confirmed, not confirmed or not known, and why."""

    word: str
    why: str


@_kind("cleaned", lasting=True)
class Cleaned(Event):
    """The clean-up is over; `left` names what could not be undone, and what to do about it."""

    undone: int
    left: tuple[str, ...] = ()


@_kind("closed", lasting=True)
class Closed(Event):
    """The journal is closed: `finished`, or the reason why the experiment is not."""

    why: str


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One line of a journal: time (UTC), the experiment's clock in seconds, and the event."""

    time: str
    clock: float
    event: Event


def to_json(entry: JournalEntry) -> dict[str, Any]:
    """An entry as the JSON object of its line."""
    head = {"event": entry.event.named, "time": entry.time, "clock": round(entry.clock, 3)}
    return {**head, **encode(entry.event)}


def from_json(line: Mapping[str, Any]) -> JournalEntry | None:
    """The entry of a line; None for an event that is unknown to this release. Raises UnreadableError."""
    kind = KINDS.get(str(line.get("event")))
    if kind is None:
        return None
    time, clock = line.get("time"), line.get("clock", 0.0)
    if not isinstance(time, str) or not isinstance(clock, int | float):
        raise UnreadableError("an event without its time")
    return JournalEntry(time, float(clock), decode(kind, dict(line)))
