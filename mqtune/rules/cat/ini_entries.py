"""Functions shared by the rules on ini files: catalogue look-up, messages and hits."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.estate.model import QueueManager
from mqtune.findings.finding import INFO, UNSAFE, Fix, ObjectName, Related
from mqtune.language.available import covered
from mqtune.language.ini import IniKey, IniStanza, ini_attribute, ini_stanza, ini_stanzas
from mqtune.language.levels import Level
from mqtune.syntax.document import MQCLIENT_INI
from mqtune.syntax.ini.diagnostics import FALSE_BLANKS, FALSE_COMMENTS
from mqtune.syntax.ini.tree import Entry, IniFile, Stanza
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.spans import Span

# the parser reports words with these characters
ODD = FALSE_BLANKS


def is_catalogued(file: IniFile) -> bool:
    """Whether the catalogue lists the stanzas of this kind of file."""
    return bool(ini_stanzas(file.document.kind))


def stanza_of(file: IniFile, stanza: Stanza) -> IniStanza | None:
    """The catalogue entry of a stanza in this kind of file."""
    return ini_stanza(file.document.kind, stanza.name)


def key_of(file: IniFile, entry: Entry) -> IniKey | None:
    """The catalogue entry of a key in its stanza."""
    return ini_attribute(file.document.kind, entry.stanza.name, entry.key)


def is_readable(word: str) -> bool:
    """Whether a name is literal text about which the parser has nothing to report."""
    if not word or has_placeholder(word) or word.startswith(FALSE_COMMENTS):
        return False
    return not any(character in ODD for character in word)


def entries(file: IniFile) -> Iterator[tuple[Entry, IniKey]]:
    """Every `Key=Value` whose key is in the catalogue."""
    for stanza in file.stanzas:
        for entry in stanza.entries:
            key = key_of(file, entry) if entry.has_equals else None
            if key is not None:
                yield entry, key


def known_values(file: IniFile) -> Iterator[tuple[Entry, IniKey]]:
    """Every `Key=Value` whose key is in the catalogue and whose value contains no placeholder."""
    for entry, key in entries(file):
        if not has_placeholder(entry.raw):
            yield entry, key


def level_of(manager: QueueManager | None) -> Level | None:
    """The declared level; None for a client's file, which has none."""
    return manager.level if manager is not None else None


def severity(manager: QueueManager | None, sure: bool = True) -> str | None:
    """None for the severity of the page; info if the catalogue is not certain or not new enough."""
    return None if sure and covered(level_of(manager)) else INFO


def sure(key: IniKey, *facts: str) -> bool:
    """Whether a catalogue entry was checked against its source and none of the given facts is in doubt."""
    return key.confidence == "high" and not any(fact in key.doubts for fact in facts)


def is_leftover(key: IniKey, level: Level | None) -> bool:
    """Whether a key is documented only for a level before the given one."""
    return key.last_known is not None and (level is None or level > key.last_known)


def effect(file: IniFile, message: str) -> str:
    """What the reader of the file does with an entry that it does not accept."""
    if file.document.kind == MQCLIENT_INI:
        return "the client uses the default without a message"
    return f"the queue manager reports {message} when it starts and continues without the setting"


IGNORED = "AMQ7075W"
INVALID = "AMQ7076E"


def replacement(file: IniFile, span: Span, content: str, message: str = "") -> tuple[Fix, ...]:
    """An unsafe fix that replaces a text; none if the file cannot be edited exactly."""
    edit = file.document.edit(span, content)
    return () if edit is None else (Fix(UNSAFE, message or f"write {content}", (edit,), restart=True),)


def hit(
    file: IniFile,
    stanza: Stanza,
    span: Span,
    message: str,
    note: str = "",
    help: str = "",
    attribute: str = "",
    severity: str | None = None,
    related: tuple[Related, ...] = (),
    fixes: tuple[Fix, ...] = (),
) -> Hit:
    """A hit in a stanza."""
    return Hit(
        file.document.place(span),
        message,
        note=note,
        help=help,
        object=ObjectName("STANZA", stanza.name),
        attribute=attribute,
        severity=severity,
        related=related,
        fixes=fixes,
    )
