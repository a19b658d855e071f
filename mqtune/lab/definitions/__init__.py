"""Reads the definitions of experiments: `<name>.toml` next to this module.

Settings of several experiments are defined once, in `shared.toml`; an experiment lists them under `shared`
and may override their defaults.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from typing import Any

from mqtune.assets import asset_text
from mqtune.lab.core.definition import Definition, ExperimentSetting
from mqtune.lab.core.encoding import decode


# the files are part of the program: read once, never changed
@cache
def definition(name: str) -> Definition:
    """The definition of that name. Raises AssetError if it is unknown: see `experiments.NAMES`."""
    data = {key.replace("-", "_"): value for key, value in read_data(f"{name}.toml").items()}
    loaded: Definition = decode(Definition, {**data, "settings": []})
    return replace(loaded, settings=settings_in(data))


@cache
def read_data(file: str) -> dict[str, Any]:
    """A file of this folder, such as `shared.toml`, from a checkout, a wheel or a zip."""
    return tomllib.loads(asset_text(f"lab/definitions/{file}"))


def settings_in(data: dict[str, Any]) -> tuple[ExperimentSetting, ...]:
    """Own settings first, then the shared ones; the experiment's own values override shared ones."""
    shared = read_data("shared.toml")
    settings: dict[str, dict[str, Any]] = data.get("settings", {})
    rows = {name: {**shared.get(name, {}), **row} for name, row in settings.items()}
    rows.update({name: shared[name] for name in data.get("shared", ()) if name not in rows})
    return tuple(decode(ExperimentSetting, {"name": name, **row}) for name, row in rows.items())
