"""What every output calls: texts and values that may be shown."""

from __future__ import annotations

from functools import lru_cache

from mqtune.masking.secrets import MOST_REMEMBERED, covered_value, masked
from mqtune.text.printable import printable


@lru_cache(MOST_REMEMBERED)
def safe(text: str) -> str:
    """A text that may be shown: secrets masked, control characters visible."""
    return printable(masked(text, prose=True))


def safe_value(keyword: str, value: str) -> str:
    """The value of an attribute as it may be shown."""
    return printable(covered_value(keyword, value))
