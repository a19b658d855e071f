"""Hover: an object, a queue manager or a cluster that is named; an attribute, a topic string; a key of an ini
file or of a client channel table.
"""

from __future__ import annotations

from lsprotocol import types

from mqtune.estate.keywords import canonical_keywords, name_space
from mqtune.estate.topic_strings import has_wildcard
from mqtune.estate.topics import build_topics
from mqtune.language import catalogue
from mqtune.lsp.diagnostics import range_of
from mqtune.lsp.features.asked import trees_of
from mqtune.lsp.features.cards import cards_text, short, topic_text
from mqtune.lsp.features.facts import attribute_facts, ccdt_facts, ini_facts
from mqtune.lsp.features.spot import commands_at, covers, names_at
from mqtune.report.markdown_text import code, plain
from mqtune.report.secrets import safe_value
from mqtune.syntax.ccdt.tree import ARRAY, OBJECT, CcdtFile
from mqtune.syntax.ini.tree import IniFile
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mqtune.estate.model import QueueManager
    from mqtune.estate.statement import Statement
    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.features.asked import Asked
    from mqtune.syntax.ccdt.tree import Node
    from mqtune.syntax.ini.tree import Entry
    from mqtune.syntax.mqsc.tree import Command
    from mqtune.syntax.mqsc.words import Parameter

Shown = tuple[str, "Span | None"]  # Markdown, and the range it is about


def hover(asked: Asked, params: Any) -> types.Hover | None:
    """What is known about the word at a position."""
    at = asked.analysed((params.position.line, params.position.character))
    view = asked.view
    if view is None or at is None:
        return None
    text, span = hover_text(asked, view, at)
    if not text:
        return None
    where = range_of(view.span(span)) if span is not None and at == own(params) else None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), where)


def own(params: Any) -> tuple[int, int]:
    """The position of a request."""
    return params.position.line, params.position.character


def hover_text(asked: Asked, view: FileView, at: tuple[int, int]) -> Shown:
    """Markdown about the word at a position, "" if nothing is known."""
    found = names_at(view, at)
    if found:
        return cards_text(view, found), found[0].mention.place.span
    line, column = view.place(at)
    for tree in trees_of(view):
        if isinstance(tree, Script):
            shown = next(of_script(view, tree, line, column), None)
        elif isinstance(tree, IniFile):
            shown = next(of_ini(view, tree, line, column), None)
        else:
            shown = next(of_table(tree, line, column), None) if isinstance(tree, CcdtFile) else None
        if shown is not None and shown[0]:
            return shown
    return "", None


def of_script(view: FileView, script: Script, line: int, column: int) -> Iterator[Shown]:
    """The attribute at a position."""
    for command in commands_at(script, line):
        for number, parameter in command.words():
            place = command.place(number, parameter.extent)
            if not covers(place.span, line, column):
                continue
            for manager, statement in statements(view, command):
                if text := attribute_text(view, manager, statement, parameter):
                    yield text, place.span


def statements(view: FileView, command: Command) -> Iterator[tuple[QueueManager, Statement]]:
    """The queue managers that run a command."""
    for manager in view.session.queue_managers:
        if any(script is command.script for script in manager.scripts):
            yield from ((manager, one) for one in manager.statements if one.command is command)


def attribute_text(view: FileView, manager: QueueManager, statement: Statement, parameter: Parameter) -> str:
    """An attribute: its facts, the value that the files set, and the locks of a topic string."""
    verb, type = statement.verb or "", statement.type or ""
    one = catalogue.parameter(verb, type, parameter.keyword) if verb and type else None
    if one is None:
        return ""
    lines = attribute_facts(one, statement.subtype or "", manager.platform)
    lines += value(manager, statement, parameter)
    text = "\n".join(f"{line}  " for line in lines)
    topic = parameter.text or ""
    if one.topic_string and topic and type in ("TOPIC", "SUB"):
        text += "\n\n" + topic_text(view, manager, full_topic(manager, statement, topic))
    return text


def full_topic(manager: QueueManager, statement: Statement, topic: str) -> str:
    """The topic string of a subscription with that of its topic object."""
    for one in manager.derived(build_topics).subscriptions if statement.type == "SUB" else ():
        if one.object.name == statement.name:
            topic = one.topic
    return topic.split("/#")[0] if has_wildcard(topic) and topic.endswith("/#") else topic


def value(manager: QueueManager, statement: Statement, parameter: Parameter) -> list[str]:
    """The value that the files set in the queue manager, with its position."""
    type = statement.type or ""
    keyword = canonical_keywords(type).get(parameter.keyword)
    name = "" if type == "QMGR" else statement.name or ""
    object = manager.find(name_space(type, statement.subtype), name)
    if keyword is None or object is None:
        return []
    text, place = object.value(keyword), object.origin(keyword).place()
    if text is None or place is None:
        return []
    where = f"{short(place.file, manager.project.folder)}:{place.span.line}"
    return [f"set to: {code(f'{keyword}({safe_value(keyword, text)})')}, {plain(where)}"]


def of_ini(view: FileView, ini: IniFile, line: int, column: int) -> Iterator[Shown]:
    """The key or the stanza at a position."""
    kind = ini.document.kind
    for stanza in ini.stanzas:
        place = ini.document.place(stanza.name_span)
        if covers(place.span, line, column):
            one = catalogue.ini_stanza(kind, stanza.name)
            if one is not None:
                keys = sorted(key.name for key in catalogue.ini_attributes(kind, stanza.name).values())
                listed = ", ".join(map(code, keys)) or "any"
                yield f"**{one.name}**: stanza of {kind}  \nkeys: {listed}", place.span
        for entry in stanza.entries:
            place = ini.document.place(entry.span)
            key = catalogue.ini_attribute(kind, stanza.name, entry.key)
            if key is not None and covers(place.span, line, column):
                lines = [*ini_facts(key), *effective(view, ini, stanza.name, entry)]
                yield "\n".join(f"{text}  " for text in lines), place.span


def effective(view: FileView, ini: IniFile, stanza: str, entry: Entry) -> Iterator[str]:
    """The entry that applies, if it is another one."""
    for manager in view.session.queue_managers:
        found = manager.ini_entry(stanza, entry.key) if any(one is ini for one in manager.inis) else None
        if found is not None and found[1] is not entry:
            place = found[0].document.place(found[1].span)
            shown = code(f"{found[1].key}={found[1].value}")
            where = plain(f"{short(place.file, manager.project.folder)}:{place.span.line}")
            yield f"applies to {plain(manager.qualified)}: {shown}, {where}"


def of_table(table: CcdtFile, line: int, column: int) -> Iterator[Shown]:
    """The key at a position of a client channel table."""
    waiting: list[tuple[Node, str]] = [(table.root, "")] if table.root is not None else []
    while waiting:
        node, path = waiting.pop()
        if node.kind == ARRAY:
            waiting += [(item, f"{path}[]") for item in node.items]
        if node.kind != OBJECT:
            continue
        for member in node.members:
            inner = f"{path}.{member.key}" if path else member.key
            waiting.append((member.value, inner))
            key = catalogue.ccdt_key(inner) or catalogue.ccdt_key(f"{inner}[]")
            simple = member.value.kind not in (OBJECT, ARRAY)
            place = table.document.place(member.span if simple else member.key_span)
            if key is not None and covers(place.span, line, column):
                yield "\n".join(f"{text}  " for text in ccdt_facts(key)), place.span
