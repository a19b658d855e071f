"""A plan as data: JSON. The values of secret attributes are only shown to be there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple, TypedDict, cast

from mqtune.findings.finding import Finding
from mqtune.flow.resource import Resource
from mqtune.masking.secrets import Covered
from mqtune.plan.cost import CostChange
from mqtune.plan.model import (
    ACTIONS,
    CAUSES,
    AccessChange,
    AttributeChange,
    Change,
    Plan,
    QueueManagerPlan,
    Source,
)
from mqtune.plan.risk import CLASSES, UNKNOWN
from mqtune.present.bodies import value
from mqtune.questions.project import Refused
from mqtune.report.encode import number
from mqtune.report.json_format import finding_row
from mqtune.report.lint_data import FindingData, ObjectOf

LONGEST = 300  # characters of a value
Action = Annotated[str, ACTIONS]
Cause = Annotated[str, CAUSES]
Risk = Annotated[str, CLASSES]


class OwnerData(TypedDict):
    """The queue manager that something is about; None if the files do not give its name."""

    environment: str | None
    queue_manager: str | None


class AttributeData(TypedDict):
    """The change of an attribute; `before` and `after` are None if there is no value or it is unknown."""

    name: str
    before: str | None
    after: str | None
    cause: Cause
    file: str | None
    line: int | None
    before_origin: str | None
    classes: list[Risk]
    takes_effect: str
    sensitive: bool
    unknown: bool
    intended: bool


class ChangeData(OwnerData):
    """What happens to one object, record or stanza; `key` are the words that identify a record."""

    object: ObjectOf
    subtype: str | None
    key: dict[str, str]
    action: Action
    classes: list[Risk]
    attributes: list[AttributeData]
    notes: list[str]
    file: str | None
    line: int | None
    recreated: bool
    intended: bool


class AccessData(OwnerData):
    """What one user or group gains and loses on some objects."""

    entity: str
    user: str
    objtype: str
    gained: list[str]
    lost: list[str]
    objects: list[str]


class FindingsData(TypedDict):
    """The findings that appear and disappear."""

    new: list[FindingData]
    gone: list[FindingData]


class UsedData(TypedDict):
    """How much of a resource is used."""

    used: float | None
    limit: float | None
    share: float | None
    bound: str


class CostData(TypedDict):
    """The utilisation of one resource before and after; None if no load reaches it."""

    environment: str | None
    queue_manager: str
    resource: str
    kind: str
    unit: str | None
    before: UsedData | None
    after: UsedData | None


class HeldData(OwnerData):
    """A command that is not to run as it is, and why."""

    command: str
    reason: str


class ScriptData(OwnerData):
    """The commands for one queue manager; `label` is its name, or the folder or file of one without."""

    label: str
    commands: list[str]


class IgnoredData(TypedDict):
    """A table of `[[plan-ignore]]` that excluded something."""

    object: str
    attribute: str | None
    reason: str
    owner: str | None
    count: int
    file: str
    line: int


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

    version: int
    question: str
    old: str
    new: str
    complete: bool
    changes: list[ChangeData]
    access: list[AccessData]
    findings: FindingsData
    budget: list[CostData]
    apply: list[str]
    held_back: list[HeldData]
    scripts: list[ScriptData]
    not_in_apply: list[str]
    notes: list[str]
    ignored: list[IgnoredData]
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
    unknown = [one.title for one in plan.changes if UNKNOWN in (one.action, *one.classes)]
    gaps = [text for part in parts for text in part.gaps]
    return {
        "version": 1,
        "question": plan.question,
        "old": plan.old.label,
        "new": plan.new.label,
        "complete": not (unknown or gaps),
        "changes": [change_data(change, part) for part in parts for change in part.changes],
        "access": [access_data(one, part) for part in parts for one in part.access],
        "findings": {"new": findings_data(planned.new), "gone": findings_data(planned.gone)},
        "budget": [cost_data(one) for one in planned.costs],
        "apply": [command for part in parts for command in part.applied],
        "held_back": [
            {**owner_data(part), "command": one.command, "reason": one.reason}
            for part in parts
            for one in part.held
        ],
        "scripts": [
            {**owner_data(part), "label": part.label, "commands": part.applied}
            for part in parts
            if part.commands
        ],
        "not_in_apply": [text for part in parts for text in part.left_out],
        "notes": [*gaps, *plan.notes, *(note for part in parts for note in part.notes)],
        "ignored": [
            {
                "object": one.object,
                "attribute": one.attribute,
                "reason": one.reason,
                "owner": one.owner,
                "count": one.count,
                "file": one.source.file,
                "line": one.source.line,
            }
            for one in plan.ignored
        ],
        "unknown": unknown,
        "summary": cast("SummaryData", {**plan.counts(), "worst": plan.worst}),
        "refused": list(planned.refused),
    }


def owner_data(part: QueueManagerPlan) -> OwnerData:
    """The queue manager of a part."""
    return {"environment": part.environment, "queue_manager": part.name}


def place_data(source: Source) -> tuple[str | None, int | None]:
    """File and line of a text."""
    return source.file or None, source.line or None


def change_data(change: Change, part: QueueManagerPlan) -> ChangeData:
    """One change."""
    file, line = place_data(change.source)
    return {
        **owner_data(part),
        "object": {"type": change.type, "name": change.name},
        "subtype": change.subtype or None,
        "key": change.key,
        "action": change.action,
        "classes": list(change.classes),
        "attributes": [attribute_data(one) for one in change.attributes],
        "notes": change.notes,
        "file": file,
        "line": line,
        "recreated": change.recreated,
        "intended": change.intended,
    }


def attribute_data(change: AttributeChange) -> AttributeData:
    """One attribute of a change."""
    file, line = place_data(change.source)
    return {
        "name": change.name,
        "before": value_text(change, change.before),
        "after": value_text(change, change.after),
        "cause": change.cause,
        "file": file,
        "line": line,
        "before_origin": str(change.earlier) or None,
        "classes": list(change.classes),
        "takes_effect": change.when,
        "sensitive": change.secret,
        "unknown": change.unknown,
        "intended": change.intended,
    }


def value_text(change: AttributeChange, text: str | None) -> Covered | None:
    """A value as shown."""
    if text is None:
        return None
    shown = value(change.name, text)
    return shown if len(shown) <= LONGEST else Covered(shown[: LONGEST - 1] + "…")


def access_data(change: AccessChange, part: QueueManagerPlan) -> AccessData:
    """What one user or group gains and loses on some objects."""
    return {
        **owner_data(part),
        "entity": change.entity,
        "user": change.user,
        "objtype": change.objtype,
        "gained": list(change.gained),
        "lost": list(change.lost),
        "objects": change.objects,
    }


def findings_data(findings: Sequence[Finding]) -> list[FindingData]:
    """Findings as in the JSON of `mqtune lint`."""
    return [cast("FindingData", finding_row(finding)) for finding in findings]


def cost_data(change: CostChange) -> CostData:
    """The utilisation of one resource before and after."""
    kept = change.after or change.before
    return {
        "environment": change.environment,
        "queue_manager": change.queue_manager.label,
        "resource": change.resource,
        "kind": change.kind,
        "unit": kept.unit if kept is not None else None,
        "before": used_data(change.before),
        "after": used_data(change.after),
    }


def used_data(resource: Resource | None) -> UsedData | None:
    """How much of a resource is used."""
    if resource is None:
        return None
    return {
        "used": number(resource.used),
        "limit": number(resource.limit),
        "share": number(resource.share),
        "bound": resource.bound,
    }
