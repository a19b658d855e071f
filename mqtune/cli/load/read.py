"""`mqtune load read`: measured figures as tables of mqtune.toml, or as JSON."""

from __future__ import annotations

import sys

from mqtune.cli import console
from mqtune.cli.options import JSON
from mqtune.flow.measured.observation import MANAGER
from mqtune.flow.measured.read import FORMATS, read_texts
from mqtune.flow.measured.tables import NAMES, Choice, tables_of
from mqtune.flow.measured.toml import toml_lines, toml_value
from mqtune.report.summary import plural
from mqtune.session.named_paths import NAME_EXISTING
from mqtune.session.options import UsageError, require_no_link
from mqtune.text.errors import reason_of
from mqtune.text.printable import printable
from mqtune.text.reading import read_file
from mqtune.text.source import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.cli.load.commands import ReadLoad
    from mqtune.flow.measured.observation import Reading
    from mqtune.flow.measured.tables import Figure, Table

NOTHING = 1  # exit status if no load could be computed


def read_load(options: ReadLoad) -> int:
    """Print the measured loads. Raises UsageError."""
    texts = [(shown(path), text_of(path)) for path in options.files]
    reading, unknown = read_texts(texts, options.seconds, options.meaning)
    if len(unknown) == len(texts):
        raise UsageError(
            f"no monitoring output found in {', '.join(unknown)}",
            f"formats that can be read: {FORMATS}; write figures of other tools into mqtune.toml yourself "
            "(put-rate, publish-rate: per second)",
        )
    for file in unknown:
        reading.remark(file, 1, "no monitoring output found")
    tables = tables_of(reading, Choice(options.busiest, options.system, options.qmgr or ""))
    if options.format == JSON:
        print_json(tables, reading)
    else:
        for line in toml_lines(tables, reading.remarks, [file for file, _ in texts]):
            console.line(printable(line))
    found = sum(bool(one.figures) for one in tables)
    if not options.quiet:
        missing = plural(len(reading.remarks), "item")
        console.say(f"{plural(found, 'table')} of measured loads, {missing} not computed or left out")
    return 0 if found else NOTHING


def shown(path: str) -> str:
    """The name of a file in comments."""
    return "<stdin>" if path == "-" else path


def text_of(path: str) -> str:
    """The text of a file or of standard input. Raises UsageError."""
    require_no_link(path)
    try:
        data = sys.stdin.buffer.read() if path == "-" else read_file(path, any_size=True)
    except FileNotFoundError:
        raise UsageError(f"no such file or directory: {path}", NAME_EXISTING) from None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {reason_of(error)}", NAME_EXISTING) from None
    return decode(data)[0].encode("utf-8", "replace").decode()


def print_json(tables: list[Table], reading: Reading) -> None:
    """Print the tables by queue manager; keys are those of mqtune.toml."""
    from mqtune.report.encode import dumps

    managers: dict[str, dict[str, object]] = {}
    for table in tables:
        entry = managers.setdefault(
            table.queue_manager,
            {"name": table.queue_manager or None, "queues": [], "topics": [], "channels": [], "observed": {}},
        )
        if table.kind == MANAGER:
            entry["observed"] = observed(table.observed)
            continue
        rows = entry[f"{NAMES[table.kind]}s"]
        assert isinstance(rows, list)
        rows.append(row(table))
    remarks = [{"file": one.file, "line": one.line, "text": one.text} for one in reading.remarks]
    output = {"version": 1, "queue_managers": list(managers.values()), "not_computed": remarks}
    console.line(dumps(output))


def row(table: Table) -> dict[str, object]:
    """The values of one object with their sources."""
    return {
        NAMES[table.kind]: table.name,
        **{figure.key: toml_value(figure) for figure in table.figures},
        "sources": {figure.key: source(figure) for figure in table.figures},
        "observed": observed(table.observed),
    }


def observed(figures: list[Figure]) -> dict[str, object]:
    """What was measured and has no key in mqtune.toml."""
    return {figure.key: {"value": float(f"{figure.value:.6g}"), **source(figure)} for figure in figures}


def source(figure: Figure) -> dict[str, object]:
    """Where a value comes from."""
    return {
        "file": figure.file,
        "line": figure.line,
        "seconds": figure.seconds,
        "confidence": figure.confidence,
        "text": figure.text,
    }
