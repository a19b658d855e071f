"""Finds passwords and keys in the text of a configuration file, so that no output shows them.

Works on plain text, so that it also covers commented-out commands, templates and files that do not
parse. A value too many is no harm, so every pattern errs on that side. Which words hold secrets is
data: `grammars/catalogue/secrets.toml`.
"""

from __future__ import annotations

import re

from mqtune.language._tables_secrets import ENDINGS, KEYS, MQSC

COVER = "********"
# a value this long is taken for the secret wherever it stands
TELLING = 6

Stretch = tuple[int, int]

_CUT = r"[+-][ \t]*\r?\n(?:\*[^\n]*\n)*"  # a continuation sign may stand inside any word or value
_ASIDE = rf"(?:\s|{_CUT})*"
# a string may hold `)` and `''`, and one that is never closed ends with its line
_QUOTED = rf"'(?:{_CUT}|''|[^'\n])*'?(?:{_CUT}|[^)\n])*"
_VALUE = rf"(?P<mqsc>{_QUOTED}|(?:{_CUT}|[^)\n])*)"
_REST = r"(?P<rest>\"(?:\\.|[^\"\n])*\"?|'[^'\n]*'?|[|>][-+\d]*[ \t]*\r?\n[^\n]*|[^\s'\"][^\r\n]*)"
_AFTER_WORD = re.compile(rf"{_ASIDE}\({_ASIDE}{_VALUE}")
_AFTER_KEY = re.compile(rf"[\"']?[ \t]*[:=][ \t]*{_REST}")
# a list of names and values, as in the environment of a container
_AFTER_NAME = re.compile(rf"[\"']?[ \t]*\r?\n[ \t-]*value[ \t]*:[ \t]*{_REST}")
_PATTERNS = [(_AFTER_WORD, "mqsc"), (_AFTER_KEY, "rest"), (_AFTER_NAME, "rest")]
# with -u the first line of the input is the password
_SIGN_ON = re.compile(r"[^\n]*\s-u\s[^\n]*<<[^\n]*\n(?P<first>[^\n]*)")
_PLACEHOLDER = re.compile(r"\$\{?\w+\}?|\{\{[^{}]*\}\}|@@?\w+@@?|\+\w+\+|<[^<>]*>|\*+")
_WORD = re.compile(r"\w*")
_WORD_BEFORE = re.compile(r"\w*\Z")
_CUT_WORD = re.compile(rf"(?<=[A-Za-z])(?:{_CUT}[ \t]*)(?=[A-Za-z])")


def is_secret(word: str) -> bool:
    """Whether the values of a keyword, key or variable are secret."""
    plain = word.lower().replace("_", "").replace("-", "").replace(".", "")
    return plain in MQSC or plain in KEYS or plain.endswith(ENDINGS)


def find_secrets(text: str, prose: bool = False) -> list[Stretch]:
    """The stretches (offsets) of all secret values, in order, without the quotes around them.

    In prose only `PASSWORD(x)` counts: "a password: in plain text" is a sentence.
    """
    patterns = [(_AFTER_WORD, "mqsc")] if prose else _PATTERNS
    found: set[Stretch] = set()
    for end in _ends_of_words(text):
        for pattern, group in patterns:
            match = pattern.match(text, end)
            if match is not None:
                found |= _bare(text, *match.span(group))
                break
    if not prose:
        found |= _sign_on(text)
        for value in {text[start:end] for start, end in found}:
            found |= _again(text, value)
    return sorted(found)


def _sign_on(text: str) -> set[Stretch]:
    """Passwords that a shell script feeds to `runmqsc -u`."""
    found: set[Stretch] = set()
    at = text.find("runmqsc")
    while at >= 0:
        match = _SIGN_ON.match(text, at)
        if match is not None:
            found |= _bare(text, *match.span("first"))
        at = text.find("runmqsc", at + 1)
    return found


def _again(text: str, value: str) -> set[Stretch]:
    """Where a secret stands once more, in a comment for instance; a plain word may stand for itself."""
    found: set[Stretch] = set()
    if len(value) < TELLING or value.isalpha():
        return found
    at = text.find(value)
    while at >= 0:
        end = at + len(value)
        if not text[at - 1 : at].isalnum() and not text[end : end + 1].isalnum():
            found.add((at, end))
        at = text.find(value, end)
    return found


def _ends_of_words(text: str) -> list[int]:
    """Where words end whose values would be secret."""
    low = text.lower()
    if len(low) != len(text):  # a few letters change their length, and offsets must hold
        low = "".join(char.lower() if char.isascii() else char for char in text)
    found = set()
    for stem in (*MQSC, *KEYS, *ENDINGS):
        at = low.find(stem)
        while at >= 0:
            end = at + len(stem)
            if not (low[end : end + 1].isalnum() or low[end : end + 1] in ("_", ".")):
                found.add(end)
            at = low.find(stem, end)
    for cut in _CUT_WORD.finditer(low):
        head = _WORD_BEFORE.search(low, max(0, cut.start() - 30), cut.start())
        tail = _WORD.match(low, cut.end())
        if head and tail and is_secret(head.group() + tail.group()):
            found.add(tail.end())
    return sorted(found)


def _bare(text: str, start: int, end: int) -> set[Stretch]:
    """The value itself: no blanks and quotes around it, and nothing where nobody knows the value."""
    while start < end and text[start] in " \t\r\n'\"":
        start += 1
    while end > start and text[end - 1] in " \t\r\n'\",;":
        end -= 1
    if start == end or _PLACEHOLDER.fullmatch(text, start, end):
        return set()
    return {(start, end)}


def masked(text: str, prose: bool = False) -> str:
    """The text with every secret covered, in as many lines as before."""
    pieces = []
    done = 0
    for start, end in find_secrets(text, prose):
        if start < done:
            continue
        pieces.append(text[done:start])
        pieces.append("\n".join(COVER for _ in text[start:end].split("\n")))
        done = end
    pieces.append(text[done:])
    return "".join(pieces)
