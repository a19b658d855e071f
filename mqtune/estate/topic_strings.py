"""Topic strings: levels, the wildcards of both schemes, and joining."""

from __future__ import annotations

import re
from collections.abc import Sequence

TOPIC_SCHEME = "TOPIC"
CHARACTER_SCHEME = "CHAR"
MOST_CHARACTERS = 10240  # of a topic string (IBM MQ documentation, Rules for naming IBM MQ objects)
# wildcards among the items of a pattern, which are levels or characters; no item has a slash and another sign
MANY, SINGLE = "/#", "/+"
LEVEL_WILDCARDS = {"#": MANY, "+": SINGLE}
CHARACTER_WILDCARDS = {"*": MANY, "?": SINGLE}


def levels_of(topic: str) -> tuple[str, ...]:
    """The levels of a topic string; the empty string is the root and has none."""
    return tuple(topic.split("/")) if topic else ()


def joined(object_string: str, rest: str) -> str:
    """The full topic string: that of a topic object, followed by another one."""
    if object_string and rest:
        return f"{object_string}/{rest}"
    return object_string or rest


def items(pattern: str, scheme: str = TOPIC_SCHEME) -> list[str]:
    """The levels of a pattern, or its characters, with its wildcards as MANY and SINGLE. `%` escapes a
    wildcard for characters.
    """
    if scheme == CHARACTER_SCHEME:
        pieces = re.findall(r"%[%*?]|.", pattern, re.DOTALL)
        return [CHARACTER_WILDCARDS.get(piece, piece[-1]) for piece in pieces]
    return [LEVEL_WILDCARDS.get(level, level) for level in pattern.split("/")]


def has_wildcard(topic: str, scheme: str = TOPIC_SCHEME) -> bool:
    """Whether a subscription's topic string matches more than itself."""
    signs = CHARACTER_WILDCARDS if scheme == CHARACTER_SCHEME else LEVEL_WILDCARDS
    return any(sign in topic for sign in signs) and not {MANY, SINGLE}.isdisjoint(items(topic, scheme))


def fixed_levels(topic: str, scheme: str = TOPIC_SCHEME) -> int:
    """The number of levels before the first wildcard."""
    if not has_wildcard(topic, scheme):
        return len(levels_of(topic))
    fixed = fixed_items(items(topic, scheme))
    return fixed.count("/") if scheme == CHARACTER_SCHEME else len(fixed)


def fixed_items(pattern: list[str]) -> list[str]:
    """The items of a pattern before its first wildcard."""
    return pattern[: next((at for at, item in enumerate(pattern) if item in (MANY, SINGLE)), len(pattern))]


def branch_root(pattern: str) -> str:
    """The topic string of the root of a branch: `prices` for `prices/#`, the root for `#`."""
    levels = levels_of(pattern)
    return "/".join(levels[: fixed_levels(pattern)])


def matches(pattern: str, topic: str, scheme: str = TOPIC_SCHEME) -> bool:
    """Whether a publication on a topic string reaches a subscription's topic string."""
    if not has_wildcard(pattern, scheme) and "%" not in pattern:
        return pattern == topic
    return meet(items(pattern, scheme), topic if scheme == CHARACTER_SCHEME else topic.split("/"))


def meet(pattern: Sequence[str], rest: Sequence[str]) -> bool:
    """Whether two sequences of items have a text in common: `rest` may be a pattern as well.

    The bits of `states` are the places of `rest` that may be next; all of them advance together, so the time
    is that of one pass, whatever the wildcards.
    """
    places: dict[str, int] = {}
    staying, end = 0, 1  # the places at which any number of items may pass; behind the last item
    for item in rest:
        if item == MANY:
            staying |= end
        else:
            places[item] = places.get(item, 0) | end
            end <<= 1
    every, single = end - 1, places.get(SINGLE, 0)
    states = 1
    for item in pattern:
        if item == MANY:
            states = (end << 1) - (states & -states)  # the first of them, and all behind it
        else:
            fitting = every if item == SINGLE else places.get(item, 0) | single
            states = (states & fitting) << 1 | states & staying
            if not states:
                return False
    return states & end != 0
