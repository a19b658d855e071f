"""A message followed hop by hop from its put or publication."""

from __future__ import annotations

from mqtune.flow.message import Message
from mqtune.flow.trace import TOPIC_PREFIX, Trace
from mqtune.project.units import bytes_of, plain_number
from mqtune.session.options import UsageError
from mqtune.session.put_authority import put_authority
from mqtune.views.card.model import ROUTES, Row, Section
from mqtune.views.card.routes import rows_of_trace
from mqtune.views.card.sources import Sources
from mqtune.views.questions.model import (
    Question,
    QuestionField,
    Values,
    made,
    manager_field,
    manager_of,
    option,
    owner,
)

NAME, SIZE, PERSISTENT, USER = "put to", "size", "persistent", "user"
YES, NO = "yes", "no"


def fields(sources: Sources) -> tuple[QuestionField, ...]:
    """The name, the message, and who puts it."""
    return (
        QuestionField(NAME, "a queue, QUEUE@QMGR, or topic:STRING", "QUEUE or topic:STRING"),
        *manager_field(sources),
        QuestionField(SIZE, "the size of the message, such as 5000 or 2 MiB", "not stated"),
        QuestionField(PERSISTENT, "whether the message is persistent", choices=("", YES, NO)),
        QuestionField(USER, "the user who puts it: the authority is examined too", "not examined"),
    )


def answer(sources: Sources, values: Values) -> tuple[Section, ...]:
    """The hops and the outcomes. Raises UsageError."""
    name = values.get(NAME, "").strip()
    if not name or name == TOPIC_PREFIX:
        return (Section(ROUTES, tuple, "type a queue, QUEUE@QMGR or topic:STRING"),)
    estate, manager = manager_of(sources.secured if values.get(USER) else sources, values)
    if manager.queue(name) is None and manager.queue(name.upper()) is not None:
        name = name.upper()
    message = message_of(values)
    user = values.get(USER, "").strip()
    if user:
        may = put_authority(estate, manager, name, user)
        found = Trace(estate, manager, name, message, may.failure, may.doubt, may.note)
    else:
        found = Trace(estate, manager, name, message)
    counts: dict[str, int] = {}
    for end in found.ends:
        counts[end.outcome] = counts.get(end.outcome, 0) + 1
    ends = (Row(outcome, str(count)) for outcome, count in sorted(counts.items()))
    return made(ROUTES, rows_of_trace(found)), made("outcomes", ends)


def message_of(values: Values) -> Message:
    """The message of the fields. Raises UsageError."""
    text = values.get(SIZE, "").strip()
    size = None
    if text:
        number = plain_number(text)
        size = bytes_of(text) if number is None else int(number)
        if size is None:
            raise UsageError(f"invalid size {text!r}", "write bytes, or a unit: 5000, '2 MiB'")
    persistent = {YES: True, NO: False}.get(values.get(PERSISTENT, ""))
    return Message(size, persistent)


def command(values: Values) -> list[str]:
    """`mqtune trace ORDERS --qmgr QM1`."""
    persistent = {YES: ["--persistent"], NO: ["--non-persistent"]}.get(values.get(PERSISTENT, ""), [])
    name = values.get(NAME, "").strip() or "NAME"
    return [
        "trace",
        name,
        *owner(values),
        *option(values, SIZE, "--size"),
        *persistent,
        *option(values, USER, "--user"),
    ]


TRACE = Question(
    "trace",
    "Trace",
    "Where a message put or published here goes, and how each branch ends.",
    fields,
    answer,
    command,
)
