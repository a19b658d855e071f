"""Figures of the simulated queue manager: published tables, constants of the models, and other figures.

Those that are in no published table are `[[figures]]` of `definitions/<name>.toml`: a value, or rows of two
columns, each with its `source`.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

from mqtune.capacity.definition import model
from mqtune.capacity.errors import ModelError
from mqtune.capacity.published import table
from mqtune.capacity.run import run_model
from mqtune.lab.core.errors import LabError
from mqtune.lab.definitions import read_data

RELEASE = "8.0"  # the newest of the publish/subscribe figures


def on_line(name: str, x: str, y: str, at: float, **where: str) -> float:
    """The column `y` of a published line where its column `x` has the value `at`; `where` selects rows.

    Linear between two points, constant before the first and after the last.
    """
    rows = [row for row in table(name).rows if all(row[column] == value for column, value in where.items())]
    return between(sorted((float(row[x]), float(row[y])) for row in rows), at)


def cell(name: str, column: str, **where: str | float) -> float:
    """A figure of the single row selected by `where`."""
    rows = [row for row in table(name).rows if all(row[key] == value for key, value in where.items())]
    (found,) = rows
    return float(found[column])


def between(points: list[tuple[float, float]], at: float) -> float:
    """The linear interpolation at `at` between points in order; constant beyond both ends."""
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
    """The outputs of a model. Raises LabError if nothing was published for the inputs."""
    try:
        return run_model(of, inputs).outputs
    except ModelError as error:
        raise LabError(
            f"this cannot be simulated: {error.message}",
            "measure a queue manager, or change the settings",
        ) from None


# the files are part of the program: read once, never changed
@cache
def _entry(experiment: str, name: str) -> dict[str, Any]:
    entries = read_data(f"{experiment}.toml")["figures"]
    return next(entry for entry in entries if entry["name"] == name)


def figure(experiment: str, name: str) -> float:
    """A figure that is a single value."""
    return float(_entry(experiment, name)["value"])


def points(experiment: str, name: str) -> list[tuple[float, float]]:
    """A figure that is a line through points, in order."""
    return [(float(x), float(y)) for x, y in _entry(experiment, name)["rows"]]


@cache
def word(experiment: str, table: str, key: str) -> str:
    """An entry of a table of words in the definition of an experiment."""
    return str(read_data(f"{experiment}.toml")[table][key])
