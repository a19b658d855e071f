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
    return compiled(pattern, scheme).fullmatch(topic) is not None


@lru_cache(maxsize=4096)
def compiled(pattern: str, scheme: str) -> re.Pattern[str]:
    """A subscription's topic string as a regular expression."""
    text = characters(pattern) if scheme == CHARACTER_SCHEME else by_level(pattern)
    return re.compile(text, re.DOTALL)


def by_level(pattern: str) -> str:
    """`#` matches any number of levels, including none, with the adjacent slash; `+` matches one level."""
    text, slash = "", ""
    levels = pattern.split("/")
    for place, level in enumerate(levels):
        if level == "#" and place == 0:
            text += ".*" if len(levels) == 1 else "(?:.*/)?"
            slash = ""
        elif level == "#":
            text += "(?:/.*)?"
            slash = "/"
        else:
            text += slash + ("[^/]*" if level == "+" else re.escape(level))
            slash = "/"
    return text


def characters(pattern: str) -> str:
    """`*` matches any characters, `?` one; `%` escapes them."""
    pieces = []
    for piece in re.findall(r"%[%*?]|.", pattern, re.DOTALL):
        if len(piece) == 2:
            pieces.append(re.escape(piece[1]))
        else:
            pieces.append({"*": ".*", "?": "."}.get(piece, re.escape(piece)))
    return "".join(pieces)
