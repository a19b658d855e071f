"""Parser from a CCDT document to its tree, with diagnostics for what the Java client rejects or tolerates.

The parser has its own stack, so nesting cannot exhaust Python's. After an error it continues with the
author's most likely intention. Which keys exist is checked elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable

from mqtune.syntax.ccdt import tree as kinds
from mqtune.syntax.ccdt.diagnostics import Diagnostics
from mqtune.syntax.ccdt.tree import (
    ARRAY,
    OBJECT,
    STRING,
    CcdtFile,
    Lexeme,
    Member,
    Node,
    Scanner,
    is_closed,
    string_value,
    word_value,
)
from mqtune.syntax.ccdt.tree import PLACEHOLDER_VALUE as PLACEHOLDER
from mqtune.syntax.document import Document
from mqtune.text.editing import Span

# the Java client fails between 2,000 and 3,000 levels, depending on its stack size
DEEPEST = 2000

CLOSER = {OBJECT: "}", ARRAY: "]"}
SCALARS = (kinds.STRING, kinds.FAULTY_STRING, kinds.WORD, kinds.HOLE)
MARK = "\ufeff"


def parse_ccdt(document: Document) -> CcdtFile:
    """The tree of a CCDT document, whatever its text."""
    reader = _Reader(document)
    reader.read()
    return reader.file


class _Frame:
    """An open object or array: its node, and the key whose value is expected."""

    __slots__ = ("comma", "key", "key_span", "keys", "node", "opened")

    def __init__(self, node: Node, opened: Lexeme) -> None:
        self.node = node
        self.opened = opened
        self.key = ""
        self.key_span = opened.span()
        self.comma: Lexeme | None = None  # the last separator, as long as nothing follows it
        self.keys: dict[str, Lexeme] = {}  # key -> its first occurrence


class _Reader:
    """The open objects and arrays, and the method that handles the next token."""

    __slots__ = ("arrays", "diagnostics", "file", "last", "scanner", "stack", "state")

    def __init__(self, document: Document) -> None:
        self.file = CcdtFile(document)
        self.diagnostics = Diagnostics(self.file)
        self.scanner = Scanner(document.text)
        self.stack: list[_Frame] = []
        self.arrays = 0  # open objects and arrays
        self.state: Callable[[Lexeme], None] = self._start
        self.last: Lexeme | None = None  # the last token that is neither blank nor comment

    def read(self) -> None:
        self.diagnostics.of_encoding()
        if self.file.document.text.startswith(MARK):
            self.file.tokens.append(self.scanner.take(kinds.SKIPPED, 1))
        for lexeme in self.scanner:
            self.file.tokens.append(lexeme)
            if lexeme.kind == kinds.BLANKS:
                self.diagnostics.of_blanks(lexeme)
            elif lexeme.kind == kinds.COMMENT and self.state != self._after:
                self.diagnostics.comment(lexeme)
            elif lexeme.text == "\x00" and self.state != self._after:
                self.diagnostics.nul(lexeme)
                self._skip_rest(kinds.SKIPPED)
            else:
                self.state(lexeme)
                self.last = lexeme
        self.diagnostics.at_end(self.last, [frame.opened for frame in self.stack])
        self._doubt()
        self.diagnostics.finish()

    def _skip_rest(self, kind: str) -> Lexeme:
        rest = self.scanner.rest(kind)
        self.file.tokens.append(rest)
        return rest

    # the states: which tokens are allowed

    def _start(self, lexeme: Lexeme) -> None:
        if lexeme.text == "{":
            self._open(lexeme, OBJECT)
            self.file.root = self.stack[0].node
        elif lexeme.kind == kinds.HOLE:
            self.file.templated = True
        else:
            self.diagnostics.no_object(lexeme)
            if lexeme.kind != kinds.STRAY:
                self._skip_rest(kinds.SKIPPED)

    def _key(self, lexeme: Lexeme) -> None:
        frame = self.stack[-1]
        if lexeme.kind in SCALARS:
            self._take_key(frame, lexeme)
        elif lexeme.text in ("}", "]"):
            self._close(lexeme)
        elif lexeme.text in ("{", "["):
            self._damaged("no key before", lexeme)
            self._open(lexeme, OBJECT if lexeme.text == "{" else ARRAY)
        else:
            self._damaged("no key before", lexeme)
            if lexeme.text == ":":
                frame.key = ""
                self.state = self._value

    def _take_key(self, frame: _Frame, lexeme: Lexeme) -> None:
        frame.comma = None
        frame.key_span = lexeme.span()
        if lexeme.kind == kinds.HOLE:
            frame.key = lexeme.text.strip()
            self.state = self._colon
            return
        if lexeme.kind == kinds.WORD:
            frame.key = lexeme.text
            self.diagnostics.bare_key(lexeme)
        else:
            frame.key = str(self._scalar(lexeme).value)
        first = frame.keys.setdefault(frame.key, lexeme)
        if first is not lexeme:
            self.diagnostics.duplicate(lexeme, frame.key, first)
        self.state = self._colon

    def _colon(self, lexeme: Lexeme) -> None:
        self.state = self._value
        if lexeme.text == ":":
            return
        if lexeme.kind == kinds.EQUALS:
            self.diagnostics.equals(lexeme)
            return
        if self._is_directive(lexeme):
            return
        frame = self.stack[-1]
        self._damaged(f'`:` is missing after key "{frame.key}", before', lexeme)
        if lexeme.text in (",", ";", "}", "]"):
            self.state = self._separator
            self._separator(lexeme)
        elif lexeme.kind != kinds.STRAY:
            self._value(lexeme)

    def _is_directive(self, lexeme: Lexeme) -> bool:
        """Whether a placeholder takes the position of a key, as a line for the template engine does."""
        if self.last is None or self.last.kind != kinds.HOLE:
            return False
        self.file.templated = True
        self.state = self._key
        self._key(lexeme)
        return True

    def _value(self, lexeme: Lexeme) -> None:
        frame = self.stack[-1]
        if lexeme.text in ("{", "["):
            self._open(lexeme, OBJECT if lexeme.text == "{" else ARRAY)
        elif lexeme.kind in SCALARS:
            self._add(self._scalar(lexeme))
        elif frame.node.kind == ARRAY and lexeme.text == "]":
            self._close(lexeme)
        elif frame.node.kind == ARRAY and lexeme.text == ",":
            self._hole(lexeme)
        else:
            self._damaged("no value before", lexeme)
            if lexeme.kind == kinds.SIGN and lexeme.text != ":":
                self.state = self._separator
                self._separator(lexeme)

    def _hole(self, comma: Lexeme) -> None:
        """A comma in an array with nothing before it: org.json inserts a null."""
        frame = self.stack[-1]
        self.diagnostics.hole(comma)
        frame.node.items.append(word_node("null", comma.span()))
        frame.comma = comma

    def _separator(self, lexeme: Lexeme) -> None:
        frame = self.stack[-1]
        if lexeme.text in ("}", "]"):
            self._close(lexeme)
        elif lexeme.text in (",", ";"):
            if lexeme.text == ";":
                self.diagnostics.semicolon(lexeme, lenient=frame.node.kind == OBJECT)
            frame.comma = lexeme
            self.state = self._key if frame.node.kind == OBJECT else self._value
        elif lexeme.kind == kinds.HOLE:
            self.file.templated = True
        else:
            self._no_separator(frame, lexeme)

    def _no_separator(self, frame: _Frame, lexeme: Lexeme) -> None:
        if self.last is not None and self.last.kind == kinds.HOLE:
            self.file.templated = True
        elif self.last is not None and self.last.kind != kinds.FAULTY_STRING:
            self._doubt()
            self.diagnostics.no_separator(lexeme, self.last, CLOSER[frame.node.kind])
        if lexeme.kind in SCALARS or lexeme.text in ("{", "["):
            self.state = self._key if frame.node.kind == OBJECT else self._value
            self.state(lexeme)

    def _after(self, lexeme: Lexeme) -> None:
        rest = self._skip_rest(kinds.AFTER)
        self.diagnostics.text_after(lexeme, rest)

    # the actions of the states

    def _open(self, lexeme: Lexeme, kind: str) -> None:
        if len(self.stack) >= DEEPEST:
            self.diagnostics.too_deep(lexeme, DEEPEST)
            self._skip_rest(kinds.SKIPPED)
            return
        if self.stack:
            self.stack[-1].comma = None
        self.stack.append(_Frame(Node(kind, lexeme.span()), lexeme))
        self.arrays += kind == ARRAY
        self.state = self._key if kind == OBJECT else self._value

    def _close(self, lexeme: Lexeme) -> None:
        """Close what the bracket closes; anything opened inside it has lost its own bracket."""
        kind = OBJECT if lexeme.text == "}" else ARRAY
        if self.stack[-1].node.kind != kind:
            self._damaged(f"`{CLOSER[self.stack[-1].node.kind]}` is missing before", lexeme)
            if kind == ARRAY and not self.arrays:
                return
            while self.stack[-1].node.kind != kind:
                self._finish(self.stack.pop(), lexeme, closed=False)
        frame = self.stack.pop()
        if frame.comma is not None:
            self.diagnostics.trailing_comma(frame.comma, lexeme.text)
        self._finish(frame, lexeme, closed=True)

    def _finish(self, frame: _Frame, closer: Lexeme, closed: bool) -> None:
        end = closer.span()
        line, column = (end.end_line, end.end_column) if closed else (end.line, end.column)
        start = frame.node.span
        self.arrays -= frame.node.kind == ARRAY
        frame.node.span = Span(start.line, start.column, line, column)
        if self.stack:
            self._add(frame.node)
        else:
            self.state = self._after

    def _add(self, node: Node) -> None:
        """Add a value to the innermost open object or array."""
        frame = self.stack[-1]
        frame.comma = None
        if frame.node.kind == ARRAY:
            frame.node.items.append(node)
        else:
            start = frame.key_span
            member_span = Span(start.line, start.column, node.span.end_line, node.span.end_column)
            frame.node.members.append(Member(frame.key, start, node, member_span))
        self.state = self._separator

    def _scalar(self, lexeme: Lexeme) -> Node:
        if lexeme.kind == kinds.HOLE:
            node = Node(PLACEHOLDER, lexeme.span())
            node.value = lexeme.text.strip()
            return node
        if lexeme.kind == kinds.WORD:
            node = word_node(lexeme.text, lexeme.span())
            self.diagnostics.of_word(node, lexeme)
            return node
        node = Node(STRING, lexeme.span())
        node.value = string_value(lexeme.text)
        node.strict = self.diagnostics.of_string(lexeme, str(node.value))
        if lexeme.kind == kinds.FAULTY_STRING and not is_closed(lexeme.text):
            self._doubt()
            self.file.tokens.append(self.scanner.to_next_member())
        return node

    def _damaged(self, what: str, lexeme: Lexeme) -> None:
        self._doubt()
        self.diagnostics.damaged(what, lexeme)

    def _doubt(self) -> None:
        """Mark the innermost open object or array, and those around it, as incomplete."""
        for frame in reversed(self.stack):
            if not frame.node.complete:
                return
            frame.node.complete = False


def word_node(word: str, span: Span) -> Node:
    """The node of an unquoted word."""
    kind, value, strict = word_value(word)
    node = Node(kind, span)
    node.value = value
    node.strict = strict
    return node
