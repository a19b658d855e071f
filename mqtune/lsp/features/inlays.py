"""Inlay hints: the effective values that a command does not contain, because REPLACE or LIKE decides them."""

from __future__ import annotations

from lsprotocol import types

from mqtune.estate.events import EventKind
from mqtune.estate.keywords import name_space
from mqtune.estate.objects import LIKE
from mqtune.lsp.features.asked import location
from mqtune.report.secrets import safe, safe_value
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.statement import Statement
    from mqtune.lsp.features.asked import Asked

MOST_SHOWN = 3  # values of one hint; the tooltip has all


def inlays(asked: Asked, params: Any) -> list[types.InlayHint]:
    """The hints in a range of a document, each at the end of the line with the name of the object."""
    view = asked.view
    if view is None:
        return []
    found: dict[tuple[int, str], types.InlayHint] = {}
    first, last = params.range.start.line, params.range.end.line
    for manager in view.session.queue_managers:
        if not any(one.document.source.shown == view.source.shown for one in manager.scripts):
            continue
        for statement, what, values in decided(manager, view.source.shown):
            place = statement.name_place()
            where = location(asked.analysis, view, Span(*place.span.key()))
            if where is None or not first <= where.range.start.line <= last:
                continue
            buffer = asked.document.buffer if asked.document is not None else view.buffer
            line = where.range.start.line
            end = buffer.position(buffer.offset(line, 1 << 30))
            found.setdefault((line, what + str(values)), hint(end, what, values))
    return list(found.values())


def decided(manager: QueueManager, shown: str) -> Iterator[tuple[Statement, str, list[str]]]:
    """The commands of a file whose effective values REPLACE or LIKE decides, with these."""
    for event in manager.events:
        if event.kind == EventKind.REPLACE_RESETS and is_in(event.statement, shown):
            values = list(reset(manager, event.statement, event.object, event.keywords))
            if values:
                yield event.statement, "REPLACE resets", values
    for object in manager.objects.values():
        if object.like_name and object.statements and is_in(object.statements[0], shown):
            values = [
                f"{keyword}({safe_value(keyword, value)})"
                for keyword, value, origin in object.items()
                if origin.kind == LIKE and value != object.defaults.get(keyword)
            ]
            if values:
                yield object.statements[0], f"LIKE({safe(object.like_name)})", values


def is_in(statement: Statement, shown: str) -> bool:
    """Whether a command is in a file."""
    return statement.command.script.document.source.shown == shown


def reset(
    manager: QueueManager, statement: Statement, before: MqObject | None, keywords: tuple[str, ...]
) -> Iterator[str]:
    """The values that REPLACE resets: what applies now, and what it was."""
    object = manager.find(name_space(statement.type or "", statement.subtype), statement.name or "")
    for keyword in keywords if object is not None and before is not None else ():
        value = object.value(keyword) if object is not None else None
        if value is not None and before is not None:
            was = safe_value(keyword, before.text(keyword)) or "blank"
            yield f"{keyword}({safe_value(keyword, value)}), was {was}"


def hint(end: tuple[int, int], what: str, values: list[str]) -> types.InlayHint:
    """One hint; the whole list is its tooltip."""
    shown = "; ".join(values[:MOST_SHOWN])
    more = f"; {len(values) - MOST_SHOWN} more" if len(values) > MOST_SHOWN else ""
    tooltip = "\n".join([f"{what}:", *values]) if more else None
    return types.InlayHint(types.Position(*end), f"{what} {shown}{more}", padding_left=True, tooltip=tooltip)
