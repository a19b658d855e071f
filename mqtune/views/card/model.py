"""What a card consists of: the name it is about, and sections that are made when they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from mqtune.present.bodies import Row, Rows, Section
from mqtune.present.target import Target

DEFINITION, FINDINGS, ROUTES, USES = "definition", "findings", "messages", "named by"
LOAD, ACCESS, MODELS, EXPERIMENTS = "load and locks", "access", "models", "experiments"
MQSC, DEFAULTS = "MQSC", "defaults"

Part = tuple[str, Callable[[], Section]]


@dataclass(frozen=True, slots=True)
class Card:
    """The card of one name. `place` is where it is defined, None if the files do not define it.

    `sections` makes them by their titles, which may take long: in a thread, except for the first one.
    """

    target: Target
    owner: str
    sections: Mapping[str, Callable[[], Section]]
    place: tuple[str, int] | None = None


def section(title: str, rows: Callable[[], Iterable[Row]], empty: str = "", verbatim: bool = False) -> Part:
    """A section whose rows are made on demand, with its title."""
    return title, lambda: Section(title, Rows(tuple(rows()), "", verbatim), empty=empty)
