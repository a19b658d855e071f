"""Mends the characters of a logical line, so that the grammar can read it, and says what was wrong.

Wrong quotation marks become right ones, characters that nobody sees become blanks, tags that only steer a
template become blanks, a string that nothing ends is ended. Does not look at parentheses.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from mqtune.syntax.mqsc import faults
from mqtune.syntax.mqsc._pattern import TAG, VARIABLE
from mqtune.syntax.mqsc.faults import Fault

CURLY = "‘’‚‛“”„‟"
ZERO_WIDTH = "\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
WIDE = "\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
CONTROLS = "\x00-\x08\x0a-\x1f\x7f-\x9f"

TOKEN = re.compile(
    rf"(?P<tag>{TAG}|{VARIABLE})"
    rf"|(?P<string>'(?:{TAG}|''|[^'])*+')"
    r"|(?P<open>')"
    r'|(?P<double>"(?:[^"]*")?)'
    rf"|(?P<curly>[{CURLY}])"
    rf"|(?P<zero>[{ZERO_WIDTH}]+)|(?P<wide>[{WIDE}]+)|(?P<control>[{CONTROLS}]+)"
)
ODD = re.compile(rf"[{ZERO_WIDTH}{WIDE}{CONTROLS}]")
STEERING = re.compile(r"\{%|\{\{-?\s*(?:if|else|end|range|with|define|block|template|/\*)")
CURLY_STRING = re.compile(rf"[{CURLY}].{{0,2048}}?['{CURLY}](?=[ \t]*(?:[),;]|\Z))")
CURLY_END = re.compile(rf"[{CURLY}](?=[ \t]*(?:[),;]|\Z))")
# where a string that nothing ends can only have meant to end
LIKELY_END = re.compile(r"\)(?=[ \t,]*(?:;[ \t]*)?\Z|[ \t,]+[A-Za-z]\w*[ \t]*(?:\(|\Z))")
RAN_INTO_NEXT = re.compile(r"'[^']*\)[ \t,]+[A-Za-z]\w*[ \t]*\('\Z")
REST_OF_STRING = re.compile(r"[A-Za-z][^'()]*+'(?=[ \t,]*[);])")
BEFORE_STRING = frozenset(" \t,(=;}")
AFTER_STRING = frozenset(" \t,()=;{$")


class Mended:
    """The mended text, the faults (at offsets of the text as it was), and where it grew."""

    __slots__ = ("_changes", "_grown", "faults", "steered", "text")

    def __init__(self) -> None:
        self.text = ""
        self.faults: list[Fault] = []
        self.steered = False  # a tag steers the template: more than one text is meant
        self._grown: list[int] = []
        self._changes: list[tuple[int, int, str]] = []

    def change(self, start: int, end: int, text: str) -> None:
        """Put a text of the same length in place of a stretch; or insert a character."""
        self._changes.append((start, end, text))

    def finish(self, text: str) -> Mended:
        """Make the mended text."""
        pieces = []
        done = 0
        for start, end, new in self._changes:
            if start == end:
                self._grown.append(start + len(self._grown))
            pieces += [text[done:start], new]
            done = end
        pieces.append(text[done:])
        self.text = "".join(pieces)
        return self

    def original(self, offset: int) -> int:
        """The offset in the text as it was."""
        return offset - bisect_left(self._grown, offset)


def mend(text: str) -> Mended:
    """Mend a logical line."""
    mended = Mended()
    at = 0
    while (match := TOKEN.search(text, at)) is not None:
        at = MENDERS[match.lastgroup or ""](mended, text, match)
    return mended.finish(text)


def _tag(mended: Mended, text: str, match: re.Match[str]) -> int:
    if STEERING.match(text, match.start()):
        mended.steered = True
        mended.change(match.start(), match.end(), " " * (match.end() - match.start()))
    return match.end()


def _string(mended: Mended, text: str, match: re.Match[str]) -> int:
    """A string that is closed; its neighbours tell whether that is the end that was meant."""
    start, end = match.span()
    if start and text[start - 1] not in BEFORE_STRING:
        mended.faults.append(faults.quote_in_word(text, start))
    if end == len(text) or text[end] in AFTER_STRING:
        return end
    if RAN_INTO_NEXT.match(match[0]):
        return _close(mended, text, start)
    rest = REST_OF_STRING.match(text, end)
    mended.faults.append(faults.apostrophe(text, end - 1, rest is not None))
    if rest is None:
        return end
    mended.change(end - 1, end, "x")
    return rest.end()


def _open(mended: Mended, text: str, match: re.Match[str]) -> int:
    """A quotation mark with no second one."""
    start = match.start()
    curly = CURLY_END.search(text, start)
    if curly is not None:
        mended.faults.append(faults.typographic_mark(text, curly.start(), "'"))
        mended.change(curly.start(), curly.end(), "'")
        return curly.end()
    return _close(mended, text, start)


def _close(mended: Mended, text: str, start: int) -> int:
    """End a string where it can only have meant to end, else at the end of the line."""
    if start and text[start - 1] not in BEFORE_STRING:
        mended.faults.append(faults.quote_in_word(text, start))
    else:
        mended.faults.append(faults.unclosed_string(text, start))
    likely = LIKELY_END.search(text, start)
    end = likely.start() if likely else len(text)
    inner = text[start + 1 : end]
    if "'" in inner:
        mended.change(start + 1, end, inner.replace("'", "x"))
    mended.change(end, end, "'")
    return end


def _double(mended: Mended, text: str, match: re.Match[str]) -> int:
    start, end = match.span()
    before = start == 0 or text[start - 1] in BEFORE_STRING
    if end - start < 2 or not before:
        mended.faults.append(faults.lone_double_quote(text, start))
        return start + 1
    safe = end == len(text) or text[end] in AFTER_STRING
    mended.faults.append(faults.double_quoted(text, start, end, safe))
    return _requote(mended, text, start, end)


def _requote(mended: Mended, text: str, start: int, end: int) -> int:
    inner = text[start + 1 : end - 1].replace("'", "x")
    mended.change(start, end, f"'{inner}'")
    return end


def _curly(mended: Mended, text: str, match: re.Match[str]) -> int:
    start = match.start()
    whole = CURLY_STRING.match(text, start)
    if whole is None or (start and text[start - 1] not in BEFORE_STRING):
        mended.faults.append(faults.typographic_mark(text, start, None))
        return match.end()
    mended.faults.append(faults.typographic_string(text, start, whole.end()))
    return _requote(mended, text, start, whole.end())


def _odd(mended: Mended, text: str, match: re.Match[str]) -> int:
    start, end = match.span()
    replacement = "" if match.lastgroup == "zero" else " "
    splits = 0 < start and end < len(text) and text[start - 1].isalnum() and text[end].isalnum()
    mended.faults.append(
        faults.odd_character(text, start, end, replacement, not (splits and not replacement))
    )
    mended.change(start, end, " " * (end - start))
    return end


MENDERS = {
    "tag": _tag,
    "string": _string,
    "open": _open,
    "double": _double,
    "curly": _curly,
    "zero": _odd,
    "wide": _odd,
    "control": _odd,
}
