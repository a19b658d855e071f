"""A plan as the JSON that docs/formats.md describes."""

from __future__ import annotations

from collections.abc import Callable

from mqtune.report.encode import dumps, number
from mqtune.report.json_format import finding_row
from mqtune.report.plan.words import value_text
from mqtune.report.secrets import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.findings.finding import Finding
    from mqtune.flow.resource import Resource
    from mqtune.plan.access import AccessChange
    from mqtune.plan.cost import CostChange
    from mqtune.plan.model import AttributeChange, Change, HeldCommand, Plan, QueueManagerPlan

    Row = dict[str, object]

VERSION = 1


def write(
    plan: Plan, new: list[Finding], gone: list[Finding], costs: list[CostChange], out: Callable[[str], object]
) -> None:
    """Write the plan, one change or finding per line. The findings are safe to show."""
    changes = [change_row(change, part) for part in plan.parts for change in part.changes]
    unknown = [one.title for one in plan.changes if one.action == "unknown" or "unknown" in one.classes]
    out(f'{{"version": {VERSION}, "question": {dumps(plan.question)},\n')
    out(f' "old": {dumps(safe(plan.old.label))}, "new": {dumps(safe(plan.new.label))},\n')
    out(f' "changes": {listed(changes)},\n')
    out(f' "access": {listed([access_row(one, part) for part in plan.parts for one in part.access])},\n')
    out(f' "findings": {{"new": {listed(list(map(finding_row, new)))},')
    out(f' "gone": {listed(list(map(finding_row, gone)))}}},\n')
    out(f' "budget": {listed([cost_row(one) for one in costs])},\n')
    out(f' "apply": {listed([safe(command) for part in plan.parts for command in part.applied])},\n')
    held = [held_row(one, part) for part in plan.parts for one in part.held]
    out(f' "held_back": {listed(held)},\n')
    out(f' "scripts": {listed([script_row(part) for part in plan.parts if part.commands])},\n')
    left_out = [safe(text) for part in plan.parts for text in part.left_out]
    gaps = [safe(text) for part in plan.parts for text in part.gaps]
    notes = [safe(text) for text in (*plan.notes, *(note for part in plan.parts for note in part.notes))]
    notes = [*gaps, *notes]
    out(f' "not_in_apply": {dumps(left_out)},\n "notes": {dumps(notes)},\n')
    out(f' "ignored": {listed([ignored_row(one) for one in plan.ignored])},\n')
    out(f' "unknown": {dumps([safe(text) for text in unknown])},')
    out(f' "complete": {dumps(not (unknown or gaps))},\n')
    out(f' "summary": {dumps({**plan.counts(), "worst": plan.worst})}}}\n')


def listed(rows: list[object] | list[Row] | list[str]) -> str:
    """A list with one entry per line."""
    return "[" + ",".join("\n  " + dumps(row) for row in rows) + "]"


def script_row(part: QueueManagerPlan) -> Row:
    """The commands for one queue manager; `label` is its name, or the folder or file of one without."""
    return {
        "environment": part.environment,
        "queue_manager": safe(part.name) if part.name else None,
        "label": safe(part.label),
        "commands": [safe(command) for command in part.applied],
    }


def held_row(one: HeldCommand, part: QueueManagerPlan) -> Row:
    """A command that is not to run as it is, and why."""
    return {
        "environment": part.environment,
        "queue_manager": safe(part.name) if part.name else None,
        "command": safe(one.command),
        "reason": safe(one.reason),
    }


def change_row(change: Change, part: QueueManagerPlan) -> Row:
    """One change."""
    return {
        "environment": part.environment,
        "queue_manager": safe(part.name) if part.name else None,
        "object": {"type": change.type, "name": safe(change.name)},
        "subtype": change.subtype or None,
        "key": {word: safe(text) for word, text in change.key.items()},
        "action": change.action,
        "classes": list(change.classes),
        "attributes": [attribute_row(one) for one in change.attributes],
        "notes": [safe(note) for note in change.notes],
        "file": safe(change.source.file) or None,
        "line": change.source.line or None,
        "recreated": change.recreated,
        "intended": change.intended,
    }


def access_row(one: AccessChange, part: QueueManagerPlan) -> Row:
    """What one user or group gains and loses on some objects."""
    return {
        "environment": part.environment,
        "queue_manager": safe(part.name) if part.name else None,
        "entity": one.entity,
        "user": safe(one.user),
        "objtype": one.objtype,
        "gained": list(one.gained),
        "lost": list(one.lost),
        "objects": [safe(name) for name in one.objects],
    }


def attribute_row(one: AttributeChange) -> Row:
    """One attribute of a change."""
    return {
        "name": one.name,
        "before": value_text(one, one.before),
        "after": value_text(one, one.after),
        "cause": one.cause,
        "file": safe(one.source.file) or None,
        "line": one.source.line or None,
        "before_origin": safe(str(one.earlier)) or None,
        "classes": list(one.classes),
        "takes_effect": one.when,
        "sensitive": one.secret,
        "unknown": one.unknown,
        "intended": one.intended,
    }


def ignored_row(one: object) -> Row:
    """A table of `[[plan-ignore]]` that excluded something."""
    names = ("object", "attribute", "reason", "owner", "count")
    found: Row = {name: getattr(one, name) for name in names}
    source = one.source  # type: ignore[attr-defined]
    return {**found, "file": source.file, "line": source.line}


def cost_row(one: CostChange) -> Row:
    """The utilisation of one resource before and after."""
    kept = one.after or one.before
    return {
        "environment": one.environment,
        "queue_manager": safe(one.queue_manager.label),
        "resource": safe(one.resource),
        "kind": one.kind,
        "unit": kept.unit if kept is not None else None,
        "before": resource_row(one.before),
        "after": resource_row(one.after),
    }


def resource_row(one: Resource | None) -> Row | None:
    """How much of a resource is used."""
    if one is None:
        return None
    figures = {"used": number(one.used), "limit": number(one.limit), "share": number(one.share)}
    return {**figures, "bound": one.bound}
