"""An answer about access as JSON."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.cli.access.rows import answer_row
from mqtune.report.encode import dumps
from mqtune.report.rows import covered_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.access.answer import Answer
    from mqtune.cli.access.options import Access


def print_answer(found: Answer, options: Access) -> None:
    """Print the JSON of docs/access.md."""
    console.line(dumps(covered_row({"version": 1, **answer_row(found)})))
