"""Parses sysctl, limits and unit files to the tree of an ini file: entries with spans, and comments.

A sysctl file is one stanza with an entry for each setting. A limits file is one stanza; the key of an entry
is `domain type item`. A unit has a stanza for each section. Sources: sysctl.conf(5), sysctl.d(5),
limits.conf(5), systemd.syntax(7). A line of another form is an entry without `=`.
"""

from __future__ import annotations

from mqtune.syntax.document import LIMITS, UNIT
from mqtune.syntax.ini.lines import split_lines
from mqtune.syntax.ini.tree import Entry, IniFile, Stanza
from mqtune.text.patterns import lazy_pattern
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.document import Document

_SETTING = lazy_pattern(r"\s*(-?[^\s=#;][^=]*?)\s*=\s*(.*?)\s*")
_LIMIT = lazy_pattern(r"\s*(\S+\s+\S+\s+\S+)\s+(\S+)\s*(#.*)?")
_SECTION = lazy_pattern(r"\s*\[([^\]]+)\]\s*")


def parse_system(document: Document) -> IniFile:
    """The tree of a file of the operating system, whatever its text."""
    file = IniFile(document)
    file.lines, file.ends = split_lines(document.text)
    stanza = stanza_at("", 1, 1, 1)
    if document.kind != UNIT:
        file.stanzas.append(stanza)
    signs = "#" if document.kind == LIMITS else "#;"
    continued: Entry | None = None
    for number, line in enumerate(file.lines, 1):
        start = len(line) - len(line.lstrip())
        text = line.strip().removeprefix("\ufeff")
        if not text:
            continued = None
        elif text[0] in signs:
            file.comments.append((Span(number, start + 1, number, len(line) + 1), text))
        elif continued is not None:
            continued.value = f"{continued.value} {text.removesuffix(chr(92)).strip()}"
            continued = continued if text.endswith("\\") else None
        elif document.kind == UNIT and (section := _SECTION.fullmatch(line)) is not None:
            stanza = stanza_at(section.group(1), number, section.start(1) + 1, section.end(1) + 1)
            file.stanzas.append(stanza)
        else:
            entry = entry_of(document.kind, stanza, number, line)
            stanza.entries.append(entry)
            if document.kind == UNIT and entry.value.endswith("\\"):
                entry.value = entry.value.removesuffix("\\").strip()
                continued = entry
    return file


def stanza_at(name: str, line: int, first: int, last: int) -> Stanza:
    """A stanza whose name is at a position."""
    span = Span(line, first, line, last)
    return Stanza(name, span, span, "", None)


def entry_of(kind: str, stanza: Stanza, number: int, line: str) -> Entry:
    """The entry of a line; a line of another form has no value."""
    match = (_LIMIT if kind == LIMITS else _SETTING).fullmatch(line)
    whole = Span(number, len(line) - len(line.lstrip()) + 1, number, len(line.rstrip()) + 1)
    if match is None:
        return Entry(stanza, line.strip(), "", whole, whole, whole, False, None)
    key = Span(number, match.start(1) + 1, number, match.end(1) + 1)
    value = Span(number, match.start(2) + 1, number, match.end(2) + 1)
    words = " ".join(match.group(1).split())
    return Entry(stanza, words, match.group(2), whole, key, value, True, None, match.group(2))
