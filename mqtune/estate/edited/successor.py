"""A queue manager after an edit, made from the one before it: most edits change attributes of one object.

The result is that of a replay of all scripts. The queue manager before must not be used any more: both share
their objects.
"""

from __future__ import annotations

from mqtune.estate.dump_header import dump_header, gaps_of
from mqtune.estate.keywords import name_space
from mqtune.estate.model import QueueManager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.estate.edited.memo import KeptStatements
    from mqtune.estate.objects import MqObject
    from mqtune.estate.statement import Statement
    from mqtune.syntax.mqsc.tree import Script

    Change = tuple[MqObject, Statement]

# what does not depend on the attributes of such objects: what the replay decides, and indexes
KEPT = (
    *("name", "title", "level", "platform", "complete", "stated_complete"),
    *("objects", "chlauth", "authrecs", "events"),
    *("_by_type", "_by_subtype", "_by_value", "_filled", "_names", "_near", "_sorted_names"),
    "_channel_records",
)


def succeeds(manager: QueueManager, before: QueueManager, statements: Sequence[KeptStatements]) -> bool:
    """Fill a new queue manager from the one before if that is possible; `statements` are its scripts'.

    It is if commands were moved, or if each changed one defines the same object as before, on which no other
    command and no event of the replay depends. Its load is then still to be read.
    """
    manager.gaps = gaps_of(manager.scripts)
    if bool(manager.gaps) != bool(before.gaps):
        return False
    changes: list[Change] = []
    for old, new, kept in zip(before.scripts, manager.scripts, statements, strict=True):
        if old is new:
            continue
        if kept.before is None or len(kept.gone) != len(kept.new) or header_of(old) != header_of(new):
            return False
        for gone, made in zip(kept.gone, kept.new, strict=True):
            object = redefined(before, gone, made)
            if object is None:
                return False
            changes.append((object, made))
    if changes and depends(manager, before, changes):
        return False
    for name in KEPT:
        setattr(manager, name, getattr(before, name))
    for object, statement in changes:
        change(manager, object, statement)
    return True


def header_of(script: Script) -> tuple[object, ...] | None:
    """What the header of a dump gives, None for a script that is not a dump."""
    header = dump_header(script)
    return None if header is None else (header.name, header.platform, header.level, header.whole)


def redefined(manager: QueueManager, old: Statement, new: Statement) -> MqObject | None:
    """The object that two statements define alike except for its attributes; None if any other command
    decides what it is.
    """
    if old.verb != "DEFINE" or new.verb != "DEFINE" or old.name is None or old.placeholder:
        return None
    if (old.type, old.subtype, old.name) != (new.type, new.subtype, new.name) or new.type is None:
        return None
    if old.subtype is None or old.is_completed or new.is_completed:
        return None
    if any(one.has("LIKE") or one.has("QSGDISP") for one in (old, new)):
        return None
    object = manager.objects.get((name_space(new.type, new.subtype), old.name))
    if object is None or object.statements != [old] or object.predefined or not object.defined:
        return None
    if object.base is not None or object.carried is not None or object.name == object.default_name:
        return None
    return object


def depends(manager: QueueManager, before: QueueManager, changes: Sequence[Change]) -> bool:
    """Whether an event, or a definition by LIKE, depends on one of the objects that change."""
    names = {object.name for object, _ in changes}
    objects = {id(object) for object, _ in changes}
    statements = {id(object.statements[0]) for object, _ in changes}
    for event in before.events:
        if (
            id(event.object) in objects
            or id(event.statement) in statements
            or (event.earlier is not None and id(event.earlier) in statements)
        ):
            return True
    with_like = {layout for layout in {one.layout for one in manager.statements} if "LIKE" in layout.words}
    return bool(with_like) and any(
        one.layout in with_like and one.text("LIKE") in names for one in manager.statements
    )


def change(manager: QueueManager, object: MqObject, statement: Statement) -> None:
    """Define an object by another statement, also in the indexes of its queue manager."""
    indexes = [(index, index[1]) for index in manager._by_value if index[0] == object.type]
    values = [object.value(keyword) for _, keyword in indexes]
    object.statements = [statement]
    object._given = None
    for (index, keyword), value in zip(indexes, values, strict=True):
        if object.value(keyword) != value:
            del manager._by_value[index]
    filled = manager._filled.get(object.type)
    if filled is not None:
        filled.update(object)
