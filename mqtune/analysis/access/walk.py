"""Answers a question about access: the connection, then the authority for an object and an operation."""

from __future__ import annotations

from mqtune.analysis.access import connection, identity
from mqtune.analysis.access.answer import VALID, Answer, Question, Way
from mqtune.analysis.access.authority import Need, authorised, needs
from mqtune.analysis.access.case import Case, Unknowns, explored
from mqtune.analysis.access.objects import needs_of
from mqtune.estate.records import RECEIVING
from mqtune.language.access import purpose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.estate.model import Estate, QueueManager

    Check = Callable[[Case], bool]

ARRIVING: tuple[Check, ...] = (
    connection.listener,
    connection.address,
    connection.channel,
    connection.limits,
    connection.tls,
)
CLIENT: tuple[Check, ...] = (
    identity.early_adoption,
    identity.mapping,
    identity.security_exit,
    identity.password,
    identity.user,
    identity.blocked_user,
    identity.record_password,
)
# all but the block of users: who would be the user without it
MAPPED = tuple(check for check in CLIENT if check is not identity.blocked_user)
PARTNER: tuple[Check, ...] = (identity.mapping, identity.security_exit)
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
        elif all(check(case) for check in CLIENT):
            operation(case, "connect")


def reach(case: Case) -> None:
    """The checks up to the user of a client or partner; the block of users comes last, so that a refusal by
    it means that nothing else refuses. Authorities are not part of it.
    """
    if not all(check(case) for check in ARRIVING):
        return
    if case.question.partner is not None:
        case.user = ""
        all(check(case) for check in PARTNER)
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
    if not all(check(case) for check in PARTNER):
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
