"""A plan as data, and for people: each change with its attributes, who gains access, findings, cost, and the
dangers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypedDict, TypeVar, cast

from mqtune.analysis.flow.resource import Resource
from mqtune.analysis.plan.build import CostChange
from mqtune.analysis.plan.held_back import script_text
from mqtune.analysis.plan.model import (
    ALTER,
    CREATE,
    DRIFT,
    ENVIRONMENTS,
    SCRIPT,
    UNCERTAIN,
    AccessChange,
    AttributeChange,
    Change,
    HeldCommand,
    Ignored,
    Plan,
    QueueManagerPlan,
)
from mqtune.analysis.plan.risk import CLASSES, SAFE, UNKNOWN
from mqtune.language.access import refresh_after_change
from mqtune.language.masking import Covered
from mqtune.present.answer import (
    BAD,
    BRIEF,
    DETAIL,
    DOUBT,
    GOOD,
    OBJECT,
    RULE,
    SCREEN,
    Code,
    Place,
    Row,
    Rows,
    Section,
    Step,
    Steps,
    Target,
    link,
)
from mqtune.present.findings_data import finding_row
from mqtune.present.lint_data import FindingData
from mqtune.questions.card_sources import finding_target
from mqtune.session.opened import Refused
from mqtune.text.finding import Finding
from mqtune.text.messages import listed, plural

# JSON; the values of secret attributes are only shown to be there.

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


SIGNS = {"create": "+", "alter": "~", "delete": "-", "refused": "x", "unknown": "?", "run": "!"}
AGAIN = "-/+"
LEGEND = {
    "+": "create",
    "~": "alter",
    "-": "delete",
    AGAIN: "delete and define again",
    "x": "rejected by the queue manager",
    "?": "depends on an unknown value",
    "!": "loses messages or state, or ends connections",
}
TONES = {"+": GOOD, "~": "", "?": DOUBT}  # others are bad
SEVERITIES = {"error": BAD, "warning": DOUBT}
WHEN = {
    "next-open": "at the next open",
    "next-channel-start": "at the next channel start",
    "refresh": "after REFRESH SECURITY",
    "restart": "after a restart",
    "reconnect": "for connections made afterwards",
    "create": "when a queue manager is created",
}
REASONS = {"reset": "reset: REPLACE does not name it", "like": "from LIKE", "default": "default"}
NO_CARDS = ("CHLAUTH", "AUTHREC", "qm.ini", "environment")
INTENDED = "intended: the values of the environments differ"
MQSC = "MQSC"
MOST_NAMES = 6  # objects in one line
MOST_LISTED = 25  # findings, or dangers of one class, at the usual level


def sections(planned: Planned, layout: str) -> Iterator[Section]:
    """The changes of each queue manager, what follows from them, and the totals: in text last."""
    plan = planned.plan
    first = [question_text(plan), *(f"note: {note}" for note in plan.notes)]
    totals = total_rows(plan)
    on_screen = layout == SCREEN
    yield Section("", Rows([*sentences(first), *(totals[:-1] if on_screen else ())]), BRIEF)
    for part in plan.parts:
        yield from part_sections(part)
    yield Section("Access on existing objects", limited(access_rows(plan)), BRIEF)
    title = f"Findings: {len(planned.new)} new, {len(planned.gone)} gone"
    yield Section(title, limited(finding_rows(planned)), BRIEF)
    yield Section("Budget", limited([cost_row(change) for change in planned.costs]), BRIEF)
    yield Section("Dangers, worst first", dangers(plan), BRIEF)
    scripts = "".join(script_text(part) for part in plan.parts if part.commands)
    if on_screen and scripts:
        yield Section(MQSC, Code(scripts.splitlines(), "mqsc"), BRIEF)
    elif not on_screen:
        yield Section("", Rows(totals), BRIEF)


def sentences(texts: Iterable[str]) -> list[Row]:
    """Texts as rows."""
    return [Row("", text) for text in texts]


def limited(rows: Sequence[Row]) -> Rows:
    """Rows of which the usual level shows only the first."""
    shown = [row._replace(level=BRIEF if at < MOST_LISTED else DETAIL) for at, row in enumerate(rows)]
    return Rows(shown, f"and {len(rows) - MOST_LISTED} more")


# what is compared, and how much changes


def question_text(plan: Plan) -> str:
    """Which question the plan answers."""
    old, new = plan.old.label, plan.new.label
    if plan.question == SCRIPT:
        return f"script: what {new} does on the queue manager in {old}; it deletes only what it names"
    if plan.question == ENVIRONMENTS:
        return f"environments: how {new} differs from {old}"
    if plan.question == DRIFT:
        return f"drift: what turns {old} into {new}; what only the product sets is not compared"
    return f"states: what turns {old} into {new}; what {new} lacks is a delete"


def count_text(plan: Plan) -> str:
    """`1 create, 2 alter`; "no changes, 4 ignored"."""
    counts = [f"{count} {action}" for action, count in plan.counts().items() if count] or ["no changes"]
    ignored = sum(entry.count for entry in plan.ignored)
    return ", ".join([*counts, f"{ignored} ignored"] if ignored else counts)


def total_rows(plan: Plan) -> list[Row]:
    """What is ignored, the signs that are used, and the totals."""
    texts = []
    for entry in plan.ignored:
        owner = f", {entry.owner}" if entry.owner else ""
        texts.append(f"ignored: {entry.count} of {entry.object} ({entry.reason}{owner}) {entry.source}")
    used = {sign_of(change) for change in plan.changes}
    if used:
        texts.append("Key: " + ", ".join(f"{sign} {text}" for sign, text in LEGEND.items() if sign in used))
    intended = sum(is_intended(change) for change in plan.changes)
    total = f"Plan: {count_text(plan)}." + (f" Intended: {intended}." if intended else "")
    return [*sentences(texts), Row("", total, commands_text(plan))]


def commands_text(plan: Plan) -> str:
    """`2 held back, 5 MQSC commands`; "" for a script, and without any."""
    held = sum(len(part.held) for part in plan.parts)
    commands = sum(len(part.applied) for part in plan.parts)
    if plan.question == SCRIPT or not (commands or held):
        return ""
    return (f"{held} held back, " if held else "") + plural(commands, "MQSC command")


# changes


def part_sections(part: QueueManagerPlan) -> Iterator[Section]:
    """The notes on one queue manager, and its changes; those that are intended are apart."""
    title = part.label + (f", environment {part.environment}" if part.environment else "")
    notes = [f"note: {note}" for note in (*part.gaps, *part.notes)]
    if part.untouched and (part.changes or notes):
        notes.append(f"not compared, because only the product made it: {plural(part.untouched, 'object')}")
    yield Section(f"{title}: notes", Rows(sentences(notes)), BRIEF)
    for heading, intended in ((title, False), (f"{title}: {INTENDED}", True)):
        changes = [change for change in part.changes if is_intended(change) is intended]
        width = max((len(sign_of(change)) for change in changes), default=0)
        yield Section(heading, Steps([change_step(part, change, width) for change in changes]), BRIEF)


def is_intended(change: Change) -> bool:
    """Whether only values of environments make a change."""
    return change.intended or (
        bool(change.attributes) and all(attribute.intended for attribute in change.attributes)
    )


def sign_of(change: Change) -> str:
    """The sign of a change."""
    return AGAIN if change.recreated else SIGNS.get(change.action, "?")


def change_step(part: QueueManagerPlan, change: Change, width: int) -> Step:
    """One change with its classes of risk, and its attributes and notes below."""
    sign = sign_of(change)
    risks = ", ".join(name for name in change.classes if name != SAFE)
    place = Place(change.source.file, change.source.line) if change.source.file else None
    target = link(place)
    if part.new is not None and change.type not in NO_CARDS:
        target = Target(OBJECT, change.name, change.type, part.owner.qualified)
    notes = attribute_rows(change)
    if change.hidden and change.action == ALTER:
        notes.append(Row("", f"({plural(change.hidden, 'unchanged attribute')} hidden)"))
    notes += sentences(change.notes)
    guide, tone = f"{sign:<{width}} ", TONES.get(sign, BAD)
    return Step(guide, [change.title], risks, str(place or ""), notes, target, place, tone)


def attribute_rows(change: Change) -> list[Row]:
    """The attributes of a change; of a definition that is deleted only those of files without cards."""
    if change.action in (ALTER, UNCERTAIN):
        replaced = change.recreated or change.type == "CHLAUTH"  # so that nothing of the old side is unknown
        return [
            Row(f"+ {attribute.name}", shown(attribute.after_text), tone=GOOD)
            if attribute.before is None and replaced
            else altered_row(change.type, attribute)
            for attribute in change.attributes
        ]
    if change.action == CREATE:
        return [set_row("+", attribute, attribute.after, GOOD) for attribute in change.attributes]
    removed = change.attributes if change.type == "qm.ini" else ()
    return [set_row("-", attribute, attribute.before, BAD) for attribute in removed]


def set_row(sign: str, change: AttributeChange, text: str | None, tone: str) -> Row:
    """`+ MAXDEPTH = 5000`."""
    return Row("", Covered(f"{sign} {change.name} = {shown(change.shown(text))}"), tone=tone)


def altered_row(type: str, change: AttributeChange) -> Row:
    """`~ MAXDEPTH  50000 -> 5000  reset: REPLACE does not name it`."""
    remarks = [REASONS[change.cause]] if change.cause in REASONS else []
    if change.cause == "reset" and str(change.earlier):
        remarks.append(f"was set at {change.earlier}")
    if change.when in WHEN:
        refresh = refresh_after_change(type, change.name)
        remarks.append(WHEN[change.when] + (f" TYPE({refresh})" if refresh else ""))
    if change.unknown and change.after is None:
        remarks.append("the default is not known")
    before, after = shown(change.before_text), shown(change.after_text)
    text = "changed, hidden" if change.secret and before == after else f"{before} -> {after}"
    return Row(f"~ {change.name}", Covered(text), "; ".join(remarks))


def shown(text: Covered | None) -> Covered:
    """A value, with a blank one as `''`, and one that is absent or unknown as `(unknown)`."""
    return Covered("(unknown)") if text is None else text or Covered("''")


def names_of(plan: Plan) -> dict[int, str]:
    """What to call the queue manager of each change, by identity; "" if the plan is about one."""
    parts = [part for part in plan.parts if part.changes]
    names: dict[int, str] = {}
    for part in parts:
        name = (part.owner.qualified if part.name else part.label) if len(parts) > 1 else ""
        names.update({id(change): name for change in part.changes})
    return names


# what follows from the changes


def access_rows(plan: Plan) -> list[Row]:
    """Who gains and loses what on the objects that exist in both states."""
    names, rows = names_of(plan), []
    for part in plan.parts:
        where = names[id(part.changes[0])] if part.changes else ""
        for change in part.access:
            kind = "user" if change.entity == "PRINCIPAL" else "group"
            verbs = [f"gains {', '.join(change.gained)}"] if change.gained else []
            verbs += [f"loses {', '.join(change.lost)}"] if change.lost else []
            objects = listed([name or "the queue manager" for name in change.objects], MOST_NAMES)
            on = objects if change.objtype == "QMGR" else f"{change.objtype} {objects}"
            text = f"{kind} {change.user} {' and '.join(verbs)} on {on}"
            rows.append(Row("", text, f"({where})" if where else ""))
    return rows


def finding_rows(planned: Planned) -> list[Row]:
    """The findings that appear and disappear."""
    rows = []
    for sign, findings in (("+", planned.new), ("-", planned.gone)):
        for finding in findings:
            place = Place(finding.place.file, finding.place.span.line)
            text = f"{finding.severity} {finding.code} {finding.message}"
            row = Row(sign, text, str(place), Target(RULE, finding.code))
            if sign == "+":
                tone = SEVERITIES.get(finding.severity, "")
                row = row._replace(target=finding_target(finding), place=place, tone=tone)
            rows.append(row)
    return rows


def cost_row(change: CostChange) -> Row:
    """The utilisation of a resource that moves."""
    return Row("", f"{change.resource} ({change.kind}) {used(change.before)} -> {used(change.after)}")


def used(resource: Resource | None) -> str:
    """The utilisation as per cent, without a limit as an amount; `unused` if no load reaches it."""
    if resource is None:
        return "unused"
    if resource.share is not None:
        return resource.percent
    return "unknown" if resource.used is None else f"{resource.mark}{resource.used:,.6g} {resource.unit}"


def dangers(plan: Plan) -> Rows:
    """The changes by class, worst first; the same one of several queue managers once."""
    groups: dict[str, dict[str, list[str]]] = {}
    names = names_of(plan)
    for change in sorted(plan.changes, key=lambda entry: entry.rank):
        for name in change.classes:
            if name != SAFE:
                group = groups.setdefault(name, {})
                group.setdefault(danger_text(change, name), []).append(names[id(change)])
    rows, more = [], 0
    for name in sorted(groups, key=CLASSES.index):
        for number, (text, where) in enumerate(groups[name].items()):
            on = listed([label for label in dict.fromkeys(where) if label], MOST_NAMES)
            level = BRIEF if number < MOST_LISTED else DETAIL
            rows.append(Row("" if number else name, text, f"({on})" if on else "", level=level))
        more += max(0, len(groups[name]) - MOST_LISTED)
    return Rows(rows, f"and {more} more")


def danger_text(change: Change, name: str) -> str:
    """An object with what makes it dangerous in one class."""
    attributes = [attribute.name for attribute in change.attributes if name in attribute.classes]
    if attributes:
        return f"{change.title} {', '.join(attributes)}"
    explained = change.type in ("AUTHREC", "CHLAUTH") or change.action in ("refused", "run")
    if not explained or not change.notes:
        return change.title
    word = {"opens": " gains ", "closes": " loses "}.get(name, "")
    note = next((text for text in change.notes if word in text), change.notes[0])
    return f"{change.title}: {note}"
