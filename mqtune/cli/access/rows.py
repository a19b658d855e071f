"""An answer about access as plain data."""

from __future__ import annotations

from mqtune.access.words import changes_of, messages_of, reasons_of, task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.access.answer import Answer, Step

    Row = dict[str, Any]


def step_row(step: Step) -> Row:
    """A step in the keys of the JSON output."""
    return {
        "check": step.name,
        "outcome": step.outcome,
        "text": step.text,
        "evidence": [
            {"text": one.text, "file": one.file or None, "line": one.line or None} for one in step.evidence
        ],
        "reason_codes": list(step.reasons),
        "messages": list(step.messages),
        "confidence": step.confidence,
        "changes": list(step.changes),
    }


def answer_row(found: Answer) -> Row:
    """An answer in the keys of the JSON output."""
    shown = found.shown
    users = list(found.users)
    return {
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
