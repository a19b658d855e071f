"""What an editor shows for a word of MQSC: the facts of the catalogue, and the value that is set."""

from __future__ import annotations

from mqtune.estate.keywords import canonical_keywords, name_space
from mqtune.language import catalogue
from mqtune.lsp.diagnostics import safe
from mqtune.lsp.facts import attribute_facts
from mqtune.lsp.pointed import pointed

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    return (
        ""
        if one is None
        else "\n".join(
            f"{line}  "
            for line in [
                *attribute_facts(one, statement.subtype or "", found.manager.platform),
                *value(found),
            ]
        )
    )


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
