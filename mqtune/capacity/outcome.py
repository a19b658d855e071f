"""The outcome of a model run, and the access of its calculation to inputs and constants."""

from __future__ import annotations

from typing import Any

from mqtune.capacity.definition import Constant, Model
from mqtune.capacity.errors import RefusalError
from mqtune.text.record import field, record


@record
class Case:
    """The inputs and constants of one run, as used by the calculation of a model."""

    inputs: dict[str, Any]
    constants: dict[str, Constant]
    # raised for a constant that was not measured in this case
    missing: RefusalError | None = None
    used: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.used = set()

    def __getitem__(self, name: str) -> Any:
        """The value of an input."""
        return self.inputs[name]

    def constant(self, name: str) -> float:
        """The value of a constant, which then counts as used. Raises RefusalError if it has none."""
        if name not in self.constants and self.missing is not None:
            raise self.missing
        self.used.add(name)
        return self.constants[name].value

    def cores_of(self, name: str) -> int | None:
        """The cores of the machine on which a calibrated constant was measured; None if unknown."""
        return self.constants[name].cores if name in self.constants else None

    def has(self, name: str) -> bool:
        """Whether the case has a constant with a name."""
        return name in self.constants


class Answer:
    """The result of a calculation: outputs, the formula with the numbers filled in, warnings."""

    __slots__ = ("outputs", "steps", "warnings")

    def __init__(
        self, outputs: dict[str, float | None], steps: list[str], warnings: list[str] | None = None
    ) -> None:
        self.outputs = outputs
        self.steps = steps
        self.warnings = warnings or []


@record
class Outcome:
    """A run: inputs with the defaults filled in, outputs, the constants used, warnings.

    An output that does not apply to the inputs is omitted.
    """

    model: Model
    inputs: dict[str, Any]
    outputs: dict[str, float]
    constants: list[Constant]
    steps: list[str]
    warnings: list[str]


def shown(value: float) -> str:
    """A number for display: four significant digits below 1000, with thousands separators."""
    if value == int(value):
        return f"{int(value):,}"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.4g}"
