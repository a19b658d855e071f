"""Finds any of many texts in another text, in time that hardly depends on their number."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from mqtune.text.patterns import lazy_pattern

# texts are looked up by their first characters, so that a very long one costs no more than others
KEY = 64

_ELLIPSIS = lazy_pattern(r"…|\.\.\.")
# letters that identify a text that is cut off
LEAST_LEFT = 3
# positions without a letter or digit before them
_STARTS = lazy_pattern(r"(?<![^\W_])")


class WordSet:
    """Texts to find as separate words; the longest first, so that no rest of it stays."""

    __slots__ = ("_by_key", "_lengths", "_sorted")

    @property
    def texts(self) -> list[str]:
        """The texts, sorted."""
        return self._sorted

    def __init__(self, texts: Iterable[str]) -> None:
        self._sorted = sorted(texts)
        self._by_key: dict[str, list[str]] = {}
        for text in sorted(self._sorted, key=len, reverse=True):
            self._by_key.setdefault(text[:KEY], []).append(text)
        self._lengths = sorted({len(key) for key in self._by_key if key}, reverse=True)

    def stretches(self, text: str) -> Iterator[tuple[int, int]]:
        """The start and end offsets of their occurrences in a text, in order and without overlaps."""
        done = 0
        for start in _STARTS.finditer(text) if self._by_key else ():
            at = start.start()
            end = self._end(text, at) if at >= done else 0
            if end:
                yield at, end
                done = end

    def covered(self, text: str, cover: str) -> str:
        """A text with `cover` in place of each occurrence."""
        pieces, done = [], 0
        for start, end in self.stretches(text):
            pieces += [text[done:start], cover]
            done = end
        return "".join((*pieces, text[done:]))

    def cut_off(self, text: str) -> Iterator[tuple[int, int]]:
        """The start of each occurrence that an ellipsis cuts off, and the start of the ellipsis."""
        done = 0
        for ellipsis in _ELLIPSIS.finditer(text) if self._sorted else ():
            end = ellipsis.start()
            for at in range(max(done, end - KEY), end - LEAST_LEFT + 1):
                rest = text[at:end]
                number = bisect_left(self._sorted, rest)
                if number < len(self._sorted) and self._sorted[number].startswith(rest):
                    yield at, end
                    break
            done = ellipsis.end()

    def _end(self, text: str, at: int) -> int:
        """The end of the longest one that begins at an offset; 0 if none does."""
        for length in self._lengths:
            for found in self._by_key.get(text[at : at + length], ()):
                end = at + len(found)
                if text.startswith(found, at) and not text[end : end + 1].isalnum():
                    return end
        return 0
