"""A file as a front end shows it: lines that are safe to print, secrets masked, words with their kinds.

Only this module converts columns of the file into columns of the printed text.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from mqtune.present.excerpt import indent
from mqtune.present.redact import FileText
from mqtune.session.workspace import Workspace
from mqtune.syntax.ccdt.tree import ARRAY, OBJECT, STRING
from mqtune.syntax.document import CCDT, MQSC
from mqtune.syntax.mqsc.tree import COMMENT
from mqtune.text.editing import Span
from mqtune.text.messages import Shown, shown
from mqtune.text.source import decode, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol

    from mqtune.session.loading import Tree
    from mqtune.syntax.ccdt.tree import CcdtFile, Node
    from mqtune.syntax.document import Document
    from mqtune.syntax.ini.tree import IniFile
    from mqtune.syntax.mqsc.tree import Command, Script
    from mqtune.syntax.mqsc.words import Parameter

    class TokensByLine(Protocol):
        """The tokens of one document, by line."""

        def line(self, number: int) -> list[Token]:
            """Return the tokens of a document line, counted from 1."""


# Words with their kinds, from the session's syntax trees. Tokens are made only for the lines that are
# displayed, so that a long file costs nothing at the start. A front end chooses the colours.

COMMENTARY = "comment"
DIRECTIVE = "directive"
VERB = "verb"
TYPE = "type"
KEYWORD = "keyword"
VALUE = "value"
TEXT = "string"
HEADER = "header"
KINDS = (COMMENTARY, DIRECTIVE, VERB, TYPE, KEYWORD, VALUE, TEXT, HEADER)

# start and end column, from 1 and one past the end, and the kind
Token = tuple[int, int, str]
ENDLESS = 1 << 30


class FileTokens:
    """The tokens of one file, with all documents it contains."""

    __slots__ = ("_embedded", "_unembedded")

    def __init__(self, trees: Iterable[Tree]) -> None:
        self._unembedded: list[TokensByLine] = []
        self._embedded: dict[int, list[Token]] = {}
        for tree in trees:
            tokens = tokens_of(tree)
            if tree.document.map is None:
                self._unembedded.append(tokens)
            else:
                self._embed(tree.document, tokens)

    def line(self, number: int) -> list[Token]:
        """Return the tokens of a line of the file, counted from 1, in order."""
        line_tokens = [token for tokens in self._unembedded for token in tokens.line(number)]
        return sorted(line_tokens + self._embedded.get(number, []))

    def _embed(self, document: Document, tokens: TokensByLine) -> None:
        """Add the tokens of an embedded document at their places in the file."""
        for number in range(1, document.text.count("\n") + 2):
            for start, end, kind in tokens.line(number):
                last = min(end, len(document.text) + 1)
                span = document.place(Span(number, start, number, last)).span
                if span.line == span.end_line and span.column < span.end_column:
                    self._embedded.setdefault(span.line, []).append((span.column, span.end_column, kind))


def tokens_of(tree: Tree) -> TokensByLine:
    """Return the tokens of one document."""
    if tree.document.kind == MQSC:
        return ScriptTokens(tree)  # type: ignore[arg-type]
    pieces = ccdt_pieces(tree) if tree.document.kind == CCDT else ini_pieces(tree)  # type: ignore[arg-type]
    return LineTokens(pieces)


class LineTokens:
    """Tokens that are all made at once: for documents that are small, or read as a whole."""

    __slots__ = ("_by_line",)

    def __init__(self, pieces: Iterable[tuple[Span, str]]) -> None:
        self._by_line: dict[int, list[Token]] = {}
        for span, kind in pieces:
            for number, start, end in _lines_of(span):
                self._by_line.setdefault(number, []).append((start, end, kind))

    def line(self, number: int) -> list[Token]:
        """The tokens of a line, from 1."""
        return self._by_line.get(number, [])


class ScriptTokens:
    """The tokens of a script, made command by command when one of its lines is displayed."""

    __slots__ = ("_firsts", "_tokens", "script")

    def __init__(self, script: Script) -> None:
        self.script = script
        self._firsts = [command.first for command in script.commands]
        self._tokens: dict[int, LineTokens] = {}

    def line(self, number: int) -> list[Token]:
        """The tokens of a line, from 1."""
        if number > len(self.script.lines):
            return []
        line = self.script.lines[number - 1]
        if line.kind == COMMENT:
            return [(1, ENDLESS, DIRECTIVE if line.directive else COMMENTARY)]
        tokens: list[Token] = []
        index = bisect_right(self._firsts, number - 1) - 1
        # a line may have several commands, separated by semicolons
        while index >= 0 and self.script.commands[index].last >= number - 1:
            tokens += self._command(index).line(number)
            index -= 1
        return tokens

    def _command(self, index: int) -> LineTokens:
        tokens = self._tokens.get(index)
        if tokens is None:
            tokens = self._tokens[index] = LineTokens(command_pieces(self.script.commands[index]))
        return tokens


def command_pieces(command: Command) -> Iterator[tuple[Span, str]]:
    """Yield the words of a command: verb, object word, keywords, values."""
    for position, (number, word) in enumerate(command.words()):
        kind = VERB if position == 0 else TYPE if position == 1 else KEYWORD
        yield from _word_pieces(command, number, word, kind)


def _word_pieces(command: Command, number: int, word: Parameter, kind: str) -> Iterator[tuple[Span, str]]:
    yield command.span(number, word.keyword_extent), kind
    for value in word.values or ():
        yield command.span(number, value.extent), TEXT if value.quoted else VALUE


def ini_pieces(file: IniFile) -> Iterator[tuple[Span, str]]:
    """Yield headers, keys, values and comments of an ini file."""
    for span, text in file.comments:
        yield span, DIRECTIVE if "mqtune:" in text else COMMENTARY
    entries = list(file.orphans)
    for stanza in file.stanzas:
        yield stanza.header_span, HEADER
        entries += stanza.entries
    for entry in entries:
        yield entry.key_span, KEYWORD
        yield entry.value_span, VALUE
        if entry.comment_span is not None:
            yield entry.comment_span, COMMENTARY


def ccdt_pieces(file: CcdtFile) -> Iterator[tuple[Span, str]]:
    """Yield keys and values of a client channel table."""
    waiting: list[Node] = [file.root] if file.root is not None else []
    while waiting:
        node = waiting.pop()
        if node.kind == OBJECT:
            for member in node.members:
                yield member.key_span, KEYWORD
                waiting.append(member.value)
        elif node.kind == ARRAY:
            waiting += node.items
        else:
            yield node.span, TEXT if node.kind == STRING else VALUE


def _lines_of(span: Span) -> Iterator[tuple[int, int, int]]:
    """Yield a span line by line: number, start and end column."""
    for number in range(span.line, span.end_line + 1):
        start = span.column if number == span.line else 1
        end = span.end_column if number == span.end_line else ENDLESS
        if end > start:
            yield number, start, end


# Lines.

MOST_COLUMNS = 4000  # of one line: a JSON file on a single line would otherwise be one very long row


@dataclass(frozen=True, slots=True)
class ViewLine:
    """One line: its number, its printed text, and its words with printed columns (from 0) and kinds."""

    number: int
    text: str
    words: tuple[Token, ...]


class SourceView:
    """The lines of one file. `name` is the shown path; `count` the number of lines."""

    __slots__ = ("_file", "_tokens", "count", "name", "width")

    def __init__(self, name: str, file: FileText, tokens: FileTokens) -> None:
        self.name = name
        self._file = file
        self._tokens = tokens
        text, starts = file.index.text, file.index.starts
        self.count = len(starts) - (len(starts) > 1 and starts[-1] == len(text))
        self.width = min(MOST_COLUMNS, max(map(len, text.split("\n"))))

    def line(self, number: int) -> ViewLine:
        """Return line `number`, counted from 1."""
        printed = self._shown(number)
        words = tuple(
            (printed.column(start), printed.column(end), kind)
            for start, end, kind in self._tokens.line(number)
            if start <= MOST_COLUMNS
        )
        return ViewLine(number, printed.text, words)

    def columns(self, number: int, span: Span) -> tuple[int, int]:
        """Return the printed columns, from 0, of a span in a line: never empty, or (0, 0) in other lines."""
        if not span.line <= number <= span.end_line:
            return (0, 0)
        printed = self._shown(number)
        end_of_line = len(printed.text.rstrip())
        start = printed.column(span.column) if number == span.line else indent(printed.text)
        end = printed.column(span.end_column) if number == span.end_line else end_of_line
        return (start, max(end, start + 1)) if number == span.line or end > start else (0, 0)

    def _shown(self, number: int) -> Shown:
        return shown(
            self._file.index.line(number, 0, MOST_COLUMNS), self._file.hidden(number, 0, MOST_COLUMNS)
        )


def source_view(workspace: Workspace, name: str, known: FileText | None = None) -> SourceView | None:
    """Return the file of a shown path; None if its text is not available. `known` saves reading it."""
    for file in workspace.session_of(name).inputs.files:
        if file.shown == name and file.source is not None:
            return SourceView(name, known or FileText(file.source.text), FileTokens(file.trees))
    text = project_text(workspace, name)
    return None if text is None else SourceView(name, FileText(text), FileTokens(()))


def project_text(workspace: Workspace, name: str) -> str | None:
    """Return the text of a project file, which findings may name but no session contains."""
    if all(estate.project.file != name for estate in workspace.estates):
        return None
    try:
        return decode(read_file(name))[0]
    except OSError:
        return None
