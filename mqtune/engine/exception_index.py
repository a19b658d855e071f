"""Finds the exceptions that may cover a finding by the name of its object, without trying each of them."""

from __future__ import annotations

from collections.abc import Iterable

from mqtune.findings.finding import Finding


class ExceptionIndex:
    """Numbers of exceptions by the names of objects that they cover.

    A pattern such as `CHANNEL(DEV.*)` is kept by what its names begin with, `*.DEV.*` by a part between full
    stops that they have, and one without an asterisk by the whole name. An exception without an object covers
    every finding.
    """

    __slots__ = ("_by_beginning", "_by_name", "_by_part", "_lengths", "_of_all")

    def __init__(self, patterns: Iterable[str | None]) -> None:
        """`patterns` are the objects of the exceptions, None for an exception without an object."""
        self._by_name: dict[str, list[int]] = {}
        self._by_beginning: dict[str, list[int]] = {}
        self._by_part: dict[str, list[int]] = {}
        self._of_all: list[int] = []
        for number, pattern in enumerate(patterns):
            if pattern is None:
                self._of_all.append(number)
                continue
            name = name_in(pattern)
            beginning, asterisk, _ = name.partition("*")
            parts = [part for part in name.split(".") if "*" not in part]
            if not asterisk:
                self._by_name.setdefault(name, []).append(number)
            elif beginning or not parts:
                self._by_beginning.setdefault(beginning, []).append(number)
            else:
                self._by_part.setdefault(max(parts, key=len), []).append(number)
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
