"""SEC036: channel authentication records that can never match their channel."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.chlauth import RECEIVING, ChannelAuthentication
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import ObjectName
from mqtune.rules.common.mistakes import may_have
from mqtune.rules.common.object_names import defined_here


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
                note="the record is accepted but never matches (channel authentication records, q010250_; "
                "mapping a client user ID, q013860_)",
                help="use a record of another type, or correct the profile",
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
