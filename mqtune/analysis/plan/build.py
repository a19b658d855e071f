"""Makes the plan: pairs the queue managers of two states, compares them, and writes the MQSC.

The cost of a change is the difference of the budgets of both states, if a load is declared.
"""

from __future__ import annotations

from dataclasses import dataclass

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.flow.resource import Resource
from mqtune.analysis.plan.effective import mark_effective
from mqtune.analysis.plan.gaps import NOT_SHOWN, gap_of, kept_changes, open_changes, why_incomplete
from mqtune.analysis.plan.ini import has_ini, ini_changes, shows_ini
from mqtune.analysis.plan.model import ALTER, CREATE, DELETE, ENVIRONMENTS, Change, QueueManagerPlan, Side
from mqtune.analysis.plan.mqsc import commands_of
from mqtune.analysis.plan.objects import (
    AGAIN,
    HOLDING,
    LOST_WITH_IT,
    Comparison,
    altered,
    broken_references,
    created,
    deleted,
)
from mqtune.analysis.plan.order import access_changes
from mqtune.analysis.plan.product import empty_like, is_dynamic, is_made_by_product
from mqtune.analysis.plan.records import authrec_changes, chlauth_changes
from mqtune.analysis.plan.risk import DESTROYS, UNKNOWN
from mqtune.analysis.plan.script import StrictReplay, rejected_commands
from mqtune.estate.grouping import DumpHeader, dump_header
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.analysis.plan.ini import Ignores


MAY_EXIST = "options of the dump omit it, so whether it exists already is unknown"


def compare(
    old: QueueManager | None,
    new: QueueManager | None,
    sides: tuple[Side, Side],
    question: str,
    ignores: Ignores,
) -> QueueManagerPlan:
    """The plan for one queue manager that is in both states, or in one of them."""
    part = begun(old, new, sides)
    first, second = old or empty_like(part.owner), new or empty_like(part.owner)
    comparison = Comparison(first, second, sides, script=False, alone=question != ENVIRONMENTS)
    changes = list(object_changes(comparison, part))
    records = [*chlauth_changes(comparison), *authrec_changes(comparison)]
    if question == ENVIRONMENTS:
        changes = list(renamed(comparison, changes))
        mark_intended(records)
    changes = kept_changes(comparison, part, list(shown_by_dumps(comparison, part, [*changes, *records])))
    changes += list(open_changes(comparison, changes))
    changes += ini_changes(comparison)
    if (
        old is not None
        and new is not None
        and has_ini(first) != has_ini(second)
        and not shows_ini(comparison)
    ):
        part.notes.append(f"qm.ini is only in {sides[0 if has_ini(first) else 1].label}: not compared")
    return finished(part, comparison, changes, ignores)


def compare_script(
    before: QueueManager,
    after: QueueManager,
    replay: StrictReplay,
    sides: tuple[Side, Side],
    ignores: Ignores,
    is_complete: bool,
) -> QueueManagerPlan:
    """The plan of a script that runs on one queue manager."""
    part = begun(before, after, (sides[0], sides[0]))  # called like the state
    comparison = Comparison(before, after, sides, script=True)
    changes = list(object_changes(comparison, part))
    for change in changes:
        statement = replay.deletions.get(space_of(change))
        if statement is not None and change.action == DELETE:
            change.source = comparison.source(statement.name_place())
            if statement.has("PURGE"):
                change.notes.remove(LOST_WITH_IT)
        elif change.action == ALTER:
            change.source = next(
                (attribute.source for attribute in change.attributes if attribute.source.file), change.source
            )
    if why := gap_of(before):
        part.gaps.append(why_incomplete(before, sides[0], part, why))
    headers = dump_headers(before)
    for change in changes:
        hidden = headers and not is_selected(change, headers)
        if change.action == CREATE and (hidden or part.gaps):
            change.more = (*change.more, UNKNOWN)
            change.notes.append(MAY_EXIST if hidden else NOT_SHOWN)
    changes += defined_again(comparison, changes, replay)
    changes += [*chlauth_changes(comparison), *authrec_changes(comparison)]
    changes += rejected_commands(after, replay, sides[1], is_complete)
    changes += list(open_changes(comparison, changes))
    return finished(part, comparison, changes, ignores)


def defined_again(comparison: Comparison, changes: list[Change], replay: StrictReplay) -> list[Change]:
    """Mark the objects that a script deletes and defines again; returns those that are otherwise the same."""
    by_space = {space_of(change): change for change in changes if change.action == ALTER}
    same = []
    for space, statement in replay.deletions.items():
        before, after = comparison.old.objects.get(space), comparison.new.objects.get(space)
        if before is None or after is None or before.type != after.type:
            continue
        change = by_space.get(space)
        if change is None:
            change = Change(comparison.new, after.type, after.name, ALTER, subtype=after.subtype)
            change.source = comparison.source(after.place())
            same.append(change)
        change.recreated = True
        change.more = (*change.more, DESTROYS)
        change.notes = [
            AGAIN,
            *([LOST_WITH_IT] if after.type in HOLDING and not statement.has("PURGE") else []),
        ]
    return same


def shown_by_dumps(comparison: Comparison, part: QueueManagerPlan, changes: list[Change]) -> Iterator[Change]:
    """The changes without those of objects that one side lacks only because options of its dump omit them."""
    sides = ((comparison.old, comparison.old_side), (comparison.new, comparison.new_side))
    dumps = [(manager, side.label, dump_headers(manager)) for manager, side in sides if side.is_dump]
    left: dict[str, int] = {}
    for change in changes:
        for manager, label, headers in dumps:
            if headers and lacks(change, manager, comparison) and not is_selected(change, headers):
                left[label] = left.get(label, 0) + 1
                break
        else:
            yield change
    for label, count in left.items():
        part.notes.append(f"{count} not compared, because options of {label} omit such objects")


def lacks(change: Change, manager: QueueManager, comparison: Comparison) -> bool:
    """Whether a queue manager has no definition or record of a change."""
    if change.action in (CREATE, DELETE):
        return manager is (comparison.old if change.action == CREATE else comparison.new)
    object = manager.objects.get(("QMGR", "") if change.type == "QMGR" else space_of(change))
    return object is not None and not object.statements


def dump_headers(manager: QueueManager) -> list[DumpHeader]:
    """The headers of the dumps of a queue manager."""
    return [header for script in manager.scripts if (header := dump_header(script)) is not None]


def is_selected(change: Change, headers: list[DumpHeader]) -> bool:
    """Whether one of some dumps shows the object of a change if it exists."""
    return any(header.selects(change.type, change.subtype, change.name) for header in headers)


def begun(old: QueueManager | None, new: QueueManager | None, sides: tuple[Side, Side]) -> QueueManagerPlan:
    """A plan without changes."""
    owner = new or old
    assert owner is not None
    name = owner.title or (old.title if old is not None else "")
    environment = owner.environment_name or (old.environment_name if old is not None else None)
    side = sides[0] if new is None else sides[1]
    files = {script.document.source.shown for script in owner.scripts}
    folder = side.shown(files.pop() if len(files) == 1 else owner.label)
    return QueueManagerPlan(name or None, environment, old, new, folder=folder)


def finished(
    part: QueueManagerPlan, comparison: Comparison, changes: list[Change], ignores: Ignores
) -> QueueManagerPlan:
    """The plan with its changes in order, and with the MQSC that makes them."""
    changes = ignores.kept(changes)
    broken_references(comparison, changes)
    mark_effective(comparison, changes)
    part.changes = sorted(changes, key=lambda change: (change.type, change.name, change.title, change.action))
    part.access = [] if part.gaps else access_changes(comparison.old, comparison.new, part)
    part.commands = commands_of(part, comparison.new_side.is_dump)
    return part


def space_of(change: Change) -> Key:
    """The name space and the name of a changed object."""
    from mqtune.estate.words import name_space

    return name_space(change.type, change.subtype), change.name


def object_changes(comparison: Comparison, part: QueueManagerPlan) -> Iterator[Change]:
    """The objects that differ; those that only the product made do not count in a drift."""
    old, new = comparison.old.objects, comparison.new.objects
    for key in {*old, *new}:
        before, after = old.get(key), new.get(key)
        if before is after:
            continue
        if untouched(before) and untouched(after) and ((before and after) or not comparison.same_product):
            continue  # two levels of the product, or objects that no script mentions
        if comparison.is_drift and only_product(before, after, comparison):
            part.untouched += 1
            continue
        if comparison.of_dumps and comes_and_goes(before, after, comparison):
            part.untouched += 1
            continue
        yield from changes_of(before, after, comparison)


def comes_and_goes(before: MqObject | None, after: MqObject | None, comparison: Comparison) -> bool:
    """Whether only one of two dumps has an object that the product makes: a dynamic queue, an auto-defined
    channel, a SYSTEM object of another level.
    """
    if before is not None and after is not None:
        return False
    only = before or after
    if only is None or is_dynamic(only):
        return True
    return not comparison.same_product and is_made_by_product(only)


def untouched(object: MqObject | None) -> bool:
    """Whether no script mentions an object, if there is one."""
    return object is None or not object.statements


def only_product(before: MqObject | None, after: MqObject | None, comparison: Comparison) -> bool:
    """Whether the dump has an object that the product made, and the other side does not mention it."""
    dumped, scripted = (before, after) if comparison.old_side.is_dump else (after, before)
    if not untouched(scripted):
        return False
    return dumped is None or (dumped.type != "QMGR" and is_made_by_product(dumped))


def changes_of(before: MqObject | None, after: MqObject | None, comparison: Comparison) -> Iterator[Change]:
    """The changes of one name: of another type, the object is deleted and another one created."""
    if before is None and after is not None:
        yield created(after, comparison)
    elif after is None and before is not None:
        yield deleted(before, comparison)
    elif before is not None and after is not None:
        if before.type != after.type:
            if before.statements or before.predefined:
                yield deleted(before, comparison)
            yield created(after, comparison)
            return
        change = altered(before, after, comparison)
        if change is not None:
            if change.type == "QMGR":
                change.name = comparison.new.name or comparison.old.name or ""
            yield change


def renamed(comparison: Comparison, changes: list[Change]) -> Iterator[Change]:
    """The changes between two environments, with objects that one template defines under two names as one.

    The name comes from a value of the environment, so the difference is intended.
    """
    gone = _by_place([change for change in changes if change.action == DELETE], old=True)
    for change in changes:
        if change.action == DELETE:
            continue
        removal = gone.pop((change.type, str(change.source)), None) if change.action == CREATE else None
        if removal is None:
            yield change
            continue
        before = comparison.old.find(space_of(removal)[0], removal.name)
        after = comparison.new.find(space_of(change)[0], change.name)
        assert before is not None
        assert after is not None
        both = altered(before, after, comparison) or change
        if both is change:
            change.attributes = []
        both.action, both.intended, both.more = (
            "alter",
            all(attribute.intended for attribute in both.attributes),
            (),
        )
        both.notes.append(f"is {removal.title} in {comparison.old.environment_name}")
        yield both
    yield from gone.values()


def mark_intended(changes: list[Change]) -> None:
    """Mark records that one command of a template sets under two names."""
    gone = _by_place([change for change in changes if change.action == DELETE], old=True)
    creations = _by_place([change for change in changes if change.action == CREATE], old=False)
    for key in gone.keys() & creations.keys():
        if key[1]:
            gone[key].intended = creations[key].intended = True


def _by_place(changes: list[Change], old: bool) -> dict[tuple[str, str], Change]:
    return {(change.type, str(change.earlier if old else change.source)): change for change in changes}


# What a change costs: the difference of the budgets of both states, if a load is declared.

LEAST = 0.01  # a share that moves by less is not reported


@dataclass
class CostChange:
    """One resource before and after; None if the load does not reach it in that state."""

    DATA = (
        "environment queue_manager=queue_manager.label resource kind unit "
        "before=before.used,limit,share,bound after=after.used,limit,share,bound"
    )

    queue_manager: QueueManager
    environment: str | None
    resource: str
    kind: str
    before: Resource | None
    after: Resource | None

    @property
    def unit(self) -> str | None:
        """The unit of what is used."""
        kept = self.after or self.before
        return kept.unit if kept is not None else None

    @property
    def shares(self) -> tuple[float | None, float | None]:
        """The utilisation before and after."""
        return (_share(self.before), _share(self.after))


def _share(resource: Resource | None) -> float | None:
    return resource.share if resource is not None else None


def cost_changes(
    old: list[Estate], new: list[Estate], pairs: list[tuple[QueueManager | None, QueueManager | None]]
) -> list[CostChange]:
    """The resources of which the utilisation moves by more than one point, appears or disappears."""
    if not any(manager.has_load for pair in pairs for manager in pair if manager is not None):
        return []
    before, after = _resources(old), _resources(new)
    costs = []
    for first, second in pairs:
        mine = before.get(id(first), {}) if first is not None else {}
        theirs = after.get(id(second), {}) if second is not None else {}
        owner = second or first
        assert owner is not None
        for key in sorted({*mine, *theirs}):
            cost = CostChange(owner, owner.environment_name, *key, mine.get(key), theirs.get(key))
            if _differs(cost):
                costs.append(cost)
    return costs


def _resources(estates: list[Estate]) -> dict[int, dict[tuple[str, str], Resource]]:
    resources: dict[int, dict[tuple[str, str], Resource]] = {}
    for estate in estates:
        for resource in budget(estate):
            resources.setdefault(id(resource.queue_manager), {})[resource.resource, resource.kind] = resource
    return resources


def _differs(cost: CostChange) -> bool:
    first, second = cost.shares
    if first is not None and second is not None:
        return abs(first - second) > LEAST
    if first is not None or second is not None:
        return True
    used = [x.used if x is not None else None for x in (cost.before, cost.after)]
    return used[0] != used[1]


if TYPE_CHECKING:
    Key = tuple[str, str]
