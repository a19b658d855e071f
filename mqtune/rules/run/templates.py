"""RUN014: changes to the objects from which DEFINE takes the attributes it does not set."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement

TEMPLATES = "SYSTEM.DEFAULT."
USED = ("AUTHINFO", "LISTENER", "SERVICE")  # these are used as they are, too


@rule("RUN014")
def default_object_altered(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """ALTER changes a default object, from which later definitions are made."""
    name = statement.name or ""
    if statement.verb != "ALTER" or not name.startswith(TEMPLATES) or statement.type in USED:
        return
    words = [word for word in statement.layout.attributes if word != statement.head.splitter]
    if not words:
        return
    yield Hit(
        statement.word_place(words[0]),
        f"ALTER changes {', '.join(words[:8])} of {name}, the template of every {statement.type}",
        note="a DEFINE that does not set these attributes gives other objects here than on other queue "
        "managers (System and default objects, q081590_)",
        help="define an object of your own and use LIKE, or set the attributes in each DEFINE",
        attribute=words[0],
    )
