"""The answers to questions about access as data: JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict

from mqtune.access.answer import Answer, Step, Way
from mqtune.access.expected import Tested
from mqtune.access.words import changes_of, messages_of, reasons_of, task


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
    steps: Sequence[Step]
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


def access_data(found: Answer) -> AccessData:
    """The data of an answer."""
    users = found.users
    return {
        "verdict": found.verdict,
        "user": users[0] if len(users) == 1 else None,
        "users": users,
        "question": task(found),
        "environment": found.queue_manager.environment_name,
        "queue_manager": found.queue_manager.label,
        "reason_codes": reasons_of(found),
        "messages": messages_of(found),
        "confidence": found.confidence,
        "changes": changes_of(found),
        "assumptions": found.shown.assumptions,
        "notes": found.notes,
        "steps": found.shown.steps,
        "ways": found.ways,
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
