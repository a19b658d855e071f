"""Authority records and channel authentication records.

An authority record is the accumulated result of SET AUTHREC for a user or group. The order in which a queue
manager evaluates channel authentication records is that of the reference page on CHLAUTH evaluation.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.text.patterns import asterisks_match, number_in_base

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Condition = Callable[["ChannelAuthentication"], bool]
    Best = tuple[int, "ChannelAuthentication"] | None  # with its number in the order of evaluation


# the records of these types follow the definitions of queues and topics
OBJTYPES = {"QUEUE": "QUEUE", "TOPIC": "TOPIC"}
# users that administer a queue manager, on all platforms
ADMINISTRATORS = ("mqm", "musr_mqadmin", "qmqm", "qmqmadm", "administrator")
SYSTEM_ACCOUNT = "system"  # of Windows
WINDOWS = "windows"


class AuthorityRecord:
    """The authorities of one user or group on one profile.

    `entity` is "PRINCIPAL" or "GROUP"; `authorities` are the keywords that were added and not removed.
    """

    __slots__ = ("authorities", "entity", "objtype", "profile", "statements", "user")

    def __init__(self, profile: str, objtype: str, entity: str, user: str) -> None:
        self.profile = profile
        self.objtype = objtype
        self.entity = entity
        self.user = user
        self.authorities: tuple[str, ...] = ()
        self.statements: list[Statement] = []

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """Profile, object type, kind of entity and name."""
        return (self.profile, self.objtype, self.entity, self.user)

    def add(self, words: tuple[str, ...], statement: Statement) -> None:
        """AUTHADD: add authorities; ALL and similar keywords are kept as written."""
        self.authorities += tuple(word for word in words if word not in self.authorities and word != "NONE")
        self.statements.append(statement)

    def remove(self, words: tuple[str, ...], statement: Statement) -> None:
        """AUTHRMV: what is left of ALL, ALLMQI and similar keywords are single authorities."""
        from mqtune.language.access import expanded  # few files remove authorities

        gone = {authority for word in words for authority in expanded(word.upper(), self.objtype)} | set(
            words
        )
        left: dict[str, None] = {}
        for word in self.authorities:
            single = expanded(word.upper(), self.objtype)
            kept = (
                (word,)
                if gone.isdisjoint({word, *single})
                else (authority for authority in single if authority not in gone)
            )
            left.update(dict.fromkeys(kept))
        self.authorities = tuple(left)
        self.statements.append(statement)

    def __repr__(self) -> str:
        return f"{self.entity}({self.user}) {self.objtype}({self.profile}): {','.join(self.authorities)}"


def profile_of(statement: Statement) -> tuple[str, str]:
    """The profile and the object type of a SET or DELETE AUTHREC; the queue manager's own is `self`."""
    objtype = statement.text("OBJTYPE")
    return ("self" if objtype == "QMGR" else statement.text("PROFILE"), objtype)


def users_of(statement: Statement) -> list[tuple[str, str]]:
    """The users and groups of a SET or DELETE AUTHREC, each with its kind."""
    return [(entity, user) for entity in ("PRINCIPAL", "GROUP") for user in statement.values(entity)]


def is_administrator(user: str, platform: str | None = None) -> bool:
    """Whether a user administers MQ. The user mqm is written in lower case, except on Windows."""
    name = user.strip().rpartition("\\")[2].partition("@")[0]  # without a Windows domain
    if name.lower() == "mqm":
        return name == "mqm" or platform == WINDOWS
    return name.lower() in ADMINISTRATORS or (platform == WINDOWS and name.lower() == SYSTEM_ACCOUNT)


# Channel authentication records: their keys, and the order of their evaluation.

# what distinguishes records with the same profile and type
KEYS = {
    "SSLPEERMAP": ("SSLPEER", "SSLCERTI", "ADDRESS"),
    "QMGRMAP": ("QMNAME", "ADDRESS"),
    "USERMAP": ("CLNTUSER", "ADDRESS"),
    "ADDRESSMAP": ("ADDRESS",),
}
LISTS = {"BLOCKUSER": "USERLIST", "BLOCKADDR": "ADDRLIST"}
# a match on the certificate precedes one on user or queue manager, which precedes one on the address
RANKS = {"BLOCKADDR": 0, "SSLPEERMAP": 1, "USERMAP": 2, "QMGRMAP": 2, "ADDRESSMAP": 3, "BLOCKUSER": 4}
MAPPING = ("SSLPEERMAP", "USERMAP", "QMGRMAP", "ADDRESSMAP")
CLIENT = "SVRCONN"
EVERYWHERE = ("*", "")
EXACT = (0, 0)
NO_PART = (3, 0)  # where a pattern has no more parts: less specific than any part
# types that have no effect on a kind of channel
CLIENT_ONLY = ("USERMAP", "BLOCKUSER")
PARTNER_ONLY = ("QMGRMAP",)
PRIVILEGED = "*MQADMIN"  # in a USERLIST: everyone who administers MQ
RECEIVING = ("RCVR", "RQSTR", "SVR", "CLUSRCVR")  # types that accept queue managers
MOST_SETS = 1_000  # of profiles of channels, of which the answers are remembered
INBOUND = ("SVRCONN", *RECEIVING, "AMQP", "MQTT")


class ChannelAuthentication(MqObject):
    """One record: an object of type CHLAUTH whose name is the profile and whose subtype is its TYPE.

    `entries` are the blocked users or addresses of a list record, which ADD extends. `is_rejected` means that
    the queue manager rejects the command which set it last; `earlier` is then the record that stays in
    force, None if there is none.
    """

    __slots__ = ("earlier", "entries", "is_rejected")

    def __init__(
        self, profile: str, subtype: str, defaults: dict[str, str], predefined: bool = False
    ) -> None:
        super().__init__("CHLAUTH", subtype, profile, defaults, predefined)
        self.entries: tuple[str, ...] = ()
        self.is_rejected = False
        self.earlier: ChannelAuthentication | None = None

    @property
    def in_force(self) -> ChannelAuthentication | None:
        """The record that the queue manager has; None if it never accepted one."""
        return self if not self.is_rejected else self.earlier

    @property
    def match(self) -> tuple[str, ...]:
        """The values that distinguish it from other records with the same profile and type."""
        return tuple(self.text(keyword) for keyword in KEYS.get(self.subtype, ()))

    @property
    def identity(self) -> tuple[str, ...]:
        """Profile, type and match."""
        return (self.name, self.subtype, *self.match)

    def affects(self, subtype: str) -> bool:
        """Whether the queue manager would evaluate the record for inbound channels of a kind."""
        if subtype not in INBOUND:
            return False
        return self.subtype not in (PARTNER_ONLY if subtype == CLIENT else CLIENT_ONLY)

    def applies_to(self, channel: str, subtype: str) -> bool:
        """Whether the queue manager would evaluate the record for an inbound channel of that kind."""
        return self.affects(subtype) and asterisks_match(self.name, channel)


def record_key(statement: Statement) -> tuple[str, ...]:
    """The identity of the record that a SET CHLAUTH refers to."""
    subtype = statement.subtype or ""
    return (statement.name or "", subtype, *(statement.text(word) for word in KEYS.get(subtype, ())))


def in_order(records: list[ChannelAuthentication], channel: str, subtype: str) -> list[ChannelAuthentication]:
    """The records that apply to an inbound channel, in the order of evaluation.

    Of the BLOCKUSER records, only the one with the most specific profile applies: lists are not merged.
    """
    applying = sorted((r for r in records if r.applies_to(channel, subtype)), key=rank)
    blocks = [record for record in applying if record.subtype == "BLOCKUSER"]
    return [record for record in applying if record.subtype != "BLOCKUSER" or record is blocks[0]]


class ChannelRecords:
    """The records in force by the channels to which they apply.

    Records times channels can be many, so the profiles of a channel are found without a comparison with each,
    and a question about the records of one profile is answered once.
    """

    def __init__(self, records: Iterable[ChannelAuthentication]) -> None:
        from mqtune.text.pattern_index import Trie, parts_of_name  # most runs ask about no channel

        self._by_profile: dict[str, list[tuple[int, ChannelAuthentication]]] = {}
        for number, record in enumerate(records):
            self._by_profile.setdefault(record.name, []).append((number, record))
        self._generic = [profile for profile in self._by_profile if "*" in profile]
        self._trie = Trie()
        for number, profile in enumerate(self._generic):
            self._trie.add(number, parts_of_name(profile))
        # the first record of each profile that has one for a kind of channels, and where it is in their order
        self._first: dict[tuple[str, Condition], dict[str, tuple[int, ChannelAuthentication]]] = {}
        # The best of the generic profiles that match the same channels. Many channels have the same ones, and
        # the list is kept with it, which identifies them.
        self._best: dict[tuple[int, str, Condition], tuple[list[list[int]], Best]] = {}
        self._listed: tuple[str | None, list[ChannelAuthentication]] = (None, [])

    def profiles(self, channel: str) -> list[str]:
        """The profiles that match a channel, its own name first."""
        return [*self._exact(channel), *self._matching(channel)]

    def _exact(self, channel: str) -> list[str]:
        """The profile that is the name of a channel, if there is one."""
        return [channel] if "*" not in channel and channel in self._by_profile else []

    def _matching(self, channel: str) -> list[str]:
        """The generic profiles that match a channel."""
        return [self._generic[number] for number in sorted(chain(*self._trie.ends(channel)))]

    def count(self, channel: str) -> int:
        """The number of records that apply to a channel."""
        return sum(len(self._by_profile[profile]) for profile in self.profiles(channel))

    def of(self, channel: str) -> list[ChannelAuthentication]:
        """The records that apply to a channel, those for its own name first, in the order of the files."""
        if self._listed[0] != channel:
            numbered = [entry for profile in self.profiles(channel) for entry in self._by_profile[profile]]
            numbered.sort(key=lambda entry: ("*" in entry[1].name, entry[0]))
            self._listed = (channel, [record for _, record in numbered])
        return self._listed[1]

    def first(self, channel: str, subtype: str, meets: Condition) -> ChannelAuthentication | None:
        """The first record in the order of evaluation that applies to an inbound channel and meets a
        condition, which depends on nothing but the record.
        """
        if subtype not in INBOUND:
            return None
        first = self._first_by_profile(subtype, meets)
        ends = self._trie.ends(channel)
        key = (id(ends), subtype, meets)
        if key not in self._best:
            if len(self._best) >= MOST_SETS:
                self._best.clear()
            profiles = (self._generic[number] for number in chain(*ends))
            self._best[key] = (
                ends,
                min((first[profile] for profile in profiles if profile in first), default=None),
            )
        candidates = [first[profile] for profile in self._exact(channel) if profile in first]
        best = self._best[key][1]
        candidates += [best] if best is not None else []
        return min(candidates)[1] if candidates else None

    def _first_by_profile(
        self, subtype: str, meets: Condition
    ) -> dict[str, tuple[int, ChannelAuthentication]]:
        """The first record of each profile, with its number in the order of evaluation."""
        known = self._first.get((subtype, meets))
        if known is None:
            fitting = [
                min(fitting, key=rank)
                for records in self._by_profile.values()
                if (fitting := [record for _, record in records if record.affects(subtype) and meets(record)])
            ]
            ordered = enumerate(sorted(fitting, key=rank))
            known = self._first[subtype, meets] = {
                record.name: (number, record) for number, record in ordered
            }
        return known


def effective_block(records: ChannelRecords, channel: str) -> ChannelAuthentication | None:
    """The BLOCKUSER record that counts for a client channel, or for a profile of channels."""
    return records.first(channel, CLIENT, blocks_users)


def blocks_users(record: ChannelAuthentication) -> bool:
    """Whether a record lists users who are refused."""
    return record.subtype == "BLOCKUSER"


def overlapped_record(
    records: Iterable[ChannelAuthentication], statement: Statement
) -> ChannelAuthentication | None:
    """The record whose range of addresses a SET CHLAUTH overlaps without one including the other, for which
    it is rejected (MQRCCF_IPADDR_RANGE_CONFLICT, q048090_).
    """
    address = statement.text("ADDRESS")
    if "-" not in address or statement.text("ACTION").startswith("REMOVE"):
        return None
    for record in records:
        if record.name == statement.name:
            existing = record.text("ADDRESS")
            if "-" in existing and overlap(address, existing):
                return record
    return None


def overlap(left: str, right: str) -> bool:
    """Whether two address patterns differ only in a range, and the ranges share a part of each."""
    sign = ":" if ":" in left else "."
    pairs = list(zip(left.split(sign), right.split(sign), strict=False))
    differing = [pair for pair in pairs if pair[0] != pair[1]]
    if left.count(sign) != right.count(sign) or len(differing) != 1:
        return False
    ranges = [
        [number_in_base(end, 16 if sign == ":" else 10) for end in part.split("-")] for part in differing[0]
    ]
    numbers = [number for bounds in ranges if len(bounds) == 2 for number in bounds if number is not None]
    if len(numbers) != 4:
        return False
    low, high, start, end = numbers
    return low < start <= high < end or start < low <= end < high


def admits_anyone(records: ChannelRecords, channel: str, subtype: str) -> bool:
    """Whether a partner from any address, without a certificate, is admitted and keeps the channel's user.

    Its user name and its queue manager name do not count, since it may claim any.
    """
    record = records.first(channel, subtype, decides_about_anyone)
    return record is None or keeps_unchecked(record)


def decides_about_anyone(record: ChannelAuthentication) -> bool:
    """Whether a record ends the search for a partner who claims any name. A record that it cannot match is
    passed over, as is one with WARN(YES), after which the search continues.
    """
    if not is_mapping(record) or record.subtype == "SSLPEERMAP" or record.text("ADDRESS") not in EVERYWHERE:
        return False
    return keeps_unchecked(record) or record.subtype == "ADDRESSMAP"


def is_mapping(record: ChannelAuthentication) -> bool:
    """Whether a record admits, maps or refuses partners, and does not only report them."""
    warns = record.value("USERSRC") == "NOACCESS" and record.value("WARN") == "YES"
    return record.subtype in MAPPING and not warns


def keeps_unchecked(record: ChannelAuthentication) -> bool:
    """Whether a record admits partners as the channel's user without a password."""
    return record.value("USERSRC") == "CHANNEL" and record.text("CHCKCLNT") != "REQUIRED"


def decides_for_all(records: ChannelRecords, channel: str, subtype: str) -> bool:
    """Whether a record decides about every partner of an inbound channel that no other record matches."""
    return records.first(channel, subtype, decides_about_others) is not None


def decides_about_others(record: ChannelAuthentication) -> bool:
    """Whether a record is for all partners. It may refuse, map or admit them; one with WARN(YES) only reports
    what it would refuse.
    """
    is_general = record.subtype == "ADDRESSMAP" or (
        record.subtype == "QMGRMAP" and record.text("QMNAME") == "*"
    )
    return is_general and record.text("ADDRESS") in EVERYWHERE and record.value("WARN") != "YES"


def keeps_user(records: ChannelRecords, channel: str, subtype: str, certified: bool = True) -> bool:
    """Whether some partner of a message channel is admitted with the channel's user, mapped to no other.

    Each such partner has a queue manager name, so a record for all names or all addresses ends the search.
    `certified`: partners may have a certificate.
    """
    condition = decides_about_partners if certified else decides_about_uncertified
    record = records.first(channel, subtype, condition)
    return record is None or record.value("USERSRC") == "CHANNEL"


def decides_about_partners(record: ChannelAuthentication) -> bool:
    """Whether a record leaves partners the channel's user, or is for all that no other record matches."""
    if not is_mapping(record):
        return False
    everywhere = record.text("ADDRESS") in EVERYWHERE and record.text("QMNAME") in EVERYWHERE
    return record.value("USERSRC") == "CHANNEL" or (everywhere and record.subtype != "SSLPEERMAP")


def decides_about_uncertified(record: ChannelAuthentication) -> bool:
    """The same for partners without a certificate."""
    return record.subtype != "SSLPEERMAP" and decides_about_partners(record)


def rank(record: ChannelAuthentication) -> tuple[object, ...]:
    """The sort key: step, exact profile first, kind of match, then the more specific pattern."""
    stage = {"BLOCKADDR": 0, "BLOCKUSER": 2}.get(record.subtype, 1)
    exact = "*" not in record.name
    patterns = tuple(specificity(text) for text in (*record.match, record.name))
    return (stage, not exact, RANKS.get(record.subtype, 9), patterns)


@lru_cache(maxsize=16384)
def specificity(pattern: str) -> tuple[object, ...]:
    """A smaller value for a more specific pattern: without a wildcard, then with a late one, then with an
    early one, and `*` alone. Of `10.*` and `10.*.2.*` the second is more specific (q010250_).
    """
    if pattern in EVERYWHERE:
        return (2,)
    base = 16 if ":" in pattern else 10
    parts = tuple(part_width(part, base) for part in pattern.replace(":", ".").split("."))
    return (1, (*parts, NO_PART)) if any(part != EXACT for part in parts) else (0,)


def part_width(part: str, base: int) -> tuple[int, int]:
    """A smaller number for a narrower part of an address or a name."""
    if "*" in part:
        return (2, -part.index("*"))
    low, dash, high = part.partition("-")
    first, last = number_in_base(low, base), number_in_base(high, base)
    if dash and first is not None and last is not None:
        return (1, last - first)
    return EXACT
