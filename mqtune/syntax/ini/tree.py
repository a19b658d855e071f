"""The lossless tree of an ini file: lines, stanzas and entries with their spans."""

from __future__ import annotations

import re

from mqtune.syntax.document import Diagnostic, Document
from mqtune.syntax.ini._terminals import BLANK, COMMENT, DIRECTIVE, NAME, REST
from mqtune.text.editing import Span
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import field, record

# Physical lines, and the pattern that splits one into its parts, generated from the terminals of
# `grammars/qmini.lark`.

LINE_END = lazy_pattern(r"\r\n|\n|\r")

# groups: directive, name, sign, rest, comment
LINE = lazy_pattern(
    rf"(?:{BLANK})?(?:({DIRECTIVE})|({NAME})?(?:{BLANK})?(?:([:=])(?:{BLANK})?({REST})?)?)"
    rf"(?:{BLANK})?({COMMENT})?"
)

DIRECTIVE_GROUP, NAME_GROUP, SIGN_GROUP, REST_GROUP, COMMENT_GROUP = range(1, 6)


def split_lines(text: str) -> tuple[list[str], list[str]]:
    """The lines of a text and their line ends. Only LF, CRLF and CR end a line."""
    lines: list[str] = []
    ends: list[str] = []
    start = 0
    for match in LINE_END.finditer(text):
        lines.append(text[start : match.start()])
        ends.append(match.group())
        start = match.end()
    if start < len(text):
        lines.append(text[start:])
        ends.append("")
    return lines, ends


def read_line(line: str) -> re.Match[str]:
    """The parts of a line, as the groups of `LINE`. Every line matches."""
    match = LINE.fullmatch(line)
    if match is None:
        raise AssertionError(f"the line pattern does not take {line!r}")
    return match


@record
class Entry:
    """One `Key=Value` line, with document spans. `has_equals` is false for a line that is only a word.

    `value` is the value that the reader uses, without surrounding blanks: it ends at the first `#` or `;`.
    `raw` is everything after the `=`. `cut` means that the comment sign directly follows the value, so the
    author may have intended it as part of the value.
    """

    stanza: Stanza
    key: str
    value: str
    span: Span
    key_span: Span
    value_span: Span
    has_equals: bool
    comment_span: Span | None
    raw: str = ""
    cut: bool = False


@record
class Stanza:
    """A header and its entries, as written. `trailing` is text after the colon, which no reader uses."""

    name: str
    header_span: Span
    name_span: Span
    trailing: str
    trailing_span: Span | None
    entries: list[Entry] = field(init=False)

    def __post_init__(self) -> None:
        self.entries = []

    def get(self, key: str) -> Entry | None:
        """The effective entry for a key: the last one, ignoring case."""
        wanted = key.lower()
        for entry in reversed(self.entries):
            if entry.key.lower() == wanted:
                return entry
        return None


class IniFile:
    """A parsed ini document. `lines` are its lines without line ends, `comments` the spans of whole-line
    comments, `diagnostics` the diagnostics.

    `ends` are the line ends, one for each line: "" after the last line if the text does not end in a line
    end. `orphans` are entries before the first header, which no reader uses. `directives` are the lines
    that only a template engine reads; if there are any, the lines of the rendered file are unknown.
    """

    __slots__ = ("comments", "diagnostics", "directives", "document", "ends", "lines", "orphans", "stanzas")

    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines: list[str] = []
        self.ends: list[str] = []
        self.stanzas: list[Stanza] = []
        self.orphans: list[Entry] = []
        self.comments: list[tuple[Span, str]] = []
        self.directives: list[tuple[Span, str]] = []
        self.diagnostics: list[Diagnostic] = []

    def named(self, name: str) -> list[Stanza]:
        """All stanzas with a name, ignoring case."""
        wanted = name.lower()
        return [stanza for stanza in self.stanzas if stanza.name.lower() == wanted]

    def get(self, stanza: str, key: str) -> Entry | None:
        """The effective entry: the last entry of the key in the first stanza of the name."""
        stanzas = self.named(stanza)
        return stanzas[0].get(key) if stanzas else None

    def text(self) -> str:
        """The document's text again, character for character."""
        return "".join(line + end for line, end in zip(self.lines, self.ends, strict=True))
