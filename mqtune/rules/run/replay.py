"""RUN002 to RUN007, RUN009, RUN010, RUN014: how a queue manager responds to the commands in their order."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, Outcome, rule
from mqtune.estate.events import EventKind, ReplayEvent
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.estate.words import name_space
from mqtune.rules.common import called, earlier_here, incomplete, may_hide, quoted
from mqtune.rules.run.evidence import conflicts, line_of, run_in_sequence
from mqtune.text.finding import WARNING, ObjectName
from mqtune.text.messages import listed

REFUSED = "the queue manager refuses it (AMQ8150), so its attributes never take effect"
REPLACED = "the later definition with REPLACE applies, and the earlier one has no effect"


OF_ZOS = ("QSGDISP", "CMDSCOPE", "STGCLASS", "CFSTRUCT", "INDXTYPE")
# DELETE also removes the authority records of these types
WITH_AUTHORITIES = ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL", "TOPIC")


def events(queue_manager: QueueManager, *kinds: str) -> Iterator[ReplayEvent]:
    """The events of some kinds between statements known to run in sequence, or with a product object."""
    for event in queue_manager.events:
        if event.kind not in kinds:
            continue
        predefined = event.earlier is None and event.object is not None and event.object.predefined
        if predefined or run_in_sequence(event.statement, event.earlier, queue_manager):
            yield event


def subject(statement: Statement) -> ObjectName:
    """The object that a statement names."""
    return ObjectName(statement.type or "", statement.name or "")


def command(statement: Statement) -> str:
    """A statement as a message names it: `DEFINE QLOCAL(A)`."""
    return f"{statement.verb} {statement.type}({statement.name})"


@rule("RUN002")
def replace_resets_attributes(queue_manager: QueueManager) -> Iterator[Hit]:
    """A DEFINE with REPLACE resets attributes that an earlier command set on the same object."""
    for event in events(queue_manager, EventKind.REPLACE_RESETS):
        old = event.object
        if old is None:
            continue
        lost = [f"{keyword}({old.value(keyword)})" for keyword in event.keywords]
        written = old.written(event.keywords[0])
        origin = written[0] if written is not None else event.earlier
        yield Hit(
            event.statement.name_place(),
            f"{command(event.statement)} REPLACE resets {listed(lost, 4)} of an earlier command",
            object=subject(event.statement),
            attribute=min(event.keywords),  # whatever their order
            related=earlier_here(origin, "set here"),
        )


@rule("RUN003")
def object_defined_twice(queue_manager: QueueManager) -> Iterator[Hit]:
    """An object is defined although it already exists: an earlier command or the product creates it.

    RUN002 reports attributes that REPLACE resets. Texts whose order is unknown conflict if values differ.
    """
    yield from conflicts(queue_manager)
    reset = {id(event.statement) for event in queue_manager.events if event.kind == EventKind.REPLACE_RESETS}
    for event in events(queue_manager, EventKind.DEFINE_EXISTING, EventKind.DEFINED_TWICE):
        if id(event.statement) in reset:
            continue
        if event.earlier is None and any(event.statement.has(word) for word in OF_ZOS):
            continue  # the objects that the product creates there are unknown
        refused = event.kind == EventKind.DEFINE_EXISTING
        if refused and may_hide(event.statement, "REPLACE"):
            continue
        lost = refused and event.earlier is not None and not same_values(event)
        maker = line_of(event.earlier) if event.earlier is not None else "the product itself"
        yield Hit(
            event.statement.name_place(),
            f"{command(event.statement)} defines an object that already exists: {maker} creates it",
            note=REFUSED if refused else REPLACED,
            help=("delete one of the two" if event.earlier is not None else "add REPLACE") + ", or use ALTER",
            object=subject(event.statement),
            severity=None if lost else WARNING,
            related=earlier_here(event.earlier, "first defined here"),
        )


def same_values(event: ReplayEvent) -> bool:
    """Whether a refused definition sets only values that the object already has."""
    object = event.object
    if object is None:
        return False
    return all(
        object.value(keyword) == value_of(keyword, parameter.keyword, parameter.text)
        for keyword, parameter in event.statement.attributes.items()
    )


def value_of(keyword: str, written: str, text: str | None) -> str:
    """The value that a parameter sets, a flag as YES or NO."""
    if text is None:
        return "YES" if written == keyword else "NO"
    return text.strip()


NAMING = ("LIKE", "DEST", "TOPICOBJ")  # of what has to exist already


@rule("RUN004")
def used_before_defined(queue_manager: QueueManager) -> Iterator[Hit]:
    """ALTER, START, LIKE or DEFINE SUB refers to an object that a later command defines."""
    for event in events(queue_manager, EventKind.USE_BEFORE_DEFINE):
        later = event.earlier
        if later is None:
            continue
        statement = event.statement
        named = next((keyword for keyword in NAMING if statement.text(keyword) == later.name), "")
        what = f"{named}({later.name})" if named else command(statement)
        yield Hit(
            statement.word_place(named) if named else statement.name_place(),
            f"{what} comes before {command(later)} in {line_of(later)}",
            object=subject(statement),
            related=earlier_here(later, "defined here"),
        )


@rule("RUN005")
def name_used_by_another_type(queue_manager: QueueManager) -> Iterator[Hit]:
    """DEFINE or ALTER names an object that already exists with another type."""
    for event in events(queue_manager, EventKind.OTHER_TYPE):
        existing = event.object
        if existing is None:
            continue
        kind = (
            existing.type
            if existing.type != event.statement.type
            else f"{existing.type} of type {existing.subtype}"
        )
        yield Hit(
            event.statement.name_place(),
            f"{command(event.statement)} names an object that already exists as {kind}",
            object=subject(event.statement),
            related=earlier_here(event.earlier, f"defined as {kind} here"),
        )


@rule("RUN006")
def unusable_like_object(queue_manager: QueueManager) -> Iterator[Outcome]:
    """LIKE names an object of another type, or one that is not defined."""
    for event in queue_manager.events:
        statement = event.statement
        name = statement.text("LIKE")
        if event.kind == EventKind.LIKE_OTHER_TYPE and event.object is not None:
            words = f"which is {article_for(event.object)} {event.object.key}"
            help = f"name an object of type {statement.key}"
        elif event.kind == EventKind.LIKE_MISSING and not statement.placeholder:
            near = queue_manager.near(space_of(statement), name)
            if near is None and not queue_manager.complete:
                yield incomplete(queue_manager)
                continue
            words = "which is not defined here" + (f", but {near} is" if near is not None else "")
            help = f"write LIKE({quoted(near)})" if near is not None else "define it first, or remove LIKE"
        else:
            continue
        yield Hit(
            statement.word_place("LIKE"),
            f"{command(statement)} has LIKE({name}), {words}",
            help=help,
            object=subject(statement),
            attribute="LIKE",
            related=earlier_here(first_of(event.object), "defined here"),
        )


def article_for(object: MqObject) -> str:
    """The indefinite article for an object's type."""
    return "an" if object.type[0] in "AEIO" else "a"


def first_of(object: MqObject | None) -> Statement | None:
    """The statement that created an object."""
    return object.statements[0] if object is not None and object.statements else None


def space_of(statement: Statement) -> str:
    """The name space of a statement's object."""
    return name_space(statement.type or "", statement.subtype)


@rule("RUN007")
def channel_record_set_twice(queue_manager: QueueManager) -> Iterator[Hit]:
    """SET CHLAUTH adds a mapping record that already exists."""
    for event in events(queue_manager, EventKind.CHLAUTH_EXISTING):
        where = "a new queue manager has it" if event.earlier is None else f"{line_of(event.earlier)} sets it"
        yield Hit(
            event.statement.name_place(),
            f"SET CHLAUTH({event.statement.name}) TYPE({event.statement.subtype}) adds a record that already "
            f"exists: {where}",
            object=ObjectName("CHLAUTH", event.statement.name or ""),
            attribute="ACTION",
            related=earlier_here(event.earlier, "first set here"),
        )


@rule("RUN009")
def channel_record_set_and_removed(queue_manager: QueueManager) -> Iterator[Hit]:
    """SET CHLAUTH with ACTION(REMOVE) or ACTION(REMOVEALL) removes a record that an earlier command set."""
    for event in events(queue_manager, EventKind.CHLAUTH_UNDONE):
        earlier = event.earlier
        if earlier is None:
            continue
        yield Hit(
            event.statement.name_place(),
            f"SET CHLAUTH({event.statement.name}) ACTION({event.statement.text('ACTION')}) removes the "
            f"record that {line_of(earlier)} sets",
            object=ObjectName("CHLAUTH", event.statement.name or ""),
            attribute="ACTION",
            related=earlier_here(earlier, "set here"),
        )


def effect_of_delete(statement: Statement, object: MqObject) -> str:
    """What a DELETE does to the messages and the authority records of an object, in words."""
    keeps = statement.text("AUTHREC").upper() == "NO"
    effects = [] if keeps else ["removes its authority records"]
    if object.type == "QLOCAL" and statement.has("PURGE"):
        effects.append("discards its messages (PURGE)")
    elif object.type == "QLOCAL":
        effects.append("is refused while the queue has messages")
    if not effects:
        effects.append("fails while an application has the object open")
    return "DELETE " + " and ".join(effects)


@rule("RUN010")
def object_deleted_and_redefined(queue_manager: QueueManager) -> Iterator[Hit]:
    """An object is deleted and then defined again."""
    for event in events(queue_manager, EventKind.RECREATED):
        earlier = event.earlier
        if earlier is None or event.object is None or earlier.type != event.object.type:
            continue
        if event.object.type not in WITH_AUTHORITIES:
            continue
        yield Hit(
            event.statement.name_place(),
            f"{called(event.object, queue_manager)} is deleted in {line_of(earlier)} and defined again",
            note=f"{effect_of_delete(earlier, event.object)}; DEFINE REPLACE avoids this",
            object=subject(event.statement),
            related=earlier_here(earlier, "deleted here"),
        )


# RUN014: changes to the objects from which DEFINE takes the attributes it does not set.

TEMPLATES = "SYSTEM.DEFAULT."
USED = ("AUTHINFO", "LISTENER", "SERVICE")  # these are used as they are, too


@rule("RUN014")
def default_object_altered(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """ALTER changes a default object, from which later definitions are made."""
    name = statement.name or ""
    if statement.verb != "ALTER" or not name.startswith(TEMPLATES) or statement.type in USED:
        return
    words = [word for word in statement.layout.attributes if word != statement.head.splitter]
    if not words:
        return
    yield Hit(
        statement.word_place(words[0]),
        f"ALTER changes {', '.join(words[:8])} of {name}, the template of every {statement.type}",
        attribute=words[0],
    )
