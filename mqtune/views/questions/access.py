"""Who can connect and do what, and which record decides."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.access.answer import ALLOWED, REFUSED, SKIPPED, Answer
from mqtune.access.walk import answer as walk
from mqtune.access.words import changes_of, messages_of, reason_text, reasons_of, task
from mqtune.language.access import check, purposes
from mqtune.project.access_tests import AccessTest
from mqtune.report.secrets import safe
from mqtune.session.access_question import named, question_of
from mqtune.views.card.model import Row, Section
from mqtune.views.card.sources import Sources, place_target
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

CHANNEL, ADDRESS, USER, CREDENTIALS = "channel", "address", "user", "credentials"
CERTIFICATE, OBJECT, FOR = "certificate", "object", "for"


def fields(sources: Sources) -> tuple[QuestionField, ...]:
    """Who connects, how, and what for."""
    return (
        *manager_field(sources),
        QuestionField(CHANNEL, "the channel that the client uses; empty: a local program", "local program"),
        QuestionField(ADDRESS, "the IP address or host name of the client", "any address"),
        QuestionField(USER, "the user of the program, or the one that the client reports", "not stated"),
        QuestionField(CREDENTIALS, "what is sent as a password", choices=("", "valid", "wrong", "none")),
        QuestionField(CERTIFICATE, "the subject of the client's certificate, such as CN=app", "not stated"),
        QuestionField(OBJECT, "QLOCAL(ORDERS), or topic:STRING; empty: only the connection", "only connect"),
        QuestionField(FOR, "what is done with the object", choices=("", *purposes())),
    )


def answer(sources: Sources, values: Values) -> tuple[Section, ...]:
    """The verdict, and each check with its evidence. Raises UsageError."""
    given = {
        name: values.get(name, "").strip() or None
        for name in (CHANNEL, ADDRESS, USER, CREDENTIALS, CERTIFICATE, OBJECT, FOR)
    }
    if given[CHANNEL] is None and given[USER] is None:
        return (Section("access", tuple, "name a channel, or the user of a local program"),)
    question = question_of(
        AccessTest(
            "",
            channel=given[CHANNEL],
            address=given[ADDRESS],
            user=given[USER],
            credentials=given[CREDENTIALS],
            cert=given[CERTIFICATE],
            local=given[CHANNEL] is None,
            object=given[OBJECT],
            purpose=given[FOR],
        )
    )
    estate, manager = manager_of(sources.secured, values)
    found = walk(estate, manager, named(question, manager))
    parts = (
        ("verdict", tuple(verdict_rows(found))),
        ("checks", tuple(step_rows(found))),
        ("depends on", tuple(way_rows(found))),
        ("what would change the answer", tuple(Row("", safe(text)) for text in changes_of(found))),
        (
            "assumed, since files do not show it",
            tuple(Row("", safe(text)) for text in found.shown.assumptions),
        ),
        ("also", tuple(Row("", safe(text)) for text in found.notes)),
    )
    return tuple(made(title, rows) for title, rows in parts)


def verdict_rows(found: Answer) -> Iterator[Row]:
    """The verdict with the user, and what the application sees."""
    users = " or ".join(user or "a blank user" for user in found.users)
    severity = {ALLOWED: "", REFUSED: "error"}.get(found.verdict, "warning")
    who = f"as {safe(users)}" if users else ""
    yield Row(found.verdict, safe(task(found)), who, None, severity)
    codes = " or ".join(reason_text(code) for code in reasons_of(found))
    if codes:
        yield Row("reason", codes)
    if messages_of(found):
        yield Row("error log", ", ".join(messages_of(found)))
    yield Row("weakest evidence", found.confidence)


def step_rows(found: Answer) -> Iterator[Row]:
    """Each check that applies, with the records that were considered."""
    for number, step in enumerate(found.shown.steps, 1):
        severity = {REFUSED: "error"}.get(step.outcome, "")
        if step.outcome != SKIPPED:
            yield Row(f"{number} {check(step.name).title}", step.outcome, safe(step.text), None, severity)
        for one in step.evidence if step.outcome != SKIPPED else ():
            place = (one.file, one.line) if one.file else None
            yield Row("", safe(f"  {one.text}"), "", place_target(place), place=place)


def way_rows(found: Answer) -> Iterator[Row]:
    """How the answer depends on what is not known."""
    if len({(way.verdict, way.user) for way in found.ways}) < 2:
        return
    for way in found.ways:
        choices = "; ".join(f"{what}: {choice}" for what, choice in way.choices) or "as shown"
        user = f"as {way.user}" if way.user else ""
        reason = "" if way.verdict == ALLOWED else way.last.text
        yield Row(way.verdict, safe(choices), safe("; ".join(filter(None, (user, reason)))))


def command(values: Values) -> list[str]:
    """`mqtune access --channel APP --user app`."""
    local = [] if values.get(CHANNEL, "").strip() else ["--local"]
    words = [*option(values, CHANNEL, "--channel"), *local]
    for name, word in (
        (ADDRESS, "--address"),
        (USER, "--user"),
        (CREDENTIALS, "--credentials"),
        (CERTIFICATE, "--cert"),
        (OBJECT, "--object"),
        (FOR, "--for"),
    ):
        words += option(values, name, word)
    return ["access", *words, *owner(values)]


ACCESS = Question(
    "access",
    "Access",
    "Whether a client or program may use an object, and which record decides.",
    fields,
    answer,
    command,
)
