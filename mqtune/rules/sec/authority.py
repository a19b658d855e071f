"""SEC022 to SEC025, SEC037 to SEC039: authority records that grant too much, or to everyone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mqtune.engine.rule import Hit, Outcome, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.records import MAPPING, WINDOWS, AuthorityRecord, is_administrator
from mqtune.estate.topic_strings import profile_matches
from mqtune.syntax.document import has_placeholder
from mqtune.text.finding import INFO, WARNING, ObjectName, Related
from mqtune.text.not_checked import CHANNEL_USERS

Test = Callable[[AuthorityRecord], bool]

# groups that include everyone, or that have no particular members
PUBLIC_GROUPS = (
    "nobody",
    "nogroup",
    "everyone",
    "users",
    "domain users",
    "authenticated users",
    "guests",
    "other",
)
UNKNOWN_USERS = "nobody"  # the group whose authorities an unknown user has
ADMINISTRATION = ("ALL", "ALLADM")
CHANGES_QUEUE_MANAGER = ("ALL", "ALLADM", "CHG", "CTRL")
WRITING = ("ALL", "ALLMQI", "PUT")
COMMAND_QUEUES = (
    "SYSTEM.ADMIN.COMMAND.QUEUE",
    "SYSTEM.CLUSTER.COMMAND.QUEUE",
    "SYSTEM.CLUSTER.TRANSMIT.QUEUE",
)
EVERY_OBJECT = ("**", "*")
MESSAGING_TYPES = ("QUEUE", "TOPIC")
SHOWN = 8
ADMIN = "admin"  # in the name of a group, it states what its members do


def by_user(queue_manager: QueueManager, test: Test) -> Iterator[list[AuthorityRecord]]:
    """The records that pass a test, grouped by user or group. Administrators and placeholders are omitted."""
    groups: dict[tuple[str, str], list[AuthorityRecord]] = {}
    for record in queue_manager.authrecs:
        known = record.statements and record.authorities and not has_placeholder(record.user)
        # an unquoted GROUP(mqm) is meant for administrators too; another rule reports that it is folded
        if known and not is_administrator(record.user, WINDOWS) and test(record):
            groups.setdefault((record.entity, record.user), []).append(record)
    yield from groups.values()


def subject_of(record: AuthorityRecord) -> str:
    """The objects a record applies to; a record for the queue manager has no profile."""
    return "the queue manager" if record.objtype == "QMGR" else f"{record.objtype}({record.profile})"


def hit(records: list[AuthorityRecord], words: str, severity: str | None = None) -> Hit:
    """One finding for all records of a user; `words` may contain `{profile}` and `{given}`."""
    first = records[0]
    more = f" and {len(records) - 1} more" if len(records) > 1 else ""
    profile = f"{subject_of(first)}{more}"
    given = ",".join(first.authorities[:8])
    return Hit(
        first.statements[-1].word_place("AUTHADD"),
        f"{first.entity}({first.user}) {words.format(profile=profile, given=given)}",
        object=ObjectName("AUTHREC", first.user),
        attribute="AUTHADD",
        severity=severity,
        related=tuple(
            Related(record.statements[-1].word_place("AUTHADD"), subject_of(record))
            for record in records[1:SHOWN]
        ),
    )


@rule("SEC022")
def authority_for_everyone(queue_manager: QueueManager) -> Iterator[Hit]:
    """SET AUTHREC grants authority to a group that includes everyone or has no particular members.

    Who is in a group of an LDAP server is unknown, whatever its name.
    """
    if queue_manager.ldap_authorisation:
        return

    def test(record: AuthorityRecord) -> bool:
        return record.entity == "GROUP" and record.user.lower() in PUBLIC_GROUPS

    for records in by_user(queue_manager, test):
        yield hit(
            records,
            "has {given} on {profile}",
            severity=None if certainly_public(records[0].user, queue_manager.platform) else WARNING,
        )


def certainly_public(group: str, platform: str | None) -> bool:
    """Whether everyone has the authorities of a group. Unknown users have those of one group; the others
    include all users on Windows, whereas elsewhere it depends on the distribution.
    """
    return platform == WINDOWS if group.lower() != UNKNOWN_USERS else platform != WINDOWS


@rule("SEC023")
def administrative_authority_granted(queue_manager: QueueManager) -> Iterator[Hit]:
    """SET AUTHREC grants ALL or ALLADM to a user or group other than the MQ administrators."""
    for records in by_user(
        queue_manager, lambda record: not set(ADMINISTRATION).isdisjoint(record.authorities)
    ):
        yield hit(
            records,
            "has {given} on {profile}, so it may change and delete objects",
            severity=INFO if is_named_administrators(records[0]) else None,
        )


def is_named_administrators(record: AuthorityRecord) -> bool:
    """Whether a group calls itself administrators, so that the grant is hardly meant for an application."""
    return record.entity == "GROUP" and ADMIN in record.user.lower()


@rule("SEC024")
def authority_on_every_object(queue_manager: QueueManager) -> Iterator[Hit]:
    """SET AUTHREC grants PUT, GET, ALLMQI or ALL on every queue or topic (PROFILE('**')) to a user or group
    other than the MQ administrators.
    """

    def test(record: AuthorityRecord) -> bool:
        writes = not {"ALL", "ALLMQI", "PUT", "GET"}.isdisjoint(record.authorities)
        return record.objtype in MESSAGING_TYPES and record.profile in EVERY_OBJECT and writes

    for records in by_user(queue_manager, test):
        yield hit(records, "has {given} on {profile}: every present and future object")


def opens(profile: str) -> bool:
    """Whether a profile, other than one for all queues, applies to a queue whose messages are commands."""
    if profile in EVERY_OBJECT or profile in COMMAND_QUEUES:
        return profile in COMMAND_QUEUES
    return any(sign in profile for sign in "*?") and any(
        profile_matches(profile, queue) for queue in COMMAND_QUEUES
    )


@rule("SEC025")
def command_queue_authority_granted(queue_manager: QueueManager) -> Iterator[Hit]:
    """SET AUTHREC allows a user or group other than the MQ administrators to put to
    SYSTEM.ADMIN.COMMAND.QUEUE, SYSTEM.CLUSTER.COMMAND.QUEUE or SYSTEM.CLUSTER.TRANSMIT.QUEUE, by its name
    or by a profile with wildcards.

    Users that may change the queue manager itself are not reported, since they do not need the queue for it;
    nor are profiles for every queue, which are covered by authority_on_every_object.
    """
    administrators = {
        (record.entity, record.user)
        for record in queue_manager.authrecs
        if record.objtype == "QMGR" and not set(CHANGES_QUEUE_MANAGER).isdisjoint(record.authorities)
    }

    def test(record: AuthorityRecord) -> bool:
        writes = record.objtype == "QUEUE" and not set(WRITING).isdisjoint(record.authorities)
        return writes and opens(record.profile) and (record.entity, record.user) not in administrators

    for records in by_user(queue_manager, test):
        yield hit(records, "may put to {profile}")


# SEC037 to SEC039: authorities that the documentation asks to grant with care.

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
    administers = not set(ADMINISTRATION).isdisjoint(record.authorities)
    return not administers and (record.entity, record.user) not in made_by and not is_creators(record)


@rule("SEC037")
def impersonation_authority_granted(queue_manager: QueueManager) -> Iterator[Outcome]:
    """SET AUTHREC grants ALTUSR, SETALL or SETID to a user or group other than the MQ administrators."""
    made_by = creators(queue_manager)
    needed = needed_by_channels(queue_manager)

    def impersonates(record: AuthorityRecord) -> set[str]:
        authorities = {word for word in ("ALTUSR", *CONTEXT) if word in record.authorities} - needed
        if record.objtype == "QMGR" and "ALLMQI" in record.authorities:
            authorities.add("ALLMQI")
        return authorities

    def may_be_needed(record: AuthorityRecord) -> bool:
        return (
            granted(record, made_by) and bool(needed & set(record.authorities)) and not impersonates(record)
        )

    for _ in by_user(queue_manager, may_be_needed) if needed else ():
        yield CHANNEL_USERS
    for records in by_user(
        queue_manager, lambda record: granted(record, made_by) and bool(impersonates(record))
    ):
        words = set().union(*(impersonates(record) for record in records))
        unknown = words == {"SETALL"} and not queue_manager.complete
        yield hit(
            records, f"has {','.join(sorted(words))} on {{profile}}", severity=INFO if unknown else None
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
            severity=INFO if is_named_administrators(records[0]) else None,
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
        yield hit(records, "has {given} on {profile}")
