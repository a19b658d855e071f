"""What an editor shows for a word of MQSC: the facts of the catalogue, and the value that is set."""

from __future__ import annotations

from mqtune.estate.keywords import canonical_keywords, name_space
from mqtune.language import catalogue
from mqtune.language.levels import show_level
from mqtune.lsp.diagnostics import safe
from mqtune.lsp.pointed import pointed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.language.entries import Attribute
    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.buffer import Position
    from mqtune.lsp.pointed import Pointed


def hover_text(view: FileView, position: Position) -> str:
    """Markdown about the attribute at a position, "" if there is none."""
    found = pointed(view, position)
    if found is None or found.parameter is None or not found.statement.type or not found.statement.verb:
        return ""
    statement = found.statement
    one = catalogue.parameter(statement.verb or "", statement.type or "", found.parameter.keyword)
    return "" if one is None else "\n".join(f"{line}  " for line in [*facts(found, one), *value(found)])


def facts(found: Pointed, one: Attribute) -> list[str]:
    """What the catalogue has on an attribute."""
    lines = [f"**{one.keyword}** of {one.type}: {one.kind}"]
    if one.words:
        lines.append(f"values: {', '.join(one.words)}")
    if one.minimum is not None and one.maximum is not None:
        lines.append(f"range: {one.minimum} to {one.maximum}{f' {one.unit}' if one.unit else ''}")
    if one.max_length:
        lines.append(f"length: at most {one.max_length} characters")
    default = one.default_for(found.statement.subtype or "", found.manager.platform)
    if default is not None and not one.doubtful("default"):
        lines.append(f"default: {default or 'blank'}")
    if one.introduced is not None and not one.doubtful("introduced"):
        lines.append(f"since: {show_level(one.introduced)}")
    return lines


def value(found: Pointed) -> list[str]:
    """The value that the files set in the queue manager, with its position."""
    statement = found.statement
    keyword = canonical_keywords(statement.type or "").get(found.parameter.keyword if found.parameter else "")
    object = found.manager.find(name_space(statement.type or "", statement.subtype), statement.name or "")
    if keyword is None or object is None:
        return []
    text = object.value(keyword)
    place = object.origin(keyword).place()
    if text is None or place is None:
        return []
    shown = safe(f"{keyword}({text})").replace("`", "'")
    return [f"set to: `{shown}`, {place.file} line {place.span.line}"]
