"""What the catalogue has on an attribute, as lines of Markdown."""

from __future__ import annotations

from mqtune.language.levels import show_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.language.entries import Attribute


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
