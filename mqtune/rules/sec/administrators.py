"""SEC016 to SEC021: channels and records that let a partner run as an administrator of MQ, or as any user.

The default record that blocks administrators, `*` BLOCKUSER `*MQADMIN`, is compared with the user a client
would finally run as, that of MCAUSER and of mapping records included. It does not apply to message channels.
Records are checked in their state after the replay.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.access.answer import VALID
from mqtune.analysis.access.walk import STRANGER, Stranger, are_too_many, strangers
from mqtune.engine.rule import Hit, Outcome, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.records import (
    CLIENT,
    EVERYWHERE,
    MAPPING,
    PRIVILEGED,
    ChannelAuthentication,
    admits_anyone,
    effective_block,
    is_administrator,
    keeps_unchecked,
    keeps_user,
)
from mqtune.estate.statement import Statement
from mqtune.rules.common import defined_here, may_have
from mqtune.syntax.document import has_placeholder
from mqtune.text.editing import Place
from mqtune.text.finding import INFO, WARNING, ObjectName, Related
from mqtune.text.not_checked import TOO_MANY

# SEC019 to SEC021: blocked users, records that open channels.

# prefixes of the default objects for channels; SYSTEM.ADMIN.SVRCONN is open by default
DEFAULT_CHANNELS = ("SYSTEM.DEF.", "SYSTEM.AUTO.")
AMQP_CHANNEL = "SYSTEM.DEF.AMQP"  # the channel that AMQP clients use by default


def quoted_list(record: ChannelAuthentication) -> str:
    """The first users of a USERLIST, in quotation marks."""
    return ", ".join(f"'{user}'" for user in record.entries[:8])


def omits_administrators(record: ChannelAuthentication) -> bool:
    """Whether a script set the list, and privileged users are known not to be in it."""
    known = record.statements and record.entries and not any(has_placeholder(user) for user in record.entries)
    return bool(known) and PRIVILEGED not in (user.strip().upper() for user in record.entries)


@rule("SEC019")
def administrator_block_removed(queue_manager: QueueManager) -> Iterator[Hit]:
    """The record that blocks administrators on all channels, `*` BLOCKUSER `*MQADMIN`, is removed or replaced
    by a list without it.
    """
    record = next(
        (
            candidate
            for candidate in queue_manager.chlauth_in_force
            if candidate.subtype == "BLOCKUSER" and candidate.name == "*"
        ),
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
            object=ObjectName("CHANNEL", channel.name),
            attribute="MCAUSER",
            related=related,
        )


def unverified(queue_manager: QueueManager, channel: MqObject) -> str:
    """Which clients run as the user that they name, in words; "" if none are known to."""
    if not restricts(channel, queue_manager):
        return "every client as the user that it names"
    for stranger in strangers(queue_manager, channel):
        if stranger.certain and stranger.keeps_claim:
            if stranger.question.user == STRANGER:
                return "every client that no CHLAUTH record restricts, as the user that it names"
            return f"every client that names the user {stranger.question.user}, as that user"
    return ""


def restricts(channel: MqObject, queue_manager: QueueManager) -> bool:
    """Whether a record of a script refuses or maps partners of a channel, or requires a password of them."""
    if queue_manager.qmgr.value("CHLAUTH") == "DISABLED":
        return False
    return queue_manager.channel_records.first(channel.name, channel.subtype, is_restriction) is not None


def is_restriction(record: ChannelAuthentication) -> bool:
    """Whether a script sets a record that refuses or maps partners, or requires a password of them."""
    return bool(record.statements) and record.subtype in MAPPING and not keeps_unchecked(record)


# SEC016 to SEC018: partners that run as an administrator.

STRICT = ("REQUIRED", "REQDADM")  # values of CHCKCLNT
BLOCKED = (
    "CHLAUTH compares the user in the end with its block of administrators, *MQADMIN by default: a client is "
    "refused with AMQ9776 and reason 2035, and would be an administrator only without that block (blocking "
    "specific user IDs, q013810_; channel blocked, q049730_)"
)


@rule("SEC016", skip=Skip(given=("MCAUSER",)))
def channel_runs_as_administrator(object: MqObject, queue_manager: QueueManager) -> Iterator[Outcome]:
    """MCAUSER of a receiving channel is a user that administers MQ, and strangers obtain it."""
    user = object.text("MCAUSER")
    place = object.place("MCAUSER") if is_administrator(user, queue_manager.platform) else None
    if place is None or object.text("SCYEXIT"):
        return
    if are_too_many(queue_manager, object):
        yield TOO_MANY
        return
    matching = [
        stranger
        for stranger in strangers(queue_manager, object)
        if stranger.user == user and not stranger.is_mapped
    ]
    running = [stranger for stranger in matching if not stranger.refused]
    blocked = any(stranger.blocked for stranger in matching)
    if running or blocked or partners_keep_user(object, queue_manager):
        yield administrator_hit(object, user, queue_manager, place, running)


def partners_keep_user(channel: MqObject, queue_manager: QueueManager) -> bool:
    """Whether partners of a message channel that records admit by name or address put as its MCAUSER."""
    if channel.subtype == CLIENT or authenticates_partner(channel):
        return False
    return keeps_user(queue_manager.channel_records, channel.name, channel.subtype, certified=False)


def administrator_hit(
    object: MqObject, user: str, queue_manager: QueueManager, place: Place, running: list[Stranger]
) -> Hit:
    """The finding for a channel, which says whether the user is really obtained."""
    certain = any(stranger.certain for stranger in running) and object.subtype == CLIENT
    severity = None if certain else WARNING
    if object.subtype != CLIENT:
        severity, partner = (
            (WARNING, "every partner") if running else (INFO, "the partners that CHLAUTH admits")
        )
        message = f"puts the messages of {partner} as {user}, an MQ administrator"
        note = (
            "the partner can put to every queue, also to the command queue; the block of administrators "
            "does not apply to message channels, and a blank MCAUSER is as powerful (blocking specific user "
            "IDs, q013810_)"
        )
    elif running:
        runs = "runs" if certain else "may run"
        message = f"{runs} as {user}, an MQ administrator, for {who_connects(object, queue_manager, running)}"
        lifted = block_is_lifted(object.name, queue_manager) or f"no list of blocked users contains {user}"
        note = f"{lifted}{password_check(queue_manager)} (message channel agent user identifier, q082010_)"
    else:
        message = f"has the MQ administrator {user} as MCAUSER, whom CHLAUTH blocks by default"
        note = BLOCKED
    return Hit(
        place,
        f"CHANNEL({object.name}) {message}",
        note=note,
        attribute="MCAUSER",
        severity=severity,
        related=inherited_from(object),
    )


def inherited_from(channel: MqObject) -> tuple[Related, ...]:
    """Where MCAUSER is set if the channel has it from another one."""
    place = None if channel.is_given("MCAUSER") else channel.origin("MCAUSER").place()
    return (Related(place, "MCAUSER is set here"),) if place is not None else ()


def who_connects(channel: MqObject, queue_manager: QueueManager, running: list[Stranger]) -> str:
    """Which clients use the user of a channel, in words."""
    unchecked, _ = unchecked_passwords(queue_manager)
    without = any(stranger.question.credentials != VALID for stranger in running)
    who = "partner that connects" if unchecked and without else "client that the password check accepts"
    return f"every {who}" + (
        " and that no CHLAUTH record restricts" if restricts(channel, queue_manager) else ""
    )


def password_check(queue_manager: QueueManager) -> str:
    """What remains between a client and the user of an administrator, as the end of a sentence."""
    unchecked, _ = unchecked_passwords(queue_manager)
    if unchecked:
        return f" and {unchecked}: anyone who reaches the channel can define, delete and read everything"
    return (
        "; a new queue manager requires a password if the user is an administrator (REQDADM), but that of "
        "any user will do unless ADOPTCTX replaces the user; without CONNAUTH nothing is required"
    )


def checks_disabled(queue_manager: QueueManager) -> bool:
    """Whether the files disable channel authentication records."""
    return queue_manager.qmgr.is_given("CHLAUTH") and queue_manager.qmgr.value("CHLAUTH") == "DISABLED"


def block_is_lifted(channel: str, queue_manager: QueueManager) -> str:
    """Why administrators are known not to be blocked on a client channel, in words; "" if they may be."""
    if checks_disabled(queue_manager):
        return "CHLAUTH is disabled"
    block = effective_block(queue_manager.channel_records, channel)
    if block is None:
        removed = removal_of_block(queue_manager)
        return "the record that blocks administrators is removed" if removed is not None else ""
    if not block.statements:
        return ""
    if block.value("WARN") == "YES":
        return f"the block of users of CHLAUTH({block.name}) has WARN(YES)"
    return f"CHLAUTH({block.name}) does not block administrators" if omits_administrators(block) else ""


@rule("SEC017")
def record_maps_to_administrator(queue_manager: QueueManager) -> Iterator[Hit]:
    """A CHLAUTH record maps partners from any address to a user that administers MQ."""
    if checks_disabled(queue_manager):
        return
    for record in queue_manager.chlauth_in_force:
        if not record.statements or record.subtype not in ("ADDRESSMAP", "USERMAP", "QMGRMAP"):
            continue
        user, address = record.text("MCAUSER"), record.text("ADDRESS")
        if record.value("USERSRC") not in (None, "MAP") or has_placeholder(user):
            continue
        if not is_administrator(user, queue_manager.platform):
            continue
        # a client's user name is untrustworthy only if its password is known to be unchecked
        statement = record.statements[-1]
        unverified = record.subtype != "USERMAP" or any(
            related.place.file == statement.name_place().file
            for related in unchecked_passwords(queue_manager)[1]
        )
        if address in EVERYWHERE and unverified and record.text("CHCKCLNT") not in STRICT:
            yield mapping_hit(record, user, queue_manager)


def mapping_hit(record: ChannelAuthentication, user: str, queue_manager: QueueManager) -> Hit:
    """The finding for a record, which says whether the user is really obtained."""
    clients = for_clients(record, queue_manager)
    lifted = block_is_lifted(record.name, queue_manager) if clients else ""
    if not clients:
        note = (
            "the queue manager name and the address are whatever the partner claims, and the block of "
            "administrators does not apply to message channels (blocking specific user IDs, q013810_)"
        )
    elif lifted:
        note = f"{lifted}{password_check(queue_manager)} (determining which user is used for authorization)"
    else:
        note = BLOCKED
    return Hit(
        record.statements[-1].word_place("MCAUSER"),
        f"CHLAUTH({record.name}) {record.subtype} maps partners from any address to {user}, an MQ "
        "administrator" + (", whom CHLAUTH blocks by default" if clients and not lifted else ""),
        note=note,
        object=ObjectName("CHLAUTH", record.name),
        attribute="MCAUSER",
        severity=None if lifted else WARNING,
    )


def for_clients(record: ChannelAuthentication, queue_manager: QueueManager) -> bool:
    """Whether a mapping record applies to client channels, as far as the files show its channels."""
    if record.subtype != "ADDRESSMAP":
        return record.subtype == "USERMAP"
    channels = [channel for channel in queue_manager.of_type("CHANNEL") if channel.statements]
    mapped = [channel for channel in channels if record.applies_to(channel.name, channel.subtype)]
    return not mapped or any(channel.subtype == CLIENT for channel in mapped)


@rule("SEC018")
def administrators_not_blocked(queue_manager: QueueManager) -> Iterator[Hit]:
    """A BLOCKUSER record for a user-defined channel does not include `*MQADMIN`."""
    if checks_disabled(queue_manager):
        return
    for record in queue_manager.chlauth_in_force:
        if record.subtype == "BLOCKUSER" and record.name != "*" and omits_administrators(record):
            statement = record.statements[-1]
            yield Hit(
                statement.word_place("USERLIST"),
                f"CHLAUTH({record.name}) blocks only {quoted_list(record)}, no longer administrators",
                object=ObjectName("CHLAUTH", record.name),
                attribute="USERLIST",
                severity=INFO if is_restricted(record.name, queue_manager) else None,
            )


def is_restricted(profile: str, queue_manager: QueueManager) -> bool:
    """Whether records keep strangers out of a client channel, or MCAUSER gives all of them another user."""
    channel = queue_manager.channel(profile)
    user = channel.text("MCAUSER") if channel is not None else ""
    if user and not is_administrator(user, queue_manager.platform):
        return True
    return not admits_anyone(queue_manager.channel_records, profile, CLIENT)
