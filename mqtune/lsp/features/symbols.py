"""The commands of a document, and the objects of the workspace by name."""

from __future__ import annotations

import os

from lsprotocol import types

from mqtune.estate.layout import Layouts
from mqtune.estate.statements import statements_of
from mqtune.lsp.diagnostics import range_of
from mqtune.lsp.features.asked import location, one_version
from mqtune.report.secrets import safe, safe_value
from mqtune.syntax.ccdt.tree import CcdtFile
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.spans import Span

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
    return [one for tree in one_version(view) for one in of_tree(view, tree)]


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
    whole = Span(start.line, start.column, end.end_line, end.end_column)
    type = statement.type or (statement.type_word[1].keyword if statement.type_word else "")
    name = profile(statement) if type == "AUTHREC" else statement.name
    title = f"{type}({name})" if name else type
    detail = " ".join(filter(None, (statement.verb or first.keyword, statement.subtype)))
    return symbol(view, title or first.keyword, detail, type, whole, statement.name_place().span)


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
        whole = Span(start.line, start.column, end.end_line, end.end_column)
        one = symbol(view, stanza.name, "", "stanza", whole, place(stanza.name_span).span)
        one.children = [
            symbol(view, entry.key, shown, "key", place(entry.span).span, place(entry.key_span).span)
            for entry in stanza.entries
            for shown in [safe_value(entry.key, entry.value)]
        ]
        yield one


def of_table(view: FileView, table: CcdtFile) -> Iterator[types.DocumentSymbol]:
    """The channels of a client channel table."""
    every = table.root.get("channel") if table.root is not None else None
    for entry in every.items if every is not None else ():
        name = entry.get("name")
        if name is not None and name.value is not None:
            whole, chosen = table.document.place(entry.span).span, table.document.place(name.span).span
            connection = entry.get("clientConnection")
            manager = connection.get("queueManager") if connection is not None else None
            detail = str(manager.value) if manager is not None and manager.value else ""
            yield symbol(view, f"CHANNEL({name.value})", detail, "CHANNEL", whole, chosen)


def symbol(
    view: FileView, name: str, detail: str, kind: str, whole: Span, chosen: Span
) -> types.DocumentSymbol:
    """One symbol; the protocol wants the chosen range inside the whole one, and a name."""
    outer, inner = view.span(whole), view.span(chosen)
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
    found: dict[tuple[str, str, str], types.WorkspaceSymbol] = {}
    for *_, view, manager, object in ranked[:MOST]:
        place = object.statements[0].name_place()
        other = asked.analysis.view(place.file, view.session)
        where = location(asked.analysis, other, place.span) if other is not None else None
        if where is not None:
            title = safe(f"{object.type}({object.name})")
            label = safe(manager.qualified or os.path.basename(place.file))
            kind = KINDS.get(object.type, types.SymbolKind.Object)
            one = types.WorkspaceSymbol(where, title, kind, container_name=label)
            found[title, label, str(place.key())] = one
    return list(found.values())


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
