"""`mqtune trace --tests`: the `[[flow-test]]` tables of mqtune.toml."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from mqtune.analysis.flow.client_routes import REACHED, Connection
from mqtune.analysis.flow.load import Message
from mqtune.analysis.trace.trace_lines import Expectation, ExpectationError, Followed, followed
from mqtune.estate.model import Estate, QueueManager
from mqtune.present.answer import BAD, BRIEF, NORMAL, Answer, Data, Row, Rows, Section, link
from mqtune.project.load import ProjectError
from mqtune.project.settings import FlowTest
from mqtune.questions.trace import (
    MOST_BRANCHES,
    Branches,
    Destination,
    Groups,
    TraceData,
    User,
    sections,
    trace_data,
    traced,
)
from mqtune.questions.trace_client import connected
from mqtune.session.choice import names_help
from mqtune.session.opened import Project
from mqtune.text.messages import UsageError, plural

# The answer: a line for each test, and in full what is not as expected.

NOT_AS_EXPECTED = 1  # exit status


class Outcome(NamedTuple):
    """One test at its line of mqtune.toml. `sections` take what precedes their first title."""

    place: tuple[str, int]
    title: str
    failed: bool
    sections: Callable[[str], Iterable[Section]]


def tests_answer(outcomes: Sequence[Outcome], data: Callable[[], Data]) -> Answer[Data]:
    """The answer to some tests."""
    failed = sum(outcome.failed for outcome in outcomes)
    headline = f"{plural(len(outcomes), 'test')}: {len(outcomes) - failed} ok, {failed} failed"
    return Answer(
        "failed" if failed else "ok",
        headline,
        lambda _: test_sections(headline, outcomes),
        data,
        met=not failed,
        status=NOT_AS_EXPECTED if failed else 0,
    )


def test_sections(headline: str, outcomes: Sequence[Outcome]) -> Iterator[Section]:
    """A line for each test, and the sections of those that fail."""
    yield Section(headline, Rows([row_of(outcome) for outcome in outcomes]), BRIEF, "as expected")
    for outcome in outcomes:
        if outcome.failed:
            file, line = outcome.place
            yield from outcome.sections(f"{file}:{line}: ")


def row_of(outcome: Outcome) -> Row:
    """`ok  orders reach the hub (mqtune.toml:2)`."""
    place = outcome.place
    if outcome.failed:
        return Row("FAIL", outcome.title, "", link(place), "", place, BAD)
    return Row("ok", outcome.title, "", link(place), "", place, level=NORMAL)


# The question.

EXAMPLES = ("mqtune trace --tests",)
NEEDS_PUT = 'without `put` only `expect = "reached"` can be met'
MOST_LISTED = 8
MOST_FOLLOWED = 200_000  # hops and branches of all tests, about 20 seconds
NOT_FOLLOWED = (
    f"not followed: the tests before it have {{:,}} hops and branches, more than {MOST_FOLLOWED:,}; test "
    "topic strings that reach fewer subscriptions, or follow this one with `mqtune trace`"
)

Tested = tuple[FlowTest, Followed]


def flow_tests(
    project: Project,
    *,
    user: User = None,
    groups: Groups = (),
    max_branches: Branches = MOST_BRANCHES,
) -> Answer[TraceData]:
    """Run the flow-test tables of mqtune.toml.

    A user that is given puts the messages of tests without one.
    """
    if not any(session.project.flow_tests for session in project.workspace.sessions):
        raise UsageError("no [[flow-test]] is declared", "add one to mqtune.toml: put = …, expect = …")
    results: list[Tested] = []
    count = 0
    for session, estates in project.secured.parts:
        for test in session.project.flow_tests:
            if count > MOST_FOLLOWED:
                title = title_of(test, test.name or test.put or f"a client of {test.connect}", None)
                results.append((test, Followed(None, None, (NOT_FOLLOWED.format(count),), title)))
                continue
            for result in results_of(estates, test, user, groups):
                results.append((test, result))
                if result.trace is not None:
                    count += len(result.trace.hops) + len(result.trace.branches)
    tested = [
        Outcome(
            (test.file, test.line),
            result.title,
            bool(result.failing),
            partial(sections, result, max_branches),
        )
        for test, result in results
    ]
    return tests_answer(tested, lambda: trace_data(result for _, result in results))


def results_of(
    estates: list[Estate], test: FlowTest, user: str | None, groups: tuple[str, ...]
) -> Iterator[Followed]:
    """The traces of one test: one in each environment. Raises ProjectError."""
    try:
        if test.connect is not None:
            yield from client_results(estates, test)
            return
        check_name(test.put)
        expectation = Expectation.of(test.expect, test.at, test.reason_code)
        managers = managers_of(estates, test.queue_manager)
    except (ExpectationError, UsageError) as error:
        raise ProjectError(test.file, test.line, f"[[flow-test]]: {error.message}", error.help) from error
    chosen = [pair for pair in managers if test.environment_name in (None, pair[1].environment_name)]
    if not chosen:
        message = f"[[flow-test]]: no such queue manager in environment {test.environment_name}"
        raise ProjectError(test.file, test.line, message)
    for estate, manager in chosen:
        if manager not in estate.shown:
            continue
        trace = traced(estate, manager, test.put, message_of(test), test.user or user, groups or test.groups)
        name = test.name or f"{test.put} of {manager.label}"
        yield followed(trace, expectation, title_of(test, name, manager.environment_name))


def client_results(estates: Sequence[Estate], test: FlowTest) -> Iterator[Followed]:
    """The results of a test of a client: whether it reaches what it should, or the traces from what it
    reaches. Raises ExpectationError and UsageError.
    """
    ccdt = os.path.join(test.folder, test.ccdt) if test.ccdt else None
    chosen = [estate for estate in estates if test.environment_name in (None, estate.environment)]
    for connection in connected(chosen, ccdt, test.connect or ""):
        name = test.name or f"{test.put or 'connection'} of a client of {test.connect}"
        title = title_of(test, name, connection.estate.environment)
        if not test.put or not connection.reached:
            yield Followed(None, None, tuple(differences(connection, test)), title)
            continue
        check_name(test.put)
        expectation = Expectation.of(test.expect, test.at, test.reason_code)
        for manager in connection.reached:
            sent = message_of(test)
            trace = traced(connection.estate, manager, test.put, sent, test.user, test.groups)
            yield followed(trace, expectation, title)


def differences(connection: Connection, test: FlowTest) -> list[str]:
    """Why a client does not reach what it should."""
    if test.expect == (REACHED,) or not connection.reached:
        return connection.failing
    return [NEEDS_PUT]


def check_name(name: str) -> None:
    """Raise UsageError for a name that cannot be traced."""
    try:
        Destination.read(name)
    except ValueError as error:
        raise UsageError(f"invalid name {name!r}", str(error)) from None


def message_of(test: FlowTest) -> Message:
    """The message of a test."""
    return Message(test.size_bytes, test.persistent)


def title_of(test: FlowTest, name: str, environment: str | None) -> str:
    """What a test is called, and its line in mqtune.toml."""
    where = f", environment {environment}" if environment else ""
    return f"{name}{where} ({test.file}:{test.line})"


def managers_of(estates: Sequence[Estate], wanted: str | None) -> list[tuple[Estate, QueueManager]]:
    """The queue managers with a name, one in each environment; without a name the only one. Raises
    UsageError.
    """
    every = [(estate, manager) for estate in estates for manager in estate.queue_managers]
    names = sorted({manager.label for _, manager in every})
    if not names:
        raise UsageError("the files contain no queue manager", "`mqtune show objects` lists what there is")
    if wanted is None and len(names) > 1:
        listed = ", ".join(names[:MOST_LISTED]) + (" …" if len(names) > MOST_LISTED else "")
        raise UsageError("the files contain several queue managers", f"choose one: {listed}")
    matching = [
        (estate, manager)
        for estate, manager in every
        if wanted is None or manager.label == wanted or estate.named(wanted) is manager
    ]
    if not matching:
        raise UsageError(f"no queue manager is named {wanted!r}", names_help(wanted or "", names))
    return matching
