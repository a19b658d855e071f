"""Topic strings: levels, the wildcards of both schemes, and joining."""

from __future__ import annotations

import re
from functools import lru_cache

TOPIC_SCHEME = "TOPIC"
CHARACTER_SCHEME = "CHAR"


def levels_of(topic: str) -> tuple[str, ...]:
    """The levels of a topic string; the empty string is the root and has none."""
    return tuple(topic.split("/")) if topic else ()


def joined(object_string: str, rest: str) -> str:
    """The full topic string: that of a topic object, followed by another one."""
    if object_string and rest:
        return f"{object_string}/{rest}"
    return object_string or rest


def has_wildcard(topic: str, scheme: str = TOPIC_SCHEME) -> bool:
    """Whether a subscription's topic string matches more than itself."""
    if scheme == CHARACTER_SCHEME:
        return re.search(r"(?<!%)[*?]", topic) is not None
    return any(level in {"#", "+"} for level in topic.split("/"))


def fixed_levels(topic: str, scheme: str = TOPIC_SCHEME) -> int:
    """The number of levels before the first wildcard."""
    if scheme == CHARACTER_SCHEME:
        found = re.search(r"(?<!%)[*?]", topic)
        return topic[: found.start()].count("/") if found else len(levels_of(topic))
    for count, level in enumerate(levels_of(topic)):
        if level in {"#", "+"}:
            return count
    return len(levels_of(topic))


def branch_root(pattern: str) -> str:
    """The topic string of the root of a branch: `prices` for `prices/#`, the root for `#`."""
    levels = levels_of(pattern)
    return "/".join(levels[: fixed_levels(pattern)])


def matches(pattern: str, topic: str, scheme: str = TOPIC_SCHEME) -> bool:
    """Whether a publication on a topic string reaches a subscription's topic string."""
    if not has_wildcard(pattern, scheme) and "%" not in pattern:
        return pattern == topic
    return (
        compiled(pattern, scheme).fullmatch(topic if scheme == CHARACTER_SCHEME else f"/{topic}") is not None
    )


@lru_cache(maxsize=4096)
def compiled(pattern: str, scheme: str) -> re.Pattern[str]:
    """A subscription's topic string as a regular expression."""
    text = characters(pattern) if scheme == CHARACTER_SCHEME else by_level(pattern)
    return re.compile(text, re.DOTALL)


def by_level(pattern: str) -> str:
    """An expression for levels that each have a slash before them: `#` matches any number of them, including
    none, and `+` matches one.
    """
    segments = [""]
    for level in pattern.split("/"):
        if level == "#":
            segments.append("")
        else:
            segments[-1] += "/[^/]*+" if level == "+" else f"/{re.escape(level)}"
    return in_order(segments, "(?:/[^/]*+)*", r"(?=/|\Z)")


def characters(pattern: str) -> str:
    """`*` matches any characters, `?` one; `%` escapes them."""
    segments = [""]
    for piece in re.findall(r"%[%*?]|.", pattern, re.DOTALL):
        if piece == "*":
            segments.append("")
        else:
            segments[-1] += "." if piece == "?" else re.escape(piece[-1])
    return in_order(segments, ".*")


def in_order(segments: list[str], between: str, end: str = "") -> str:
    """An expression for segments with anything `between` them; `end` is what must follow a segment.

    Each but the last is taken where it first occurs and nowhere else, since to try all places multiplies the
    time with each segment.
    """
    first, *middle = segments
    if not middle:
        return first
    last = middle.pop()
    return first + "".join(f"(?>{between}?{segment}{end})" for segment in middle) + between + last
