"""The lossless tree of a CCDT in JSON: every token with its span, and the values they form."""

from __future__ import annotations

from mqtune.syntax.diagnostic import Diagnostic
from mqtune.syntax.document import Document
from mqtune.text.record import record
from mqtune.text.spans import Span

OBJECT = "object"
ARRAY = "array"
STRING = "string"
INTEGER = "integer"
NUMBER = "number"  # with a fraction or an exponent
BOOLEAN = "boolean"
NULL = "null"
BARE = "bare"  # an unquoted word that is not a JSON literal: the Java client reads it as a string
PLACEHOLDER = "placeholder"  # `${PORT}` without quotation marks: an unknown value


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
