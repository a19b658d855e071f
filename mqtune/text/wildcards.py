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
    """Names in order, to find those that may match a pattern by what it begins and ends with, or by a part
    between full stops.
    """

    __slots__ = ("_backwards", "_by_part", "_names")

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(names)
        self._backwards = sorted([name[::-1] for name in self._names])
        self._by_part: dict[str, list[str]] = {}
        for name in self._names:
            for part in {*name.split(".")}:
                self._by_part.setdefault(part, []).append(name)

    def candidates(self, pattern: str) -> Iterable[str]:
        """The names that begin as a pattern does before the first of its wildcard characters, end as it does
        behind the last, or have a part that it has without them; of these conditions the one that the fewest
        names meet. A full stop beside a wildcard character may be missing in a name.
        """
        first = min(place for sign in WILDCARDS if (place := pattern.find(sign)) >= 0)
        last = max(pattern.rfind(sign) for sign in WILDCARDS)
        start, end = _beginning(self._names, pattern[:first].rstrip("."))
        other_start, other_end = _beginning(self._backwards, pattern[:last:-1].rstrip("."))
        parts = [part for part in pattern.split(".") if part and not any(sign in part for sign in WILDCARDS)]
        of_part = min((self._by_part.get(part, []) for part in parts), key=len, default=self._names)
        if len(of_part) < min(end - start, other_end - other_start):
            return of_part
        if end - start <= other_end - other_start:
            return self._names[start:end]
        return (name[::-1] for name in self._backwards[other_start:other_end])


def _beginning(names: list[str], start: str) -> tuple[int, int]:
    """Where the names of a sorted list that begin with a text are."""
    return bisect_left(names, start), bisect_left(names, start + LAST_CHARACTER)
