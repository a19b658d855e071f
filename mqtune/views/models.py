"""The capacity models for front ends: list, run and verify, with errors that a front end can show."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence

from mqtune.capacity.calibration import Calibration, read_calibration
from mqtune.capacity.curves import Curves
from mqtune.capacity.definition import Model, model, models
from mqtune.capacity.errors import ModelError
from mqtune.capacity.outcome import Outcome
from mqtune.capacity.run import run_model
from mqtune.capacity.verify import Point
from mqtune.session.options import require_no_link
from mqtune.text.errors import UsageError
from mqtune.text.spelling import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.capacity.solve import Solution


def all_models() -> list[Model]:
    """Return every model, in the order of the documentation."""
    return models()


def find_model(name: str) -> Model:
    """Return the model of that name. Raises UsageError, with the nearest name, if there is none."""
    try:
        return model(name)
    except ModelError as error:
        raise _usage(error) from None


def given_inputs(words: Sequence[str]) -> dict[str, str]:
    """Return the inputs written as `key=value`. Raises UsageError for another form, or a repeated key."""
    return {key.lower().replace("_", "-"): value for key, value in given_words(words).items()}


def given_words(words: Sequence[str]) -> dict[str, str]:
    """Return what is written as `key=value`, with the keys as written. Raises UsageError."""
    given: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        key = key.strip()
        if not sign or not key or not value.strip():
            raise UsageError(f"{word!r} is not an input", "write inputs as key=value, such as subscribers=60")
        if key.lower().replace("_", "-") in {one.lower().replace("_", "-") for one in given}:
            raise UsageError(f"{key} is given twice", "give each input once")
        given[key] = value.strip()
    return given


def run(name: str, given: Mapping[str, object], calibration: str | None = None) -> Outcome:
    """Run a model, with the constants of a calibration file if one is given. Raises UsageError."""
    own = calibration_of(calibration)
    try:
        return run_model(name, given, own)
    except ModelError as error:
        raise _usage(error) from None


def solve(name: str, wanted: str, given: Mapping[str, str], calibration: str | None = None) -> Solution:
    """Solve a model for the input `wanted`; `given` has inputs and limits. Raises UsageError."""
    # imported here: no other command needs it
    from mqtune.capacity.solve import solve as solve_for

    try:
        return solve_for(name, wanted, given, calibration_of(calibration))
    except ModelError as error:
        raise _usage(error) from None


def curves_of(outcome: Outcome, given: Mapping[str, object], calibration: str | None = None) -> list[Curves]:
    """Return the curves to plot for a run with these inputs. Raises UsageError."""
    # imported here: no other command needs it
    from mqtune.capacity.curves import curves

    return curves(outcome, given, calibration_of(calibration))


def calibration_of(path: str | None) -> Calibration | None:
    """Return the constants of a calibration file; None if no path is given. Raises UsageError."""
    if path is None:
        return None
    path = os.path.expanduser(path)  # a shell does not expand `~` in quotation marks
    require_no_link(path)
    try:
        return read_calibration(path)
    except ModelError as error:
        raise _usage(error) from None


def calibration_in(text: str) -> Calibration:
    """Return the constants in the text of a calibration file. Raises UsageError."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "calibration.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        found = calibration_of(path)
    assert found is not None  # a path was given
    return found


def verify() -> list[Point]:
    """Return every published point with the prediction."""
    # imported here with all published figures: no other command needs them
    from mqtune.capacity.verify import verify as all_points

    return all_points()


def _usage(error: ModelError) -> UsageError:
    close = nearest(error.word, error.candidates) if error.word else None
    if close is None:
        return UsageError(error.message, error.help)
    return UsageError(f"{error.message}; the nearest is {close!r}", error.help)
