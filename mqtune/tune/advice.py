"""The advice for a queue manager as data: changes with their rationale, what is held back, questions, hints,
and what prevents "nothing to change".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypedDict

from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.text.wording import listed

MOST_NAMED = 3
ALTER = "ALTER"
DEFINE = "DEFINE"
STANZA = "STANZA"
DEFAULTS = ("the default", "not set", "qm.ini or the default")  # origins of values that no file sets
MISSING_INI = "the files do not contain the whole qm.ini"
ASSUMED = f"the value of today is assumed to be the default, because {MISSING_INI}"


@dataclass(slots=True)
class Setting:
    """One attribute or key with its recommended value.

    `now` is the effective value today and `origin` where it comes from; `changes` is false if the value
    is repeated only to make the definition complete.
    """

    DATA = "name=keyword value now? origin? changes"

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
    a DEFINE is inserted in the files. `subtype` is the CHLTYPE of a channel. `causes` are further objects
    whose load calls for the change.
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
    causes: tuple[MqObject, ...] = ()

    @property
    def in_ini(self) -> bool:
        """Whether the change belongs in qm.ini."""
        return self.type == STANZA

    @property
    def file(self) -> str:
        """Where the change belongs."""
        return "qm.ini" if self.in_ini else "mqsc"

    @property
    def values(self) -> dict[str, str]:
        """The values that differ from the current ones, by keyword."""
        return {setting.keyword: setting.value for setting in self.settings if setting.changes}

    def __str__(self) -> str:
        return f"stanza {self.name}" if self.in_ini else f"{self.type}({self.name})"


@dataclass(slots=True)
class HeldBack:
    """A change that is left out. `because` is what it would override: "exception", "directive", "comment", or
    the declared limit or protection, such as "queue-disk", "memory", "ordered" or "instances".
    """

    DATA = (
        "about=change.about file=change.file object=change.type,name settings=change.settings because reason"
    )

    change: Change
    because: str
    reason: str

    @property
    def text(self) -> str:
        """`CHANNEL(APP): MAXINST(50) instead of 5`, `stanza Log: LogBufferPages=4096 instead of 0`; what is
        inherited today is not repeated.
        """
        form = "{}={}" if self.change.in_ini else "{}({})"
        values = [
            form.format(one.keyword, one.value) + (f" instead of {one.now}" if one.now else "")
            for one in self.change.settings
            if one.changes and one.value != one.now
        ]
        same = [one.keyword for one in self.change.settings if one.changes and one.value == one.now]
        if same:
            values.append(f"{listed(same, MOST_NAMED)} with the values that are inherited today")
        return f"{self.change}: {', '.join(values)}"


class Open(TypedDict):
    """What no recommended change settles. `kind` is "limit" (a row of the budget), "finding" (of a rule that
    depends on the load), "value" (one that cannot be read) or "platform".
    """

    kind: str
    text: str
    reason: str


class Question(TypedDict):
    """A missing declaration: what to declare, and what depends on it."""

    declare: str
    follows: str


class Hint(TypedDict):
    """Advice that no snippet can carry out, with reason and source, and the rules that report the same."""

    text: str
    reason: str
    source: str
    rules: list[str]


Objection = tuple[str, str]
Objections = Callable[[QueueManager, Change], Objection | None]


@dataclass(slots=True, eq=False)
class Tuning:
    """All advice for one queue manager; `undeclared` if no load is declared for it.

    `objections` gives what forbids a change and the reason, as `because` and `reason` of `HeldBack`; None if
    nothing does.
    """

    queue_manager: QueueManager
    undeclared: bool = False
    changes: list[Change] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    hints: list[Hint] = field(default_factory=list)
    held_back: list[HeldBack] = field(default_factory=list)
    open: list[Open] = field(default_factory=list)
    objections: Objections | None = None

    @property
    def is_settled(self) -> bool:
        """Whether nothing is to be changed: the declared load was compared with every limit, and fits."""
        return not (self.changes or self.held_back or self.questions or self.hints or self.open)

    @property
    def name(self) -> str:
        """The display name of the queue manager, with its environment."""
        return self.queue_manager.qualified

    def objection_to(self, change: Change) -> Objection | None:
        """What a person decided against a change; None if nothing."""
        return self.objections(self.queue_manager, change) if self.objections is not None else None

    def change(self, change: Change) -> bool:
        """Add a change, unless a person decided against it: then it is held back. Whether it is added."""
        objection = self.objection_to(change)
        if objection is not None:
            self.hold_back(change, *objection)
            return False
        if self.undecided(change):
            risk = f"{change.why.risk}; {ASSUMED}"
            change = replace(change, why=replace(change.why, risk=risk))
        self.changes.append(change)
        return True

    def undecided(self, change: Change) -> list[Setting]:
        """The settings whose value of today the files do not decide, because they lack the whole qm.ini."""
        is_shown = self.shows_ini or not change.in_ini
        return [] if is_shown else [setting for setting in change.settings if setting.origin in DEFAULTS]

    @property
    def assumed(self) -> list[str]:
        """The values of today that the changes suppose."""
        return [
            f"{setting.keyword} of {self.name} is {setting.now or 'not set'} today: {MISSING_INI}"
            for change in self.changes
            for setting in self.undecided(change)
        ]

    @property
    def shows_ini(self) -> bool:
        """Whether the files contain the qm.ini as a whole, not only keys that are merged into it."""
        return any(ini.named("Log") for ini in self.queue_manager.inis)

    def hold_back(self, change: Change, because: str, reason: str) -> None:
        """Leave out a change, with the reason."""
        self.held_back.append(HeldBack(change, because, reason))

    def ask(self, declare: str, follows: str) -> None:
        """Add a question, unless the same declaration is already asked for."""
        if all(question["declare"] != declare for question in self.questions):
            self.questions.append({"declare": declare, "follows": follows})

    def hint(self, text: str, reason: str, source: str, rules: Sequence[str] = ()) -> None:
        """Add a hint."""
        self.hints.append({"text": text, "reason": reason, "source": source, "rules": list(rules)})


@dataclass(slots=True)
class Tuned:
    """The advice for an estate: per queue manager, and hints on client tables, which belong to none."""

    tunings: list[Tuning]
    client_tables: list[Hint]
