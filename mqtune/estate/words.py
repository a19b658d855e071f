"""Which words set which attribute of an object type, where they are in a command, and name spaces.

Thousands of objects of a dump have the same layout. So the positions of the words are computed once for all
commands that differ only in values, and the objects need no dictionary of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from mqtune.language import catalogue
from mqtune.syntax.mqsc.words import BLANK_VALUE

QUEUE = "QUEUE"
QUEUE_TYPES = ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL")
UNLIMITED = 999_999_999  # of MAXINST and MAXINSTC, also their default


@cache
def canonical_keywords(type: str) -> dict[str, str]:
    """Every word that sets an attribute of the type, with the attribute's keyword: NOSHARE sets SHARE."""
    words: dict[str, str] = {}
    for keyword, attribute in catalogue.attributes(type).items():
        words.update(dict.fromkeys((keyword, *attribute.aliases), keyword))
        if attribute.negative:
            words[attribute.negative] = keyword
    words.pop(type, None)
    return words


@cache
def attribute_bits(type: str) -> dict[str, int]:
    """A bit for each attribute of the type, so that a set of attributes is a number."""
    keywords = dict.fromkeys(canonical_keywords(type).values())
    return {keyword: 1 << number for number, keyword in enumerate(keywords)}


@cache
def bits_of(type: str, keywords: tuple[str, ...]) -> int:
    """The set of some attributes of the type; other words are omitted."""
    bits = attribute_bits(type)
    return sum(bits.get(keyword, 0) for keyword in set(keywords))


def name_space(type: str, subtype: str | None) -> str:
    """The name space of an object: all queues share one, client channels have their own."""
    if type in QUEUE_TYPES:
        return QUEUE
    if type == "CHANNEL" and subtype == "CLNTCONN":
        return "CLNTCONN"
    return type


# The positions of the words in a command.

# a line of the command, and a word of that line
Spot = tuple[int, int]


class Layout:
    """The words after verb and object keyword, each with its position; of two the last applies.

    `words` are the attributes by their keyword (NOSHARE is under SHARE) and all other words: REPLACE, LIKE,
    unknown keywords. It must not be changed, because commands share it. `given` are the attributes as a set
    of bits, `filled` the non-blank ones. `repeats` means that two words have the same keyword.
    """

    __slots__ = ("_bits", "filled", "given", "repeats", "words")

    def __init__(self, signs: Sequence[str], spots: Sequence[Spot], type: WordsOfType) -> None:
        """`signs` are the signatures of the words except verb and object keyword, `spots` their positions."""
        self.words = words = dict(zip(map(type.__getitem__, signs), spots, strict=True))
        self._bits = bits = type.bits
        self.given = self.filled = sum(map(bits.__getitem__, words))
        self.repeats = len(words) < len(signs)
        if BLANK_VALUE in "".join(signs):
            for sign in signs:
                bit = bits[type[sign]]
                self.filled = self.filled & ~bit if sign[0] == BLANK_VALUE else self.filled | bit

    @property
    def attributes(self) -> list[str]:
        """The keywords of the words that set an attribute."""
        return [word for word in self.words if self._bits[word]]

    @property
    def options(self) -> list[str]:
        """The keywords of the other words."""
        return [word for word in self.words if not self._bits[word]]

    @property
    def may_conflict(self) -> bool:
        """Whether words may conflict: two have the same keyword, or more than one is an option."""
        return self.repeats or len(self.words) - self.given.bit_count() > 1


class Bits(dict[str, int]):
    """The bit of each attribute of an object type; 0 for other words."""

    __slots__ = ()

    def __missing__(self, keyword: str) -> int:
        self[keyword] = 0
        return 0


class WordsOfType(dict[str, str]):
    """The keyword for the signature of a word in commands of an object type: that of the attribute, if the
    word sets one.
    """

    __slots__ = ("_keywords", "bits")

    def __init__(self, type: str) -> None:
        super().__init__()
        self._keywords = canonical_keywords(type)
        self.bits = Bits(attribute_bits(type))

    def __missing__(self, sign: str) -> str:
        keyword = self[sign] = self._keywords.get(sign[1:], sign[1:])
        return keyword


class Layouts(dict[str, "LayoutsOfType"]):
    """The layouts of a run, by object type; "" for an unknown one."""

    __slots__ = ()

    def __missing__(self, type: str) -> LayoutsOfType:
        layouts = self[type] = LayoutsOfType(type)
        return layouts


class LayoutsOfType(dict[tuple[str, ...], Layout]):
    """The layouts of the commands of one object type by the signatures of the lines.

    Verb and object keyword are the first two words of the command.
    """

    __slots__ = ("_counts", "_spots", "_words")

    def __init__(self, type: str) -> None:
        super().__init__()
        self._words = WordsOfType(type)
        self._counts = Counts()
        self._spots = Spots()

    def __missing__(self, signatures: tuple[str, ...]) -> Layout:
        signs, spots = self._read(signatures)
        layout = self[signatures] = Layout(signs[2:], spots[2:], self._words)
        return layout

    def with_head(self, signatures: Sequence[str], place: int) -> Layout:
        """The layout if the verb is the first of all words and the object keyword has any position."""
        signs, spots = self._read(signatures)
        return Layout(signs[1:place] + signs[place + 1 :], spots[1:place] + spots[place + 1 :], self._words)

    def _read(self, signatures: Sequence[str]) -> tuple[list[str], list[Spot]]:
        """The signatures of all words of some lines, and their positions."""
        signs = "\n".join(filter(None, signatures)).split("\n")
        return signs, self._spots[tuple(map(self._counts.__getitem__, signatures))]


class Counts(dict[str, int]):
    """The number of words by the signature of a line."""

    __slots__ = ()

    def __missing__(self, signature: str) -> int:
        count = self[signature] = len(signatures_of(signature))
        return count


class Spots(dict[tuple[int, ...], list[Spot]]):
    """The positions of all words of a command by the number of words on each line."""

    __slots__ = ()

    def __missing__(self, counts: tuple[int, ...]) -> list[Spot]:
        spots = self[counts] = [(line, at) for line, count in enumerate(counts) for at in range(count)]
        return spots


def signatures_of(signature: str) -> list[str]:
    """The signatures of the words of a line."""
    return signature.split("\n") if signature else []
