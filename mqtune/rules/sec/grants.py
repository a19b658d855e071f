"""SEC037 to SEC039: authorities that the documentation asks to grant with care."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import rule
from mqtune.estate.authority import AuthorityRecord
from mqtune.estate.chlauth import MAPPING
from mqtune.estate.model import QueueManager
from mqtune.findings.finding import INFO
from mqtune.findings.held_back import CHANNEL_USERS
from mqtune.rules.sec.authority import ADMINISTRATION, by_user, hit, is_named_administrators, opens

# what the product grants to the creator of a queue manager and of an object, by object type
CREATOR = {
    "QMGR": frozenset({"ALTUSR", "CHG", "CONNECT", "DLT", "DSP", "INQ", "SET", "SETALL", "SETID"}),
    "QUEUE": frozenset(
        {"BROWSE", "CHG", "CLR", "DLT", "DSP", "GET", "INQ", "PASSALL", "PASSID", "PUT", "SET", "SETALL"}
    ),
    "TOPIC": frozenset({"CHG", "CLR", "CTRL", "DLT", "DSP", "PASSALL", "PASSID", "PUB", "SETALL", "SUB"}),
    "CHANNEL": frozenset({"CHG", "CTRL", "CTRLX", "DLT", "DSP"}),
    "CLNTCONN": frozenset({"CHG", "DLT", "DSP"}),
    "PROCESS": frozenset({"CHG", "DLT", "DSP", "INQ"}),
    "NAMELIST": frozenset({"CHG", "DLT", "DSP", "INQ"}),
    "AUTHINFO": frozenset({"CHG", "DLT", "DSP", "INQ"}),
    "LISTENER": frozenset({"CHG", "CTRL", "DLT", "DSP"}),
    "SERVICE": frozenset({"CHG", "CTRL", "DLT", "DSP"}),
    "COMMINFO": frozenset({"CHG", "DLT", "DSP"}),
}
CONTEXT = ("SETALL", "SETID")
CHANGES = ("CHG", "CLR", "CRT", "CTRL", "CTRLX", "DLT")
MESSAGES = ("ALLMQI", "BROWSE", "GET", "PUB", "PUT", "SET", "SUB")
WRITES = ("ALLMQI", "PUT")
ROOT_TOPIC = "SYSTEM.BASE.TOPIC"
SYSTEM = "SYSTEM."
RECEIVERS = ("RCVR", "RQSTR", "CLUSRCVR")
SOURCE = "(Privileged users, q013300_)"


def is_creators(record: AuthorityRecord) -> bool:
    """Whether a record has all authorities of the one that the product makes for the creator of an object."""
    full = CREATOR.get(record.objtype)
    return full is not None and full <= set(record.authorities)


def creators(queue_manager: QueueManager) -> set[tuple[str, str]]:
    """The users and groups that created the queue manager, as far as records show it."""
    return {
        (record.entity, record.user)
        for record in queue_manager.authrecs
        if record.objtype == "QMGR" and is_creators(record)
    }


def granted(record: AuthorityRecord, made_by: set[tuple[str, str]]) -> bool:
    """Whether an administrator chose the authorities, and another rule does not report all of them."""
    whole = not set(ADMINISTRATION).isdisjoint(record.authorities)
    return not whole and (record.entity, record.user) not in made_by and not is_creators(record)


@rule("SEC037")
def impersonation_authority_granted(queue_manager: QueueManager) -> Iterator[Outcome]:
    """SET AUTHREC grants ALTUSR, SETALL or SETID to a user or group other than the MQ administrators."""
    made_by = creators(queue_manager)
    needed = needed_by_channels(queue_manager)

    def impersonates(record: AuthorityRecord) -> set[str]:
        found = {word for word in ("ALTUSR", *CONTEXT) if word in record.authorities} - needed
        if record.objtype == "QMGR" and "ALLMQI" in record.authorities:
            found.add("ALLMQI")
        return found

    def may_be_needed(record: AuthorityRecord) -> bool:
        return (
            granted(record, made_by) and bool(needed & set(record.authorities)) and not impersonates(record)
        )

    for _ in by_user(queue_manager, may_be_needed) if needed else ():
        yield CHANNEL_USERS
    for records in by_user(queue_manager, lambda one: granted(one, made_by) and bool(impersonates(one))):
        words = set().union(*(impersonates(record) for record in records))
        unknown = words == {"SETALL"} and not queue_manager.complete
        yield hit(
            records,
            f"has {','.join(sorted(words))} on {{profile}}",
            "with ALTUSR a program acts with the authority of any user, with SETALL and SETID it writes any "
            f"user into a message {SOURCE}",
            "remove it with AUTHRMV; only the users of message channels, dead-letter queue handlers and "
            "servers that check authority for others need it",
            INFO if unknown else None,
        )


def needed_by_channels(queue_manager: QueueManager) -> set[str]:
    """The authorities that the users of the message channels need: these users may be any."""
    receivers = [
        channel
        for subtype in RECEIVERS
        for channel in queue_manager.of_type("CHANNEL", subtype)
        if channel.statements
    ]
    mapped = any(
        record.statements and record.subtype in MAPPING and record.subtype != "USERMAP"
        for record in queue_manager.chlauth
    )
    if not any(channel.text("MCAUSER") or mapped for channel in receivers):
        return set()
    by_context = any(channel.value("PUTAUT") == "CTX" for channel in receivers)
    return {"SETALL", "ALTUSR"} if by_context else {"SETALL"}


@rule("SEC038")
def change_authority_granted(queue_manager: QueueManager) -> Iterator[Hit]:
    """SET AUTHREC grants authority to change, create, clear or control objects to users other than the MQ
    administrators.
    """
    made_by = creators(queue_manager)

    def test(record: AuthorityRecord) -> bool:
        return not set(CHANGES).isdisjoint(record.authorities) and granted(record, made_by)

    for records in by_user(queue_manager, test):
        words = sorted({word for record in records for word in record.authorities if word in CHANGES})
        yield hit(
            records,
            f"has {','.join(words)} on {{profile}}",
            "these authorities change, create and delete objects, clear queues and stop or resolve channels; "
            f"messaging applications do not need them {SOURCE}",
            "remove them from applications with AUTHRMV; give operators a group of their own",
            INFO if is_named_administrators(records[0]) else None,
        )


@rule("SEC039")
def system_objects_opened(queue_manager: QueueManager) -> Iterator[Hit]:
    """SET AUTHREC grants authority on a group of SYSTEM queues or topics, or on the root topic."""
    made_by = creators(queue_manager)

    def test(record: AuthorityRecord) -> bool:
        if not record.profile.startswith(SYSTEM) or set(MESSAGES).isdisjoint(record.authorities):
            return False
        if not granted(record, made_by):
            return False
        if record.objtype == "TOPIC":
            return record.profile == ROOT_TOPIC or "*" in record.profile
        commands = opens(record.profile) and not set(WRITES).isdisjoint(record.authorities)
        return record.objtype == "QUEUE" and "*" in record.profile and not commands

    for records in by_user(queue_manager, test):
        yield hit(
            records,
            "has {given} on {profile}",
            "the SYSTEM queues contain the queue manager's own data, and the root of the topic tree applies "
            f"to every topic; authority on them needs extra scrutiny {SOURCE}",
            "name the objects that the program needs",
        )
