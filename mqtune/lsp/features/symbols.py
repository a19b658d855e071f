"""Symbols of a document and of the workspace, folding ranges, and inlay hints."""

from __future__ import annotations

import os

from lsprotocol import types

from mqtune.estate.events import EventKind
from mqtune.estate.objects import LIKE
from mqtune.estate.statement import statements_of
from mqtune.estate.words import Layouts, name_space
from mqtune.lsp.diagnostics import range_of
from mqtune.lsp.features.asked import location, one_version
from mqtune.present.safe import safe, safe_value
from mqtune.syntax.ccdt.tree import ARRAY, OBJECT, CcdtFile
from mqtune.syntax.mqsc.tree import COMMENT, Script
from mqtune.text.editing import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.statement import Statement
    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.features.asked import Asked
    from mqtune.session.loading import Tree
    from mqtune.syntax.ccdt.tree import Node
    from mqtune.syntax.ini.tree import IniFile
    from mqtune.syntax.mqsc.tree import Command
    from mqtune.syntax.mqsc.words import Parameter


MOST = 400  # symbols of a workspace in one answer
KINDS = {
    "QLOCAL": types.SymbolKind.Array,
    "QALIAS": types.SymbolKind.Variable,
    "QREMOTE": types.SymbolKind.Variable,
    "QMODEL": types.SymbolKind.Struct,
    "CHANNEL": types.SymbolKind.Interface,
    "TOPIC": types.SymbolKind.Namespace,
    "SUB": types.SymbolKind.Event,
    "QMGR": types.SymbolKind.Module,
    "CHLAUTH": types.SymbolKind.Key,
    "AUTHREC": types.SymbolKind.Key,
    "AUTHINFO": types.SymbolKind.Key,
}


def document_symbols(asked: Asked, params: Any) -> list[types.DocumentSymbol]:
    """The commands, stanzas and channels of a document, from its present text."""
    view = asked.current
    if view is None:
        return []
    return [entry for tree in one_version(view) for entry in of_tree(view, tree)]


def of_tree(view: FileView, tree: Tree) -> Iterator[types.DocumentSymbol]:
    """The symbols of one document."""
    if isinstance(tree, Script):
        zos = view.session.project.platform == "zos"
        for statement in statements_of(tree, Layouts(), zos):
            yield of_statement(view, statement)
    elif isinstance(tree, CcdtFile):
        yield from of_table(view, tree)
    else:
        yield from of_ini(view, tree)


def of_statement(view: FileView, statement: Statement) -> types.DocumentSymbol:
    """One command."""
    command = statement.command
    (number, first), (last_number, last) = ends_of(command)
    start, end = command.place(number, first.extent).span, command.place(last_number, last.extent).span
    extent = Span(start.line, start.column, end.end_line, end.end_column)
    type = statement.type or (statement.type_word[1].keyword if statement.type_word else "")
    name = profile(statement) if type == "AUTHREC" else statement.name
    title = f"{type}({name})" if name else type
    detail = " ".join(filter(None, (statement.verb or first.keyword, statement.subtype)))
    return symbol(view, title or first.keyword, detail, type, extent, statement.name_place().span)


def ends_of(command: Command) -> tuple[tuple[int, Parameter], tuple[int, Parameter]]:
    """The first and the last word of a command, each with the number of its line."""
    lines = command.lines
    (first, line), (last, last_line) = lines[0], lines[-1]
    return (first, line.parameter(0)), (last, last_line.parameter(len(last_line.words) - 1))


def profile(statement: Statement) -> str:
    """What an authority record is about."""
    return statement.text("PROFILE") or statement.text("OBJTYPE")


def of_ini(view: FileView, ini: IniFile) -> Iterator[types.DocumentSymbol]:
    """The stanzas with their keys."""
    place = ini.document.place
    for stanza in ini.stanzas:
        start = place(stanza.header_span).span
        end = place(stanza.entries[-1].span).span if stanza.entries else start
        extent = Span(start.line, start.column, end.end_line, end.end_column)
        outline = symbol(view, stanza.name, "", "stanza", extent, place(stanza.name_span).span)
        outline.children = [
            symbol(view, entry.key, shown, "key", place(entry.span).span, place(entry.key_span).span)
            for entry in stanza.entries
            for shown in [safe_value(entry.key, entry.value)]
        ]
        yield outline


def of_table(view: FileView, table: CcdtFile) -> Iterator[types.DocumentSymbol]:
    """The channels of a client channel table."""
    every = table.root.get("channel") if table.root is not None else None
    for entry in every.items if every is not None else ():
        name = entry.get("name")
        if name is not None and name.value is not None:
            extent, chosen = table.document.place(entry.span).span, table.document.place(name.span).span
            connection = entry.get("clientConnection")
            manager = connection.get("queueManager") if connection is not None else None
            detail = str(manager.value) if manager is not None and manager.value else ""
            yield symbol(view, f"CHANNEL({name.value})", detail, "CHANNEL", extent, chosen)


def symbol(
    view: FileView, name: str, detail: str, kind: str, extent: Span, chosen: Span
) -> types.DocumentSymbol:
    """One symbol; the protocol wants the chosen range inside the whole one, and a name."""
    outer, inner = view.span(extent), view.span(chosen)
    inner = (max(inner[0], outer[0]), min(inner[1], outer[1]))
    inner = inner if inner[0] <= inner[1] else (outer[0], outer[0])
    numbers = {"stanza": types.SymbolKind.Namespace, "key": types.SymbolKind.Property}
    return types.DocumentSymbol(
        safe(name).strip() or "?",
        KINDS.get(kind) or numbers.get(kind, types.SymbolKind.Object),
        range_of(outer),
        range_of(inner),
        detail=safe(detail) or None,
    )


def workspace_symbols(asked: Asked, params: Any) -> list[types.WorkspaceSymbol]:
    """The objects whose names contain the letters of a query in their order; exact ones first."""
    wanted = params.query.upper()
    ranked: list[tuple[Any, ...]] = []
    for view, manager in managers_of(asked):
        for object in manager.objects.values():
            if object.statements and object.name and (rank := fit(wanted, object)):
                ranked.append((rank, object.name, object.type, len(ranked), view, manager, object))
    ranked.sort()
    symbols: dict[tuple[str, str, str], types.WorkspaceSymbol] = {}
    for *_, view, manager, object in ranked[:MOST]:
        place = object.statements[0].name_place()
        target_view = asked.analysis.view(place.file, view.session)
        where = location(asked.analysis, target_view, place.span) if target_view is not None else None
        if where is not None:
            title = safe(f"{object.type}({object.name})")
            label = safe(manager.qualified or os.path.basename(place.file))
            kind = KINDS.get(object.type, types.SymbolKind.Object)
            entry = types.WorkspaceSymbol(where, title, kind, container_name=label)
            symbols[title, label, str(place.key())] = entry
    return list(symbols.values())


def managers_of(asked: Asked) -> Iterator[tuple[FileView, QueueManager]]:
    """The queue managers of each session, with one file of it."""
    views = {id(view.session): view for view in asked.analysis.files.values()}
    for view in views.values():
        yield from ((view, manager) for manager in view.session.queue_managers)


def fit(wanted: str, object: MqObject) -> int:
    """How well a query fits: 1 for a name that begins with it, 2 for one that contains it, 3 for one that
    has its letters in their order, 0 for none.
    """
    name = object.name.upper()
    if name.startswith(wanted):
        return 1
    title = f"{object.type}({name})"
    if wanted in title:
        return 2
    at = -1
    for letter in wanted:
        at = title.find(letter, at + 1)
        if at < 0:
            return 0
    return 3


# Folding: commands and comments of several lines, stanzas, objects of a client channel table.

COMMENTARY = types.FoldingRangeKind.Comment


def folding(asked: Asked, params: Any) -> list[types.FoldingRange]:
    """The ranges of a document that can be folded, from its present text."""
    view = asked.current
    if view is None:
        return []
    folds = {}
    for tree in one_version(view):
        for first, last, kind in folds_of_tree(tree):
            start = tree.document.place(Span(first, 1, first, 1)).span.line
            end = tree.document.place(Span(last, 1, last, 1)).span.line
            if end > start:
                folds[view.position(start, 1)[0], view.position(end, 1)[0]] = kind
    return [types.FoldingRange(*lines, kind=kind) for lines, kind in sorted(folds.items(), key=first_of)]


def first_of(pair: tuple[tuple[int, int], object]) -> tuple[int, int]:
    """The lines of a range."""
    return pair[0]


Lines = tuple[int, int, "types.FoldingRangeKind | None"]


def folds_of_tree(tree: Tree) -> Iterator[Lines]:
    """The first and last lines, from 1, of what can be folded in one document."""
    if isinstance(tree, Script):
        for command in tree.commands:
            last = command.last if command.irregular else command.lines[-1][0]
            yield command.first + 1, last + 1, None
        yield from runs([number for number, line in enumerate(tree.lines, 1) if line.kind == COMMENT])
    elif isinstance(tree, CcdtFile):
        yield from folds_of_table(tree)
    else:
        yield from folds_of_ini(tree)


def folds_of_ini(ini: IniFile) -> Iterator[Lines]:
    """The stanzas and the comments of an ini file."""
    for stanza in ini.stanzas:
        last = stanza.entries[-1].span.line if stanza.entries else stanza.header_span.line
        yield stanza.header_span.line, last, None
    yield from runs([span.line for span, _ in ini.comments])


def folds_of_table(table: CcdtFile) -> Iterator[Lines]:
    """The objects and lists."""
    waiting: list[Node] = [table.root] if table.root is not None else []
    while waiting:
        node = waiting.pop()
        if node.kind in (OBJECT, ARRAY):
            yield node.span.line, node.span.end_line, None
            waiting += [*node.items, *(member.value for member in node.members)]


def runs(numbers: list[int]) -> Iterator[Lines]:
    """The runs of consecutive lines."""
    first = last = -1
    for number in numbers:
        if number != last + 1:
            if last > first:
                yield first, last, COMMENTARY
            first = number
        last = number
    if last > first:
        yield first, last, COMMENTARY


# Inlay hints: effective values that a command does not contain, because REPLACE or LIKE decides them.

MOST_SHOWN = 3  # values of one hint; the tooltip has all


def inlays(asked: Asked, params: Any) -> list[types.InlayHint]:
    """The hints in a range of a document, each at the end of the line with the name of the object."""
    view = asked.view
    if view is None:
        return []
    hints: dict[tuple[int, str], types.InlayHint] = {}
    first, last = params.range.start.line, params.range.end.line
    for manager in view.session.queue_managers:
        if not any(script.document.source.shown == view.source.shown for script in manager.scripts):
            continue
        for statement, what, values in decided(manager, view.source.shown):
            place = statement.name_place()
            where = location(asked.analysis, view, Span(*place.span.key()))
            if where is None or not first <= where.range.start.line <= last:
                continue
            buffer = asked.document.buffer if asked.document is not None else view.buffer
            line = where.range.start.line
            end = buffer.position(buffer.offset(line, 1 << 30))
            hints.setdefault((line, what + str(values)), hint(end, what, values))
    return list(hints.values())


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
