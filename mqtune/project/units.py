"""Sizes and rates in their usual notation, as numbers."""

from __future__ import annotations

from collections.abc import Mapping

# decimal and binary prefixes of the International System of Units and of IEC 80000-13
BYTES_IN = {
    "b": 1,
    "kb": 10**3,
    "mb": 10**6,
    "gb": 10**9,
    "tb": 10**12,
    "pb": 10**15,
    "kib": 2**10,
    "mib": 2**20,
    "gib": 2**30,
    "tib": 2**40,
    "pib": 2**50,
}
LINK_UNITS = {"mb/s": 1e6, "mbit/s": 1e6, "mbps": 1e6, "gb/s": 1e9, "gbit/s": 1e9, "gbps": 1e9}  # bits/s
BITS_OF_BYTE = 8
TIME_UNITS = {"s": 1.0, "min": 60.0, "m": 60.0, "h": 3600.0}  # seconds
LEAST = 1e-9  # of a rate or share, one event in thirty years; figures divide by them
# the units to list in a message
UNITS = ("B", "KB", "MB", "GB", "KiB", "MiB", "GiB", "TiB")


def bytes_of(text: str) -> int | None:
    """`96 GiB`, `200GB`, `1.5 MiB`, `2048 B` in bytes; None for other texts, such as one without a unit."""
    size = measure_of(text, BYTES_IN)
    return int(size) if size is not None and size == int(size) else None


def measure_of(text: str, units: Mapping[str, float]) -> float | None:
    """A number with one of some units, times the factor of that unit; None for other texts."""
    stripped = text.strip()
    end = len(stripped)
    while end and (stripped[end - 1].isalpha() or stripped[end - 1] == "/"):
        end -= 1
    factor = units.get(stripped[end:].lower())
    value = plain_number(stripped[:end].strip())
    return None if factor is None or value is None else value * factor


def counted(number: float) -> float:
    """A rate or share; one that is nearly zero is none."""
    return float(number) if number >= LEAST else 0.0


def plain_number(text: str) -> int | float | None:
    """`120000`, `120_000` or `0.5`; None for a sign, an exponent or any other text."""
    whole, point, fraction = text.replace("_", "").partition(".")
    if not (whole.isascii() and whole.isdigit()) or len(whole) > 18:
        return None
    if not point:
        return int(whole)
    if not (fraction.isascii() and fraction.isdigit()) or len(fraction) > 18:
        return None
    return float(f"{whole}.{fraction}")
