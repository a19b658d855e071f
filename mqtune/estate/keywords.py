"""Which words set which attribute of an object type, and the name space of each object type."""

from __future__ import annotations

from functools import cache

from mqtune.language import catalogue

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
