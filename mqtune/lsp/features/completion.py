"""Completion of MQSC, ini files and client channel tables, also inside manifests and shell scripts."""

from __future__ import annotations

import re

from lsprotocol import types

from mqtune.formatting.spelling import written_name
from mqtune.language import catalogue
from mqtune.language.levels import parse_level
from mqtune.lsp.diagnostics import range_of
from mqtune.lsp.features.asked import trees_of
from mqtune.lsp.features.facts import attribute_facts
from mqtune.lsp.features.moved import moved
from mqtune.lsp.features.offers import MOST, NAME, Offer, Scope, offers
from mqtune.lsp.features.offers_elsewhere import ccdt_offers, ini_offers
from mqtune.lsp.features.typed import typed
from mqtune.syntax.document import CCDT, INI_KINDS, MQSC
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.buffer import Buffer, Position
    from mqtune.lsp.features.asked import Asked
    from mqtune.session.loading import Tree

KINDS = {
    "verb": types.CompletionItemKind.Keyword,
    "type": types.CompletionItemKind.Class,
    "attribute": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    NAME: types.CompletionItemKind.Reference,
}
WORD = re.compile(r"[^\s\"=:,\[\]{}]*\Z")
OPTIONS = types.CompletionOptions(trigger_characters=["(", "=", '"', "'"], resolve_provider=True)


def completion(asked: Asked, params: Any) -> types.CompletionList | None:
    """The words that may follow at a position."""
    view, document = asked.view, asked.document
    if view is None or document is None:
        return None
    at: Position = (params.position.line, params.position.character)
    buffer = document.buffer
    found = document_at(asked, view, at)
    if found is None:
        return None
    tree, first = found
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
    found = typed(buffer.line, first, at[0], before)
    if found is None:
        return None
    every = offers(found, scope)
    if not found.quoted:
        every = (with_marks(one) for one in every)
    return items(every, found.prefix, buffer, at)


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
    found: dict[str, tuple[tuple[int, int, str], Offer]] = {}
    for one in every:
        upper = one.text.upper().strip("'")
        if wanted in upper and one.text not in found:
            found[one.text] = ((not upper.startswith(wanted), one.rank, one.text), one)
    ordered = sorted(found.values(), key=lambda pair: pair[0])
    result = [item(number, one, where, marks) for number, (_, one) in enumerate(ordered[:MOST])]
    return types.CompletionList(is_incomplete=len(ordered) > MOST, items=result)


def item(number: int, one: Offer, where: types.Range, marks: str) -> types.CompletionItem:
    """One offer; what it inserts is exact, and what is shown of it is printable."""
    label = printable(one.text)
    letters = one.text.strip("'") if one.text.startswith("'") and where.start == where.end else one.text
    return types.CompletionItem(
        label,
        kind=KINDS[one.kind],
        detail=printable(one.detail) or None,
        sort_text=f"{number:04}",
        filter_text=letters if letters != label else None,
        text_edit=types.TextEdit(where, f"{marks}{one.text}{marks}"),
        data=list(one.about) if one.about else None,
    )


def resolve(asked: Asked, one: types.CompletionItem) -> types.CompletionItem:
    """The same item with the facts about an attribute."""
    about = one.data
    if isinstance(about, (list, tuple)) and len(about) == 3:
        found = catalogue.parameter(*map(str, about))
        if found is not None:
            text = "\n".join(f"{line}  " for line in attribute_facts(found, "", None))
            one.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
    return one
