"""RUN001, RUN008, RUN011 to RUN013, RUN015: scripts that are applied repeatedly, and REFRESH SECURITY."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, Skip, rule
from mqtune.estate.events import EventKind, ReplayEvent
from mqtune.estate.grouping import dump_header
from mqtune.estate.model import QueueManager
from mqtune.estate.replay import second_run
from mqtune.estate.statement import Statement
from mqtune.language import catalogue
from mqtune.language.available import reached
from mqtune.rules.common import may_hide
from mqtune.rules.run.evidence import why_replayed
from mqtune.rules.run.replay import command, subject
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.editing import Edit
from mqtune.text.finding import UNSAFE, Fix, ObjectName, Related
from mqtune.text.record import record

# commands that destroy messages or state, and the effect of repeating them
EFFECTS = {
    ("CLEAR", "QLOCAL"): "every start empties the queue",
    ("CLEAR", "TOPICSTR"): "every start removes the retained publications",
    ("DELETE", "QLOCAL"): "with PURGE the messages on the queue are lost",
    ("REFRESH", "CLUSTER"): "a refresh makes the whole cluster resend its definitions",
    ("RESET", "CLUSTER"): "it changes the membership of the cluster",
    ("RESET", "CHANNEL"): "it breaks the message sequence numbers with the partner",
    ("RESOLVE", "CHANNEL"): "it commits or backs out a batch without any check",
    ("PURGE", "CHANNEL"): "it stops the channel and discards its state",
}
STATEFUL = ("START", "STOP", "DELETE")


def replayed_scripts(queue_manager: QueueManager) -> dict[int, str]:
    """The scripts that are applied at every start, by `id`, each with the evidence for it."""
    reasons = {id(script): why_replayed(script, queue_manager) for script in queue_manager.scripts}
    return {key: why for key, why in reasons.items() if why}


def repeated_events(queue_manager: QueueManager, kind: str) -> Iterator[tuple[ReplayEvent, str]]:
    """The events that only a second run of the repeated scripts causes, each with the evidence for the
    repetition.
    """
    replayed = replayed_scripts(queue_manager)
    if not replayed:
        return
    known = {id(event.statement) for event in queue_manager.events if event.kind == kind}
    again = [statement for statement in queue_manager.statements if id(statement.command.script) in replayed]
    for event in second_run(queue_manager, again):
        if event.kind == kind and id(event.statement) not in known:
            yield event, replayed[id(event.statement.command.script)]


@rule("RUN001")
def define_without_replace(queue_manager: QueueManager) -> Iterator[Hit]:
    """A script that is applied at every start of the queue manager contains a DEFINE without REPLACE."""
    for event, why in repeated_events(queue_manager, EventKind.DEFINE_EXISTING):
        statement = event.statement
        if statement.has("NOREPLACE") or may_hide(statement, "REPLACE"):
            continue  # this is intended, or reported as a mistake
        yield Hit(
            statement.name_place(),
            f"{command(statement)} has no REPLACE and is applied again at the next start",
            note=f"{why}; the second time it is refused (AMQ8150), and later changes of the file never take "
            "effect",
            object=subject(statement),
            attribute="REPLACE",
            fixes=repeated_fix("replace the object", appended(statement, "REPLACE")),
        )


def appended(statement: Statement, word: str) -> Edit | None:
    """The edit that appends a word to a command."""
    number, last = list(statement.command.words())[-1]
    _, _, line, column = last.extent
    return statement.command.edit(number, (line, column, line, column), f" {word}")


def repeated_fix(message: str, edit: Edit | None) -> tuple[Fix, ...]:
    """The fix of a command that runs again. It changes what a second run does, so it is unsafe."""
    return (Fix(UNSAFE, f"{message} at every start", (edit,)),) if edit is not None else ()


@rule("RUN008")
def channel_record_without_replace(queue_manager: QueueManager) -> Iterator[Hit]:
    """A script that is applied at every start has a SET CHLAUTH without ACTION(REPLACE)."""
    for event, why in repeated_events(queue_manager, EventKind.CHLAUTH_EXISTING):
        statement = event.statement
        if may_hide(statement, "ACTION") or statement.text("ACTION") not in ("", "ADD"):
            continue  # reported as a mistake
        yield Hit(
            statement.word_place("ACTION"),
            f"SET CHLAUTH({statement.name}) TYPE({statement.subtype}) has no ACTION(REPLACE) and is applied "
            "again at the next start",
            note=f"{why}; ACTION(ADD), the default, is refused for a mapping record that exists (AMQ8883), "
            "and later changes of the file never take effect",
            object=ObjectName("CHLAUTH", statement.name or ""),
            attribute="ACTION",
            fixes=repeated_fix("replace the record", with_replace(statement)),
        )


def with_replace(statement: Statement) -> Edit | None:
    """The edit that gives a command ACTION(REPLACE)."""
    written = statement.get("ACTION")
    if written is None:
        return appended(statement, "ACTION(REPLACE)")
    return statement.command.edit(written[0], written[1].extent, "ACTION(REPLACE)")


@rule("RUN011")
def destructive_command_at_start(queue_manager: QueueManager) -> Iterator[Hit]:
    """A script that is applied at every start contains a command that destroys messages or state."""
    replayed = replayed_scripts(queue_manager)
    for event in queue_manager.events if replayed else ():
        why = replayed.get(id(event.statement.command.script))
        if event.kind != EventKind.DESTRUCTIVE or why is None:
            continue
        statement = event.statement
        effect = EFFECTS.get((statement.verb or "", statement.type or ""), "it destroys messages or state")
        yield Hit(
            statement.name_place(),
            f"{command(statement)} is applied again at the next start",
            note=f"{why}; {effect}",
            object=subject(statement),
        )


@rule("RUN012")
def missing_ignstate(queue_manager: QueueManager) -> Iterator[Hit]:
    """A script that is applied at every start contains START, STOP or DELETE without IGNSTATE(YES)."""
    replayed = replayed_scripts(queue_manager)
    for statement in queue_manager.statements if replayed else ():
        why = replayed.get(id(statement.command.script))
        if (
            why is None
            or statement.verb not in STATEFUL
            or statement.type is None
            or statement.has("IGNSTATE")
        ):
            continue
        word = catalogue.parameter(statement.verb, statement.type, "IGNSTATE")
        if word is None or not reached(word.introduced, queue_manager.level):
            continue
        yield Hit(
            statement.name_place(),
            f"{command(statement)} has no IGNSTATE(YES) and is applied again at the next start",
            note=f"{why}; the command fails if its result already exists",
            object=subject(statement),
            attribute="IGNSTATE",
        )


@rule("RUN013", skip=Skip(reads=("REPLACE", "NOREPLACE")))
def non_repeatable_define(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """Any script contains a DEFINE with neither REPLACE nor NOREPLACE."""
    if statement.verb != "DEFINE" or statement.type is None or statement.name is None:
        return
    if statement.has("REPLACE") or statement.has("NOREPLACE"):
        return
    if catalogue.parameter("DEFINE", statement.type, "REPLACE") is None:
        return
    yield Hit(statement.name_place(), f"{command(statement)} has no REPLACE", attribute="REPLACE")


# RUN015: a REFRESH SECURITY that does not refresh what its script changes.

CONNAUTH = ("CONNAUTH",)
SSL = ("SSLKEYR", "SSLCRLNL", "SSLCRYP", "SSLFIPS", "SSLRKEYC", "CERTLABL", "CERTVPOL", "SUITEB")
# for each TYPE of REFRESH SECURITY, the attributes of the queue manager that wait for it
WAITING = {"CONNAUTH": CONNAUTH, "SSL": SSL}
PASSWORD_CHECKS = ("IDPWOS", "IDPWLDAP")


@record
class Change:
    """A command that changes `what`, which waits for REFRESH SECURITY TYPE(`type`)."""

    statement: Statement
    what: str
    type: str


def waiting(statement: Statement, connauth: str | None) -> dict[str, str]:
    """What a command changes that waits for a refresh, by the TYPE of the refresh. `connauth` names the
    AUTHINFO object in use; None if it is unknown.
    """
    if statement.verb not in ("ALTER", "DEFINE"):
        return {}
    if statement.type == "QMGR":
        changes = ((type, next(filter(statement.has, names), "")) for type, names in WAITING.items())
        return {type: name for type, name in changes if name}
    if statement.type == "AUTHINFO" and statement.subtype in PASSWORD_CHECKS:
        in_use = statement.verb == "ALTER" if connauth is None else statement.name == connauth
        return {"CONNAUTH": f"AUTHINFO({statement.name})"} if in_use else {}
    return {}


def sequence_of(script: Script, queue_manager: QueueManager) -> str:
    """Which scripts of a queue manager run one after the other: all, except that a dump, which shows a state,
    and Kubernetes resources of a file are sequences of their own unless the file is declared.
    """
    declaration = queue_manager.declaration
    is_declared = declaration is not None and bool(declaration.files)
    document = script.document
    is_apart = dump_header(script) is not None or (document.resource and not is_declared)
    return document.source.path if is_apart else ""


@rule("RUN015")
def refresh_of_other_type(queue_manager: QueueManager) -> Iterator[Hit]:
    """REFRESH SECURITY has no TYPE, and an earlier command changes what waits for that of another type.

    The scripts of a queue manager are one sequence (`sequence_of`).
    """
    sequences = {id(script): sequence_of(script, queue_manager) for script in queue_manager.scripts}
    changed: dict[tuple[str, str], Change] = {}
    bare: dict[tuple[str, str], Statement] = {}
    qmgr = queue_manager.qmgr
    connauth = qmgr.value("CONNAUTH") if qmgr.is_given("CONNAUTH") else None
    for statement in queue_manager.statements:
        sequence = sequences[id(statement.command.script)]
        for type, what in waiting(statement, connauth).items():
            changed[sequence, type] = Change(statement, what, type)
            bare.pop((sequence, type), None)
        if (statement.verb, statement.type) != ("REFRESH", "SECURITY"):
            continue
        type = statement.text("TYPE")
        for key in list(changed):
            if type and (key[1] == type or has_placeholder(type)):
                del changed[key]
                bare.pop(key, None)
            elif not (type or key[0] != sequence or statement.is_alternative_to(changed[key].statement)):
                bare.setdefault(key, statement)
    by_refresh: dict[int, tuple[Statement, list[Change]]] = {}
    for key, statement in bare.items():
        by_refresh.setdefault(id(statement), (statement, []))[1].append(changed[key])
    for statement, changes in by_refresh.values():
        yield without_effect(statement, changes)


def without_effect(statement: Statement, changes: list[Change]) -> Hit:
    """A refresh without TYPE after changes that wait for another one."""
    needed = [f"TYPE({change.type})" for change in changes]
    edit = appended(statement, needed[0]) if len(needed) == 1 else None
    what = " and ".join(change.what for change in changes)
    places = dict.fromkeys(change.statement.name_place() for change in changes)
    return Hit(
        statement.name_place(),
        f"REFRESH SECURITY without TYPE does not apply the change of {what}",
        help="write " + ", and ".join(f"REFRESH SECURITY {type}" for type in needed),
        attribute="TYPE",
        fixes=() if edit is None else (Fix(UNSAFE, f"write {needed[0]}", (edit,)),),
        related=tuple(Related(place, "changed here") for place in places),
    )
