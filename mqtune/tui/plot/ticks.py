"""The labels of an axis: steps of 1, 2 or 5, and short numbers."""

from __future__ import annotations

import math

STEPS = (1, 2, 5, 10)
PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def ticks(low: float, high: float, most: int, least_step: float = 0.0) -> tuple[float, ...]:
    """Return round numbers from low to high, at most `most`, and no closer than the least step."""
    span = high - low
    if span <= 0 or not math.isfinite(span) or most < 1:
        return ()
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next((one * power for one in STEPS if span / (one * power) + 1 <= most), STEPS[-1] * power)
    while math.floor(high / step + 1e-9) - math.ceil(low / step - 1e-9) + 1 > most:
        step *= 2
    step = max(step, least_step)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return tuple(number * step for number in range(first, last + 1))


def short(value: float, step: float = 0.0) -> str:
    """Return a number in few characters: 925k, 1.2M, 0.05; with the digits that the axis step needs."""
    size = abs(value)
    for unit, letter in PREFIXES:
        if size >= unit * (10 if letter == "k" else 1) or (step >= unit and value):
            return f"{_digits(value / unit, step / unit)}{letter}"
    return _digits(value, step)


def _digits(value: float, step: float) -> str:
    if value == 0:
        return "0"
    if step > 0:
        places = max(0, -math.floor(math.log10(step) + 1e-9))
        return f"{value:.{min(places, 6)}f}"
    text = f"{value:.3g}"
    return f"{value:.0f}" if "e" in text and abs(value) >= 1 else text
