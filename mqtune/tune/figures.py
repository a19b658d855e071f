"""Runs the models for tuning, with calibrated constants if there are any."""

from __future__ import annotations

from mqtune.capacity.calibration import Calibration
from mqtune.capacity.errors import ModelError
from mqtune.capacity.outcome import Outcome
from mqtune.capacity.run import is_calibrated, run_model
from mqtune.text.record import record

CALIBRATED = "calibrated"
PUBLISHED = "published"
# the two releases that the publish/subscribe report measured
RELEASES = ("7.5", "8.0")


@record
class Figures:
    """Runs models with one calibration, or with the published constants."""

    calibration: Calibration | None = None

    def run(self, name: str, **inputs: object) -> Outcome | None:
        """The outcome of a model; None if the model refuses an answer."""
        try:
            return run_model(name, inputs, self.calibration)
        except ModelError:
            return None

    def range(self, name: str, output: str, **inputs: object) -> list[tuple[float, str]]:
        """The values of an output, each with its basis: the calibrated one, or one per measured release."""
        own = self.run(name, **inputs)
        if own is not None and is_calibrated(own):
            return [(own.outputs[output], "measured here")]
        found = [(self.run(name, release=release, **inputs), release) for release in RELEASES]
        return [(outcome.outputs[output], f"V{release}") for outcome, release in found if outcome is not None]


def basis_of(outcome: Outcome) -> str:
    """Whose constants an outcome is based on: "calibrated" or "published"."""
    return CALIBRATED if is_calibrated(outcome) else PUBLISHED


def source_of(outcome: Outcome, name: str = "") -> str:
    """The source of a constant that was used: of the named one, otherwise of the first."""
    named = [one.source for one in outcome.constants if not name or one.name == name]
    return named[0] if named else outcome.model.title


def spread(values: list[float], unit: str = "") -> str:
    """The range of the values, such as `27 to 28%`, or one figure if both ends are equal."""
    low, high = f"{min(values):,.0f}", f"{max(values):,.0f}"
    return f"{low}{unit}" if low == high else f"{low} to {high}{unit}"
