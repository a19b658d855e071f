"""The objects and records a queue manager is born with, as shared prototypes.

A replay copies one before it changes it. Does not know scripts.
"""

from __future__ import annotations

from functools import cache

from mqtune.estate.chlauth import LISTS, ChannelAuthentication
from mqtune.estate.keywords import name_space
from mqtune.estate.objects import MqObject
from mqtune.language import catalogue
from mqtune.language.shipped import default_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.language.levels import Level

__all__ = ["born_objects", "born_records", "default_object", "shipped_defaults"]


def shipped_defaults(
    type: str, subtype: str, platform: str | None = None, level: Level | None = None
) -> dict[str, str]:
    """The values that DEFINE starts from; shared, not to be changed."""
    return catalogue.defaults(type, subtype, platform, level)


@cache
def born_objects(platform: str | None, level: Level | None) -> dict[tuple[str, str], MqObject]:
    """The objects of a new queue manager by name space and name, the queue manager itself included."""
    values = shipped_defaults("QMGR", "", platform, level)
    found = {("QMGR", ""): MqObject("QMGR", "", "", values, True)}
    for shipped in catalogue.shipped_objects(platform, level):
        values = shipped_defaults(shipped.type, shipped.subtype, platform, level)
        if shipped.differences:
            values = {**values, **shipped.differences}
        key = (name_space(shipped.type, shipped.subtype), shipped.name)
        found[key] = MqObject(shipped.type, shipped.subtype, shipped.name, values, True, shipped.name)
    return found


@cache
def born_records(platform: str | None, level: Level | None) -> tuple[ChannelAuthentication, ...]:
    """The channel authentication records of a new queue manager."""
    found = []
    for profile, type, values in catalogue.shipped_chlauth(level):
        usual = shipped_defaults("CHLAUTH", type, platform, level)
        record = ChannelAuthentication(profile, type, {**usual, **values}, True)
        record.default_name = profile
        record.entries = tuple(item for item in values.get(LISTS.get(type, ""), "").split(",") if item)
        found.append(record)
    return tuple(found)
