"""The checks of a connection, what a refusal looks like, and the authorities that each operation needs."""

from __future__ import annotations

from functools import cache

from mqtune.language._tables_access import COMMAND, PURPOSES, REFUSALS, SETMQAUT_TYPES, STEPS, WORDS
from mqtune.text.record import record

# from strong to weak; what is only recalled or unknown never decides
CONFIDENCE = ("documented", "observed", "inferred", "recalled", "unknown")
UNCERTAIN = ("recalled", "unknown")


@record
class Check:
    """One check of a connection: its title, and how well its place and its rule are known."""

    title: str
    confidence: str


@record
class Refusal:
    """What a refusal looks like: the reason codes an application may see, and the messages in the queue
    manager's error log.
    """

    reasons: tuple[int, ...]
    messages: tuple[str, ...]


@record
class Purpose:
    """An operation: the authorities it needs on an object of each OBJTYPE, and on the queue manager as well.

    With `any` one of them is enough, but which one is unknown. A `command` goes through the command server.
    """

    on: tuple[tuple[str, tuple[str, ...]], ...]
    queue_manager: tuple[str, ...]
    any: bool
    command: bool
    confidence: str

    def words(self, objtype: str) -> tuple[str, ...]:
        """The authorities that it needs on an object of a type; none if the type does not have it."""
        return dict(self.on).get(objtype, ())


@cache
def check(name: str) -> Check:
    """A check by its name in the catalogue."""
    return Check(*STEPS[name])


@cache
def refusal(name: str) -> Refusal:
    """A refusal by its name in the catalogue."""
    return Refusal(*REFUSALS[name])


@cache
def purpose(name: str) -> Purpose | None:
    """An operation by its name: `put`, `browse`; None if it is unknown."""
    row = PURPOSES.get(name)
    return None if row is None else Purpose(*row)


def purposes() -> tuple[str, ...]:
    """The names of all operations."""
    return tuple(PURPOSES)


def of_commands() -> tuple[tuple[str, ...], str, tuple[str, ...], str]:
    """What commands need as well: on the queue manager, the queue, what on the queue, confidence."""
    queue_manager, queue, authorities, confidence = COMMAND
    return queue_manager, queue, authorities, confidence


@cache
def expanded(word: str, objtype: str) -> tuple[str, ...]:
    """The single authorities that a word of AUTHADD means: ALLMQI on a queue is GET, PUT and others."""
    if word == "NONE":
        return ()
    return tuple(WORDS.get((word, objtype), (word,)))


def setmqaut_type(word: str) -> str | None:
    """The OBJTYPE of a value of setmqaut -t; None if it is unknown."""
    found = SETMQAUT_TYPES.get(word.lower())
    return None if found is None else str(found)


def weakest(words: tuple[str, ...]) -> str:
    """The weakest of some degrees of confidence."""
    return max(words, key=CONFIDENCE.index, default=CONFIDENCE[0])
