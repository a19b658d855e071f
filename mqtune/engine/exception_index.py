"""Finds the exceptions that may cover a finding by the name of its object, without trying each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mqtune.findings.finding import Finding


class ExceptionIndex:
    """Numbers of exceptions by the names of objects that they cover.

    A pattern without an asterisk is kept by the whole name, any other by what its names begin with or by a
    part between full stops that they have, whichever fewer patterns have: `DEV.*` by its beginning,
    `DEV.*.ORDERS.*` beside `DEV.*.STOCK.*` by its last part. An exception without an object covers every
    finding.
    """

    __slots__ = ("_by_beginning", "_by_name", "_by_part", "_lengths", "_of_all")

    def __init__(self, patterns: Iterable[str | None]) -> None:
        """`patterns` are the objects of the exceptions, None for an exception without an object."""
        self._by_name: dict[str, list[int]] = {}
        self._by_beginning: dict[str, list[int]] = {}
        self._by_part: dict[str, list[int]] = {}
        self._of_all: list[int] = []
        names = [None if pattern is None else name_in(pattern) for pattern in patterns]
        generic = [name for name in names if name is not None and "*" in name]
        beginnings = Counter(name.partition("*")[0] for name in generic)
        parts = Counter(part for name in generic for part in parts_of(name))
        for number, name in enumerate(names):
            if name is None:
                self._of_all.append(number)
                continue
            beginning, asterisk, _ = name.partition("*")
            part = min(parts_of(name), key=parts.__getitem__, default=None) if asterisk else None
            if not asterisk:
                self._by_name.setdefault(name, []).append(number)
            elif part is None or beginnings[beginning] <= parts[part]:
                self._by_beginning.setdefault(beginning, []).append(number)
            else:
                self._by_part.setdefault(part, []).append(number)
        self._lengths = sorted({len(beginning) for beginning in self._by_beginning})

    def around(self, finding: Finding) -> list[int]:
        """The numbers of the exceptions that may cover a finding, in order."""
        if finding.object is None:
            return self._of_all
        name = finding.object.name
        found = [*self._of_all, *self._by_name.get(name, ())]
        for length in self._lengths:
            found += self._by_beginning.get(name[:length], ()) if length <= len(name) else ()
        if self._by_part:
            for part in {*name.split(".")}:
                found += self._by_part.get(part, ())
        return sorted(found)


def name_in(pattern: str) -> str:
    """The name in the object of an exception: `DEV.*` in `CHANNEL(DEV.*)`; all of it without a type."""
    type, parenthesis, name = pattern.strip().partition("(")
    return name.removesuffix(")").strip().strip("'") if parenthesis else type


def parts_of(name: str) -> list[str]:
    """The parts between full stops of a generic name which every name that it covers has."""
    return [part for part in name.split(".") if "*" not in part]
