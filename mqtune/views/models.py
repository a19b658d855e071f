"""The capacity models for the faces: list, run and verify, with errors that a face can show.

Keeps the session free of the models. Does not know terminals, files of MQ, or how a model calculates.
"""

from __future__ import annotations

from mqtune.capacity.calibration import read_calibration
from mqtune.capacity.definition import model, models
from mqtune.capacity.errors import ModelError
from mqtune.capacity.run import run_model
from mqtune.session.options import UsageError
from mqtune.text.spelling import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mqtune.capacity.calibration import Calibration
    from mqtune.capacity.curves import Curves
    from mqtune.capacity.definition import Model
    from mqtune.capacity.outcome import Outcome
    from mqtune.capacity.verify import Point


def all_models() -> list[Model]:
    """Every model, in the order of the documentation."""
    return models()


def find_model(name: str) -> Model:
    """The model of that name. Raises UsageError with the nearest one for another."""
    try:
        return model(name)
    except ModelError as fault:
        raise _usage(fault) from None


def given_inputs(words: Sequence[str]) -> dict[str, str]:
    """The inputs written `key=value`. Raises UsageError for a word of another form, or a key twice."""
    given: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        key = key.strip().lower().replace("_", "-")
        if not sign or not key or not value.strip():
            raise UsageError(f"{word!r} is no input", "write inputs as key=value, such as subscribers=60")
        if key in given:
            raise UsageError(f"{key} is given twice", "give each input once")
        given[key] = value.strip()
    return given


def run(name: str, given: Mapping[str, object], calibration: str | None = None) -> Outcome:
    """A run of a model, with the constants of a calibration file where one is named. Raises UsageError."""
    own = calibration_of(calibration)
    try:
        return run_model(name, given, own)
    except ModelError as fault:
        raise _usage(fault) from None


def curves_of(outcome: Outcome, given: Mapping[str, object], calibration: str | None = None) -> list[Curves]:
    """What is worth drawing around a run that was made with these inputs. Raises UsageError."""
    # as many runs as a curve has points, which no other command needs
    from mqtune.capacity.curves import curves

    return curves(outcome, given, calibration_of(calibration))


def calibration_of(path: str | None) -> Calibration | None:
    """The constants of a calibration file; None where none is named. Raises UsageError."""
    if path is None:
        return None
    try:
        return read_calibration(path)
    except ModelError as fault:
        raise _usage(fault) from None


def verify() -> list[Point]:
    """Every published point with the prediction."""
    # the whole of the published figures, which no other command needs
    from mqtune.capacity.verify import verify as all_points

    return all_points()


def _usage(fault: ModelError) -> UsageError:
    close = nearest(fault.word, fault.candidates) if fault.word else None
    if close is None:
        return UsageError(fault.message, fault.help)
    return UsageError(f"{fault.message}; the nearest is {close!r}", fault.help)
