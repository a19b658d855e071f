"""What the catalogue has on an attribute or key, as lines of Markdown."""

from __future__ import annotations

from mqtune.language.levels import show_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.language.ccdt import CcdtKey
    from mqtune.language.entries import Attribute
    from mqtune.language.ini import IniKey
    from mqtune.language.levels import Level


def attribute_facts(one: Attribute, subtype: str, platform: str | None) -> list[str]:
    """The kind, values, range, length, default and level of an attribute."""
    lines = [f"**{one.keyword}** of {one.type}: {one.kind}"]
    lines += accepted(one.words, one.minimum, one.maximum, one.unit)
    if one.max_length:
        lines.append(f"length: at most {one.max_length} characters")
    default = one.default_for(subtype, platform)
    if default is not None and not one.doubtful("default"):
        lines.append(f"default: {default or 'blank'}")
    if one.introduced is not None and not one.doubtful("introduced"):
        lines.append(f"since: {show_level(one.introduced)}")
    return lines


def ini_facts(key: IniKey) -> list[str]:
    """The kind, values, range, default, level and meaning of a key of an ini file."""
    lines = [f"**{key.name}** of {key.stanza}: {key.kind}"]
    lines += accepted(key.values, key.minimum, key.maximum, key.unit)
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
    if key.meaning:
        lines.append(f"note: {key.meaning}")
    return lines


def ccdt_facts(key: CcdtKey) -> list[str]:
    """The kind, values, range and default of a key of a client channel table, with its MQSC attribute."""
    lines = [f"**{key.name}**: {key.kind}{', required' if key.required is True else ''}"]
    lines += accepted(key.values, key.minimum, key.maximum)
    if key.max_length:
        lines.append(f"length: at most {key.max_length} characters")
    if key.mqsc:
        default = f", default {key.mqsc_default}" if key.mqsc_default else ""
        lines.append(f"in MQSC: {', '.join(key.mqsc)}{default}")
    if key.java_default:
        lines.append(f"default of the classes for Java: {key.java_default}")
    return lines + levels(key.introduced, None, None)


def accepted(words: Iterable[str], minimum: int | None, maximum: int | None, unit: str = "") -> list[str]:
    """The words and the range that are accepted, a line each; none for what is not limited."""
    listed = ", ".join(words)
    lines = [f"values: {listed}"] if listed else []
    if minimum is not None and maximum is not None:
        lines.append(f"range: {minimum} to {maximum}{f' {unit}' if unit else ''}")
    return lines


def levels(introduced: Level | None, deprecated: Level | None, removed: Level | None) -> list[str]:
    """Since when, and until when, something exists."""
    named = (("since", introduced), ("deprecated in", deprecated), ("removed in", removed))
    return [f"{word}: {show_level(level)}" for word, level in named if level is not None]
