"""Rules on the names in ini files: stanzas and keys that a kind of file does not have."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.findings.finding import INFO
from mqtune.language import catalogue
from mqtune.language.ini import IniKey, IniStanza, ini_attributes, ini_kinds_with, ini_stanzas
from mqtune.language.levels import show_level
from mqtune.rules.cat.ini_entries import (
    IGNORED,
    effect,
    hit,
    is_catalogued,
    is_leftover,
    is_readable,
    level_of,
    replacement,
    severity,
    stanza_of,
)
from mqtune.rules.common.suggestion import suggest, unavailable
from mqtune.syntax.carriers.ini_kinds import TRACE_STANZAS
from mqtune.syntax.document import MQAT_INI
from mqtune.syntax.ini.tree import Entry, IniFile, Stanza
from mqtune.text.spans import Span
from mqtune.text.wording import allowed_list


@rule("CAT050")
def unknown_stanza(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A stanza that does not exist in any of MQ's ini files."""
    for stanza in _unknown_stanzas(file):
        if _homes(stanza):
            continue
        known = ini_stanzas(file.document.kind)
        level, platform = level_of(manager), manager.platform if manager is not None else None
        objections = {
            name: unavailable(level, platform, one.introduced, platforms=one.platforms)
            for name, one in known.items()
        }
        close = suggest(stanza.name.lower(), objections)
        name = known[close.word].name if close.word else ""
        yield hit(
            file,
            stanza,
            stanza.name_span,
            f"unknown stanza {stanza.name} in {file.document.kind}",
            note="everything below the header is ignored",
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
                note="everything below the header is ignored in this file",
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
        objections = {name: objection_to_key(one, manager) for name, one in known.items()}
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
            there = any(one.name.lower() == owners[0].lower() for one in file.stanzas)
            place = f"{owners[0]}:" if there else f"a header {owners[0]}:, or remove it"
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
