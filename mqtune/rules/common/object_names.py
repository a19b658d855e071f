"""The names of objects in findings of the REF and RUN families."""

from __future__ import annotations

from mqtune.estate.keywords import QUEUE
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.findings.finding import ObjectName, Related

# the product and its own scripts create more SYSTEM objects than any list contains; AMQ. is dynamic
MADE_ELSEWHERE = ("SYSTEM.", "AMQ.", "CSQ")
WORDS = {QUEUE: "queue", "CLNTCONN": "client channel", "AUTHINFO": "authentication information object"}
PART = (
    "the files may be only part of the queue manager; `--complete`, or `complete = true` in mqtune.toml, "
    "declares that they are complete"
)


def kind_of(space: str) -> str:
    """What the objects of a name space are called in a message."""
    return WORDS.get(space, space.lower())


def called(object: MqObject, queue_manager: QueueManager) -> str:
    """What an object is called in a message."""
    if object.type == "QMGR":
        return f"queue manager {queue_manager.name}" if queue_manager.name else "the queue manager"
    return f"{object.type}({object.name})"


def object_name(object: MqObject, queue_manager: QueueManager) -> ObjectName:
    """The object of a finding."""
    return ObjectName(object.type, object.name or queue_manager.name or "")


def quoted(name: str) -> str:
    """A name as MQSC accepts it: in quotation marks if it is not folded to itself."""
    return name if name == name.upper() and " " not in name else f"'{name}'"


def defined_here(object: MqObject | None, keyword: str = "") -> tuple[Related, ...]:
    """The position of an object, or of one of its attributes, as a second position of a finding."""
    place = object.place(keyword) if object is not None else None
    if object is None or place is None:
        return ()
    is_manager = object.type == "QMGR"
    text = f"{keyword} is set here" if is_manager else f"{object.type}({object.name}) is defined here"
    return (Related(place, text),)


def earlier_here(statement: Statement | None, words: str) -> tuple[Related, ...]:
    """The position of an earlier statement as a second position of a finding."""
    return (Related(statement.name_place(), words),) if statement is not None else ()
