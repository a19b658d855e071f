"""What every user and group holds on every object: one cell for each, with the record that decides.

Membership in groups is not in the files, so that each group is listed for itself.
"""

from __future__ import annotations

from itertools import accumulate

from mqtune.analysis.access.case import ADMINISTRATOR_GROUPS
from mqtune.analysis.access.holdings import CLASS, SELF, Entity, is_class, specificity, words_of
from mqtune.estate.records import is_administrator
from mqtune.estate.topic_strings import profile_matches
from mqtune.estate.words import QUEUE, QUEUE_TYPES
from mqtune.text.patterns import SortedNames, asterisks_match
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mqtune.estate.model import QueueManager
    from mqtune.estate.records import AuthorityRecord

NAMED = ("CHANNEL", "CLNTCONN", "TOPIC", "PROCESS", "NAMELIST", "AUTHINFO", "LISTENER", "SERVICE", "COMMINFO")

# what one run compares and lists: so much, and more for each authority record
MOST_CELLS, CELLS_PER_RECORD = 1_000_000, 20

CellKey = tuple[str, str, str, str]  # PRINCIPAL or GROUP, its name, OBJTYPE, the object


@record
class Cell:
    """What one user or group holds on one object. `record` is the one that decides.

    `object` is "" for the queue manager, and "@class" for the creation of objects of a type.
    """

    entity: Entity
    objtype: str
    object: str
    words: tuple[str, ...]
    record: AuthorityRecord

    @property
    def key(self) -> CellKey:
        """What distinguishes it from other cells of the queue manager."""
        return (*self.entity, self.objtype, self.object)


@record
class Part:
    """The part of the matrix of some users, groups and objects, which are patterns; None does not limit it.

    `object` are type and name.
    """

    user: str | None = None
    groups: tuple[str, ...] = ()
    object: tuple[str, str] | None = None

    @property
    def is_limited(self) -> bool:
        """Whether it is only a part."""
        return self.user is not None or bool(self.groups) or self.object is not None

    def has_entity(self, entity: Entity) -> bool:
        """Whether a user or group belongs to it."""
        if self.user is None and not self.groups:
            return True
        kind, name = entity
        users = () if self.user is None else (self.user,)
        return any(
            asterisks_match(pattern, name) for pattern in (users if kind == "PRINCIPAL" else self.groups)
        )

    def has_object(self, objtype: str, name: str) -> bool:
        """Whether an object belongs to it."""
        if self.object is None:
            return True
        type, pattern = self.object
        wanted = QUEUE if type in (QUEUE, *QUEUE_TYPES) else type
        return objtype == wanted and (objtype == "QMGR" or asterisks_match(pattern, name))


WHOLE = Part()


class Names:
    """The names of the objects of one type, and which of them a profile matches: many users and groups
    share a profile.
    """

    __slots__ = ("_matching", "_sorted", "all")

    def __init__(self, names: Iterable[str]) -> None:
        self.all = set(names)
        self._sorted = SortedNames(self.all - {CLASS})
        self._matching: dict[str, list[str]] = {}

    def matching(self, profile: str) -> list[str]:
        """The names that a generic profile matches."""
        if profile not in self._matching:
            self.work(profile)
        return self._matching[profile]

    def work(self, profile: str) -> int:
        """How many names match a generic profile, and at its first use also how many were compared."""
        compared = 0
        if profile not in self._matching:
            names = list(self._sorted.candidates(profile))
            compared = len(names)
            self._matching[profile] = [name for name in names if profile_matches(profile, name)]
        return compared + len(self._matching[profile])


def deciding(records: list[AuthorityRecord], names: Names) -> dict[str, AuthorityRecord]:
    """The record of one user or group with the most specific profile for each name that has one."""
    chosen: dict[str, AuthorityRecord] = {}
    generic = [authority for authority in records if is_generic(authority)]
    for authority in sorted(generic, key=lambda authority: specificity(authority.profile))[::-1]:
        chosen.update(dict.fromkeys(names.matching(authority.profile), authority))
    plain = [authority for authority in records if not is_generic(authority) and not is_class(authority)]
    chosen.update({authority.profile: authority for authority in plain if authority.profile in names.all})
    of_class = next((authority for authority in records if is_class(authority)), None)
    if of_class is not None and CLASS in names.all:
        chosen[CLASS] = of_class
    return chosen


def is_generic(record: AuthorityRecord) -> bool:
    """Whether a profile has wildcards."""
    return "*" in record.profile or "?" in record.profile


def objects_of(queue_manager: QueueManager) -> dict[str, list[str]]:
    """The names of the objects in the files by OBJTYPE, and names that only records state."""
    objects: dict[str, dict[str, None]] = {"QMGR": {"": None}}
    for type in (*QUEUE_TYPES, *NAMED):
        objtype = QUEUE if type in QUEUE_TYPES else type
        names = objects.setdefault(objtype, {})
        for definition in queue_manager.of_type(type):
            if definition.statements and not is_client(type, definition.subtype):
                names[definition.name] = None
            elif definition.statements:
                objects.setdefault("CLNTCONN", {})[definition.name] = None
    for authority in queue_manager.authrecs:
        if authority.objtype != "QMGR" and not is_generic(authority):
            name = CLASS if is_class(authority) else authority.profile
            objects.setdefault(authority.objtype, {})[name] = None
    return {objtype: sorted(names) for objtype, names in objects.items()}


def is_client(type: str, subtype: str) -> bool:
    """Whether an object is a client-connection channel, which has an OBJTYPE of its own."""
    return type == "CHANNEL" and subtype == "CLNTCONN"


class Matrix:
    """The cells of a queue manager, or a part of them."""

    def __init__(self, queue_manager: QueueManager, part: Part = WHOLE) -> None:
        self._names: dict[str, Names] = {}
        for objtype, names in objects_of(queue_manager).items():
            wanted = [name for name in names if part.has_object(objtype, name)]
            self._names[objtype] = Names([SELF] if objtype == "QMGR" and wanted else wanted)
        self._groups: dict[tuple[str, str, str], list[AuthorityRecord]] = {}
        for authority in queue_manager.authrecs:
            if authority.objtype in self._names and part.has_entity((authority.entity, authority.user)):
                self._groups.setdefault((authority.entity, authority.user, authority.objtype), []).append(
                    authority
                )
        self.records = len(queue_manager.authrecs)

    def work(self) -> Iterator[int]:
        """The names that are compared, and the cells that are made, record by record."""
        for records in self._groups.values():
            for authority in records:
                names = self._names[authority.objtype]
                yield (
                    names.work(authority.profile) if is_generic(authority) else authority.profile in names.all
                )

    def cells(self) -> Iterator[Cell]:
        """Every cell with an authority or a record that grants none, by user or group, type and object."""
        for (kind, user, objtype), records in sorted(self._groups.items()):
            words = {id(authority): tuple(sorted(words_of(authority))) for authority in records}
            for name, authority in sorted(deciding(records, self._names[objtype]).items()):
                object = "" if objtype == "QMGR" else name
                yield Cell((kind, user), objtype, object, words[id(authority)], authority)


def is_too_large(matrices: Sequence[Matrix]) -> bool:
    """Whether matrices are more work together than what grows with the records: all groups times all objects
    can be a thousand times the files.
    """
    most = MOST_CELLS + CELLS_PER_RECORD * sum(matrix.records for matrix in matrices)
    done = accumulate(work for matrix in matrices for work in matrix.work())
    return any(work > most for work in done)


def users_without_authority(queue_manager: QueueManager) -> dict[str, str]:
    """The users that channels and records name and that have no authority record, with what names them."""
    known = {authority.user for authority in queue_manager.authrecs if authority.entity == "PRINCIPAL"}
    users: dict[str, str] = {}
    for channel in queue_manager.of_type("CHANNEL"):
        if channel.statements and channel.text("MCAUSER"):
            users.setdefault(channel.text("MCAUSER"), f"MCAUSER of CHANNEL({channel.name})")
    for chlauth in queue_manager.chlauth:
        if chlauth.text("MCAUSER"):
            users.setdefault(chlauth.text("MCAUSER"), f"MCAUSER of CHLAUTH({chlauth.name}) {chlauth.subtype}")
    platform = queue_manager.platform
    return {
        user: why for user, why in users.items() if user not in known and not is_administrator(user, platform)
    }


def administers(entity: Entity, platform: str | None) -> bool:
    """Whether a user or group administers the queue manager, so that its records do not limit it."""
    kind, name = entity
    if kind == "GROUP":
        return name.partition("@")[0].lower() in ADMINISTRATOR_GROUPS
    return is_administrator(name, platform)


@record
class ChangedCell:
    """A cell that differs between two states: what is gained and lost. A cell is None if it is not there."""

    before: Cell | None
    after: Cell | None

    @property
    def cell(self) -> Cell:
        """The new cell, or the old one of an authority that is gone."""
        cell = self.after or self.before
        assert cell is not None  # one of them exists
        return cell

    @property
    def gained(self) -> tuple[str, ...]:
        """The authorities that are new."""
        old = self.before.words if self.before is not None else ()
        return tuple(word for word in (self.after.words if self.after is not None else ()) if word not in old)

    @property
    def lost(self) -> tuple[str, ...]:
        """The authorities that are gone."""
        new = self.after.words if self.after is not None else ()
        return tuple(
            word for word in (self.before.words if self.before is not None else ()) if word not in new
        )


def changed(before: Matrix | None, after: Matrix | None) -> list[ChangedCell]:
    """The cells that differ between two states of a queue manager; None for one that is not there."""
    old = {cell.key: cell for cell in before.cells()} if before is not None else {}
    new = {cell.key: cell for cell in after.cells()} if after is not None else {}
    pairs = [ChangedCell(old.get(key), new.get(key)) for key in sorted({*old, *new})]
    return [pair for pair in pairs if pair.gained or pair.lost]
