"""The answers to questions about access as data: JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from mqtune.access.answer import Answer, Step
from mqtune.access.expected import Tested
from mqtune.access.words import changes_of, messages_of, reasons_of, task


class EvidenceData(TypedDict):
    """A record or attribute; without a file it is a default of the product."""

    text: str
    file: str | None
    line: int | None


class StepData(TypedDict):
    """One check."""

    check: str
    outcome: str
    text: str
    evidence: list[EvidenceData]
    reason_codes: list[int]
    messages: list[str]
    confidence: str
    changes: list[str]


class Choice(TypedDict):
    """What was supposed about an unknown thing."""

    what: str
    choice: str


class WayData(TypedDict):
    """One possibility that was followed."""

    verdict: str
    user: str | None
    choices: list[Choice]
    decided_by: StepData


class VerdictData(TypedDict):
    """An answer without the version; `user` is None if several are possible."""

    verdict: str
    user: str | None
    users: list[str]
    question: str
    environment: str | None
    queue_manager: str
    reason_codes: list[int]
    messages: list[str]
    confidence: str
    changes: list[str]
    assumptions: list[str]
    notes: list[str]
    steps: list[StepData]
    ways: list[WayData]


class AccessData(VerdictData):
    """The JSON of `mqtune access`."""

    version: int


class TestData(TypedDict):
    """One test with its answer; `failing` states what is not as expected."""

    name: str | None
    file: str
    line: int
    ok: bool
    failing: str | None
    answer: VerdictData


class TestsData(TypedDict):
    """The JSON of `mqtune access --tests`."""

    version: int
    tests: list[TestData]


def access_data(found: Answer) -> AccessData:
    """The data of an answer."""
    return {"version": 1, **verdict_data(found)}


def verdict_data(found: Answer) -> VerdictData:
    """The same without the version."""
    users = list(found.users)
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
        "assumptions": list(found.shown.assumptions),
        "notes": list(found.notes),
        "steps": [step_data(step) for step in found.shown.steps],
        "ways": [
            {
                "verdict": way.verdict,
                "user": way.user,
                "choices": [{"what": what, "choice": choice} for what, choice in way.choices],
                "decided_by": step_data(way.last),
            }
            for way in found.ways
        ],
    }


def step_data(step: Step) -> StepData:
    """One check."""
    return {
        "check": step.name,
        "outcome": step.outcome,
        "text": step.text,
        "evidence": [
            {"text": one.text, "file": one.file or None, "line": one.line or None} for one in step.evidence
        ],
        "reason_codes": list(step.reasons),
        "messages": list(step.messages),
        "confidence": step.confidence,
        "changes": list(step.changes),
    }


def tests_data(results: Iterable[Tested]) -> TestsData:
    """All tests."""
    return {"version": 1, "tests": [test_data(result) for result in results]}


def test_data(result: Tested) -> TestData:
    """One test."""
    return {
        "name": result.test.name or None,
        "file": result.test.file,
        "line": result.test.line,
        "ok": not result.failing,
        "failing": result.failing or None,
        "answer": verdict_data(result.answer),
    }
