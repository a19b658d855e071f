"""The parts of a regular expression whose syntax `re` accepts.

Only its structure is read here. What a character class, an escape, a letter of any case or an anchor matches
is left to `re`.
"""

from __future__ import annotations

import re

from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LEAF, SEQUENCE, CHOICE, REPEAT, ANCHOR = "leaf", "sequence", "choice", "repeat", "anchor"
AHEAD, BEHIND = "ahead", "behind"

BRACES = lazy_pattern(r"\{(?:([0-9]+)(?:(,)([0-9]*))?|(),([0-9]*))\}")
GROUP = lazy_pattern(r"\(\?(?:P<\w+>|(?P<look><?[=!])|(?P<on>[aimsux]*)(?:-(?P<off>[imsx]+))?(?P<end>[:)]))")
ESCAPE = lazy_pattern(
    r"\\(?:N\{[^}]*\}|x..|u.{4}|U.{8}|(?P<octal>0[0-7]{0,2}|[0-3][0-7]{2})|(?P<number>[0-9])|.)", re.DOTALL
)
ZERO_WIDTH = ("\\A", "\\Z", "\\z", "\\b", "\\B")
FLAGS = {
    "a": re.ASCII,
    "i": re.IGNORECASE,
    "m": re.MULTILINE,
    "s": re.DOTALL,
    "u": re.UNICODE,
    "x": re.VERBOSE,
}
REFUSED = {"(?>": "an atomic group", "(?(": "a condition", "(?P=": "a reference to a group"}


class UnsupportedError(ValueError):
    """What an expression has that cannot be matched in linear time."""


@record
class Part:
    """A part of an expression. A leaf is one character, `text` or any that `matches`; an anchor is `text`."""

    kind: str
    parts: tuple[Part, ...] = ()
    text: str = ""
    matches: Callable[[str], object] | None = None
    flags: int = 0
    least: int = 0
    most: int | None = None
    negated: bool = False


def read(pattern: str, flags: int = 0) -> Part:
    """The parts of an expression. Raises UnsupportedError, and re.error for a class that is invalid."""
    return _Reader(pattern, flags).choice()


class _Reader:
    """Reads an expression from its beginning."""

    __slots__ = ("_at", "_flags", "_text")

    def __init__(self, text: str, flags: int) -> None:
        self._text = text
        self._flags = flags
        self._at = 0

    def choice(self) -> Part:
        """Alternatives up to the end of a group."""
        parts = [self._sequence()]
        while self._text.startswith("|", self._at):
            self._at += 1
            parts.append(self._sequence())
        return Part(CHOICE, tuple(parts)) if len(parts) > 1 else parts[0]

    def _sequence(self) -> Part:
        parts: list[Part] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            if self._skip():
                continue
            times = self._times()
            if times is not None:
                parts[-1] = Part(REPEAT, (parts[-1],), least=times[0], most=times[1])
                continue
            part = self._part()
            parts += [part] if part is not None else []
        return Part(SEQUENCE, tuple(parts))

    def _skip(self) -> bool:
        """Whether there was a blank or comment that does not count."""
        sign = self._text[self._at]
        if self._flags & re.VERBOSE and sign in " \t\n\r\v\f":
            self._at += 1
        elif self._flags & re.VERBOSE and sign == "#":
            end = self._text.find("\n", self._at)
            self._at = len(self._text) if end < 0 else end + 1
        elif self._text.startswith("(?#", self._at):
            self._at = self._text.index(")", self._at) + 1
        else:
            return False
        return True

    def _times(self) -> tuple[int, int | None] | None:
        """How often what is before is repeated; None if there is no repeat here."""
        sign = self._text[self._at]
        if sign in "*+?":
            times = (int(sign == "+"), 1 if sign == "?" else None)
            self._at += 1
        elif (found := BRACES.match(self._text, self._at)) is not None:
            least, comma, most = found[1] or "0", found[2] or found[4] is not None, found[3] or found[5]
            times = (int(least), (int(most) if most else None) if comma else int(least))
            self._at = found.end()
        else:
            return None
        if self._text.startswith("+", self._at):
            raise UnsupportedError("a possessive repeat")
        self._at += self._text.startswith("?", self._at)
        return times

    def _part(self) -> Part | None:
        """One part; None for a group that only sets flags of the expression, which are known."""
        sign = self._text[self._at]
        if sign == "(":
            return self._group()
        if sign == "\\":
            return self._escape()
        end = self._end_of_class() if sign == "[" else self._at + 1
        text = self._text[self._at : end]
        self._at = end
        if sign in "^$":
            return Part(ANCHOR, text=text, flags=self._kept_flags)
        if sign in "[.":
            return self._leaf(text)
        return self._leaf(re.escape(text)) if self._flags & re.IGNORECASE else Part(LEAF, text=text)

    @property
    def _kept_flags(self) -> int:
        return int(self._flags) & ~re.VERBOSE

    def _leaf(self, text: str) -> Part:
        return Part(LEAF, matches=re.compile(text, self._kept_flags).fullmatch)

    def _end_of_class(self) -> int:
        at = self._at + 1
        at += self._text.startswith("^", at)
        at += self._text.startswith("]", at)
        while self._text[at : at + 1] not in ("]", ""):
            at += 2 if self._text[at] == "\\" else 1
        return at + 1

    def _escape(self) -> Part:
        found = ESCAPE.match(self._text, self._at)
        assert found is not None
        self._at = found.end()
        if found["number"]:
            raise UnsupportedError("a reference to a group")
        if found[0] in ZERO_WIDTH:
            return Part(ANCHOR, text=found[0], flags=self._kept_flags)
        is_plain = not found[0][1].isalnum() and not self._flags & re.IGNORECASE
        return Part(LEAF, text=found[0][1]) if is_plain else self._leaf(found[0])

    def _group(self) -> Part | None:
        for start, what in REFUSED.items():
            if self._text.startswith(start, self._at):
                raise UnsupportedError(what)
        found = GROUP.match(self._text, self._at)
        self._at = self._at + 1 if found is None else found.end()
        if found is not None and found["end"] == ")":
            return None
        before = self._flags
        if found is not None and found["end"]:
            self._set_flags(found["on"], found["off"] or "")
        inner = self.choice()
        self._flags = before
        self._at += 1
        if found is None or not found["look"]:
            return inner
        kind = BEHIND if found["look"][0] == "<" else AHEAD
        return Part(kind, (inner,), negated=found["look"][-1] == "!")

    def _set_flags(self, on: str, off: str) -> None:
        if "a" in on or "u" in on:
            self._flags &= ~(re.ASCII | re.UNICODE)
        for sign in on:
            self._flags |= FLAGS[sign]
        for sign in off:
            self._flags &= ~FLAGS[sign]
