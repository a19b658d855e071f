"""Parts of messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MOST_LISTED = 8
MOST_CHARACTERS = 40  # of a value in a message


def listed(names: Sequence[str], most: int = MOST_LISTED) -> str:
    """Names for a message: `A, B, C`, cut at `most` with the number of the omitted ones."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def allowed_list(values: Iterable[str], most: int = MOST_LISTED) -> str:
    """Allowed values for a message: `A, B or C`, cut at `most` with the number of the omitted ones."""
    words = list(values)
    if len(words) > most:
        return listed(words, most)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"


def shortened(text: str) -> str:
    """A text, shortened for a message if it is long."""
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 3] + "..."


def plural(count: int, word: str) -> str:
    """`1 file`, `2 files`, `3 fixes`, `4 entries`."""
    if count == 1:
        return f"{count} {word}"
    if word.endswith("y"):
        return f"{count} {word[:-1]}ies"
    return f"{count} {word}es" if word.endswith("x") else f"{count} {word}s"
