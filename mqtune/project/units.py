"""Sizes and rates in their usual notation, as numbers."""

from __future__ import annotations

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
# the units to list in a message
UNITS = ("B", "KB", "MB", "GB", "KiB", "MiB", "GiB", "TiB")


def bytes_of(text: str) -> int | None:
    """`96 GiB`, `200GB`, `1.5 MiB`, `2048 B` in bytes; None for other texts, such as one without a unit."""
    stripped = text.strip()
    end = len(stripped)
    while end and stripped[end - 1].isalpha():
        end -= 1
    number, unit = stripped[:end].strip(), stripped[end:].lower()
    factor = BYTES_IN.get(unit)
    value = plain_number(number)
    if factor is None or value is None:
        return None
    size = value * factor
    return int(size) if size == int(size) else None


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
