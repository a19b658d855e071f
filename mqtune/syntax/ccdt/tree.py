"""The lossless tree of a CCDT in JSON: every token with its span, and the values they form."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.syntax.ccdt._terminals import BARE, BLANK, PLACEHOLDER
from mqtune.syntax.ccdt._terminals import STRING as GOOD_STRING
from mqtune.syntax.document import Diagnostic, Document
from mqtune.text.editing import Span
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

OBJECT = "object"
ARRAY = "array"
STRING = "string"
INTEGER = "integer"
NUMBER = "number"  # with a fraction or an exponent
BOOLEAN = "boolean"
NULL = "null"
BARE_VALUE = "bare"  # an unquoted word that is not a JSON literal: the Java client reads it as a string
PLACEHOLDER_VALUE = "placeholder"  # `${PORT}` without quotation marks: an unknown value


class Node:
    """One JSON value. `members` for an object, `items` for an array, `value` for any other value.

    `strict` is false if the value is written in a form that RFC 8259 does not allow. `complete` is false
    for an object or array that could not be read completely, so a missing member cannot be reported. The
    value of an integer with thousands of digits is None.
    """

    __slots__ = ("_by_key", "_known", "complete", "items", "kind", "members", "span", "strict", "value")

    def __init__(self, kind: str, span: Span) -> None:
        self.kind = kind
        self.span = span
        self.members: list[Member] = []
        self.items: list[Node] = []
        self.value: str | int | float | bool | None = None
        self.strict = True
        self.complete = True
        self._by_key: dict[str, Member] = {}
        self._known = 0  # the number of members that `_by_key` contains

    def get(self, key: str) -> Node | None:
        """The value of a key, case-sensitive; the last one if the key is repeated."""
        member = self.member(key)
        return member.value if member else None

    def member(self, key: str) -> Member | None:
        """The member of a key; the last one if the key is repeated."""
        if self._known != len(self.members):
            self._by_key.update((member.key, member) for member in self.members[self._known :])
            self._known = len(self.members)
        return self._by_key.get(key)


@record
class Member:
    """A key and its value. `span` reaches from the key to the end of the value."""

    key: str
    key_span: Span
    value: Node
    span: Span


@record
class Token:
    """Part of the text; all tokens joined are the text."""

    kind: str
    text: str


class CcdtFile:
    """A parsed CCDT document. `root` is None if nothing could be read.

    `diagnostics` of kind "ccdt-refused" make the Java client reject the file; those of kind
    "ccdt-nonstandard-json" are accepted although the text is not strict JSON. `templated` means that a
    template engine adds or removes parts of the file, so its structure is unknown.
    """

    __slots__ = ("diagnostics", "document", "root", "templated", "tokens")

    def __init__(self, document: Document) -> None:
        self.document = document
        self.root: Node | None = None
        self.tokens: list[Token] = []
        self.diagnostics: list[Diagnostic] = []
        self.templated = False

    def text(self) -> str:
        """The document's text again, character for character."""
        return "".join(token.text for token in self.tokens)


# Tokens: every character belongs to exactly one. The patterns of what the Java client accepts are those of
# `grammars/ccdt.lark`; the others serve to continue after an error.

BLANKS = "blank"
FAULTY_STRING = "faulty-string"  # not closed on its line, or with an escape sequence that JSON does not allow
WORD = "word"  # an unquoted word, a number, true, false, null
HOLE = "hole"  # a template placeholder without quotation marks
SIGN = "sign"
COMMENT = "comment"
EQUALS = "equals"
STRAY = "stray"
AFTER = "after"  # after the last brace
SKIPPED = "skipped"  # skipped after an error

LEXEME = lazy_pattern(
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
RESUME = lazy_pattern(r"[\n\r][ \t]*(?=\"(?:[^\"\\\n\r]|\\.)*\"[ \t]*:|[}\]{])")
LINE_END = lazy_pattern(r"\r\n|\n|\r")


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


# Strings and unquoted words as values, following org.json.

ESCAPE = lazy_pattern(r"\\(?:u([0-9a-fA-F]{4})|(.)|$)", re.DOTALL)
CLOSED = lazy_pattern(r"\"(?>(?:[^\"\\]++|\\.)*)\"|'(?>(?:[^'\\]++|\\.)*)'", re.DOTALL)
ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

# Python refuses to convert more than 4,300 digits to a number
MOST_DIGITS = 4000

STRICT_STRING = lazy_pattern(r"\"(?>(?:[^\"\\\x00-\x1f]++|\\[\"\\/bfnrtu])*)\"")
UNDECODED = lazy_pattern(r"[\udc80-\udcff]")  # bytes that are not UTF-8
INTEGER_WORD = lazy_pattern(r"-?(?:0|[1-9][0-9]*)")
# BigDecimal, then Double.valueOf: a point or an exponent is required, and the number must be finite
DECIMAL_WORD = lazy_pattern(
    r"-?(?:[0-9]++\.?[0-9]*+|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?"
    r"|-?0[xX](?:[0-9a-fA-F]++\.?[0-9a-fA-F]*+|\.[0-9a-fA-F]+)[pP][+-]?[0-9]+[fFdD]?"
)
STRICT_NUMBER = lazy_pattern(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
WORDS: dict[str, tuple[str, bool | None]] = {
    "true": (BOOLEAN, True),
    "false": (BOOLEAN, False),
    "null": (NULL, None),
}

Scalar = tuple[str, str | int | float | bool | None, bool]  # kind, value, whether it is strict JSON


def is_closed(text: str) -> bool:
    """Whether a string ends in its quotation mark."""
    return CLOSED.fullmatch(text) is not None


def string_value(text: str) -> str:
    """The value of a string in quotation marks; an invalid escape yields the escaped character."""
    inner = text[1:-1] if is_closed(text) else text[1:]
    if "\\" not in inner:
        return inner
    # two escapes may be the surrogates of one character
    halves = ESCAPE.sub(_unescaped, inner).encode("utf-16-le", "surrogatepass")
    return halves.decode("utf-16-le", "surrogatepass")


def _unescaped(match: re.Match[str]) -> str:
    if match.group(1):
        return chr(int(match.group(1), 16))
    letter = match.group(2) or ""
    return ESCAPES.get(letter, letter)


def word_value(word: str) -> Scalar:
    """The value of an unquoted word: a JSON literal, a number, or a string."""
    lower = word.lower()
    if lower in WORDS:
        kind, value = WORDS[lower]
        return kind, value, word == lower
    if word[0] not in "-0123456789":
        return BARE_VALUE, word, False
    if _is_decimal(word):
        if DECIMAL_WORD.fullmatch(word):
            return NUMBER, _float(word), STRICT_NUMBER.fullmatch(word) is not None
        return BARE_VALUE, word, False
    if INTEGER_WORD.fullmatch(word):
        return INTEGER, int(word) if len(word) < MOST_DIGITS else None, True
    return BARE_VALUE, word, False


def _is_decimal(word: str) -> bool:
    """Whether org.json tries to read a number with a fraction: it does for `-0`, but not for `1f`."""
    return "." in word or "e" in word or "E" in word or word == "-0"


def _float(word: str) -> float | None:
    """The number as Python reads it; None for forms that only Java accepts (`1.0f`, `0x1p3`)."""
    try:
        return float(word)
    except ValueError:
        return None
