"""Parser from an ini document to its tree of stanzas and entries, with diagnostics about the form.

Follows the configuration reader of the MQ classes for Java, the only one whose behaviour is known for every
kind of line. Which stanzas and keys exist is checked elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.language import catalogue
from mqtune.syntax.document import READ_BY_QUEUE_MANAGER, Diagnostic, Document, has_placeholder
from mqtune.syntax.ini.tree import (
    COMMENT_GROUP,
    DIRECTIVE_GROUP,
    NAME_GROUP,
    REST_GROUP,
    SIGN_GROUP,
    Entry,
    IniFile,
    Stanza,
    read_line,
    split_lines,
)
from mqtune.text.editing import Span
from mqtune.text.messages import shortened

# Diagnostics. The effects are those observed with the reader of the MQ classes for Java. The behaviour of the
# queue manager's own reader is not published, so the texts name the reader where it matters.

BEFORE_HEADER = "ini-text-before-header"
BRACKET_HEADER = "ini-bracket-header"
NO_EQUALS = "ini-no-equals"
NO_KEY = "ini-no-key"
BYTE_ORDER_MARK = "byte-order-mark"
COMMENT_SIGN = "ini-foreign-comment-marker"
NOT_ASCII = "ini-lookalike-blank"

MARK = "\ufeff"
# characters that look like a blank but become part of the word: no-break spaces, zero-width space
FALSE_BLANKS = "\u00a0\u2007\u202f\u3000\u200b\u2060" + MARK
FALSE_COMMENTS = ("*", "//", "--", "!")


def of_header(stanza: Stanza) -> Iterator[Diagnostic]:
    """Diagnostics about a header line."""
    name = stanza.name.removeprefix(MARK).lstrip()
    sign = _comment_sign(name)
    if sign:
        yield _comment(sign, stanza.name_span, f"the line starts stanza `{shortened(name)}`")
    yield from _false_blanks(name, stanza.name_span, "the stanza's name", len(stanza.name) - len(name))


def of_entry(entry: Entry, file: IniFile) -> Iterator[Diagnostic]:
    """Diagnostics about a line that is neither a header, nor a comment, nor blank."""
    if has_placeholder(entry.key):
        return
    if not file.stanzas:
        yield from _before_header(entry, file)
    elif not entry.key:
        yield Diagnostic(
            NO_KEY,
            entry.span,
            f"no key before `=` in `{shortened('=' + entry.value)}`",
            "write the key before `=`, or make the line a comment with `#`",
        )
    elif _comment_sign(entry.key):
        effect = f"the line is read as a key of stanza {entry.stanza.name}"
        yield _comment(_comment_sign(entry.key), entry.key_span, effect)
    elif not entry.has_equals:
        yield _word(entry)
    else:
        yield from _false_blanks(entry.key, entry.key_span, "the key")
        yield from _false_blanks(entry.value, entry.value_span, "the value")


def of_encoding(file: IniFile) -> Iterator[Diagnostic]:
    """Diagnostics about the first bytes of the file."""
    document = file.document
    if not document.carrier and document.source.encoding != "utf-8":
        yield Diagnostic(
            BYTE_ORDER_MARK,
            Span(1, 1, 1, 2),
            "the file is in UTF-16; MQ reads it byte by byte and finds no stanza",
            "save it as ASCII or UTF-8 without a byte order mark",
        )
    elif document.text.startswith(MARK):
        lost = (
            f"stanza `{file.stanzas[0].name[1:]}` is lost"
            if _marks_a_stanza(file)
            else "the line is read as text"
        )
        yield Diagnostic(
            BYTE_ORDER_MARK,
            Span(1, 1, 1, 2),
            f"the file begins with a byte order mark, which becomes part of line 1: {lost}",
            "save the file as UTF-8 without a byte order mark",
            replacement="",
            safe=True,
        )


def _marks_a_stanza(file: IniFile) -> bool:
    return bool(file.stanzas) and file.stanzas[0].name.startswith(MARK)


def _before_header(entry: Entry, file: IniFile) -> Iterator[Diagnostic]:
    """One diagnostic for the first line before the first header, and one for each header in brackets."""
    name = _bracketed(entry)
    if name:
        yield _bracket(entry, name, _unread(file))
    elif _first_surprise(entry, file):
        sign = _comment_sign(entry.key)
        yield Diagnostic(
            BEFORE_HEADER,
            _start(entry.key_span, sign) if sign else entry.span,
            f"`{shortened(_text(entry))}` precedes the first stanza header: {_unread(file)}",
            f"`{sign}` does not start a comment in an ini file: write `#`"
            if sign
            else f"end the header in a colon: `{entry.key}:`"
            if _is_stanza(entry)
            else "write the header to which it belongs (`Name:`) above it",
            replacement="#" if sign else None,
            safe=bool(sign),
        )


def _is_stanza(entry: Entry) -> bool:
    """Whether the line is the name of a stanza."""
    return bool(catalogue.ini_kinds_with(entry.key)) and _text(entry).strip() == entry.key


def _unread(file: IniFile) -> str:
    """What happens to a file that does not begin with a header; the reader of a client was observed."""
    if file.document.kind in READ_BY_QUEUE_MANAGER:
        return "the reader of the MQ classes for Java would use nothing of it"
    return "nothing in the file is read (AMQ9555)"


def _first_surprise(entry: Entry, file: IniFile) -> bool:
    """Whether an orphan is the first in its file and no template can insert a header above it."""
    if file.directives or entry.key.startswith(MARK):
        return False
    return file.orphans[0] is entry


def _word(entry: Entry) -> Diagnostic:
    """A line inside a stanza that is neither a header nor an entry."""
    name = _bracketed(entry)
    if name:
        return _bracket(entry, name, f"the entries below it belong to stanza {entry.stanza.name}")
    return Diagnostic(
        NO_EQUALS,
        entry.span,
        f"`{shortened(entry.key)}` is neither a stanza header nor `Key=Value`",
        "write `Key=Value`; end a header in `:`, start a comment with `#`",
    )


def _comment(sign: str, span: Span, effect: str) -> Diagnostic:
    return Diagnostic(
        COMMENT_SIGN,
        _start(span, sign),
        f"`{sign}` does not start a comment in an ini file: {effect}",
        "start the comment with `#`",
        replacement="#",
        safe=True,
    )


def _bracket(entry: Entry, name: str, effect: str) -> Diagnostic:
    return Diagnostic(
        BRACKET_HEADER,
        entry.span,
        f"`{shortened(entry.key)}` is not a valid stanza header: {effect}",
        f"write `{name}:`",
        replacement=f"{name}:",
    )


def _bracketed(entry: Entry) -> str:
    """The name in `[Name]`, or "" for any other text."""
    key = entry.key.removeprefix(MARK)
    if key.startswith("[") and key.endswith("]") and not entry.has_equals:
        return key[1:-1].strip()
    return ""


def _comment_sign(text: str) -> str:
    return next((sign for sign in FALSE_COMMENTS if text.startswith(sign)), "")


def _start(span: Span, sign: str) -> Span:
    """The span of a comment marker at the start of a word."""
    return Span(span.line, span.column, span.line, span.column + len(sign))


def _text(entry: Entry) -> str:
    """A line as written, without surrounding blanks and comment."""
    return f"{entry.key}={entry.value}" if entry.has_equals else entry.key


def _false_blanks(text: str, span: Span, what: str, skip: int = 0) -> Iterator[Diagnostic]:
    """A diagnostic if a word begins or ends in a character that only looks like a blank."""
    bare = text.strip(FALSE_BLANKS)
    if bare == text or not bare:
        return
    code = ord(text[0] if text[0] in FALSE_BLANKS else text[-1])
    yield Diagnostic(
        NOT_ASCII,
        Span(span.line, span.column + skip, span.end_line, span.end_column),
        f"U+{code:04X} is not a blank for MQ: it becomes part of {what}",
        "write a plain blank",
        replacement=bare,
        safe=True,
    )


# The parser.

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
        self.file.diagnostics += of_encoding(self.file)

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
        self.file.diagnostics += of_header(self.open)

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
        self.file.diagnostics += of_entry(entry, self.file)


def _span(number: int, match: re.Match[str], group: int, fallback: int = 0) -> Span:
    """The span of a group on line `number`; empty at `fallback` if the group did not match."""
    start, end = match.span(group)
    if start < 0:
        start = end = fallback
    return Span(number, start + 1, number, end + 1)
