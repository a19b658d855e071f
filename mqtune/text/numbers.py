"""Sequences of digits as numbers."""

from __future__ import annotations

# No MQ value has as many digits. A longer one cannot be intended, and reading it costs the square of its
# length.
MOST_DIGITS = 30
TOO_LARGE = 10**MOST_DIGITS
HEXADECIMAL = frozenset("0123456789ABCDEFabcdef")  # importing `string` would take longer than a small file


def whole_number(text: str) -> int | None:
    """Decimal digits alone as a number; None for any other text.

    A sequence that is too long for any MQ value counts as `TOO_LARGE`, which is above every limit.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    return int(text) if len(text) <= MOST_DIGITS else TOO_LARGE


def number_in_base(text: str, base: int) -> int | None:
    """Decimal or hexadecimal digits alone as a number (`base` 10 or 16); None for any other text."""
    if base == 10:
        return whole_number(text)
    return int(text, base) if 0 < len(text) <= MOST_DIGITS and HEXADECIMAL.issuperset(text) else None


def bytes_text(size: float) -> str:
    """Bytes for a message: 3.7 GB, 48 MB, 12 kB."""
    if size >= 1e9:
        return f"{size / 1e9:,.1f} GB"
    return f"{size / 1e6:,.0f} MB" if size >= 1e6 else f"{size / 1e3:,.0f} kB"
