"""Folding: commands and comments of several lines, stanzas, and the objects of a client channel table."""

from __future__ import annotations

from lsprotocol import types

from mqtune.lsp.features.asked import one_version
from mqtune.syntax.ccdt.tree import ARRAY, OBJECT, CcdtFile
from mqtune.syntax.mqsc.shapes import COMMENT
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mqtune.lsp.features.asked import Asked
    from mqtune.session.loading import Tree
    from mqtune.syntax.ccdt.tree import Node
    from mqtune.syntax.ini.tree import IniFile

COMMENTARY = types.FoldingRangeKind.Comment


def folding(asked: Asked, params: Any) -> list[types.FoldingRange]:
    """The ranges of a document that can be folded, from its present text."""
    view = asked.current
    if view is None:
        return []
    found = {}
    for tree in one_version(view):
        for first, last, kind in of_tree(tree):
            start = tree.document.place(Span(first, 1, first, 1)).span.line
            end = tree.document.place(Span(last, 1, last, 1)).span.line
            if end > start:
                found[view.position(start, 1)[0], view.position(end, 1)[0]] = kind
    return [types.FoldingRange(*lines, kind=kind) for lines, kind in sorted(found.items(), key=first_of)]


def first_of(pair: tuple[tuple[int, int], object]) -> tuple[int, int]:
    """The lines of a range."""
    return pair[0]


Lines = tuple[int, int, "types.FoldingRangeKind | None"]


def of_tree(tree: Tree) -> Iterator[Lines]:
    """The first and last lines, from 1, of what can be folded in one document."""
    if isinstance(tree, Script):
        for command in tree.commands:
            last = command.last if command.irregular else command.lines[-1][0]
            yield command.first + 1, last + 1, None
        yield from runs([number for number, line in enumerate(tree.lines, 1) if line.kind == COMMENT])
    elif isinstance(tree, CcdtFile):
        yield from of_table(tree)
    else:
        yield from of_ini(tree)


def of_ini(ini: IniFile) -> Iterator[Lines]:
    """The stanzas and the comments of an ini file."""
    for stanza in ini.stanzas:
        last = stanza.entries[-1].span.line if stanza.entries else stanza.header_span.line
        yield stanza.header_span.line, last, None
    yield from runs([span.line for span, _ in ini.comments])


def of_table(table: CcdtFile) -> Iterator[Lines]:
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
