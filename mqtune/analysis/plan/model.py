"""What a plan consists of: changes of objects with their attributes, and the plan of all queue managers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Annotated

from mqtune.analysis.plan.risk import CLASSES, SAFE, UNKNOWN, in_order, worst
from mqtune.estate.model import QueueManager
from mqtune.language.masking import Covered, covered_value

CREATE, ALTER, DELETE, REFUSED, UNCERTAIN, RUN = "create", "alter", "delete", "refused", "unknown", "run"
ACTIONS = (CREATE, ALTER, DELETE, REFUSED, UNCERTAIN, RUN)
NAMED, RESET, LIKE, DEFAULT = CAUSES = ("named", "reset", "like", "default")
LONGEST = 300  # characters of a value

# what is compared, and in which sense
STATES, SCRIPT, DRIFT, ENVIRONMENTS = "states", "script", "drift", "environments"


@dataclass
class Side:
    """One of the two compared states. `label` is what the user called it; `shown` gives the path of a file
    as displayed, `inside` relative to the top of the state; `is_dump` means that every script of it is a
    dump, so that it is a state of a queue manager.
    """

    label: str
    shown: Callable[[str], str] = str
    inside: Callable[[str], str] = str
    is_dump: bool = False


@dataclass(frozen=True)
class Source:
    """A file and a line; "" and 0 if there is none."""

    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.file else ""


NOWHERE = Source()


@dataclass
class AttributeChange:
    """The change of one attribute.

    None as `before` or `after` means that there is no value or that it is unknown. `cause` is "named",
    "reset", "like" or "default"; `source` the text that causes it, `earlier` the one that set the old value.
    `intended` means that the values of an environment cause it, `secret` that the values must not be shown.
    """

    DATA = (
        "name before=before_text after=after_text cause place=source before_origin? classes "
        "takes_effect=when sensitive=secret unknown intended"
    )

    name: str
    before: str | None
    after: str | None
    cause: Annotated[str, CAUSES]
    source: Source = NOWHERE
    earlier: Source = NOWHERE
    classes: tuple[Annotated[str, CLASSES], ...] = (SAFE,)
    when: str = "now"
    intended: bool = False
    secret: bool = False
    unknown: bool = False

    @property
    def before_text(self) -> Covered | None:
        """The value before, as shown."""
        return self.shown(self.before)

    @property
    def after_text(self) -> Covered | None:
        """The value afterwards, as shown."""
        return self.shown(self.after)

    @property
    def before_origin(self) -> str:
        """The position of the text that set the value before."""
        return str(self.earlier)

    def shown(self, text: str | None) -> Covered | None:
        """A value of the attribute, shortened, without secrets."""
        value = None if text is None else covered_value(self.name, text)
        if value is None or len(value) <= LONGEST:
            return value if value is None else Covered(value)
        return Covered(value[: LONGEST - 1] + "…")


@dataclass
class Change:
    """What happens to one object, record or stanza.

    `key` are the words that identify a record besides its name. `more` are classes that do not come from an
    attribute. `recreated` means that it has to be deleted and defined again. `hidden` counts attributes that
    stay as they are.
    """

    DATA = "object=type,name subtype? key action classes attributes notes place=source recreated intended"

    queue_manager: QueueManager
    type: str
    name: str
    action: Annotated[str, ACTIONS]
    source: Source = NOWHERE
    earlier: Source = NOWHERE
    subtype: str = ""
    key: dict[str, str] = field(default_factory=dict)
    attributes: list[AttributeChange] = field(default_factory=list)
    more: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)
    recreated: bool = False
    hidden: int = 0
    intended: bool = False

    @property
    def classes(self) -> tuple[Annotated[str, CLASSES], ...]:
        """Its classes, worst first."""
        base = UNKNOWN if self.action == UNCERTAIN else SAFE
        return in_order(
            [base, *self.more, *(effect for change in self.attributes for effect in change.classes)]
        )

    @property
    def worst(self) -> str:
        """Its worst class."""
        return worst(self.classes)

    @property
    def rank(self) -> tuple[int, str, str]:
        """The sort key that puts the worst first."""
        return (CLASSES.index(self.worst), self.type, self.name)

    @property
    def title(self) -> str:
        """`QLOCAL(ORDERS.IN)`, `CHLAUTH(APP.SVR) ADDRESSMAP ADDRESS(10.0.*)`."""
        words = [f"{word}({value})" if word != "TYPE" else value for word, value in self.key.items() if value]
        name = f"({self.name})" if self.name else ""
        return " ".join([f"{self.type}{name}", *words])


@dataclass
class Step:
    """One command of the MQSC, and the change that it makes."""

    command: str
    change: Change


@dataclass
class HeldCommand:
    """A command that is held back, and why."""

    DATA = "command reason"

    command: str
    reason: str


@dataclass
class Ignored:
    """A `[[plan-ignore]]` table and how many changes it excluded.

    `counting` are the classes of these changes, which the exit status counts, if the state before lacks the
    table.
    """

    DATA = "object attribute reason owner count file=source.file line=source.line"

    object: str
    attribute: str | None
    reason: str
    owner: str | None
    count: int
    source: Source
    counting: list[str] | None = None


@dataclass
class AccessChange:
    """What one user or group gains and loses on the objects of one type that both states have."""

    DATA = "entity user objtype gained lost objects"

    entity: str
    user: str
    objtype: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    objects: list[str]


@dataclass
class QueueManagerPlan:
    """The plan for one queue manager. `name` is None if the files do not give it, `commands` are the MQSC, in
    an order that runs.
    """

    DATA = "environment queue_manager=name label commands=applied"  # as a script

    name: str | None
    environment: str | None
    old: QueueManager | None
    new: QueueManager | None
    changes: list[Change] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)  # what the commands do not do
    steps: list[Step] = field(default_factory=list)  # the commands with their changes
    applied: list[str] = field(default_factory=list)  # the commands that may run as they are
    held: list[HeldCommand] = field(default_factory=list)  # those that are held back
    order_notes: list[str] = field(default_factory=list)  # what no order of the commands avoids
    gaps: list[str] = field(default_factory=list)  # why a state is not complete, and what follows
    untouched: int = 0
    access: list[AccessChange] = field(default_factory=list)
    folder: str = ""

    @property
    def label(self) -> str:
        """What to call it: its name, else the folder or file it was read from."""
        return self.name or self.folder

    @property
    def owner(self) -> QueueManager:
        """The new queue manager, else the old one."""
        manager = self.new or self.old
        assert manager is not None
        return manager


@dataclass
class Plan:
    """The plan of all queue managers: what is compared, the changes, and what was not compared.

    `is_whole` means that no file is left out of one of the states alone, and `doubts` say what the new state
    hides by itself: it is not known how bad that is.
    """

    question: str
    old: Side
    new: Side
    parts: list[QueueManagerPlan] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    ignored: list[Ignored] = field(default_factory=list)
    is_whole: bool = True
    doubts: list[str] = field(default_factory=list)

    @property
    def changes(self) -> list[Change]:
        """The changes of all queue managers."""
        return [change for part in self.parts for change in part.changes]

    @property
    def commands(self) -> list[str]:
        """The MQSC of all queue managers, one command per entry."""
        return [command for part in self.parts for command in part.commands]

    def only(self, name: str) -> Plan:
        """The plan without the changes that are not of a class, with a note of how many there are."""
        parts = [
            replace(part, changes=[change for change in part.changes if name in change.classes])
            for part in self.parts
        ]
        plan = replace(self, parts=parts)
        note = f"only changes of class {name}: {len(plan.changes)} of {len(self.changes)}"
        return replace(plan, notes=[*self.notes, note])

    def counts(self) -> dict[str, int]:
        """How many changes there are of each action, in the order of ACTIONS."""
        counts = dict.fromkeys(ACTIONS, 0)
        for change in self.changes:
            counts[change.action] += 1
        return counts

    @property
    def worst(self) -> str | None:
        """The worst class of all changes; None without a change."""
        return worst([change.worst for change in self.changes]) if self.changes else None
