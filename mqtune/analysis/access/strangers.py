"""Who reaches a channel without being known: walks of clients and partners that no record is about.

A stranger comes from an address that no pattern names, claims any user or queue manager name, has at most a
certificate of an unknown subject and issuer, and at most the password of an ordinary user. Rules ask here, so
that they and `mqtune access` cannot disagree.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from mqtune.analysis.access.answer import CANNOT_TELL, NONE, REFUSED, VALID, Question, Way
from mqtune.analysis.access.case import Case, explored, source_of
from mqtune.analysis.access.patterns import ORDERED, PRECEDENCE, address_matches, is_host_pattern
from mqtune.analysis.access.records import only_warns
from mqtune.analysis.access.walk import reach
from mqtune.estate.model import Estate
from mqtune.estate.records import CLIENT, EVERYWHERE
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.analysis.access.case import Unknowns
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.records import ChannelAuthentication

STRANGER = "stranger"
# records that the walks to all channels of a queue manager compare, and those to one channel in any case
MOST_COMPARED, COMPARED_BY_CHANNEL = 300_000, 1_000
MOST_PARTS = 8  # of a type that may occur several times
UNKNOWN_NAME = ",".join(
    f"{type}={STRANGER}" for type in PRECEDENCE for _ in range(MOST_PARTS if type in ORDERED else 1)
)
# of networks for documentation, private and public ones
NETWORKS = ("203.0", "198.51", "192.0", "11.200", "93.184", "172.16", "10.251")
IPV4 = tuple(f"{network}.{part}.{last}" for network in NETWORKS for part in (2, 113) for last in (7, 77, 254))
IPV6 = ("2001:db8:100::77", "fd00:100::77", "2a00:100::77")
BLOCK = "block-user"
# steps in doubt if the files leave out the password check or a part of the channel: what they show counts
SHOWN = ("password", "channel", "tls")


@record
class Stranger:
    """One walk of a stranger. `record` is the mapping record that decided. `blocked` means that only the list
    of blocked users refuses; `certain` that nothing else is unknown but
    what the files leave out of the channel and of the password check.
    """

    question: Question
    user: str | None
    record: ChannelAuthentication | None
    refused: bool
    blocked: bool
    certain: bool

    @property
    def is_mapped(self) -> bool:
        """Whether a record gives the user."""
        return self.record is not None and source_of(self.record) == "MAP"

    @property
    def keeps_claim(self) -> bool:
        """Whether the connection runs as the user that the client claims, unchecked."""
        return not self.refused and self.question.credentials == NONE and self.user == self.question.user


def strangers(queue_manager: QueueManager, channel: MqObject) -> Iterator[Stranger]:
    """The walks of strangers to a receiving channel."""
    estate = Estate(queue_manager.project)
    for question in questions(queue_manager, channel):
        cases: list[Case] = []

        def walk(unknowns: Unknowns, question: Question = question, cases: list[Case] = cases) -> Way:
            case = Case(estate, queue_manager, question, unknowns)
            case.trusts_defaults = False
            cases.append(case)
            reach(case)
            return case.way()

        ways, complete = explored(walk)
        sure = complete and len({(way.verdict == REFUSED, way.user) for way in ways}) == 1
        for case, way in zip(cases, ways, strict=True):
            yield stranger_of(question, case, way, sure)


def stranger_of(question: Question, case: Case, way: Way, sure: bool) -> Stranger:
    """What a walk came to."""
    doubts = {step.name for step in way.steps if step.outcome == CANNOT_TELL} - set(SHOWN)
    refused = way.verdict == REFUSED
    blocked = refused and way.last.name == BLOCK
    return Stranger(question, way.user, case.record, refused, blocked, sure and not doubts)


def questions(queue_manager: QueueManager, channel: MqObject) -> Iterator[Question]:
    """What strangers ask: each address with each claim, certificate and password."""
    records = queue_manager.channel_records.of(channel.name)
    addresses = queue_manager.derived(unnamed_addresses) or (unnamed(IPV4, records), unnamed(IPV6, records))
    certificates = ("", UNKNOWN_NAME) if channel.text("SSLCIPH") else ("",)
    if channel.subtype != CLIENT:
        names = {STRANGER.upper(): None} | dict.fromkeys(claimed(records, "QMGRMAP", "QMNAME"))
        for address, name, certificate in product(addresses, names, certificates):
            yield asked(channel, address, certificate, partner=name)
        return
    users = {STRANGER: None} | dict.fromkeys(claimed(records, "USERMAP", "CLNTUSER"))
    for address, user, certificate in product(addresses, users, certificates):
        yield asked(channel, address, certificate, user=user, credentials=NONE)
    for address, certificate in product(addresses, certificates):
        yield asked(channel, address, certificate, user=STRANGER, credentials=VALID)


def are_too_many(queue_manager: QueueManager, channel: MqObject) -> bool:
    """Whether following the strangers to a channel would compare more records than its part of what rules
    compare in a queue manager.
    """
    most = max(MOST_COMPARED // max(len(queue_manager.of_type("CHANNEL")), 1), COMPARED_BY_CHANNEL)
    count = queue_manager.channel_records.count(channel.name)
    return count > most or count * sum(1 for _ in questions(queue_manager, channel)) > most


def asked(
    channel: MqObject,
    address: str,
    certificate: str,
    user: str | None = None,
    credentials: str | None = None,
    partner: str | None = None,
) -> Question:
    """The question of one stranger."""
    return Question(
        channel=channel.name,
        address=address,
        host=f"{STRANGER}.invalid",
        user=user,
        credentials=credentials,
        certificate=certificate,
        issuer=certificate,
        partner=partner,
    )


def claimed(records: list[ChannelAuthentication], subtype: str, keyword: str) -> list[str]:
    """The names that records of a type are about, which anyone may claim. Whom a record surely refuses or
    maps does not get further than a stranger.
    """
    texts = [
        chlauth.text(keyword)
        for chlauth in records
        if chlauth.subtype == subtype
        and (source_of(chlauth) not in ("MAP", "NOACCESS") or only_warns(chlauth))
    ]
    return [text.replace("*", "X") for text in texts if text]


def unnamed_addresses(queue_manager: QueueManager) -> tuple[str, ...]:
    """Return addresses that no record of the queue manager names; none if every one is named."""
    records = queue_manager.chlauth_in_force
    addresses = (unnamed(IPV4, records), unnamed(IPV6, records))
    is_named = any(names_address(record, address) for record in records for address in addresses)
    return () if is_named else addresses


def unnamed(candidates: tuple[str, ...], records: list[ChannelAuthentication]) -> str:
    """The first address that no pattern of the records matches but `*`, else one that the fewest match; host
    names do not count.
    """
    fewest, best = len(records) + 1, candidates[0]
    for candidate in candidates:
        count = sum(names_address(record, candidate) for record in records)
        if count < fewest:
            fewest, best = count, candidate
        if not count:
            break
    return best


@lru_cache(maxsize=16384)
def names(pattern: str, address: str) -> bool:
    """Whether a pattern of numbers matches an address, and not all of them."""
    if pattern in EVERYWHERE or is_host_pattern(pattern):
        return False
    return address_matches(pattern, address) is True


def names_address(record: ChannelAuthentication, address: str) -> bool:
    """Whether a record is about an address in particular."""
    patterns = record.entries if record.subtype == "BLOCKADDR" else (record.text("ADDRESS"),)
    return any(names(pattern, address) for pattern in patterns)
