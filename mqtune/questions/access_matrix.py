"""`mqtune access --matrix`: what every user and group holds on every object; with `--since` what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple, TypedDict

from mqtune.analysis.access.answer import Evidence
from mqtune.analysis.access.case import authority_evidence
from mqtune.analysis.access.matrix import (
    Cell,
    ChangedCell,
    Matrix,
    Part,
    administers,
    changed,
    is_too_large,
    users_without_authority,
)
from mqtune.estate.model import QueueManager
from mqtune.estate.records import AuthorityRecord
from mqtune.present.answer import (
    BAD,
    BRIEF,
    DETAIL,
    GOOD,
    Answer,
    Column,
    Line,
    Place,
    Records,
    Row,
    Rows,
    Section,
    Step,
    Steps,
    Table,
    link,
)
from mqtune.questions.fields import Parameter, named
from mqtune.session.access import add_authorities, parse_spec
from mqtune.session.opened import Project
from mqtune.text.messages import UsageError, listed, plural

# The answers as data.

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
    change: ChangedCell, old: QueueManager | None, new: QueueManager | None, shown: Callable[[str], str]
) -> ChangeData:
    """One changed cell. `shown` gives the path of a file of the revision as displayed."""
    manager = new or old
    assert manager is not None  # one of them has the cell
    cell = cell_data(manager, change.cell)
    if change.after is None and cell["file"]:
        cell["file"] = shown(cell["file"])
    return {**cell, "gained": list(change.gained), "lost": list(change.lost)}


def matrix_records(cells: Iterable[CellData]) -> Records:
    """A record for each cell."""
    rows = ([*what(cell), " ".join(cell["authorities"]) or NONE, *where(cell)] for cell in cells)
    return Records((*WHAT, "authorities", *WHERE), rows)


def change_records(changes: Iterable[ChangeData]) -> Records:
    """A record for each changed cell."""
    rows = (
        [*what(change), *where(change), " ".join(change["gained"]), " ".join(change["lost"])]
        for change in changes
    )
    return Records((*WHAT, *WHERE, "gained", "lost"), rows)


def what(cell: CellData) -> tuple[str | None, ...]:
    """The user or group, and the object, as WHAT lists them."""
    owner = (cell["environment"], cell["queue_manager"])
    return (*owner, cell["entity"], cell["name"], cell["object_type"], cell["object"])


def where(cell: CellData) -> tuple[str | int | None, ...]:
    """The record that decides, as WHERE lists it."""
    return (cell["profile"], cell["file"], cell["line"])


# The questions.

EXAMPLES = (
    "mqtune access --matrix --format csv hub/",
    "mqtune access --matrix --since main hub/",
)
OWN = "the queue manager"
MOST_USERS = 20
MOST_NAMES = 4  # objects that a line of the table names
NOTHING_HELD = "no authority record of a user or group applies to an object in the files"

Held = tuple[QueueManager, Sequence[Cell]]
Group = tuple[CellData, list[str]]  # the first cell, and the names of all objects


class Wanted(NamedTuple):
    """The part of the matrix that is asked for."""

    user: Annotated[
        str | None, Parameter("only users whose names match; * matches any characters", metavar="NAME")
    ] = None
    groups: Annotated[
        tuple[str, ...],
        Parameter("only groups whose names match; * matches any characters", name="group", metavar="NAME"),
    ] = ()
    object_: Annotated[
        str | None,
        Parameter("only objects that match, such as QUEUE(ORDERS.*) or QMGR", metavar="'TYPE(NAME)'"),
    ] = None

    @property
    def part(self) -> Part:
        """The part. Raises UsageError."""
        return Part(self.user, self.groups, parse_spec(self.object_) if self.object_ is not None else None)


ALL = Wanted()


def holdings(project: Project, *, wanted: Wanted = ALL) -> Answer[MatrixData]:
    """Show what every user and group holds on every object."""
    part = wanted.part
    managers = [manager for _, manager in project.secured.shown]
    matrices = [Matrix(manager, part) for manager in managers]
    check_size(matrices)
    held = [(manager, list(matrix.cells())) for manager, matrix in zip(managers, matrices, strict=True)]
    count = sum(len(cells) for _, cells in held)
    headline = f"{plural(count, 'cell')}; membership in groups is not in the files"
    return Answer(
        "held" if count else "nothing held",
        headline,
        lambda layout: matrix_sections(held, not part.is_limited),
        lambda: {"cells": list(rows_of(held))},
        lambda: matrix_records(rows_of(held)),
        notes=Rows([Row("", headline)]),
    )


def changes(
    project: Project,
    *,
    since: Annotated[
        str, Parameter("only what differs from this git revision", metavar="REV", example="main")
    ],
    wanted: Wanted = ALL,
) -> Answer[ChangesData]:
    """Show who gained and who lost which authority since a git revision."""
    from mqtune.session.comparison import Comparer  # needs git and what compares states
    from mqtune.session.sides import left_out_note  # only for a comparison

    part = wanted.part
    if project.scope.stdin is not None:
        raise UsageError("standard input has no revisions", "name files or folders")
    with Comparer(project.scope.options) as comparer:
        before = comparer.open_before(since, project.scope.paths)
        add_authorities(before.workspace)
        after = comparer.opened(project.secured.workspace, project.scope.paths)
        lacks = left_out_note(before, after)
        rows: list[ChangeData] = []
        for old, new in comparer.pairs(before, after):
            states = [Matrix(manager, part) if manager is not None else None for manager in (old, new)]
            check_size([matrix for matrix in states if matrix is not None])
            rows += [change_data(cell, old, new, before.side.shown) for cell in changed(*states)]
    headline = f"{plural(len(rows), 'changed cell')} since {since}"
    return Answer(
        "changed" if rows else "unchanged",
        headline,
        lambda layout: change_sections(rows),
        lambda: {"changes": rows},
        lambda: change_records(rows),
        notes=Rows([Row("", text) for text in (headline, *lacks)]),
    )


def check_size(matrices: Sequence[Matrix]) -> None:
    """Raise UsageError if matrices have more cells than one answer lists."""
    if is_too_large(matrices):
        limits = ", ".join(map(named, ("qmgr", "user", "group")))
        raise UsageError(
            "the matrix has more cells than one run lists: users and groups times objects",
            f"print it in parts, with {limits} or {named('object')}",
        )


# the matrix


def rows_of(held: Sequence[Held]) -> Iterator[CellData]:
    """The cells of all queue managers."""
    return (cell_data(manager, cell) for manager, cells in held for cell in cells)


def matrix_sections(held: Sequence[Held], with_users: bool) -> Iterator[Section]:
    """A table for each queue manager, and its users without any authority."""
    for manager, cells in held:
        title = manager.qualified if len(held) > 1 else ""
        yield Section(title, table(grouped(manager, cells)), BRIEF, NOTHING_HELD)
        if with_users:
            yield Section("without authority", without_authority(manager), BRIEF)


def table(groups: Sequence[Group]) -> Table:
    """A line for all objects on which the same is held. The records of administrators do not limit them."""
    columns = [Column("USER OR GROUP"), Column("AUTHORITIES"), Column("OBJECTS"), Column("BY", wraps=True)]
    firsts = [first for first, _ in groups if first["administrator"]]
    administrators = {f"{first['entity']}({first['name']})": None for first in firsts}
    more = f"{', '.join(administrators)} administer MQ and hold every authority"
    return Table(columns, [line_of(*group) for group in groups], more)


def without_authority(manager: QueueManager) -> Rows:
    """The users that are named and hold nothing."""
    users = users_without_authority(manager).items()
    rows = [
        Row("", f"no authority record for user {user}: {why}", level=BRIEF if at < MOST_USERS else DETAIL)
        for at, (user, why) in enumerate(users)
    ]
    return Rows(rows, f"and for {plural(len(rows) - MOST_USERS, 'more user')}")


def grouped(manager: QueueManager, cells: Sequence[Cell]) -> list[Group]:
    """The cells with the same user, type and authorities together: those of one generic profile, and those
    with a profile each. The first one, and the names of all objects.
    """
    groups: dict[tuple[object, ...], Group] = {}
    for cell in cells:
        record = id(cell.record) if cell.record.profile != cell.object else None
        key = (cell.entity, cell.objtype, cell.words, record)
        if key not in groups:
            groups[key] = (cell_data(manager, cell), [])
        groups[key][1].append(cell.object)
    return list(groups.values())


def line_of(first: CellData, names: Sequence[str]) -> Line:
    """One line of the table."""
    who = f"{first['entity']}({first['name']})" + (" (administrator)" if first["administrator"] else "")
    objects = OWN if first["object_type"] == "QMGR" else f"{first['object_type']} {listed(names, MOST_NAMES)}"
    place = place_of(first)
    by = str(place or "default")
    if first["profile"] == first["object"] and len(names) > 1:
        by = f"a profile each, {by} and others"
    elif first["profile"]:
        by = f"{first['profile']}, {by}"
    level = DETAIL if first["administrator"] else BRIEF
    return Line((who, ",".join(first["authorities"]) or NONE, objects, by), link(place), place, level=level)


def place_of(cell: CellData) -> Place | None:
    """The position of the record that decides."""
    return Place(cell["file"], cell["line"] or 0) if cell["file"] else None


# changes


def change_sections(rows: Sequence[ChangeData]) -> Iterator[Section]:
    """A line for what is gained and one for what is lost in each cell."""
    several = len({(row["environment"], row["queue_manager"]) for row in rows}) > 1
    steps = [
        change_step(sign, row, words, tone, several)
        for row in rows
        for sign, words, tone in (("+ ", row["gained"], GOOD), ("- ", row["lost"], BAD))
        if words
    ]
    if steps:
        yield Section("", Steps(steps), BRIEF)


def change_step(sign: str, row: ChangeData, words: Sequence[str], tone: str, several: bool) -> Step:
    """One line."""
    owner = "/".join(filter(None, (row["environment"], row["queue_manager"])))
    object = OWN if row["object"] is None else f"{row['object_type']}({row['object']})"
    cells = [*([owner] if several else []), f"{row['entity']}({row['name']})", ",".join(words), object]
    place = place_of(row)
    return Step(sign, cells, "", str(place or ""), (), link(place), place, tone)
