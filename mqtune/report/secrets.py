"""Finds passwords and keys in the text of a configuration file, so that no output shows them.

Works on plain text, so that it also covers commented-out commands, templates and files that do not
parse. A value too many is no harm, so every pattern errs on that side. Which words hold secrets is
data: `grammars/catalogue/secrets.toml`.
"""

from __future__ import annotations

import re

from mqtune.language._tables_secrets import ENDINGS, KEYS, MQSC
from mqtune.language.nearest import distance
from mqtune.report.sign_on import CALL, sign_on_passwords
from mqtune.report.word_set import WordSet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

COVER = "********"
# a value this long is taken for the secret wherever it stands
TELLING = 6
# secret words inside the value of a secret word that are looked at
MOST_NESTED = 20
LONGEST_WORD = 200

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
# a value without parentheses or a sign: in quotes anywhere, without quotes behind the first word of a line
_AFTER_BLANK = re.compile(r"[ \t]+(?P<rest>'[^'\n]*'?)")
_AFTER_FIRST = re.compile(r"[ \t]+(?P<rest>[^\s=:(][^\r\n]*)")
_FIRST = re.compile(r"[ \t]*[\w.-]+")
# words whose slips are taken for them (the others are too near to words that hold no secret), and what
# hardly any slip leaves out
_SLIPPED = ("password", "ldappwd", "keyrpwd")
_LEFT_OF_SLIPS = ("pass", "sword", "pwd", "ldapp")
_PLACEHOLDER = re.compile(r"\$\{?\w+\}?|\{\{[^{}]*\}\}|@@?\w+@@?|\+\w+\+|<[^<>]*>|\*+")
_WORD = re.compile(r"\w*")
_WORD_BEFORE = re.compile(r"\w*\Z")
# words cut by a continuation sign, and the lines that end in one: a pair for each sign, and the sign first,
# since a pattern is searched for much faster from a plain character on
_CUT_WORDS = [
    (
        re.compile(rf"{sign}(?<=[A-Za-z]{sign})[ \t]*\r?\n(?:\*[^\n]*\n)*[ \t]*(?=[A-Za-z])"),
        re.compile(rf"{sign}(?<=[A-Za-z]{sign})[ \t\r]*$", re.MULTILINE),
    )
    for sign in (r"\+", "-")
]
# what may stand between the letters of a word that somebody took apart: `PASS WORD('x')`
_ASUNDER = rf"(?:[ \t]|{_CUT})*"
# plain words of a sentence are no such word: a value stands right behind it, or in quotes
_TO_VALUE = r"(?=\(|[ \t]*\(?[ \t]*'|[ \t]*=)"
# the end of `keyrpwd` is that of `pwd`
_WORDS = frozenset((*MQSC, *KEYS, *ENDINGS))
_STEMS = [word for word in sorted(_WORDS) if not any(word != end and word.endswith(end) for end in _WORDS)]
# the same by how they begin: a long text is looked through once for all that begin alike
_ALIKE = {stem[:4]: tuple(one for one in _STEMS if one.startswith(stem[:4])) for stem in _STEMS}
# what a word may be taken apart by within a line
_GAPS = dict.fromkeys(map(ord, " \t\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0+-"))
# the beginnings of such words, and a line that ends in a letter
_BEGUN = tuple(sorted({word[:size] for word in _STEMS for size in range(1, len(word))}))
_LETTER_AT_END = re.compile(r"\n(?<=[a-z]\n)")
_NO_GAPS = dict.fromkeys(map(ord, " \t\r+-"))


def is_secret(word: str) -> bool:
    """Whether the values of a keyword, key or variable are secret."""
    plain = word.lower().replace("_", "").replace("-", "").replace(".", "")
    return plain in MQSC or plain in KEYS or plain.endswith(ENDINGS)


def find_secrets(text: str, prose: bool = False, lines: str | None = None) -> list[Stretch]:
    """The stretches (offsets) of all secret values, in order, without the quotes around them.

    In prose only `PASSWORD(x)` counts: "a password: in plain text" is a sentence. `lines` are the lines of
    the text, each once, where they are known: what stands in none of them is not looked for in the text.
    """
    found = _values_of_words(text, [(_AFTER_WORD, "mqsc")] if prose else _PATTERNS, lines)
    if not prose:
        if lines is None or CALL in lines:
            for start, end in sign_on_passwords(text):
                found |= _bare(text, start, end)
        # once more, in a comment for instance; a plain word may stand for itself
        values = {text[start:end] for start, end in found}
        telling = {value for value in values if len(value) >= TELLING and not value.isalpha()}
        if telling:
            found.update(WordSet(telling).stretches(text))
    return sorted(found)


def _values_of_words(
    text: str, patterns: Sequence[tuple[re.Pattern[str], str]], lines: str | None
) -> set[Stretch]:
    """What stands behind the words whose values are secret."""
    found: set[Stretch] = set()
    reach = inside = 0
    for end in _ends_of_words(text, lines):
        inside = inside + 1 if end < reach else 0
        if inside > MOST_NESTED:
            continue  # it is covered already, and to look again would cost the square of the line
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
    """What stands behind a word with neither parentheses nor a sign between them."""
    match = _AFTER_BLANK.match(text, end)
    start = text.rfind("\n", max(0, end - LONGEST_WORD), end) + 1
    if match is None and (start or end < LONGEST_WORD) and _FIRST.fullmatch(text, start, end):
        match = _AFTER_FIRST.match(text, end)
    return set() if match is None else _bare(text, *match.span("rest"))


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Stretches in order, with those that overlap made one."""
    found: list[Stretch] = []
    for start, end in sorted(stretches):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _ends_of_words(text: str, lines: str | None = None) -> list[int]:
    """Where words end whose values would be secret."""
    low = _lower(text)
    if "\n" not in text and not _has_stem(low.translate(_GAPS)):  # most messages
        return sorted(_ends_of_slips(low, low))
    there = low if lines is None else _lower(lines)
    found = set()
    for stem in _stems_in(there):
        if lines is not None and not _ends_a_word(there, stem):
            continue
        at = low.find(stem)
        while at >= 0:
            end = at + len(stem)
            if _is_end(low[end : end + 1]):
                found.add(end)
            at = low.find(stem, end)
    found |= _ends_of_slips(low, there)
    if lines is None or _may_have_parts(there):
        found |= _ends_of_parts(low)
    patterns = [pattern for pattern, sign in _CUT_WORDS if lines is None or sign.search(lines)]
    for cut in (match for pattern in patterns for match in pattern.finditer(low)):
        head = _WORD_BEFORE.search(low, max(0, cut.start() - 30), cut.start())
        tail = _WORD.match(low, cut.end())
        if head and tail and is_secret(head.group() + tail.group()):
            found.add(tail.end())
    return sorted(found)


def holds_none(lines: str) -> bool:
    """Whether no line of a text, taken as prose, holds a secret, as far as a quick look can tell."""
    low = _lower(lines)
    return not _has_stem(low.translate(_GAPS)) and not any(part in low for part in _LEFT_OF_SLIPS)


def _has_stem(together: str) -> bool:
    """Whether one of the words stands in a text without gaps."""
    for stem in _STEMS:  # noqa: SIM110 - a loop is faster than any, and this is asked of every message
        if stem in together:
            return True
    return False


def _is_end(sign: str) -> bool:
    """Whether a sign, or nothing, ends the word before it."""
    return not (sign.isalnum() or sign in ("_", "."))


def _ends_a_word(text: str, stem: str) -> bool:
    """Whether a word stands anywhere in a text and does not go on, as `passwor` does in `password`."""
    at = text.find(stem)
    while at >= 0:
        at += len(stem)
        if _is_end(text[at : at + 1]):
            return True
        at = text.find(stem, at)
    return False


def _stems_in(text: str) -> list[str]:
    """The words that stand in a long text."""
    return [stem for start, stems in _ALIKE.items() if start in text for stem in stems if stem in text]


def _lower(text: str) -> str:
    low = text.lower()
    if len(low) != len(text):  # a few letters change their length, and offsets must hold
        low = "".join(char.lower() if char.isascii() else char for char in text)
    return low


def _ends_of_parts(low: str) -> set[int]:
    """Where words end that have blanks between their letters: looked for only where there must be one."""
    together = "".join(low.split()).replace("+", "").replace("-", "")
    found: set[int] = set()
    for stem in _STEMS:
        count = together.count(stem)
        if count and count > low.count(stem):
            pattern = re.compile(_ASUNDER.join(stem) + _TO_VALUE)
            found.update(match.end() for match in pattern.finditer(low))
    return found


def _may_have_parts(lines: str) -> bool:
    """Whether there could be such words in a text of these lines: in one of them, or begun at its end."""
    together = (lines + "\n").translate(_NO_GAPS)
    if any(together.count(stem) > lines.count(stem) for stem in _stems_in(together)):
        return True
    longest = max(map(len, _BEGUN))
    ends = {
        together[max(0, at - longest) : at] for at in map(re.Match.start, _LETTER_AT_END.finditer(together))
    }
    return any(end.endswith(_BEGUN) for end in ends)


def _ends_of_slips(low: str, there: str) -> set[int]:
    """Where misspelt words end that were meant to be those."""
    found: set[int] = set()
    known: dict[str, bool] = {}
    for fragment in _LEFT_OF_SLIPS:
        if fragment == "sword" and there.count(fragment) == there.count("password"):
            continue  # found by the first half of the word
        at = low.find(fragment) if fragment in there else -1
        while at >= 0:
            head, tail = _WORD_BEFORE.search(low, max(0, at - 10), at), _WORD.match(low, at)
            word = (head.group() if head else "") + (tail.group() if tail else "")
            if word not in known:
                known[word] = any(distance(word, secret) <= 2 for secret in _SLIPPED)
            end = tail.end() if tail else at + len(fragment)
            if known[word]:
                found.add(end)
            at = low.find(fragment, max(end, at + len(fragment)))
    return found


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
