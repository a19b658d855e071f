"""What a method asks to be measured next: arms, orders and blocks. Knows no driver and no command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Level = int | float | str

PILOT = "pilot"  # measures the noise of the machine before anything is compared
MEASURE = "measure"
TRIAL = "trial"  # asks only whether a rate can be sustained


@dataclass(frozen=True, slots=True)
class Arm:
    """One combination of levels of the factors, such as 4 publisher threads; the name is what is shown."""

    name: str
    levels: Mapping[str, Level] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Order:
    """One run that is to be made: an arm for so many seconds, of which `cut` at the start do not count.

    `rate` is the offered rate of all threads together in messages per second; None is flat out.
    """

    arm: Arm
    seconds: float
    cut: float = 10.0
    purpose: str = MEASURE
    rate: float | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Runs that belong together, in the order in which they are to be made, and why they are made."""

    orders: tuple[Order, ...]
    why: str
