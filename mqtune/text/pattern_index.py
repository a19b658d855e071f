"""Finds the patterns that may match a name, without trying each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

LONGEST_KEY = 6  # characters


class PatternIndex:
    """Numbers of patterns by the names that they match.

    A pattern without an asterisk is kept by the whole name, any other by the beginning or end of a part
    between asterisks, that of all of its parts which the fewest patterns have: `DEV.*.ORDERS.*` beside
    `DEV.*.STOCK.*` by `.ORDER`.
    """

    __slots__ = ("_by_key", "_by_name", "_known", "_lengths", "_of_all", "_of_named")

    def __init__(self, patterns: Iterable[str | None]) -> None:
        """None is a pattern that matches everything, also what has no name."""
        self._by_name: dict[str, list[int]] = {}
        self._by_key: dict[str, list[int]] = {}
        self._of_all: list[int] = []
        self._of_named: list[int] = []  # of everything that has a name
        self._known: dict[str, list[int]] = {}
        names = [*patterns]
        counts = Counter(key for name in names if name is not None and "*" in name for key in keys_of(name))
        for number, name in enumerate(names):
            if name is None:
                self._of_all.append(number)
            elif "*" not in name:
                self._by_name.setdefault(name, []).append(number)
            else:
                key = min(keys_of(name), key=counts.__getitem__, default=None)
                (self._of_named if key is None else self._by_key.setdefault(key, [])).append(number)
        self._lengths = sorted({len(key) for key in self._by_key})

    def around(self, name: str | None) -> list[int]:
        """The numbers of the patterns that may match a name, in order."""
        if name is None:
            return self._of_all
        known = self._known.get(name)
        if known is None:
            found = [*self._of_all, *self._of_named, *self._by_name.get(name, ())]
            for length in self._lengths:
                for key in {name[at : at + length] for at in range(len(name) - length + 1)}:
                    found += self._by_key.get(key, ())
            known = self._known[name] = sorted(found)
        return known


def keys_of(name: str) -> list[str]:
    """Texts by which a generic name can be kept: every name that it matches contains each of them."""
    parts = [part for part in name.split("*") if part]
    return [*dict.fromkeys(key for part in parts for key in (part[:LONGEST_KEY], part[-LONGEST_KEY:]))]
