"""The definition of an object: its effective values with their origin, and its MQSC."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.estate.describe import origin_name
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import GIVEN, MqObject, Origin
from mqtune.estate.references import naming_keywords
from mqtune.masking.secrets import masked
from mqtune.present.bodies import Row, link
from mqtune.present.bodies import value as covered
from mqtune.present.target import CLUSTER, MANAGER, OBJECT, TOPIC, Target
from mqtune.report.secrets import safe_value
from mqtune.syntax.document import CREATION, QM_INI
from mqtune.text.printable import printable
from mqtune.views.card.sources import place_of, place_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.statement import Statement
    from mqtune.syntax.ini.tree import Entry, IniFile

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
    from mqtune.plan.ini import stanzas_of

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
    from mqtune.plan.held_back import folded
    from mqtune.plan.model import ALTER, CREATE, AttributeChange, Change, QueueManagerPlan
    from mqtune.plan.mqsc import Writer

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
