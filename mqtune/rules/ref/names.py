"""REF032, REF033: names that differ only in upper and lower case."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import ObjectName
from mqtune.rules.common.missing_things import queue_manager_place
from mqtune.rules.common.object_names import defined_here, object_name
from mqtune.syntax.placeholders import has_placeholder


@rule("REF032")
def names_differing_by_case(queue_manager: QueueManager) -> Iterator[Hit]:
    """Two objects of a queue manager have names that differ only in upper and lower case."""
    mixed = {(space, name.upper()) for space, name in queue_manager.objects if name != name.upper()}
    if not mixed:
        return  # the names in capitals are distinct
    first: dict[tuple[str, str], MqObject] = {}
    for (space, name), object in queue_manager.objects.items():
        key = (space, name.upper())
        if key not in mixed or object.placeholder or not object.statements or not object.defined:
            continue
        other = first.setdefault(key, object)
        if other is object or leads_to(object, other) or leads_to(other, object):
            continue
        place = object.place()
        if place is not None:
            yield Hit(
                place,
                f"{object.type}({object.name}) and {other.type}({other.name}) differ only in upper and lower "
                "case",
                note="both exist, since names are case-sensitive; MQSC folds a name without quotation marks "
                "to upper case (Rules for naming IBM MQ objects)",
                help="delete one of them, or give it a name of its own",
                object=object_name(object, queue_manager),
                attribute="name",
                related=defined_here(other),
            )


def leads_to(one: MqObject, other: MqObject) -> bool:
    """Whether one object is an alias of another."""
    return one.type == "QALIAS" and one.text("TARGET") == other.name


@rule("REF033")
def queue_manager_names_differing_by_case(estate: Estate) -> Iterator[Hit]:
    """Two queue managers of the estate have names that differ only in upper and lower case."""
    first: dict[str, QueueManager] = {}
    for manager in estate.queue_managers:
        name = manager.name
        if not name or has_placeholder(name):
            continue
        other = first.setdefault(name.upper(), manager)
        place = queue_manager_place(manager, "QMNAME") if other.name != name else None
        if place is not None:
            yield Hit(
                place,
                f"queue managers {name} and {other.name} differ only in upper and lower case",
                note="both may exist, since names are case-sensitive on AIX and Linux, and one is easily "
                "written for the other",
                help="give one of them another name",
                object=ObjectName("QMGR", name),
                attribute="name",
            )
