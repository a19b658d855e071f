"""Values in a form that may be printed: secrets are covered, control characters escaped."""

from __future__ import annotations

from functools import lru_cache

from mqtune.report.secrets import COVER, is_secret, masked
from mqtune.text.printable import printable


@lru_cache(maxsize=65_536)  # thousands of objects have the same values
def shown(keyword: str, text: str) -> str:
    """The value of an attribute."""
    return COVER if text and is_secret(keyword) else plain(text)


@lru_cache(maxsize=65_536)
def plain(text: str) -> str:
    """A name or another text."""
    return printable(masked(text, prose=True))
