"""REF001 to REF004: names of objects that are not defined."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mqtune.analysis.topology.references import Reference, in_cluster, unmet_references
from mqtune.engine.rule import Hit, Outcome, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.estate.topic_strings import profile_matches
from mqtune.estate.words import QUEUE, name_space
from mqtune.language import catalogue
from mqtune.rules.common import (
    MADE_ELSEWHERE,
    PART,
    called,
    defined_here,
    incomplete,
    is_whole_folder,
    kind_of,
    object_name,
    quoted,
    unless_incomplete,
)
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.words import Parameter
from mqtune.text.finding import INFO, UNSAFE, Fix, ObjectName
from mqtune.text.not_checked import TOO_MANY
from mqtune.text.patterns import asterisks_match, lazy_pattern

USING = ("ALTER", "CLEAR", "START", "STOP")  # commands that need the object; DELETE may clear up a mistake
# attributes whose queue may be defined elsewhere in a cluster
FOUND_IN_A_CLUSTER = ("TARGET", "BOQNAME", "STREAMQ", "DEST")
# a name that the product accepts; CAT024 reports others, and what refers to the intended name is correct
LEGAL = lazy_pattern(r"[A-Za-z0-9._/%]+")
# storage classes of sample CSQ4INYS, which queue managers on z/OS run at start
SAMPLE_CLASSES = ("DEFAULT", "NODEFINE", "REMOTE", "SYSLNGLV", "SYSTEM", "SYSVOLAT")
OBJTYPE_SPACES = {
    "QUEUE": QUEUE,
    "TOPIC": "TOPIC",
    "CHANNEL": "CHANNEL",
    "PROCESS": "PROCESS",
    "NAMELIST": "NAMELIST",
    "LISTENER": "LISTENER",
    "SERVICE": "SERVICE",
    "AUTHINFO": "AUTHINFO",
}


@rule("REF001")
def undefined_reference(queue_manager: QueueManager) -> Iterator[Outcome]:
    """An object names another object that is not defined.

    It is held back if the files may be only part of the queue manager, and info if this is not likely: the
    queue manager is declared, or the whole folder was read.
    """
    declared = (
        queue_manager.declaration is not None and not queue_manager.is_partial and not queue_manager.gaps
    )
    known = queue_manager.complete or declared or is_whole_folder(queue_manager)
    clustered = in_cluster(queue_manager)
    refused = refused_names(queue_manager) if queue_manager.derived(unmet_references) else ()
    for reference in queue_manager.derived(unmet_references):
        if reference.name in refused or not is_missing(reference, queue_manager, clustered):
            continue
        place = reference.place()
        if place is None:
            continue
        if not known:
            yield incomplete(queue_manager)
            continue
        yield Hit(
            place,
            f"{called(reference.source, queue_manager)} names {reference.keyword}({reference.name}), "
            f"but no {kind_of(reference.space)} of that name is defined",
            note="" if queue_manager.complete else PART,
            help=f"define {reference.name}, or name an existing object",
            object=object_name(reference.source, queue_manager),
            attribute=reference.keyword,
            severity=None if queue_manager.complete else INFO,
        )


def refused_names(queue_manager: QueueManager) -> set[str]:
    """The names in commands whose verb or object type is misspelt, which CAT001 and CAT002 report."""
    refused = (
        list(statement.command.words())[1:2]
        for statement in queue_manager.statements
        if statement.verb is None or statement.type is None
    )
    return {(word[1].text or "").strip() for words in refused for word in words}


def is_missing(reference: Reference, queue_manager: QueueManager, clustered: bool) -> bool:
    """Whether the name should be defined: not a product object, not in a cluster, not misspelt."""
    if reference.name.startswith(MADE_ELSEWHERE):
        return False
    if reference.keyword == "STGCLASS" and reference.name in SAMPLE_CLASSES:
        return False
    if clustered and reference.keyword in FOUND_IN_A_CLUSTER:
        return False
    return reference.near(queue_manager) is None


@rule("REF002")
def misspelt_name(queue_manager: QueueManager) -> Iterator[Hit]:
    """A name is not defined, but a similar name is: it looks like a misspelling."""
    yield from misspelt_references(queue_manager)
    for statement in queue_manager.statements:
        if not statement.command.intact:
            continue  # a name with a quotation mark in it shows nothing
        if statement.verb == "SET" and statement.type in {"AUTHREC", "CHLAUTH"}:
            yield from misspelt_profile(statement, queue_manager)
        elif statement.verb in USING and statement.head.is_named:
            yield from misspelt_object(statement, queue_manager)


def misspelt_references(queue_manager: QueueManager) -> Iterator[Hit]:
    """Report misspelt names in attributes."""
    for reference in queue_manager.derived(unmet_references):
        if is_system_object(reference.name):
            continue
        near = reference.near(queue_manager)
        written = reference.source.written(reference.keyword)
        if near is None or written is None or is_own_name(reference, near) or not LEGAL.fullmatch(near):
            continue
        statement, number, parameter = written
        yield misspelling(
            statement,
            number,
            parameter,
            f"{called(reference.source, queue_manager)} names {reference.keyword}({reference.name})",
            near,
            queue_manager.find(reference.space, near),
            object_name(reference.source, queue_manager),
        )


def is_system_object(name: str) -> bool:
    """Whether the product or one of its scripts creates an object of that name, of any type."""
    if not name.startswith("SYSTEM."):
        return False
    types = ("QLOCAL", "QMODEL", "QALIAS", "TOPIC", "NAMELIST", "PROCESS", "AUTHINFO", "COMMINFO")
    return any(catalogue.is_system_object(type, name) for type in types)


def is_own_name(reference: Reference, near: str) -> bool:
    """Whether the similar name is that of the object itself, as for a queue and its backout queue."""
    return near == reference.source.name


def misspelling(
    statement: Statement,
    number: int,
    parameter: Parameter,
    what: str,
    near: str,
    intended: MqObject | None,
    name: ObjectName | None,
) -> Hit:
    """The finding for a name that looks like a misspelling of the defined name `near`."""
    shown = f"{intended.type}({near})" if intended is not None else near
    return Hit(
        statement.place(number, parameter.extent),
        f"{what}, which is not defined here, but {shown} is",
        help=f"write {quoted(near)}, or define the intended object",
        object=name,
        attribute=catalogue.object_type(parameter.keyword) or parameter.keyword,  # LSTR is LISTENER
        related=defined_here(intended),
        fixes=misspelling_fix(statement, number, parameter, near),
    )


def misspelling_fix(statement: Statement, number: int, parameter: Parameter, near: str) -> tuple[Fix, ...]:
    """The fix that replaces a misspelt name with the defined name `near`."""
    if not parameter.values or len(parameter.values) != 1:
        return ()
    edit = statement.command.edit(number, parameter.values[0].extent, quoted(near))
    return (Fix(UNSAFE, f"replace it with {near}", (edit,)),) if edit is not None else ()


def misspelt_profile(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """Report misspelt profiles of SET AUTHREC and SET CHLAUTH."""
    if statement.type == "AUTHREC":
        space = OBJTYPE_SPACES.get(statement.text("OBJTYPE"))
        name = statement.text("PROFILE")
    else:
        space, name = "CHANNEL", statement.name or ""
    word = statement.get("PROFILE") if statement.type == "AUTHREC" else statement.type_word
    near = intended_object(space, name, queue_manager) if space is not None else None
    if space is not None and near is not None and word is not None:
        what = f"SET {statement.type} names {kind_of(space)} {name}"
        yield misspelling(statement, *word, what, near.name, near, ObjectName(statement.type or "", name))


def misspelt_object(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """Report a misspelt name in a command that needs its object, such as START LISTENER."""
    name, word = statement.name or "", statement.type_word
    near = intended_object(name_space(statement.type or "", statement.subtype), name, queue_manager)
    if near is not None and word is not None and near.type == statement.type:
        what = f"{statement.verb} names {statement.type}({name})"
        yield misspelling(statement, *word, what, near.name, near, ObjectName(near.type, name))


def intended_object(space: str, name: str, queue_manager: QueueManager) -> MqObject | None:
    """The object that a name of no object is most likely a misspelling of."""
    existing = queue_manager.find(space, name)
    if (existing is not None and existing.defined) or not is_exact(name) or is_system_object(name):
        return None
    near = queue_manager.near(space, name)
    if near is None or not LEGAL.fullmatch(near):
        return None
    match = queue_manager.find(space, near)
    if name.startswith(MADE_ELSEWHERE):
        return match if match is not None and match.predefined else None
    return match if is_defined_by_script(match) else None


def is_exact(name: str) -> bool:
    """Whether a name is that of a single object."""
    return bool(name) and not has_placeholder(name) and not any(sign in name for sign in "*?@")


def is_defined_by_script(object: MqObject | None) -> bool:
    """Whether a script defines the object."""
    return object is not None and bool(object.statements) and object.defined


@rule("REF003")
def channel_record_without_channel(queue_manager: QueueManager) -> Iterator[Outcome]:
    """The profile of a channel authentication record matches no channel of the queue manager."""
    yield from unless_incomplete(unmatched_records(queue_manager), queue_manager)


def unmatched_records(queue_manager: QueueManager) -> Iterator[Outcome]:
    """The channel authentication records whose profile matches no channel of the files."""
    for record in queue_manager.chlauth:
        if record.name.startswith("SYSTEM.") or record.name == "*" or record.placeholder:
            continue
        matches = any_matches(record.name, "CHANNEL", asterisks_match, queue_manager)
        if matches is None:
            yield TOO_MANY
        if matches is not False:
            continue
        place = record.place()
        if place is not None and queue_manager.near("CHANNEL", record.name) is None:
            yield Hit(
                place,
                f"CHLAUTH({record.name}) matches no channel of the queue manager",
                object=ObjectName("CHLAUTH", record.name),
            )


@rule("REF004")
def authority_without_object(queue_manager: QueueManager) -> Iterator[Outcome]:
    """The profile of an authority record matches no object of its type."""
    yield from unless_incomplete(unmatched_authorities(queue_manager), queue_manager)


def unmatched_authorities(queue_manager: QueueManager) -> Iterator[Outcome]:
    """The authority records whose profile matches no object of the files."""
    clustered = in_cluster(queue_manager)
    for record in queue_manager.authrecs:
        space = OBJTYPE_SPACES.get(record.objtype)
        name = record.profile
        if space is None or not name or name.startswith((*MADE_ELSEWHERE, "@")) or has_placeholder(name):
            continue
        if space == QUEUE and clustered:
            continue  # the profile may be for a cluster queue
        matches = any_matches(name, space, profile_matches, queue_manager)
        if matches is None:
            yield TOO_MANY
        elif not matches and queue_manager.near(space, name) is None:
            statement = record.statements[-1]
            yield Hit(
                statement.word_place("PROFILE"),
                f"the authorities of {record.entity.lower()} {record.user} on {kind_of(space)} {name} "
                "match no defined object",
                object=ObjectName("AUTHREC", name),
                attribute="PROFILE",
            )


def any_matches(
    profile: str, space: str, matches: Callable[[str, str], bool], queue_manager: QueueManager
) -> bool | None:
    """Whether a profile matches any name in a name space; None if there are too many of them."""
    if "*" not in profile and "?" not in profile:
        return queue_manager.find(space, profile) is not None  # most profiles in a dump are plain names
    return queue_manager.any_name(space, profile, matches)
