"""What the product requires and answers: checks of connections, authorities, reason codes, changes.

The environment variables that MQ reads are here, too.
"""

from __future__ import annotations

from functools import cache

from mqtune.language._tables_access import COMMAND, PURPOSES, REFUSALS, SETMQAUT_TYPES, STEPS, WORDS
from mqtune.language._tables_changes import COMMANDS, EFFECTS, REFRESHED, TIMES
from mqtune.language._tables_reasons import REASONS
from mqtune.text.record import record

# Checks of a connection, what a refusal looks like, and the authorities that each operation needs.

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
    objtype = SETMQAUT_TYPES.get(word.lower())
    return None if objtype is None else str(objtype)


def weakest(words: tuple[str, ...]) -> str:
    """The weakest of some degrees of confidence."""
    return max(words, key=CONFIDENCE.index, default=CONFIDENCE[0])


# Reason codes that applications receive: names and meanings.


def reason_name(code: int) -> str:
    """The name of a reason code's constant, "" for one that the catalogue does not contain."""
    return str(REASONS[code][0]) if code in REASONS else ""


def reason_meaning(code: int) -> str:
    """What a reason code means, "" for one that the catalogue does not contain."""
    return str(REASONS[code][1]) if code in REASONS else ""


# Changes of an attribute: what they mean, and when the new value takes effect.


def effect_of_change(type: str, keyword: str) -> tuple[str, tuple[str, ...]]:
    """The kind of effect, such as `closed`, with the values that it depends on; "" if it is unknown."""
    kind, values = EFFECTS.get((type, keyword), ("", ()))
    return kind, values


def time_of_change(type: str, keyword: str) -> str:
    """When a new value takes effect, such as `restart`; "" if at once."""
    if keyword == "DESCR":
        return ""
    return str(TIMES.get((type, keyword)) or TIMES.get((type, ""), ""))


def effects_of_command(verb: str, type: str) -> tuple[tuple[str, str, tuple[str, ...], str], ...]:
    """What a command does that changes no object: option and value that it must have, classes, and a text."""
    effects: tuple[tuple[str, str, tuple[str, ...], str], ...] = COMMANDS.get((verb, type), ())
    return effects


def refresh_after_change(type: str, keyword: str) -> str:
    """The TYPE of REFRESH SECURITY after which a new value takes effect; "" if it depends, or needs none."""
    return str(REFRESHED.get((type, keyword), ""))


# Environment variables that MQ reads.


@cache
def variables() -> dict[str, int | None]:
    """All known variables, each with the most items that its list may have; None without such a limit.

    The table is imported on first use, because most runs do not need it.
    """
    from mqtune.language._tables_environment import VARIABLES

    return dict(VARIABLES)
