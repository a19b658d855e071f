"""The tokens of a CCDT's text, with their positions. Every character belongs to exactly one token.

The patterns of what the Java client accepts are those of `grammars/ccdt.lark`; the others here serve to
continue after an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.syntax.ccdt._terminals import BARE, BLANK, PLACEHOLDER
from mqtune.syntax.ccdt._terminals import STRING as GOOD_STRING
from mqtune.syntax.ccdt.tree import Token
from mqtune.text.spans import Span

BLANKS = "blank"
STRING = "string"
FAULTY_STRING = "faulty-string"  # not closed on its line, or with an escape sequence that JSON does not allow
WORD = "word"  # an unquoted word, a number, true, false, null
HOLE = "hole"  # a template placeholder without quotation marks
SIGN = "sign"
COMMENT = "comment"
EQUALS = "equals"
STRAY = "stray"
AFTER = "after"  # after the last brace
SKIPPED = "skipped"  # skipped after an error

LEXEME = re.compile(
    rf"(?P<blank>{BLANK})|(?P<string>{GOOD_STRING})|(?P<hole>{PLACEHOLDER})|(?P<word>{BARE})"
    r"|(?P<comment>//[^\n\r]*+|/\*(?s:.*?)(?:\*/|\Z)|\#[^\n\r]*+|\{\#[^#]{0,300}\#\})"
    r"|(?P<sign>[{}\[\]:,;])"
    r"|(?P<faulty>\"(?>(?:[^\"\\\x00\n\r]++|\\[^\x00\n\r]?)*)\"?|'(?>(?:[^'\\\x00\n\r]++|\\[^\x00\n\r]?)*)'?)"
    r"|(?P<equals>=>?)"
    r"|(?P<stray>[\x00\\/])"
)
KINDS = {"faulty": FAULTY_STRING}
IN_ONE_LINE = frozenset((STRING, WORD, SIGN, EQUALS))

# where reading continues after a string that is not closed: the next line that begins like a member
RESUME = re.compile(r"[\n\r][ \t]*(?=\"(?:[^\"\\\n\r]|\\.)*\"[ \t]*:|[}\]{])")
LINE_END = re.compile(r"\r\n|\n|\r")


class Lexeme(Token):
    """A token with its position: where it starts and ends (lines and columns from 1)."""

    __slots__ = ("column", "end_column", "end_line", "line")

    def __init__(self, kind: str, text: str, line: int, column: int) -> None:
        self.kind = kind
        self.text = text
        self.line = line
        self.column = column
        self.end_line = line
        self.end_column = column + len(text)
        if kind not in IN_ONE_LINE and ("\n" in text or "\r" in text):
            ends = list(LINE_END.finditer(text))
            self.end_line += len(ends)
            self.end_column = len(text) - ends[-1].end() + 1

    def span(self) -> Span:
        """The span of the token, without the blanks at the end of a placeholder."""
        end = self.end_column
        if self.kind == HOLE:
            end -= len(self.text) - len(self.text.rstrip())
        return Span(self.line, self.column, self.end_line, end)

    def end(self) -> Span:
        """The empty span after the token."""
        return Span(self.end_line, self.end_column, self.end_line, self.end_column)


class Scanner:
    """Splits a text into lexemes, one at a time, so that the parser can choose where to continue."""

    __slots__ = ("column", "line", "offset", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.offset = 0
        self.line = 1
        self.column = 1

    def __iter__(self) -> Iterator[Lexeme]:
        text, size, read = self.text, len(self.text), LEXEME.match
        while self.offset < size:
            match = read(text, self.offset)
            if match is None or match.lastgroup is None:
                raise AssertionError(f"no lexeme at offset {self.offset}")
            yield self.take(KINDS.get(match.lastgroup, match.lastgroup), match.end())

    def take(self, kind: str, end: int) -> Lexeme:
        """The lexeme from here to an offset."""
        lexeme = Lexeme(kind, self.text[self.offset : end], self.line, self.column)
        self.offset = end
        self.line = lexeme.end_line
        self.column = lexeme.end_column
        return lexeme

    def rest(self, kind: str) -> Lexeme:
        """The remaining text as one lexeme."""
        return self.take(kind, len(self.text))

    def to_next_member(self) -> Lexeme:
        """The text before the next line that looks like a member, or the remaining text if there is none."""
        match = RESUME.search(self.text, self.offset)
        return self.take(SKIPPED, match.end() if match else len(self.text))
