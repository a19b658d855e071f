"""Finds the words in a text whose values are secret: spelt correctly, misspelt, or with gaps.

A false match is harmless, so every pattern errs on that side. The words are data:
`grammars/catalogue/secrets.toml`. `secrets.py` finds the values after the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from mqtune.language._tables_secrets import ENDINGS, KEYS, MQSC
from mqtune.text.patterns import lazy_pattern
from mqtune.text.spelling import distance

CUT = r"[+-][ \t]*\r?\n(?:\*[^\n]*\n)*"  # a continuation character may be inside any word or value

# words that are also found if misspelt (the others are too similar to harmless words), and fragments that
# most misspellings keep
_SLIPPED = ("password", "ldappwd", "keyrpwd")
_LEFT_OF_SLIPS = ("pass", "sword", "pwd", "ldapp")
_WORD = lazy_pattern(r"\w*")
_FIRST_WORD = lazy_pattern(r"\w+")
_WORD_BEFORE = lazy_pattern(r"\w*\Z")
# words split by a continuation character: one pattern per character, which comes first, since a search for a
# pattern is much faster if it begins with a literal character
_CUT_WORDS = [
    rf"{sign}(?<=[A-Za-z]{sign})[ \t]*\r?\n(?:\*[^\n]*\n)*[ \t]*(?=[A-Za-z])" for sign in (r"\+", "-")
]
# what may separate the letters of a word: `PASS WORD('x')`
_ASUNDER = rf"(?:[ \t]|{CUT})*"
# unlike words of a sentence, such a word is followed directly by a value, or by one in quotation marks
_TO_VALUE = r"(?=\(|[ \t]*\(?[ \t]*'|[ \t]*=)"
_WORDS = frozenset((*MQSC, *KEYS, *ENDINGS))
# `keyrpwd` ends with `pwd`
_STEMS = [word for word in sorted(_WORDS) if not any(word != end and word.endswith(end) for end in _WORDS)]
# the same by their first letters: a long text is searched once for all stems that begin alike
_ALIKE = {stem[:4]: tuple(one for one in _STEMS if one.startswith(stem[:4])) for stem in _STEMS}
# characters that may separate the letters of a word within a line
_GAPS = dict.fromkeys(map(ord, " \t\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0+-"))

# Many lines are searched at once as bytes in lower case, with one byte for both continuation characters, and
# without blanks and the characters of names that are not letters, which makes the text shorter.
_LOWER = bytes(range(256)).lower().replace(b"-", b"+")
_LEFT_OUT = b" \t\r._/%0123456789"
# each word and each misspelling that is found contains one of these
_PARTS = frozenset((*_LEFT_OF_SLIPS, *_STEMS))
_MARKS = [
    part.encode() for part in sorted(_PARTS) if not any(other != part and other in part for other in _PARTS)
]
# the same by letters that several of them share, or by themselves: if these are missing, the rest is skipped
_MARKS_ALIKE = {
    shared: [mark for mark in _MARKS if shared in mark]
    for shared in (b"key", b"pas", *[mark for mark in _MARKS if b"key" not in mark and b"pas" not in mark])
}
# the end of a line that is continued after a letter, and a continued line of letters only
_BROKEN = lazy_pattern(rb"\n(?<=[a-z]\+\n)")
_PIECE = lazy_pattern(rb"\n([a-z]*)(?=\+\n)")
# the beginnings of the words, each with the possible rests
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
    """Whether no line of a text, read as prose, contains such a word, according to a quick check."""
    return not any(True for _ in _marks_in(_folded(lines, b" \t\r+-")))


def lines_with_words(text: str) -> tuple[list[str], bool]:
    """The lines of a text that may contain such a word, and whether any line may break off inside one."""
    folded = _folded(text, _LEFT_OUT)
    breaks_off = any(True for _ in _ends_in_a_word(folded, _ALL_BEGUN))
    return _lines_at(text, folded, _marks_in(folded)), breaks_off


def broken_lines(text: str) -> list[str]:
    """The lines of a text that may break off inside such a word, if another line may continue it."""
    folded = _folded(text, _LEFT_OUT)
    return _lines_at(text, folded, _broken(folded))


def _folded(text: str, left_out: bytes) -> bytes:
    """A text as bytes in lower case, without some characters."""
    if not text.isascii():
        text = text.lower()  # a non-ASCII character may be the upper case of an ASCII letter
    return text.encode("utf-8", "surrogatepass").translate(_LOWER, left_out)


def _broken(folded: bytes) -> list[int]:
    """The ends of the lines that may break off inside such a word, if another line may continue it."""
    ends = list(_ends_in_a_word(folded, _ALL_BEGUN))
    if not ends:
        return ends
    lasts = {folded[max(0, at - 1 - size) : at - 1] for at in ends for size in range(1, _LONGEST_BEGUN + 1)}
    lines = b"\n" + folded
    pieces = set(_PIECE.findall(lines))
    words = tuple(begun for begun in lasts.intersection(_BEGUN) if _goes_on(lines, begun, pieces))
    return list(_ends_in_a_word(folded, words))


def _ends_in_a_word(folded: bytes, words: tuple[bytes, ...]) -> Iterator[int]:
    """The ends of the lines that break off after one of `words`."""
    ends = map(re.Match.start, _BROKEN.finditer(folded))
    return (at for at in ends if folded.endswith(words, 0, at - 1))


def _goes_on(lines: bytes, begun: bytes, pieces: Iterable[bytes]) -> bool:
    """Whether a line begins with the rest of such a word, or is another part of it."""
    return any(
        b"\n" + rest in lines or any(rest.startswith(piece) for piece in pieces) for rest in _BEGUN[begun]
    )


def ends_cut_word(line: str) -> bool:
    """Whether a line begins with such a word only if separators in it are ignored: `PASS_WORD`."""
    word = _FIRST_WORD.search(line.lower())
    return word is not None and is_secret(word.group()) and not _has_stem(word.group())


def _marks_in(folded: bytes) -> Iterator[int]:
    """The offsets in a folded text at which such a word may be."""
    for shared, marks in _MARKS_ALIKE.items():
        if shared in folded:
            for mark in marks:
                yield from _offsets(folded, mark)


def _offsets(text: bytes, part: bytes) -> Iterator[int]:
    """The offsets of all occurrences of a part of a text."""
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + len(part))


def _lines_at(text: str, folded: bytes, offsets: Iterable[int]) -> list[str]:
    """The lines of a text that contain some offsets of its folded form, in order and without duplicates."""
    numbers = []
    number = done = 0
    for at in sorted(offsets):
        number += folded.count(b"\n", done, at)
        done = at
        numbers.append(number)
    lines = text.split("\n") if numbers else []
    return [lines[number] for number in dict.fromkeys(numbers)]


def ends_of_words(text: str, lines: Sequence[str] | None = None, broken: bool = True) -> list[int]:
    """The offsets at which such words end. `lines` are the lines of the text that contain one, if they are
    known: words in none of them are not searched, nor, unless `broken`, words continued on the next line.
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
    """The ends of words that a continuation character splits."""
    found: set[int] = set()
    for pattern in _CUT_WORDS:
        for cut in re.finditer(pattern, low):
            head = _WORD_BEFORE.search(low, max(0, cut.start() - 30), cut.start())
            tail = _WORD.match(low, cut.end())
            if head and tail and is_secret(head.group() + tail.group()):
                found.add(tail.end())
    return found


def _has_stem(together: str) -> bool:
    """Whether a text contains one of the words without gaps."""
    for stem in _STEMS:  # noqa: SIM110 - a loop is faster than any, and this runs for every message
        if stem in together:
            return True
    return False


def _is_end(sign: str) -> bool:
    """Whether a character, or nothing, ends the word before it."""
    return not (sign.isalnum() or sign in ("_", "."))


def _ends_a_word(text: str, stem: str) -> bool:
    """Whether a text contains a word that is not continued, as `passwor` is in `password`."""
    at = text.find(stem)
    while at >= 0:
        at += len(stem)
        if _is_end(text[at : at + 1]):
            return True
        at = text.find(stem, at)
    return False


def _stems_in(text: str) -> list[str]:
    """The words that a long text contains."""
    return [stem for start, stems in _ALIKE.items() if start in text for stem in stems if stem in text]


def _lower(text: str) -> str:
    low = text.lower()
    if len(low) != len(text):  # a few letters change their length, but offsets must stay valid
        low = "".join(char.lower() if char.isascii() else char for char in text)
    return low


def _ends_of_parts(low: str) -> set[int]:
    """The ends of words with blanks between their letters, searched only if there must be one."""
    together = "".join(low.split()).replace("+", "").replace("-", "")
    found: set[int] = set()
    for stem in _STEMS:
        count = together.count(stem)
        if count and count > low.count(stem):
            pattern = re.compile(_ASUNDER.join(stem) + _TO_VALUE)
            found.update(match.end() for match in pattern.finditer(low))
    return found


def _ends_of_slips(low: str, there: str) -> set[int]:
    """The ends of misspellings of such words."""
    found: set[int] = set()
    known: dict[str, bool] = {}
    for fragment in _LEFT_OF_SLIPS:
        if fragment == "sword" and there.count(fragment) == there.count("password"):
            continue  # found by the first half of the word, `pass`
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
