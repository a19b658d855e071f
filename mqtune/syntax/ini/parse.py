"""Parser from an ini document to its tree of stanzas and entries.

Follows the configuration reader of the MQ classes for Java, the only one whose behaviour is known for every
kind of line. Which stanzas and keys exist is checked elsewhere.
"""

from __future__ import annotations

import re

from mqtune.syntax.document import Document
from mqtune.syntax.ini import diagnostics
from mqtune.syntax.ini.lines import (
    COMMENT_GROUP,
    DIRECTIVE_GROUP,
    NAME_GROUP,
    REST_GROUP,
    SIGN_GROUP,
    read_line,
    split_lines,
)
from mqtune.syntax.ini.tree import Entry, IniFile, Stanza
from mqtune.text.spans import Span

BLANKS = "".join(map(chr, range(33)))  # the characters that Java's trim() removes


def parse_ini(document: Document) -> IniFile:
    """The tree of an ini document, whatever its text."""
    file = IniFile(document)
    file.lines, file.ends = split_lines(document.text)
    _Reader(file).read()
    return file


class _Reader:
    """Processes the lines of one file, with the current stanza as its state."""

    __slots__ = ("file", "misplaced", "open")

    def __init__(self, file: IniFile) -> None:
        self.file = file
        self.open: Stanza | None = None
        # entries before the first header belong to this stanza, which is not part of the tree
        nowhere = Span(1, 1, 1, 1)
        self.misplaced = Stanza("", nowhere, nowhere, "", None)

    def read(self) -> None:
        for number, line in enumerate(self.file.lines, 1):
            match = read_line(line)
            if match.group(DIRECTIVE_GROUP):
                self.file.directives.append((_span(number, match, DIRECTIVE_GROUP), line))
            elif match.group(SIGN_GROUP) == ":":
                self._header(number, match)
            elif match.group(SIGN_GROUP) or match.group(NAME_GROUP):
                self._entry(number, match)
            elif match.group(COMMENT_GROUP):
                span = _span(number, match, COMMENT_GROUP)
                self.file.comments.append((span, match.group(COMMENT_GROUP)))
        self.file.diagnostics += diagnostics.of_encoding(self.file)

    def _header(self, number: int, match: re.Match[str]) -> None:
        name_span = _span(number, match, NAME_GROUP, match.start(SIGN_GROUP))
        header_span = Span(number, name_span.column, number, match.end(SIGN_GROUP) + 1)
        trailing = match.group(REST_GROUP) or ""
        self.open = Stanza(
            match.group(NAME_GROUP) or "",
            header_span,
            name_span,
            trailing,
            _span(number, match, REST_GROUP) if trailing else None,
        )
        self.file.stanzas.append(self.open)
        self.file.diagnostics += diagnostics.of_header(self.open)

    def _entry(self, number: int, match: re.Match[str]) -> None:
        sign = match.end(SIGN_GROUP) if match.group(SIGN_GROUP) else match.end(NAME_GROUP)
        key_span = _span(number, match, NAME_GROUP, match.start(SIGN_GROUP))
        value = match.group(REST_GROUP) or ""
        comment = match.start(COMMENT_GROUP)
        entry = Entry(
            self.open or self.misplaced,
            match.group(NAME_GROUP) or "",
            value,
            Span(number, key_span.column, number, max(sign, match.end(REST_GROUP)) + 1),
            key_span,
            _span(number, match, REST_GROUP, sign),
            has_equals=match.group(SIGN_GROUP) == "=",
            comment_span=_span(number, match, COMMENT_GROUP) if comment >= 0 else None,
            raw=match.string[sign:].strip(BLANKS),
            cut=comment > 0 and match.string[comment - 1] not in BLANKS,
        )
        if self.open is None:
            self.file.orphans.append(entry)
        else:
            self.open.entries.append(entry)
        self.file.diagnostics += diagnostics.of_entry(entry, self.file)


def _span(number: int, match: re.Match[str], group: int, fallback: int = 0) -> Span:
    """The span of a group on line `number`; empty at `fallback` if the group did not match."""
    start, end = match.span(group)
    if start < 0:
        start = end = fallback
    return Span(number, start + 1, number, end + 1)
