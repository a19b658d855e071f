"""Rules on the structure of an ini file, and on the levels and platforms that have its stanzas and keys.

Entries may be repeated, missing or misplaced.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, Outcome, rule
from mqtune.estate.model import QueueManager
from mqtune.language.available import (
    DEPRECATED,
    REMOVED,
    needs_level,
    on_platform,
    reached,
    show_level,
    state,
)
from mqtune.language.files import ini_attributes
from mqtune.rules.cat.ini_names import (
    IGNORED,
    effect,
    entries,
    hit,
    is_leftover,
    is_readable,
    key_of,
    level_of,
    meant_key,
    replacement,
    severity,
    stanza_of,
    sure,
)
from mqtune.rules.common import introduced_later, only_on
from mqtune.syntax.document import MQCLIENT_INI, READ_BY_QUEUE_MANAGER
from mqtune.syntax.ini.parse import FALSE_BLANKS
from mqtune.syntax.ini.tree import Entry, IniFile, Stanza
from mqtune.text.editing import Span
from mqtune.text.finding import INFO, SAFE, Fix, Related
from mqtune.text.not_checked import NO_LEVEL


@rule("CAT060")
def repeated_stanza(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A stanza that appears twice in one file although it must not be repeated."""
    if file.directives:
        return  # template lines may exclude each other
    first: dict[str, Stanza] = {}
    for stanza in file.stanzas:
        known = stanza_of(file, stanza)
        if known is None or known.repeatable:
            continue
        earlier = first.setdefault(known.name, stanza)
        if earlier is stanza or not stanza.entries:
            continue
        place = file.document.place(earlier.name_span)
        yield hit(
            file,
            stanza,
            stanza.name_span,
            f"stanza {stanza.name} appears twice, first on line {earlier.name_span.line}",
            help=f"move {_listed(stanza)} below the first {earlier.name}:",
            severity=severity(manager, "repeatable" not in known.doubts),
            related=(Related(place, "the stanza that is used"),),
        )


def _listed(stanza: Stanza) -> str:
    keys = [entry.key for entry in stanza.entries]
    return ", ".join(keys[:4]) + (" and the rest" if len(keys) > 4 else "")


@rule("CAT061")
def repeated_key(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A key that appears twice in one stanza."""
    if file.directives:
        return  # template lines may exclude each other
    for stanza in file.stanzas:
        before: dict[str, list[Entry]] = {}
        for entry in stanza.entries:
            if not entry.has_equals or not is_readable(entry.key):
                continue
            key = key_of(file, entry)
            same = before.setdefault(entry.key.lower(), [])
            if same and (key.most if key else 1) <= len(same):
                yield _repeated(file, entry, same[-1])
            same.append(entry)


def _repeated(file: IniFile, entry: Entry, earlier: Entry) -> Hit:
    same = entry.value == earlier.value
    return hit(
        file,
        entry.stanza,
        entry.key_span,
        f"{entry.key} appears twice in stanza {entry.stanza.name}"
        + (" with the same value" if same else f": {entry.value} applies, {earlier.value} does not"),
        attribute=entry.key,
        severity=INFO if same else None,
        related=(Related(file.document.place(earlier.span), "the line that does not apply"),),
    )


ONE_LINE = (
    "the reader of the MQ classes for Java drops text after the colon; for qm.ini the documentation only "
    "says that items need not start on a new line (q081630_)"
)


@rule("CAT062")
def text_after_header(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """Text after the colon of a header."""
    above: Stanza | None = None
    for stanza in file.stanzas:
        known = stanza_of(file, stanza)
        text = stanza.trailing.strip(FALSE_BLANKS)
        if text and stanza.trailing_span and known is not None and meant_key(file, stanza, above) is None:
            setting = "=" in text
            allowed = setting and file.document.kind in READ_BY_QUEUE_MANAGER
            end, start = stanza.trailing_span, stanza.header_span
            behind = Span(start.line, start.end_column, end.end_line, end.end_column)
            fixes = replacement(file, behind, f"\n   {text}", "write it on its own line")
            if not setting:
                edit = file.document.edit(stanza.trailing_span, f"# {text}")
                fixes = () if edit is None else (Fix(SAFE, "make it a comment", (edit,)),)
            yield hit(
                file,
                stanza,
                stanza.trailing_span,
                f"{text} after header {stanza.name}: " + ("may not be read" if allowed else "is not read"),
                note=ONE_LINE if allowed else "text after the colon of a header is dropped without a message",
                help="write it on its own line" if setting else "start a comment with #",
                attribute=text.partition("=")[0].strip() if setting else "",
                severity=None if setting and not allowed else INFO,
                fixes=fixes,
            )
        above = stanza if known is not None else above


@rule("CAT067")
def missing_key(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A stanza in mqclient.ini without a required key.

    It is not for qm.ini, into which another file may be merged.
    """
    if file.directives:
        return
    for stanza in file.stanzas:
        for key in ini_attributes(MQCLIENT_INI, stanza.name).values():
            if key.required and stanza.get(key.name) is None:
                yield hit(
                    file,
                    stanza,
                    stanza.name_span,
                    f"stanza {stanza.name} lacks the required key {key.name}",
                    help=f"add {key.name}",
                    attribute=key.name,
                )


# Levels and platforms.


@rule("CAT057")
def newer_than_level(file: IniFile, manager: QueueManager | None) -> Iterator[Outcome]:
    """A stanza or key that was introduced in a later level than the declared one."""
    level = level_of(manager)
    if level is None:
        known_stanzas = [
            documented for stanza in file.stanzas if (documented := stanza_of(file, stanza)) is not None
        ]
        introduced = [record.introduced for record in known_stanzas] + [
            key.introduced for _, key in entries(file)
        ]
        yield from (NO_LEVEL for since in introduced if needs_level(since, level))
        return
    reported = set()
    for stanza in file.stanzas:
        known = stanza_of(file, stanza)
        if known is not None and not reached(known.introduced, level):
            reported.add(id(stanza))
            certain = known.confidence == "high" and "introduced" not in known.doubts
            yield hit(
                file,
                stanza,
                stanza.name_span,
                f"stanza {known.name} {introduced_later(known.introduced, level)}",
                note="everything below the header is ignored",
                severity=severity(manager, certain),
            )
    for entry, key in entries(file):
        if id(entry.stanza) not in reported and not reached(key.introduced, level):
            yield hit(
                file,
                entry.stanza,
                entry.key_span,
                f"{key.name} of {entry.stanza.name} {introduced_later(key.introduced, level)}",
                note=effect(file, IGNORED),
                attribute=key.name,
                severity=severity(manager, sure(key, "introduced")),
            )


@rule("CAT058")
def obsolete_key(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A key that is no longer read."""
    level = level_of(manager)
    for entry, key in entries(file):
        if is_leftover(key, level):
            last = show_level(key.last_known or ())
            yield hit(
                file,
                entry.stanza,
                entry.key_span,
                f"{key.name} of {entry.stanza.name} is documented only for {last}",
                note="no manual or report mentions it for a later level; its effect is unknown",
                help="remove it, unless product support asked for it",
                attribute=key.name,
                severity=INFO,
            )
            continue
        fate = state(None, key.deprecated, key.removed, level)
        if fate not in (DEPRECATED, REMOVED):
            continue
        since = show_level((key.removed if fate == REMOVED else key.deprecated) or ())
        gone = "has not been read since" if fate == REMOVED else "has been deprecated since"
        yield hit(
            file,
            entry.stanza,
            entry.key_span,
            f"{key.name} of {entry.stanza.name} {gone} {since}",
            note=effect(file, IGNORED) if fate == REMOVED else "a later release may remove it",
            help=f"use {key.replaced_by}" if key.replaced_by else "remove it",
            attribute=key.name,
            severity=None if fate == REMOVED and sure(key) else INFO,
        )


@rule("CAT059")
def invalid_on_platform(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A stanza or key that exists only on a platform other than the declared one."""
    platform = manager.platform if manager is not None else None
    foreign = set()
    for stanza in file.stanzas:
        known = stanza_of(file, stanza)
        if known is not None and on_platform(known.platforms, platform) is False:
            foreign.add(id(stanza))
            yield hit(
                file,
                stanza,
                stanza.name_span,
                f"stanza {known.name} {only_on(known.platforms, platform)}",
                note="everything below the header is ignored",
                severity=severity(manager, known.confidence == "high"),
            )
    for entry, key in entries(file):
        if id(entry.stanza) not in foreign and on_platform(key.platforms, platform) is False:
            yield hit(
                file,
                entry.stanza,
                entry.key_span,
                f"{key.name} of {entry.stanza.name} {only_on(key.platforms, platform)}",
                note="the setting has no effect on this platform",
                attribute=key.name,
                severity=severity(manager, sure(key)),
            )
