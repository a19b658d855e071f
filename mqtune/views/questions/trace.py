"""A message followed hop by hop from its put or publication."""

from __future__ import annotations

from mqtune.session.trace_question import check_name, message_of, traced
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
    if not name:
        return (Section(ROUTES, tuple, "type a queue, QUEUE@QMGR or topic:STRING"),)
    persistent = {YES: True, NO: False}.get(values.get(PERSISTENT, ""))
    message = message_of(values.get(SIZE, "").strip() or None, persistent, SIZE)
    check_name(name)
    user = values.get(USER, "").strip() or None
    estate, manager = manager_of(sources.secured if user else sources, values)
    found = traced(estate, manager, name, message, user)
    counts: dict[str, int] = {}
    for end in found.ends:
        counts[end.outcome] = counts.get(end.outcome, 0) + 1
    ends = (Row(outcome, str(count)) for outcome, count in sorted(counts.items()))
    return made(ROUTES, rows_of_trace(found)), made("outcomes", ends)


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
