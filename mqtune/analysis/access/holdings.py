"""What a user or group holds: the most specific authority record for each name, in single authorities.

For each user or group the most specific profile that matches a name counts alone; what a user and the groups
of the user hold is added up. Sources: Using OAM generic profiles (q013500_), Profile priorities (q013520_),
Principals and groups (q014100_).
"""

from __future__ import annotations

from operator import itemgetter

from mqtune.analysis.access.case import ADMINISTRATOR_GROUPS
from mqtune.estate.records import WINDOWS, AuthorityRecord
from mqtune.estate.topic_strings import profile_matches
from mqtune.language import catalogue
from mqtune.language.access import expanded
from mqtune.syntax.document import has_placeholder
from mqtune.text.patterns import WILDCARDS
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.estate.model import QueueManager

GROUP, PRINCIPAL = "GROUP", "PRINCIPAL"
EVERY_USER = "nobody"  # the group in which every user is on AIX and Linux
SELF = "self"  # the profile of the queue manager
CLASS = "@class"  # profiles for the creation of objects

Entity = tuple[str, str]  # PRINCIPAL or GROUP, and the name


@record
class Holding:
    """What one user or group holds on one object, and the record that gives it."""

    entity: Entity
    words: tuple[str, ...]
    record: AuthorityRecord


def words_of(record: AuthorityRecord) -> tuple[str, ...]:
    """The single authorities of a record: its commands in order, ALL and similar words resolved, without
    those that objects of the type do not have.
    """
    known = catalogue.authorities(record.objtype)
    found: dict[str, None] = {}
    for statement in record.statements:
        for word in statement.values("AUTHADD"):
            found.update(dict.fromkeys(expanded(word.upper(), record.objtype)))
        for word in statement.values("AUTHRMV"):
            for one in expanded(word.upper(), record.objtype):
                found.pop(one, None)
    return tuple(one for one in found if one in known or not known or has_placeholder(one))


def specificity(profile: str) -> tuple[bool, tuple[int, ...]]:
    """The sort key of profiles that match one name, the most specific first: from left to right a plain
    character precedes `?`, this `*`, and this `**`.
    """
    codes = [{"?": 2, "*": 3}.get(character, 0) for character in profile]
    return (any(codes), (*codes, 1))


def entities_of(queue_manager: QueueManager, user: str, groups: tuple[str, ...]) -> list[Entity]:
    """The user and the groups whose records count; a name such as *NOACCESS is in no group."""
    own = () if is_reserved(user) else groups
    found: list[Entity] = [(PRINCIPAL, user), *((GROUP, group) for group in own)]
    if queue_manager.platform != WINDOWS:
        found.append((GROUP, EVERY_USER))
    return list(dict.fromkeys(found))


def is_reserved(user: str) -> bool:
    """Whether a name cannot be that of a user, such as *NOACCESS in MCAUSER."""
    return user.startswith("*")


def same_entity(record: AuthorityRecord, entity: Entity, platform: str | None) -> bool | None:
    """Whether a record is for a user or group; None if that depends on a placeholder or a domain."""
    if record.entity != entity[0]:
        return False
    if has_placeholder(record.user) or has_placeholder(entity[1]):
        return True if record.user == entity[1] else None
    if record.user == entity[1]:
        return True
    if platform != WINDOWS:
        return False
    left, right = record.user.lower(), entity[1].lower()
    if left == right:
        return True
    return (
        None
        if left.partition("@")[0] == right.partition("@")[0] and ("@" in left) != ("@" in right)
        else False
    )


def candidates(queue_manager: QueueManager, objtype: str, name: str) -> list[AuthorityRecord]:
    """The records whose profile matches an object."""
    return queue_manager.derived(profiles_of).matching(objtype, name)


class Profiles:
    """The authority records of a queue manager by type and profile, and how many were compared."""

    def __init__(self, records: Iterable[AuthorityRecord]) -> None:
        self._plain: dict[tuple[str, str], list[tuple[int, AuthorityRecord]]] = {}
        self._generic: dict[str, list[tuple[int, AuthorityRecord]]] = {}
        self.compared = 0
        for number, one in enumerate(records):
            if one.objtype == "QMGR":
                self._plain.setdefault((one.objtype, ""), []).append((number, one))
            elif not any(sign in one.profile for sign in WILDCARDS):
                self._plain.setdefault((one.objtype, one.profile), []).append((number, one))
            else:
                self._generic.setdefault(one.objtype, []).append((number, one))

    def matching(self, objtype: str, name: str) -> list[AuthorityRecord]:
        """The records whose profile matches an object, in order."""
        if objtype == "QMGR":
            return [one for _, one in self._plain.get((objtype, ""), ())]
        generic = self._generic.get(objtype, ())
        self.compared += len(generic)
        found = [pair for pair in generic if profile_matches(pair[1].profile, name)]
        found += self._plain.get((objtype, name), ())
        return [one for _, one in sorted(found, key=itemgetter(0)) if not is_class(one)]


def profiles_of(queue_manager: QueueManager) -> Profiles:
    """Return the authority records of a queue manager, arranged by profile."""
    return Profiles(queue_manager.authrecs)


def is_class(record: AuthorityRecord) -> bool:
    """Whether a record is about the creation of objects."""
    return record.profile.lower() == CLASS


def best(records: list[AuthorityRecord]) -> AuthorityRecord | None:
    """The record with the most specific profile."""
    return min(records, key=lambda one: specificity(one.profile), default=None)


def holding(queue_manager: QueueManager, entity: Entity, objtype: str, name: str) -> Holding | None:
    """What a user or group holds on an object; None without a record."""
    platform = queue_manager.platform
    found = best(
        [one for one in candidates(queue_manager, objtype, name) if same_entity(one, entity, platform)]
    )
    return None if found is None else Holding(entity, words_of(found), found)


def hidden(
    queue_manager: QueueManager, entity: Entity, objtype: str, name: str, missing: tuple[str, ...]
) -> tuple[AuthorityRecord, AuthorityRecord] | None:
    """The record that decides for a user or group, and a more generic one that it hides and that has one of
    some authorities; None if no record hides one.
    """
    platform = queue_manager.platform
    found = [one for one in candidates(queue_manager, objtype, name) if same_entity(one, entity, platform)]
    deciding = best(found)
    for one in found:
        if deciding is not None and one.profile != deciding.profile and {*words_of(one)} & {*missing}:
            return deciding, one
    return None


def doubtful(
    queue_manager: QueueManager, entities: list[Entity], objtype: str, name: str
) -> list[AuthorityRecord]:
    """The records that may be for one of these users and groups and this object; nothing shows it."""
    platform = queue_manager.platform
    queue_manager.derived(profiles_of).compared += len(queue_manager.authrecs)
    found = []
    for one in queue_manager.authrecs:
        if one.objtype != objtype and not has_placeholder(one.objtype):
            continue
        if not (has_placeholder(one.profile) or objtype == "QMGR" or profile_matches(one.profile, name)):
            continue
        unclear = has_placeholder(one.profile) or any(map(has_placeholder, one.authorities))
        answers = [same_entity(one, entity, platform) for entity in entities]
        if None in answers or (unclear and True in answers):
            found.append(one)
    return found


def other_groups(
    queue_manager: QueueManager, entities: list[Entity], objtype: str, name: str, missing: tuple[str, ...]
) -> list[Holding]:
    """The other groups that hold some of the missing authorities, without those of administrators."""
    return [
        held
        for held in holdings_of(queue_manager, GROUP, objtype, name)
        if held.entity not in entities
        and held.entity[1].partition("@")[0].lower() not in ADMINISTRATOR_GROUPS
        and set(held.words) & set(missing)
    ]


def other_principals(
    queue_manager: QueueManager, user: str, objtype: str, name: str, missing: tuple[str, ...]
) -> list[str]:
    """The other users who hold some of the missing authorities."""
    found = holdings_of(queue_manager, PRINCIPAL, objtype, name)
    return [held.entity[1] for held in found if held.entity[1] != user and set(held.words) & set(missing)]


def holdings_of(queue_manager: QueueManager, kind: str, objtype: str, name: str) -> Iterator[Holding]:
    """What each user, or each group, holds on an object."""
    platform = queue_manager.platform
    records: dict[str, list[AuthorityRecord]] = {}  # by the name without regard to case
    users: dict[str, None] = {}
    for one in candidates(queue_manager, objtype, name):
        if one.entity == kind:
            records.setdefault(one.user.lower(), []).append(one)
            users[one.user] = None
    for user in users:
        found = best([one for one in records[user.lower()] if same_entity(one, (kind, user), platform)])
        if found is not None:
            yield Holding((kind, user), words_of(found), found)


def is_complete(queue_manager: QueueManager) -> bool:
    """Whether the files show all authority records: they are complete, and contain any or are declared so."""
    declared = queue_manager.declaration is not None and bool(queue_manager.declaration.complete)
    stated = declared or bool(queue_manager.project.complete)
    return (queue_manager.complete or queue_manager.stated_complete) and (
        bool(queue_manager.authrecs) or stated
    )
