"""The answer to a query as plain rows: what was found, what is not decided, and the columns of a table."""

from __future__ import annotations

from collections.abc import Iterable

from mqtune.estate.model import Estate, QueueManager
from mqtune.query.items import Item, Known, Unknown
from mqtune.query.request import Query
from mqtune.query.selection import keywords_of, select
from mqtune.query.words import kind_of, type_keyword
from mqtune.text.numbers import whole_number
from mqtune.text.record import record
from mqtune.text.spans import Place

NUMBERS = ("integer", "integer-or-keyword")
FLAG = "flag"


@record
class Cell:
    """One value to show: its text, "" if it is blank, None if it is unknown; and what sets it.

    `kind` is that of the catalogue: "integer", "flag", "enum", "list", "string" … `why` is the reason why
    the value is unknown.
    """

    keyword: str
    text: str | None
    kind: str
    place: Place | None
    why: str = ""

    @property
    def plain(self) -> str | int | None:
        """The value as a number if it is one, else as a text."""
        if self.text is None or self.kind not in NUMBERS:
            return self.text
        number = whole_number(self.text)
        return self.text if number is None else number


@record
class AnswerRow:
    """One thing that was found: `cells` are its attributes, `name_keyword` is the keyword of its name."""

    manager: QueueManager
    type: str
    name: str
    name_keyword: str
    kind_cell: Cell | None
    cells: list[Cell]
    place: Place | None


@record
class Undecided:
    """One thing of which it is unknown whether it belongs to the answer."""

    manager: QueueManager
    type: str
    name: str
    why: str
    place: Place | None


@record
class Answer:
    """The answer for all queue managers, in the order of the estates.

    `missing` counts the requested values that no file contains, by reason. `unmentioned` counts the rows
    about things that the product creates and no file mentions.
    """

    query: Query
    rows: list[AnswerRow]
    undecided: list[Undecided]
    considered: int
    columns: list[str]
    missing: dict[str, int]
    unmentioned: int


def answer(query: Query, estates: Iterable[Estate]) -> Answer:
    """The answer of all shown queue managers. Raises QueryError if files cannot give any."""
    rows: list[AnswerRow] = []
    undecided: list[Undecided] = []
    considered = 0
    columns: dict[str, None] = dict.fromkeys(query.keywords)
    for estate in estates:
        for manager in estate.shown:
            selected = select(query, manager, estate)
            considered += selected.considered
            for item in selected.found:
                row = row_of(query, item)
                columns.update(dict.fromkeys(cell.keyword for cell in row.cells))
                rows.append(row)
            undecided += [
                Undecided(manager, item.type, item.name, why, item.place) for item, why in selected.undecided
            ]
    missing: dict[str, int] = {}
    for cell in (cell for row in rows for cell in row.cells):
        if cell.text is None and cell.keyword in query.keywords:
            missing[cell.why] = missing.get(cell.why, 0) + 1
    unmentioned = sum(row.place is None for row in rows)
    ordered = list(columns) if query.keywords and not query.every else sorted(columns)
    return Answer(query, rows, undecided, considered, ordered, missing, unmentioned)


def row_of(query: Query, item: Item) -> AnswerRow:
    """What a query shows of one thing."""
    kind_word = type_keyword(item.type)
    kind_cell = cell_of(item, kind_word) if kind_word and item.type != "AUTHREC" else None
    if kind_cell is not None and kind_cell.text is None:
        kind_cell = None
    cells = [
        cell
        for keyword in keywords_of(query, item)
        if keyword != kind_word or item.type == "AUTHREC"
        if (cell := cell_of(item, keyword)) is not None
    ]
    return AnswerRow(item.manager, item.type, item.name, query.name_keyword, kind_cell, cells, item.place)


def cell_of(item: Item, keyword: str) -> Cell | None:
    """The cell of an attribute; None if the thing has no such attribute."""
    value: Known = item.value(keyword)
    if value is None:
        return None
    kind = kind_of(item.type, keyword)
    if isinstance(value, Unknown):
        return Cell(keyword, value.text or None, kind, item.place_of(keyword), value.why)
    return Cell(keyword, value, kind, item.place_of(keyword))
