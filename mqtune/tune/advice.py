"""The advice for a queue manager as data: changes with their rationale, questions, and hints."""

from __future__ import annotations

from dataclasses import dataclass, field

from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement

ALTER = "ALTER"
DEFINE = "DEFINE"
STANZA = "STANZA"


@dataclass(slots=True)
class Setting:
    """One attribute or key with its recommended value.

    `now` is the effective value today and `origin` where it comes from; `changes` is false if the value
    is repeated only to make the definition complete.
    """

    keyword: str
    value: str
    now: str = ""
    origin: str = ""
    changes: bool = True


@dataclass(slots=True)
class Measure:
    """How to confirm a change by measurement: in words, and the experiment that does it, if there is one.

    `where` are the experiment's options; `{name}` is the queue manager that is tuned.
    """

    words: str
    experiment: str = ""
    where: str = "--qmgr {name}"


@dataclass(slots=True)
class Why:
    """The rationale of a change: reason, expected effect as a range, risk, restart, measurement, source.

    `basis` states whose figures support the effect: "published", "calibrated", or "none".
    """

    reason: str
    effect: str
    risk: str
    restart: bool
    measure: Measure
    source: str
    basis: str = "none"


@dataclass(slots=True)
class Change:
    """One command, or some keys of one stanza, with its rationale.

    `about` is the kind of advice. `object` is the object of an ALTER; `behind` is the command after which
    a DEFINE is inserted in the files. `subtype` is the CHLTYPE of a channel.
    """

    about: str
    verb: str
    type: str
    name: str
    settings: tuple[Setting, ...]
    why: Why
    object: MqObject | None = None
    behind: Statement | None = None
    subtype: str = ""

    @property
    def in_ini(self) -> bool:
        """Whether the change belongs in qm.ini."""
        return self.type == STANZA

    @property
    def values(self) -> dict[str, str]:
        """The values that differ from the current ones, by keyword."""
        return {setting.keyword: setting.value for setting in self.settings if setting.changes}

    def __str__(self) -> str:
        return f"stanza {self.name}" if self.in_ini else f"{self.type}({self.name})"


@dataclass(slots=True)
class Question:
    """A missing declaration: what to declare, and what depends on it."""

    declare: str
    follows: str


@dataclass(slots=True)
class Hint:
    """Advice that no snippet can carry out, with its reason and source."""

    text: str
    reason: str
    source: str


@dataclass(slots=True, eq=False)
class Tuning:
    """All advice for one queue manager; `undeclared` if no load is declared for it."""

    queue_manager: QueueManager
    undeclared: bool = False
    changes: list[Change] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    hints: list[Hint] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The display name of the queue manager, with its environment."""
        return self.queue_manager.qualified

    def change(self, change: Change) -> None:
        """Add a change."""
        self.changes.append(change)

    def ask(self, declare: str, follows: str) -> None:
        """Add a question, unless the same declaration is already asked for."""
        if all(question.declare != declare for question in self.questions):
            self.questions.append(Question(declare, follows))

    def hint(self, text: str, reason: str, source: str) -> None:
        """Add a hint."""
        self.hints.append(Hint(text, reason, source))


@dataclass(slots=True)
class Tuned:
    """The advice for an estate: per queue manager, and hints on client tables, which belong to none."""

    tunings: list[Tuning]
    client_tables: list[Hint]
