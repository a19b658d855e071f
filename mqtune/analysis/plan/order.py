"""Changes of access: who gains and loses which authority, and the order of the commands.

At no point of the order do more have access than before or afterwards. Records that refuse come first, then
those that map to a user, the channels, the records that leave the user of the channel, then what is removed,
and new channels last. Of two records that allow, the more specific one is set first and removed last, so that
a less specific one never decides in its place.
"""

from __future__ import annotations

from mqtune.analysis.access.holdings import specificity as specificity_of
from mqtune.analysis.access.matrix import ChangedCell, Matrix, changed
from mqtune.analysis.plan.model import ALTER, CREATE, DELETE, AccessChange, Change, QueueManagerPlan
from mqtune.analysis.plan.records import identity_of, refuses
from mqtune.analysis.plan.risk import CLOSES, OPENS
from mqtune.estate.model import QueueManager
from mqtune.estate.records import INBOUND, RANKS, overlapped_record, specificity
from mqtune.text.patterns import asterisks_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from mqtune.estate.model import QueueManager
    from mqtune.estate.records import ChannelAuthentication


# Who gains and who loses which authority on which object: the effect of changed records.

# users and groups times objects; above it the records themselves have to do
TOO_MANY = "who gains and loses authority is not shown: too many users and groups times objects"
MOST_CELLS, CELLS_PER_RECORD = 300_000, 20


def access_changes(old: QueueManager, new: QueueManager, part: QueueManagerPlan) -> list[AccessChange]:
    """The effective authorities that changed records give and take, equal ones together; a note says if they
    are too many to compare.
    """
    records_changed = {
        (change.name, change.key["OBJTYPE"], word, name)
        for change in part.changes
        if change.type == "AUTHREC" and change.action != "unknown"
        for word, name in change.key.items()
        if word != "OBJTYPE"
    }
    entities = {(word, name, objtype) for _, objtype, word, name in records_changed}
    cells = len(entities) * max(len(old.objects), len(new.objects))
    records = len(old.authrecs) + len(new.authrecs)
    if cells > MOST_CELLS + CELLS_PER_RECORD * records:
        part.notes.append(TOO_MANY)
        return []
    if not entities:
        return []
    shared = old.objects.keys() & new.objects.keys()
    once = old.objects.keys() ^ new.objects.keys()  # a record may name what the change makes or deletes
    groups: dict[tuple[object, ...], AccessChange] = {}
    before, after = (
        Matrix(_part(manager, counterpart, records_changed, entities, shared))
        for manager, counterpart in ((old, new), (new, old))
    )
    for difference in changed(before, after):
        if (difference.cell.objtype, difference.cell.object) in once:
            continue
        access = _of_cell(difference)
        key = (access.entity, access.user, access.objtype, access.gained, access.lost)
        groups.setdefault(key, access).objects.append(difference.cell.object)
    return list(groups.values())


def _part(
    manager: QueueManager,
    counterpart: QueueManager,
    records_changed: set[tuple[str, str, str, str]],
    entities: set[tuple[str, str, str]],
    shared: set[tuple[str, str]],
) -> QueueManager:
    """A queue manager with only some records and objects, because a matrix of all of them is large. A record
    that only the other state has and that no change removes, such as one of the product, stays.
    """
    known = {authority.identity for authority in manager.authrecs} | records_changed
    records = [
        *manager.authrecs,
        *(authority for authority in counterpart.authrecs if authority.identity not in known),
    ]
    part = QueueManager(manager.name, manager.project)
    part.platform, part.level = manager.platform, manager.level
    part.objects = {key: manager.objects[key] for key in shared}
    part.authrecs = [
        authority
        for authority in records
        if (authority.entity, authority.user, authority.objtype) in entities
    ]
    return part


def _of_cell(difference: ChangedCell) -> AccessChange:
    entity, user = difference.cell.entity
    return AccessChange(entity, user, difference.cell.objtype, difference.gained, difference.lost, [])


ONE_AFTER_THE_OTHER = (
    "ranges of addresses overlap: the old records are removed first, and for a moment neither applies"
)
MIXED = (
    "users of channels change together with the records that keep them: for a moment a less specific record "
    "may decide; run the script while these channels are stopped"
)
# the steps, in their order
(
    EARLY_DELETE, LESS, REFUSE, CLOSE, MAP, BEFORE, ENABLE, DEFINE, DEFAULTS, QMGR, RECORD, LATE_DELETE,
    REMOVE, DISABLE, AFTER, OPEN,
) = range(16)  # fmt: skip
ADMITTING = ("SVRCONN", "RCVR", "RQSTR", "SVR", "AMQP", "MQTT")  # a cluster receiver leaves its cluster first


class RecordOrder:
    """The places of the channel authentication records of one queue manager, and of its new channels."""

    def __init__(self, part: QueueManagerPlan) -> None:
        changes = part.changes
        self.part = part
        self.manager = next((place_of_manager(change) for change in changes if change.type == "QMGR"), QMGR)
        self.are_records_changed = any(change.type == "CHLAUTH" for change in changes)
        self.are_channels_altered = any(
            change.type == "CHANNEL" and change.subtype in INBOUND and change.action == ALTER
            for change in changes
        )
        clashing = clashing_records(part.old, part.new)
        self.clashing = {id(record) for record in clashing}
        self.early: list[ChannelAuthentication] = []  # those that decide before the channels are altered
        self.late: list[ChannelAuthentication] = []

    def opens(self, change: Change) -> bool:
        """Whether a change makes a channel to which partners connect, for which records change as well."""
        is_made = change.type == "CHANNEL" and change.subtype in INBOUND and change.action == CREATE
        return is_made and (self.are_records_changed or self.manager != QMGR)

    def place(self, change: Change, record: ChannelAuthentication, adds: bool = False) -> tuple[object, ...]:
        """The place of a command; `adds` means that it removes no entry of a list.

        If the change switches whether records count, they are changed while they do not.
        """
        place = (*self.step(change, record, adds), change.title)
        if self.manager == QMGR:
            return place
        return (BEFORE if self.manager == ENABLE else AFTER, *place)

    def step(self, change: Change, record: ChannelAuthentication, adds: bool) -> tuple[object, ...]:
        """The step, the part of it, and the order in it."""
        first = precedence(record)
        by_channel = self.are_channels_altered and record.text("USERSRC") == "CHANNEL"
        if change.action == DELETE and id(record) in self.clashing:
            return (REFUSE, -1, first)
        if change.action == DELETE and refuses(record):
            return (REMOVE, 2, negated(first))
        if change.action == DELETE:
            (self.early if by_channel else self.late).append(record)
            return (MAP if by_channel else REMOVE, 1, negated(first))
        if refuses(record):
            return (REMOVE if OPENS in change.classes and not adds else REFUSE, 3, first)
        (self.late if by_channel else self.early).append(record)
        return (RECORD if by_channel else MAP, 0, first)

    def notes(self) -> Iterator[str]:
        """What no order avoids."""
        if self.clashing:
            yield ONE_AFTER_THE_OTHER
        if any(self.mixes(early, late) for early in self.early for late in self.late):
            yield MIXED

    def mixes(self, early: ChannelAuthentication, late: ChannelAuthentication) -> bool:
        """Whether between the commands for two records, with the channels between them, another record may
        decide for a client than in both states.
        """
        if not (self.are_channels_altered and self.manager == QMGR):
            return False
        if not (asterisks_match(early.name, late.name) or asterisks_match(late.name, early.name)):
            return False
        removed = early.text("USERSRC") == "CHANNEL"  # of the early ones, those are removed
        if late.text("USERSRC") == "CHANNEL":
            return removed or precedence(late) < precedence(early)
        return removed and precedence(early) < precedence(late)


def negated(key: Any) -> Any:
    """A sort key for the reverse order."""
    return tuple(map(negated, key)) if isinstance(key, tuple) else -key


def precedence(record: ChannelAuthentication) -> tuple[object, ...]:
    """A sort key that puts the record first that decides before others."""
    rank = RANKS.get(record.subtype, -1)
    address = record.text("ADDRESS") or "*"
    return ("*" in record.name, rank, *specificity(record.name), *specificity(address))


def clashing_records(old: QueueManager | None, new: QueueManager | None) -> list[ChannelAuthentication]:
    """The removed records whose ranges of addresses overlap that of a record of the new state."""
    if old is None or new is None:
        return []
    kept = {identity_of(record) for record in new.chlauth}
    gone = [record for record in old.chlauth if identity_of(record) not in kept]
    statements = [record.statements[-1] for record in new.chlauth if record.statements]
    return [
        record for record in gone if any(overlapped_record([record], statement) for statement in statements)
    ]


def place_of_manager(change: Change) -> int:
    """The step of ALTER QMGR: early if it enables channel authentication, and late if it disables it."""
    for attribute in change.attributes:
        if attribute.name == "CHLAUTH" and {OPENS, CLOSES} & {*attribute.classes}:
            return DISABLE if OPENS in attribute.classes else ENABLE
    return QMGR


def place_of_authority(change: Change, old: QueueManager | None) -> tuple[object, ...]:
    """The step of an authority record: less authority first, more of it when the channels are changed."""
    words = change.key.items()
    width, rest = specificity_of(change.name), (change.name, *(value for _, value in words))
    mine = [
        authority
        for authority in (old.authrecs if old is not None else ())
        if ("OBJTYPE", authority.objtype) in words and (authority.entity, authority.user) in words
    ]
    is_covered = any(specificity_of(authority.profile) > width for authority in mine)
    if change.action == DELETE:  # a more generic profile may apply instead
        return (REMOVE if is_covered else LESS, 4 if is_covered else 0, negated(width), rest)
    return (RECORD, 2, width, rest)


def less_first(place: tuple[object, ...]) -> tuple[object, ...]:
    """The place of the command that removes authorities from a record: before channels are changed."""
    return (LESS, 1, *place[2:])
