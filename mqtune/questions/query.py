"""`mqtune query`: a DISPLAY command answered from files, in the layout of runmqsc or as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, NotRequired, TypedDict

from mqtune.analysis.query import answer as query_answer
from mqtune.analysis.query.answer import FLAG, NARROWER, TOO_MANY, AnswerRow, Undecided
from mqtune.analysis.query.answer import Answer as QueryAnswer
from mqtune.analysis.query.condition import Query, QueryError
from mqtune.analysis.query.display import read_display
from mqtune.analysis.query.items import kind_of
from mqtune.estate.words import QUEUE_TYPES
from mqtune.language import catalogue
from mqtune.language.masking import masked
from mqtune.language.mqsc import NUMBERS
from mqtune.present.answer import (
    BRIEF,
    DETAIL,
    NORMAL,
    OBJECT,
    Answer,
    Cell,
    Code,
    Column,
    Line,
    Records,
    Row,
    Rows,
    Section,
    Table,
    Target,
    link,
    value,
)
from mqtune.questions.card_sources import manager_target, place_of
from mqtune.questions.fields import Parameter
from mqtune.session.opened import Project
from mqtune.text.editing import Place
from mqtune.text.messages import UsageError, plural

# The answer as data.


class ObjectName(TypedDict):
    """Type and name of an object."""

    type: str
    name: str


class Where(TypedDict):
    """File and line of a value."""

    file: str
    line: int


class QueryColumn(TypedDict):
    """A keyword, and whether its values are numbers."""

    name: str
    type: str


class QueryRow(TypedDict):
    """One object: attributes as text or number, None for what is unknown."""

    environment: str | None
    queue_manager: str | None
    object: ObjectName
    subtype: str | None
    attributes: dict[str, str | int | None]
    file: str | None
    line: int | None
    origins: NotRequired[dict[str, Where]]


class QueryData(TypedDict):
    """The JSON of `mqtune query`. `left_out` counts the objects of clusters that were not compared."""

    display: str
    considered: int
    left_out: int
    columns: list[QueryColumn]
    rows: list[QueryRow]
    undecided: list[Undecided]


def query_data(answer: QueryAnswer, origin: bool) -> QueryData:
    """The data of an answer."""
    return {
        "display": answer.query.text,
        "considered": answer.considered,
        "left_out": answer.left_out,
        "columns": [column(answer, word) for word in answer.columns],
        "rows": [data_row(row, origin) for row in answer.rows],
        "undecided": answer.undecided,
    }


def column(answer: QueryAnswer, word: str) -> QueryColumn:
    """A column of an answer."""
    kinds = {kind_of(type, word) for type in answer.query.types}
    return {"name": word, "type": "integer" if kinds & set(NUMBERS) else "string"}


def data_row(row: AnswerRow, origin: bool) -> QueryRow:
    """One object."""
    kind = row.kind_cell.text if row.kind_cell is not None else None
    data: QueryRow = {
        "environment": row.manager.environment_name,
        "queue_manager": row.manager.title or None,
        "object": {"type": row.type, "name": row.name},
        "subtype": None if kind == row.type else kind,
        "attributes": {cell.keyword: cell.plain for cell in row.cells},
        "file": row.place.file if row.place is not None else None,
        "line": row.place.span.line if row.place is not None else None,
    }
    if origin:
        data["origins"] = {
            cell.keyword: {"file": cell.place.file, "line": cell.place.span.line}
            for cell in row.cells
            if cell.place is not None
        }
    return data


def query_records(answer: QueryAnswer, origin: bool) -> Records:
    """A record for each object, always with environment and queue manager."""
    origins = [f"{word} origin" for word in answer.columns] if origin else []
    columns = ["environment", "queue_manager", "type", "name", *answer.columns, "file", "line", *origins]
    return Records(columns, (record(answer, row, origin) for row in answer.rows))


def record(answer: QueryAnswer, row: AnswerRow, origin: bool) -> list[str | int | float | None]:
    """The record of one object."""
    cells = {cell.keyword: cell for cell in row.cells}
    values = [value(word, cells[word].text or "") if word in cells else "" for word in answer.columns]
    places = [place_text(cells[word].place) if word in cells else "" for word in answer.columns]
    where = [row.place.file, row.place.span.line] if row.place is not None else ["", ""]
    owner = [row.manager.environment_name or "", row.manager.title]
    return [*owner, shown_type(row), row.name, *values, *where, *(places if origin else [])]


def shown_type(row: AnswerRow) -> str:
    """`QLOCAL`, `CHANNEL/SVRCONN`: the object type, with its subtype if it has one."""
    kind = row.kind_cell.text if row.kind_cell is not None else None
    return row.type if kind is None or kind == row.type or row.type == "TOPIC" else f"{row.type}/{kind}"


def place_text(place: Place | None) -> str:
    """`hub/a.mqsc:7`, "" without a place."""
    return "" if place is None else f"{place.file}:{place.span.line}"


def rows_by_manager(answer: QueryAnswer) -> Iterator[list[AnswerRow]]:
    """The objects of each queue manager."""
    rows: list[AnswerRow] = []
    for row in answer.rows:
        if rows and row.manager is not rows[0].manager:
            yield rows
            rows = []
        rows.append(row)
    if rows:
        yield rows


# The question.

EXAMPLES = (
    'mqtune query "DISPLAY QLOCAL(APP.*) WHERE(MAXDEPTH LT 10000) MAXDEPTH" hub/',
    'mqtune query "DIS CHL(*) TYPE(SVRCONN) SSLCIPH MCAUSER" --format table',
    "mqtune query \"DISPLAY CHLAUTH(APP.SVR) MATCH(RUNCHECK) ADDRESS('192.0.2.1') CLNTUSER('app')\"",
    'mqtune query "DISPLAY QMGR ALL" --qmgr HUB.QM --format json',
)
RUNMQSC = "runmqsc"
TYPES = ("QUEUE", "Q", "QCLUSTER", "TCLUSTER")  # words of DISPLAY alone
INDENT = "   "
WIDTH = 40  # of a column of runmqsc
MOST_UNDECIDED = 8  # listed at the usual level
NO_OBJECTS = ("CHLAUTH", "AUTHREC", "POLICY")  # types without cards
RECORDS = {"CHLAUTH": "record", "AUTHREC": "record", "QMGR": "queue manager"}
# message lines of runmqsc; the others have no number here
HEADINGS = {
    **dict.fromkeys(QUEUE_TYPES, "AMQ8409I: Display Queue details."),
    "QMGR": "AMQ8408I: Display Queue Manager details.",
    "CHANNEL": "AMQ8414I: Display Channel details.",
    "PROCESS": "AMQ8407I: Display Process details.",
    "NAMELIST": "AMQ8550I: Display namelist details.",
    "AUTHINFO": "AMQ8566I: Display authentication information details.",
    "LISTENER": "AMQ8630I: Display listener information details.",
    "TOPIC": "AMQ8633I: Display topic details.",
    "SUB": "AMQ8096I: IBM MQ subscription inquired.",
    "CHLAUTH": "AMQ8878I: Display channel authentication record details.",
    "AUTHREC": "AMQ8864I: Display authority record details.",
    "SERVICE": "Display service information details.",
    "COMMINFO": "Display communication information details.",
    "POLICY": "Display security policy details.",
}


def query(
    project: Project,
    display: Annotated[
        str,
        Parameter(
            "the DISPLAY command, as for runmqsc; the verb may be omitted",
            metavar='"DISPLAY …"',
            example="QLOCAL(*) MAXDEPTH",
        ),
    ],
    *,
    origin: Annotated[bool, Parameter("show the file and line that set each value")] = False,
) -> Answer[QueryData]:
    """Answer an MQSC DISPLAY command from files, for one or all queue managers.

    The exit status is 0 if anything is found, 1 if nothing is, 2 if the command is invalid or files cannot
    answer it. A policy of mqtune.toml is the opposite: what its DISPLAY finds is a finding of lint.
    """
    try:
        wanted = read_display(with_verb(display))
        result = query_answer.answer(wanted, project.secured.estates, origin)
    except QueryError as error:
        raise UsageError(masked(error.message, prose=True), error.help) from error
    headline = f"{len(result.rows)} of {counted(wanted, result.considered)}"
    return Answer(
        "found" if result.rows else "nothing found",
        headline,
        lambda layout: runmqsc(result, origin) if layout == RUNMQSC else table(result, origin),
        lambda: query_data(result, origin),
        lambda: query_records(result, origin),
        status=0 if result.rows else 1,
        notes=notes(result, headline, [*project.workspace.notes, *wanted.notes]),
    )


def with_verb(text: str) -> str:
    """The command with its verb, which may be left out before the type of an object."""
    word = text.strip().partition("(")[0].partition(" ")[0].upper()
    is_type = word in TYPES or catalogue.object_type(word) is not None
    return f"DISPLAY {text.strip()}" if is_type else text


def counted(wanted: Query, count: int) -> str:
    """`3 objects`, `1 record`."""
    return plural(count, RECORDS.get(wanted.word, "object"))


def notes(result: query_answer.Answer, headline: str, remarks: list[str]) -> Rows:
    """How many were found, what may have been meant, and what is not decided."""
    if result.unmentioned:
        headline += f"; {result.unmentioned} of a new queue manager, which no file mentions"
    texts = [*remarks, headline, *(() if result.rows or result.undecided else result.hints)]
    texts += [f"{why} ({counted(result.query, count)})" for why, count in result.missing.items()]
    if result.left_out:
        texts.append(f"{counted(result.query, result.left_out)} left out: {TOO_MANY}; {NARROWER}")
    if result.undecided:
        texts.append(f"not decided: {plural(len(result.undecided), 'more object')}")
    rows = [Row("", text) for text in texts]
    for number, item in enumerate(result.undecided):
        place = place_of(item.place)
        level = NORMAL if number < MOST_UNDECIDED else DETAIL
        rows.append(Row("", f"  {undecided_text(item)}", "", link(place), "", place, level=level))
    return Rows(rows, f"  … {len(result.undecided) - MOST_UNDECIDED} more")


def undecided_text(item: Undecided) -> str:
    """`QLOCAL(A) of QM1: MAXDEPTH is ${DEPTH} (hub/a.mqsc:7)`."""
    owner = f" of {item.manager.qualified}" if item.manager.qualified else ""
    place = f" ({place_text(item.place)})" if item.place is not None else ""
    return f"{item.type}({item.name}){owner}: {item.why}{place}"


# the layout of runmqsc


def runmqsc(result: query_answer.Answer, origin: bool) -> Iterator[Section]:
    """A section for each queue manager: a message for each object, attributes in two columns."""
    for rows in rows_by_manager(result):
        yield Section(rows[0].manager.qualified, Code(object_lines(rows, origin), RUNMQSC, True), BRIEF)


def object_lines(rows: list[AnswerRow], origin: bool) -> Iterator[str]:
    """The lines of some objects."""
    for row in rows:
        yield HEADINGS.get(row.type, f"Display {row.type} details.")
        yield from (f"{INDENT}{line}" for line in packed(texts_of(row)))
        if origin:
            yield from origin_lines(row)


def texts_of(row: AnswerRow) -> list[str]:
    """`QUEUE(A)`, `TYPE(QLOCAL)`, then the attributes in alphabetical order."""
    texts = [f"{row.name_keyword}({value(row.name_keyword, row.name)})"]
    if row.kind_cell is not None:
        texts.append(attribute_text(row.kind_cell, row.type))
    cells = row.cells if row.type == "AUTHREC" else sorted(row.cells, key=lambda cell: cell.keyword)
    return texts + [attribute_text(cell, row.type) for cell in cells if cell.text is not None]


def attribute_text(cell: query_answer.Cell, type: str) -> str:
    """`MAXDEPTH(5000)`, `DESCR( )`, `NOTRIGGER`."""
    text = cell.text or ""
    if cell.kind == FLAG and text in ("YES", "NO"):
        attribute = catalogue.attribute(type, cell.keyword)
        negative = attribute.negative if attribute is not None else ""
        return cell.keyword if text == "YES" else negative or f"NO{cell.keyword}"
    return f"{cell.keyword}({value(cell.keyword, text) or ' '})"


def packed(texts: list[str]) -> Iterator[str]:
    """Two texts a line; one that does not fit its column has a line of its own."""
    left = ""
    for text in texts:
        if len(text) >= WIDTH - 1:
            if left:
                yield left
            yield text
            left = ""
        elif left:
            yield f"{left:<{WIDTH}}{text}"
            left = ""
        else:
            left = text
    if left:
        yield left


def origin_lines(row: AnswerRow) -> Iterator[str]:
    """The position of what sets each value, as comments of MQSC."""
    for cell in row.cells:
        if cell.place is not None:
            yield f"* {cell.keyword:<10} {place_text(cell.place)}"
    if row.place is not None:
        yield f"* {'defined':<10} {place_text(row.place)}"


# the table


def table(result: query_answer.Answer, origin: bool) -> Iterator[Section]:
    """A line for each object; columns of which nothing is known are omitted."""
    if not result.rows:
        return
    owners = owner_columns(result)
    kinds = [row.kind_cell.keyword for row in result.rows if row.kind_cell is not None][:1]
    columns = [Column(title, 0) for title in (*owners, result.query.name_keyword, *kinds)]
    columns += [Column(word) for word in result.columns]
    columns += [Column("PLACE")] if origin else []
    lines = [table_line(result, row, owners, bool(kinds), origin) for row in result.rows]
    yield Section("", Table(columns, lines), BRIEF)


OWNERS: dict[str, Callable[[AnswerRow], str]] = {
    "ENVIRONMENT": lambda row: row.manager.environment_name or "",
    "QUEUE MANAGER": lambda row: row.manager.title or row.manager.folder,
}


def owner_columns(result: query_answer.Answer) -> list[str]:
    """The columns that distinguish the queue managers, if there are several."""
    managers = {id(row.manager): row.manager for row in result.rows}.values()
    titles = ["ENVIRONMENT"] if any(manager.environment_name for manager in managers) else []
    return [*titles, "QUEUE MANAGER"] if titles or len(managers) > 1 else []


def table_line(
    result: query_answer.Answer, row: AnswerRow, owners: list[str], kind: bool, origin: bool
) -> Line:
    """One object."""
    values: dict[str, Cell] = {
        cell.keyword: None if cell.text is None else value(cell.keyword, cell.text) for cell in row.cells
    }
    cells: list[Cell] = [*(OWNERS[title](row) for title in owners), value(row.name_keyword, row.name)]
    cells += [(row.kind_cell.text if row.kind_cell is not None else "") or ""] * kind
    cells += [values.get(word, "") for word in result.columns]
    cells += [place_text(row.place)] if origin else []
    return Line(cells, target_of(row), place_of(row.place))


def target_of(row: AnswerRow) -> Target | None:
    """The object of a line."""
    if row.type == "QMGR":
        return manager_target(row.manager)
    if row.type in NO_OBJECTS:
        return link(place_of(row.place))
    return Target(OBJECT, row.name, row.type, row.manager.qualified)
