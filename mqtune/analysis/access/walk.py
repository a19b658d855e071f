"""Answers a question about access: the connection, then the authority for an object and an operation; and
walks the ways of strangers to a channel.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from mqtune.analysis.access import connection, identity
from mqtune.analysis.access.answer import CANNOT_TELL, NONE, REFUSED, VALID, Answer, Question, Way
from mqtune.analysis.access.authority import Need, authorised, needs
from mqtune.analysis.access.case import Case, Unknowns, explored, source_of
from mqtune.analysis.access.objects import needs_of
from mqtune.analysis.access.patterns import ORDERED, PRECEDENCE, address_matches, is_host_pattern
from mqtune.analysis.access.records import only_warns
from mqtune.estate.model import Estate
from mqtune.estate.records import CLIENT, EVERYWHERE, RECEIVING
from mqtune.language.access import purpose
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mqtune.analysis.access.case import Unknowns
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.records import ChannelAuthentication


ARRIVING: tuple[Check, ...] = (
    connection.listener,
    connection.address,
    connection.channel,
    connection.limits,
    connection.tls,
)
CLIENT_CHECKS: tuple[Check, ...] = (
    identity.early_adoption,
    identity.mapping,
    identity.security_exit,
    identity.password,
    identity.user,
    identity.blocked_user,
    identity.record_password,
)
# all but the block of users: who would be the user without it
MAPPED = tuple(check for check in CLIENT_CHECKS if check is not identity.blocked_user)
PARTNER_CHECKS: tuple[Check, ...] = (identity.mapping, identity.security_exit)
CONNECT = "connect"
DEFAULT_USER = "the user of the channel process, normally mqm"


def answer(estate: Estate, queue_manager: QueueManager, question: Question) -> Answer:
    """Whether the connection and the operation are allowed, followed both ways where something is unknown."""
    ways = ways_of(estate, queue_manager, question)
    result = Answer(question, queue_manager, ways)
    if question.credentials is None and not any(step.name == "password" for step in ways[0].steps):
        return result
    if question.credentials is None and len(ways) == 1:
        alternative = with_password(estate, queue_manager, question)
        if alternative.verdict != result.verdict or alternative.users != result.users:
            text = (
                f"--credentials valid, if the client sends a user and a valid password: {alternative.verdict}"
            )
            text += f" as {' or '.join(alternative.users)}" if alternative.users else ""
            return Answer(question, queue_manager, ways, (text,))
    return result


def object_authority(estate: Estate, queue_manager: QueueManager, question: Question) -> Answer:
    """Whether a user that is connected has the authority for an operation; the connection is not examined."""
    wanted = purpose(question.purpose)

    def walk(unknowns: Unknowns) -> Way:
        case = Case(estate, queue_manager, question, unknowns)
        for need in needs_of(case, wanted) if wanted is not None else ():
            if need.words and not authorised(case, need, "authority", "authority"):
                break
        return case.way()

    ways, _ = explored(walk)
    return Answer(question, queue_manager, tuple(ways))


def with_password(estate: Estate, queue_manager: QueueManager, question: Question) -> Answer:
    """The answer for a client that sends a valid password."""
    fields = {name: getattr(question, name) for name in Question.__annotations__}
    changed = Question(**(fields | {"credentials": VALID}))
    return Answer(changed, queue_manager, ways_of(estate, queue_manager, changed))


def ways_of(estate: Estate, queue_manager: QueueManager, question: Question) -> tuple[Way, ...]:
    """Every way through the checks."""

    def walk(unknowns: Unknowns) -> Way:
        case = Case(estate, queue_manager, question, unknowns)
        follow(case)
        return case.way()

    ways, complete = explored(walk)
    if not complete:
        rest = Case(estate, queue_manager, question, Unknowns({}))
        rest.unsure(
            "mapping", "too many combinations of unknown values to follow them all", confidence="unknown"
        )
        ways.append(rest.way())
    return tuple(ways)


def follow(case: Case) -> None:
    """All checks in order, until one refuses."""
    if case.question.local:
        local(case)
    elif all(check(case) for check in ARRIVING):
        subtype = case.channel.subtype if case.channel is not None else ""
        if case.question.partner is not None or subtype in RECEIVING:
            message_channel(case)
        elif all(check(case) for check in CLIENT_CHECKS):
            operation(case, "connect")


def reach(case: Case) -> None:
    """The checks up to the user of a client or partner; the block of users comes last, so that a refusal by
    it means that nothing else refuses. Authorities are not part of it.
    """
    if not all(check(case) for check in ARRIVING):
        return
    if case.question.partner is not None:
        case.user = ""
        all(check(case) for check in PARTNER_CHECKS)
    elif all(check(case) for check in MAPPED):
        identity.blocked_user(case)


def local(case: Case) -> None:
    """A program on the host of the queue manager: no channel, the user of the process."""
    authinfo = identity.password_object(case)
    qmgr = case.queue_manager.qmgr
    case.assume("the user is the one of the process")
    if qmgr.value("CONNAUTH") == "":
        case.skipped(
            "password", "CONNAUTH is blank: no password is checked", case.attribute(qmgr, "CONNAUTH")
        )
    elif authinfo is None:
        case.unsure("password", "CONNAUTH names no object that can be read", case.attribute(qmgr, "CONNAUTH"))
    elif not identity.checked(case, authinfo, "CHCKLOCL", case.attribute(authinfo, "CHCKLOCL", "ADOPTCTX")):
        return
    if case.checked and authinfo is not None and authinfo.value("ADOPTCTX") == "YES":
        case.user = case.login
        case.adopted = True
    identity.user(case)
    operation(case, "local-connect")


def operation(case: Case, how: str) -> None:
    """The authority to connect, and that for the object."""
    if not authorised(case, needs(("CONNECT",)), "connect", how):
        return
    wanted = purpose(case.question.purpose)
    if case.question.purpose == CONNECT or wanted is None:
        return
    for need in needs_of(case, wanted):
        if need.words and not authorised(case, need, "authority", "authority"):
            return


def message_channel(case: Case) -> None:
    """A partner queue manager: no password and no BLOCKUSER; MCAUSER is the user for puts."""
    case.user = ""
    if not all(check(case) for check in PARTNER_CHECKS):
        return
    if case.user == "":
        case.user = None
        text = f"MCAUSER is blank: messages are put as {DEFAULT_USER}"
        evidence = () if case.channel is None else (case.attribute(case.channel, "MCAUSER"),)
        case.passed("user", text, *evidence)
        if case.question.purpose != CONNECT and needs_for_put(case):
            case.passed("authority", "an administrator holds every authority: nothing is restricted")
        return
    if not identity.user(case) or case.question.purpose == CONNECT:
        return
    how = "message-channel-authority"
    for need, user in needs_for_put(case):
        if not authorised(case, need, "authority", how, user):
            return


def needs_for_put(case: Case) -> list[tuple[Need, str | None]]:
    """What a put through a message channel needs, each with the user if it is not that of the channel."""
    put, set_all = purpose("put"), purpose("set-all")
    assert put is not None  # both are in the catalogue
    assert set_all is not None
    by = case.channel.value("PUTAUT") if case.channel is not None else None
    required = needs_of(case, put if by == "CTX" else set_all)
    if by == "CTX":
        message_user = case.question.user
        context = [(needs(("SETALL", "ALTUSR")), None)]
        objects = [(Need(need.objtype, need.names, ("SETALL",)), None) for need in required[:1]]
        return [*context, *objects, *((need, message_user) for need in required)]
    return [(need, None) for need in required]


# Who reaches a channel without being known: walks of clients and partners that no record is about.
#
# A stranger comes from an address that no pattern names, claims any user or queue manager name, has at most a
# certificate of an unknown subject and issuer, and at most the password of an ordinary user. Rules ask these
# functions, so that they and `mqtune access` cannot disagree.

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


if TYPE_CHECKING:
    Check = Callable[[Case], bool]
