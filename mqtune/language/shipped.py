"""Defaults of the product: the SYSTEM objects of a new queue manager, and the values that DEFINE starts
from.

Values are texts as the queue manager displays them, without quotation marks; a blank is "", a flag "YES" or
"NO". An administrator may have changed a SYSTEM.DEFAULT.* object, if a script shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from mqtune.language.available import Level, on_platform, reached
from mqtune.language.mqsc import Attribute, attributes, subtype_keyword, type_entry
from mqtune.text.record import EMPTY, record


@record
class ShippedObject:
    """A SYSTEM object: `differences` are its values that differ from the `defaults` for its type.

    `made_by` names the script that creates it, "" for crtmqm.
    """

    type: str
    name: str
    differences: Mapping[str, str] = EMPTY
    introduced: Level | None = None
    removed: Level | None = None
    platforms: str = "multiplatforms"
    made_by: str = ""
    subtype: str = ""

    def __repr__(self) -> str:
        return f"ShippedObject({self.type}({self.name}))"


@cache
def system_objects() -> tuple[ShippedObject, ...]:
    """Every SYSTEM object of any level and platform, including those that set-up scripts create."""
    from mqtune.language._tables_shipped import SHIPPED

    objects = []
    for row in SHIPPED:
        shipped = ShippedObject(*row)
        shipped.subtype = shipped.differences.get(subtype_keyword(shipped.type) or "", "")
        objects.append(shipped)
    return tuple(objects)


@cache
def shipped_objects(platform: str | None = None, level: Level | None = None) -> tuple[ShippedObject, ...]:
    """The objects that crtmqm creates on a platform at a level."""
    return tuple(
        shipped
        for shipped in system_objects()
        if not shipped.made_by
        and reached(shipped.introduced, level)
        and (shipped.removed is None or (level is not None and level < shipped.removed))
        and on_platform(shipped.platforms, platform or "linux")
    )


@cache
def is_system_object(type: str, name: str) -> bool:
    """Whether an object with this name belongs to the product, one of its scripts, or a related product."""
    from mqtune.language._tables_shipped import PRODUCT_NAMES

    if name.startswith(PRODUCT_NAMES):
        return True
    return any(shipped.type == type and shipped.name == name for shipped in system_objects())


@cache
def shipped_chlauth(level: Level | None = None) -> tuple[tuple[str, str, dict[str, str]], ...]:
    """The channel authentication records of a new queue manager: profile, TYPE, attributes."""
    from mqtune.language._tables_shipped import CHLAUTH_RECORDS

    return tuple(
        (profile, type, dict(values))
        for profile, type, values, introduced in CHLAUTH_RECORDS
        if reached(introduced, level)
    )


@cache
def defaults(
    type: str, subtype: str = "", platform: str | None = None, level: Level | None = None
) -> dict[str, str]:
    """The values an object starts from: those of the SYSTEM.DEFAULT.* object of its type and subtype.

    The result is shared and must not be changed. Attributes whose default is not known are omitted.
    """
    values: dict[str, str] = {}
    keyword = subtype_keyword(type)
    for attribute in attributes(type).values():
        text = attribute.default_for(subtype, platform)
        if text is not None and _exists(attribute, subtype, platform, level):
            values[attribute.keyword] = text
    name = default_object(type, subtype)
    for shipped in system_objects():
        if shipped.type == type and shipped.name == name:
            values.update(shipped.differences)
    if keyword and subtype:
        values[keyword] = subtype
    return values


def default_object(type: str, subtype: str = "") -> str:
    """The name of the object from which DEFINE copies its values, "" if there is none."""
    entry = type_entry(type)
    if entry is None:
        return ""
    if subtype in entry.subtypes:
        return entry.subtypes[subtype][0]
    return entry.default_object


def _exists(attribute: Attribute, subtype: str, platform: str | None, level: Level | None) -> bool:
    """Whether the attribute exists for the subtype, on the platform and at the level."""
    if not attribute.fits(subtype or None) or not reached(attribute.introduced, level):
        return False
    return bool(on_platform(attribute.platforms_for(subtype), platform or "linux"))
