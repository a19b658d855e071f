"""Capacity models, their runs and their errors as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypedDict

from mqtune.capacity.definition import CALIBRATED, Constant, Model
from mqtune.capacity.inputs import Outcome
from mqtune.capacity.run import Point, Summary
from mqtune.capacity.solve import LARGEST, Limit, Solution
from mqtune.text.record import pairs_of

DIGITS = 10
PUBLISHED, PROPOSAL = "published", "proposal"
Json = dict[str, Any]


class ModelsData(TypedDict):
    """The JSON of `mqtune model list`."""

    models: list[Json]


class PointsData(TypedDict):
    """The JSON of `mqtune model verify`."""

    points: list[Json]
    summary: list[Json]


class RunData(TypedDict):
    """The JSON of `mqtune model run`."""

    model: str
    inputs: Json
    outputs: Json
    units: dict[str, str]
    constants_from: str
    constants: dict[str, Constant]
    measured: str
    steps: list[str]
    warnings: list[str]


SolveData = TypedDict(
    "SolveData",
    {
        "model": str,
        "for": str,
        "direction": str,
        "value": Any,
        "largest": Any,
        "unit": str,
        "limits": dict[str, Json],
        "limited_by": list[str],
        "inputs": Any,
        "outputs": Any,
        "constants_from": str | None,
        "steps": list[str],
        "warnings": list[str],
    },
)


def plain(value: Any) -> Any:
    """A value without the last digits, which are rounding errors."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, float):
        short = float(f"{value:.{DIGITS}g}")
        return int(short) if short == int(short) else short
    return value


def constants_from(outcome: Outcome) -> str:
    """The constants that were used: published, calibrated, or both; "none" if the model has none."""
    calibrated = [
        constant.origin == CALIBRATED for constant in outcome.constants if constant.origin != PROPOSAL
    ]
    if not calibrated:
        return "none"
    if all(calibrated):
        return CALIBRATED
    return f"{CALIBRATED} and {PUBLISHED}" if any(calibrated) else PUBLISHED


def models_data(models: Iterable[Model]) -> ModelsData:
    """Everything about some models."""
    return {"models": [model_entry(model) for model in models]}


def model_entry(model: Model) -> Json:
    """Everything about a model."""
    return {
        **dict(pairs_of(model)),
        "formula": model.formula.splitlines(),
        "inputs": list(model.inputs.values()),
        "outputs": list(model.outputs.values()),
        "constants": [
            {
                "name": constant.name,
                "value": plain(constant.value),
                "unit": constant.unit,
                "when": constant.when,
                "origin": constant.origin,
                "source": constant.source,
            }
            for constant in model.constants
        ],
    }


def run_data(outcome: Outcome) -> RunData:
    """A run of a model."""
    return {
        "model": outcome.model.name,
        "inputs": plain(outcome.inputs),
        "outputs": plain(outcome.outputs),
        "units": {name: outcome.model.outputs[name].unit for name in outcome.outputs},
        "constants_from": constants_from(outcome),
        "constants": {constant.name: constant for constant in outcome.constants},
        "measured": outcome.model.measured,
        "steps": list(outcome.steps),
        "warnings": list(outcome.warnings),
    }


def points_data(points: Sequence[Point], summaries: Sequence[Summary]) -> PointsData:
    """Published points with the predictions, and the errors by model."""
    return {
        "points": [point_entry(point) for point in points],
        "summary": [plain(dict(pairs_of(summary))) for summary in summaries],
    }


def point_entry(point: Point) -> Json:
    """A published point."""
    error = None if point.error_percent is None else round(point.error_percent, 3) + 0.0
    return {**plain(dict(pairs_of(point))), "error_percent": error}


def solve_data(solution: Solution) -> SolveData:
    """A solution, and the run with it."""
    outcome = solution.outcome
    refused = [solution.refused] if solution.refused else []
    return {
        "model": solution.model.name,
        "for": solution.input.name,
        "direction": solution.direction,
        "value": plain(solution.value),
        "largest": plain(solution.value if solution.direction == LARGEST else solution.largest),
        "unit": solution.input.unit,
        "limits": {
            limit.output.name: {
                "bound": bound(limit),
                "value": plain(limit.value),
                "unit": limit.output.unit,
            }
            for limit in solution.limits
        },
        "limited_by": list(solution.limited_by),
        "inputs": plain(outcome.inputs) if outcome else None,
        "outputs": plain(outcome.outputs) if outcome else None,
        "constants_from": constants_from(outcome) if outcome else None,
        "steps": list(outcome.steps) if outcome else [],
        "warnings": [*(outcome.warnings if outcome else []), *refused],
    }


def bound(limit: Limit) -> str:
    """`at most` or `at least`."""
    return "at most" if limit.output.at_most else "at least"
