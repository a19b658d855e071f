"""SEC019 to SEC021: the user a partner runs as: blocked users, records that open channels.

Records are checked in their state after the replay.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.access.strangers import STRANGER, are_too_many, strangers
from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import rule
from mqtune.estate.chlauth import EVERYWHERE, MAPPING, PRIVILEGED, ChannelAuthentication, keeps_unchecked
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.findings.finding import INFO, ObjectName, Related
from mqtune.findings.held_back import TOO_MANY
from mqtune.rules.common.mistakes import may_have
from mqtune.rules.common.object_names import defined_here
from mqtune.syntax.placeholders import has_placeholder

# prefixes of the default objects for channels; SYSTEM.ADMIN.SVRCONN is open by default
DEFAULT_CHANNELS = ("SYSTEM.DEF.", "SYSTEM.AUTO.")
STRICT = ("REQUIRED", "REQDADM")  # values of CHCKCLNT
AMQP_CHANNEL = "SYSTEM.DEF.AMQP"  # the channel that AMQP clients use by default


def quoted_list(record: ChannelAuthentication) -> str:
    """The first users of a USERLIST, in quotation marks."""
    return ", ".join(f"'{user}'" for user in record.entries[:8])


def omits_administrators(record: ChannelAuthentication) -> bool:
    """Whether a script set the list, and privileged users are known not to be in it."""
    known = record.statements and record.entries and not any(has_placeholder(one) for one in record.entries)
    return bool(known) and PRIVILEGED not in (one.strip().upper() for one in record.entries)


@rule("SEC019")
def administrator_block_removed(queue_manager: QueueManager) -> Iterator[Hit]:
    """The record that blocks administrators on all channels, `*` BLOCKUSER `*MQADMIN`, is removed or replaced
    by a list without it.
    """
    record = next(
        (one for one in queue_manager.chlauth_in_force if one.subtype == "BLOCKUSER" and one.name == "*"),
        None,
    )
    statement: Statement | None = None
    if record is None:
        statement = removal_of_block(queue_manager)
    elif omits_administrators(record):
        statement = record.statements[-1]
    if statement is not None:
        yield Hit(
            statement.name_place(),
            "MQ administrators are no longer blocked on any channel: the default record is "
            + ("removed" if record is None else f"changed and blocks only {quoted_list(record)}"),
            note=f"a new queue manager blocks {PRIVILEGED} on all channels (channel authentication records, "
            "q010250_)",
            help=f"run SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('{PRIVILEGED}') ACTION(REPLACE), and add a "
            "record for the one administration channel",
            object=ObjectName("CHLAUTH", "*"),
            attribute="USERLIST",
        )


def removal_of_block(queue_manager: QueueManager) -> Statement | None:
    """The first statement that removes the record which blocks users on all channels."""
    for statement in queue_manager.statements:
        about = statement.type == "CHLAUTH" and statement.name == "*" and statement.subtype == "BLOCKUSER"
        if about and statement.text("ACTION").upper() in ("REMOVE", "REMOVEALL"):
            return statement
    return None


def authenticates_partner(channel: MqObject) -> bool:
    """Whether the channel requires a certificate with a known name, or has a security exit."""
    peer = channel.text("SSLPEER")
    named = bool(peer) and not matches_all_names(peer)
    return bool(channel.text("SCYEXIT")) or (named and requires_certificate(channel))


def requires_certificate(channel: MqObject) -> bool:
    """Whether a partner needs a certificate of any name."""
    return bool(channel.text("SSLCIPH")) and channel.value("SSLCAUTH") == "REQUIRED"


def matches_all_names(peer: str) -> bool:
    """Whether a pattern of SSLPEER restricts nothing: `CN=*`, `CN=*,O=*`."""
    values = [part.partition("=")[2].strip().strip('"') for part in peer.split(",")]
    return all(value == "*" for value in values)


@rule("SEC020")
def system_channel_opened(queue_manager: QueueManager) -> Iterator[Hit]:
    """A CHLAUTH record opens SYSTEM.DEF.*, SYSTEM.AUTO.* or SYSTEM.* to all addresses."""
    for record in queue_manager.chlauth:
        opened = record.name.startswith(DEFAULT_CHANNELS) or record.name in (
            "SYSTEM.*",
            "SYSTEM*",
            "SYSTEM.DEF*",
        )
        if not record.statements or not opened or record.name == AMQP_CHANNEL:
            continue
        if (
            record.subtype not in ("ADDRESSMAP", "USERMAP", "QMGRMAP")
            or record.text("CHCKCLNT") == "REQUIRED"
        ):
            continue
        if record.value("USERSRC") in ("CHANNEL", "MAP") and record.text("ADDRESS") in EVERYWHERE:
            statement = record.statements[-1]
            channel = queue_manager.channel(record.name)
            known = channel is not None and authenticates_partner(channel)
            yield Hit(
                statement.name_place(),
                f"CHLAUTH({record.name}) {record.subtype} opens channels that every queue manager has",
                note="a new queue manager closes SYSTEM.* to all addresses, since an intruder tries their "
                "names first (resolving CHLAUTH access issues)",
                help="define your own channel, and leave the SYSTEM channels closed",
                object=ObjectName("CHLAUTH", record.name),
                attribute="USERSRC",
                severity=INFO if known else None,
            )


def unchecked_passwords(queue_manager: QueueManager) -> tuple[str, tuple[Related, ...]]:
    """Why clients need no password, in words, and where that is set; "" if they may need one.

    If no file sets CONNAUTH, the object that it names in a new queue manager counts, if a file alters that:
    one from before V8, whose CONNAUTH is blank, checks no passwords either.
    """
    qmgr = queue_manager.qmgr
    name = qmgr.value("CONNAUTH")
    place = qmgr.place("CONNAUTH") if qmgr.is_given("CONNAUTH") else None
    if name is None or has_placeholder(name):
        return "", ()
    if not name:
        return ("CONNAUTH is blank", (Related(place, "CONNAUTH is set here"),)) if place else ("", ())
    check = queue_manager.find("AUTHINFO", name)
    if check is not None and check.is_given("CHCKCLNT") and check.value("CHCKCLNT") in ("NONE", "OPTIONAL"):
        whose = "" if place else ", the CONNAUTH of a new queue manager,"
        return f"AUTHINFO({name}){whose} has CHCKCLNT({check.text('CHCKCLNT')})", defined_here(
            check, "CHCKCLNT"
        )
    return "", ()


@rule("SEC021")
def identity_not_verified(queue_manager: QueueManager) -> Iterator[Outcome]:
    """A server-connection channel accepts a client as the user that it names."""
    why, related = unchecked_passwords(queue_manager)
    if not why:
        return
    for channel in queue_manager.of_type("CHANNEL", "SVRCONN"):
        place = channel.place()
        if place is None or not channel.defined or channel.placeholder or channel.name.startswith("SYSTEM."):
            continue
        certificate = channel.text("SSLCIPH") and channel.value("SSLCAUTH") == "REQUIRED"
        if channel.text("MCAUSER") or channel.text("SCYEXIT") or certificate:
            continue
        if not channel.is_given("MCAUSER") and may_have(channel, "MCAUSER"):
            continue  # reported as a mistake
        if restricts(channel, queue_manager) and are_too_many(queue_manager, channel):
            yield TOO_MANY
            continue
        who = unverified(queue_manager, channel)
        if not who:
            continue
        yield Hit(
            place,
            f"CHANNEL({channel.name}) accepts {who}: {why}, and neither MCAUSER nor a record maps it",
            note="the user name is whatever the client claims; nothing is verified (determining which user "
            "is used for authorization)",
            help="set CHCKCLNT(REQUIRED) so that passwords are required, require a certificate, or set "
            "MCAUSER to a user with little authority",
            object=ObjectName("CHANNEL", channel.name),
            attribute="MCAUSER",
            related=related,
        )


def unverified(queue_manager: QueueManager, channel: MqObject) -> str:
    """Which clients run as the user that they name, in words; "" if none are known to."""
    if not restricts(channel, queue_manager):
        return "every client as the user that it names"
    for one in strangers(queue_manager, channel):
        if one.certain and one.keeps_claim:
            if one.question.user == STRANGER:
                return "every client that no CHLAUTH record restricts, as the user that it names"
            return f"every client that names the user {one.question.user}, as that user"
    return ""


def restricts(channel: MqObject, queue_manager: QueueManager) -> bool:
    """Whether a record of a script refuses or maps partners of a channel, or requires a password of them."""
    if queue_manager.qmgr.value("CHLAUTH") == "DISABLED":
        return False
    return queue_manager.channel_records.first(channel.name, channel.subtype, is_restriction) is not None


def is_restriction(record: ChannelAuthentication) -> bool:
    """Whether a script sets a record that refuses or maps partners, or requires a password of them."""
    return bool(record.statements) and record.subtype in MAPPING and not keeps_unchecked(record)
