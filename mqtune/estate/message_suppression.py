"""Which channel messages a queue manager omits from its error log.

There are two forms: SuppressMessage and ExcludeMessage in stanza QMErrorLog, which accept message numbers
from a fixed list, and the environment variable MQ_CHANNEL_SUPPRESS_MSGS, which accepts any channel message
(IBM MQ documentation, "QMErrorLog stanza" and "Suppressing channel error messages from error logs on
Multiplatforms").
"""

from __future__ import annotations

from mqtune.language.ini import ini_stanza
from mqtune.syntax.document import QM_INI
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.project.settings import ClusterLoad
    from mqtune.syntax.ini.tree import Entry, IniFile

STANZA = "QMErrorLog"
LISTS = ("SuppressMessage", "ExcludeMessage")
VARIABLE = "MQ_CHANNEL_SUPPRESS_MSGS"
# V5.3 report, p. 2 and 5, without the four numbers that QMErrorLog does not accept
RECOMMENDED = ("9001", "9002", "9202", "9208", "9209", "9558", "9999")
# the whole list of the report, for the variable
REPORTED = ("9001", "9002", "9202", "9203", "9206", "9208", "9209", "9213", "9514", "9558", "9999")
# those of failing channels; 9001 and 9002 are of a normal start and end
FAILURES = tuple(one for one in REPORTED if one not in ("9001", "9002"))
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
    listed = [one for _, entry in list_entries(queue_manager) for one in numbers(entry.value)]
    found = [one for one in listed if one in allowed and is_channel_message(one)]
    found += [one for one in numbers(queue_manager.environment.get(VARIABLE, "")) if is_channel_message(one)]
    return list(dict.fromkeys(found))


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
    wanted = [*kept, *(one for one in RECOMMENDED if one not in kept)]
    return {"SuppressMessage": ",".join(wanted), "SuppressInterval": str(INTERVAL_S)}
