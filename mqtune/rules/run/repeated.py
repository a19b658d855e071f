"""RUN001, RUN008, RUN011 to RUN013: scripts that are applied repeatedly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Skip, rule
from mqtune.estate.events import EventKind, ReplayEvent
from mqtune.estate.model import QueueManager
from mqtune.estate.repeat import second_run
from mqtune.estate.statement import Statement
from mqtune.findings.finding import UNSAFE, Fix, ObjectName, Related
from mqtune.language import catalogue
from mqtune.language.available import reached
from mqtune.rules.common.mistakes import may_hide
from mqtune.rules.run.evidence import why_replayed
from mqtune.rules.run.replay import command, subject
from mqtune.text.spans import Edit

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
SHOWN = 8


def replayed_scripts(queue_manager: QueueManager) -> dict[int, str]:
    """The scripts that are applied at every start, by `id`, each with the evidence for it."""
    found = {id(script): why_replayed(script, queue_manager) for script in queue_manager.scripts}
    return {key: why for key, why in found.items() if why}


def repeated_events(queue_manager: QueueManager, kind: str) -> Iterator[tuple[ReplayEvent, str]]:
    """The events that only a second run of the repeated scripts causes, each with the evidence for the
    repetition.
    """
    replayed = replayed_scripts(queue_manager)
    if not replayed:
        return
    known = {id(event.statement) for event in queue_manager.events if event.kind == kind}
    again = [one for one in queue_manager.statements if id(one.command.script) in replayed]
    for event in second_run(queue_manager, again):
        if event.kind == kind and id(event.statement) not in known:
            yield event, replayed[id(event.statement.command.script)]


def by_script(events: Iterable[tuple[ReplayEvent, str]]) -> list[tuple[list[Statement], str]]:
    """The commands of some events, those of one script together, each with the evidence."""
    found: dict[int, tuple[list[Statement], str]] = {}
    for event, why in events:
        found.setdefault(id(event.statement.command.script), ([], why))[0].append(event.statement)
    return list(found.values())


@rule("RUN001")
def define_without_replace(queue_manager: QueueManager) -> Iterator[Hit]:
    """A script that is applied at every start of the queue manager contains a DEFINE without REPLACE."""
    repeated = [
        (event, why)
        for event, why in repeated_events(queue_manager, EventKind.DEFINE_EXISTING)
        # otherwise it is intended, or reported as a mistake
        if not event.statement.has("NOREPLACE") and not may_hide(event.statement, "REPLACE")
    ]
    for statements, why in by_script(repeated):
        first = statements[0]
        yield Hit(
            first.name_place(),
            applied_without(statements, command(first), "REPLACE"),
            note=f"{why}; the second time it is refused (AMQ8150), and later changes of the file never take "
            "effect",
            help="add REPLACE, or NOREPLACE if the object is to be created only once",
            object=subject(first),
            attribute="REPLACE",
            fixes=joined_fix(statements, lambda one: appended(one, "REPLACE"), "replace the objects"),
            related=further(statements),
        )


def applied_without(statements: list[Statement], name: str, word: str) -> str:
    """The message about the commands of a script that lack a word; `name` is that of the first one."""
    more = len(statements) - 1
    if not more:
        return f"{name} has no {word} and is applied again at the next start"
    return f"{name} and {more} more have no {word} and are applied again at the next start"


def further(statements: list[Statement]) -> tuple[Related, ...]:
    """The positions of the first few of the further commands that a finding is about."""
    return tuple(Related(one.name_place(), command(one)) for one in statements[1:SHOWN])


def appended(statement: Statement, word: str) -> Edit | None:
    """The edit that appends a word to a command."""
    number, last = list(statement.command.words())[-1]
    _, _, line, column = last.extent
    return statement.command.edit(number, (line, column, line, column), f" {word}")


def joined_fix(
    statements: list[Statement], edit: Callable[[Statement], Edit | None], message: str
) -> tuple[Fix, ...]:
    """One fix for all commands of a script. It changes what a second run does, so it is unsafe."""
    edits = [edit(statement) for statement in statements]
    made = tuple(one for one in edits if one is not None)
    return (Fix(UNSAFE, f"{message} at every start", made),) if len(made) == len(edits) else ()


@rule("RUN008")
def channel_record_without_replace(queue_manager: QueueManager) -> Iterator[Hit]:
    """A script that is applied at every start has a SET CHLAUTH without ACTION(REPLACE)."""
    repeated = [
        (event, why)
        for event, why in repeated_events(queue_manager, EventKind.CHLAUTH_EXISTING)
        if event.statement.text("ACTION") in ("", "ADD") and not may_hide(event.statement, "ACTION")
    ]
    for statements, why in by_script(repeated):
        first = statements[0]
        name = f"SET CHLAUTH({first.name}) TYPE({first.subtype})"
        yield Hit(
            first.word_place("ACTION"),
            applied_without(statements, name, "ACTION(REPLACE)"),
            note=f"{why}; ACTION(ADD), the default, is refused for a mapping record that exists (AMQ8883), "
            "and later changes of the file never take effect",
            help="add ACTION(REPLACE)",
            object=ObjectName("CHLAUTH", first.name or ""),
            attribute="ACTION",
            fixes=joined_fix(statements, with_replace, "replace the records"),
            related=further(statements),
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
            help="remove the command from the file, and issue it manually when it is needed",
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
            help="add IGNSTATE(YES)",
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
    yield Hit(
        statement.name_place(),
        f"{command(statement)} has no REPLACE",
        note="at a second run the command is refused (AMQ8150), so the file cannot be applied again",
        help="add REPLACE, or NOREPLACE if the object is to be created only once",
        attribute="REPLACE",
    )
