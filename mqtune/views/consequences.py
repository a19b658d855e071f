"""What follows from a measurement for the models: each measured constant beside the published one."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.capacity.calibration import Calibration
from mqtune.capacity.definition import model


def measured_constants(calibration: Calibration) -> Iterator[str]:
    """Return a line for each constant: what was measured, and what was published."""
    for one in calibration.measured:
        constant = one.constant
        unit = f" {constant.unit}" if constant.unit else ""
        case = {"release": one.release, **constant.when}
        published = [
            known
            for known in model(one.model).constants
            if known.name == constant.name
            and all(case.get(name, value) == value for name, value in known.when.items())
        ]
        known = ", ".join(dict.fromkeys(f"{value.value:,.6g}" for value in published))
        low, high = constant.low, constant.high
        between = f", {low:,.6g} to {high:,.6g}" if low is not None and high is not None else ""
        line = f"{one.model} {constant.name}: {constant.value:,.6g}{unit}{between}"
        yield f"{line}; published: {known}{unit}" if known else line
