"""Semantic tokens: the words of a document with their kinds, from its present text."""

from __future__ import annotations

from lsprotocol import types

from mqtune.lsp.features.asked import one_version
from mqtune.views.highlighting import (
    COMMENTARY,
    DIRECTIVE,
    HEADER,
    KEYWORD,
    TEXT,
    TYPE,
    VALUE,
    VERB,
    FileTokens,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.features.asked import Asked

# the types of the protocol, which editors have colours for
KINDS = {
    COMMENTARY: "comment",
    DIRECTIVE: "macro",
    VERB: "keyword",
    TYPE: "type",
    KEYWORD: "property",
    VALUE: "enumMember",
    TEXT: "string",
    HEADER: "namespace",
}
NUMBER = "number"
TYPES = [*KINDS.values(), NUMBER]
NUMBERS = {name: number for number, name in enumerate(TYPES)}
OPTIONS = types.SemanticTokensLegend(TYPES, [])


def tokens(asked: Asked, params: Any) -> types.SemanticTokens | None:
    """The tokens of a document, or of the lines of a range."""
    view = asked.current
    if view is None:
        return None
    span = getattr(params, "range", None)
    first, last = (span.start.line, span.end.line) if span is not None else (0, view.buffer.lines - 1)
    return types.SemanticTokens(encoded(of_lines(view, first, last)))


def of_lines(view: FileView, first: int, last: int) -> Iterator[tuple[int, int, int, str]]:
    """Line, column, length and type of each token between two lines of the editor."""
    found = FileTokens(one_version(view))
    start, end = view.place((first, 0))[0], view.place((min(last, view.buffer.lines - 1), 1 << 30))[0]
    plain = view.source.text.isascii() and "\r" not in view.source.text.replace("\r\n", "")
    lines = view.index
    for number in range(start, end + 1):
        length = len(lines.line(number)) if plain else 0
        at = 1
        for column, stop, kind in found.line(number):
            if plain:
                left, right = max(column, at), min(stop, length + 1)
                if right > left:
                    name = KINDS[kind]
                    if kind == VALUE and lines.line(number)[left - 1 : right - 1].isdigit():
                        name = NUMBER
                    yield number - 1, left - 1, right - left, name
                    at = right
                continue
            before, after = view.position(number, column), view.position(number, stop)
            if before[0] == after[0] and after[1] > before[1] and first <= before[0] <= last:
                yield before[0], before[1], after[1] - before[1], KINDS[kind]


def encoded(every: Iterator[tuple[int, int, int, str]]) -> list[int]:
    """The tokens as the protocol has them: each relative to the one before; none overlaps another."""
    data: list[int] = []
    line = column = end = 0
    for number, start, length, kind in every:
        if number == line and start < end:
            continue
        data += (number - line, start - column if number == line else start, length, NUMBERS[kind], 0)
        line, column, end = number, start, start + length
    return data
