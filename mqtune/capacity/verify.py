"""Compares each model with the published points that it covers.

`[[points]]` in `models/<name>.toml` states which column of which table is predicted from which inputs.
An input `"$column"` is the cell of the row, optionally with an operation, as in `"$column / 5"`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from mqtune.capacity.definition import Model, models
from mqtune.capacity.errors import RefusalError
from mqtune.capacity.published import Table, table
from mqtune.capacity.run import run_model

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
        values = [one.error_percent for one in points if one.claim == VALUE]
        errors = [error for error in values if error is not None]
        bounds = [one for one in points if one.claim in ("upper bound", "lower bound")]
        self.claimed = len(errors)
        self.bounds = len(bounds)
        self.held = sum(holds(one) for one in bounds)
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
    return [point for one in models() for entry in one.points for point in _points(one, entry)]


def summaries(points: list[Point]) -> list[Summary]:
    """The errors by model."""
    names = list(dict.fromkeys(one.model for one in points))
    return [Summary(name, [one for one in points if one.model == name]) for name in names]


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
        for other in published.rows:
            if other[same] == row[same] and all(other[key] == one for key, one in value["where"].items()):
                return other[value["column"]]
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
        found = {value: _output(point, {over["input"]: value}) for value in values}
        best = max(found, key=lambda value: found[value] or 0)
        point.inputs = {**point.inputs, over["input"]: best}
        return found[best]
    predicted = _output(point, {})
    if "against" in entry and predicted is not None:
        base = _output(point, entry["against"])
        return predicted / base if base else None
    return predicted


def _output(point: Point, other: dict[str, Any]) -> float | None:
    try:
        return run_model(point.model, {**point.inputs, **other}).outputs.get(point.quantity)
    except RefusalError:
        return None
