"""`mqtune load read`: measured figures as tables of mqtune.toml."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from mqtune.flow.measured.read import FORMATS, read_texts
from mqtune.flow.measured.tables import Choice, tables_of
from mqtune.flow.measured.toml import toml_lines
from mqtune.present.answer import Answer
from mqtune.present.bodies import BRIEF, Code, Row, Rows, Section
from mqtune.questions.load_data import LoadData, load_data
from mqtune.questions.parameter import Parameter
from mqtune.questions.values import InputFile, Seconds
from mqtune.text.errors import UsageError
from mqtune.text.wording import plural

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
