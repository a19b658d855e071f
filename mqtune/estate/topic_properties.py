"""Which properties a topic inherits, at a level and on a platform."""

from __future__ import annotations

from mqtune.estate.objects import MqObject
from mqtune.language import catalogue
from mqtune.language.available import on_platform, reached
from mqtune.language.levels import Level
from mqtune.syntax.mqsc.values import read_custom

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
    found = [
        keyword
        for keyword, attribute in catalogue.attributes("TOPIC").items()
        if attribute.inherits and reached(attribute.introduced, at) and keyword != CAP
        if on_platform(attribute.platforms, platform or "linux")
    ]
    if level is not None and cap_inherited(level, platform):
        found.append(CAP)
    return tuple(sorted(found))


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
