"""Constants measured on the user's own machine, which replace published ones.

A calibration file is TOML: `version = 1` and one `[[constant]]` for each figure, with `model`, `name`,
`value`, `low` and `high` (the interval), `result` (the id of the measurement), `date`, `queue-manager`,
`release`, `when` for the case it was measured in, and `cores` of the machine, by which a model may scale.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mqtune.capacity.definition import CALIBRATED, MODEL_NAMES, RELEASE, Constant, model
from mqtune.capacity.errors import ModelError
from mqtune.capacity.inputs import level_of
from mqtune.text.errors import reason_of
from mqtune.text.reading import read_typed
from mqtune.text.record import record

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
        return [one for one in self.measured if one.model == name and one.constant.holds(inputs, but=RELEASE)]


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
    units = {one.name: one.unit for one in model(entry["model"]).constants}
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
