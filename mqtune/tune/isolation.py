"""The fewest topic objects that keep every topic lock below its planned share.

Declared branches take the lock of the nearest isolated object at or above their topic string. So isolated
objects divide the tree into parts, and one object above several branches may be enough for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mqtune.capacity.topic_lock import planned_share
from mqtune.estate.busy_topics import (
    Branch,
    Contention,
    planned_for,
)
from mqtune.estate.model import QueueManager
from mqtune.estate.topic_strings import levels_of

Levels = tuple[str, ...]


@dataclass(slots=True)
class Isolation:
    """A topic string to isolate, the branches that then take its lock, and the lock that they take now."""

    root: str
    branches: list[Branch]
    contention: Contention

    @property
    def rate_per_s(self) -> float:
        """The publications per second on the new lock."""
        return sum(branch.rate_per_s for branch in self.branches)


@dataclass(slots=True)
class Part:
    """A topic string, the branches declared for exactly it, and those at or below it that share a lock."""

    levels: Levels
    own: list[Branch] = field(default_factory=list)
    children: list[Part] = field(default_factory=list)
    sharing: list[Branch] = field(default_factory=list)

    @property
    def rate_per_s(self) -> float:
        """The publications per second that share a lock at this topic string."""
        return sum(branch.rate_per_s for branch in self.sharing)


def isolations(
    queue_manager: QueueManager, busy_branches: list[Contention], limit_per_s: float
) -> list[Isolation]:
    """What to isolate: below a lock above its planned share, the fewest topic strings that keep each lock
    below it; otherwise each busy branch, which saves the lookup in the topics above.
    """
    by_lock: dict[int, list[Contention]] = {}
    for busy in busy_branches:
        by_lock.setdefault(id(busy.branch.lock), []).append(busy)
    declared = {id(load): number for number, load in enumerate(queue_manager.topic_loads)}
    found = []
    for some in by_lock.values():
        first = some[0]
        if first.share < first.planned:
            found += alone(some)
            continue
        sharing = sorted(first.sharing, key=lambda branch: declared[id(branch.load)])
        for part in fewest(sharing, levels_of(first.branch.lock.topic), limit_per_s):
            found.append(Isolation("/".join(part.levels), part.sharing, first))
    return found


def alone(some: list[Contention]) -> list[Isolation]:
    """An isolation for each of the topic strings of some branches."""
    found = {}
    for busy in some:
        root = busy.branch.root
        found[root] = Isolation(root, [one for one in busy.sharing if one.root == root], busy)
    return list(found.values())


def fits(branches: list[Branch], limit_per_s: float) -> bool:
    """Whether one lock stays below its planned share with some branches."""
    return sum(branch.rate_per_s for branch in branches) < planned_for(branches) * limit_per_s


def fewest(branches: list[Branch], top: Levels, limit_per_s: float) -> list[Part]:
    """The parts to isolate below a topic string, so that its lock and theirs stay below the planned share; a
    topic string whose own publications exceed it has a lock of its own.

    From the leaves upwards, the largest parts below a topic string are separated until the rest fits
    (Kundu and Misra, A linear tree partitioning algorithm, 1977), which no smaller number does as long as the
    planned share is the same for all parts.
    """
    cut: list[Part] = []
    too_large: list[Part] = []
    parts = tree_of(branches, top)
    for part in sorted(parts.values(), key=lambda one: -len(one.levels)):
        kept, removed = largest_fitting(part, limit_per_s)
        cut += map(lowest, removed)
        part.sharing = [*part.own, *joined(kept)]
        if part.own and not kept and not fits(part.own, limit_per_s):
            too_large.append(part)
    if too_large and not parts[top].sharing:
        cuts = {part.levels for part in cut}
        highest = [
            one
            for one in too_large
            if cuts.isdisjoint(one.levels[:count] for count in range(len(one.levels)))
        ]
        stays = min(highest, key=lambda one: sum(branch.rate_per_s for branch in one.own))
        cut = [part for part in cut if part.levels != stays.levels]  # alone on the lock that it takes now
    return cut


def largest_fitting(part: Part, limit_per_s: float) -> tuple[list[Part], list[Part]]:
    """The parts below a topic string that can share a lock with it, and those to separate, the largest."""
    rest = sorted((one for one in part.children if one.sharing), key=lambda one: one.rate_per_s)
    kept, sharing = 0, list(part.own)
    rate = sum(branch.rate_per_s for branch in sharing)
    publishers = publishers_of(sharing)
    for child in rest:
        rate, publishers = rate + child.rate_per_s, publishers + publishers_of(child.sharing)
        if rate >= planned_share(publishers) * limit_per_s:
            break
        kept += 1
    return rest[:kept], rest[kept:]


def publishers_of(branches: list[Branch]) -> int:
    """The publishers declared for some branches, at least one each."""
    return sum(branch.load.publishers or 1 for branch in branches)


def above(levels: Levels) -> list[Levels]:
    """The topic strings above one."""
    return [levels[:count] for count in range(len(levels))]


def joined(parts: list[Part]) -> list[Branch]:
    """The branches of some parts that share a lock."""
    return [branch for part in parts for branch in part.sharing]


def lowest(part: Part) -> Part:
    """The lowest topic string that covers the same branches."""
    while not part.own and len(below := [one for one in part.children if one.sharing]) == 1:
        part = below[0]
    return Part(part.levels, part.own, part.children, part.sharing)


def tree_of(branches: list[Branch], top: Levels) -> dict[Levels, Part]:
    """The topic strings of some branches and all above them, up to `top`."""
    parts = {top: Part(top)}
    for branch in branches:
        levels = levels_of(branch.root)
        for count in range(len(top) + 1, len(levels) + 1):
            if levels[:count] not in parts:
                parts[levels[:count]] = Part(levels[:count])
                parts[levels[: count - 1]].children.append(parts[levels[:count]])
        parts[levels].own.append(branch)
    return parts
