"""Finds the words in a text whose values are secret: as they are written, misspelt, or with gaps in them.

A word too many is no harm, so every pattern errs on that side. Which words these are is data:
`grammars/catalogue/secrets.toml`. Does not know what stands behind a word.
"""

from __future__ import annotations

import re

from mqtune.language._tables_secrets import ENDINGS, KEYS, MQSC
from mqtune.text.patterns import later
from mqtune.text.spelling import distance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

CUT = r"[+-][ \t]*\r?\n(?:\*[^\n]*\n)*"  # a continuation sign may stand inside any word or value

# words whose slips are taken for them (the others are too near to words that hold no secret), and what
# hardly any slip leaves out
_SLIPPED = ("password", "ldappwd", "keyrpwd")
_LEFT_OF_SLIPS = ("pass", "sword", "pwd", "ldapp")
_WORD = later(r"\w*")
_FIRST_WORD = later(r"\w+")
_WORD_BEFORE = later(r"\w*\Z")
# words cut by a continuation sign: a pattern for each sign, and the sign first, since a pattern is searched
# for much faster from a plain character on
_CUT_WORDS = [
    rf"{sign}(?<=[A-Za-z]{sign})[ \t]*\r?\n(?:\*[^\n]*\n)*[ \t]*(?=[A-Za-z])" for sign in (r"\+", "-")
]
# what may stand between the letters of a word that somebody took apart: `PASS WORD('x')`
_ASUNDER = rf"(?:[ \t]|{CUT})*"
# plain words of a sentence are no such word: a value stands right behind it, or in quotes
_TO_VALUE = r"(?=\(|[ \t]*\(?[ \t]*'|[ \t]*=)"
_WORDS = frozenset((*MQSC, *KEYS, *ENDINGS))
# the end of `keyrpwd` is that of `pwd`
_STEMS = [word for word in sorted(_WORDS) if not any(word != end and word.endswith(end) for end in _WORDS)]
# the same by how they begin: a long text is looked through once for all that begin alike
_ALIKE = {stem[:4]: tuple(one for one in _STEMS if one.startswith(stem[:4])) for stem in _STEMS}
# what a word may be taken apart by within a line
_GAPS = dict.fromkeys(map(ord, " \t\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0+-"))

# For a look at many lines at once, these are bytes in lower case with one sign for both continuation signs,
# and without blanks and what a name has beside its letters: that makes the text shorter.
_LOWER = bytes(range(256)).lower().replace(b"-", b"+")
_LEFT_OUT = b" \t\r._/%0123456789"
# one of these stands in every such word and in every slip
_PARTS = frozenset((*_LEFT_OF_SLIPS, *_STEMS))
_MARKS = [
    part.encode() for part in sorted(_PARTS) if not any(other != part and other in part for other in _PARTS)
]
# the same by letters that several of them hold, or by themselves: where these are missing, none is looked for
_MARKS_ALIKE = {
    shared: [mark for mark in _MARKS if shared in mark]
    for shared in (b"key", b"pas", *[mark for mark in _MARKS if b"key" not in mark and b"pas" not in mark])
}
# the end of a line that goes on behind a letter, and a line of nothing but letters that goes on
_BROKEN = later(rb"\n(?<=[a-z]\+\n)")
_PIECE = later(rb"\n([a-z]*)(?=\+\n)")
# how the words begin, each with what is then missing
_BEGUN = {
    begun.encode(): [stem[len(begun) :].encode() for stem in _STEMS if stem.startswith(begun)]
    for begun in {word[:size] for word in _STEMS for size in range(1, len(word))}
}
_ALL_BEGUN = tuple(_BEGUN)
_LONGEST_BEGUN = max(map(len, _BEGUN))


def is_secret(word: str) -> bool:
    """Whether the values of a keyword, key or variable are secret."""
    plain = word.lower().replace("_", "").replace("-", "").replace(".", "")
    return plain in MQSC or plain in KEYS or plain.endswith(ENDINGS)


def holds_none(lines: str) -> bool:
    """Whether no line of a text, taken as prose, holds such a word, as far as a quick look can tell."""
    return not any(True for _ in _marks_in(_folded(lines, b" \t\r+-")))


def lines_with_words(text: str) -> tuple[list[str], bool]:
    """The lines of a text that may hold such a word, and whether one of all may break off inside one."""
    folded = _folded(text, _LEFT_OUT)
    breaks_off = any(True for _ in _ends_in_a_word(folded, _ALL_BEGUN))
    return _lines_at(text, folded, _marks_in(folded)), breaks_off


def broken_lines(text: str) -> list[str]:
    """The lines of a text that may break off inside such a word, and that another line may go on with."""
    folded = _folded(text, _LEFT_OUT)
    return _lines_at(text, folded, _broken(folded))


def _folded(text: str, left_out: bytes) -> bytes:
    """A text as bytes in lower case, without some signs."""
    if not text.isascii():
        text = text.lower()  # a sign beyond ASCII may be the capital of a letter
    return text.encode("utf-8", "surrogatepass").translate(_LOWER, left_out)


def _broken(folded: bytes) -> list[int]:
    """The ends of the lines that may break off inside such a word, and that another line may go on with."""
    ends = list(_ends_in_a_word(folded, _ALL_BEGUN))
    if not ends:
        return ends
    lasts = {folded[max(0, at - 1 - size) : at - 1] for at in ends for size in range(1, _LONGEST_BEGUN + 1)}
    lines = b"\n" + folded
    pieces = set(_PIECE.findall(lines))
    words = tuple(begun for begun in lasts.intersection(_BEGUN) if _goes_on(lines, begun, pieces))
    return list(_ends_in_a_word(folded, words))


def _ends_in_a_word(folded: bytes, words: tuple[bytes, ...]) -> Iterator[int]:
    """The ends of the lines that may break off where one of some words is begun."""
    ends = map(re.Match.start, _BROKEN.finditer(folded))
    return (at for at in ends if folded.endswith(words, 0, at - 1))


def _goes_on(lines: bytes, begun: bytes, pieces: Iterable[bytes]) -> bool:
    """Whether a line begins with the rest of such a word, or is a further piece of it."""
    return any(
        b"\n" + rest in lines or any(rest.startswith(piece) for piece in pieces) for rest in _BEGUN[begun]
    )


def ends_cut_word(line: str) -> bool:
    """Whether a line begins with what is such a word only where one goes on in it: `PASS_WORD`."""
    word = _FIRST_WORD.search(line.lower())
    return word is not None and is_secret(word.group()) and not _has_stem(word.group())


def _marks_in(folded: bytes) -> Iterator[int]:
    """Where such a word may stand in a folded text."""
    for shared, marks in _MARKS_ALIKE.items():
        if shared in folded:
            for mark in marks:
                yield from _offsets(folded, mark)


def _offsets(text: bytes, part: bytes) -> Iterator[int]:
    """Where a part of a text begins, wherever it stands."""
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + len(part))


def _lines_at(text: str, folded: bytes, offsets: Iterable[int]) -> list[str]:
    """The lines of a text in which some offsets of its folded form lie, in order and each once."""
    numbers = []
    number = done = 0
    for at in sorted(offsets):
        number += folded.count(b"\n", done, at)
        done = at
        numbers.append(number)
    lines = text.split("\n") if numbers else []
    return [lines[number] for number in dict.fromkeys(numbers)]


def ends_of_words(text: str, lines: Sequence[str] | None = None, broken: bool = True) -> list[int]:
    """Where such words end. `lines` are the lines of the text that hold one, where that is known: what stands
    in none of them is not looked for, and neither is a word that goes on in a next line unless `broken`.
    """
    low = _lower(text)
    if "\n" not in text and not _has_stem(low.translate(_GAPS)):  # most messages
        return sorted(_ends_of_slips(low, low))
    there = low if lines is None else _lower("\n".join(lines))
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
    if broken or _ends_of_parts(there):
        found |= _ends_of_parts(low)
    if broken:
        found |= _ends_of_cut_words(low)
    return sorted(found)


def _ends_of_cut_words(low: str) -> set[int]:
    """Where words end that a continuation sign cuts."""
    found: set[int] = set()
    for pattern in _CUT_WORDS:
        for cut in re.finditer(pattern, low):
            head = _WORD_BEFORE.search(low, max(0, cut.start() - 30), cut.start())
            tail = _WORD.match(low, cut.end())
            if head and tail and is_secret(head.group() + tail.group()):
                found.add(tail.end())
    return found


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
