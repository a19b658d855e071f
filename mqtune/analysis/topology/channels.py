"""The channels of an estate: exits, suppressed messages, receivers of hubs, and pairs with both ends.

Channel messages are omitted from the error log in two ways: SuppressMessage and ExcludeMessage in stanza
QMErrorLog accept message numbers from a fixed list, and the environment variable MQ_CHANNEL_SUPPRESS_MSGS
accepts any channel message (IBM MQ documentation, QMErrorLog stanza, and Suppressing channel error messages
from error logs on Multiplatforms). The figures of hubs are those of the large clusters report (2003), p. 2, 7
and 9.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.topology.clusters import SENDERS, partners_of
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.rewriting import qm_ini
from mqtune.estate.workload import cluster_names
from mqtune.language.files import ini_stanza
from mqtune.project.settings import ClusterLoad
from mqtune.syntax.document import QM_INI, has_placeholder
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import Estate
    from mqtune.project.settings import QueueManagerDeclaration
    from mqtune.syntax.ini.tree import Entry, IniFile
    from mqtune.text.editing import Place


# Exits that run in the processes of channels: they forbid fastpath channels.

EXITS = ("SCYEXIT", "MSGEXIT", "SENDEXIT", "RCVEXIT", "MREXIT")
API_EXITS = "ApiExitLocal"


def channel_exits(queue_manager: QueueManager, file: IniFile | None) -> Iterator[tuple[str, str, Place]]:
    """Each exit in words, what is at its place, and where it is set.

    Several files with a Log stanza are those of several queue managers: then only `file` counts.
    """
    for channel in queue_manager.of_type("CHANNEL"):
        for keyword in EXITS if channel.statements else ():
            place = channel.place(keyword)
            if channel.is_given(keyword) and channel.text(keyword) and place is not None:
                words = f"CHANNEL({channel.name}) has {keyword}"
                yield words, f"{keyword} of CHANNEL({channel.name}) is set here", place
    inis = [ini for ini in queue_manager.inis if ini.document.kind == QM_INI]
    several = sum(bool(ini.named("Log")) for ini in inis) > 1
    for ini in [file] if several and file is not None else inis:
        for stanza in ini.named(API_EXITS):
            name = stanza.get("Name")
            words = " ".join(f"API exit {name.value if name is not None else ''} is configured".split())
            yield words, "an API exit also runs in channels", ini.document.place(stanza.name_span)


# Channel messages that a queue manager omits from its error log.

STANZA = "QMErrorLog"
LISTS = ("SuppressMessage", "ExcludeMessage")
VARIABLE = "MQ_CHANNEL_SUPPRESS_MSGS"
# V5.3 report, p. 2 and 5, without the four numbers that QMErrorLog does not accept
RECOMMENDED = ("9001", "9002", "9202", "9208", "9209", "9558", "9999")
# the whole list of the report, for the variable
REPORTED = ("9001", "9002", "9202", "9203", "9206", "9208", "9209", "9213", "9514", "9558", "9999")
# those of failing channels; 9001 and 9002 are of a normal start and end
FAILURES = tuple(number for number in REPORTED if number not in ("9001", "9002"))
INTERVAL_S = 60
# The report failed to recover 1000 pairs without suppression (p. 1); half of that is a reasonable threshold.
MANY_PAIRS = 500
MESSAGE_CHANNELS = ("SDR", "SVR", "RCVR", "RQSTR", "CLUSSDR")


def numbers(text: str) -> list[str]:
    """The items of a list of message numbers."""
    return [item for part in text.split(",") if (item := part.strip())]


def list_entries(queue_manager: QueueManager) -> Iterator[tuple[IniFile, Entry]]:
    """The lists of stanza QMErrorLog."""
    for ini in queue_manager.inis:
        if ini.document.kind == QM_INI:
            for key in LISTS:
                entry = ini.get(STANZA, key)
                if entry is not None:
                    yield ini, entry


def allowed_numbers() -> tuple[str, ...]:
    """The message numbers that QMErrorLog can suppress."""
    stanza = ini_stanza(QM_INI, STANZA)
    return stanza.message_ids if stanza is not None else ()


def suppresses(queue_manager: QueueManager) -> bool:
    """Whether messages of failing channels are suppressed, or an unknown value may suppress them."""
    for _, entry in list_entries(queue_manager):
        if has_placeholder(entry.value):
            return True
        allowed = allowed_numbers()
        if any(number in allowed and number in FAILURES for number in numbers(entry.value)):
            return True
    declared = queue_manager.environment.get(VARIABLE, "")
    return has_placeholder(declared) or any(item in FAILURES for item in numbers(declared))


def suppressed_numbers(queue_manager: QueueManager) -> list[str]:
    """The channel messages that the lists or the variable suppress."""
    allowed = allowed_numbers()
    listed = [number for _, entry in list_entries(queue_manager) for number in numbers(entry.value)]
    suppressed = [number for number in listed if number in allowed and is_channel_message(number)]
    suppressed += [
        number
        for number in numbers(queue_manager.environment.get(VARIABLE, ""))
        if is_channel_message(number)
    ]
    return list(dict.fromkeys(suppressed))


def is_channel_message(item: str) -> bool:
    """Whether an item is the number of a channel message, four digits that begin with 9."""
    return len(item) == 4 and item.isascii() and item.isdigit() and item[0] == "9"


def many_pairs(queue_manager: QueueManager) -> ClusterLoad | None:
    """The declared cluster with the most channel pairs, if there are many."""
    load = max(
        (load for load in queue_manager.cluster_loads if load.channel_pairs),
        key=lambda load: load.channel_pairs or 0,
        default=None,
    )
    return load if load is not None and (load.channel_pairs or 0) >= MANY_PAIRS else None


def many_channels(queue_manager: QueueManager) -> list[MqObject]:
    """The message channels that the files define, if they form many pairs."""
    defined = [channel for type in MESSAGE_CHANNELS for channel in queue_manager.of_type("CHANNEL", type)]
    defined = [channel for channel in defined if channel.statements and channel.defined]
    return defined if len(defined) >= 2 * MANY_PAIRS else []


def recommended_settings(queue_manager: QueueManager) -> dict[str, str]:
    """The keys of stanza QMErrorLog that suppress the messages of failing channels, and what is listed."""
    kept = numbers(queue_manager.ini_value(STANZA, "SuppressMessage") or "")
    wanted = [*kept, *(number for number in RECOMMENDED if number not in kept)]
    return {"SuppressMessage": ",".join(wanted), "SuppressInterval": str(INTERVAL_S)}


# The cluster-receiver channels of a hub, and what is unfavourable about them.

FAST_RETRY_S = 10
DEFAULT_DISCINT_S = 6000
GOOD_DISCINT_S = 600
ADOPTION = {"AdoptNewMCA": "ALL", "AdoptNewMCACheck": "ALL"}  # of stanza Channels


def pairs_of(queue_manager: QueueManager, least: int = 1) -> Iterator[tuple[ClusterLoad, int]]:
    """The clusters with at least `least` declared channel pairs, each with their number."""
    for load in queue_manager.cluster_loads:
        if load.channel_pairs is not None and load.channel_pairs >= least:
            yield load, load.channel_pairs


def hub_receivers(queue_manager: QueueManager) -> Iterator[tuple[ClusterLoad, int, MqObject]]:
    """The cluster-receiver channels of a hub in the clusters with many declared pairs."""
    for load, pairs in pairs_of(queue_manager, MANY_PAIRS):
        for channel in queue_manager.of_type("CHANNEL", "CLUSRCVR"):
            known = channel.statements and channel.defined
            if known and load.cluster in cluster_names(channel, queue_manager):
                yield load, pairs, channel


def keeps_idle_channels(channel: MqObject) -> bool:
    """Whether idle channels stay active for the default time or longer, or for ever."""
    interval = channel.number("DISCINT")
    return interval is not None and not 0 < interval < DEFAULT_DISCINT_S


def notices_late(channel: MqObject) -> bool:
    """Whether a lost partner is detected only after its senders retry, so that they are refused."""
    heartbeat, retry = channel.number("HBINT"), channel.number("SHORTTMR")
    return heartbeat is not None and retry is not None and heartbeat > retry


def adopts(queue_manager: QueueManager) -> bool:
    """Whether a receiver channel whose sender returns is ended and replaced."""
    return (queue_manager.ini_value("Channels", "AdoptNewMCA") or "NO").strip().upper() != "NO"


def is_dedicated_repository(queue_manager: QueueManager) -> bool:
    """Whether a queue manager is a full repository and has no queue for applications."""
    master = queue_manager.qmgr
    if not (master.text("REPOS") or master.text("REPOSNL")):
        return False
    return not any(
        queue.statements and queue.text("USAGE") != "XMITQ" and not queue.name.startswith("SYSTEM.")
        for queue in queue_manager.of_type("QLOCAL")
    )


# The message channels, each with both ends and the settings that decide an outage.

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
        manager = self.sender or self.receiver
        assert manager is not None
        return manager

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
        return [end.declaration for end in ends if end is not None and end.declaration is not None]

    def setting(self, keyword: str) -> Setting:
        """A numeric attribute of the sending end."""
        value, place = self.channel.number(keyword), self.channel.place(keyword) or self.channel.place()
        text = f"{keyword}({value})" if value is not None else f"{keyword} is unknown"
        return Setting(value, text, *((place.file, place.span.line) if place is not None else (None, None)))

    @property
    def heartbeat(self) -> Setting:
        """The heartbeat interval in seconds: the larger one of both ends, 0 if either is 0."""
        setting = self.setting("HBINT")
        if self.other_end is None or setting.value is None:
            return setting
        receiving, place = self.other_end.number("HBINT"), self.other_end.place("HBINT")
        if receiving is None or (setting.value == 0 or (receiving <= setting.value and receiving != 0)):
            return setting
        file, line = (place.file, place.span.line) if place is not None else (None, None)
        return Setting(receiving, f"HBINT({receiving}) of the receiving end", file, line)

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
