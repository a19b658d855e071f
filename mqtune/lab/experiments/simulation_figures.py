"""Figures of the simulated queue manager that are not in the published tables.

`[[figures]]` of `definitions/<name>.toml` is a value, or rows of two columns, each with its `source`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from mqtune.lab.definitions import read_data


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
