"""Parts of messages."""

from __future__ import annotations

from collections.abc import Iterable

MOST_LISTED = 8


def allowed_list(values: Iterable[str], most: int = MOST_LISTED) -> str:
    """Allowed values for a message: `A, B or C`, cut at `most` with the number of the omitted ones."""
    words = list(values)
    if len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most} more"
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"
