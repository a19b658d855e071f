"""The definition of a model: inputs, outputs, constants, range and refusals, read from `models/<name>.toml`.

A definition has no calculation: `run.py` names the function of each model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from mqtune.capacity.published import Source, read_data, reports, table
from mqtune.text.messages import CorrectableError
from mqtune.text.record import record

# The errors of models that cannot give an answer.


class ModelError(CorrectableError):
    """A run that is not possible: what is wrong, and what to do.

    `word` is an unknown name and `candidates` are the known ones, for a suggestion.
    """

    def __init__(self, message: str, help: str = "", word: str = "", candidates: Iterable[str] = ()) -> None:
        super().__init__(message, help)
        self.word = word
        self.candidates = tuple(candidates)


class RefusalError(ModelError):
    """An answer that no published figure supports."""


# The parts of a definition.

MODEL_NAMES = (
    "fan-out",
    "topic-limit",
    "isolated-topics",
    "triplets",
    "cluster-publish",
    "streaming",
    "expiry",
    "uniform-cluster",
    "hub-recovery",
    "jms",
    "log",
    "network",
    "memory",
)
RELEASE = "release"
CALIBRATED = "calibrated"


class Input:
    """One input: integer, number, size, choice, level or rates. A default of None means it is optional;
    `also` is the attribute or key of MQ that it is.
    """

    DATA = "name kind unit says required default minimum maximum choices"
    __slots__ = (
        "also",
        "choices",
        "default",
        "kind",
        "maximum",
        "minimum",
        "name",
        "required",
        "says",
        "unit",
    )

    def __init__(self, name: str, entry: dict[str, Any]) -> None:
        self.name = name
        self.kind: str = entry["kind"]
        self.unit: str = entry.get("unit", "")
        self.says: str = entry["says"]
        self.default = entry.get("default")
        self.required: bool = entry.get("required", False)
        self.also: str = entry.get("also", "")
        self.minimum: float | None = entry.get("minimum")
        self.maximum: float | None = entry.get("maximum")
        self.choices: tuple[str, ...] = tuple(entry.get("choices", ()))


class Output:
    """One output; the name ends in its unit if it has one. A limit given for it is the most that is accepted,
    or the least.
    """

    DATA = "name unit says"
    __slots__ = ("at_most", "name", "says", "unit")

    def __init__(self, name: str, entry: dict[str, Any]) -> None:
        self.name = name
        self.at_most: bool = entry["bound"] == "at most"
        self.unit: str = entry.get("unit", "")
        self.says: str = entry["says"]


@record
class Constant:
    """A figure that the model is based on, with unit and source. `when` is the case to which it applies.

    `origin` is printed, read (from a drawn line), derived, proposal, documented or calibrated. `cores` are
    those of the machine of a calibrated figure, if known.
    """

    DATA = "value unit origin source low high"

    name: str
    value: float
    unit: str
    origin: str
    source: str
    when: Mapping[str, str]
    where: Source | None = None
    low: float | None = None
    high: float | None = None
    date: str = ""
    cores: int | None = None

    def holds(self, inputs: Mapping[str, Any], but: str = "") -> bool:
        """Whether the constant applies to the case described by the inputs; the input `but` is ignored."""
        return all(str(inputs.get(name)) == value for name, value in self.when.items() if name != but)


class Range:
    """A condition on the inputs with the message if it is met: a refusal or a warning."""

    __slots__ = ("above", "below", "lifted", "says", "when")

    def __init__(self, entry: dict[str, Any]) -> None:
        self.says: str = entry["says"]
        self.when: dict[str, str] = entry.get("when", {})
        self.above: dict[str, float] = entry.get("above", {})
        self.below: dict[str, float] = entry.get("below", {})
        # a calibrated constant replaces the missing measurement
        self.lifted: bool = entry.get("lifted-by-calibration", False)

    def met(self, inputs: Mapping[str, Any]) -> bool:
        """Whether the inputs meet the condition; an input that is not given never does."""
        return (
            all(str(inputs.get(name)) == value for name, value in self.when.items())
            and all(inputs.get(name) is not None and inputs[name] > end for name, end in self.above.items())
            and all(inputs.get(name) is not None and inputs[name] < end for name, end in self.below.items())
        )


class Plot:
    """A plot of a model: outputs over one input, with notable values.

    `start` and `end` bound the input unless the run itself extends further. `upright` names inputs whose
    value is marked on the axis of the input, `level` inputs or outputs marked on that of the outputs, each
    with its label. With `points` the given rates themselves are drawn.
    """

    __slots__ = ("end", "level", "outputs", "over", "points", "start", "upright", "x_title")

    def __init__(self, entry: dict[str, Any]) -> None:
        self.over: str = entry["over"]
        self.points: bool = entry.get("points", False)
        self.start: float | None = entry.get("from")
        self.end: float | None = entry.get("to")
        self.outputs: list[str] = entry.get("outputs", [])
        self.upright: dict[str, str] = entry.get("upright", {})
        self.level: dict[str, str] = entry.get("level", {})
        self.x_title: str = entry.get("x-title", "")


class Model:
    """A model as declared in its file."""

    DATA = "name title says formula symbols example measured not_for"
    __slots__ = (
        "constants",
        "derivation",
        "example",
        "formula",
        "inputs",
        "measured",
        "name",
        "not_for",
        "outputs",
        "plots",
        "points",
        "refusals",
        "says",
        "symbols",
        "title",
        "warnings",
    )

    def __init__(self, name: str, entry: dict[str, Any]) -> None:
        self.name = name
        self.title: str = entry["title"]
        self.says: str = entry["says"]
        self.formula: str = entry["formula"].strip("\n")
        self.symbols: dict[str, str] = entry.get("symbols", {})
        self.example: str = entry["example"]
        self.measured: str = entry["measured"]
        self.not_for: list[str] = entry["not-for"]
        self.derivation: list[str] = entry.get("derivation", [])
        self.inputs = {key: Input(key, value) for key, value in entry["inputs"].items()}
        self.outputs = {key: Output(key, value) for key, value in entry["outputs"].items()}
        self.constants = [_constant(constant) for constant in entry.get("constants", [])]
        self.refusals = [Range(refusal) for refusal in entry.get("refusals", [])]
        self.warnings = [Range(warning) for warning in entry.get("warnings", [])]
        self.points: list[dict[str, Any]] = entry.get("points", [])
        self.plots = [Plot(plot) for plot in entry.get("plots", [])]


def _constant(entry: dict[str, Any]) -> Constant:
    origin = entry.get("origin", "printed")
    where = None
    if "table" in entry:
        published = table(entry["table"])
        head = reports()[published.report]
        where = Source(
            head["title"],
            head["year"],
            entry.get("where", published.where),
            entry.get("page", published.page),
        )
        origin = entry.get("origin", published.origin)
    source = str(where) if where is not None else entry["source"]
    return Constant(
        entry["name"], entry["value"], entry["unit"], origin, source, entry.get("when", {}), where
    )


# the files are part of the program: read once, never changed
@cache
def model(name: str) -> Model:
    """The model with a name. Raises ModelError if there is none."""
    if name not in MODEL_NAMES:
        raise ModelError(
            f"unknown model {name!r}", f"the models are {', '.join(MODEL_NAMES)}", name, MODEL_NAMES
        )
    return Model(name, read_data(f"models/{name}.toml"))


def models() -> list[Model]:
    """All models, in the order of the documentation."""
    return [model(name) for name in MODEL_NAMES]
