"""What a card consists of: the name it is about, and sections of rows that are made when they are needed.

All texts are safe to show: secrets are masked and control characters escaped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mqtune.present.bodies import Row
from mqtune.present.target import (
    Target,
)

DEFINITION, FINDINGS, ROUTES, USES = "definition", "findings", "messages", "named by"
LOAD, ACCESS, MODELS, EXPERIMENTS = "load and locks", "access", "models", "experiments"
MQSC, DEFAULTS = "MQSC", "defaults"


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
