"""Finds passwords and keys in the text of a configuration file, so that no output shows them.

Works on plain text, so that it also covers commented-out commands, templates and files that do not
parse. A false match is harmless, so every pattern errs on that side. `secret_words.py` finds the words
whose values are secret.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from mqtune.report.secret_words import (
    CUT,
    broken_lines,
    ends_cut_word,
    ends_of_words,
    is_secret,
    lines_with_words,
)
from mqtune.report.sign_on import CALL, sign_on_passwords
from mqtune.report.word_set import WordSet
from mqtune.text.patterns import lazy_pattern
from mqtune.text.printable import COVER, printable

# a value this long is considered secret wherever it appears
TELLING = 6
# secret words inside the value of a secret word that are examined
MOST_NESTED = 20
LONGEST_WORD = 200
# lines that are searched together
AT_ONCE = 500
MOST_REMEMBERED = 16_384  # thousands of objects have the same values

Stretch = tuple[int, int]


_ASIDE = rf"(?:\s|{CUT})*"
# a string may contain `)` and `''`, and an unclosed string ends with its line
_QUOTED = rf"'(?:{CUT}|''|[^'\n])*'?(?:{CUT}|[^)\n])*"
_VALUE = rf"(?P<mqsc>{_QUOTED}|(?:{CUT}|[^)\n])*)"
_REST = r"(?P<rest>\"(?:\\.|[^\"\n])*\"?|'[^'\n]*'?|[|>][-+\d]*[ \t]*\r?\n[^\n]*|[^\s'\"][^\r\n]*)"
_AFTER_WORD = lazy_pattern(rf"{_ASIDE}\({_ASIDE}{_VALUE}")
_AFTER_KEY = lazy_pattern(rf"[\"']?[ \t]*[:=][ \t]*{_REST}")
# a list of names and values, as in the environment of a container
_AFTER_NAME = lazy_pattern(rf"[\"']?[ \t]*\r?\n[ \t-]*value[ \t]*:[ \t]*{_REST}")
_PATTERNS = [(_AFTER_WORD, "mqsc"), (_AFTER_KEY, "rest"), (_AFTER_NAME, "rest")]
# a value without parentheses or separator: quoted anywhere, unquoted after the first word of a line
_AFTER_BLANK = lazy_pattern(r"[ \t]+(?P<rest>'[^'\n]*'?)")
_AFTER_FIRST = lazy_pattern(r"[ \t]+(?P<rest>[^\s=:(][^\r\n]*)")
_FIRST = lazy_pattern(r"[ \t]*[\w.-]+")
# what follows a word on its line if none of these patterns matches
_NO_VALUE = lazy_pattern(r"[ \t]*[^\s(+\-:=\"']")
_PLACEHOLDER = lazy_pattern(r"\$\{?\w+\}?|\{\{[^{}]*\}\}|@@?\w+@@?|\+\w+\+|<[^<>]*>|\*+")


def find_secrets(text: str, prose: bool = False, lines: Collection[str] | None = None) -> list[Stretch]:
    """The ranges (offsets) of all secret values, in order, without the quotation marks around them.

    In prose only `PASSWORD(x)` counts: "a password: in plain text" is a sentence. `lines` are the distinct
    lines of the text, if they are known: words in none of them are not searched for in the text.
    """
    if prose:
        return sorted(_values_of_words(text, ends_of_words(text), [(_AFTER_WORD, "mqsc")]))
    found: set[Stretch] = set()
    held: list[str] = []
    breaks = calls = False
    for piece in [text] if lines is None else _pieces(lines):
        holding, breaks_off = lines_with_words(piece)
        held += holding
        breaks = breaks or breaks_off
        calls = calls or CALL in piece
    broken = broken_lines(text if lines is None else "\n".join((*lines, ""))) if breaks else []
    if held or broken:
        found = _values_in_lines(text, held, broken)
    if calls:
        for start, end in sign_on_passwords(text):
            found |= _bare(text, start, end)
    # other occurrences, for instance in a comment; a plain word may be only a word
    values = {text[start:end] for start, end in found}
    telling = {value for value in values if len(value) >= TELLING and not value.isalpha()}
    if telling:
        found.update(WordSet(telling).stretches(text))
    return sorted(found)


def _pieces(lines: Collection[str]) -> Iterator[str]:
    """Many lines, joined into small texts, which fit into the cache."""
    every = list(lines)
    for first in range(0, len(every), AT_ONCE):
        yield "\n".join((*every[first : first + AT_ONCE], ""))


def _values_in_lines(text: str, held: list[str], broken: list[str]) -> set[Stretch]:
    """The values after the words in a text. `held` are those of its lines that may contain such a word,
    `broken` those that may break off inside one.
    """
    cut = broken + [line for line in held if ends_cut_word(line)]
    telling = _telling_lines(held) + cut
    if not telling:
        return set()
    return _values_of_words(text, ends_of_words(text, telling, bool(cut)), _PATTERNS)


def _telling_lines(lines: list[str]) -> list[str]:
    """Those of some lines that contain a word with a possible value."""
    together = "\n".join(lines)
    telling = {}
    for at in ends_of_words(together):
        start, end = together.rfind("\n", 0, at) + 1, together.find("\n", at)
        end = len(together) if end < 0 else end
        if start not in telling and not _is_empty(together, at, end):
            telling[start] = together[start:end]
    return list(telling.values())


def _is_empty(text: str, at: int, end: int) -> bool:
    """Whether the rest of the line shows that no value follows the word that ends at an offset."""
    match = _AFTER_WORD.match(text, at, end)
    if match is None:
        return _NO_VALUE.match(text, at, end) is not None and not _without_sign(text, at)
    return match.end() < end and not _bare(text, *match.span("mqsc"))


def _values_of_words(
    text: str, ends: Iterable[int], patterns: Sequence[tuple[re.Pattern[str], str]]
) -> set[Stretch]:
    """The values after the words that end at some offsets."""
    found: set[Stretch] = set()
    reach = inside = 0
    for end in ends:
        inside = inside + 1 if end < reach else 0
        if inside > MOST_NESTED:
            continue  # it is masked already, and searching again would take quadratic time
        for pattern, group in patterns:
            match = pattern.match(text, end)
            if match is not None:
                found |= _bare(text, *match.span(group))
                reach = max(reach, match.end())
                break
        else:
            if len(patterns) > 1:
                found |= _without_sign(text, end)
    return found


def _without_sign(text: str, end: int) -> set[Stretch]:
    """The value after a word with neither parentheses nor a separator between them."""
    match = _AFTER_BLANK.match(text, end)
    start = text.rfind("\n", max(0, end - LONGEST_WORD), end) + 1
    if match is None and (start or end < LONGEST_WORD) and _FIRST.fullmatch(text, start, end):
        match = _AFTER_FIRST.match(text, end)
    return set() if match is None else _bare(text, *match.span("rest"))


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Ranges in order, with overlapping ones merged."""
    found: list[Stretch] = []
    for start, end in sorted(stretches):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _bare(text: str, start: int, end: int) -> set[Stretch]:
    """The value without blanks and quotation marks around it; nothing for an empty value or a placeholder."""
    while start < end and text[start] in " \t\r\n'\"":
        start += 1
    while end > start and text[end - 1] in " \t\r\n'\",;":
        end -= 1
    if start == end or _PLACEHOLDER.fullmatch(text, start, end):
        return set()
    return {(start, end)}


def masked(text: str, prose: bool = False) -> str:
    """The text with every secret masked, in the same number of lines."""
    found = find_secrets(text, prose)
    if not found:
        return text
    pieces = []
    done = 0
    for start, end in joined(found):
        pieces.append(text[done:start])
        pieces.append("\n".join(COVER for _ in text[start:end].split("\n")))
        done = end
    pieces.append(text[done:])
    return "".join(pieces)


@lru_cache(MOST_REMEMBERED)
def safe(text: str) -> str:
    """A text that may be shown: secrets masked, control characters visible."""
    return printable(masked(text, prose=True))


@lru_cache(MOST_REMEMBERED)
def safe_value(keyword: str, value: str) -> str:
    """The value of an attribute as it may be shown, masked if the attribute is secret."""
    return COVER if value and is_secret(keyword) else safe(value)
