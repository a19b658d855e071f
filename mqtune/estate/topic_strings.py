"""Topic strings: levels, the wildcards of both schemes, joining, and the properties that a topic inherits.

The generic names of authority records are here, too: an asterisk of theirs stays within a level of the name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from mqtune.estate.objects import MqObject
from mqtune.language import catalogue
from mqtune.language.available import Level, on_platform, reached
from mqtune.syntax.mqsc.values import read_custom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.text.linear import Expression


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


# Which properties a topic inherits, at a level and on a platform.

ASPARENT = "ASPARENT"
CAP = "CAPEXPRY"
# the expiry cap was inherited through CUSTOM before it became an attribute: APAR level 8.0.0.4 and 9.0
CUSTOM_CAP_SINCE: Level = (8, 0, 0, 4)
CAP_ATTRIBUTE_SINCE: Level = (9, 3, 1)
ZOS_CAP_SINCE: Level = (9, 4)
# what an undeclared level has for certain: every level that is still in use
CERTAIN_LEVEL: Level = (7, 1)
# decides if even SYSTEM.BASE.TOPIC leaves it open; the default object has no value for it
BUILT_IN = {CAP: "NOLIMIT"}


def inheritable(level: Level | None, platform: str | None) -> tuple[str, ...]:
    """The properties that a topic inherits unless it sets them, at a level and on a platform.

    Without a declared level, only those that every level from 7.1 on has, so that no finding is wrong;
    without a platform, those outside z/OS. Before 9.3.1, CAPEXPRY means CUSTOM('CAPEXPRY(...)').
    """
    at = CERTAIN_LEVEL if level is None else level
    properties = [
        keyword
        for keyword, attribute in catalogue.attributes("TOPIC").items()
        if attribute.inherits and reached(attribute.introduced, at) and keyword != CAP
        if on_platform(attribute.platforms, platform or "linux")
    ]
    if level is not None and cap_inherited(level, platform):
        properties.append(CAP)
    return tuple(sorted(properties))


def cap_inherited(level: Level, platform: str | None) -> bool:
    """Whether the expiry cap is a property that topics inherit, as an attribute or inside CUSTOM."""
    return level >= (ZOS_CAP_SINCE if platform == "zos" else CUSTOM_CAP_SINCE)


def custom_cap(text: str) -> str | None:
    """The cap in a CUSTOM value, None without one."""
    if not text:
        return None
    pairs, _ = read_custom(text)
    return next((pair.value.upper() for pair in pairs if pair.name == CAP and pair.value), None)


def capped(queue: MqObject) -> bool:
    """Whether messages on the queue expire, whatever the application specifies."""
    return custom_cap(queue.text("CUSTOM")) not in {None, "NOLIMIT"} or queue.number(CAP) is not None


def own_value(topic: MqObject, keyword: str) -> str | None:
    """The value that a topic object itself sets for an inheritable property; None if it inherits."""
    value = topic.value(keyword)
    if keyword == CAP and value in {None, "", ASPARENT}:
        value = custom_cap(topic.text("CUSTOM"))
    return None if value in {None, "", ASPARENT} else value


def most_own_values(topic: MqObject, properties: tuple[str, ...], by_default: dict[int, int]) -> int:
    """An upper bound for the inheritable properties that a topic object sets, without reading what scripts
    write. `by_default` caches the number set by default, which is the same for thousands of topics.
    """
    if topic.base is not None:
        return len(properties)
    defaults = topic.defaults
    known = by_default.get(id(defaults))
    if known is None:
        known = sum(defaults.get(word) not in {None, "", ASPARENT} for word in properties)
        by_default[id(defaults)] = known
    return topic.filled.bit_count() + known


# Generic names of authority records.


def profile_matches(profile: str, name: str) -> bool:
    """Whether a name fits an authority profile: `?` one character, `*` within a level, `**` levels."""
    if "*" not in profile and "?" not in profile:
        return profile == name
    head, tail = _ends(profile)
    return name.startswith(head) and name.endswith(tail) and _expression(profile).fullmatch(name)


@lru_cache(maxsize=4096)
def _ends(profile: str) -> tuple[str, str]:
    """What each name begins and ends with: most names fail there."""
    fixed = re.split(r"\.?\*\*\.?|[*?]", profile)
    return fixed[0], fixed[-1]


@lru_cache(maxsize=4096)
def _expression(profile: str) -> Expression:
    from mqtune.text.linear import Expression  # few runs compare a name with such a profile

    pieces = re.split(r"(\.\*\*\.|\.\*\*$|^\*\*\.|\*\*|\*|\?)", profile)
    return Expression("".join(PROFILE_SIGNS.get(piece, re.escape(piece)) for piece in pieces))


# `**` matches any number of levels, including none, so the full stop beside it may be missing
PROFILE_SIGNS = {
    ".**.": r"(?:\.|\..*\.)",
    ".**": r"(?:\..*)?",
    "**.": r"(?:.*\.)?",
    "**": ".*",
    "*": r"[^.]*",
    "?": r"[^.]",
}
