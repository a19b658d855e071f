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
    words: dict[str, None] = {}
    for statement in record.statements:
        for word in statement.values("AUTHADD"):
            words.update(dict.fromkeys(expanded(word.upper(), record.objtype)))
        for word in statement.values("AUTHRMV"):
            for single in expanded(word.upper(), record.objtype):
                words.pop(single, None)
    return tuple(single for single in words if single in known or not known or has_placeholder(single))


def specificity(profile: str) -> tuple[bool, tuple[int, ...]]:
    """The sort key of profiles that match one name, the most specific first: from left to right a plain
    character precedes `?`, this `*`, and this `**`.
    """
    codes = [{"?": 2, "*": 3}.get(character, 0) for character in profile]
    return (any(codes), (*codes, 1))


def entities_of(queue_manager: QueueManager, user: str, groups: tuple[str, ...]) -> list[Entity]:
    """The user and the groups whose records count; a name such as *NOACCESS is in no group."""
    counted_groups = () if is_reserved(user) else groups
    entities: list[Entity] = [(PRINCIPAL, user), *((GROUP, group) for group in counted_groups)]
    if queue_manager.platform != WINDOWS:
        entities.append((GROUP, EVERY_USER))
    return list(dict.fromkeys(entities))


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
        for number, authority in enumerate(records):
            if authority.objtype == "QMGR":
                self._plain.setdefault((authority.objtype, ""), []).append((number, authority))
            elif not any(sign in authority.profile for sign in WILDCARDS):
                self._plain.setdefault((authority.objtype, authority.profile), []).append((number, authority))
            else:
                self._generic.setdefault(authority.objtype, []).append((number, authority))

    def matching(self, objtype: str, name: str) -> list[AuthorityRecord]:
        """The records whose profile matches an object, in order."""
        if objtype == "QMGR":
            return [authority for _, authority in self._plain.get((objtype, ""), ())]
        generic = self._generic.get(objtype, ())
        self.compared += len(generic)
        pairs = [pair for pair in generic if profile_matches(pair[1].profile, name)]
        pairs += self._plain.get((objtype, name), ())
        return [authority for _, authority in sorted(pairs, key=itemgetter(0)) if not is_class(authority)]


def profiles_of(queue_manager: QueueManager) -> Profiles:
    """Return the authority records of a queue manager, arranged by profile."""
    return Profiles(queue_manager.authrecs)


def is_class(record: AuthorityRecord) -> bool:
    """Whether a record is about the creation of objects."""
    return record.profile.lower() == CLASS


def best(records: list[AuthorityRecord]) -> AuthorityRecord | None:
    """The record with the most specific profile."""
    return min(records, key=lambda authority: specificity(authority.profile), default=None)


def holding(queue_manager: QueueManager, entity: Entity, objtype: str, name: str) -> Holding | None:
    """What a user or group holds on an object; None without a record."""
    platform = queue_manager.platform
    deciding = best(
        [
            authority
            for authority in candidates(queue_manager, objtype, name)
            if same_entity(authority, entity, platform)
        ]
    )
    return None if deciding is None else Holding(entity, words_of(deciding), deciding)


def hidden(
    queue_manager: QueueManager, entity: Entity, objtype: str, name: str, missing: tuple[str, ...]
) -> tuple[AuthorityRecord, AuthorityRecord] | None:
    """The record that decides for a user or group, and a more generic one that it hides and that has one of
    some authorities; None if no record hides one.
    """
    platform = queue_manager.platform
    matching = [
        authority
        for authority in candidates(queue_manager, objtype, name)
        if same_entity(authority, entity, platform)
    ]
    deciding = best(matching)
    for authority in matching:
        if (
            deciding is not None
            and authority.profile != deciding.profile
            and {*words_of(authority)} & {*missing}
        ):
            return deciding, authority
    return None


def doubtful(
    queue_manager: QueueManager, entities: list[Entity], objtype: str, name: str
) -> list[AuthorityRecord]:
    """The records that may be for one of these users and groups and this object; nothing shows it."""
    platform = queue_manager.platform
    queue_manager.derived(profiles_of).compared += len(queue_manager.authrecs)
    possible = []
    for authority in queue_manager.authrecs:
        if authority.objtype != objtype and not has_placeholder(authority.objtype):
            continue
        if not (
            has_placeholder(authority.profile)
            or objtype == "QMGR"
            or profile_matches(authority.profile, name)
        ):
            continue
        unclear = has_placeholder(authority.profile) or any(map(has_placeholder, authority.authorities))
        answers = [same_entity(authority, entity, platform) for entity in entities]
        if None in answers or (unclear and True in answers):
            possible.append(authority)
    return possible


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
    holdings = holdings_of(queue_manager, PRINCIPAL, objtype, name)
    return [held.entity[1] for held in holdings if held.entity[1] != user and set(held.words) & set(missing)]


def holdings_of(queue_manager: QueueManager, kind: str, objtype: str, name: str) -> Iterator[Holding]:
    """What each user, or each group, holds on an object."""
    platform = queue_manager.platform
    records: dict[str, list[AuthorityRecord]] = {}  # by the name without regard to case
    users: dict[str, None] = {}
    for authority in candidates(queue_manager, objtype, name):
        if authority.entity == kind:
            records.setdefault(authority.user.lower(), []).append(authority)
            users[authority.user] = None
    for user in users:
        deciding = best(
            [
                authority
                for authority in records[user.lower()]
                if same_entity(authority, (kind, user), platform)
            ]
        )
        if deciding is not None:
            yield Holding((kind, user), words_of(deciding), deciding)


def is_complete(queue_manager: QueueManager) -> bool:
    """Whether the files show all authority records: they are complete, and contain any or are declared so."""
    declared = queue_manager.declaration is not None and bool(queue_manager.declaration.complete)
    stated = declared or bool(queue_manager.project.complete)
    return (queue_manager.complete or queue_manager.stated_complete) and (
        bool(queue_manager.authrecs) or stated
    )
