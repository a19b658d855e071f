"""Finds the exceptions that may cover a finding by the name of its object, without trying each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mqtune.findings.finding import Finding

LONGEST_KEY = 6  # characters


class ExceptionIndex:
    """Numbers of exceptions by the names of objects that they cover.

    A pattern without an asterisk is kept by the whole name, any other by the beginning or end of a part
    between asterisks, that of all of its parts which the fewest patterns have: `DEV.*.ORDERS.*` beside
    `DEV.*.STOCK.*` by `.ORDER`. An exception without an object covers every finding.
    """

    __slots__ = ("_by_key", "_by_name", "_known", "_lengths", "_of_all", "_of_named")

    def __init__(self, patterns: Iterable[str | None]) -> None:
        """`patterns` are the objects of the exceptions, None for an exception without an object."""
        self._by_name: dict[str, list[int]] = {}
        self._by_key: dict[str, list[int]] = {}
        self._of_all: list[int] = []
        self._of_named: list[int] = []  # of every finding about an object
        self._known: dict[str, list[int]] = {}
        names = [None if pattern is None else name_in(pattern) for pattern in patterns]
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

    def around(self, finding: Finding) -> list[int]:
        """The numbers of the exceptions that may cover a finding, in order."""
        if finding.object is None:
            return self._of_all
        name = finding.object.name
        known = self._known.get(name)
        if known is None:
            found = [*self._of_all, *self._of_named, *self._by_name.get(name, ())]
            for length in self._lengths:
                for key in {name[at : at + length] for at in range(len(name) - length + 1)}:
                    found += self._by_key.get(key, ())
            known = self._known[name] = sorted(found)
        return known


def name_in(pattern: str) -> str:
    """The name in the object of an exception: `DEV.*` in `CHANNEL(DEV.*)`; all of it without a type."""
    type, parenthesis, name = pattern.strip().partition("(")
    return name.removesuffix(")").strip().strip("'") if parenthesis else type


def keys_of(name: str) -> list[str]:
    """Texts by which a generic name can be kept: every name that it covers contains each of them."""
    parts = [part for part in name.split("*") if part]
    return [*dict.fromkeys(key for part in parts for key in (part[:LONGEST_KEY], part[-LONGEST_KEY:]))]
