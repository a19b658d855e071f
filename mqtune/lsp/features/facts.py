"""What the catalogue has on an attribute or key, as lines of Markdown."""

from __future__ import annotations

from mqtune.language.levels import show_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.language.ccdt import CcdtKey
    from mqtune.language.entries import Attribute
    from mqtune.language.ini import IniKey
    from mqtune.language.levels import Level


def attribute_facts(one: Attribute, subtype: str, platform: str | None) -> list[str]:
    """The kind, values, range, length, default and level of an attribute."""
    lines = [f"**{one.keyword}** of {one.type}: {one.kind}"]
    if one.words:
        lines.append(f"values: {', '.join(one.words)}")
    if one.minimum is not None and one.maximum is not None:
        lines.append(f"range: {one.minimum} to {one.maximum}{f' {one.unit}' if one.unit else ''}")
    if one.max_length:
        lines.append(f"length: at most {one.max_length} characters")
    default = one.default_for(subtype, platform)
    if default is not None and not one.doubtful("default"):
        lines.append(f"default: {default or 'blank'}")
    if one.introduced is not None and not one.doubtful("introduced"):
        lines.append(f"since: {show_level(one.introduced)}")
    return lines


def ini_facts(key: IniKey) -> list[str]:
    """The kind, values, range, default and level of a key of an ini file."""
    lines = [f"**{key.name}** of {key.stanza}: {key.kind}"]
    if key.values:
        lines.append(f"values: {', '.join(key.values)}")
    if key.minimum is not None and key.maximum is not None:
        lines.append(f"range: {key.minimum} to {key.maximum}{f' {key.unit}' if key.unit else ''}")
    if key.default is not None and "default" not in key.doubts:
        lines.append(f"default: {key.default or 'blank'}")
    elif key.default_of:
        lines.append(f"default: that of {key.default_of}")
    if key.takes_effect:
        lines.append(f"takes effect: {key.takes_effect}")
    lines += levels(key.introduced, key.deprecated, key.removed)
    if key.replaced_by:
        lines.append(f"use instead: {key.replaced_by}")
    if not key.documented:
        lines.append("not in the product documentation")
    return lines


def ccdt_facts(key: CcdtKey) -> list[str]:
    """The kind, values, range and default of a key of a client channel table, with its MQSC attribute."""
    lines = [f"**{key.name}**: {key.kind}{', required' if key.required is True else ''}"]
    if key.values:
        lines.append(f"values: {', '.join(key.values)}")
    if key.minimum is not None and key.maximum is not None:
        lines.append(f"range: {key.minimum} to {key.maximum}")
    if key.max_length:
        lines.append(f"length: at most {key.max_length} characters")
    if key.mqsc:
        default = f", default {key.mqsc_default}" if key.mqsc_default else ""
        lines.append(f"in MQSC: {', '.join(key.mqsc)}{default}")
    if key.java_default:
        lines.append(f"default of the classes for Java: {key.java_default}")
    return lines + levels(key.introduced, None, None)


def levels(introduced: Level | None, deprecated: Level | None, removed: Level | None) -> list[str]:
    """Since when, and until when, something exists."""
    named = (("since", introduced), ("deprecated in", deprecated), ("removed in", removed))
    return [f"{word}: {show_level(level)}" for word, level in named if level is not None]
