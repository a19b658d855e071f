"""Rules on the names in ini files: stanzas and keys that a kind of file does not have, and host addresses.

What all rules on ini files share comes first: catalogue look-up, messages, hits.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import QueueManager
from mqtune.language import catalogue
from mqtune.language.available import Level, covered, show_level
from mqtune.language.files import (
    IniKey,
    IniStanza,
    ini_attribute,
    ini_attributes,
    ini_kinds_with,
    ini_stanza,
    ini_stanzas,
)
from mqtune.rules.cat.display import corrected, fault_of
from mqtune.rules.common import suggest, unavailable
from mqtune.syntax.carriers.recognise import TRACE_STANZAS
from mqtune.syntax.document import MQAT_INI, MQCLIENT_INI, has_placeholder
from mqtune.syntax.ini.parse import FALSE_BLANKS, FALSE_COMMENTS
from mqtune.syntax.ini.tree import Entry, IniFile, Stanza
from mqtune.syntax.mqsc.values import read_connections
from mqtune.text.editing import Span
from mqtune.text.finding import INFO, UNSAFE, Fix, ObjectName, Related
from mqtune.text.messages import allowed_list

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


# Stanzas and keys.


@rule("CAT050")
def unknown_stanza(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A stanza that does not exist in any of MQ's ini files."""
    for stanza in _unknown_stanzas(file):
        if _homes(stanza):
            continue
        known = ini_stanzas(file.document.kind)
        level, platform = level_of(manager), manager.platform if manager is not None else None
        objections = {
            name: unavailable(level, platform, candidate.introduced, platforms=candidate.platforms)
            for name, candidate in known.items()
        }
        close = suggest(stanza.name.lower(), objections)
        name = known[close.word].name if close.word else ""
        yield hit(
            file,
            stanza,
            stanza.name_span,
            f"unknown stanza {stanza.name} in {file.document.kind}",
            help=close.help("closest known stanza", "remove it, or correct its name", name),
            severity=severity(manager),
            fixes=replacement(file, stanza.name_span, name) if close.writable else (),
        )


@rule("CAT051")
def misplaced_stanza(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A stanza that belongs to another of MQ's ini files."""
    for stanza in _unknown_stanzas(file):
        homes = _homes(stanza)
        if homes:
            yield hit(
                file,
                stanza,
                stanza.name_span,
                f"stanza {stanza.name} belongs in {allowed_list(homes)}, not in {file.document.kind}",
                help=f"move it to {homes[0]}",
                severity=severity(manager, _is_named(file)),
            )


def _unknown_stanzas(file: IniFile) -> Iterator[Stanza]:
    """The stanzas that this kind of file does not have, except keys written with a colon."""
    if not is_catalogued(file):
        return
    above: Stanza | None = None
    for stanza in file.stanzas:
        known = stanza_of(file, stanza)
        if known is None and is_readable(stanza.name) and meant_key(file, stanza, above) is None:
            yield stanza
        above = stanza if known is not None else above


def _homes(stanza: Stanza) -> tuple[str, ...]:
    """The other kinds of file that have the stanza."""
    return ini_kinds_with(stanza.name) or ((MQAT_INI,) if stanza.name.lower() in TRACE_STANZAS else ())


def _is_named(file: IniFile) -> bool:
    """Whether the file name gives the kind of file; otherwise it was recognised by its contents."""
    return file.document.kind in f"{file.document.source.shown}{file.document.container}".lower()


def meant_key(file: IniFile, stanza: Stanza, above: Stanza | None) -> str | None:
    """The key that a header was intended to be: a key of the preceding stanza, followed by a value."""
    if above is None or not stanza.trailing:
        return None
    key = ini_attributes(file.document.kind, above.name).get(stanza.name.lower())
    return key.name if key is not None else None


@rule("CAT065")
def colon_instead_of_equals(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A key of the preceding stanza that is written with a colon instead of an equals sign."""
    if not is_catalogued(file):
        return
    above: Stanza | None = None
    for stanza in file.stanzas:
        key = meant_key(file, stanza, above)
        if key is not None and above is not None:
            start, end = stanza.header_span, stanza.trailing_span or stanza.header_span
            span = Span(start.line, start.column, end.end_line, end.end_column)
            corrected = f"{stanza.name}={stanza.trailing}"
            yield hit(
                file,
                stanza,
                span,
                f"{key} of {above.name} is written with a colon and starts stanza {stanza.name}",
                note=f"{key} keeps its default, and {above.name} loses the keys below it",
                help=f"write {corrected}",
                attribute=key,
                fixes=replacement(file, span, corrected),
            )
        elif stanza_of(file, stanza) is not None:
            above = stanza


@rule("CAT052")
def unknown_key(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A key that is not valid in its stanza or in any other stanza of the file."""
    for entry, stanza in _unknown_entries(file):
        if _owners(file, entry):
            continue
        known = ini_attributes(file.document.kind, entry.stanza.name)
        objections = {name: objection_to_key(candidate, manager) for name, candidate in known.items()}
        close = suggest(entry.key.lower(), objections)
        name = known[close.word].name if close.word else ""
        if stanza.open and not close.word:
            continue  # the stanza accepts undocumented keys
        level = INFO if stanza.open or stanza.confidence != "high" else severity(manager)
        help = close.help("closest known key", _elsewhere(entry.key), name)
        yield hit(
            file,
            entry.stanza,
            entry.key_span,
            f"unknown key {entry.key} in stanza {stanza.name}",
            note="the stanza accepts undocumented keys" if stanza.open else effect(file, IGNORED),
            help=help or f"remove it; the stanza accepts {allowed_list(key.name for key in known.values())}",
            attribute=entry.key,
            severity=level,
            fixes=replacement(file, entry.key_span, name) if close.writable else (),
        )


def objection_to_key(key: IniKey, manager: QueueManager | None) -> str:
    """What prevents the use of a key, "" if nothing does."""
    level, platform = level_of(manager), manager.platform if manager is not None else None
    if is_leftover(key, level):
        return f"is documented only for {show_level(key.last_known or ())}"
    return unavailable(level, platform, key.introduced, key.deprecated, key.removed, key.platforms)


@rule("CAT053")
def misplaced_key(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A key that belongs to another stanza of the same file."""
    for entry, stanza in _unknown_entries(file):
        owners = _owners(file, entry)
        if owners and not stanza.open:
            exists = any(header.name.lower() == owners[0].lower() for header in file.stanzas)
            place = f"{owners[0]}:" if exists else f"a header {owners[0]}:, or remove it"
            yield hit(
                file,
                entry.stanza,
                entry.key_span,
                f"{entry.key} is a key of stanza {allowed_list(owners)}, not of {stanza.name}",
                note=effect(file, IGNORED),
                help=f"move it below {place}",
                attribute=entry.key,
                severity=severity(manager),
            )


def _unknown_entries(file: IniFile) -> Iterator[tuple[Entry, IniStanza]]:
    """Entries of known stanzas whose keys the catalogue does not list there."""
    for stanza in file.stanzas:
        known = stanza_of(file, stanza)
        if known is None or known.any_key:
            continue
        keys = ini_attributes(file.document.kind, stanza.name)
        for entry in stanza.entries:
            word = entry.key.lower()
            if entry.has_equals and is_readable(entry.key) and word not in keys:
                yield entry, known


def _owners(file: IniFile, entry: Entry) -> list[str]:
    """The stanzas of this kind of file that have a key; none if they are too many to suggest one."""
    kind, word = file.document.kind, entry.key.lower()
    names = {stanza.name for name, stanza in ini_stanzas(kind).items() if word in ini_attributes(kind, name)}
    return sorted(names) if len(names) <= 3 else []


def _elsewhere(key: str) -> str:
    """The help for a key that is an MQSC attribute, "" for any other key."""
    types = [type for type in catalogue.types_with(key.upper()) if key.isalnum()]
    if not types or len(types) > 3:
        return ""
    return f"{key.upper()} is an attribute of {allowed_list(types)}: set it with MQSC"


# CAT069: addresses of other machines.

CONNECTION = "ServerConnectionParms"
KEYS = ("ReplicationAddress", CONNECTION)
PARTS = 3
TRANSPORTS = ("TCP", "LU62", "NETBIOS", "SPX")


@rule("CAT069")
def malformed_address(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """An address that does not have the form host(port), or a connection without one of its three parts."""
    for entry, key in known_values(file):
        if key.name not in KEYS or not entry.value:
            continue
        client = key.name == CONNECTION
        before, address, fault = split_connection(entry.value) if client else ("", entry.value, "")
        fault = fault or fault_of_list(address)
        if not fault:
            continue
        better = corrected(address)
        yield hit(
            file,
            entry.stanza,
            entry.value_span,
            f"{key.name} of {entry.stanza.name} is not valid: {fault}",
            note="no client that uses the file can connect" if client else "the instances cannot connect",
            help=f"write {'channel/TCP/' if client else ''}host(port)",
            attribute=key.name,
            fixes=replacement(file, entry.value_span, before + better) if better else (),
        )


def split_connection(text: str) -> tuple[str, str, str]:
    """What precedes the connection name in `channel/TCP/host(port)`, the connection name, and what is wrong
    with the parts.
    """
    parts = text.split("/", 2)
    if len(parts) < PARTS:
        return "", "", "a channel, a transport type and a connection name are needed"
    channel, transport, address = parts
    if transport.strip().upper() not in TRANSPORTS:
        return "", "", f"{transport} is not a transport type"
    is_tcp = transport.strip().upper() == TRANSPORTS[0]
    return f"{channel}/{transport}/", address if is_tcp else "", ""


def fault_of_list(text: str) -> str:
    """What is wrong with the first wrong address of a list."""
    return next(filter(None, map(fault_of, read_connections(text))), "")
