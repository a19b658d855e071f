"""REF030: TLS channels of a queue manager without a key repository."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.findings.finding import ObjectName, Related

# the channels that use the key repository of the queue manager
USING = ("SDR", "SVR", "RCVR", "RQSTR", "SVRCONN", "CLUSSDR", "CLUSRCVR")


@rule("REF030")
def tls_without_key_repository(queue_manager: QueueManager) -> Iterator[Hit]:
    """SSLKEYR is set to blank, and a channel has a CipherSpec."""
    qmgr = queue_manager.qmgr
    place = qmgr.place("SSLKEYR")
    if not qmgr.is_given("SSLKEYR") or qmgr.value("SSLKEYR") != "" or place is None:
        return
    channels = [
        channel
        for channel in queue_manager.with_filled("CHANNEL", ("SSLCIPH",))
        if channel.subtype in USING and channel.text("SSLCIPH")
    ]
    if channels:
        more = f" and {len(channels) - 1} more have" if len(channels) > 1 else " has"
        yield Hit(
            place,
            f"SSLKEYR is blank, but CHANNEL({channels[0].name}){more} a CipherSpec",
            note="each end of a TLS connection needs a key repository: these channels do not start (Setting "
            "up a key repository, q012680_)",
            help="set SSLKEYR to the key repository, then run REFRESH SECURITY TYPE(SSL)",
            object=ObjectName("QMGR", queue_manager.name or ""),
            attribute="SSLKEYR",
            related=tuple(
                Related(there, f"CHANNEL({channel.name}) has SSLCIPH({channel.text('SSLCIPH')})")
                for channel in channels[:8]
                if (there := channel.place("SSLCIPH")) is not None
            ),
        )
