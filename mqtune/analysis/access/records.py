"""Chooses the channel authentication record that decides, by the order that the product documents.

A profile without wildcards precedes one with them; a certificate precedes a user or queue manager, which
precedes an address; then the more specific pattern. Where the order of two records is not documented and they
differ, the choice is an unknown.
"""

from __future__ import annotations

from mqtune.analysis.access.case import MOST_WAYS, Case, described, source_of
from mqtune.analysis.access.patterns import (
    ALL,
    AddressIndex,
    address_matches,
    both,
    is_host_pattern,
    name_matches,
    name_specificity,
)
from mqtune.estate.grouping import dump_header
from mqtune.estate.records import LISTS, MAPPING, RANKS, ChannelAuthentication, ChannelRecords, specificity
from mqtune.syntax.document import has_placeholder
from mqtune.text.patterns import asterisks_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mqtune.analysis.access.answer import Question
    from mqtune.estate.model import QueueManager

Precedence = tuple["Any", ...]
NOBODY_MATCHES = "no such record matches"
YES = ("Y", "YES")


class Records:
    """The records of a queue manager by what a walk looks for, as all walks of a run ask the same again, and
    how many were compared.

    A whole dump that shows any record shows all: default records that it lacks were removed.
    """

    __slots__ = ("_by_address", "_by_channel", "_lists", "_mapping", "compared")

    def __init__(self, queue_manager: QueueManager) -> None:
        records = queue_manager.chlauth_in_force
        headers = [dump_header(script) for script in queue_manager.scripts]
        shows_any = any(record.statements for record in queue_manager.chlauth)
        if shows_any and any(header is not None and header.is_complete for header in headers):
            records = [record for record in records if record.statements]
        records = sorted(records, key=lambda chlauth: "*" in chlauth.name)
        self._lists = {
            kind: ChannelRecords(chlauth for chlauth in records if chlauth.subtype == kind) for kind in LISTS
        }
        self._mapping = [record for record in records if record.subtype in MAPPING]
        self._by_channel = ChannelRecords(self._mapping)
        self._by_address = AddressIndex(
            None if chlauth.placeholder else chlauth.text("ADDRESS") for chlauth in self._mapping
        )
        self.compared = 0

    def lists(self, subtype: str, channel: str) -> list[ChannelAuthentication]:
        """The records of blocked users or addresses that apply to a channel."""
        listed = self._lists[subtype].of(channel)
        self.compared += len(listed)
        return listed

    def mapping(self, question: Question, subtype: str) -> list[ChannelAuthentication]:
        """The mapping records whose profile fits the channel, without those whose address does not fit."""
        if self._by_channel.count(question.channel) <= self._by_address.count(question.address):
            fitting = self._by_channel.of(question.channel)
        else:
            fitting = [self._mapping[number] for number in self._by_address.around(question.address)]
        self.compared += len(fitting)
        return [
            chlauth
            for chlauth in fitting
            if chlauth.applies_to(question.channel, subtype)
            and (chlauth.placeholder or where_matches(chlauth.text("ADDRESS"), question) is not False)
        ]


def mapping_records(case: Case, subtype: str) -> list[ChannelAuthentication]:
    """The mapping records that may decide about the connection."""
    return case.queue_manager.derived(Records).mapping(case.question, subtype)


def choose(
    case: Case, records: list[ChannelAuthentication], user: str | None
) -> tuple[ChannelAuthentication | None, list[ChannelAuthentication]]:
    """The record that decides, and the others that match too or would refuse without WARN(YES)."""
    passed: list[ChannelAuthentication] = []
    for tier in tiers(records):
        answers = [(candidate, record_matches(case, candidate, user)) for candidate in tier]
        matching = [candidate for candidate, matches in answers if matches]
        doubtful = [candidate for candidate, matches in answers if matches is None]
        matching += supposed(case, doubtful, matching)
        passed += filter(only_warns, matching)
        matching = [candidate for candidate in matching if not only_warns(candidate)]
        if matching:
            deciding = first_of(case, matching)
            others = [candidate for candidate in matching if candidate is not deciding]
            return deciding, others + passed
    return None, passed


def tiers(records: list[ChannelAuthentication]) -> list[list[ChannelAuthentication]]:
    """The records in groups of equal precedence apart from their patterns."""
    groups: dict[tuple[bool, int], list[ChannelAuthentication]] = {}
    for record in records:
        groups.setdefault(("*" in record.name, RANKS[record.subtype]), []).append(record)
    return [groups[key] for key in sorted(groups)]


def supposed(
    case: Case, doubtful: list[ChannelAuthentication], matching: list[ChannelAuthentication]
) -> list[ChannelAuthentication]:
    """Of the records of which it is unknown whether they match, the one that this walk supposes to."""
    best = [candidate for candidate in matching if not only_warns(candidate)]
    if best:
        effects = {effect(candidate) for candidate in best}
        preceded = preceded_by_all(best)
        doubtful = [
            candidate
            for candidate in doubtful
            if effect(candidate) not in effects and not preceded(candidate)
        ]
    if not doubtful:
        return []
    names = {describe_doubt(case, candidate): candidate for candidate in doubtful}
    picked = case.unknowns.pick(doubt_of(case, doubtful), (NOBODY_MATCHES, *names))
    return [names[picked]] if picked in names else []


def doubt_of(case: Case, doubtful: list[ChannelAuthentication]) -> str:
    """What the choice among doubtful records is about; distinct for each group of them."""
    return "whether a record matches: " + "; ".join(described(candidate) for candidate in doubtful)


def describe_doubt(case: Case, record: ChannelAuthentication) -> str:
    """A record that may match."""
    return f"{described(record)} matches"


def first_of(case: Case, matching: list[ChannelAuthentication]) -> ChannelAuthentication:
    """The record of one tier that decides."""
    best = foremost(matching)
    if len({effect(candidate) for candidate in best}) <= 1:
        return best[0]
    names = {described(candidate): candidate for candidate in best}
    picked = case.unknowns.pick("which of these records is the more specific one", tuple(names))
    return names[picked]


def foremost(records: list[ChannelAuthentication]) -> list[ChannelAuthentication]:
    """The records that no other one precedes, in order. Of many, as many as a walk follows, and one more of
    each further effect, so that the time grows with the records, not with their pairs.
    """
    kept: dict[ChannelAuthentication, None] = {}
    effects: set[tuple[str, str, str]] = set()
    for candidate in sorted(records, key=precedence):  # what precedes a record is before it
        known = effect(candidate) in effects
        if (known and len(kept) >= MOST_WAYS) or any(beats(rival, candidate) for rival in kept):
            continue
        kept[candidate] = None
        effects.add(effect(candidate))
        if len(effects) > MOST_WAYS:
            break
    return [candidate for candidate in records if candidate in kept]


def effect(record: ChannelAuthentication) -> tuple[str, str, str]:
    """What a record does."""
    return (source_of(record), record.text("MCAUSER"), record.text("CHCKCLNT"))


def only_warns(record: ChannelAuthentication) -> bool:
    """Whether a record only reports what it would refuse."""
    return source_of(record) == "NOACCESS" and record.value("WARN") == "YES"


def beats(record: ChannelAuthentication, rival: ChannelAuthentication) -> bool:
    """Whether it is documented that a record is more specific than another one of its tier: in no part less,
    and in some part more.
    """
    mine, its = precedence(record), precedence(rival)
    return mine != its and not_after(mine, its)


def preceded_by_all(records: list[ChannelAuthentication]) -> Callable[[ChannelAuthentication], bool]:
    """A test whether a record is less specific than each of some."""
    known = [precedence(candidate) for candidate in records]
    last: Precedence = tuple(map(max, zip(*known, strict=True)))
    is_one = last in known
    return lambda candidate: (
        not_after(last, precedence(candidate)) and not (is_one and precedence(candidate) == last)
    )


def not_after(left: Precedence, right: Precedence) -> bool:
    """Whether no part of the first is less specific."""
    return all(mine <= its for mine, its in zip(left, right, strict=True))


def precedence(record: ChannelAuthentication) -> Precedence:
    """For profile, address and names: a smaller value for a more specific pattern."""
    peer, issuer = name_specificity(record.text("SSLPEER")), name_specificity(record.text("SSLCERTI"))
    others = (record.name, record.text("ADDRESS"), record.text("QMNAME"))
    return (*map(specificity, others), peer, issuer)


def record_matches(case: Case, record: ChannelAuthentication, user: str | None) -> bool | None:
    """Whether a mapping record matches the connection; `user` is the one it is compared with."""
    if record.placeholder:
        return None
    where = record.text("ADDRESS")
    if is_host_pattern(where) and case.queue_manager.qmgr.value("REVDNS") == "DISABLED":
        return False  # without a look-up, records with host names are not compared (q113230_)
    answers = [where_matches(where, case.question)]
    if record.subtype == "SSLPEERMAP":
        answers.append(certificate_matches(case, record))
    elif record.subtype == "USERMAP":
        answers.append(user_matches(case, record.text("CLNTUSER"), user))
    elif record.subtype == "QMGRMAP":
        answers.append(partner_matches(record.text("QMNAME"), case.question.partner))
    return both(answers)


def where_matches(pattern: str, question: Question) -> bool | None:
    """Whether the address of a connection, or the host name that belongs to it, fits a pattern."""
    return address_matches(pattern, (is_host_pattern(pattern) and question.host) or question.address)


def certificate_matches(case: Case, record: ChannelAuthentication) -> bool | None:
    """Whether an SSLPEERMAP record matches the certificate; a channel without TLS has none."""
    cipher = case.channel.value("SSLCIPH") if case.channel is not None else None
    if cipher == "":
        return False
    name = case.question.certificate
    if name == "":
        return False
    answers = [name_matches(record.text("SSLPEER"), name)]
    if record.text("SSLCERTI"):
        answers.append(name_matches(record.text("SSLCERTI"), case.question.issuer))
    if cipher is None or has_placeholder(cipher):
        answers.append(None)
    return both(answers)


def user_matches(case: Case, wanted: str, user: str | None) -> bool | None:
    """Whether a user of a record is that of the client: with regard to case, unless qm.ini ignores it."""
    if has_placeholder(wanted) or user is None or has_placeholder(user):
        return None
    if wanted == user:
        return True
    if wanted.lower() != user.lower():
        return False
    ignored = case.queue_manager.ini_value("Channels", "ChlauthIgnoreUserCase")
    if ignored is not None and ignored.strip().upper() in YES:
        return True
    return None if case.queue_manager.platform == "windows" else False


def partner_matches(pattern: str, partner: str | None) -> bool | None:
    """Whether the name of a partner queue manager fits."""
    if pattern in ALL:
        return True
    if has_placeholder(pattern) or partner is None:
        return None
    return asterisks_match(pattern, partner)


def blocking_address(case: Case, record: ChannelAuthentication) -> bool | None:
    """Whether an entry of a BLOCKADDR record fits the address; host names cannot be listed there."""
    entries = [entry for entry in record.entries if not is_host_pattern(entry) or has_placeholder(entry)]
    answers = [address_matches(entry, case.question.address) for entry in entries]
    if True in answers:
        return True
    return None if None in answers else False
