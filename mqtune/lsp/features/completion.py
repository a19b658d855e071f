"""Completion of MQSC, ini files and client channel tables, also inside manifests and shell scripts."""

from __future__ import annotations

import re

from lsprotocol import types

from mqtune.engine.format_items import written_name
from mqtune.language import catalogue
from mqtune.language.available import NEWER, REMOVED, on_platform, parse_level, reached, show_level, state
from mqtune.lsp.diagnostics import range_of
from mqtune.lsp.features.asked import moved, trees_of
from mqtune.lsp.features.offers import (
    ATTRIBUTE,
    MOST,
    NAME,
    TYPE,
    VALUE,
    Offer,
    Scope,
    names_in,
    objects,
    offers,
    typed,
)
from mqtune.session.written_names import QMGR
from mqtune.syntax.document import CCDT, INI_KINDS, MQSC
from mqtune.text.messages import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from mqtune.language.available import Level
    from mqtune.language.files import CcdtKey, IniKey
    from mqtune.language.mqsc import Attribute
    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.documents import Buffer, Position
    from mqtune.lsp.features.asked import Asked
    from mqtune.session.loading import Tree


# Offers in ini files and in client channel tables, from the text before the cursor.

HEADER = re.compile(r"\s*([A-Za-z][\w-]*)\s*:")
KEY = re.compile(r"\s*([\w-]*)\s*=\s*(.*)\Z", re.DOTALL)
# a string, perhaps open; brackets; anything else
LEXEME = re.compile(r'"(?:[^"\\\n]|\\.)*(?:"|\Z)|[\[\]{}:,]|[^"\[\]{}:,\s]+')


def ini_offers(
    kind: str, line_of: Callable[[int], str], first: int, line: int, before: str, scope: Scope
) -> Iterator[Offer]:
    """The stanzas, keys and values that fit at the cursor in an ini file."""
    if before.lstrip().startswith(("#", ";")):
        return
    stanza = ""
    for number in range(line - 1, first - 1, -1):
        header = HEADER.match(line_of(number))
        if header:
            stanza = header[1]
            break
    assignment = KEY.match(before)
    if assignment:
        key = catalogue.ini_attribute(kind, stanza, assignment[1])
        yield from ini_values(key) if key is not None else ()
        return
    for key in catalogue.ini_attributes(kind, stanza).values():
        known = state(key.introduced, key.deprecated, key.removed, scope.level) not in (NEWER, REMOVED)
        if known and on_platform(key.platforms, scope.platform) is not False:
            default = f", default {key.default}" if key.default else ""
            yield Offer(key.name, ATTRIBUTE, f"{key.kind}{default}", 1)
    if not before[:1].isspace():
        for known_stanza in {
            id(known_stanza): known_stanza for known_stanza in catalogue.ini_stanzas(kind).values()
        }.values():
            if scope.has(known_stanza.introduced, known_stanza.platforms):
                yield Offer(f"{known_stanza.name}:", TYPE, "stanza", 2)


def ini_values(key: IniKey) -> Iterator[Offer]:
    """The values of a key."""
    words = key.values or (("YES", "NO") if key.kind == "boolean" else ())
    yield from (Offer(word, VALUE, "default" if word == key.default else "") for word in words)
    if key.default and key.default not in words:
        yield Offer(key.default, VALUE, "default")


def ccdt_offers(before: str, scope: Scope, wanted: str) -> Iterator[Offer]:
    """The keys and values that fit at the cursor in a client channel table, always with quotation marks."""
    path, key, present = json_path(before)
    if not key:
        for name, child in catalogue.ccdt_children(path).items():
            if name not in present and reached(child.introduced, scope.level):
                yield Offer(name, ATTRIBUTE, child.kind)
        return
    entry = catalogue.ccdt_key(f"{path}.{key}" if path else key)
    if entry is None:
        return
    for word in entry.values:
        if reached(entry.value_levels.get(word), scope.level):
            yield Offer(word, VALUE)
    if entry.path == "channel[].name":
        for estate in scope.estates:
            for manager in estate.queue_managers:
                yield from objects(manager, "CHANNEL", ("CHANNEL/SVRCONN",), manager.label, wanted)
    if key == "queueManager":
        yield from names_in(QMGR, scope, wanted)


def json_path(before: str) -> tuple[str, str, set[str]]:
    """The path of the object at the end of a text, the key whose value is being typed, and the keys of the
    object so far.
    """
    open_parts: list[tuple[str, str]] = []  # the bracket, and the key or "[]" that leads to it
    keys: list[set[str]] = [set()]
    key, word, after_colon = "", "", False
    for lexeme in LEXEME.finditer(before):
        piece = lexeme[0]
        if piece in "{[":
            open_parts.append((piece, key))
            keys.append(set())
            key, after_colon = "", False
        elif piece in "}]":
            if open_parts:
                open_parts.pop()
                keys.pop()
            key, after_colon = "", False
        elif piece == ":":
            key, after_colon = word, True
            keys[-1].add(word)
        elif piece == ",":
            key, after_colon = "", False
        else:
            word = piece.strip('"')
    path = ""
    for bracket, name in open_parts:
        if name:
            path += f".{name}" if path else name
        if bracket == "[":
            path += "[]"
    return path, key if after_colon else "", keys[-1]


# Facts of the catalogue on an attribute or key, as lines of Markdown.


def attribute_facts(attribute: Attribute, subtype: str, platform: str | None) -> list[str]:
    """The kind, values, range, length, default and level of an attribute."""
    lines = [f"**{attribute.keyword}** of {attribute.type}: {attribute.kind}"]
    lines += accepted(attribute.words, attribute.minimum, attribute.maximum, attribute.unit)
    if attribute.max_length:
        lines.append(f"length: at most {attribute.max_length} characters")
    default = attribute.default_for(subtype, platform)
    if default is not None and not attribute.doubtful("default"):
        lines.append(f"default: {default or 'blank'}")
    if attribute.introduced is not None and not attribute.doubtful("introduced"):
        lines.append(f"since: {show_level(attribute.introduced)}")
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


KINDS = {
    "verb": types.CompletionItemKind.Keyword,
    "type": types.CompletionItemKind.Class,
    "attribute": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    NAME: types.CompletionItemKind.Reference,
}


# Completion.

WORD = re.compile(r"[^\s\"=:,\[\]{}]*\Z")
OPTIONS = types.CompletionOptions(trigger_characters=["(", "=", '"', "'"], resolve_provider=True)


def completion(asked: Asked, params: Any) -> types.CompletionList | None:
    """The words that may follow at a position."""
    view, document = asked.view, asked.document
    if view is None or document is None:
        return None
    at: Position = (params.position.line, params.position.character)
    buffer = document.buffer
    region = document_at(asked, view, at)
    if region is None:
        return None
    tree, first = region
    before = buffer.text[buffer.offset(at[0], 0) : buffer.offset(*at)]
    scope = scope_of(view, tree)
    if tree.document.kind == MQSC:
        return mqsc_completion(buffer, at, first, before, scope)
    if tree.document.kind == CCDT:
        text = buffer.text[buffer.offset(first, 0) : buffer.offset(*at)]
        prefix = WORD.search(before)
        letters = prefix[0] if prefix else ""
        marks = "" if open_string(before) else '"'
        return items(ccdt_offers(text, scope, letters.upper()), letters, buffer, at, marks)
    if tree.document.kind in INI_KINDS:
        prefix = WORD.search(before)
        every = ini_offers(tree.document.kind, buffer.line, first, at[0], before, scope)
        return items(every, prefix[0] if prefix else "", buffer, at)
    return None


def mqsc_completion(
    buffer: Buffer, at: Position, first: int, before: str, scope: Scope
) -> types.CompletionList | None:
    """The words of MQSC at a position."""
    typed_text = typed(buffer.line, first, at[0], before)
    if typed_text is None:
        return None
    every = offers(typed_text, scope)
    if not typed_text.quoted:
        every = (with_marks(offer) for offer in every)
    return items(every, typed_text.prefix, buffer, at)


def with_marks(offer: Offer) -> Offer:
    """A name as it has to be written outside of quotation marks."""
    if offer.kind == NAME:
        offer.text = written_name(offer.text)
    return offer


def open_string(before: str) -> bool:
    """Whether a string of JSON is open at the end of a line."""
    return len(re.findall(r'(?<!\\)"', before)) % 2 == 1


def document_at(asked: Asked, view: FileView, at: Position) -> tuple[Tree, int] | None:
    """The document at a position, with the line of the editor, from 0, on which it begins."""
    for tree in trees_of(view):
        lines = tree.document.map
        if lines is None:
            return tree, 0
        if not lines.lines:
            continue
        first, last = view.position(lines.lines[0], 1), view.position(lines.lines[-1], 1)
        if asked.document is not None and asked.document.buffer is not view.buffer:
            new_first = moved(view.buffer, asked.document.buffer, (first[0], 0))
            new_last = moved(view.buffer, asked.document.buffer, (last[0] + 1, 0))
            first = new_first or first
            last = (new_last[0] - 1, 0) if new_last else (max(last[0], at[0]), 0)
        end = 1 if "\n" in tree.document.text[-1:] else 0  # the line after the last one is typed next
        if first[0] <= at[0] <= last[0] + end:
            return tree, first[0]
    return None


def scope_of(view: FileView, tree: Tree) -> Scope:
    """The queue managers of a document, and its level and platform."""
    source = tree.document.source
    managers = [
        manager
        for manager in view.session.queue_managers
        if any(script.document.source.path == source.path for script in manager.scripts)
    ]
    project = view.session.project
    level = managers[0].level if managers else parse_level(project.mq_version or "")
    platform = managers[0].platform if managers else project.platform
    return Scope(view.session.estates, managers, level, platform)


def items(
    every: Iterable[Offer], prefix: str, buffer: Buffer, at: Position, marks: str = ""
) -> types.CompletionList:
    """The offers that contain what is typed, those that begin with it first."""
    wanted = prefix.upper().lstrip("'")
    end = buffer.offset(*at)
    where = range_of((buffer.position(end - len(prefix)), at))
    ranked: dict[str, tuple[tuple[int, int, str], Offer]] = {}
    for offer in every:
        upper = offer.text.upper().strip("'")
        if wanted in upper and offer.text not in ranked:
            ranked[offer.text] = ((not upper.startswith(wanted), offer.rank, offer.text), offer)
    ordered = sorted(ranked.values(), key=lambda pair: pair[0])
    result = [item(number, offer, where, marks) for number, (_, offer) in enumerate(ordered[:MOST])]
    return types.CompletionList(is_incomplete=len(ordered) > MOST, items=result)


def item(number: int, offer: Offer, where: types.Range, marks: str) -> types.CompletionItem:
    """One offer; what it inserts is exact, and what is shown of it is printable."""
    label = printable(offer.text)
    letters = offer.text.strip("'") if offer.text.startswith("'") and where.start == where.end else offer.text
    return types.CompletionItem(
        label,
        kind=KINDS[offer.kind],
        detail=printable(offer.detail) or None,
        sort_text=f"{number:04}",
        filter_text=letters if letters != label else None,
        text_edit=types.TextEdit(where, f"{marks}{offer.text}{marks}"),
        data=list(offer.about) if offer.about else None,
    )


def resolve(asked: Asked, completion_item: types.CompletionItem) -> types.CompletionItem:
    """The same item with the facts about an attribute."""
    about = completion_item.data
    if isinstance(about, (list, tuple)) and len(about) == 3:
        attribute = catalogue.parameter(*map(str, about))
        if attribute is not None:
            text = "\n".join(f"{line}  " for line in attribute_facts(attribute, "", None))
            completion_item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
    return completion_item
