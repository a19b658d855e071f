"""Runs a model: reads the inputs, selects the constants of the case, refuses or warns, and calculates.

The entry point for other packages: `run("fan-out", subscribers=60)`. Constants measured on the user's machine
replace published ones, and each model is compared with the published points that it covers.

A calibration file is TOML: `version = 1` and one `[[constant]]` for each figure, with `model`, `name`,
`value`, `low` and `high` (the interval), `result` (the id of the measurement), `date`, `queue-manager`,
`release`, `when` for the case it was measured in, and `cores` of the machine, by which a model may scale.

`[[points]]` in `models/<name>.toml` states which column of which table is predicted from which inputs. An
input `"$column"` is the cell of the row, optionally with an operation, as in `"$column / 5"`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from mqtune.capacity.definition import (
    CALIBRATED,
    MODEL_NAMES,
    RELEASE,
    Constant,
    Model,
    ModelError,
    RefusalError,
    model,
    models,
)
from mqtune.capacity.inputs import Answer, Case, Outcome, level_of, read_inputs
from mqtune.capacity.published import Table, table
from mqtune.text.messages import reason_of
from mqtune.text.record import record
from mqtune.text.source import read_typed

# Calibration files.

VERSION = 1
NEEDED = ("model", "name", "value", "low", "high", "result", "date", "queue-manager", "release")
KNOWN = (*NEEDED, "when", "machine", "cores")
FORMAT = "the format is described in docs/models/calibration.md"


@record
class Measured:
    """One calibrated constant and the release it was measured on."""

    model: str
    constant: Constant
    release: str


@record
class Calibration:
    """The constants of one file."""

    file: str
    measured: list[Measured]

    def of(self, name: str, inputs: Mapping[str, Any]) -> list[Measured]:
        """The constants for a model in the case described by the inputs."""
        return [
            measurement
            for measurement in self.measured
            if measurement.model == name and measurement.constant.holds(inputs, but=RELEASE)
        ]


def read_calibration(path: str) -> Calibration:
    """The calibration in a file. Raises ModelError if it cannot be read or is not a calibration."""
    # tomllib costs 10 ms
    import tomllib

    try:
        content = tomllib.loads(read_typed(path).decode())
    except OSError as error:
        reason = reason_of(error)
        raise ModelError(f"cannot read {path}: {reason}", "name a calibration file") from None
    except (
        ValueError
    ) as error:  # also for numbers with too many digits for Python, and bytes that are not UTF-8
        raise ModelError(f"{path} is not valid TOML: {error}", FORMAT) from None
    if content.get("version") != VERSION:
        raise ModelError(f"{path} has no version = {VERSION}", FORMAT)
    entries = content.get("constant")
    if not isinstance(entries, list) or not entries:
        raise ModelError(f"{path} has no [[constant]]", FORMAT)
    return Calibration(path, [_measured(path, number, entry) for number, entry in enumerate(entries, 1)])


def _measured(path: str, number: int, entry: object) -> Measured:
    where = f"{path}, [[constant]] {number}"
    if not isinstance(entry, dict):
        raise ModelError(f"{where} is not a table", FORMAT)
    for key in entry:
        if key not in KNOWN:
            raise ModelError(
                f"{where} has an unknown key {key!r}", f"keys are {', '.join(KNOWN)}", key, KNOWN
            )
    missing = [key for key in NEEDED if key not in entry]
    if missing:
        raise ModelError(f"{where} lacks {', '.join(missing)}", "a figure is accepted only with its origin")
    for key in ("value", "low", "high"):
        if isinstance(entry[key], bool) or not isinstance(entry[key], int | float) or not entry[key] > 0:
            raise ModelError(f"{where}: {key} must be a number above 0", "write it without quotes")
    if not entry["low"] <= entry["value"] <= entry["high"]:
        raise ModelError(f"{where}: value is not between low and high", "they are the interval of the value")
    cores = entry.get("cores", 1)
    if isinstance(cores, bool) or not isinstance(cores, int) or cores < 1:
        raise ModelError(f"{where}: cores must be an integer above 0", "write it without quotes: cores = 8")
    return Measured(entry["model"], _constant(where, entry), _release(where, entry))


def _constant(where: str, entry: dict[str, Any]) -> Constant:
    if entry["model"] not in MODEL_NAMES:
        raise ModelError(
            f"{where}: unknown model {entry['model']!r}",
            f"the models are {', '.join(MODEL_NAMES)}",
            str(entry["model"]),
            MODEL_NAMES,
        )
    units = {constant.name: constant.unit for constant in model(entry["model"]).constants}
    if entry["name"] not in units:
        raise ModelError(
            f"{where}: model {entry['model']} has no constant {entry['name']!r}",
            f"the constants are {', '.join(units)}",
            str(entry["name"]),
            units,
        )
    when = entry.get("when", {})
    inputs = model(entry["model"]).inputs
    if not isinstance(when, dict) or not all(name in inputs for name in when):
        raise ModelError(f"{where}: when must name inputs", f"the inputs are {', '.join(inputs)}")
    result, date, queue_manager = str(entry["result"]), str(entry["date"]), str(entry["queue-manager"])
    return Constant(
        entry["name"],
        entry["value"],
        units[entry["name"]],
        CALIBRATED,
        f"result {result} of {date} on {queue_manager}, IBM MQ {entry['release']}",
        {name: str(value) for name, value in when.items()},
        low=entry["low"],
        high=entry["high"],
        date=date,
        cores=entry.get("cores"),
    )


def _release(where: str, entry: dict[str, Any]) -> str:
    inputs = model(entry["model"]).inputs
    if RELEASE not in inputs:
        return str(entry["release"])
    try:
        return level_of(inputs[RELEASE], str(entry["release"]))
    except ModelError as error:
        raise ModelError(f"{where}: {error.message}", error.help) from None


# The run.

# each is imported when it is asked for, because a run needs only one of them
FUNCTIONS = {
    "cluster-publish": "mqtune.capacity.topics:calculate_cluster_publish",
    "expiry": "mqtune.capacity.machine:calculate_expiry",
    "fan-out": "mqtune.capacity.topics:calculate_fan_out",
    "hub-recovery": "mqtune.capacity.machine:calculate_hub_recovery",
    "isolated-topics": "mqtune.capacity.topics:calculate_isolated_topics",
    "jms": "mqtune.capacity.clients:calculate_jms",
    "log": "mqtune.capacity.machine:calculate_log",
    "memory": "mqtune.capacity.machine:calculate_memory",
    "network": "mqtune.capacity.machine:calculate_network",
    "streaming": "mqtune.capacity.machine:calculate_streaming",
    "topic-limit": "mqtune.capacity.topics:calculate_topic_limit",
    "triplets": "mqtune.capacity.clients:calculate_triplets",
    "uniform-cluster": "mqtune.capacity.clients:calculate_uniform_cluster",
}


def run(name: str, calibration: Calibration | None = None, **given: object) -> Outcome:
    """The outcome of a model; input names are written with `_`. Raises ModelError and RefusalError."""
    return run_model(name, given, calibration)


def run_model(name: str, given: Mapping[str, object], calibration: Calibration | None = None) -> Outcome:
    """The outcome of a model for inputs by name. Raises ModelError and RefusalError."""
    chosen = model(name)
    inputs = read_inputs(chosen, given)
    calibrated = _calibrated(chosen, inputs, given, calibration)
    constants, missing = _constants(chosen, inputs, calibrated)
    for refusal in chosen.refusals:
        if refusal.met(inputs) and not (refusal.lifted and calibrated):
            raise RefusalError(f"{name} gives no answer here: {refusal.says}", _advice(refusal.lifted))
    case = Case(inputs, constants, missing)
    answer = _arithmetic(name)(case)
    warnings = [
        warning.says
        for warning in chosen.warnings
        if warning.met(inputs) and not (warning.lifted and calibrated)
    ]
    return Outcome(
        chosen,
        inputs,
        {key: value for key, value in answer.outputs.items() if value is not None},
        [constants[key] for key in constants if key in case.used],
        answer.steps,
        warnings + answer.warnings,
    )


def _arithmetic(name: str) -> Callable[[Case], Answer]:
    from importlib import import_module

    module, _, function = FUNCTIONS[name].partition(":")
    calculate: Callable[[Case], Answer] = getattr(import_module(module), function)
    return calculate


def _calibrated(
    chosen: Model, inputs: dict[str, Any], given: Mapping[str, object], calibration: Calibration | None
) -> dict[str, Constant]:
    """The calibrated constants for the case; the release becomes theirs unless one was specified."""
    if calibration is None:
        return {}
    measured = calibration.of(chosen.name, inputs)
    if RELEASE in inputs and measured:
        if RELEASE not in given:
            inputs[RELEASE] = measured[0].release
        measured = [measurement for measurement in measured if measurement.release == inputs[RELEASE]]
    return {measurement.constant.name: measurement.constant for measurement in measured}


def _constants(
    chosen: Model, inputs: dict[str, Any], calibrated: dict[str, Constant]
) -> tuple[dict[str, Constant], RefusalError | None]:
    """The constants of the case, calibrated ones first, and the error for one that was never measured."""
    needed = {constant.name for constant in chosen.constants if constant.holds(inputs, but=RELEASE)}
    constants = {constant.name: constant for constant in chosen.constants if constant.holds(inputs)}
    constants.update(calibrated)
    missing = sorted(needed - set(constants))
    if not missing:
        return constants, None
    levels = sorted({constant.when[RELEASE] for constant in chosen.constants if RELEASE in constant.when})
    return constants, RefusalError(
        f"{chosen.name} has no figures for release {inputs[RELEASE]}: {', '.join(missing)} "
        f"{'was' if len(missing) == 1 else 'were'} published for {' and '.join(levels)} only",
        f"{RELEASE}={levels[-1]} gives an estimate; measure your own and specify them with --calibration",
    )


def _advice(lifted: bool) -> str:
    if lifted:
        return "measure it on your own machine and specify the result with --calibration"
    return "measure it: no published figure can replace it"


def is_calibrated(outcome: Outcome) -> bool:
    """Whether any constant was measured by the user."""
    return any(constant.origin == CALIBRATED for constant in outcome.constants)


# The published points.

VALUE = "value"


class Point:
    """One published figure and the prediction of the model; `predicted` is None if the model refuses.

    `claim` is value, upper bound, lower bound, or none; `why_not` states why a point is not claimed.
    """

    DATA = (
        "model case inputs quantity unit published predicted error_percent claimed claim why_not origin "
        "source"
    )
    __slots__ = (
        "case",
        "claim",
        "inputs",
        "model",
        "origin",
        "predicted",
        "published",
        "quantity",
        "source",
        "unit",
        "why_not",
    )

    def __init__(self, model: Model, entry: dict[str, Any], origin: str, source: str) -> None:
        self.model = model.name
        self.case: str = entry["says"]
        self.quantity: str = entry["quantity"]
        self.unit = model.outputs[self.quantity].unit
        self.origin = origin
        self.source = source
        self.claim: str = entry.get("claim", VALUE) if entry.get("claimed", True) else "none"
        self.why_not: str = "" if self.claimed else entry["why-not"]
        self.inputs: dict[str, Any] = {}
        self.published: float = 0
        self.predicted: float | None = None

    @property
    def claimed(self) -> bool:
        """Whether the model claims the point, as a value or as a bound."""
        return self.claim != "none"

    @property
    def error_percent(self) -> float | None:
        """The error of the prediction in percent; None if the model refuses."""
        if self.predicted is None or not self.published:
            return None
        return (self.predicted / self.published - 1) * 100


class Summary:
    """The errors of one model for the points whose value it claims."""

    DATA = "model points claimed mean_error_percent worst_error_percent bounds bounds_kept=held"
    __slots__ = ("bounds", "claimed", "held", "mean_error_percent", "model", "points", "worst_error_percent")

    def __init__(self, model: str, points: list[Point]) -> None:
        self.model = model
        self.points = len(points)
        values = [point.error_percent for point in points if point.claim == VALUE]
        errors = [error for error in values if error is not None]
        bounds = [point for point in points if point.claim in ("upper bound", "lower bound")]
        self.claimed = len(errors)
        self.bounds = len(bounds)
        self.held = sum(holds(bound) for bound in bounds)
        self.mean_error_percent = sum(map(abs, errors)) / len(errors) if errors else None
        self.worst_error_percent = max(errors, key=abs) if errors else None


def holds(point: Point) -> bool:
    """Whether the published figure respects a bound."""
    if point.predicted is None:
        return False
    if point.claim == "upper bound":
        return point.predicted >= point.published
    return point.predicted <= point.published


@cache
def verify() -> list[Point]:
    """Every published point of every model."""
    return [point for chosen in models() for entry in chosen.points for point in _points(chosen, entry)]


def summaries(points: list[Point]) -> list[Summary]:
    """The errors by model."""
    names = list(dict.fromkeys(point.model for point in points))
    return [Summary(name, [point for point in points if point.model == name]) for name in names]


def _points(model: Model, entry: dict[str, Any]) -> Iterator[Point]:
    published = table(entry["table"])
    for number, row in _rows(published, entry):
        figure = published.corrected(number, entry["value"])
        if figure is None:
            continue
        point = Point(model, entry, published.origin, str(published.source))
        point.published = round(entry.get("offset", 0) + figure * entry.get("scale", 1), 9)
        point.inputs = {name: _input(value, row, published) for name, value in entry["inputs"].items()}
        if any(row[column] in cells for column, cells in entry.get("not-claimed", {}).items()):
            point.claim, point.why_not = "none", entry["why-not"]
        point.predicted = _predicted(entry, point)
        yield point


def _rows(published: Table, entry: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    wanted = entry.get("where", {})
    for number, row in enumerate(published.rows, 1):
        if "rows" in entry and number not in entry["rows"]:
            continue
        if all(row[column] == value for column, value in wanted.items()):
            yield number, row


def _input(value: Any, row: dict[str, Any], published: Table) -> Any:
    """An input: a literal, a cell of the row, or a cell of another row selected by a condition."""
    if isinstance(value, dict):
        same = value["same"]
        for candidate in published.rows:
            if candidate[same] == row[same] and all(
                candidate[key] == wanted for key, wanted in value["where"].items()
            ):
                return candidate[value["column"]]
    if not str(value).startswith("$"):
        return value
    column, *rest = value[1:].split()
    if not rest:
        return row[column]
    sign, number = rest[0], float(rest[1])
    changed = {"*": row[column] * number, "/": row[column] / number, "-": row[column] - number}[sign]
    return int(changed) if changed == int(changed) else changed


def _predicted(entry: dict[str, Any], point: Point) -> float | None:
    if "highest-over" in entry:
        over = entry["highest-over"]
        values = [row[over["column"]] for row in table(over["table"]).rows]
        outputs = {value: _output(point, {over["input"]: value}) for value in values}
        best = max(outputs, key=lambda value: outputs[value] or 0)
        point.inputs = {**point.inputs, over["input"]: best}
        return outputs[best]
    predicted = _output(point, {})
    if "against" in entry and predicted is not None:
        base = _output(point, entry["against"])
        return predicted / base if base else None
    return predicted


def _output(point: Point, changes: dict[str, Any]) -> float | None:
    try:
        return run_model(point.model, {**point.inputs, **changes}).outputs.get(point.quantity)
    except RefusalError:
        return None
