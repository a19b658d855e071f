"""Rows of digits as numbers. Does not know what they count."""

from __future__ import annotations

# No number of MQ has as many digits. What is longer was never meant, and reading it costs the square of its
# length.
MOST_DIGITS = 30
TOO_LARGE = 10**MOST_DIGITS


def whole_number(text: str) -> int | None:
    """Decimal digits alone as a number, None for anything else.

    A row that is too long to be meant counts as `TOO_LARGE`, which is above every limit.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    return int(text) if len(text) <= MOST_DIGITS else TOO_LARGE
