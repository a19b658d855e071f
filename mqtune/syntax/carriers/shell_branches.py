"""Which commands of a shell script run under the same condition: in one function, and in one branch of `if`
and `case`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter

_CLOSES = {"fi": "if", "esac": "case", "}": "{"}
_NEXT = {"elif": "if", "else": "if", ";;": "case"}
MARKS = frozenset({"if", "case", *_CLOSES, *_NEXT})
MOST_NAMED = 20  # levels of branches in a name, more than any real script has


class Branches:
    """The branches of a script, which its words mark in their order.

    A name is the path of the outermost branches and the innermost one, so that its length has a limit.
    """

    __slots__ = ("_counts", "_names", "_open", "_starts")

    def __init__(self) -> None:
        self._starts = [0]
        self._names = [""]
        # the word that opened it, where, the number of the branch, its name, the beginning of names inside
        self._open: list[tuple[str, int, int, str, str]] = []
        self._counts: Counter[str] = Counter()  # of the words in it

    def mark(self, at: int, word: str) -> None:
        """Take note of a word that begins or ends a branch: of `MARKS`, or `{` of a function."""
        opened = _CLOSES.get(word) or _NEXT.get(word)
        if opened is None:
            self._enter(word, at, 0)
        elif not self._counts[opened]:
            return  # a word of a script that is not complete
        else:
            last, start, number = "", 0, 0
            while last != opened:  # what is inside of it is not complete
                last, start, number, *_ = self._open.pop()
                self._counts[last] -= 1
            if word in _NEXT:
                self._enter(opened, start, number + 1)
        self._starts.append(at)
        self._names.append(self._open[-1][3] if self._open else "")

    def _enter(self, word: str, start: int, number: int) -> None:
        around = self._open[-1][4] if self._open else ""
        name = f"{around}{start}.{number}"
        inside = f"{name}/" if len(self._open) < MOST_NAMED else around
        self._open.append((word, start, number, name, inside))
        self._counts[word] += 1

    def name(self, at: int) -> str:
        """The branch of an offset, "" outside of all: equal for commands under the same condition."""
        return self._names[bisect_right(self._starts, at) - 1]
