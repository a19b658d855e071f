"""CHL026: server-connection channels that outlive their clients."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import Related
from mqtune.rules.common.ini_places import entry_place, stanza_name

STANZA, KEY = "TCP", "KeepAlive"
NO = ("NO", "N")


@rule("CHL026")
def undetected_client_failure(queue_manager: QueueManager) -> Iterator[Hit]:
    """Neither keep-alive nor DISCINT nor heartbeats end the channel of a client that disappeared."""
    found = queue_manager.ini_entry(STANZA, KEY)
    if found is None or found[1].value.strip().upper() not in NO:
        return
    channels = [
        channel
        for channel in queue_manager.of_type("CHANNEL", "SVRCONN")
        if channel.statements and not channel.name.startswith("SYSTEM.") and outlives_client(channel)
    ]
    if channels:
        more = f" and {len(channels) - 1} more" if len(channels) > 1 else ""
        yield Hit(
            entry_place(*found),
            f"nothing ends an instance of CHANNEL({channels[0].name}){more} if its client disappears: "
            f"KeepAlive={found[1].value.strip()}, DISCINT(0) and "
            + ("SHARECNV(0)" if channels[0].number("SHARECNV") == 0 else "HBINT(0)"),
            note="with SHARECNV(0), heartbeats flow only while the client waits in an MQGET; the instance "
            "keeps its messages and locks, and counts towards MAXINST (Default behavior of client-connection "
            "and server-connection channels)",
            help="set KeepAlive=Yes and restart the queue manager, or SHARECNV(1), or DISCINT",
            object=stanza_name(STANZA),
            attribute=KEY,
            related=tuple(
                Related(there, f"CHANNEL({channel.name}) is defined here")
                for channel in channels[:8]
                if (there := channel.place("SHARECNV")) is not None
            ),
        )


def outlives_client(channel: MqObject) -> bool:
    """Whether neither idle time nor heartbeats in both directions end a channel."""
    return channel.number("DISCINT") == 0 and 0 in (channel.number("SHARECNV"), channel.number("HBINT"))
