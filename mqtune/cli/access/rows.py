"""An answer about access as plain data, with what both outputs have in common."""

from __future__ import annotations

from mqtune.access.answer import ALLOWED, CANNOT_TELL, REFUSED
from mqtune.language.reasons import reason_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.access.answer import Answer, Step

    Row = dict[str, Any]

PREPOSITIONS = {"put": "to", "get": "from", "publish": "to", "subscribe": "to"}


def task(found: Answer) -> str:
    """What was asked, in words: `connect to HUB through APP from 10.1.2.3 and put to QLOCAL(ORDERS)`."""
    question = found.question
    where = manager_text(found)
    text = f"connect to {where}"
    if question.local:
        text += " locally"
    else:
        text += f" through {question.channel}"
        text += f" from {question.address}" if question.address else ""
    if question.purpose != "connect":
        preposition = PREPOSITIONS.get(question.purpose, "")
        text += ", " + " ".join(filter(None, (question.purpose, preposition, object_text(found))))
    return text


def manager_text(found: Answer) -> str:
    """The name of the queue manager, with its environment; its folder or file without one."""
    manager = found.queue_manager
    return manager.qualified if manager.name or manager.title else "the queue manager"


def object_text(found: Answer) -> str:
    """The object of a question."""
    question = found.question
    if question.topic is not None:
        return f"topic string {question.topic}"
    at = f" at {question.at}" if question.at else ""
    if question.type == "QMGR":
        return "the queue manager"
    return f"{question.type}({question.name}){at}"


def changes_of(found: Answer) -> list[str]:
    """What would change the answer, each once."""
    if found.verdict == ALLOWED:
        return []
    ways = [way for way in found.ways if way.verdict != ALLOWED]
    steps = [step for way in ways for step in way.steps if step.outcome in (REFUSED, CANNOT_TELL)]
    return list(dict.fromkeys(text for step in steps for text in step.changes))


def reasons_of(found: Answer) -> list[int]:
    """The reason codes that an application may see."""
    steps = [step for step in found.decisive if step.outcome == REFUSED]
    return list(dict.fromkeys(code for step in steps for code in step.reasons))


def messages_of(found: Answer) -> list[str]:
    """The messages in the error log of the queue manager."""
    steps = [step for step in found.decisive if step.outcome == REFUSED]
    return list(dict.fromkeys(message for step in steps for message in step.messages))


def reason_text(code: int) -> str:
    """`2035 (MQRC_NOT_AUTHORIZED)`."""
    name = reason_name(code)
    return f"{code} ({name})" if name else str(code)


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
