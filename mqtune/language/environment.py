"""Environment variables that MQ reads."""

from __future__ import annotations

from functools import cache

from mqtune.language.levels import Level
from mqtune.text.record import record


@record
class Variable:
    """One environment variable: who reads it ("server", "client", "java-client", "c-client", "container")
    and which ini file keys are equivalent ("qm.ini QMErrorLog SuppressMessage").
    """

    name: str
    read_by: tuple[str, ...]
    kind: str = "string"
    values: tuple[str, ...] = ()
    default: str | None = None
    ini: tuple[str, ...] = ()
    introduced: Level | None = None
    minimum: int | None = None
    max_items: int | None = None
    unit: str = ""
    confidence: str = "high"


@cache
def variables() -> dict[str, Variable]:
    """All known variables, by name. The table is imported on first use, because most runs do not need it."""
    from mqtune.language._tables_environment import VARIABLES

    return {row[0]: Variable(*row) for row in VARIABLES}


def environment(name: str) -> Variable | None:
    """A variable by its name."""
    return variables().get(name)
