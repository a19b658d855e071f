"""Which of many patterns match a text that has reached some part of most of them.

The parts of all patterns form one row. Those that a text has reached are the bits of one number, so that a
character takes a few operations, however many they are.
"""

from __future__ import annotations

import re

from mqtune.text.pattern_parts import ANY, FOLDERS, NAME, SIGN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mqtune.text.pattern_parts import Part

INSIDE, END = -1, -2  # behind FOLDERS, the name of a folder that has begun; behind all parts of a pattern
REPEATED = (ANY, FOLDERS)  # twice in succession they match the same
MOST_KNOWN, MOST_TEXTS = 2**25, 100_000  # bytes of what is remembered, and texts with the same answers
_SOME = re.compile(b"[^\0]", re.DOTALL)


class PatternBits:
    """Patterns by number. A text has reached a part if it matches all parts of the pattern before it."""

    __slots__ = ("_classes", "_ends", "_known", "_length", "_masks", "_places", "_same", "_starts")

    def __init__(self, patterns: Iterable[tuple[list[int], Iterable[Part]]]) -> None:
        self._length = 0
        self._starts: list[int] = []
        self._ends: dict[int, list[int]] = {}  # the numbers of the patterns by the place behind their parts
        self._places: dict[int | str, list[int]] = {}  # by part
        self._classes: dict[str, re.Pattern[str]] = {}
        self._masks: dict[int | str, int] = {}  # by kind of part, or by the character that parts match
        self._known: dict[str, list[list[int]]] = {}  # the answers
        self._same: dict[int, list[list[int]]] = {}  # by the ends: texts that match the same share theirs
        for numbers, parts in patterns:
            self._add(numbers, parts)

    def _add(self, numbers: list[int], parts: Iterable[Part]) -> None:
        """Add a pattern behind those before it."""
        self._starts.append(self._length)
        before: int | str = END
        for code, matches in parts:
            if isinstance(code, str) and matches is not None:
                self._classes[code] = matches
            if code == before and code in REPEATED:
                continue
            self._append(code)
            if code == FOLDERS:
                self._append(INSIDE)
            before = code
        self._ends[self._length] = numbers
        self._append(END)

    def _append(self, code: int | str) -> None:
        self._places.setdefault(code, []).append(self._length)
        self._length += 1

    def ends(self, text: str) -> list[list[int]]:
        """The numbers of the patterns that match a text, a list for each of different patterns."""
        known = self._known.get(text)
        if known is None:
            reached = self._entered(bits(self._starts))
            for sign in text:
                reached = self._entered(self._behind(reached, sign))
            self._forget_if_much()
            ends = reached & self._mask(END)
            known = self._known[text] = self._same.setdefault(ends, [])
            known[:] = known or self._numbers(ends)
        return known

    def _numbers(self, ends: int) -> Iterator[list[int]]:
        """The numbers of the patterns with these ends."""
        data = ends.to_bytes(self._length // 8 + 1, "little")
        for match in _SOME.finditer(data):
            at, byte = match.start(), match[0][0]
            yield from (self._ends[8 * at + bit] for bit in range(8) if byte >> bit & 1)

    def _behind(self, reached: int, sign: str) -> int:
        """What is reached behind a character."""
        inside = self._mask(INSIDE)
        moved = (reached & self._step(sign)) << 1
        if sign == "/":
            return moved | (reached & self._mask(ANY)) | (reached & inside) >> 1
        stay = self._mask(ANY) | self._mask(NAME) | inside
        return moved | (reached & stay) | (reached & self._mask(FOLDERS)) << 1

    def _entered(self, reached: int) -> int:
        """The same with what is behind parts that match the empty text."""
        once, folders = self._mask(ANY) | self._mask(NAME), self._mask(FOLDERS)
        before = 0
        while reached != before:
            before = reached
            reached |= (reached & once) << 1 | (reached & folders) << 2
        return reached

    def _step(self, sign: str) -> int:
        """The parts that match a character and no more."""
        known = self._masks.get(sign)
        if known is None:
            codes: list[int | str] = [code for code, matches in self._classes.items() if matches.match(sign)]
            codes += [ord(sign), SIGN] if sign != "/" else [ord(sign)]
            self._forget_if_much()
            places = [place for code in codes for place in self._places.get(code, ())]
            known = self._masks[sign] = bits(places)
        return known

    def _mask(self, code: int) -> int:
        """The parts of a kind."""
        known = self._masks.get(code)
        if known is None:
            known = self._masks[code] = bits(self._places.get(code, ()))
        return known

    def _forget_if_much(self) -> None:
        most = MOST_KNOWN // (self._length + 100)  # an answer may have a number for every few parts
        if len(self._same) + len(self._masks) > most or len(self._known) > MOST_TEXTS:
            self._known.clear()
            self._same.clear()
            self._masks.clear()


def bits(places: Sequence[int]) -> int:
    """A number with the bits of some places."""
    data = bytearray(max(places, default=0) // 8 + 1)
    for place in places:
        data[place // 8] |= 1 << place % 8
    return int.from_bytes(data, "little")
