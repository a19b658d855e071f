"""A DISPLAY command answered from the files, as a table."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.masking.secrets import masked
from mqtune.query.answer import Answer, AnswerRow
from mqtune.query.answer import answer as ask
from mqtune.query.display import read_display
from mqtune.query.errors import QueryError
from mqtune.report.secrets import safe, safe_value
from mqtune.report.summary import plural
from mqtune.session.options import UsageError
from mqtune.views.card.model import OBJECT, Row, Section, Target
from mqtune.views.card.sources import Sources, manager_target, place_of
from mqtune.views.questions.model import Question, QuestionField, Values, made

DISPLAY = "DISPLAY"
MOST_ROWS, MOST_UNDECIDED = 2_000, 20
WIDEST = 40
NO_OBJECTS = ("CHLAUTH", "AUTHREC", "POLICY")


def fields(sources: Sources) -> tuple[QuestionField, ...]:
    """The command."""
    says = "as in runmqsc: QLOCAL(APP.*) WHERE(MAXDEPTH LT 10000) MAXDEPTH DESCR"
    return (QuestionField(DISPLAY, says, "QLOCAL(*) MAXDEPTH"),)


def answer(sources: Sources, values: Values) -> tuple[Section, ...]:
    """The table, and what is not decided. Raises UsageError."""
    text = text_of(values)
    if not text:
        return (Section("answer", tuple, "type a DISPLAY command"),)
    try:
        found = ask(read_display(text), sources.secured.workspace.estates, origins=False)
    except QueryError as error:
        raise UsageError(masked(error.message, prose=True), error.help) from error
    title = f"{len(found.rows)} of {plural(found.considered, 'object')}"
    hints = "; ".join(found.hints) or "nothing found"
    return made(title, table_rows(found), safe(hints)), made("not decided", undecided_rows(found))


def text_of(values: Values) -> str:
    """The command with its verb."""
    text = values.get(DISPLAY, "").strip()
    first = text.partition(" ")[0].upper()
    return text if not text or first in ("DISPLAY", "DIS") else f"DISPLAY {text}"


def table_rows(found: Answer) -> Iterator[Row]:
    """A title and one line for each object, in columns."""
    if not found.rows:
        return
    several = len({id(row.manager) for row in found.rows}) > 1
    shown = found.rows[:MOST_ROWS]
    columns = [
        word
        for word in found.columns
        if any(cell.keyword == word and cell.text for row in shown for cell in row.cells)
    ]
    texts = [cells_of(row, columns, several) for row in shown]
    titles = [*(["QUEUE MANAGER"] if several else []), "TYPE", *columns]
    widths = [min(WIDEST, max(len(line[at]) for line in [titles, *texts])) for at in range(len(titles))]
    yield Row(found.query.name_keyword, joined(titles, widths))
    for row, line in zip(shown, texts, strict=True):
        yield Row(safe(row.name), joined(line, widths), "", target_of(row), place=place_of(row.place))
    if len(found.rows) > MOST_ROWS:
        yield Row("", f"{len(found.rows) - MOST_ROWS:,} more: mqtune query lists all")


def cells_of(row: AnswerRow, columns: list[str], several: bool) -> list[str]:
    """The texts of a line; `?` for what is unknown."""
    cells = {
        cell.keyword: "?" if cell.text is None else safe_value(cell.keyword, cell.text) for cell in row.cells
    }
    kind = row.kind_cell.text or row.type if row.kind_cell is not None else row.type
    return [
        *([safe(row.manager.qualified)] if several else []),
        kind,
        *(cells.get(word, "") for word in columns),
    ]


def joined(line: list[str], widths: list[int]) -> str:
    """The cells of a line in their columns."""
    return "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()


def target_of(row: AnswerRow) -> Target | None:
    """The object of a line."""
    if row.type == "QMGR":
        return manager_target(row.manager)
    if row.type in NO_OBJECTS:
        place = place_of(row.place)
        return None if place is None else Target("file", place[0], line=place[1])
    return Target(OBJECT, row.name, row.type, row.manager.qualified)


def undecided_rows(found: Answer) -> Iterator[Row]:
    """What may belong to the answer, with the reason."""
    for one in found.undecided[:MOST_UNDECIDED]:
        yield Row(one.type, safe(one.name), safe(one.why), place=place_of(one.place))


def command(values: Values) -> list[str]:
    """`mqtune query "DISPLAY …"`."""
    return ["query", text_of(values) or "DISPLAY …"]


QUERY = Question(
    "query",
    "Query",
    "An MQSC DISPLAY command answered from the files, for all queue managers.",
    fields,
    answer,
    command,
)
