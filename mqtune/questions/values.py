"""Types of values that are typed: each parses and checks, and states what to write instead."""

from __future__ import annotations

from mqtune.flow.budget import GREATEST_GROWTH, GROWTHS, LEAST_GROWTH

LEAST_PER_CENT = 10  # no one plans with ten times a limit: a larger share was meant as per cent


class Factor(float):
    """A multiple of a load."""

    @classmethod
    def read(cls, text: str) -> Factor:
        """Parse and check. Raises ValueError."""
        try:
            number = float(text)
        except ValueError:
            number = 0.0
        if not LEAST_GROWTH <= number < GREATEST_GROWTH:
            raise ValueError(GROWTHS)
        return cls(number)


class ShareLimit(float):
    """A part of a limit, such as 0.8."""

    @classmethod
    def read(cls, text: str) -> ShareLimit:
        """Parse and check. Raises ValueError."""
        number = Factor.read(text)
        if number >= LEAST_PER_CENT:
            raise ValueError(f"a share of 1 is 100%: write {number / 100:g} for {number:g}%")
        return cls(number)
