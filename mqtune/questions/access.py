"""`mqtune access`: whether a client can connect, as which user, and what it can do; or the tests of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TypedDict

from mqtune.analysis.access.answer import (
    ALLOWED,
    CANNOT_TELL,
    REFUSED,
    SKIPPED,
    Tested,
    Way,
    as_defined,
    changes_of,
    managers_of,
    messages_of,
    reason_text,
    reasons_of,
    task,
    tested,
    wrong_test,
)
from mqtune.analysis.access.answer import Answer as Verdict
from mqtune.analysis.access.answer import Step as Check
from mqtune.analysis.access.holdings import profiles_of
from mqtune.analysis.access.records import Records
from mqtune.analysis.access.walk import answer as walk
from mqtune.estate.model import Estate, QueueManager
from mqtune.language.access import check
from mqtune.present.answer import (
    BAD,
    BRIEF,
    DOUBT,
    FAINT,
    GOOD,
    NORMAL,
    Answer,
    Place,
    Row,
    Rows,
    Section,
    Step,
    Steps,
    link,
)
from mqtune.project.settings import AccessTest
from mqtune.questions.access_question import NOTHING, Asked, question_of
from mqtune.questions.fields import spelled
from mqtune.questions.trace_tests import Outcome, tests_answer
from mqtune.session.opened import Project
from mqtune.text.messages import UsageError

# The answers as data.


class AccessData(TypedDict):
    """The JSON of `mqtune access`; `user` is None if several are possible."""

    verdict: str
    user: str | None
    users: Sequence[str]
    question: str
    environment: str | None
    queue_manager: str
    reason_codes: list[int]
    messages: list[str]
    confidence: str
    changes: list[str]
    assumptions: Sequence[str]
    notes: Sequence[str]
    steps: Sequence[Check]
    ways: Sequence[Way]


class TestData(TypedDict):
    """One test with its answer; `failing` states what is not as expected."""

    name: str | None
    file: str
    line: int
    ok: bool
    failing: str | None
    answer: AccessData


class TestsData(TypedDict):
    """The JSON of `mqtune access --tests`."""

    tests: list[TestData]


def access_data(decision: Verdict) -> AccessData:
    """The data of an answer."""
    users = decision.users
    return {
        "verdict": decision.verdict,
        "user": users[0] if len(users) == 1 else None,
        "users": users,
        "question": task(decision),
        "environment": decision.queue_manager.environment_name,
        "queue_manager": decision.queue_manager.label,
        "reason_codes": reasons_of(decision),
        "messages": messages_of(decision),
        "confidence": decision.confidence,
        "changes": changes_of(decision),
        "assumptions": decision.shown.assumptions,
        "notes": decision.notes,
        "steps": decision.shown.steps,
        "ways": decision.ways,
    }


def tests_data(results: Iterable[Tested]) -> TestsData:
    """All tests."""
    return {"tests": [test_data(result) for result in results]}


def test_data(result: Tested) -> TestData:
    """One test."""
    return {
        "name": result.test.name or None,
        "file": result.test.file,
        "line": result.test.line,
        "ok": not result.failing,
        "failing": result.failing or None,
        "answer": access_data(result.answer),
    }


# The question.

EXAMPLES = (
    "mqtune access --channel APP.SVRCONN --address 10.1.2.3 --user app hub/",
    "mqtune access --channel APP.SVRCONN --user app --group apps --object 'QLOCAL(ORDERS)' --for put hub/",
    "mqtune access --local --user batch --object topic:prices/uk --for publish",
    "mqtune access --tests",
)
STATUS = {ALLOWED: 0, REFUSED: 1}
UNDECIDED = 4
MOST_COMPARED = 2_000_000  # records in all tests, about 20 seconds
TOO_MANY = f"the tests before it compared more than {MOST_COMPARED:,} records"
TONES = {ALLOWED: GOOD, REFUSED: BAD, CANNOT_TELL: DOUBT, SKIPPED: FAINT}


def access(
    project: Project,
    *,
    asked: Asked = NOTHING,
) -> Answer[AccessData]:
    """Show whether a client can connect, as which user, and what it can do, and which record decides.

    Each check has its record, what the application and the error log show, and what would change the answer.
    Exit status: 0 allowed, 1 refused, 4 cannot tell from the files, 2 invalid use.
    """
    question = question_of(asked)
    estate, manager = project.secured.single
    decision = walk(estate, manager, as_defined(question, manager))
    return Answer(
        decision.verdict,
        headline_of(decision),
        lambda layout: sections(decision),
        lambda: access_data(decision),
        status=STATUS.get(decision.verdict, UNDECIDED),
    )


def headline_of(decision: Verdict) -> str:
    """The verdict, the user and what was asked."""
    users = " or ".join(user or "a blank user" for user in decision.users)
    return f"{decision.verdict}{f' as {users}' if users else ''}: {task(decision)}"


def sections(decision: Verdict, before: str = "") -> Iterator[Section]:
    """The checks below the verdict, what shows it, and what would change it."""
    steps = [step_of(number, step) for number, step in enumerate(decision.shown.steps, 1)]
    yield Section(before + headline_of(decision), Steps(steps), BRIEF)
    yield Section("depends on what the files and options do not show", Rows(way_rows(decision)), BRIEF)
    yield Section("evidence", Rows(list(evidence_rows(decision))), BRIEF)
    yield Section("what would change the answer", sentences(changes_of(decision)), BRIEF)
    yield Section("also", sentences(decision.notes))
    yield Section("assumed, since files do not show it", sentences(decision.shown.assumptions))


def sentences(texts: Iterable[str]) -> Rows:
    """Some sentences."""
    return Rows([Row("", text) for text in texts])


def step_of(number: int, step: Check) -> Step:
    """One check with the records that were considered."""
    notes = []
    for evidence in step.evidence:
        place = Place(evidence.file, evidence.line) if evidence.file else None
        notes.append(Row("", evidence.text, str(place or ""), link(place), "", place))
    first = notes[0].place if notes else None
    cells, tone = (check(step.name).title,), TONES.get(step.outcome, "")
    return Step(f"{number:>2}  ", cells, step.outcome, step.text, notes, link(first), first, tone)


def way_rows(decision: Verdict) -> list[Row]:
    """How the answer depends on what is not known: each result once, with what leads to it."""
    results: dict[tuple[str, str], list[str]] = {}
    for way in decision.ways:
        choices = "; ".join(f"{choice.what}: {choice.choice}" for choice in way.choices) or "as shown"
        user = f"as {way.user} " if way.user else ""
        reason = "" if way.verdict == ALLOWED else f"({way.last.text})"
        results.setdefault((way.verdict, (user + reason).strip()), []).append(choices)
    if len(results) == 1:
        return []
    return [
        Row(verdict, ", or ".join(choices), note, tone=TONES[verdict])
        for (verdict, note), choices in results.items()
    ]


def evidence_rows(decision: Verdict) -> Iterator[Row]:
    """What the application or, for a message channel, the message and the error log show; how sure it is."""
    codes = " or ".join(reason_text(code) for code in reasons_of(decision))
    messages = ", ".join(messages_of(decision))
    partner = decision.question.partner is not None
    texts = (
        [f"messages get the reason {codes}" if partner else f"the application sees {codes}"] if codes else []
    )
    texts += [f"the queue manager's error log has {messages}"] if messages else []
    if texts:
        yield Row("", ("" if decision.verdict == REFUSED else "if it is refused, ") + "; ".join(texts))
    yield Row("", f"weakest evidence used: {decision.confidence}", level=NORMAL)


# the tests of the project file


def tests(project: Project) -> Answer[TestsData]:
    """Run the access-test tables of mqtune.toml.

    The exit status is 1 if one is not as expected.
    """
    results: list[Tested] = []
    compared: dict[QueueManager, int] = {}
    total = 0
    for session, estates in project.secured.parts:
        for test in session.project.access_tests:
            if total > MOST_COMPARED:
                raise wrong_test(test, TOO_MANY, "choose fewer queue managers with --qmgr, or test in parts")
            for result in results_of(estates, test):
                results.append(result)
                manager = result.answer.queue_manager
                count = manager.derived(Records).compared + manager.derived(profiles_of).compared
                total += count - compared.get(manager, 0)
                compared[manager] = count
    if not any(session.project.access_tests for session in project.workspace.sessions):
        raise UsageError("no [[access-test]] is declared", "add one to mqtune.toml: channel = …, expect = …")
    tested = [
        Outcome(
            (result.test.file, result.test.line),
            f"{result.title}: {result.failing}" if result.failing else result.title,
            bool(result.failing),
            partial(sections, result.answer),
        )
        for result in results
    ]
    return tests_answer(tested, lambda: tests_data(results))


def results_of(estates: list[Estate], test: AccessTest) -> Iterator[Tested]:
    """The answers to one test: one for each environment. Raises ProjectError."""
    try:
        question = question_of(test)
    except UsageError as error:
        raise wrong_test(test, spelled(error.message, str), spelled(error.help, str)) from error
    for estate, manager in managers_of(estates, test):
        yield tested(test, walk(estate, manager, as_defined(question, manager)))
