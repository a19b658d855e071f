"""Inputs and answers of models: the values given, their kinds, units, ranges and defaults, and the outcome.

A calculation gets a `Case`, through which it reads its inputs and constants, and returns an `Answer`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mqtune.capacity.definition import Constant, Input, Model, ModelError, RefusalError
from mqtune.text.record import field, record

MOST_LISTED = 8
UNITS = {
    "": 1,
    "b": 1,
    "kb": 1000,
    "mb": 1000**2,
    "gb": 1000**3,
    "tb": 1000**4,
    "kib": 1024,
    "mib": 1024**2,
    "gib": 1024**3,
    "tib": 1024**4,
}
WORDS = {
    "true": "yes",
    "false": "no",
    "persistent": "yes",
    "non-persistent": "no",
    "nonpersistent": "no",
}


def read_inputs(model: Model, given: Mapping[str, object]) -> dict[str, Any]:
    """The inputs of a run, with the defaults filled in. Raises ModelError for invalid inputs."""
    values: dict[str, object] = {}
    for key, value in given.items():
        name = input_name(model, key)
        if name not in model.inputs:
            raise ModelError(
                f"model {model.name} has no input {key!r}",
                f"the inputs are {', '.join(model.inputs)}",
                name,
                model.inputs,
            )
        values[name] = value
    missing = [name for name, wanted in model.inputs.items() if wanted.required and name not in values]
    if missing:
        says = "; ".join(f"{name}: {model.inputs[name].says}" for name in missing)
        raise ModelError(
            f"model {model.name} needs {' and '.join(missing)}", f"{says}; example: {model.example}"
        )
    return {
        name: read_value(wanted, values[name]) if values.get(name) is not None else wanted.default
        for name, wanted in model.inputs.items()
    }


def input_name(model: Model, key: str) -> str:
    """The name of an input as it was typed: also with `_`, or as the attribute or key of MQ that it is."""
    name = key.strip().lower().replace("_", "-")
    return next((wanted.name for wanted in model.inputs.values() if wanted.also.lower() == name), name)


def read_value(wanted: Input, value: object) -> Any:
    """The value of an input, checked. Raises ModelError if it is invalid."""
    text = str(value).strip()
    if wanted.kind == "choice":
        return _choice(wanted, WORDS.get(text.lower(), text.lower()))
    if wanted.kind == "level":
        return level_of(wanted, text)
    if wanted.kind == "rates":
        return rates_of(wanted, value if isinstance(value, dict) else text)
    number = _size(wanted, text) if wanted.kind == "size" else _number(wanted, text)
    if wanted.kind in ("integer", "size"):
        if number != int(number):
            raise ModelError(f"{wanted.name}={text} is not an integer", f"{wanted.name}: {wanted.says}")
        number = int(number)
    if wanted.minimum is not None and number < wanted.minimum:
        raise ModelError(f"{wanted.name}={text} is below {wanted.minimum:g}", f"{wanted.name}: {wanted.says}")
    if wanted.maximum is not None and number > wanted.maximum:
        raise ModelError(
            f"{wanted.name}={text} is above {wanted.maximum:,.10g}", f"{wanted.name}: {wanted.says}"
        )
    return number


def read_quantity(name: str, unit: str, text: str) -> float:
    """A number in a unit; bytes may be written as 60GB. Raises ModelError if it is invalid."""
    if unit.startswith("bytes"):
        return _size(Input(name, {"kind": "size", "unit": unit, "says": unit}), text.strip())
    return _number(Input(name, {"kind": "number", "unit": unit, "says": f"a number of {unit}"}), text.strip())


def _choice(wanted: Input, word: str) -> str:
    if word not in wanted.choices:
        listed = ", ".join(wanted.choices[:MOST_LISTED])
        raise ModelError(f"invalid {wanted.name} {word!r}", f"choose from {listed}", word, wanted.choices)
    return word


def level_of(wanted: Input, text: str) -> str:
    """A level as version and release number: `8`, `8.0` and `8.0.0.4` are all 8.0."""
    parts = text.lower().removeprefix("v").split(".")
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise ModelError(f"{wanted.name}={text} is not a level", "write it as 8.0 or 9.4")
    return ".".join((*parts, "0")[:2])


def _number(wanted: Input, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    # float() also accepts the words for infinity and not-a-number
    if number - number != 0 or "_" in text:
        raise ModelError(
            f"{wanted.name}={text} is not a number", f"{wanted.name}: {wanted.says}, without separators"
        )
    return int(number) if number == int(number) else number


def _size(wanted: Input, text: str) -> float:
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
    unit = text[len(digits) :].strip().lower()
    if unit not in UNITS:
        raise ModelError(f"{wanted.name}={text} has an unknown unit", "write 2048, 2KiB, 20kB or 1MiB")
    return _number(wanted, digits) * UNITS[unit]


def rates_of(wanted: Input, value: str | dict[int, float]) -> dict[int, float]:
    """Rates by number of threads, written `3:793787,4:888962,5:867151`."""
    pairs = list(value.items()) if isinstance(value, dict) else [part.split(":") for part in value.split(",")]
    rates: dict[int, float] = {}
    for pair in pairs:
        try:
            threads, rate = int(pair[0]), float(pair[1])
        except (ValueError, IndexError):
            raise _no_rates(wanted, value) from None
        if len(pair) != 2 or threads < 1 or not 0 < rate < 1e15 or threads in rates:
            raise _no_rates(wanted, value)
        rates[threads] = int(rate) if rate == int(rate) else rate
    return dict(sorted(rates.items()))


def _no_rates(wanted: Input, value: object) -> ModelError:
    return ModelError(
        f"{wanted.name}={value} is not a list of rates",
        "write threads:rate, separated by commas, each number of threads once: 3:793787,4:888962,5:867151",
    )


# What a calculation gets and returns, and the outcome of a run.


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
