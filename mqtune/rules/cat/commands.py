"""Rules on the command itself: its verb, its object type, and the levels and platforms that have it."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import HEAD, Skip, rule
from mqtune.estate.keywords import QUEUE_TYPES
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.findings.finding import WARNING
from mqtune.findings.held_back import NO_LEVEL, NO_PLATFORM
from mqtune.language import catalogue
from mqtune.language.available import covered, needs_level, needs_platform, on_platform, reached
from mqtune.rules.cat.common import command_words, replacement
from mqtune.rules.common.suggestion import introduced_later, platform_name, suggest, unavailable
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.patterns import lazy_pattern
from mqtune.text.spans import Place
from mqtune.text.spelling import nearest
from mqtune.text.wording import allowed_list

CONTROL_COMMAND = lazy_pattern(r"(?:CRT|STR|END|DLT|SET|DSP|DMP|RUN|ADD|RMV)MQ[A-Z]{1,5}")
OF_SHELLS = frozenset(("CAT", "CD", "DONE", "ECHO", "EOF", "EXPORT", "FI", "SLEEP", "SU", "SUDO"))


def instead_of(word: str) -> str:
    """What to do about a first word that resembles no verb."""
    if word == "REM":
        return "begin a comment with * in the first column"
    if CONTROL_COMMAND.fullmatch(word):
        return f"run {word.lower()} in a shell: runmqsc accepts only MQSC"
    if word in OF_SHELLS:
        return f"remove {word}, which belongs to a shell: runmqsc accepts only MQSC"
    return f"begin the command with {allowed_list(catalogue.verbs())}"


@rule("CAT001", skip=Skip(about=HEAD))
def unknown_verb(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A command whose first word is neither an MQSC verb nor a synonym of one."""
    number, word = statement.verb_word
    if statement.verb is not None or word.form == "stray" or not statement.command.readable:
        return
    if has_placeholder(word.keyword) or catalogue.is_stop_word(word.keyword):
        return
    close = nearest(word.keyword, catalogue.verb_words())
    yield Hit(
        statement.place(number, word.keyword_extent),
        f"{word.keyword} is not an MQSC verb",
        note="only verbs and their fixed synonyms are accepted: DEF is a synonym of DEFINE, DEFI is not",
        help=f"the closest verb is {close}" if close else instead_of(word.keyword),
        severity=None if covered(queue_manager.level) else WARNING,
        fixes=replacement(statement, number, word.keyword_extent, close) if close else (),
    )


@rule("CAT002", skip=Skip(about=HEAD))
def unknown_object_type(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """An object keyword that the verb does not accept."""
    verb = statement.verb
    if verb is None or not statement.command.readable or statement.type_word is None:
        return
    number, word = statement.type_word
    if word.form == "stray" or has_placeholder(word.keyword):
        return
    if statement.type is not None and catalogue.command(verb, statement.type) is not None:
        return
    severity = None if covered(queue_manager.level) else WARNING
    place = statement.place(number, word.keyword_extent)
    if statement.type is not None:
        yield _wrong_verb(verb, statement.type, place, severity)
        return
    types = catalogue.types_of(verb)
    close = suggest(word.keyword, {type: objection_to_type(verb, type, queue_manager) for type in types})
    yield Hit(
        place,
        f"{word.keyword} is not a valid object type for {verb}",
        note="only keywords and their fixed synonyms are accepted: QL is a synonym of QLOCAL, QLOC is not",
        help=close.help("closest object type", f"{verb} accepts {allowed_list(types)}"),
        attribute=word.keyword,
        severity=severity,
        fixes=replacement(statement, number, word.keyword_extent, close.word) if close.writable else (),
    )


def _wrong_verb(verb: str, type: str, place: Place, severity: str | None) -> Hit:
    """The finding for a verb and an object type that are both known, but not together."""
    verbs = [other for other in catalogue.verbs() if catalogue.command(other, type) is not None]
    types = catalogue.types_of(verb)
    if type == "QUEUE":  # of any type
        types = tuple(one for one in types if one in QUEUE_TYPES) or types
    sets = ("ALTER", "SET") if verb in ("ALTER", "DEFINE") else ()
    instead = next((other for other in sets if other in verbs), "")
    return Hit(
        place,
        f"{verb} cannot be used with {type}",
        note=f"{type} can be used with {allowed_list(verbs)}",
        help=f"write {instead} {type}" if instead else f"{verb} accepts {allowed_list(types)}",
        attribute=type,
        severity=severity,
    )


def objection_to_type(verb: str, type: str, queue_manager: QueueManager) -> str:
    """What prevents the use of a verb with an object type, "" if nothing does."""
    entry = catalogue.command(verb, type)
    if entry is None:
        return ""
    level, platform = queue_manager.level, queue_manager.platform
    if platform == "appliance" and not entry.appliance:
        return f"{verb} accepts only on other platforms"
    return unavailable(level, platform, entry.introduced, platforms=entry.platforms)


@rule("CAT003", skip=Skip(about=HEAD))
def command_invalid_on_platform(statement: Statement, queue_manager: QueueManager) -> Iterator[Outcome]:
    """A command that does not exist on the declared platform."""
    platform = queue_manager.platform
    if statement.verb is None or statement.type is None:
        return
    entry = catalogue.command(statement.verb, statement.type)
    if entry is None:
        return
    if platform is None:
        if needs_platform(entry.platforms, platform):
            yield NO_PLATFORM
        return
    if on_platform(entry.platforms, platform) and (entry.appliance or platform != "appliance"):
        return
    number, word = statement.verb_word
    where = platform_name(entry.platforms)
    if platform == "appliance" and not entry.appliance:
        where = "Multiplatforms except the appliance"
    yield Hit(
        statement.place(number, word.keyword_extent),
        f"{command_words(statement)} is valid only on {where}, but the platform is {platform_name(platform)}",
        help="remove the command, or declare the platform that supports it",
        severity=None if entry.confidence == "high" else WARNING,
    )


@rule("CAT004", skip=Skip(about=HEAD))
def command_newer_than_level(statement: Statement, queue_manager: QueueManager) -> Iterator[Outcome]:
    """A command that was introduced in a later level than the declared one."""
    level = queue_manager.level
    if statement.verb is None or statement.type is None:
        return
    entry = catalogue.command(statement.verb, statement.type)
    if level is None:
        if entry is not None and needs_level(entry.introduced, level):
            yield NO_LEVEL
        return
    if entry is None or entry.introduced is None or reached(entry.introduced, level):
        return
    number, word = statement.verb_word
    yield Hit(
        statement.place(number, word.keyword_extent),
        f"{command_words(statement)} {introduced_later(entry.introduced, level)}",
        help="remove the command, or declare the level that supports it",
        severity=None if entry.confidence == "high" else WARNING,
    )
