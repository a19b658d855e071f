"""Which queue manager of the old state is which of the new one: by environment and name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mqtune.analysis.plan.model import Side
from mqtune.estate.model import QueueManager

Key = tuple[str | None, str]


class AmbiguousNameError(Exception):
    """A queue manager that one side has several times: which one is meant is unknown."""

    def __init__(self, name: str, side: Side, where: list[str]) -> None:
        super().__init__(name)
        self.name = name
        self.side = side
        self.where = where


class MissingPartnerError(Exception):
    """A dumped queue manager that the other side does not have."""

    def __init__(self, name: str, side: Side) -> None:
        super().__init__(name)
        self.name = name
        self.side = side


@dataclass
class Pairs:
    """The queue managers of both sides that belong together; None if one side has none. `notes` state what
    was inferred, and what is not compared.
    """

    matched: list[tuple[QueueManager | None, QueueManager | None]]
    notes: list[str]


def match(
    old: Sequence[QueueManager],
    new: Sequence[QueueManager],
    sides: tuple[Side, Side],
    across_environments: bool,
) -> Pairs:
    """Pair the queue managers: by environment and name, by name alone, by folder, or because each side has
    only one. Raises AmbiguousNameError.
    """
    matching = Matching(old, new, sides)
    if across_environments:
        matching.by(lambda manager: manager.name)
        matching.by(template_of)
        matching.by_place()
    else:
        matching.by(lambda manager: (manager.environment_name, manager.name) if manager.name else None)
        matching.by(lambda manager: manager.name, unique=True)
        matching.by(lambda manager: (manager.environment_name, manager.title) if manager.title else None)
        matching.by_folder()
        matching.by_file_name()
    matching.alone()
    matching.check()
    matching.rest()
    return Pairs(matching.matched, matching.notes)


class Matching:
    """The queue managers that have no partner yet."""

    def __init__(
        self, old: Sequence[QueueManager], new: Sequence[QueueManager], sides: tuple[Side, Side]
    ) -> None:
        self.old, self.new = list(old), list(new)
        self.sides = sides
        self.matched: list[tuple[QueueManager | None, QueueManager | None]] = []
        self.notes: list[str] = []

    def by(self, key: Callable[[QueueManager], object], unique: bool = False) -> None:
        """Pair those with equal keys; several with one key are ambiguous, except that with `unique` they are
        left alone.
        """
        first, second = _by_key(self.old, key), _by_key(self.new, key)
        for value, mine in first.items():
            theirs = second.get(value, [])
            if not theirs:
                continue
            for side, several in zip(self.sides, (mine, theirs), strict=True):
                if len(several) > 1 and not (unique and len(mine) == len(theirs)):
                    raise AmbiguousNameError(several[0].label, side, sorted({_where(x) for x in several}))
            if len(mine) == len(theirs) == 1:
                self.pair(mine[0], theirs[0])

    def by_folder(self) -> None:
        """Pair those without a name that are in the same folder or file of both sides."""
        self.by(
            lambda manager: None if manager.name else (manager.environment_name, self._folder(manager)),
            unique=True,
        )

    def by_place(self) -> None:
        """Pair those whose folders differ only in the environment: `env/dev/QM1`, `env/prod/QM1`."""
        first, second = _by_key(self.old, place_of), _by_key(self.new, place_of)
        for place, mine in first.items():
            theirs = second.get(place, [])
            if len(mine) == len(theirs) == 1 and not (mine[0].name and theirs[0].name):
                self.pair(mine[0], theirs[0])

    def _folder(self, manager: QueueManager) -> str:
        side = self.sides[0] if manager in self.old else self.sides[1]
        return side.inside(manager.folder)

    def by_file_name(self) -> None:
        """Pair a name with the queue manager whose file or folder is called like it."""
        for left, right, side in ((self.old, self.new, self.sides[1]), (self.new, self.old, self.sides[0])):
            for manager in [manager for manager in left if manager.name]:
                called = [
                    unnamed
                    for unnamed in right
                    if not unnamed.name and is_called(unnamed, manager.name or "")
                ]
                if len(called) > 1:
                    raise AmbiguousNameError(
                        manager.label, side, sorted({_where(unnamed) for unnamed in called})
                    )
                if called:
                    self.pair(*((manager, called[0]) if left is self.old else (called[0], manager)))

    def check(self) -> None:
        """Raise MissingPartnerError for a dump of which no queue manager is on the other side."""
        for mine, opposite, is_dump in (
            (self.old, self.sides[1], self.sides[0].is_dump),
            (self.new, self.sides[0], self.sides[1].is_dump),
        ):
            if is_dump and not opposite.is_dump and mine and not self.matched and (self.old and self.new):
                raise MissingPartnerError(mine[0].label, opposite)

    def alone(self) -> None:
        """Pair the last one of each side, if neither has another one left and none was paired by name."""
        if len(self.old) == len(self.new) == 1 and not self.matched:
            old, new = self.old[0], self.new[0]
            if old.name and new.name and old.name != new.name:
                self.notes.append(f"{old.name} of {self.sides[0].label} is compared with {new.name}")
            self.pair(old, new)

    def pair(self, old: QueueManager, new: QueueManager) -> None:
        """Record a pair."""
        self.old.remove(old)
        self.new.remove(new)
        self.matched.append((old, new))

    def rest(self) -> None:
        """What only one side has: new and vanished queue managers, unless a dump cannot show them."""
        for left, opposite, is_old in ((self.old, self.sides[1], True), (self.new, self.sides[0], False)):
            mine = self.sides[0] if is_old else self.sides[1]
            if left and opposite.is_dump != mine.is_dump and self.matched:
                names = ", ".join(sorted(mine.shown(manager.label) for manager in left))
                self.notes.append(f"not compared, because {opposite.label} does not contain it: {names}")
                continue
            if left and opposite.is_dump:
                names = ", ".join(sorted(mine.shown(manager.label) for manager in left))
                self.notes.append(f"not compared, because {opposite.label} has no dump of it: {names}")
                continue
            for manager in left:
                self.matched.append((manager, None) if is_old else (None, manager))


def is_called(manager: QueueManager, name: str) -> bool:
    """Whether every script of a queue manager is in a file or folder with a name."""
    wanted = name.lower()
    for script in manager.scripts:
        *_, folder, file = ("", *script.document.source.path.lower().split("/"))
        if folder != wanted and not file.startswith(f"{wanted}."):
            return False
    return bool(manager.scripts)


def _by_key(
    managers: Sequence[QueueManager], key: Callable[[QueueManager], object]
) -> dict[object, list[QueueManager]]:
    groups: dict[object, list[QueueManager]] = {}
    for manager in managers:
        value = key(manager)
        if value:
            groups.setdefault(value, []).append(manager)
    return groups


def template_of(manager: QueueManager) -> object:
    """The files that define a queue manager, the same for each environment of one chart."""
    files = sorted({script.document.source.path for script in manager.scripts})
    return tuple(files) or None


def place_of(manager: QueueManager) -> object:
    """The folder or file of a queue manager without the name of its environment."""
    name = re.escape((manager.environment_name or "").lower())
    place = manager.folder.lower()
    return re.sub(rf"(?<![a-z0-9]){name}(?![a-z0-9])", "", place) if name else place


def _where(manager: QueueManager) -> str:
    files = [script.document.source.shown for script in manager.scripts]
    return files[0] if files else manager.folder
