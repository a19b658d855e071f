"""The settings of an experiment by type: `read_settings` has made sure that they have it."""

from __future__ import annotations

from mqtune.lab.core.experiment import Settings
from mqtune.lab.core.order import Level

CLIENT = "client"
YES = "yes"


def whole(settings: Settings, name: str) -> int:
    """A setting that is a whole number."""
    value = settings[name]
    assert isinstance(value, int)
    return value


def several(settings: Settings, name: str) -> tuple[Level, ...]:
    """A setting with several values."""
    value = settings[name]
    assert isinstance(value, tuple)
    return value


def decimal(settings: Settings, name: str) -> float:
    """A setting that is a number."""
    return float(str(settings[name]))


def seconds(settings: Settings) -> tuple[float, float]:
    """Length of a run and the least warm-up, in seconds."""
    return float(whole(settings, "run-seconds")), float(whole(settings, "cut-seconds"))


def rising(settings: Settings, name: str) -> tuple[int, ...]:
    """A setting with several whole numbers, from low to high."""
    return tuple(sorted(int(value) for value in several(settings, name)))
