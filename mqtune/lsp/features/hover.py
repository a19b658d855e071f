"""Hover: names of objects, queue managers and clusters; attributes, topic strings, keys, cards of objects.

Keys are those of ini files and of client channel tables.
"""

from __future__ import annotations

import os

from lsprotocol import types

from mqtune.analysis.topology.topics import build_topics
from mqtune.estate.topic_strings import has_wildcard
from mqtune.estate.words import canonical_keywords, name_space
from mqtune.language import catalogue
from mqtune.lsp.diagnostics import range_of
from mqtune.lsp.features.asked import commands_at, covers, names_at, trees_of
from mqtune.lsp.features.completion import attribute_facts, ccdt_facts, ini_facts
from mqtune.present import answer as kinds
from mqtune.present.answer import DETAIL, Row, Target
from mqtune.present.answer_text import code, plain
from mqtune.present.layout import items_of
from mqtune.present.safe import safe, safe_value
from mqtune.present.shown import shown
from mqtune.questions import card_sources as words
from mqtune.questions.card_sources import Sources
from mqtune.questions.cards import card_of
from mqtune.session.opened import Project, Scope
from mqtune.session.written_names import CLUSTER, QMGR
from mqtune.syntax.ccdt.tree import ARRAY, OBJECT, CcdtFile
from mqtune.syntax.ini.tree import IniFile
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.editing import Span
from mqtune.text.paths import relative_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from mqtune.estate.model import QueueManager
    from mqtune.estate.statement import Statement
    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.features.asked import Asked, Found
    from mqtune.syntax.ccdt.tree import Node
    from mqtune.syntax.ini.tree import Entry
    from mqtune.syntax.mqsc.tree import Command
    from mqtune.syntax.mqsc.words import Parameter


# Cards of objects as Markdown.

# the sections of a card that fit into a hover, with the number of rows
SECTIONS = {
    words.DEFINITION: 25,
    words.FINDINGS: 6,
    "subscriptions": 10,
    words.ROUTES: 10,
    words.LOAD: 8,
    words.USES: 10,
    "members": 10,
}
MOST_CARDS = 3
INHERITED = ("from TOPIC(SYSTEM.BASE.TOPIC)", "product")  # notes of what a topic does not set


def cards_text(view: FileView, occurrences: Sequence[Found]) -> str:
    """The cards of what a name means: in several queue managers or environments, the first few."""
    targets = list(dict.fromkeys(target for occurrence in occurrences for target in targets_of(occurrence)))
    sources = sources_of(view)
    texts = [text for target in targets[:MOST_CARDS] if (text := card_text(sources, target))]
    if len(targets) > MOST_CARDS:
        texts.append(f"{len(targets) - MOST_CARDS} more objects with this name")
    return "\n\n---\n\n".join(texts)


def sources_of(view: FileView) -> Sources:
    """What cards of a workspace are made from."""
    project = Project(view.part.workspace, Scope())
    project.findings = [finding for result in view.part.results for finding in result.findings]
    return Sources(project)


def targets_of(occurrence: Found) -> list[Target]:
    """What a mention names, as the targets of cards."""
    name = occurrence.mention.name
    targets = []
    for manager, space in sorted(
        occurrence.mention.holders, key=lambda pair: pair[0].label if pair[0] else ""
    ):
        if space == CLUSTER:
            targets.append(Target(kinds.CLUSTER, name))
        elif space == QMGR:
            targets.append(Target(kinds.MANAGER, name, "", manager.qualified if manager else name))
        elif manager is not None:
            object = manager.find(space, name)
            type = object.type if object is not None else "QLOCAL" if space == "QUEUE" else space
            targets.append(Target(kinds.OBJECT, name, type, manager.qualified))
    return targets


def topic_text(view: FileView, manager: QueueManager, topic: str) -> str:
    """The card of a topic string: effective properties, subscriptions, locks."""
    return card_text(sources_of(view), Target(kinds.TOPIC, topic, "", manager.qualified))


def card_text(sources: Sources, target: Target) -> str:
    """A card as Markdown, "" if nothing is known."""
    card = card_of(sources, target)
    if card is None:
        return ""
    top = sources.workspace.first.project.folder
    lines = [f"**{plain(target.title)}** {plain(safe(card.owner))}".rstrip() + "  "]
    for title, most in ((title, SECTIONS[title]) for title in card.sections if title in SECTIONS):
        items = items_of(shown(card.sections[title]().body, DETAIL))
        rows = [item for item in items if isinstance(item, Row)]
        direct = [row for row in rows if not row.note.endswith(INHERITED)]
        if not rows:
            continue
        if title != words.DEFINITION:
            lines += ["", f"*{title}*"]
        lines.append("")
        lines += [f"- {row_text(title, row, top)}" for row in direct[:most]]
        if len(direct) > most:
            lines.append(f"- {len(direct) - most} more")
        if len(direct) < len(rows):
            lines.append(f"- {len(rows) - len(direct)} properties of SYSTEM.BASE.TOPIC")
    return "\n".join(lines)


def row_text(title: str, row: Row, top: str) -> str:
    """One row: label and text as code, then the note and the position."""
    if title == words.FINDINGS:
        return f"{row.severity} {plain(row.label)} {plain(row.text)}"
    where, text, note = "", row.text, row.note
    if row.place is not None:
        where = f"{short(row.place[0], top)}:{row.place[1]}"
        full = f"{row.place[0]}:{row.place[1]}"
        text, note = text.replace(full, where), note.replace(full, where)
    notes = ", ".join(
        plain(part) for part in (note, where) if part and part not in text and part not in note[:-1]
    )
    notes = plain(note) if where and where in note else notes
    is_value = title == words.DEFINITION and row.label and row.label == row.label.upper()
    shown = code(f"{row.label}({text})") if is_value else f"{plain(row.label)} {plain(text.strip())}".strip()
    return f"{shown} {notes}".strip()


def short(path: str, top: str) -> str:
    """A path from the folder of the project, if the file is in it."""
    relative = relative_path(path, top)
    return path if relative.startswith("..") or os.path.isabs(relative) else relative.replace(os.sep, "/")


# Hover.

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
    where = range_of(view.span(span)) if span is not None and at == position_of(params) else None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), where)


def position_of(params: Any) -> tuple[int, int]:
    """The position of a request."""
    return params.position.line, params.position.character


def hover_text(asked: Asked, view: FileView, at: tuple[int, int]) -> Shown:
    """Markdown about the word at a position, "" if nothing is known."""
    occurrences = names_at(view, at)
    if occurrences:
        return cards_text(view, occurrences), occurrences[0].mention.place.span
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
            yield from (
                (manager, statement) for statement in manager.statements if statement.command is command
            )


def attribute_text(view: FileView, manager: QueueManager, statement: Statement, parameter: Parameter) -> str:
    """An attribute: its facts, the value that the files set, and the locks of a topic string."""
    verb, type = statement.verb or "", statement.type or ""
    attribute = catalogue.parameter(verb, type, parameter.keyword) if verb and type else None
    if attribute is None:
        return ""
    lines = attribute_facts(attribute, statement.subtype or "", manager.platform)
    lines += value(manager, statement, parameter)
    text = "\n".join(f"{line}  " for line in lines)
    topic = parameter.text or ""
    if attribute.topic_string and topic and type in ("TOPIC", "SUB"):
        text += "\n\n" + topic_text(view, manager, full_topic(manager, statement, topic))
    return text


def full_topic(manager: QueueManager, statement: Statement, topic: str) -> str:
    """The topic string of a subscription with that of its topic object."""
    for subscription in manager.derived(build_topics).subscriptions if statement.type == "SUB" else ():
        if subscription.object.name == statement.name:
            topic = subscription.topic
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
            known_stanza = catalogue.ini_stanza(kind, stanza.name)
            if known_stanza is not None:
                keys = sorted(key.name for key in catalogue.ini_attributes(kind, stanza.name).values())
                listed = ", ".join(map(code, keys)) or "any"
                yield f"**{known_stanza.name}**: stanza of {kind}  \nkeys: {listed}", place.span
        for entry in stanza.entries:
            place = ini.document.place(entry.span)
            key = catalogue.ini_attribute(kind, stanza.name, entry.key)
            if key is not None and covers(place.span, line, column):
                lines = [*ini_facts(key), *effective(view, ini, stanza.name, entry)]
                yield "\n".join(f"{text}  " for text in lines), place.span


def effective(view: FileView, ini: IniFile, stanza: str, entry: Entry) -> Iterator[str]:
    """The entry that applies, if it is another one."""
    for manager in view.session.queue_managers:
        setting = manager.ini_entry(stanza, entry.key) if any(file is ini for file in manager.inis) else None
        if setting is not None and setting[1] is not entry:
            place = setting[0].document.place(setting[1].span)
            shown = code(f"{setting[1].key}={setting[1].value}")
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
