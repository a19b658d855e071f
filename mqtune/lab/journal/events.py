"""What a journal holds: one event a line, typed, to JSON and back. Does not know files.

Live view, resume, replay, report and compare are all folded from these events (`result.py`). A line is an
object with `event`, `time` (UTC, milliseconds), `clock` (seconds of the experiment's clock, on which pauses
and waiting for a person do not count) and the fields of the event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mqtune.lab.core.check import Check
from mqtune.lab.core.experiment import Advice
from mqtune.lab.core.order import Arm, Level, Order
from mqtune.lab.core.plan import Plan
from mqtune.lab.core.run import Cut
from mqtune.lab.core.verdict import Estimate, Noise, Verdict
from mqtune.lab.journal.encoding import INLINE, UnreadableError, decode, encode
from mqtune.lab.journal.journal import FORMAT

SETUP = "setup"
BETWEEN = "between"
CLEANUP = "cleanup"


@dataclass(frozen=True, slots=True)
class Opened:
    """The experiment as it was asked for; the first line of a journal."""

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
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Checked:
    """The preflight; told again with the noise when the pilot has measured it."""

    checks: tuple[Check, ...]
    noise: Noise | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """Everything that will be done."""

    plan: Plan = field(metadata=INLINE)


@dataclass(frozen=True, slots=True)
class StepTaken:
    """A step of set-up, between runs or clean-up.

    It is told before it is done (`done` false) and again after it, under one number; a clean-up has the
    number of the step that it takes back. `hand` steps are done by a person.
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


@dataclass(frozen=True, slots=True)
class BlockBegun:
    """A block of runs that is going to be made."""

    block: int
    why: str
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A run begins: its order, and its processes as they are started."""

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


@dataclass(frozen=True, slots=True)
class SampleTaken:
    """The rate of all measured processes, `at` seconds after the start of the run."""

    run: int
    at: float
    rate: float
    threads: int


@dataclass(frozen=True, slots=True)
class WatchedValue:
    """One reading of something watched."""

    run: int
    name: str
    at: float
    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class LineSaid:
    """A line for the command log; run 0 is outside of every run."""

    run: int
    who: str
    text: str


@dataclass(frozen=True, slots=True)
class RunEnded:
    """A run has ended; nothing of it is lost from here on."""

    run: int
    outcome: str
    message: str
    reason_code: int | None = None
    value: float | None = None
    mean: float | None = None
    deviation: float | None = None
    cut: Cut | None = None
    took: float = 0.0
    figures: Mapping[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunsSetAside:
    """Finished runs that no longer count, because their block is made again."""

    runs: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Estimated:
    """What is known of each arm after a run."""

    estimates: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Noted:
    """Something that a person, or the engine, wants to be remembered."""

    text: str


@dataclass(frozen=True, slots=True)
class Paused:
    """Somebody made a pause between two runs."""


@dataclass(frozen=True, slots=True)
class Continued:
    """The pause is over."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The experiment goes on in another process."""

    mqtune: str
    driver_version: str
    max_minutes: float


@dataclass(frozen=True, slots=True)
class Stopped:
    """Somebody or something stopped the experiment before its verdict."""

    why: str


@dataclass(frozen=True, slots=True)
class VerdictReached:
    """The verdict."""

    verdict: Verdict = field(metadata=INLINE)


@dataclass(frozen=True, slots=True)
class Advised:
    """What follows from the verdict."""

    advice: Advice = field(metadata=INLINE)


@dataclass(frozen=True, slots=True)
class Cleaned:
    """The clean-up is over; `left` names what could not be taken back, and what to do about it."""

    undone: int
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Closed:
    """The journal is closed: `finished`, or why it is not."""

    why: str


Event = (
    Opened
    | Checked
    | Planned
    | StepTaken
    | BlockBegun
    | RunStarted
    | SampleTaken
    | WatchedValue
    | LineSaid
    | RunEnded
    | RunsSetAside
    | Estimated
    | Noted
    | Paused
    | Continued
    | Resumed
    | Stopped
    | VerdictReached
    | Advised
    | Cleaned
    | Closed
)

KINDS: Mapping[str, type[Event]] = {
    "opened": Opened,
    "preflight": Checked,
    "planned": Planned,
    "step": StepTaken,
    "block": BlockBegun,
    "run-started": RunStarted,
    "sample": SampleTaken,
    "watched": WatchedValue,
    "said": LineSaid,
    "run-ended": RunEnded,
    "set-aside": RunsSetAside,
    "estimates": Estimated,
    "note": Noted,
    "paused": Paused,
    "continued": Continued,
    "resumed": Resumed,
    "stopped": Stopped,
    "verdict": VerdictReached,
    "advice": Advised,
    "cleaned": Cleaned,
    "closed": Closed,
}
_NAMES = {kind: name for name, kind in KINDS.items()}

# what must be on disk before anything else happens
LASTING = (Opened, StepTaken, BlockBegun, RunStarted, RunEnded, RunsSetAside, VerdictReached, Cleaned, Closed)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a journal: when (UTC, and the experiment's clock in seconds), and what."""

    time: str
    clock: float
    event: Event


def name_of(event: Event) -> str:
    """The word that a journal has for an event."""
    return _NAMES[type(event)]


def to_json(entry: Entry) -> dict[str, Any]:
    """An entry as the object of its line."""
    line = {"event": name_of(entry.event), "time": entry.time, "clock": round(entry.clock, 3)}
    line.update(encode(entry.event))
    return line


def from_json(line: Mapping[str, Any]) -> Entry | None:
    """The entry of a line; None for an event that this release does not know. Raises UnreadableError."""
    kind = KINDS.get(str(line.get("event")))
    if kind is None:
        return None
    time, clock = line.get("time"), line.get("clock", 0.0)
    if not isinstance(time, str) or not isinstance(clock, int | float):
        raise UnreadableError("an event without its time")
    return Entry(time, float(clock), decode(kind, dict(line)))
