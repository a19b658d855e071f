"""Commands of a script that the queue manager would reject for their form: a lint finds them."""

from __future__ import annotations

from mqtune.findings.finding import ERROR
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mqtune.estate.model import QueueManager
    from mqtune.estate.statement import Statement
    from mqtune.findings.finding import Finding

FORM = ("CAT", "SYN")  # families about single commands


def rejected_by_syntax(findings: Iterable[Finding], managers: Sequence[QueueManager]) -> dict[int, str]:
    """The messages of the errors in single commands, by the identity of the statement."""
    errors: dict[str, list[Finding]] = {}
    for one in findings:
        if one.severity == ERROR and one.code.startswith(FORM):
            errors.setdefault(one.place.file, []).append(one)
    if not errors:
        return {}
    found: dict[int, str] = {}
    for manager in managers:
        for statement in manager.statements:
            place = span_of(statement)
            for one in errors.get(place[0], ()):
                if place[1] <= one.place.span.line <= place[2]:
                    found.setdefault(id(statement), one.message)
    return found


def span_of(statement: Statement) -> tuple[str, int, int]:
    """The file and the first and last line of a command."""
    command = statement.command
    document = command.script.document
    place = document.place(Span(command.first + 1, 1, command.last + 1, 1))
    return place.file, place.span.line, place.span.end_line
