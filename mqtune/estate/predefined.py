"""The default objects and records of a new queue manager, as shared prototypes.

A replay copies one before it changes it.
"""

from __future__ import annotations

from functools import cache

from mqtune.estate.chlauth import LISTS, ChannelAuthentication
from mqtune.estate.keywords import name_space
from mqtune.estate.objects import MqObject
from mqtune.language import catalogue
from mqtune.language.levels import Level


@cache
def predefined_objects(platform: str | None, level: Level | None) -> dict[tuple[str, str], MqObject]:
    """The objects of a new queue manager by name space and name, including the queue manager itself."""
    values = catalogue.defaults("QMGR", "", platform, level)
    found = {("QMGR", ""): MqObject("QMGR", "", "", values, True)}
    for object in catalogue.shipped_objects(platform, level):
        values = catalogue.defaults(object.type, object.subtype, platform, level)
        if object.differences:
            values = {**values, **object.differences}
        key = (name_space(object.type, object.subtype), object.name)
        found[key] = MqObject(object.type, object.subtype, object.name, values, True, object.name)
    return found


@cache
def predefined_records(platform: str | None, level: Level | None) -> tuple[ChannelAuthentication, ...]:
    """The channel authentication records of a new queue manager."""
    found = []
    for profile, type, values in catalogue.shipped_chlauth(level):
        usual = catalogue.defaults("CHLAUTH", type, platform, level)
        record = ChannelAuthentication(profile, type, {**usual, **values}, True)
        record.default_name = profile
        record.entries = tuple(item for item in values.get(LISTS.get(type, ""), "").split(",") if item)
        found.append(record)
    return tuple(found)
