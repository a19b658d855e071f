"""Environment variables that MQ reads."""

from __future__ import annotations

from functools import cache

from mqtune.language.levels import Level


class Variable:
    """One environment variable: who reads it ("server", "client", "java-client", "c-client", "container")
    and which ini file keys are equivalent ("qm.ini QMErrorLog SuppressMessage").
    """

    __slots__ = (
        "confidence",
        "default",
        "ini",
        "introduced",
        "kind",
        "max_items",
        "minimum",
        "name",
        "read_by",
        "unit",
        "values",
    )

    def __init__(
        self,
        name: str,
        read_by: tuple[str, ...],
        kind: str = "string",
        values: tuple[str, ...] = (),
        default: str | None = None,
        ini: tuple[str, ...] = (),
        introduced: Level | None = None,
        minimum: int | None = None,
        max_items: int | None = None,
        unit: str = "",
        confidence: str = "high",
    ) -> None:
        self.name = name
        self.read_by = read_by
        self.kind = kind
        self.values = values
        self.default = default
        self.ini = ini
        self.introduced = introduced
        self.minimum = minimum
        self.max_items = max_items
        self.unit = unit
        self.confidence = confidence


@cache
def variables() -> dict[str, Variable]:
    """All known variables, by name. The table is imported on first use, because most runs do not need it."""
    from mqtune.language._tables_environment import VARIABLES

    return {row[0]: Variable(*row) for row in VARIABLES}


def environment(name: str) -> Variable | None:
    """A variable by its name."""
    return variables().get(name)
