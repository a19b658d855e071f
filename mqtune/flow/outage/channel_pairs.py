"""The message channels of an estate, each with both ends and the settings that decide an outage."""

from __future__ import annotations

from mqtune.estate.joining.cluster_names import cluster_names
from mqtune.estate.rewriting import qm_ini
from mqtune.estate.routes import SENDERS, partners_of
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.project.settings import QueueManagerDeclaration

SHORT_LIMIT_S = 60  # below, the wait for the partner is twice the interval (IBM MQ documentation, q015650)
CHANNELS = "Channels"


@record
class Setting:
    """A number that decides, and how a text names it with its place; `value` is None if it is unknown."""

    value: float | None
    text: str
    file: str | None = None
    line: int | None = None


@record
class ChannelPair:
    """The sending end of a message channel, and its receiving end if that is in the files.

    `sender` is the queue manager that sends, None for the other members of a cluster, whose sender channels
    have the attributes of the cluster receiver. `channel` is the definition that decides retries.
    """

    sender: QueueManager | None
    receiver: QueueManager | None
    channel: MqObject
    other_end: MqObject | None

    @property
    def owner(self) -> QueueManager:
        """The queue manager that defines the channel."""
        found = self.sender or self.receiver
        assert found is not None
        return found

    @property
    def partner(self) -> str:
        """The name of the other queue manager, as far as known."""
        if self.sender is None:
            return "other members of the cluster"
        return self.receiver.label if self.receiver is not None else "a partner that is not in the files"

    @property
    def partner_label(self) -> str | None:
        """The label of the other queue manager, None if it is not in the files."""
        return self.receiver.label if self.sender is not None and self.receiver is not None else None

    @property
    def transmission_queue(self) -> str:
        """The transmission queue, "" without one."""
        return self.channel.text("XMITQ")

    @property
    def declarations(self) -> list[QueueManagerDeclaration]:
        """The declarations of both ends."""
        ends = (self.sender, self.receiver)
        return [one.declaration for one in ends if one is not None and one.declaration is not None]

    def setting(self, keyword: str) -> Setting:
        """A numeric attribute of the sending end."""
        value, place = self.channel.number(keyword), self.channel.place(keyword) or self.channel.place()
        text = f"{keyword}({value})" if value is not None else f"{keyword} is unknown"
        return Setting(value, text, *((place.file, place.span.line) if place is not None else (None, None)))

    @property
    def heartbeat(self) -> Setting:
        """The heartbeat interval in seconds: the larger one of both ends, 0 if either is 0."""
        own = self.setting("HBINT")
        if self.other_end is None or own.value is None:
            return own
        other, place = self.other_end.number("HBINT"), self.other_end.place("HBINT")
        if other is None or (own.value == 0 or (other <= own.value and other != 0)):
            return own
        file, line = (place.file, place.span.line) if place is not None else (None, None)
        return Setting(other, f"HBINT({other}) of the receiving end", file, line)

    @property
    def adopts(self) -> bool | None:
        """Whether the receiving end ends an old instance for a new connection; None if that is unknown."""
        if self.receiver is None or self.receiver.platform == "zos" or qm_ini(self.receiver) is None:
            return None
        value = (self.receiver.ini_value(CHANNELS, "AdoptNewMCA") or "NO").upper()
        words = set(value.replace(",", " ").split())
        type = self.other_end.subtype if self.other_end is not None else ""
        return bool(words & {"ALL", type}) if words != {"NO"} else False


def wait_of(heartbeat: float) -> float:
    """How long an end waits for data from its partner, in seconds (IBM MQ documentation, q015650)."""
    return 2 * heartbeat if heartbeat < SHORT_LIMIT_S else heartbeat + SHORT_LIMIT_S


def channel_pairs(estate: Estate) -> Iterator[ChannelPair]:
    """The sender channels with their receivers, and the cluster receivers."""
    for manager in estate.queue_managers:
        for type in SENDERS:
            for channel in manager.of_type("CHANNEL", type):
                if not channel.statements or not channel.defined or channel.name.startswith("SYSTEM."):
                    continue
                ends = list(partners_of(channel, manager, estate))
                receiver, end = ends[0] if len(ends) == 1 else (None, None)
                yield ChannelPair(manager, receiver, channel, end)
        for channel in manager.of_type("CHANNEL", "CLUSRCVR"):
            if channel.statements and channel.defined and cluster_names(channel, manager):
                yield ChannelPair(None, manager, channel, channel)
