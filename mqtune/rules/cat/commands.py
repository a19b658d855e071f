"""Rules on a command: its verb, its object type, the levels and platforms that have it, and names in it.

The names are the object name, and paths (CAT084), users and groups (CAT047) that are folded to
upper case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.engine.rule import HEAD, NAME, Dialect, Hit, Outcome, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.estate.words import QUEUE_TYPES
from mqtune.language import catalogue
from mqtune.language.available import covered, needs_level, needs_platform, on_platform, reached
from mqtune.rules.cat.common import (
    SETTING,
    command_words,
    known_values,
    readable,
    replacement,
    subject,
    value_hit,
)
from mqtune.rules.common import introduced_later, platform_name, suggest, unavailable
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.words import Parameter, Value
from mqtune.text.editing import Place
from mqtune.text.finding import INFO, UNSAFE, WARNING, Fix, ObjectName, Related
from mqtune.text.messages import allowed_list, plural
from mqtune.text.not_checked import NO_LEVEL, NO_PLATFORM
from mqtune.text.patterns import lazy_pattern
from mqtune.text.spelling import nearest

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
    verbs = [candidate for candidate in catalogue.verbs() if catalogue.command(candidate, type) is not None]
    types = catalogue.types_of(verb)
    if type == "QUEUE":  # of any type
        types = tuple(queue_type for queue_type in types if queue_type in QUEUE_TYPES) or types
    sets = ("ALTER", "SET") if verb in ("ALTER", "DEFINE") else ()
    instead = next((candidate for candidate in sets if candidate in verbs), "")
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
        severity=None if entry.confidence == "high" else WARNING,
    )


# The object name: its length, its characters, whether it is present.

FORMS = {
    "object-name": re.compile(r"[A-Za-z0-9._/%]*\Z"),
    "object-name and *": re.compile(r"[A-Za-z0-9._/%*]*\Z"),
}
RESERVED = "SYSTEM."


def _named(statement: Statement) -> str | None:
    """The name if it can be checked: present and without a placeholder."""
    if statement.name is None or statement.placeholder or not readable(statement):
        return None
    return statement.name


@rule("CAT023", skip=Skip(about=NAME))
def name_too_long(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """An object name that is longer than its type allows."""
    name = _named(statement)
    entry = catalogue.type_entry(str(statement.type))
    if name is None or entry is None or entry.name_length is None or len(name) <= entry.name_length:
        return
    yield Hit(
        statement.name_place(),
        f"the name of {subject(statement)} is {len(name)} characters long;"
        f" the maximum is {entry.name_length}",
        help=f"shorten the name to {entry.name_length} characters",
        severity=None if covered(queue_manager.level) else WARNING,
    )


@rule("CAT024", skip=Skip(about=NAME))
def name_with_illegal_character(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """An object name that contains a character that is not allowed in names: a hyphen, a blank, a colon."""
    name = _named(statement)
    entry = catalogue.type_entry(str(statement.type))
    if name is None or entry is None or entry.characters not in FORMS:
        return
    command = catalogue.command(str(statement.verb), str(statement.type))
    if command is not None and command.name_generic:
        name = name.removesuffix("*")
    if FORMS[entry.characters].match(name):
        return
    strange = sorted({sign for sign in name if not FORMS[entry.characters].match(sign)})
    shown = " ".join("blank" if sign == " " else sign for sign in strange)
    what = "the illegal characters" if len(strange) > 1 else "the illegal character"
    yield Hit(
        statement.name_place(),
        f"the name of {subject(statement)} contains {what} {shown}",
        severity=None if covered(queue_manager.level) else WARNING,
    )


@rule("CAT025", skip=Skip(about=NAME))
def folded_name(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """An object name in lower case without quotation marks, which the queue manager folds to upper case."""
    if _named(statement) is None or statement.type_word is None:
        return
    values = statement.type_word[1].values
    if not values or values[0].quoted or values[0].raw == values[0].text:
        return
    yield Hit(
        statement.name_place(),
        f"{values[0].raw} without quotation marks refers to {subject(statement)}",
        help=f"write '{values[0].text}', or '{values[0].raw}' if lower case is intended",
    )


@rule("CAT026", skip=Skip(about=NAME))
def reserved_name(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A DEFINE of an object with a reserved name (`SYSTEM.*`) that neither the product nor one of its scripts
    defines.
    """
    name = _named(statement)
    if statement.verb != "DEFINE" or name is None or not name.startswith(RESERVED):
        return
    if catalogue.is_system_object(str(statement.type), name):
        return
    yield Hit(statement.name_place(), f"{subject(statement)} has a name that is reserved for the product")


@rule("CAT027", skip=Skip(about=HEAD))
def missing_name(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A command that does not name the object it applies to."""
    if statement.verb == "DISPLAY" or statement.type_word is None or not readable(statement):
        return
    command = catalogue.command(str(statement.verb), str(statement.type))
    number, word = statement.type_word
    if command is None or not command.name_required or word.text or word.values:
        return
    yield Hit(
        statement.place(number, word.keyword_extent),
        f"{command_words(statement)} lacks a name",
        note=f"the name of the {command.name_of} follows {statement.type} in parentheses",
        help=f"write {command_words(statement)}(name)",
        severity=None if command.confidence == "high" and covered(queue_manager.level) else WARNING,
    )


@rule("CAT028", skip=Skip(about=HEAD))
def unexpected_name(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A name in parentheses after an object keyword that does not accept one: ALTER QMGR(QM1)."""
    if statement.type_word is None or not readable(statement):
        return
    command = catalogue.command(str(statement.verb), str(statement.type))
    number, word = statement.type_word
    if command is None or command.name_of or not word.values or command.platforms == "zos":
        return
    yield Hit(
        statement.place(number, word.value_extent or word.extent),
        f"{command_words(statement)} does not accept a name",
        help=f"write {command_words(statement)} without parentheses",
    )


# CAT084: paths that are folded to upper case.

KEYWORDS = ("APPLICID", "SSLKEYR", "STARTCMD", "STDERR", "STDOUT", "STOPCMD")
IGNORES_CASE = ("ibmi", "windows")


@rule("CAT084", keywords=KEYWORDS)
def folded_path(statement: Statement, number: int, parameter: Parameter, dialect: Dialect) -> Iterator[Hit]:
    """A path in lower case without quotation marks, which is folded to upper case."""
    if statement.verb not in SETTING or dialect.platform in IGNORES_CASE:
        return
    for value in known_values(parameter):
        if value.quoted or value.raw == value.text or not value.raw.startswith("/"):
            continue
        yield value_hit(
            statement,
            number,
            parameter,
            value,
            f"{parameter.keyword}({value.raw}) without quotation marks is the path {value.text}",
            help=f"write '{value.raw}'",
            fixes=replacement(statement, number, value.extent, f"'{value.raw}'"),
        )


# CAT047: names of users and groups that are folded to upper case.

Written = tuple[Statement, int, Parameter, Value]

USER_KEYWORDS = {
    "CHANNEL": ("MCAUSER",),
    "CHLAUTH": ("MCAUSER", "CLNTUSER", "USERLIST"),
    "AUTHREC": ("PRINCIPAL", "GROUP"),
}
KINDS = {"GROUP": "group"}
SHOWN = 8


@rule("CAT047")
def folded_user_name(queue_manager: QueueManager) -> Iterator[Hit]:
    """A user or group name in lower case without quotation marks, which is folded to upper case.

    There is one finding per attribute and name. Names in an LDAP directory are not checked.
    """
    if uses_ldap(queue_manager):
        return
    by_name: dict[tuple[str, str], list[Written]] = {}
    for statement in queue_manager.statements:
        for keyword in USER_KEYWORDS.get(statement.type or "", ()):
            for written in folded_values(statement, keyword):
                by_name.setdefault((keyword, written[3].raw), []).append(written)
    for (keyword, _), places in by_name.items():
        yield folded_hit(keyword, places, queue_manager)


def uses_ldap(queue_manager: QueueManager) -> bool:
    """Whether the names of users and groups are those of an LDAP directory."""
    check = queue_manager.find("AUTHINFO", queue_manager.qmgr.text("CONNAUTH"))
    return check is not None and check.subtype == "IDPWLDAP"


def folded_values(statement: Statement, keyword: str) -> Iterator[Written]:
    """The values of a parameter that are folded, each with its place."""
    word = statement.word(keyword)
    if word is None or not word.text or statement.verb not in (*SETTING, "DELETE"):
        return
    if word.is_plain:
        written = word.written
        if written == written.upper() or (word.simple_values and "'" in written):
            return  # in upper case, or one string
    setting = statement.get(keyword)
    if setting is None or not readable(statement):
        return
    for value in known_values(setting[1]):
        # a value such as *MQADMIN is right without quotation marks
        if not value.quoted and value.raw != value.text and not value.text.startswith("*"):
            yield (statement, *setting, value)


def folded_hit(keyword: str, places: list[Written], queue_manager: QueueManager) -> Hit:
    """The finding for all places of one name."""
    statement, number, _, value = places[0]
    more = f" ({plural(len(places) - 1, 'more place')})" if len(places) > 1 else ""
    edits = [written[0].command.edit(written[1], written[3].extent, f"'{value.raw}'") for written in places]
    sure = tuple(edit for edit in edits if edit is not None)
    about = ObjectName(statement.type or "", statement.name or value.text)
    return Hit(
        statement.place(number, value.extent),
        f"{keyword}({value.raw}) without quotation marks is the {KINDS.get(keyword, 'user')} "
        f"{value.text}{more}",
        help=f"write '{value.raw}', or {value.text} if upper case is intended",
        object=about,
        attribute=keyword,
        severity=INFO if queue_manager.platform is None else None,
        related=tuple(
            Related(written[0].place(written[1], written[3].extent), "also here")
            for written in places[1:SHOWN]
        ),
        fixes=(Fix(UNSAFE, "enclose the name in quotation marks", sure),) if len(sure) == len(edits) else (),
    )
