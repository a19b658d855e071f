"""Names with asterisks, as channel authentication records, conditions and exceptions have them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

WILDCARDS = "*?"
LAST_CHARACTER = "\U0010ffff"  # sorts behind every other


def asterisks_match(pattern: str, text: str) -> bool:
    """Whether a text matches a pattern in which each `*` matches any number of characters."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == pattern
    last = rest.pop()
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return False
    middle, at = text[len(first) : len(text) - len(last)], 0
    for part in rest:
        at = middle.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


class SortedNames:
    """Names in order, to find those that may match a pattern by what it begins and ends with."""

    __slots__ = ("_backwards", "_names")

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(names)
        self._backwards = sorted([name[::-1] for name in self._names])

    def candidates(self, pattern: str) -> Iterable[str]:
        """The names that begin and end as a pattern does, before the first of its wildcard characters and
        behind the last; of these two conditions the one that fewer names meet. A full stop beside a wildcard
        character may be missing in a name.
        """
        first = min(place for sign in WILDCARDS if (place := pattern.find(sign)) >= 0)
        last = max(pattern.rfind(sign) for sign in WILDCARDS)
        start, end = _beginning(self._names, pattern[:first].rstrip("."))
        other_start, other_end = _beginning(self._backwards, pattern[:last:-1].rstrip("."))
        if end - start <= other_end - other_start:
            return self._names[start:end]
        return (name[::-1] for name in self._backwards[other_start:other_end])


def _beginning(names: list[str], start: str) -> tuple[int, int]:
    """Where the names of a sorted list that begin with a text are."""
    return bisect_left(names, start), bisect_left(names, start + LAST_CHARACTER)
