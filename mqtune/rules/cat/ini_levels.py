"""Rules on stanzas and keys of ini files that the declared level or platform does not have."""

from __future__ import annotations

from mqtune.engine.rule import rule
from mqtune.findings.finding import INFO
from mqtune.language.available import DEPRECATED, REMOVED, on_platform, reached, state
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
from mqtune.rules.common.meant import platform_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.engine.hit import Hit
    from mqtune.estate.model import QueueManager
    from mqtune.syntax.ini.tree import IniFile


@rule("CAT057")
def newer_than_level(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A stanza or key that was introduced in a later level than the declared one."""
    level = level_of(manager)
    if level is None:
        return
    late = set()
    for stanza in file.stanzas:
        known = stanza_of(file, stanza)
        if known is not None and not reached(known.introduced, level):
            late.add(id(stanza))
            certain = known.confidence == "high" and "introduced" not in known.doubts
            yield hit(
                file,
                stanza,
                stanza.name_span,
                f"stanza {known.name} came with {show_level(known.introduced or ())}, "
                f"and the level is {show_level(level)}",
                note="nothing below the header is used",
                help="take it out, or declare the level that knows it",
                severity=severity(manager, certain),
            )
    for entry, key in entries(file):
        if id(entry.stanza) not in late and not reached(key.introduced, level):
            yield hit(
                file,
                entry.stanza,
                entry.key_span,
                f"{key.name} of {entry.stanza.name} came with {show_level(key.introduced or ())}, "
                f"and the level is {show_level(level)}",
                note=effect(file, IGNORED),
                help="take it out, or declare the level that knows it",
                attribute=key.name,
                severity=severity(manager, sure(key, "introduced")),
            )


@rule("CAT058")
def obsolete_key(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A key that is no longer read."""
    level = level_of(manager)
    for entry, key in entries(file):
        if is_leftover(key, level):
            yield hit(
                file,
                entry.stanza,
                entry.key_span,
                f"{key.name} of {entry.stanza.name} is known of {show_level(key.last_known or ())} alone",
                note="no manual and no report names it for a later level: nobody can say what it does",
                help="take it out, unless the support of the product asked for it",
                attribute=key.name,
                severity=INFO,
            )
            continue
        fate = state(None, key.deprecated, key.removed, level)
        if fate not in (DEPRECATED, REMOVED):
            continue
        since = show_level((key.removed if fate == REMOVED else key.deprecated) or ())
        gone = "is not read since" if fate == REMOVED else "is deprecated since"
        yield hit(
            file,
            entry.stanza,
            entry.key_span,
            f"{key.name} of {entry.stanza.name} {gone} {since}",
            note=effect(file, IGNORED) if fate == REMOVED else "a later release may drop it",
            help=f"use {key.replaced_by}" if key.replaced_by else "take it out",
            attribute=key.name,
            severity=None if fate == REMOVED and sure(key) else INFO,
        )


@rule("CAT059")
def other_platform(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
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
                f"stanza {known.name} is of {platform_name(known.platforms)}, "
                f"and the platform is {platform_name(platform or '')}",
                note="nothing below the header is used",
                help="take it out, or declare the platform it is meant for",
                severity=severity(manager, known.confidence == "high"),
            )
    for entry, key in entries(file):
        if id(entry.stanza) not in foreign and on_platform(key.platforms, platform) is False:
            yield hit(
                file,
                entry.stanza,
                entry.key_span,
                f"{key.name} of {entry.stanza.name} is of {platform_name(key.platforms)}, "
                f"and the platform is {platform_name(platform or '')}",
                note="the setting has no effect there",
                help="take it out, or declare the platform it is meant for",
                attribute=key.name,
                severity=severity(manager, sure(key)),
            )
