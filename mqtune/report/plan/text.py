"""A plan as text: each change with its attributes, then the dangers, and the totals last."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mqtune.language.changes import refresh_after_change
from mqtune.report.colour import Palette
from mqtune.report.plan.words import SCRIPT, count_text, names_of, question_text, value_text
from mqtune.report.secrets import safe
from mqtune.report.summary import plural
from mqtune.text.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.findings.finding import Finding
    from mqtune.flow.resource import Resource
    from mqtune.plan.cost import CostChange
    from mqtune.plan.model import AttributeChange, Change, Plan, QueueManagerPlan

SYMBOLS = {"create": "+", "alter": "~", "delete": "-", "refused": "x", "unknown": "?", "run": "!"}
LEGEND = {
    "+": "create",
    "~": "alter",
    "-": "delete",
    "-/+": "delete and define again",
    "x": "rejected by the queue manager",
    "?": "depends on an unknown value",
    "!": "loses messages or state, or ends connections",
}
WHEN = {
    "next-open": "at the next open",
    "next-channel-start": "at the next channel start",
    "refresh": "after REFRESH SECURITY",
    "restart": "after a restart",
    "reconnect": "for connections made afterwards",
    "create": "when a queue manager is created",
}
CAUSES = {"reset": "reset: REPLACE does not name it", "like": "from LIKE", "default": "default"}
HARMLESS = ("safe",)
MOST_NAMES = 6  # objects in one line
MOST_DANGERS = 25  # of one class
PLACE_COLUMN = 74
WRITES = ": --out FILE"  # how to write the commands


def write(
    plan: Plan,
    new: list[Finding],
    gone: list[Finding],
    costs: list[CostChange],
    palette: Palette,
    out: Callable[[str], object],
) -> None:
    """Write the plan."""
    out(palette.bold(question_text(plan)) + "\n")
    for note in plan.notes:
        out(f"note: {safe(note)}\n")
    for part in plan.parts:
        for line in part_lines(plan, part, palette):
            out(line + "\n")
    for line in (
        *access_lines(plan),
        *finding_lines(new, gone),
        *cost_lines(costs),
        *danger_lines(plan, palette),
    ):
        out(line + "\n")
    for line in total_lines(plan, palette):
        out(line + "\n")


def part_lines(plan: Plan, part: QueueManagerPlan, palette: Palette) -> Iterator[str]:
    """The changes of one queue manager."""
    changes = part.changes
    if not changes and not part.notes and not part.gaps:
        return
    where = f", environment {safe(part.environment)}" if part.environment else ""
    yield ""
    yield palette.bold(safe(part.label) + where)
    for note in (*part.gaps, *part.notes):
        yield f"  note: {safe(note)}"
    intended = [one for one in changes if is_intended(one)]
    for change in changes:
        if not is_intended(change):
            yield ""
            yield from change_lines(change, palette)
    if intended:
        yield ""
        yield "  Intended: the values of the environments differ"
        for change in intended:
            yield ""
            yield from change_lines(change, palette)
    if part.untouched:
        yield ""
        yield f"  (not compared, because only the product made it: {plural(part.untouched, 'object')})"


def is_intended(change: Change) -> bool:
    """Whether only values of environments make a change."""
    return change.intended or (bool(change.attributes) and all(one.intended for one in change.attributes))


def symbol_of(change: Change) -> str:
    """The sign of a change."""
    return "-/+" if change.recreated else SYMBOLS.get(change.action, "?")


def change_lines(change: Change, palette: Palette) -> Iterator[str]:
    """One change with its attributes and notes."""
    symbol = symbol_of(change)
    head = f"  {symbol} {safe(change.title)}"
    place = safe(str(change.source))
    classes = ", ".join(one for one in change.classes if one not in HARMLESS)
    yield coloured(symbol, f"{head:<{PLACE_COLUMN}} {place}".rstrip(), palette) + (
        f"  {classes}" if classes else ""
    )
    if change.action == "alter" or change.action == "unknown":
        width = max((len(one.name) for one in change.attributes), default=0)
        replaced = change.recreated or change.type == "CHLAUTH"  # so that nothing of the old side is unknown
        for one in change.attributes:
            if one.before is None and replaced:
                yield palette.added(f"      + {one.name:<{width}}  {shown(value_text(one, one.after))}")
            else:
                yield "      " + attribute_line(change.type, one, width, palette)
    elif change.action == "create":
        for one in change.attributes:
            yield palette.added(f"      + {one.name} = {shown(value_text(one, one.after))}")
    elif change.attributes and change.type == "qm.ini":
        for one in change.attributes:
            yield palette.removed(f"      - {one.name} = {shown(value_text(one, one.before))}")
    if change.hidden and change.action == "alter":
        yield f"        ({plural(change.hidden, 'unchanged attribute')} hidden)"
    for note in change.notes:
        yield f"      {safe(note)}"


def attribute_line(type: str, one: AttributeChange, width: int, palette: Palette) -> str:
    """`~ MAXDEPTH  50000 -> 5000   # reset: REPLACE does not name it`."""
    remarks = []
    if one.cause in CAUSES:
        remarks.append(CAUSES[one.cause])
    if one.cause == "reset" and str(one.earlier):
        remarks.append(f"was set at {safe(str(one.earlier))}")
    if one.when in WHEN:
        refresh = refresh_after_change(type, one.name)
        remarks.append(WHEN[one.when] + (f" TYPE({refresh})" if refresh else ""))
    if one.unknown and one.after is None:
        remarks.append("the default is not known")
    before, after = shown(value_text(one, one.before)), shown(value_text(one, one.after))
    change = "changed, hidden" if one.secret and before == after else f"{before} -> {after}"
    text = f"~ {one.name:<{width}}  {change}"
    return text + (f"   # {'; '.join(remarks)}" if remarks else "")


def shown(value: str | None) -> str:
    """A value, with a blank one as `''`, and one that is not there or unknown as `(unknown)`."""
    if value is None:
        return "(unknown)"
    return value or "''"


def coloured(symbol: str, text: str, palette: Palette) -> str:
    """A line in the colour of its sign."""
    if symbol == "+":
        return palette.added(text)
    return palette.removed(text) if symbol in ("-", "-/+", "x", "!") else palette.bold(text)


def access_lines(plan: Plan) -> Iterator[str]:
    """Who gains and loses what on the objects that exist in both states."""
    found = [(one, part) for part in plan.parts for one in part.access]
    if not found:
        return
    managers = names_of(plan)
    yield ""
    yield "Access on existing objects"
    for one, part in found[:MOST_DANGERS]:
        kind = "user" if one.entity == "PRINCIPAL" else "group"
        verbs = [f"gains {', '.join(one.gained)}"] * bool(one.gained)
        verbs += [f"loses {', '.join(one.lost)}"] * bool(one.lost)
        names = listed([name or "the queue manager" for name in one.objects], MOST_NAMES)
        on = "" if one.objtype == "QMGR" else f"{one.objtype} "
        where = managers[id(part.changes[0])] if part.changes else ""
        at = f"  ({where})" if where else ""
        yield safe(f"  {kind} {one.user} {' and '.join(verbs)} on {on}{names}{at}")
    if len(found) > MOST_DANGERS:
        yield f"    and {len(found) - MOST_DANGERS} more: --format json lists all"


def finding_lines(new: list[Finding], gone: list[Finding]) -> Iterator[str]:
    """The findings that appear and disappear."""
    if not new and not gone:
        return
    yield ""
    yield f"Findings: {len(new)} new, {len(gone)} gone"
    for sign, findings in (("+", new), ("-", gone)):
        for one in findings[:MOST_DANGERS]:
            yield f"  {sign} {one.severity} {one.code} {one.message}  {one.place.file}:{one.place.span.line}"
        if len(findings) > MOST_DANGERS:
            yield f"    and {len(findings) - MOST_DANGERS} more: --format json lists all"


def cost_lines(costs: list[CostChange]) -> Iterator[str]:
    """The utilisation that moves."""
    if not costs:
        return
    yield ""
    yield "Budget"
    for one in costs[:MOST_DANGERS]:
        change = f"{used(one.before)} -> {used(one.after)}"
        yield f"  {safe(one.resource)} ({one.kind}) {change}"
    if len(costs) > MOST_DANGERS:
        yield f"    and {len(costs) - MOST_DANGERS} more: --format json lists all"


def used(one: Resource | None) -> str:
    """The utilisation as per cent, without a limit as an amount; `unused` if no load reaches it."""
    if one is None:
        return "unused"
    if one.share is not None:
        return one.percent
    return "unknown" if one.used is None else f"{one.mark}{one.used:,.6g} {one.unit}"


def danger_lines(plan: Plan, palette: Palette) -> Iterator[str]:
    """The changes by class, worst first, directly above the totals."""
    groups: dict[str, dict[str, list[str]]] = {}
    managers = names_of(plan)
    for change in sorted(plan.changes, key=lambda one: one.rank):
        for name in change.classes:
            if name not in HARMLESS:
                group = groups.setdefault(name, {})
                group.setdefault(danger_text(change, name), []).append(managers[id(change)])
    if not groups:
        return
    yield ""
    yield palette.bold("Dangers, worst first")
    for name in sorted(groups, key=plan.class_order):
        for number, (text, where) in enumerate(list(groups[name].items())[:MOST_DANGERS]):
            on = listed([one for one in dict.fromkeys(where) if one], MOST_NAMES)
            yield f"  {name if not number else '':<9} {safe(text + (f'  ({on})' if on else ''))}"
        if len(groups[name]) > MOST_DANGERS:
            yield f"  {'':<9} and {len(groups[name]) - MOST_DANGERS} more"


def danger_text(change: Change, name: str) -> str:
    """An object with what makes it dangerous in one class."""
    attributes = [one.name for one in change.attributes if name in one.classes]
    if attributes:
        return f"{change.title} {', '.join(attributes)}"
    explained = change.type in ("AUTHREC", "CHLAUTH") or change.action in ("refused", "run")
    if not explained or not change.notes:
        return change.title
    word = {"opens": " gains ", "closes": " loses "}.get(name, "")
    note = next((one for one in change.notes if word in one), change.notes[0])
    return f"{change.title}: {note}"


def total_lines(plan: Plan, palette: Palette) -> Iterator[str]:
    """The legend and the totals; the very last line counts."""
    yield ""
    for one in plan.ignored:
        owner = f", {one.owner}" if one.owner else ""
        what = f"{one.count} of {one.object} ({one.reason}{owner}) {one.source}"
        yield f"ignored: {safe(what)}"
    used = dict.fromkeys(symbol_of(one) for one in plan.changes)
    if used:
        yield "Key: " + ", ".join(f"{sign} {LEGEND[sign]}" for sign in LEGEND if sign in used)
    held = sum(len(part.held) for part in plan.parts)
    commands = sum(len(part.applied) for part in plan.parts)
    more = f"{plural(commands, 'MQSC command')}{WRITES}" if commands or held else ""
    more = "   " + (f"{held} held back, " if held else "") + more if more else ""
    if plan.question == SCRIPT:
        more = ""
    intended = sum(is_intended(one) for one in plan.changes)
    of_these = f" Intended: {intended}." if intended else ""
    yield palette.bold(f"Plan: {count_text(plan)}.{of_these}") + more
