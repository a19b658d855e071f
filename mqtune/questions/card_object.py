"""The sections of an object's card: its definition, who may use it, and its load."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mqtune.analysis.access.holdings import SELF, best, candidates, is_complete, words_of
from mqtune.analysis.flow.resource import AT_LEAST, number
from mqtune.analysis.topology.describe import origin_name
from mqtune.analysis.topology.references import naming_keywords
from mqtune.analysis.topology.topics import build_topics
from mqtune.capacity.definition import MODEL_NAMES, models
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import GIVEN, MqObject, Origin
from mqtune.estate.words import QUEUE, QUEUE_TYPES
from mqtune.language.masking import masked
from mqtune.present.answer import (
    CLUSTER,
    EXPERIMENT,
    MANAGER,
    MODEL,
    OBJECT,
    RESULT,
    TOPIC,
    Row,
    Target,
    link,
)
from mqtune.present.answer import value as covered
from mqtune.present.layout import bar
from mqtune.present.safe import safe_value
from mqtune.questions.card_sources import Sources, object_target, place_of, place_text
from mqtune.syntax.document import CREATION, QM_INI
from mqtune.text.messages import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.flow.resource import Resource
    from mqtune.estate.records import AuthorityRecord
    from mqtune.estate.statement import Statement
    from mqtune.lab.journal.result import Result
    from mqtune.syntax.ini.tree import Entry, IniFile


# The definition: effective values with their origin, and MQSC.

MOST_STATEMENTS = 20
DUMPED = 20  # attributes of one command: only a dump names more, most of them defaults


def definition_rows(manager: QueueManager, object: MqObject) -> Iterator[Row]:
    """The commands that define the object, then every value that they set, with its origin."""
    for statement in object.statements[:MOST_STATEMENTS]:
        place = place_of(statement.name_place())
        verb = (statement.verb or "").lower()
        yield Row(verb, place_text(place), "", link(place), place=place)
    if not object.defined and object.statements:
        yield Row("", "the files alter this object but do not define it; other values are unknown")
    for keyword, value, origin in object.items():
        if origin.statement is not None:
            yield value_row(manager, object, keyword, value, origin)


def default_rows(manager: QueueManager, object: MqObject) -> Iterator[Row]:
    """Every value that no command sets."""
    for keyword, value, origin in object.items():
        if origin.statement is None:
            yield value_row(manager, object, keyword, value, origin)


def value_row(manager: QueueManager, object: MqObject, keyword: str, value: str, origin: Origin) -> Row:
    """One attribute: its value, its origin, and the object that the value names."""
    place = place_of(origin.place())
    note = "" if origin.kind == GIVEN else f"{origin.kind} {origin_name(origin, object) or ''}".strip()
    if place is not None and origin.kind != GIVEN:
        note += f", {place_text(place)}"
    text = covered(keyword, value) or "(blank)"
    target = named_by(manager, object, keyword, value)
    return Row(keyword, text, note, target or link(place), place=place)


def ini_rows(manager: QueueManager) -> Iterator[Row]:
    """The effective entries of qm.ini, then those of the files of the operating system."""
    from mqtune.analysis.plan.ini import stanzas_of

    for (stanza, name), entries in stanzas_of(manager).items():
        for ini, entry in entries.values():
            origin = "crtmqm" if ini.document.carrier == CREATION else ""
            yield ini_row(ini, entry, ", ".join(filter(None, (f"{stanza} {name}".rstrip(), origin))))
    for ini in manager.inis:
        for section in ini.stanzas if ini.document.kind != QM_INI else ():
            yield from (ini_row(ini, entry, section.name) for entry in section.entries)


def ini_row(ini: IniFile, entry: Entry, note: str) -> Row:
    """One entry with its stanza."""
    place = place_of(ini.document.place(entry.span))
    # as a line of a file: an entry without a sign has its value in the key
    key, _, text = printable(masked(f"{entry.key}={safe_value(entry.key, entry.value)}")).partition("=")
    return Row(key, text, note, link(place), place=place)


def named_by(manager: QueueManager, object: MqObject, keyword: str, value: str) -> Target | None:
    """What the value of an attribute names; None for values that are not names."""
    owner = manager.qualified
    if not value:
        return None
    if keyword in ("CLUSTER", "REPOS"):
        return Target(CLUSTER, value, "", owner)
    if keyword in ("RQMNAME", "PARENT", "DESTQMGR"):
        return Target(MANAGER, value, "", "/".join(filter(None, (manager.environment_name, value))))
    if keyword == "TOPICSTR":
        return Target(TOPIC, value, "", owner)
    if object.type == "QREMOTE" and keyword == "RNAME":
        partner = "/".join(filter(None, (manager.environment_name, object.text("RQMNAME"))))
        return Target(OBJECT, value, "QUEUE", partner)
    space = dict(naming_keywords(object.type)).get(keyword)
    if object.type == "QALIAS" and keyword == "TARGET" and object.value("TARGTYPE") == "TOPIC":
        space = "TOPIC"
    return None if space is None else Target(OBJECT, value, space, owner)


def mqsc_lines(manager: QueueManager, object: MqObject) -> Iterator[str]:
    """The MQSC that defines the object."""
    from mqtune.analysis.plan.held_back import folded
    from mqtune.analysis.plan.model import ALTER, CREATE, AttributeChange, Change, QueueManagerPlan
    from mqtune.analysis.plan.mqsc import Writer

    part = QueueManagerPlan(manager.name, manager.environment_name, None, manager)
    change = Change(manager, object.type, object.name, CREATE, subtype=object.subtype)
    if object.type == "QMGR" or not object.defined:
        change.action = ALTER
        change.attributes = [
            AttributeChange(keyword, None, value, "named", secret=safe_value(keyword, value) != value)
            for keyword, value, origin in object.items()
            if origin.statement is not None
        ]
    writer = Writer(part, from_dump=len(object.given) > DUMPED)
    for _, command in writer.of(change):
        yield from folded(command).split("\n")
    yield from (f"* not included: {text}" for text in part.left_out)


def lines_of(statement: Statement) -> tuple[int, int]:
    """The first and the last line of a command in its file."""
    first = statement.command.first
    return first, first + max(1, len(statement.lines)) - 1


# Access: the authority records and channel authentication records that apply.


def access_rows(manager: QueueManager, type: str, name: str) -> Iterator[Row]:
    """What each user and group holds on an object, by the record that decides for each."""
    objtype = QUEUE if type in QUEUE_TYPES else type
    asked = SELF if objtype == "QMGR" else name
    records: dict[tuple[str, str], list[AuthorityRecord]] = {}
    for candidate in candidates(manager, objtype, asked):
        records.setdefault((candidate.entity, candidate.user), []).append(candidate)
    for (entity, user), some in sorted(records.items()):
        record = best(some)
        if record is None:
            continue
        words = ", ".join(sorted(words_of(record))).lower() or "none"
        place = place_of(record.statements[-1].name_place()) if record.statements else None
        note = "" if record.profile == asked else f"profile {record.profile}"
        yield Row(f"{entity.lower()} {user}", words, note, link(place), place=place)
    if not is_complete(manager):
        yield Row("", "the files may not contain every authority record")


def record_rows(manager: QueueManager, channel: MqObject) -> Iterator[Row]:
    """The channel authentication records that apply to a channel, the most specific first."""
    from mqtune.estate.records import in_order

    for record in in_order(manager.channel_records.of(channel.name), channel.name, channel.subtype):
        place = place_of(record.place())
        match = ", ".join(filter(None, record.match)) or ", ".join(record.entries)
        user = record.text("MCAUSER")
        source = record.text("USERSRC")
        effect = f"{source}{f' {user}' if user else ''}".strip()
        yield Row(
            record.subtype,
            f"CHLAUTH({record.name}) {match}".strip(),
            effect or ("predefined" if place is None else ""),
            link(place),
            place=place,
        )


# The load: locks, the share of each budget, and the models with the object's own figures.

MOST_RESULTS = 5


def budget_rows(sources: Sources, estate: Estate, manager: QueueManager, name: str) -> Iterator[Row]:
    """The resources of a queue manager that are, or are named by, an object as `QLOCAL(A)`; all for ""."""
    for resource in sources.budget(estate):
        if resource.queue_manager is manager and (not name or is_about(resource, name)):
            yield resource_row(resource)
            for source in resource.chain[:3] if name else ():
                place = (source.file, source.line or 0) if source.file else None
                yield Row("", f"← {source.text}", "", link(place), place=place)


def is_about(resource: Resource, name: str) -> bool:
    """Whether a resource is an object, or is named after it: `topic lock of TOPIC(A)`."""
    texts = (f"'{name}'", f"'{name}/#'")
    return (
        resource.resource == name
        or resource.resource.endswith(f" {name}")
        or any(text in resource.resource for text in texts)
    )


def resource_row(resource: Resource) -> Row:
    """One resource with its share as a bar."""
    share = resource.share
    text = (
        "share unknown" if share is None else f"{bar(share, resource.bound == AT_LEAST)} {resource.percent}"
    )
    used = "unknown" if resource.used is None else resource.mark + number(resource.used)
    of = f" of {number(resource.limit)}" if resource.limit is not None else ""
    notes = "; ".join(filter(None, (resource.basis or "", *resource.notes[:1])))
    severity = "error" if share is not None and share > 1 else ""
    return Row(
        resource.resource,
        f"{text}  {used}{of} {resource.unit}",
        notes,
        model_in(resource.basis or ""),
        severity,
    )


def model_in(text: str) -> Target | None:
    """The first model that a text names, or that is based on the source that the text names."""
    named = (name for name in MODEL_NAMES if f"model {name}" in text or f"{name} model" in text)
    model_name = next(named, None) or next(
        (name for source, name in model_sources().items() if source in text), ""
    )
    return Target(MODEL, model_name) if model_name else None


@cache
def model_sources() -> dict[str, str]:
    """The models by the published tables and charts on which they are based."""
    by_source: dict[str, str] = {}
    for model in models():
        for constant in model.constants:
            if constant.where is not None:
                by_source.setdefault(str(constant.source), model.name)
    return by_source


def lock_rows(manager: QueueManager, topic: str) -> Iterator[Row]:
    """The locks that a publication on a topic string takes."""
    tree = manager.derived(build_topics)
    state = "own lock" if tree.isolated(topic) else f"{len(tree.inherited(topic))} properties are inherited"
    yield Row("lock", state)
    for lock in tree.locks(topic):
        object = lock.node.object
        where = f"TOPIC({object.name})" if object is not None else lock.node.topic or "the root"
        target = object_target(manager, object) if object is not None else None
        yield Row("", where, ", ".join(lock.keywords) or "its own", target)


def model_rows(manager: QueueManager, topic: str) -> Iterator[Row]:
    """What the models predict for a topic string with its own figures."""
    from mqtune.questions.topology import predictions  # the first section of a card does not need it

    reached = len(manager.derived(build_topics).reached(topic))
    for prediction in predictions(manager, topic, reached):
        yield Row(prediction.name, prediction.figure, prediction.basis, Target(MODEL, prediction.model))


def result_rows(sources: Sources, qmgr: str, experiments: tuple[str, ...] = ()) -> Iterator[Row]:
    """The last results on a queue manager, or of some experiments, the newest first."""
    count = 0
    for result in sources.results:
        head = result.head
        if (not qmgr or head.qmgr == qmgr) and (not experiments or head.experiment in experiments):
            yield result_row(result)
            count += 1
            if count == MOST_RESULTS:
                return


def result_row(result: Result) -> Row:
    """A stored result with its verdict."""
    from mqtune.present.experiment.text import verdict_text

    simulated = "SIMULATED, " if result.simulated else ""
    return Row(
        result.head.experiment,
        verdict_text(result),
        f"{simulated}{result.head.qmgr}, {result.time[:16].replace('T', ' ')}",
        Target(RESULT, result.id),
    )


def experiment_row(name: str, question: str) -> Row:
    """An experiment as a link."""
    return Row("experiment", name, question, Target(EXPERIMENT, name))
