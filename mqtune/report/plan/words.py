"""What all formats of a plan share: values and sentences that may be shown."""

from __future__ import annotations

from mqtune.report.secrets import safe, safe_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.plan.model import AttributeChange, Plan

LONGEST = 300  # characters of a value
SCRIPT, DRIFT, ENVIRONMENTS = "script", "drift", "environments"


def value_text(one: AttributeChange, value: str | None) -> str | None:
    """A value as shown; its secrets are only shown to be there."""
    if value is None:
        return None
    shown = safe_value(one.name, value)
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"


def names_of(plan: Plan) -> dict[int, str]:
    """What to call the queue manager of each change, by identity; "" if the plan is about one."""
    parts = [part for part in plan.parts if part.changes]
    several = len(parts) > 1
    found: dict[int, str] = {}
    for part in parts:
        name = (part.owner.qualified if part.name else part.label) if several else ""
        found.update({id(change): name for change in part.changes})
    return found


def question_text(plan: Plan) -> str:
    """Which question the plan answers."""
    old, new = safe(plan.old.label), safe(plan.new.label)
    if plan.question == SCRIPT:
        return f"script: what {new} does on the queue manager in {old}; it deletes only what it names"
    if plan.question == ENVIRONMENTS:
        return f"environments: how {new} differs from {old}"
    if plan.question == DRIFT:
        return f"drift: what turns {old} into {new}; what only the product sets is not compared"
    return f"states: what turns {old} into {new}; what {new} lacks is a delete"


def count_text(plan: Plan) -> str:
    """`1 create, 2 alter`; "no changes"."""
    return ", ".join(f"{count} {action}" for action, count in plan.counts().items() if count) or "no changes"
