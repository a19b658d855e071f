"""Chooses the channel authentication record that decides, by the order that the product documents.

A profile without wildcards precedes one with them; a certificate precedes a user or queue manager, which
precedes an address; then the more specific pattern. Where the order of two records is not documented and they
differ, the choice is an unknown.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from mqtune.access.case import Case, described, source_of
from mqtune.access.patterns import (
    ALL,
    AddressIndex,
    address_matches,
    both,
    is_host_pattern,
    name_matches,
    name_specificity,
)
from mqtune.estate.chlauth import LISTS, MAPPING, RANKS, ChannelAuthentication, specificity
from mqtune.estate.dump_header import dump_header
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.wildcards import asterisks_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.access.question import Question
    from mqtune.estate.model import QueueManager

NOBODY_MATCHES = "no such record matches"
YES = ("Y", "YES")


class Records:
    """The records of a queue manager by what a walk looks for, as all walks of a run ask the same again.

    A whole dump that shows any record shows all: default records that it lacks were removed.
    """

    __slots__ = ("_addresses", "_lists", "_mapping", "_perhaps")

    def __init__(self, queue_manager: QueueManager) -> None:
        found = queue_manager.chlauth_in_force
        headers = [dump_header(script) for script in queue_manager.scripts]
        shows_any = any(record.statements for record in queue_manager.chlauth)
        if shows_any and any(header is not None and header.whole for header in headers):
            found = [record for record in found if record.statements]
        found = sorted(found, key=lambda one: "*" in one.name)
        self._lists = {kind: [one for one in found if one.subtype == kind] for kind in LISTS}
        self._mapping = [record for record in found if record.subtype in MAPPING]
        self._addresses = AddressIndex(
            None if one.placeholder else one.text("ADDRESS") for one in self._mapping
        )
        self._perhaps: dict[tuple[str | None, str | None], list[ChannelAuthentication]] = {}

    def lists(self, subtype: str, channel: str) -> list[ChannelAuthentication]:
        """The records of blocked users or addresses that apply to a channel."""
        return [one for one in self._lists[subtype] if asterisks_match(one.name, channel)]

    def perhaps(self, question: Question) -> list[ChannelAuthentication]:
        """The mapping records whose address fits that of a connection, or may fit it."""
        key = (question.address, question.host)
        if key not in self._perhaps:
            self._perhaps[key] = [
                one
                for one in map(self._mapping.__getitem__, self._addresses.around(question.address))
                if one.placeholder or where_matches(one.text("ADDRESS"), question) is not False
            ]
        return self._perhaps[key]


KNOWN: WeakKeyDictionary[QueueManager, Records] = WeakKeyDictionary()


def records_of(queue_manager: QueueManager) -> Records:
    """The records of a queue manager, arranged once."""
    found = KNOWN.get(queue_manager)
    if found is None:
        found = KNOWN[queue_manager] = Records(queue_manager)
    return found


def mapping_records(case: Case, subtype: str) -> list[ChannelAuthentication]:
    """The mapping records whose profile fits the channel, without those whose address does not fit."""
    found = records_of(case.queue_manager).perhaps(case.question)
    return [one for one in found if one.applies_to(case.question.channel, subtype)]


def choose(
    case: Case, records: list[ChannelAuthentication], user: str | None
) -> tuple[ChannelAuthentication | None, list[ChannelAuthentication]]:
    """The record that decides, and the others that match too or would refuse without WARN(YES)."""
    passed: list[ChannelAuthentication] = []
    for tier in tiers(records):
        answers = [(one, record_matches(case, one, user)) for one in tier]
        matching = [one for one, matches in answers if matches]
        doubtful = [one for one, matches in answers if matches is None]
        matching += supposed(case, doubtful, matching)
        warnings = [one for one in matching if only_warns(one)]
        passed += warnings
        matching = [one for one in matching if one not in warnings]
        if matching:
            found = first_of(case, matching)
            others = [one for one in matching if one is not found]
            return found, others + passed
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
    if matching:
        best = [one for one in matching if not only_warns(one)]
        effects = {effect(one) for one in best}
        doubtful = [
            one
            for one in doubtful
            if not best
            or (any(beats(other, one) is not True for other in best) and effect(one) not in effects)
        ]
    if not doubtful:
        return []
    names = {describe_doubt(case, one): one for one in doubtful}
    picked = case.unknowns.pick(doubt_of(case, doubtful), (NOBODY_MATCHES, *names))
    return [names[picked]] if picked in names else []


def doubt_of(case: Case, doubtful: list[ChannelAuthentication]) -> str:
    """What the choice among doubtful records is about; distinct for each group of them."""
    return "whether a record matches: " + "; ".join(described(one) for one in doubtful)


def describe_doubt(case: Case, record: ChannelAuthentication) -> str:
    """A record that may match."""
    return f"{described(record)} matches"


def first_of(case: Case, matching: list[ChannelAuthentication]) -> ChannelAuthentication:
    """The record of one tier that decides."""
    best = [one for one in matching if not any(beats(other, one) is True for other in matching)]
    if len({effect(one) for one in best}) <= 1:
        return best[0]
    names = {described(one): one for one in best}
    picked = case.unknowns.pick("which of these records is the more specific one", tuple(names))
    return names[picked]


def effect(record: ChannelAuthentication) -> tuple[str, str, str]:
    """What a record does."""
    return (source_of(record), record.text("MCAUSER"), record.text("CHCKCLNT"))


def only_warns(record: ChannelAuthentication) -> bool:
    """Whether a record only reports what it would refuse."""
    return source_of(record) == "NOACCESS" and record.value("WARN") == "YES"


def beats(record: ChannelAuthentication, other: ChannelAuthentication) -> bool | None:
    """Whether a record is more specific than another one of its tier; None if that is not documented."""
    if record is other:
        return False
    answers = [sign for sign in compared(record, other) if sign]
    if not answers:
        return None
    return answers[0] < 0 if len(set(answers)) == 1 else None


def compared(record: ChannelAuthentication, other: ChannelAuthentication) -> list[int]:
    """For profile, names and address: -1 if the first is more specific, 1 if the second is, 0 if equal."""
    found = [sign(specificity(record.name), specificity(other.name))]
    found.append(sign(specificity(record.text("ADDRESS")), specificity(other.text("ADDRESS"))))
    for keyword in ("SSLPEER", "SSLCERTI"):
        mine, its = record.text(keyword), other.text(keyword)
        found.append(sign(name_specificity(mine), name_specificity(its)))
    found.append(sign(specificity(record.text("QMNAME")), specificity(other.text("QMNAME"))))
    return found


def sign(left: Any, right: Any) -> int:
    """-1, 0 or 1: how two values of one kind are ordered."""
    return int(left > right) - int(left < right)


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
    entries = [one for one in record.entries if not is_host_pattern(one) or has_placeholder(one)]
    answers = [address_matches(entry, case.question.address) for entry in entries]
    if True in answers:
        return True
    return None if None in answers else False
