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

    `value` is what the reader takes: it cuts at the first `#` or `;`. `raw` is everything behind the
    `=`, and `cut` says that the comment sign touches the value, so that the author may have meant it
    as a part of the value.
    """

    __slots__ = (
        "comment_span",
        "cut",
        "has_equals",
        "key",
        "key_span",
        "raw",
        "span",
        "stanza",
        "value",
        "value_span",
    )

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
        raw: str = "",
        cut: bool = False,
    ) -> None:
        self.stanza = stanza
        self.key = key
        self.value = value
        self.span = span
        self.key_span = key_span
        self.value_span = value_span
        self.has_equals = has_equals
        self.comment_span = comment_span
        self.raw = raw
        self.cut = cut


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

    `ends` are the line ends, one for each line: "" behind the last one where the text does not end in
    a line end. `orphans` are entries that stand before the first header, where no reader takes them.
    `directives` are the lines that only a template engine reads; with any of them, which lines the
    rendered file will hold is not known.
    """

    __slots__ = ("comments", "directives", "document", "ends", "lines", "orphans", "problems", "stanzas")

    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines: list[str] = []
        self.ends: list[str] = []
        self.stanzas: list[Stanza] = []
        self.orphans: list[Entry] = []
        self.comments: list[tuple[Span, str]] = []
        self.directives: list[tuple[Span, str]] = []
        self.problems: list[Problem] = []

    def named(self, name: str) -> list[Stanza]:
        """All stanzas of a name, letter case ignored."""
        wanted = name.lower()
        return [stanza for stanza in self.stanzas if stanza.name.lower() == wanted]

    def get(self, stanza: str, key: str) -> Entry | None:
        """The entry that counts: in the first stanza of the name, the last entry of the key."""
        found = self.named(stanza)
        return found[0].get(key) if found else None

    def text(self) -> str:
        """The document's text again, character for character."""
        return "".join(line + end for line, end in zip(self.lines, self.ends, strict=True))
