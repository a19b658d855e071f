"""What a change costs: the difference of the budgets of both states, if a load is declared."""

from __future__ import annotations

from dataclasses import dataclass

from mqtune.estate.model import Estate, QueueManager
from mqtune.flow.budget import budget
from mqtune.flow.resource import Resource

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


def _share(one: Resource | None) -> float | None:
    return one.share if one is not None else None


def cost_changes(
    old: list[Estate], new: list[Estate], pairs: list[tuple[QueueManager | None, QueueManager | None]]
) -> list[CostChange]:
    """The resources of which the utilisation moves by more than one point, appears or disappears."""
    if not any(one.has_load for pair in pairs for one in pair if one is not None):
        return []
    before, after = _resources(old), _resources(new)
    found = []
    for first, second in pairs:
        mine = before.get(id(first), {}) if first is not None else {}
        theirs = after.get(id(second), {}) if second is not None else {}
        owner = second or first
        assert owner is not None
        for key in sorted({*mine, *theirs}):
            one = CostChange(owner, owner.environment_name, *key, mine.get(key), theirs.get(key))
            if _differs(one):
                found.append(one)
    return found


def _resources(estates: list[Estate]) -> dict[int, dict[tuple[str, str], Resource]]:
    found: dict[int, dict[tuple[str, str], Resource]] = {}
    for estate in estates:
        for one in budget(estate):
            found.setdefault(id(one.queue_manager), {})[one.resource, one.kind] = one
    return found


def _differs(one: CostChange) -> bool:
    first, second = one.shares
    if first is not None and second is not None:
        return abs(first - second) > LEAST
    if first is not None or second is not None:
        return True
    used = [x.used if x is not None else None for x in (one.before, one.after)]
    return used[0] != used[1]
