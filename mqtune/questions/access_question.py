"""The question about access that a user states, as parameters or in an `[[access-test]]` table."""

from __future__ import annotations

import ipaddress
from typing import Annotated, Literal, NamedTuple

from mqtune.analysis.access.answer import NONE, VALID, Question
from mqtune.estate.words import QUEUE, QUEUE_TYPES
from mqtune.language.access import purpose, purposes
from mqtune.project.settings import AccessTest
from mqtune.questions.fields import Parameter, named
from mqtune.session.access import parse_spec
from mqtune.text.messages import UsageError
from mqtune.text.spelling import nearest_help

TOPIC_STRING = "topic:"
CONNECT = "connect"
WITHOUT_OBJECT = (None, CONNECT, "alternate-user", "system")


class Asked(NamedTuple):
    """Who connects, how, and what for, as parameters."""

    channel: Annotated[str | None, Parameter("the channel that the client names", metavar="NAME")] = None
    address: Annotated[str | None, Parameter("the address of the client", metavar="IP")] = None
    user: Annotated[
        str | None,
        Parameter(
            f"the user that the client reports; with {named('local')} its user",
            also=("clntuser",),
            metavar="NAME",
        ),
    ] = None
    groups: Annotated[
        tuple[str, ...],
        Parameter("a group of the user as which the connection runs", name="group", metavar="NAME"),
    ] = ()
    object: Annotated[
        str | None,
        Parameter("an object, such as QLOCAL(ORDERS), QMGR or topic:prices/uk", metavar="'TYPE(NAME)'"),
    ] = None
    purpose: Annotated[
        str | None,
        Parameter("what is done with the object", name="for", metavar="OPERATION", choices=purposes),
    ] = None
    local: Annotated[bool, Parameter("a program on the host of the queue manager, without a channel")] = False
    credentials: Annotated[
        Literal["valid", "wrong", "none"] | None,
        Parameter("the user and password that the client sends", metavar="WHAT"),
    ] = None
    login: Annotated[
        str | None,
        Parameter(f"the user whose password is sent, if it is not that of {named('user')}", metavar="NAME"),
    ] = None
    cert: Annotated[
        str | None,
        Parameter("the subject of the client's certificate, or none", also=("sslpeer",), metavar="DN"),
    ] = None
    issuer: Annotated[
        str | None, Parameter("the issuer of the certificate", also=("sslcerti",), metavar="DN")
    ] = None
    partner: Annotated[
        str | None,
        Parameter("the queue manager at the other end of a message channel", also=("qmname",), metavar="QM"),
    ] = None
    at: Annotated[
        str | None,
        Parameter(
            "the queue manager that the application names with the queue", name="object-qmgr", metavar="QM"
        ),
    ] = None


NOTHING = Asked()
Stated = Asked | AccessTest


def question_of(stated: Stated) -> Question:
    """The question that is stated. Raises UsageError."""
    check_partner(stated)
    check_address(stated.address)
    type, name, topic = object_of(stated)
    return Question(
        channel=stated.channel or "",
        address=stated.address,
        user=stated.user,
        login=stated.login,
        credentials=stated.credentials or (VALID if stated.login else None),
        certificate="" if stated.cert in (NONE, "") else stated.cert,
        issuer=stated.issuer,
        groups=tuple(stated.groups),
        local=stated.local,
        partner=stated.partner,
        type=type,
        name=name,
        topic=topic,
        at=stated.at or "",
        purpose=operation_of(stated, type),
    )


def check_partner(stated: Stated) -> None:
    """Raise UsageError if it is not stated who connects, or how."""
    remote = {
        "channel": stated.channel or None,
        "address": stated.address,
        "cert": stated.cert,
        "issuer": stated.issuer,
        "partner": stated.partner,
    }
    for name, value in remote.items():
        if stated.local and value is not None:
            raise UsageError(
                f"{named('local')} and {named(name)} exclude each other", "a local program uses no channel"
            )
    if not stated.local and not stated.channel:
        raise UsageError(
            f"neither {named('channel')} nor {named('local')}",
            f"name the channel that the client uses with {named('channel')}",
        )
    if stated.channel and set(stated.channel) & set("*?"):
        raise UsageError(
            f"invalid {named('channel')} {stated.channel!r}", "name one channel, without wildcards"
        )
    if stated.local and stated.user is None:
        raise UsageError(
            f"{named('local')} without a user", f"name the user of the program with {named('user')}"
        )


def check_address(address: str | None) -> None:
    """Raise UsageError for what cannot be the address of one client."""
    if address is None:
        return
    try:
        ipaddress.ip_address(address)
    except ValueError:
        digits = set(address) <= set("0123456789.*-/:")
        if digits or not address.strip() or set(address) & set("*/ ,"):
            message = f"invalid {named('address')} {address!r}"
            raise UsageError(message, "state one IP address or host name") from None


def object_of(stated: Stated) -> tuple[str, str, str | None]:
    """Type, name and topic string of the object. Raises UsageError."""
    if stated.object is None:
        if stated.purpose not in WITHOUT_OBJECT:
            raise UsageError(
                f"{named('for')} {stated.purpose} without an object",
                f"name it with {named('object')} 'TYPE(NAME)'",
            )
        return "QMGR" if stated.purpose else "", "", None
    if stated.object.startswith(TOPIC_STRING):
        string = stated.object.removeprefix(TOPIC_STRING)
        if not string:
            raise UsageError(
                "the topic string is missing in 'topic:'", "write topic:STRING, such as topic:prices/uk"
            )
        return "TOPIC", "", string
    type, name = parse_spec(stated.object)
    return type, name, None


def operation_of(stated: Stated, type: str) -> str:
    """The operation, which has to suit the object. Raises UsageError."""
    if stated.purpose is None:
        if stated.object is not None:
            raise UsageError(
                f"{named('object')} without an operation",
                f"state it with {named('for')}: {', '.join(fitting(type))}",
            )
        return CONNECT
    operation = purpose(stated.purpose)
    if operation is None:
        help = nearest_help(stated.purpose, purposes(), f"choose from {', '.join(purposes())}")
        raise UsageError(f"invalid {named('for')} {stated.purpose!r}", help)
    if type and not operation.words(objtype_of(type)):
        fit = fitting(type)
        raise UsageError(
            f"{named('for')} {stated.purpose} does not apply to {type}",
            f"choose from {', '.join(fit)}" if fit else "",
        )
    return stated.purpose


def objtype_of(type: str) -> str:
    """The type of an object in authority records."""
    return QUEUE if type in QUEUE_TYPES else type


def fitting(type: str) -> list[str]:
    """The operations that an object of a type has."""
    return [
        name
        for name in purposes()
        if (operation := purpose(name)) is not None and operation.words(objtype_of(type))
    ]
