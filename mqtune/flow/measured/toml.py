"""Writes measured loads as tables of the project file; a comment names the source of each value."""

from __future__ import annotations

from mqtune.flow.measured.tables import BOUND, MEASURED, NAMES, Figure, Table
from mqtune.project.toml_text import toml_string as quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.flow.measured.observation import Remark

MOST_REMARKS = 40


def toml_lines(tables: Iterable[Table], remarks: list[Remark], files: Iterable[str]) -> Iterator[str]:
    """The lines of the tables, with what was not computed as comments at the end."""
    yield f"# measured loads from {', '.join(files)}"
    yield "# review them, and add them to the [[queue-manager]] tables of mqtune.toml"
    manager: str | None = None
    for table in tables:
        if table.queue_manager != manager:
            manager = table.queue_manager
            yield ""
            if manager:
                yield "[[queue-manager]]"
                yield f"name = {quoted(manager)}"
            else:
                yield "# this output does not name its queue manager: specify --qmgr NAME"
        yield ""
        yield from table_lines(table)
    if remarks:
        yield ""
        yield "# not computed, or left out:"
        for remark in remarks[:MOST_REMARKS]:
            yield f"# {remark.file}:{remark.line}: {remark.text}"
        if len(remarks) > MOST_REMARKS:
            yield f"# … and {len(remarks) - MOST_REMARKS} more: --format json lists all"


def table_lines(table: Table) -> Iterator[str]:
    """The lines of one object; the queue manager itself has only comments."""
    if table.name:
        declares = bool(table.figures)
        sign = "" if declares else "# "
        yield f"{sign}[[queue-manager.{NAMES[table.kind]}]]"
        yield f"{sign}{NAMES[table.kind]} = {quoted(table.name)}"
    for figure in table.figures:
        yield f"{figure.key} = {value_text(figure)}".ljust(26) + f"  # {source(figure)}"
    for figure in table.observed:
        yield f"# {figure.key}: {decimal(figure.value)} ({source(figure)})"


def source(figure: Figure) -> str:
    """Where a value comes from."""
    rough = f"; {figure.confidence}" if figure.confidence not in (MEASURED, BOUND) else ""
    return f"{figure.file}:{figure.line}: {figure.text}{rough}"


def value_text(figure: Figure) -> str:
    """A value in the form of its key."""
    value = toml_value(figure)
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value) if isinstance(value, str) else decimal(value)


def toml_value(figure: Figure) -> bool | float | int | str:
    """The value that a key gets: sizes with their unit, persistence as true, false or a share."""
    if figure.key == "message-size":
        return f"{max(1, round(figure.value))} B"
    if figure.key == "persistent":
        return bool(figure.value) if figure.value in (0.0, 1.0) else round(figure.value, 4)
    if figure.key.endswith("-rate"):
        return float(f"{figure.value:.6g}")
    return round(figure.value)


def decimal(value: float) -> str:
    """A number without an exponent and without zeros at its end."""
    text = f"{value:.6f}" if abs(value) < 1000 else f"{value:.2f}"
    return text.rstrip("0").rstrip(".")
