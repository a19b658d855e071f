"""The matrix of authorities and its changes as data: JSON and records."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypedDict

from mqtune.access.answer import Evidence
from mqtune.access.case import authority_evidence
from mqtune.access.matrix import Cell, ChangedCell, administers
from mqtune.estate.authority import AuthorityRecord
from mqtune.estate.model import QueueManager
from mqtune.present.answer import Records

NONE = "NONE"  # the authority of a record that grants nothing and hides a more generic one
WHAT = ("environment", "queue_manager", "entity", "name", "object_type", "object")
WHERE = ("profile", "file", "line")


class CellData(TypedDict):
    """What one user or group holds on one object, None for the queue manager itself."""

    environment: str | None
    queue_manager: str
    entity: str
    name: str
    object_type: str
    object: str | None
    authorities: list[str]
    administrator: bool
    profile: str | None
    file: str | None
    line: int | None


class ChangeData(CellData):
    """A cell that changed."""

    gained: list[str]
    lost: list[str]


class MatrixData(TypedDict):
    """The JSON of `mqtune access --matrix`."""

    cells: list[CellData]


class ChangesData(TypedDict):
    """The JSON of `mqtune access --matrix --since REV`."""

    changes: list[ChangeData]


def cell_data(manager: QueueManager, cell: Cell) -> CellData:
    """One cell."""
    where = evidence_of(cell.record)
    return {
        "environment": manager.environment_name,
        "queue_manager": manager.label,
        "entity": cell.entity[0],
        "name": cell.entity[1],
        "object_type": cell.objtype,
        "object": cell.object or None,
        "authorities": list(cell.words),
        "administrator": administers(cell.entity, manager.platform),
        "profile": None if cell.objtype == "QMGR" else cell.record.profile,
        "file": where.file or None,
        "line": where.line or None,
    }


@lru_cache(maxsize=16_384)
def evidence_of(record: AuthorityRecord) -> Evidence:
    """A record as evidence; it decides for many objects."""
    return authority_evidence(record)


def change_data(
    one: ChangedCell, old: QueueManager | None, new: QueueManager | None, shown: Callable[[str], str]
) -> ChangeData:
    """One changed cell. `shown` gives the path of a file of the revision as displayed."""
    manager = new or old
    assert manager is not None  # one of them has the cell
    cell = cell_data(manager, one.cell)
    if one.after is None and cell["file"]:
        cell["file"] = shown(cell["file"])
    return {**cell, "gained": list(one.gained), "lost": list(one.lost)}


def matrix_records(cells: Iterable[CellData]) -> Records:
    """A record for each cell."""
    rows = ([*what(cell), " ".join(cell["authorities"]) or NONE, *where(cell)] for cell in cells)
    return Records((*WHAT, "authorities", *WHERE), rows)


def change_records(changes: Iterable[ChangeData]) -> Records:
    """A record for each changed cell."""
    rows = ([*what(one), *where(one), " ".join(one["gained"]), " ".join(one["lost"])] for one in changes)
    return Records((*WHAT, *WHERE, "gained", "lost"), rows)


def what(cell: CellData) -> tuple[str | None, ...]:
    """The user or group, and the object, as WHAT lists them."""
    owner = (cell["environment"], cell["queue_manager"])
    return (*owner, cell["entity"], cell["name"], cell["object_type"], cell["object"])


def where(cell: CellData) -> tuple[str | int | None, ...]:
    """The record that decides, as WHERE lists it."""
    return (cell["profile"], cell["file"], cell["line"])
