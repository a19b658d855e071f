"""Rules on stanzas and keys of ini files that the declared level or platform does not have."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.findings.finding import INFO
from mqtune.findings.held_back import NO_LEVEL
from mqtune.language.available import DEPRECATED, REMOVED, needs_level, on_platform, reached, state
from mqtune.language.levels import show_level
from mqtune.rules.cat.ini_entries import (
    IGNORED,
    effect,
    entries,
    hit,
    is_leftover,
    level_of,
    severity,
    stanza_of,
    sure,
)
from mqtune.rules.common.suggestion import introduced_later, only_on
from mqtune.syntax.ini.tree import IniFile


@rule("CAT057")
def newer_than_level(file: IniFile, manager: QueueManager | None) -> Iterator[Outcome]:
    """A stanza or key that was introduced in a later level than the declared one."""
    level = level_of(manager)
    if level is None:
        known_stanzas = [one for stanza in file.stanzas if (one := stanza_of(file, stanza)) is not None]
        introduced = [one.introduced for one in known_stanzas] + [key.introduced for _, key in entries(file)]
        yield from (NO_LEVEL for one in introduced if needs_level(one, level))
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
                help="remove it, or declare the level that supports it",
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
                help="remove it, or declare the level that supports it",
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
                help="remove it, or declare the platform for which it is intended",
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
                help="remove it, or declare the platform for which it is intended",
                attribute=key.name,
                severity=severity(manager, sure(key)),
            )
