"""SEC016 to SEC018: channels and records that let a partner run as an administrator of MQ.

The default record that blocks administrators, `*` BLOCKUSER `*MQADMIN`, is compared with the user a client
would finally run as, that of MCAUSER and of mapping records included. It does not apply to message channels.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.access.question import VALID
from mqtune.access.strangers import Stranger, are_too_many, strangers
from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import Skip, rule
from mqtune.estate.authority import is_administrator
from mqtune.estate.chlauth import (
    CLIENT,
    EVERYWHERE,
    PRIVILEGED,
    ChannelAuthentication,
    admits_anyone,
    effective_block,
    keeps_user,
)
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import INFO, WARNING, ObjectName, Related
from mqtune.findings.held_back import TOO_MANY
from mqtune.rules.sec.identity import (
    STRICT,
    authenticates_partner,
    omits_administrators,
    quoted_list,
    removal_of_block,
    restricts,
    unchecked_passwords,
)
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.spans import Place

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
    found = [one for one in strangers(queue_manager, object) if one.user == user and not one.is_mapped]
    running = [one for one in found if not one.refused]
    blocked = any(one.blocked for one in found)
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
    certain = any(one.certain for one in running) and object.subtype == CLIENT
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
        help="set MCAUSER to a user with the authority the applications need",
        attribute="MCAUSER",
        severity=severity,
        related=inherited_from(object),
    )


def inherited_from(channel: MqObject) -> tuple[Related, ...]:
    """Where MCAUSER is set if the channel has it from another one."""
    there = None if channel.is_given("MCAUSER") else channel.origin("MCAUSER").place()
    return (Related(there, "MCAUSER is set here"),) if there is not None else ()


def who_connects(channel: MqObject, queue_manager: QueueManager, running: list[Stranger]) -> str:
    """Which clients use the user of a channel, in words."""
    unchecked, _ = unchecked_passwords(queue_manager)
    without = any(one.question.credentials != VALID for one in running)
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
        help="map to a user with less authority, or require a certificate with SSLPEERMAP",
        object=ObjectName("CHLAUTH", record.name),
        attribute="MCAUSER",
        severity=None if lifted else WARNING,
    )


def for_clients(record: ChannelAuthentication, queue_manager: QueueManager) -> bool:
    """Whether a mapping record applies to client channels, as far as the files show its channels."""
    if record.subtype != "ADDRESSMAP":
        return record.subtype == "USERMAP"
    channels = [one for one in queue_manager.of_type("CHANNEL") if one.statements]
    found = [one for one in channels if record.applies_to(one.name, one.subtype)]
    return not found or any(one.subtype == CLIENT for one in found)


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
                note="only the most specific list applies; lists are not combined: this one replaces the "
                f"default list, {PRIVILEGED} for all channels (blocking specific user IDs, q013810_)",
                help=f"add '{PRIVILEGED}' to USERLIST, or reserve the channel for administrators: TLS, and "
                "records that accept only their certificates or addresses",
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
