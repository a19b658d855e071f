"""Which commands of a shell script run under the same condition: in one function, and in one branch of `if`
and `case`.
"""

from __future__ import annotations

from bisect import bisect_right

_CLOSES = {"fi": "if", "esac": "case", "}": "{"}
_NEXT = {"elif": "if", "else": "if", ";;": "case"}
MARKS = frozenset({"if", "case", *_CLOSES, *_NEXT})


class Branches:
    """The branches of a script, which its words mark in their order."""

    __slots__ = ("_names", "_open", "_starts")

    def __init__(self) -> None:
        self._starts = [0]
        self._names = [""]
        self._open: list[
            tuple[str, int, int]
        ] = []  # the word that opened it, where, the number of the branch

    def mark(self, at: int, word: str) -> None:
        """Take note of a word that begins or ends a branch: of `MARKS`, or `{` of a function."""
        opened = _CLOSES.get(word) or _NEXT.get(word)
        if opened is None:
            self._open.append((word, at, 0))
        else:
            depth = next(
                (index for index in reversed(range(len(self._open))) if self._open[index][0] == opened), None
            )
            if depth is None:
                return  # a word of a script that is not complete
            _, start, number = self._open[depth]
            del self._open[depth:]
            if word in _NEXT:
                self._open.append((opened, start, number + 1))
        self._starts.append(at)
        self._names.append("/".join(f"{start}.{number}" for _, start, number in self._open))

    def name(self, at: int) -> str:
        """The branch of an offset, "" outside of all: equal for commands under the same condition."""
        return self._names[bisect_right(self._starts, at) - 1]
