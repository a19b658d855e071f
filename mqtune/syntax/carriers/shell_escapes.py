"""Escapes in the texts of shell scripts: those of echo and printf, and those of `$'…'`."""

from __future__ import annotations

import re

from mqtune.text.patterns import lazy_pattern

# part of a text: its characters, their offset in the script, whether they are verbatim
Part = tuple[str, int, bool]

# as bash resolves them; echo and %b have a further digit after a zero
_ESCAPE = lazy_pattern(
    r"\\(?:(?P<letter>[abefnrtv\\\"])|x(?P<hex>[0-9A-Fa-f]{1,2})|u(?P<short>[0-9A-Fa-f]{1,4})"
    r"|U(?P<long>[0-9A-Fa-f]{1,8})|(?P<octal>0[0-7]{0,3}|[1-7][0-7]{0,2})|.?)",
    re.DOTALL,
)
_ESCAPED = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "\\": "\\",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "f": "\f",
    "v": "\v",
}

_ANSI = lazy_pattern(
    r"\\(?:([abeEfnrtv\\'\"?])|(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8}))|([0-7]{1,3})|c(.))",
)
_IN_ANSI = lazy_pattern(r"[^'\\]+")
_LETTERS = dict(zip("abeEfnrtv", "\a\b\x1b\x1b\f\n\r\t\v", strict=True))


def with_escapes(parts: list[Part], in_format: bool = False) -> tuple[list[Part], str]:
    """Parts with their escapes resolved, and the first escape that is not clear, "" without one."""
    resolved: list[Part] = []
    unclear = ""
    for text, at, kept in _merged(parts):
        done = 0
        for escape in _ESCAPE.finditer(text):
            character, end = _character(escape, in_format)
            if not character:
                unclear = unclear or escape.group()[:2]
                continue
            if escape.start() > done:
                resolved.append((text[done : escape.start()], at + done if kept else at, kept))
            resolved.append((character, at + escape.start() if kept else at, False))
            done = end
        if text[done:]:
            resolved.append((text[done:], at + done if kept else at, kept))
    return resolved, unclear


def _character(escape: re.Match[str], in_format: bool) -> tuple[str, int]:
    """The character of an escape, "" if it is not clear, and where the escape ends."""
    letter, octal = escape["letter"], escape["octal"]
    if letter:
        return ("" if letter == '"' and not in_format else _ESCAPED[letter]), escape.end()
    if octal:
        digits = octal[:3] if in_format else octal
        return chr(int(digits, 8)), escape.start() + 1 + len(digits)
    code = int(escape["hex"] or escape["short"] or escape["long"] or "110000", 16)
    return (chr(code) if code < 0x110000 else ""), escape.end()


def _merged(parts: list[Part]) -> list[Part]:
    """Parts with adjacent ones joined, because a backslash and its letter may be in two parts."""
    merged: list[tuple[list[str], int, bool]] = []
    end = -1  # of the last part, if it is kept
    for text, at, kept in parts:
        if kept and end == at:
            merged[-1][0].append(text)
        else:
            merged.append(([text], at, kept))
        end = at + len(text) if kept else -1
    return [("".join(texts), at, kept) for texts, at, kept in merged]


def read_quoted(text: str, at: int, end: int, parts: list[Part]) -> int:
    """Append what is in `$'…'` from an offset on to the parts of a word; return the offset after it."""
    while at < end and text[at] != "'":
        escape = _ANSI.match(text, at, end)
        if escape is None:
            plain = _IN_ANSI.match(text, at, end)
            after = plain.end() if plain else at + 1
            parts.append((text[at:after], at, True))
        else:
            parts.append((_ansi_character(escape), at, False))
            after = escape.end()
        at = after
    return at + 1


def _ansi_character(escape: re.Match[str]) -> str:
    """The character that an escape in `$'…'` means."""
    letter, byte, short, long, octal, control = escape.groups()
    if letter:
        return _LETTERS.get(letter, letter)
    if control:
        return chr(ord(control) & 0x1F)
    code = int(octal, 8) & 0xFF if octal else int(byte or short or long, 16)
    return chr(code) if code < 0x110000 else ""
