"""`mqtune load read`: measured figures as tables of mqtune.toml."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, Literal, TypedDict

from mqtune.analysis.load.observation import MANAGER, Reading, Remark
from mqtune.analysis.load.read import FORMATS, read_texts
from mqtune.analysis.load.tables import NAMES, Choice, Figure, Table, tables_of, toml_lines, toml_value
from mqtune.present.answer import BRIEF, Answer, Code, Row, Rows, Section
from mqtune.questions.fields import Parameter
from mqtune.questions.values import InputFile, Seconds
from mqtune.text.messages import UsageError, plural
from mqtune.text.record import pairs_of

# The answer as data: tables by queue manager, with the keys of mqtune.toml.

Json = dict[str, Any]


class MeasuredQueueManager(TypedDict):
    """The tables of one queue manager."""

    name: str | None
    queues: list[Json]
    topics: list[Json]
    channels: list[Json]
    observed: Json


class LoadData(TypedDict):
    """The JSON of `mqtune load read`."""

    queue_managers: list[MeasuredQueueManager]
    not_computed: list[Remark]


def load_data(tables: Sequence[Table], reading: Reading) -> LoadData:
    """The tables by queue manager."""
    managers: dict[str, MeasuredQueueManager] = {}
    for table in tables:
        name = table.queue_manager
        manager = managers.get(name)
        if manager is None:
            manager = managers[name] = {
                "name": name or None,
                "queues": [],
                "topics": [],
                "channels": [],
                "observed": {},
            }
        if table.kind == MANAGER:
            manager["observed"] = observed(table.observed)
            continue
        rows = {"queue": manager["queues"], "topic": manager["topics"], "channel": manager["channels"]}
        rows[NAMES[table.kind]].append(table_row(table))
    return {"queue_managers": list(managers.values()), "not_computed": reading.remarks}


def table_row(table: Table) -> Json:
    """The values of one object with their sources."""
    return {
        NAMES[table.kind]: table.name,
        **{figure.key: toml_value(figure) for figure in table.figures},
        "sources": {figure.key: figure for figure in table.figures},
        "observed": observed(table.observed),
    }


def observed(figures: Sequence[Figure]) -> Json:
    """What was measured and has no key in mqtune.toml."""
    return {
        figure.key: {"value": float(f"{figure.value:.6g}"), **dict(pairs_of(figure))} for figure in figures
    }


# The question.

EXAMPLES = (
    "mqtune load read amqsrua.txt --qmgr HUB.QM",
    "mqtune load read statistics.json",
    "mqtune load read status1.txt status2.txt --seconds 60",
    "mqtune load read a.prom b.prom --seconds 60",
)
NOTHING = 1  # exit status if no load could be computed
TOML = "toml"


def read_load(
    files: Annotated[
        tuple[InputFile, ...],
        Parameter("outputs, in the order in which they were taken; - is standard input", metavar="FILE"),
    ],
    *,
    seconds: Annotated[
        Seconds | None,
        Parameter("time between two consecutive outputs that have no time", metavar="N", example="60"),
    ] = None,
    qmgr: Annotated[
        str | None,
        Parameter("the queue manager of outputs that do not name it, and only this one", metavar="NAME"),
    ] = None,
    exporter_values: Annotated[
        Literal["delta", "total"] | None,
        Parameter(
            "what values of the metrics endpoint are: amounts since the previous scrape, or running totals",
            metavar="NAME",
        ),
    ] = None,
    busiest: Annotated[
        bool, Parameter("use the busiest interval of each object instead of the mean")
    ] = False,
    system: Annotated[bool, Parameter("include SYSTEM queues and $SYS topics")] = False,
) -> Answer[LoadData]:
    """Convert measured figures to tables for mqtune.toml; a comment names the source of each value.

    Reads amqsrua, accounting and statistics messages as printed by amqsevt or amqsmon, two outputs of DISPLAY
    QSTATUS, TPSTATUS or CHSTATUS, and Prometheus metrics. What cannot be computed is stated, never guessed.
    """
    texts = [(file.name, file.text) for file in files]
    reading, unknown = read_texts(texts, seconds, exporter_values)
    if len(unknown) == len(texts):
        raise UsageError(
            f"no monitoring output found in {', '.join(unknown)}",
            f"formats that can be read: {FORMATS}; write figures of other tools into mqtune.toml yourself "
            "(put-rate, publish-rate: per second)",
        )
    for file in unknown:
        reading.remark(file, 1, "no monitoring output found")
    tables = tables_of(reading, Choice(busiest, system, qmgr or ""))
    count = sum(bool(table.figures) for table in tables)
    missing = plural(len(reading.remarks), "item")
    headline = f"{plural(count, 'table')} of measured loads, {missing} not computed or left out"
    names = [name for name, _ in texts]
    return Answer(
        "found" if count else "nothing found",
        headline,
        lambda _: [Section("", Code(toml_lines(tables, reading.remarks, names), TOML), BRIEF)],
        partial(load_data, tables, reading),
        status=0 if count else NOTHING,
        notes=Rows([Row("", headline)]),
    )
