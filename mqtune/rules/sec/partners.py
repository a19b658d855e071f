"""SEC036, SEC040, SEC041, SEC043, SEC044, SEC049, SEC050, SEC054: partners without effective restrictions.

No record restricts them, a record never matches, or their password is checked too late or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.access.answer import VALID
from mqtune.analysis.access.walk import are_too_many, strangers
from mqtune.engine.rule import Hit, Outcome, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.records import (
    EVERYWHERE,
    MAPPING,
    RECEIVING,
    ChannelAuthentication,
    decides_for_all,
    keeps_user,
)
from mqtune.rules.common import defined_here, entry_place, incomplete, may_have, unless_incomplete
from mqtune.rules.sec.administrators import (
    STRICT,
    authenticates_partner,
    checks_disabled,
    requires_certificate,
)
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.ini.tree import Entry, IniFile
from mqtune.text.finding import WARNING, ObjectName, Related
from mqtune.text.not_checked import TOO_MANY

# SEC040, SEC041, SEC050, SEC054: partners that no record restricts.

INBOUND = ("SVRCONN", "RCVR", "RQSTR", "CLUSRCVR")
SHOWN = 8


def own_channels(queue_manager: QueueManager, subtypes: tuple[str, ...]) -> list[MqObject]:
    """The channels of some kinds that scripts define, except SYSTEM channels."""
    return [
        channel
        for subtype in subtypes
        for channel in queue_manager.of_type("CHANNEL", subtype)
        if channel.statements
        and channel.defined
        and not channel.placeholder
        and not channel.name.startswith("SYSTEM.")
    ]


@rule("SEC040")
def unrestricted_message_channel(object: MqObject, queue_manager: QueueManager) -> Iterator[Outcome]:
    """A receiving message channel has a blank MCAUSER, and no record maps its partners."""
    if object.value("MCAUSER") != "" or object.text("SCYEXIT") or object.placeholder:
        return
    if object.name.startswith("SYSTEM.") or not object.defined:
        return
    disabled = checks_disabled(queue_manager)
    records = queue_manager.channel_records
    if not disabled and not keeps_user(records, object.name, object.subtype):
        return
    if not disabled and not queue_manager.complete:
        yield incomplete(queue_manager)
        return
    place = object.place("MCAUSER")
    mapped = not disabled and records.first(object.name, object.subtype, is_mapping_of_script) is not None
    if place is not None:
        yield Hit(
            place,
            f"CHANNEL({object.name}) puts messages "
            f"{'of partners that no record maps ' if mapped else ''}"
            "with the authority of the channel process, normally mqm",
            attribute="MCAUSER",
        )


@rule("SEC041")
def missing_back_stop_record(queue_manager: QueueManager) -> Iterator[Outcome]:
    """A channel accepts partners that match no record, since none decides about all others."""
    if checks_disabled(queue_manager):
        return
    open_channels = [
        channel
        for channel in own_channels(queue_manager, INBOUND)
        if not authenticates_partner(channel)
        and not decides_for_all(queue_manager.channel_records, channel.name, channel.subtype)
    ]
    place = open_channels[0].place() if open_channels else None
    if place is None:
        return
    if not queue_manager.complete:
        yield incomplete(queue_manager)
        return
    first, more = open_channels[0], len(open_channels) - 1
    cluster = next((channel for channel in open_channels if channel.subtype == "CLUSRCVR"), None)
    yield Hit(
        place,
        f"CHANNEL({first.name}){f' and {more} more accept' if more else ' accepts'} partners that match "
        "no CHLAUTH record, from any address",
        note="records should block strictly, and others then admit the known partners (Resolving CHLAUTH "
        "access issues, q132560_)"
        + (f"; any queue manager can join the cluster through CHANNEL({cluster.name})" if cluster else ""),
        object=ObjectName("CHLAUTH", "*"),
        attribute="USERSRC",
        related=tuple(
            Related(channel_place, f"CHANNEL({channel.name}) is defined here")
            for channel in open_channels[1:SHOWN]
            if (channel_place := channel.place()) is not None
        ),
    )


@rule("SEC054")
def record_admits_everyone(queue_manager: QueueManager) -> Iterator[Outcome]:
    """An ADDRESSMAP record admits partners from any address, who need neither password nor certificate."""
    if checks_disabled(queue_manager) or not any(map(may_admit, queue_manager.chlauth_in_force)):
        return
    opened: dict[int, tuple[ChannelAuthentication, list[MqObject]]] = {}
    for channel in own_channels(queue_manager, INBOUND):
        match = queue_manager.channel_records.first(channel.name, channel.subtype, may_admit)
        if match is None or authenticates_partner(channel):
            continue
        if are_too_many(queue_manager, channel):
            yield TOO_MANY
            continue
        record = admitting(queue_manager, channel)
        if record is not None:
            opened.setdefault(id(record), (record, []))[1].append(channel)
    for record, channels in opened.values():
        first, more = channels[0], len(channels) - 1
        user = f" as {record.text('MCAUSER')}" if record.text("MCAUSER") else ""
        yield Hit(
            record.statements[-1].name_place(),
            f"CHLAUTH({record.name}) ADDRESSMAP admits every partner from any address{user} on "
            f"CHANNEL({first.name}){f' and {more} more' if more else ''}",
            object=ObjectName("CHLAUTH", record.name),
            attribute="ADDRESS",
            related=defined_here(first),
        )


def is_mapping_of_script(record: ChannelAuthentication) -> bool:
    """Whether a script sets a record that maps, admits or refuses partners."""
    return bool(record.statements) and record.subtype in MAPPING


def may_admit(record: ChannelAuthentication) -> bool:
    """Whether a script sets an ADDRESSMAP record that admits whom it matches."""
    admits = record.subtype == "ADDRESSMAP" and record.value("USERSRC") != "NOACCESS"
    return bool(record.statements) and admits


def admitting(queue_manager: QueueManager, channel: MqObject) -> ChannelAuthentication | None:
    """The ADDRESSMAP record that surely admits strangers to a channel who show no password."""
    for stranger in strangers(queue_manager, channel):
        record = stranger.record
        passes = stranger.certain and not stranger.refused and stranger.question.credentials != VALID
        if passes and record is not None and record.statements and record.subtype == "ADDRESSMAP":
            return record
    return None


@rule("SEC050")
def record_for_every_queue_manager(queue_manager: QueueManager) -> Iterator[Hit]:
    """A QMGRMAP record accepts every queue manager, from any address and without a certificate."""
    records = [record for record in queue_manager.chlauth if accepts_every_name(record)]
    if not records or checks_disabled(queue_manager):
        return
    channels = own_channels(queue_manager, RECEIVING)
    for record in records:
        channel = next(
            (
                candidate
                for candidate in channels
                if record.applies_to(candidate.name, candidate.subtype)
                and not candidate.text("SCYEXIT")
                and not requires_certificate(candidate)
            ),
            None,
        )
        if channel is None or has_placeholder(channel.text("SSLCIPH")):
            continue
        yield Hit(
            record.statements[-1].word_place("QMNAME"),
            f"CHLAUTH({record.name}) QMGRMAP accepts every queue manager on CHANNEL({channel.name})",
            object=ObjectName("CHLAUTH", record.name),
            attribute="QMNAME",
            related=defined_here(channel),
        )


def accepts_every_name(record: ChannelAuthentication) -> bool:
    """Whether a script sets a record that accepts all queue managers, from any address."""
    return (
        bool(record.statements)
        and record.subtype == "QMGRMAP"
        and record.text("QMNAME") == "*"
        and record.text("ADDRESS") in EVERYWHERE
        and record.value("USERSRC") != "NOACCESS"
    )


# SEC036: channel authentication records that can never match their channel.


@rule("SEC036")
def unmatchable_channel_record(queue_manager: QueueManager) -> Iterator[Hit]:
    """A CHLAUTH record names one channel and can never match it.

    Profiles with wildcards may apply to other channels and are not checked.
    """
    for record in queue_manager.chlauth:
        exact = record.statements and "*" not in record.name
        channel = queue_manager.channel(record.name) if exact else None
        why = reason(record, channel) if channel is not None else ""
        if why and channel is not None:
            yield Hit(
                record.statements[-1].name_place(),
                f"CHLAUTH({record.name}) {record.subtype} has no effect: the channel {why}",
                object=ObjectName("CHLAUTH", record.name),
                attribute="TYPE",
                related=defined_here(channel),
            )


def reason(record: ChannelAuthentication, channel: MqObject) -> str:
    """Why a record can never match its channel; "" if it may."""
    if not channel.statements or not channel.defined:
        return ""
    if record.subtype == "QMGRMAP" and channel.subtype == "SVRCONN":
        return "is for clients, which have no queue manager name"
    if record.subtype in ("USERMAP", "BLOCKUSER") and channel.subtype in RECEIVING:
        return "is for queue managers, and only client users are checked"
    if record.subtype == "SSLPEERMAP" and channel.value("SSLCIPH") == "" and not may_have(channel, "SSLCIPH"):
        return "has no CipherSpec, so no partner presents a certificate"
    return ""


# SEC043, SEC044, SEC049: password checks that fail, come too late, or do not take place.

NO = ("N", "NO")


@rule("SEC043")
def password_required_without_connauth(queue_manager: QueueManager) -> Iterator[Hit]:
    """CONNAUTH is blank, and a CHLAUTH record requires a password."""
    qmgr = queue_manager.qmgr
    where = qmgr.place("CONNAUTH")
    if not qmgr.is_given("CONNAUTH") or qmgr.value("CONNAUTH") != "" or where is None:
        return
    if checks_disabled(queue_manager):
        return
    for record in queue_manager.chlauth:
        check = record.text("CHCKCLNT")
        if not record.statements or record.subtype not in MAPPING or check not in STRICT:
            continue
        if record.value("USERSRC") == "NOACCESS":
            continue
        yield Hit(
            record.statements[-1].word_place("CHCKCLNT"),
            f"CHLAUTH({record.name}) {record.subtype} has CHCKCLNT({check}), but CONNAUTH is blank: no "
            "password can be checked",
            object=ObjectName("CHLAUTH", record.name),
            attribute="CHCKCLNT",
            severity=None if check == "REQUIRED" else WARNING,
            related=(Related(where, "CONNAUTH is set here"),),
        )


@rule("SEC044")
def user_record_before_password_check(queue_manager: QueueManager) -> Iterator[Outcome]:
    """USERMAP records are compared with the asserted user, and the checked user replaces theirs."""
    setting = queue_manager.ini_entry("Channels", "ChlauthEarlyAdopt")
    if setting is None or setting[1].value.strip().upper() not in NO or checks_disabled(queue_manager):
        return
    check = queue_manager.find("AUTHINFO", queue_manager.qmgr.text("CONNAUTH"))
    if check is None or check.value("ADOPTCTX") != "YES" or check.value("CHCKCLNT") == "NONE":
        return
    hits = user_record_hits(queue_manager, *setting)
    yield from hits if check.is_given("ADOPTCTX") else unless_incomplete(hits, queue_manager)


def user_record_hits(queue_manager: QueueManager, file: IniFile, entry: Entry) -> Iterator[Hit]:
    """Each USERMAP record of a queue manager with this entry for ChlauthEarlyAdopt."""
    for record in queue_manager.chlauth:
        if record.subtype == "USERMAP" and record.statements:
            yield Hit(
                record.statements[-1].word_place("CLNTUSER"),
                f"CHLAUTH({record.name}) USERMAP is compared with the user that the client reports, before "
                "the password is checked",
                note=f"{entry.key}={entry.value.strip()}: the user whose password is checked is "
                "adopted afterwards and replaces the one of the record (Interaction of CHLAUTH and CONNAUTH, "
                "q132550_; IT18052)",
                object=ObjectName("CHLAUTH", record.name),
                attribute="CLNTUSER",
                related=(Related(entry_place(file, entry), f"{entry.key} is set here"),),
            )


@rule("SEC049")
def local_password_check_off(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """The AUTHINFO object of the queue manager has CHCKLOCL(NONE)."""
    qmgr = queue_manager.qmgr
    place = object.place("CHCKLOCL")
    if object.value("CHCKLOCL") != "NONE" or not object.is_given("CHCKLOCL") or place is None:
        return
    if qmgr.is_given("CONNAUTH") and qmgr.value("CONNAUTH") != object.name:
        return
    yield Hit(
        place,
        f"AUTHINFO({object.name}) has CHCKLOCL(NONE): passwords that local programs send are not checked",
        attribute="CHCKLOCL",
    )
