"""The question about access that a user asks, and the queue manager it is about."""

from __future__ import annotations

import ipaddress

from mqtune.access.question import NONE, Question
from mqtune.estate.keywords import QUEUE, QUEUE_TYPES, name_space
from mqtune.language.access import purpose, purposes
from mqtune.session.object_spec import parse_spec
from mqtune.session.options import UsageError
from mqtune.text.spelling import nearest_help

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol

    from mqtune.estate.model import Estate, QueueManager

    class AccessInput(Protocol):
        """What a user states about a connection: the options of `mqtune access`, or an `[[access-test]]`."""

        channel: str | None
        address: str | None
        user: str | None
        credentials: str | None
        login: str | None
        cert: str | None
        issuer: str | None
        partner: str | None
        local: bool
        object: str | None
        at: str | None
        purpose: str | None

        @property
        def groups(self) -> Sequence[str]:
            """The groups of the user."""


TOPIC_STRING = "topic:"
CONNECT = "connect"
MOST_LISTED = 8


def question_of(options: AccessInput) -> Question:
    """The question of the command line. Raises UsageError."""
    check_partner(options)
    check_address(options.address)
    type, name, topic = object_of(options)
    operation = operation_of(options, type)
    return Question(
        channel=options.channel or "",
        address=options.address,
        user=options.user,
        login=options.login,
        credentials=options.credentials or ("valid" if options.login else None),
        certificate="" if options.cert in (NONE, "") else options.cert,
        issuer=options.issuer,
        groups=tuple(options.groups),
        local=options.local,
        partner=options.partner,
        type=type,
        name=name,
        topic=topic,
        at=options.at or "",
        purpose=operation,
    )


def check_partner(options: AccessInput) -> None:
    """Raise UsageError if it is not stated who connects, or how."""
    if options.local and options.channel:
        raise UsageError("--local and --channel exclude each other", "a local program uses no channel")
    remote = {
        "address": options.address,
        "cert": options.cert,
        "issuer": options.issuer,
        "partner": options.partner,
    }
    for name, value in remote.items():
        if options.local and value is not None:
            raise UsageError(f"--local and --{name} exclude each other", "a local program uses no channel")
    if not options.local and not options.channel:
        raise UsageError(
            "neither --channel nor --local", "name the channel that the client uses with --channel"
        )
    if options.channel and set(options.channel) & set("*?"):
        raise UsageError(f"invalid --channel {options.channel!r}", "name one channel, without wildcards")
    if options.local and options.user is None:
        raise UsageError("--local without a user", "name the user of the program with --user")


def check_address(address: str | None) -> None:
    """Raise UsageError for what cannot be the address of one client."""
    if address is None:
        return
    try:
        ipaddress.ip_address(address)
    except ValueError:
        digits = set(address) <= set("0123456789.*-/:")
        if digits or not address.strip() or set(address) & set("*/ ,"):
            raise UsageError(f"invalid --address {address!r}", "state one IP address or host name") from None


def object_of(options: AccessInput) -> tuple[str, str, str | None]:
    """Type, name and topic string of --object. Raises UsageError."""
    if options.object is None:
        if options.purpose not in (None, CONNECT, "alternate-user", "system"):
            raise UsageError(
                f"--for {options.purpose} without an object", "name it with --object 'TYPE(NAME)'"
            )
        return "QMGR" if options.purpose else "", "", None
    if options.object.startswith(TOPIC_STRING):
        string = options.object.removeprefix(TOPIC_STRING)
        if not string:
            raise UsageError(
                "the topic string is missing in 'topic:'", "write topic:STRING, such as topic:prices/uk"
            )
        return "TOPIC", "", string
    type, name = parse_spec(options.object)
    return type, name, None


def operation_of(options: AccessInput, type: str) -> str:
    """The operation of --for, which has to suit the object. Raises UsageError."""
    if options.purpose is None:
        if options.object is not None:
            raise UsageError(
                "--object without an operation", f"state it with --for: {', '.join(fitting(type))}"
            )
        return CONNECT
    found = purpose(options.purpose)
    if found is None:
        help = nearest_help(options.purpose, purposes(), f"choose from {', '.join(purposes())}")
        raise UsageError(f"invalid --for {options.purpose!r}", help)
    if type and not found.words(objtype_of(type)):
        fit = fitting(type)
        raise UsageError(
            f"--for {options.purpose} does not apply to {type}",
            f"choose from {', '.join(fit)}" if fit else "",
        )
    return options.purpose


def objtype_of(type: str) -> str:
    """The type of an object in authority records."""
    return QUEUE if type in QUEUE_TYPES else type


def fitting(type: str) -> list[str]:
    """The operations that an object of a type has."""
    return [name for name in purposes() if (one := purpose(name)) is not None and one.words(objtype_of(type))]


def chosen(estates: Iterable[Estate]) -> tuple[Estate, QueueManager]:
    """The queue manager of the question. Raises UsageError if there are several."""
    found = [(estate, one) for estate in estates for one in estate.shown]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError("the files contain no queue manager", "name its MQSC files")
    names = [one.qualified for _, one in found]
    listed = ", ".join(names[:MOST_LISTED]) + (" …" if len(names) > MOST_LISTED else "")
    environments = {one.environment_name for _, one in found}
    option = "--qmgr" if len({one.label for _, one in found}) > 1 else "--environment"
    option += " and --environment" if option == "--qmgr" and len(environments) > 1 else ""
    raise UsageError(f"the files contain {len(found)} queue managers", f"name one with {option}: {listed}")


def named(question: Question, queue_manager: QueueManager) -> Question:
    """The question with the name of its object as it is defined: names in lower case need no quotes."""
    if not question.name:
        return question
    space = QUEUE if question.type == QUEUE else name_space(question.type, "")
    if queue_manager.find(space, question.name) is not None:
        return question
    same = [one for one in queue_manager.names(space) if one.upper() == question.name]
    if len(same) != 1:
        return question
    fields = {name: getattr(question, name) for name in Question.__annotations__}
    return Question(**(fields | {"name": same[0]}))
