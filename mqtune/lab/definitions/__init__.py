"""Reads the definitions of experiments: `<name>.toml` next to this module.

Settings of several experiments are defined once, in `shared.toml`; an experiment lists them under `shared`
and may override their defaults.
"""

from __future__ import annotations

import os
import tomllib
from functools import cache
from typing import Any

from mqtune.lab.core.definition import Definition, ExperimentSetting, Factor


# the files are part of the program: read once, never changed
@cache
def definition(name: str) -> Definition:
    """The definition of that name. Raises FileNotFoundError if it is unknown: see `experiments.NAMES`."""
    data = read_data(f"{name}.toml")
    return Definition(
        name=data["name"],
        question=data["question"],
        hypothesis=data["hypothesis"],
        factors=tuple(Factor(**row) for row in data["factors"]),
        held_constant=tuple(data["held-constant"]),
        touches=tuple(data["touches"]),
        guard_rails=tuple(data["guard-rails"]),
        decision=data["decision"],
        recommends=data["recommends"],
        pitfalls=tuple(data["pitfalls"]),
        source=data["source"],
        simulated=data["simulated"],
        measure=data["measure"],
        unit=data["unit"],
        drivers=tuple(data["drivers"]),
        settings=_settings(data),
        minutes=float(data["minutes"]),
        says=data.get("says", {}),
        pilot=data.get("pilot", True),
    )


def read_data(file: str) -> dict[str, Any]:
    """A file of this folder, such as `shared.toml`, from a checkout, a wheel or a zip."""
    loader = globals()["__loader__"]
    data: bytes = loader.get_data(os.path.join(os.path.dirname(__file__), file))
    return tomllib.loads(data.decode("utf-8"))


def _settings(data: dict[str, Any]) -> tuple[ExperimentSetting, ...]:
    """Own settings first, then the shared ones; the experiment's own values override shared ones."""
    shared = read_data("shared.toml")
    own: dict[str, dict[str, Any]] = data.get("settings", {})
    rows = {name: {**shared.get(name, {}), **row} for name, row in own.items()}
    rows.update({name: shared[name] for name in data.get("shared", ()) if name not in rows})
    return tuple(_setting(name, row) for name, row in rows.items())


def _setting(name: str, row: dict[str, Any]) -> ExperimentSetting:
    default = row["default"]
    return ExperimentSetting(
        name,
        row["type"],
        tuple(default) if isinstance(default, list) else default,
        row["help"],
        row.get("unit", ""),
        row.get("least"),
        row.get("most"),
        tuple(row.get("choices", ())),
    )
