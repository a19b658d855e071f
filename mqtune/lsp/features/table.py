"""The features of the server (method of the protocol, function, options), and semantic tokens."""

from __future__ import annotations

from importlib import import_module

from lsprotocol import types

from mqtune.lsp.features.asked import one_version
from mqtune.lsp.features.completion import OPTIONS as COMPLETION
from mqtune.lsp.features.completion import completion, resolve
from mqtune.questions.source import (
    COMMENTARY,
    DIRECTIVE,
    HEADER,
    KEYWORD,
    TEXT,
    TYPE,
    VALUE,
    VERB,
    FileTokens,
    ScriptTokens,
)
from mqtune.syntax.mqsc.tree import COMMENT, Script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.features.asked import Asked
    from mqtune.syntax.mqsc.tree import Line

    Answer = Callable[[Asked, Any], Any]


# Semantic tokens: the words of a document with their kinds, from its present text.

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


Piece = tuple[int, int, str]  # column from 0, length and type

# the pieces of lines by their text and by how many words of the command come before them, at most two
KNOWN: dict[tuple[str, int], tuple[Piece, ...]] = {}
MOST_KNOWN = 200_000


def tokens(asked: Asked, params: Any) -> types.SemanticTokens | None:
    """The tokens of a document, or of the lines of a range."""
    view = asked.current
    if view is None:
        return None
    span = getattr(params, "range", None)
    first, last = (span.start.line, span.end.line) if span is not None else (0, view.buffer.lines - 1)
    trees = one_version(view)
    text = view.source.text
    if len(trees) == 1 and isinstance(trees[0], Script) and text is trees[0].document.text and is_plain(text):
        return types.SemanticTokens(encoded(of_script(trees[0], first, last)))
    return types.SemanticTokens(encoded(of_lines(view, first, last)))


def is_plain(text: str) -> bool:
    """Whether the columns and lines of an editor are those of mqtune."""
    return text.isascii() and "\r" not in text.replace("\r\n", "")


def of_script(script: Script, first: int, last: int) -> Iterator[tuple[int, int, int, str]]:
    """As `of_lines`, for a script that is a whole file. Most lines were seen before."""
    if len(KNOWN) > MOST_KNOWN:
        KNOWN.clear()
    before = words_before(script)
    slow = ScriptTokens(script)
    for number in range(first, min(last + 1, len(script.lines))):
        line = script.lines[number]
        if line.kind == COMMENT:
            if line.text:
                yield number, 0, len(line.text), KINDS[DIRECTIVE if line.directive else COMMENTARY]
            continue
        count = before.get(number)
        if count is None:
            continue
        if count < 0:  # read by the grammar, or one of several commands of the line
            for column, stop, kind in sorted(slow.line(number + 1)):
                stop = min(stop, len(line.text) + 1)
                is_number = kind == VALUE and line.text[column - 1 : stop - 1].isdigit()
                if stop > column:
                    yield number, column - 1, stop - column, NUMBER if is_number else KINDS[kind]
            continue
        pieces = KNOWN.get((line.text, count))
        if pieces is None:
            pieces = KNOWN[line.text, count] = tuple(pieces_of(line, count))
        for start, length, name in pieces:
            yield number, start, length, name


def words_before(script: Script) -> dict[int, int]:
    """How many words of its command come before each line, at most two; -1 if the line needs more care."""
    counts: dict[int, int] = {}
    for command in script.commands:
        count = 0
        for number in range(command.first, command.last + 1):
            line = script.lines[number]
            if command.irregular or number in counts:
                counts[number] = -1
            elif line.words:
                counts[number] = min(count, 2)
                count += len(line.words)
    return counts


def pieces_of(line: Line, before: int) -> Iterator[Piece]:
    """The words of a line that was read alone."""
    for at, word in enumerate(line.parameters, before):
        _, start, _, end = word.keyword_extent
        yield start, end - start, KINDS[VERB if at == 0 else TYPE if at == 1 else KEYWORD]
        for value in word.values or ():
            _, start, _, end = value.extent
            name = KINDS[TEXT] if value.quoted else NUMBER if value.raw.isdigit() else KINDS[VALUE]
            if end > start:
                yield start, end - start, name


def of_lines(view: FileView, first: int, last: int) -> Iterator[tuple[int, int, int, str]]:
    """Line, column, length and type of each token between two lines of the editor."""
    file_tokens = FileTokens(one_version(view))
    start, end = view.place((first, 0))[0], view.place((min(last, view.buffer.lines - 1), 1 << 30))[0]
    for number in range(start, end + 1):
        text = view.index.line(number)
        for column, stop, kind in file_tokens.line(number):
            before, after = view.position(number, column), view.position(number, stop)
            if before[0] == after[0] and after[1] > before[1] and first <= before[0] <= last:
                is_number = kind == VALUE and text[column - 1 : stop - 1].isdigit()
                yield before[0], before[1], after[1] - before[1], NUMBER if is_number else KINDS[kind]


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


# Features.

FIX_ALL = "source.fixAll.mqtune"  # a kind of code actions


def later(function: str) -> Answer:
    """A function, as `module:name`, whose module is imported with the first call or in a pause: the first
    diagnostics must not wait for it.
    """
    module, _, name = function.partition(":")
    LATER.append(module)

    def answer(asked: Asked, params: Any) -> Any:
        return getattr(import_module(module), name)(asked, params)

    return answer


def import_all() -> None:
    """Import what is not needed yet."""
    for module in LATER:
        import_module(module)


LATER: list[str] = []
FEATURES: tuple[tuple[str, Answer, object], ...] = (
    (types.TEXT_DOCUMENT_HOVER, later("mqtune.lsp.features.hover:hover"), None),
    (types.TEXT_DOCUMENT_DEFINITION, later("mqtune.lsp.features.navigation:definition"), None),
    (types.TEXT_DOCUMENT_REFERENCES, later("mqtune.lsp.features.navigation:references"), None),
    (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, later("mqtune.lsp.features.navigation:highlights"), None),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, later("mqtune.lsp.features.symbols:document_symbols"), None),
    (types.WORKSPACE_SYMBOL, later("mqtune.lsp.features.symbols:workspace_symbols"), None),
    (types.TEXT_DOCUMENT_FOLDING_RANGE, later("mqtune.lsp.features.symbols:folding"), None),
    (types.TEXT_DOCUMENT_COMPLETION, completion, COMPLETION),
    (types.COMPLETION_ITEM_RESOLVE, resolve, None),
    (types.TEXT_DOCUMENT_PREPARE_RENAME, later("mqtune.lsp.features.navigation:prepare"), None),
    (
        types.TEXT_DOCUMENT_RENAME,
        later("mqtune.lsp.features.navigation:rename"),
        types.RenameOptions(prepare_provider=True),
    ),
    (types.TEXT_DOCUMENT_INLAY_HINT, later("mqtune.lsp.features.symbols:inlays"), None),
    (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens, OPTIONS),
    (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, tokens, OPTIONS),
    (types.CODE_ACTION_RESOLVE, later("mqtune.lsp.features.navigation:resolve"), None),
)
# these wait for the analysis of the present texts
NEED_PRESENT = frozenset({types.TEXT_DOCUMENT_PREPARE_RENAME})
# the answers to these change any file, so that all files are found and read again before: an editor need not
# report what other programs write
NEED_DISK = frozenset({types.TEXT_DOCUMENT_RENAME})
