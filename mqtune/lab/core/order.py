"""What a method requests to be measured next: arms, orders and blocks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Level = int | float | str

PILOT = "pilot"  # measures the noise of the machine before anything is compared
MEASURE = "measure"
TRIAL = "trial"  # shows only whether a rate can be sustained
CONFIRM = "confirm"  # follows a verdict, which does not depend on it


@dataclass(frozen=True, slots=True)
class Arm:
    """One combination of levels of the factors, such as 4 publisher threads; `name` is shown to users."""

    name: str
    levels: Mapping[str, Level] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Order:
    """One run that is to be made: an arm, and its length in seconds, of which the first `cut` do not count.

    `rate` is the offered rate of all threads together in messages per second; None means flat out.
    """

    arm: Arm
    seconds: float
    cut: float = 10.0
    purpose: str = MEASURE
    rate: float | None = None

    def same(self, made: Order) -> bool:
        """Whether a run was made for such an order, apart from last digits that a file may have changed."""
        wanted, there = ((one.arm.name, one.purpose, one.seconds) for one in (self, made))
        if self.rate is None or made.rate is None:
            return wanted == there and self.rate is made.rate
        return wanted == there and math.isclose(self.rate, made.rate, rel_tol=1e-6)


def unmade(orders: Sequence[Order], made: Sequence[Order]) -> list[Order]:
    """The orders without those for which a run was made."""
    left = list(orders)
    for one in made:
        slot = next((n for n, order in enumerate(left) if order.same(one)), None)
        if slot is not None:
            del left[slot]
    return left


@dataclass(frozen=True, slots=True)
class Block:
    """Runs that belong together, in the order in which they are to be made, and their purpose."""

    orders: tuple[Order, ...]
    why: str
