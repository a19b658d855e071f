"""An answer about access as JSON."""

from __future__ import annotations

import sys

from mqtune.cli.access.rows import changes_of, messages_of, reasons_of, step_row, task
from mqtune.report.encode import dumps
from mqtune.report.rows import covered_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.access.answer import Answer
    from mqtune.cli.access.options import Access


def print_answer(found: Answer, options: Access) -> None:
    """Print the JSON of docs/access.md."""
    shown = found.shown
    users = list(found.users)
    row: dict[str, Any] = {
        "version": 1,
        "verdict": found.verdict,
        "user": users[0] if len(users) == 1 else None,
        "users": users,
        "question": task(found),
        "environment": found.queue_manager.environment_name,
        "queue_manager": found.queue_manager.label,
        "reason_codes": reasons_of(found),
        "messages": messages_of(found),
        "confidence": found.confidence,
        "changes": changes_of(found),
        "assumptions": list(shown.assumptions),
        "notes": list(found.notes),
        "steps": [step_row(step) for step in shown.steps],
        "ways": [
            {
                "verdict": way.verdict,
                "user": way.user,
                "choices": [{"what": what, "choice": choice} for what, choice in way.choices],
                "decided_by": step_row(way.last),
            }
            for way in found.ways
        ],
    }
    sys.stdout.write(dumps(covered_row(row)) + "\n")
