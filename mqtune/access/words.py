"""An answer about access in words: what was asked, the reason codes, and what would change the answer."""

from __future__ import annotations

from mqtune.access.answer import ALLOWED, CANNOT_TELL, REFUSED
from mqtune.language.reasons import reason_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.access.answer import Answer

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
