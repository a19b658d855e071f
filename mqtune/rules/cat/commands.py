"""Rules on the command itself: its verb, its object word, and where both are known."""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import HEAD, Skip, rule
from mqtune.findings.finding import WARNING
from mqtune.language import catalogue
from mqtune.language.available import covered, on_platform, reached
from mqtune.language.levels import show_level
from mqtune.rules.cat.common import command_words, replacement
from mqtune.rules.common.meant import meant, out_of_reach
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.spelling import nearest
from mqtune.text.wording import allowed_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.statement import Statement


@rule("CAT001", skip=Skip(about=HEAD))
def unknown_verb(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A command whose first word is neither an MQSC verb nor a synonym of one."""
    number, word = statement.verb_word
    if statement.verb is not None or word.form == "stray" or not statement.command.intact:
        return
    if has_placeholder(word.keyword) or catalogue.is_stop_word(word.keyword):
        return
    close = nearest(word.keyword, catalogue.verb_words())
    yield Hit(
        statement.place(number, word.keyword_extent),
        f"{word.keyword} is no MQSC verb",
        note="a verb is a whole word or its fixed synonym: DEF stands for DEFINE, DEFI for nothing",
        help=f"the closest verb is {close}"
        if close
        else f"begin the command with {allowed_list(catalogue.verbs())}",
        severity=None if covered(queue_manager.level) else WARNING,
        fixes=replacement(statement, number, word.keyword_extent, close) if close else (),
    )


@rule("CAT002", skip=Skip(about=HEAD))
def unknown_object_type(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """An object keyword that the verb does not accept."""
    verb = statement.verb
    if verb is None or not statement.command.intact or statement.type_word is None:
        return
    number, word = statement.type_word
    if word.form == "stray" or has_placeholder(word.keyword):
        return
    if statement.type is not None and catalogue.command(verb, statement.type) is not None:
        return
    types = catalogue.types_of(verb)
    if statement.type is None:
        message = f"{verb} knows no object type {word.keyword}"
        close = meant(word.keyword, {type: type_against(verb, type, queue_manager) for type in types})
    else:
        message, close = f"{verb} cannot be used with {statement.type}", meant("", {})
    yield Hit(
        statement.place(number, word.keyword_extent),
        message,
        note="an object word is a whole word or its fixed synonym: QL stands for QLOCAL, QLOC for nothing",
        help=close.help("closest object word", f"{verb} takes {allowed_list(types)}"),
        attribute=word.keyword,
        severity=None if covered(queue_manager.level) else WARNING,
        fixes=replacement(statement, number, word.keyword_extent, close.word) if close.writable else (),
    )


def type_against(verb: str, type: str, queue_manager: QueueManager) -> str:
    """What speaks against a command with an object type."""
    entry = catalogue.command(verb, type)
    if entry is None:
        return ""
    level, platform = queue_manager.level, queue_manager.platform
    if platform == "appliance" and not entry.appliance:
        return f"{verb} takes on other platforms only"
    return out_of_reach(level, platform, entry.introduced, platforms=entry.platforms)


@rule("CAT003", skip=Skip(about=HEAD))
def command_of_another_platform(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A command that does not exist on the declared platform."""
    platform = queue_manager.platform
    if platform is None or statement.verb is None or statement.type is None:
        return
    entry = catalogue.command(statement.verb, statement.type)
    if entry is None:
        return
    if on_platform(entry.platforms, platform) and (entry.appliance or platform != "appliance"):
        return
    number, word = statement.verb_word
    where = {"zos": "z/OS", "multiplatforms": "Multiplatforms"}.get(entry.platforms, entry.platforms)
    if platform == "appliance" and not entry.appliance:
        where = "Multiplatforms without the appliance"
    yield Hit(
        statement.place(number, word.keyword_extent),
        f"{command_words(statement)} is a command of {where}, and the platform is {platform}",
        help="take the command out, or declare the platform that runs it",
        severity=None if entry.confidence == "high" else WARNING,
    )


@rule("CAT004", skip=Skip(about=HEAD))
def command_newer_than_level(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A command that was introduced in a later level than the declared one."""
    level = queue_manager.level
    if level is None or statement.verb is None or statement.type is None:
        return
    entry = catalogue.command(statement.verb, statement.type)
    if entry is None or entry.introduced is None or reached(entry.introduced, level):
        return
    number, word = statement.verb_word
    yield Hit(
        statement.place(number, word.keyword_extent),
        f"{command_words(statement)} came with {show_level(entry.introduced)},"
        f" and the level is {show_level(level)}",
        help="take the command out, or declare the level that runs it",
        severity=None if entry.confidence == "high" else WARNING,
    )
