"""How much a run reads more than once: what several queue managers, environments or scripts have in common.

Each of them has a copy, so few bytes that many of them share would be read for minutes. What exceeds the
allowance is left out, and counted as not checked.
"""

from __future__ import annotations

# Of the characters that a run reads, so that time and memory grow with them; at least as many as 4 s take.
# 20 environments have values for all files. 200 queue managers with scripts of 100 KB in common, which are 40
# million with their words, are complete if each has 10 KB of its own: its qm.ini and a script.
MOST_TIMES, LEAST = 20, 4 * 2**20
# what a word, a file and a queue manager cost beside their characters, in characters
WORD, FILE, QUEUE_MANAGER = 25, 150, 1000


class Allowance:
    """What is left to be read once more; `read` are the characters of a run."""

    __slots__ = ("_left",)

    def __init__(self, read: int) -> None:
        self._left = max(MOST_TIMES * read, LEAST)

    def copy(self) -> Allowance:
        """The same allowance, to be used apart."""
        other = Allowance(0)
        other._left = self._left
        return other

    @property
    def files(self) -> int:
        """How many files may be read once more at most."""
        return self._left // FILE

    def admits(self, characters: int, files: int = 1, words: int = 0) -> bool:
        """Whether this may be read once more, which then counts."""
        size = characters + FILE * files + WORD * words
        if size > self._left:
            return False
        self._left -= size
        return True
