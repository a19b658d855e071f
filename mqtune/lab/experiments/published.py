"""Figures of the simulated queue manager: published tables and constants of the models. Knows no driver."""

from __future__ import annotations

from itertools import pairwise

from mqtune.capacity.definition import model
from mqtune.capacity.errors import ModelError
from mqtune.capacity.published import table
from mqtune.capacity.run import run_model
from mqtune.lab.core.errors import LabError

RELEASE = "8.0"  # the newest of the publish/subscribe figures


def on_line(name: str, x: str, y: str, at: float, **where: str) -> float:
    """The column `y` of a published line where its column `x` is `at`, from the rows that `where` names.

    Straight between two points, and level before the first and beyond the last.
    """
    rows = [row for row in table(name).rows if all(row[column] == value for column, value in where.items())]
    return between(sorted((float(row[x]), float(row[y])) for row in rows), at)


def cell(name: str, column: str, **where: str | float) -> float:
    """A figure of the one row that `where` names."""
    rows = [row for row in table(name).rows if all(row[key] == value for key, value in where.items())]
    (found,) = rows
    return float(found[column])


def between(points: list[tuple[float, float]], at: float) -> float:
    """The value at `at` on the straight lines through points in order; level beyond both ends."""
    if at <= points[0][0]:
        return points[0][1]
    for (left, low), (right, high) in pairwise(points):
        if at <= right:
            return low + (high - low) * (at - left) / (right - left)
    return points[-1][1]


def constant(of: str, name: str, **when: str) -> float:
    """A constant of a model in a case, such as `constant("fan-out", "per_cached_us", release="8.0", …)`."""
    case = {key.replace("_", "-"): value for key, value in when.items()}
    return next(one.value for one in model(of).constants if one.name == name and one.holds(case))


def outputs(of: str, **inputs: object) -> dict[str, float]:
    """The outputs of a model. Raises LabError where nothing was published for the inputs."""
    try:
        return run_model(of, inputs).outputs
    except ModelError as fault:
        raise LabError(
            f"nothing can be simulated here: {fault.message}",
            "measure a queue manager, or change the settings",
        ) from None
