"""What a card consists of: the name it is about, and sections of rows that are made when they are needed.

All texts are safe to show: secrets are masked and control characters escaped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

OBJECT, TOPIC, CLUSTER, MANAGER = "object", "topic", "cluster", "queue manager"
RULE, FINDING, FILE = "rule", "finding", "file"
MODEL, EXPERIMENT, RESULT, LIST = "model", "experiment", "result", "objects"

DEFINITION, FINDINGS, ROUTES, USES = "definition", "findings", "messages", "named by"
LOAD, ACCESS, MODELS, EXPERIMENTS = "load and locks", "access", "models", "experiments"
MQSC, INI, DEFAULTS = "MQSC", "qm.ini", "defaults"


@dataclass(frozen=True, slots=True)
class Target:
    """What a card is about.

    `owner` is the qualified name of the queue manager (`QueueManager.qualified`), "" if it does not matter or
    is unknown. `type` is the type of an object, or the message of a finding. `line` is that of a file, 0 for
    the whole file. `in_file` is the file of a finding.
    """

    kind: str
    name: str
    type: str = ""
    owner: str = ""
    line: int = 0
    in_file: str = ""

    @property
    def title(self) -> str:
        """`QLOCAL(ORDERS)`, `topic prices/equity`, `hub/a.mqsc:7`."""
        if self.kind == OBJECT:
            return f"{self.type}({self.name})" if self.name else self.type
        if self.kind == LIST:
            return f"{self.type} of {self.owner}"
        if self.kind == FILE:
            return f"{self.name}:{self.line}" if self.line else self.name
        if self.kind == FINDING:
            return f"{self.name} at {self.in_file}:{self.line}"
        return f"{self.kind} {self.name}"

    @property
    def spec(self) -> str:
        """An object as a question names it: quoted where MQSC would fold the name to upper case."""
        quoted = self.name.replace("'", "''")
        return self.title if self.name == self.name.upper() else f"{self.type}('{quoted}')"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a section: a label, the text, where it comes from, and the card that it leads to.

    `severity` is that of a finding, "" for others. `place` is the file and line of the text.
    """

    label: str
    text: str
    note: str = ""
    target: Target | None = None
    severity: str = ""
    place: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a card. `rows` makes its rows, which may take long: call it in a thread, except for the
    first section. An empty section is not shown, unless `empty` states what that means.
    """

    title: str
    rows: Callable[[], tuple[Row, ...]]
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """The card of one name. `place` is where it is defined, None if the files do not define it."""

    target: Target
    owner: str
    sections: tuple[Section, ...]
    place: tuple[str, int] | None = None

    def section(self, title: str) -> tuple[Row, ...]:
        """The rows of a section, none if the card has no such section."""
        return next((one.rows() for one in self.sections if one.title == title), ())
