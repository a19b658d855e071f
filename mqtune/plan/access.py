"""Who gains and who loses which authority on which object: the effect of changed records."""

from __future__ import annotations

from mqtune.access.matrix import ChangedCell, Matrix, changed
from mqtune.estate.model import QueueManager
from mqtune.plan.model import AccessChange, QueueManagerPlan

# users and groups times objects; above it the records themselves have to do
TOO_MANY = "who gains and loses authority is not shown: too many users and groups times objects"
MOST_CELLS, CELLS_PER_RECORD = 300_000, 20


def access_changes(old: QueueManager, new: QueueManager, part: QueueManagerPlan) -> list[AccessChange]:
    """The effective authorities that changed records give and take, equal ones together; a note says if they
    are too many to compare.
    """
    records_changed = {
        (change.name, change.key["OBJTYPE"], word, name)
        for change in part.changes
        if change.type == "AUTHREC" and change.action != "unknown"
        for word, name in change.key.items()
        if word != "OBJTYPE"
    }
    entities = {(word, name, objtype) for _, objtype, word, name in records_changed}
    cells = len(entities) * max(len(old.objects), len(new.objects))
    records = len(old.authrecs) + len(new.authrecs)
    if cells > MOST_CELLS + CELLS_PER_RECORD * records:
        part.notes.append(TOO_MANY)
        return []
    if not entities:
        return []
    shared = old.objects.keys() & new.objects.keys()
    once = old.objects.keys() ^ new.objects.keys()  # a record may name what the change makes or deletes
    groups: dict[tuple[object, ...], AccessChange] = {}
    before, after = (
        Matrix(_part(one, other, records_changed, entities, shared))
        for one, other in ((old, new), (new, old))
    )
    for one in changed(before, after):
        if (one.cell.objtype, one.cell.object) in once:
            continue
        found = _of_cell(one)
        key = (found.entity, found.user, found.objtype, found.gained, found.lost)
        groups.setdefault(key, found).objects.append(one.cell.object)
    return list(groups.values())


def _part(
    manager: QueueManager,
    other: QueueManager,
    records_changed: set[tuple[str, str, str, str]],
    entities: set[tuple[str, str, str]],
    shared: set[tuple[str, str]],
) -> QueueManager:
    """A queue manager with only some records and objects, because a matrix of all of them is large. A record
    that only the other state has and that no change removes, such as one of the product, stays.
    """
    known = {one.identity for one in manager.authrecs} | records_changed
    records = [*manager.authrecs, *(one for one in other.authrecs if one.identity not in known)]
    part = QueueManager(manager.name, manager.project)
    part.platform, part.level = manager.platform, manager.level
    part.objects = {key: manager.objects[key] for key in shared}
    part.authrecs = [one for one in records if (one.entity, one.user, one.objtype) in entities]
    return part


def _of_cell(one: ChangedCell) -> AccessChange:
    entity, user = one.cell.entity
    return AccessChange(entity, user, one.cell.objtype, one.gained, one.lost, [])
