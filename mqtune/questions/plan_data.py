"""A plan as data: JSON. The values of secret attributes are only shown to be there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypedDict, TypeVar, cast

from mqtune.analysis.plan.build import CostChange
from mqtune.analysis.plan.model import AccessChange, Change, HeldCommand, Ignored, Plan, QueueManagerPlan
from mqtune.analysis.plan.risk import UNKNOWN
from mqtune.present.findings_data import finding_row
from mqtune.present.lint_data import FindingData
from mqtune.session.opened import Refused
from mqtune.text.finding import Finding

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class Owned(Generic[Record]):
    """What is about a queue manager, of which the files may not give the name."""

    DATA = "environment=part.environment queue_manager=part.name *record"

    part: QueueManagerPlan
    record: Record


class FindingsData(TypedDict):
    """The findings that appear and disappear."""

    new: list[FindingData]
    gone: list[FindingData]


class SummaryData(TypedDict):
    """The number of changes for each action, and the worst class; None without a change."""

    create: int
    alter: int
    delete: int
    refused: int
    unknown: int
    run: int
    worst: str | None


class PlanData(TypedDict):
    """The JSON of `mqtune plan`."""

    question: str
    old: str
    new: str
    complete: bool
    changes: list[Owned[Change]]
    access: list[Owned[AccessChange]]
    findings: FindingsData
    budget: Sequence[CostChange]
    apply: list[str]
    held_back: list[Owned[HeldCommand]]
    scripts: list[QueueManagerPlan]
    not_in_apply: list[str]
    notes: list[str]
    ignored: list[Ignored]
    unknown: list[str]
    summary: SummaryData
    refused: list[Refused]


class Planned(NamedTuple):
    """A plan with what follows from it; the findings are safe to show."""

    plan: Plan
    new: Sequence[Finding]
    gone: Sequence[Finding]
    costs: Sequence[CostChange]
    refused: Sequence[Refused]


def plan_data(planned: Planned) -> PlanData:
    """The data of a plan."""
    plan, parts = planned.plan, planned.plan.parts
    unknown = [change.title for change in plan.changes if UNKNOWN in (change.action, *change.classes)]
    gaps = [text for part in parts for text in part.gaps]
    return {
        "question": plan.question,
        "old": plan.old.label,
        "new": plan.new.label,
        "complete": not (unknown or gaps),
        "changes": [Owned(part, change) for part in parts for change in part.changes],
        "access": [Owned(part, change) for part in parts for change in part.access],
        "findings": {"new": findings_data(planned.new), "gone": findings_data(planned.gone)},
        "budget": planned.costs,
        "apply": [command for part in parts for command in part.applied],
        "held_back": [Owned(part, command) for part in parts for command in part.held],
        "scripts": [part for part in parts if part.commands],
        "not_in_apply": [text for part in parts for text in part.left_out],
        "notes": [*gaps, *plan.notes, *(note for part in parts for note in part.notes)],
        "ignored": plan.ignored,
        "unknown": unknown,
        "summary": cast("SummaryData", {**plan.counts(), "worst": plan.worst}),
        "refused": list(planned.refused),
    }


def findings_data(findings: Sequence[Finding]) -> list[FindingData]:
    """Findings as in the JSON of `mqtune lint`."""
    return [cast("FindingData", finding_row(finding)) for finding in findings]
