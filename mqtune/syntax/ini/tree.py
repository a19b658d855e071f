"""The lossless tree of an ini file: lines, stanzas and entries with their spans.

Does not know which stanzas and keys exist.
"""

from __future__ import annotations

from mqtune.syntax.document import Document
from mqtune.syntax.problem import Problem
from mqtune.text.spans import Span


class Entry:
    """One `Key=Value` line. `value` has lost blanks and the comment behind it; `has_equals` is false
    for a line that is a word alone. Spans are the document's.
    """

    __slots__ = ("comment_span", "has_equals", "key", "key_span", "span", "stanza", "value", "value_span")

    def __init__(
        self,
        stanza: Stanza,
        key: str,
        value: str,
        span: Span,
        key_span: Span,
        value_span: Span,
        has_equals: bool,
        comment_span: Span | None,
    ) -> None:
        self.stanza = stanza
        self.key = key
        self.value = value
        self.span = span
        self.key_span = key_span
        self.value_span = value_span
        self.has_equals = has_equals
        self.comment_span = comment_span


class Stanza:
    """A header and its entries, as written. `trailing` is text behind the colon that no reader sees."""

    __slots__ = ("entries", "header_span", "name", "name_span", "trailing", "trailing_span")

    def __init__(
        self, name: str, header_span: Span, name_span: Span, trailing: str, trailing_span: Span | None
    ) -> None:
        self.name = name
        self.header_span = header_span
        self.name_span = name_span
        self.trailing = trailing
        self.trailing_span = trailing_span
        self.entries: list[Entry] = []

    def get(self, key: str) -> Entry | None:
        """The entry that counts for a key: the last one, letter case ignored."""
        wanted = key.lower()
        for entry in reversed(self.entries):
            if entry.key.lower() == wanted:
                return entry
        return None


class IniFile:
    """A parsed ini document. `lines` are its lines without line ends; `comments` the spans of whole-line
    comments; `problems` the faults of form.
    """

    __slots__ = ("comments", "document", "lines", "problems", "stanzas")

    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines: list[str] = []
        self.stanzas: list[Stanza] = []
        self.comments: list[tuple[Span, str]] = []
        self.problems: list[Problem] = []

    def named(self, name: str) -> list[Stanza]:
        """All stanzas of a name, letter case ignored."""
        wanted = name.lower()
        return [stanza for stanza in self.stanzas if stanza.name.lower() == wanted]

    def get(self, stanza: str, key: str) -> Entry | None:
        """The entry that counts: in the first stanza of the name, the last entry of the key."""
        found = self.named(stanza)
        return found[0].get(key) if found else None
