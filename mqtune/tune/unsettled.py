"""What prevents "nothing to change": limits that the budget exceeds or cannot compare, values that
cannot be read, and a platform that is not covered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mqtune.estate.busy_load import BUFFER_DEFAULTS, buffer_bytes
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.flow.provenance import number
from mqtune.flow.resource import AT_LEAST, Resource
from mqtune.text.numbers import bytes_text
from mqtune.tune.advice import Open, Tuning
from mqtune.tune.kinds import KINDS

LIMIT, VALUE, PLATFORM = "limit", "value", "platform"
ZOS = "zos"
# the keys of qm.ini that tuning compares with the load
KEYS = {
    "Log": ("LogPrimaryFiles", "LogSecondaryFiles", "LogFilePages", "LogBufferPages"),
    "Channels": ("MaxChannels", "MaxActiveChannels"),
    "TuningParameters": (
        "PubSubCacheSize",
        "pscNumPubThreads",
        "ExpiryInterval",
        "DefaultQBufferSize",
        "DefaultPQBufferSize",
    ),
}
POSITIVE = ("PubSubCacheSize", "pscNumPubThreads")
ATTRIBUTES = ("SHARECNV", "MAXINST", "MAXINSTC")
NOT_ON_ZOS = (
    "MAXCHL, ACTCHL, ADOPTMCA and EXPRYINT of QMGR, buffer pools, page sets, active and archive logs, and "
    "the channel initiator"
)


def find_unsettled(tuning: Tuning, rows: Sequence[Resource]) -> None:
    """Add what no recommended change settles; `rows` is the budget of the queue manager."""
    manager = tuning.queue_manager
    tuning.open += [*platform(manager), *exceeded(tuning, rows), *too_large(manager), *unread(manager)]


def platform(queue_manager: QueueManager) -> Iterator[Open]:
    """What is not compared with the load on z/OS."""
    if queue_manager.platform == ZOS:
        text = f"z/OS: tune does not cover {NOT_ON_ZOS}"
        reason = "it recommends MQSC for topics, queues and server connections only"
        yield Open(kind=PLATFORM, text=text, reason=reason)


def exceeded(tuning: Tuning, rows: Sequence[Resource]) -> Iterator[Open]:
    """The rows of the budget at or above their limit that no change makes fit. If nothing is asked that would
    show more, also those that are unknown, and those of settings that tune covers which are a lower bound.
    """
    covered = {resource for kind in KINDS.values() for resource in kind.resources}
    for row in rows:
        if row.limit is None or is_addressed(tuning, row) or (row.kind == "channels" and is_zos(tuning)):
            continue
        share, name = row.share, row.resource if row.resource == row.kind else f"{row.resource} ({row.kind})"
        more = " or more" * (row.bound == AT_LEAST)
        if share is not None and (share >= 1 or (more and row.kind in covered and not tuning.questions)):
            text = f"{name} is at {share:,.0%} of its limit{more}: {used_of(row)}"
            yield Open(kind=LIMIT, text=text, reason=row.basis or "")
        elif share is None and not tuning.questions:
            text = f"what {name} needs is unknown; its limit is {amount(row, row.limit)}"
            yield Open(kind=LIMIT, text=text, reason="; ".join(row.notes))


def is_zos(tuning: Tuning) -> bool:
    """Whether the limits on channels are attributes of the queue manager, which are compared elsewhere."""
    return tuning.queue_manager.platform == ZOS


def is_addressed(tuning: Tuning, row: Resource) -> bool:
    """Whether a change makes a resource fit, recommended or held back, which then has its reason."""
    return any(
        row.kind in KINDS[change.about].resources
        and (change.in_ini or change.type == "TOPIC" or str(change) == row.resource)
        for change in (*tuning.changes, *(held.change for held in tuning.held_back))
    )


def used_of(row: Resource) -> str:
    """`5,000 of 100 channels`."""
    return f"{amount(row, row.used or 0.0, bare=True)} of {amount(row, row.limit or 0.0)}"


def amount(row: Resource, value: float, bare: bool = False) -> str:
    """A quantity in the unit of a resource."""
    if row.unit.startswith("bytes"):
        return bytes_text(value) + row.unit.removeprefix("bytes")
    return number(value) if bare else f"{number(value)} {row.unit}"


def too_large(queue_manager: QueueManager) -> Iterator[Open]:
    """The messages that a queue or the queue manager refuses, with reason 2030 or 2031."""
    for load in queue_manager.queue_loads:
        queue = queue_manager.queue(load.queue)
        if queue is None or queue.type != "QLOCAL" or not load.message_size_bytes:
            continue
        for object, name in ((queue, f"QLOCAL({queue.name})"), (queue_manager.qmgr, "QMGR")):
            most = object.number("MAXMSGL")
            if most is not None and load.message_size_bytes > most:
                size = bytes_text(load.message_size_bytes)
                text = f"messages of {size} to {load.queue} exceed MAXMSGL({most}) of {name}"
                reason = "puts fail with reason 2030 or 2031; tune does not change MAXMSGL"
                yield Open(kind=LIMIT, text=text, reason=reason)


def unread(queue_manager: QueueManager) -> Iterator[Open]:
    """The values that tuning would compare and that are not numbers in range, such as placeholders."""
    for stanza, keys in KEYS.items():
        for key in keys:
            value = queue_manager.ini_value(stanza, key)
            if value is not None and not is_read(queue_manager, stanza, key):
                yield unreadable(f"{key}={value} in stanza {stanza}")
    for object, keyword in numbers_of(queue_manager):
        if object.is_given(keyword) and object.number(keyword) is None:
            yield unreadable(f"{keyword}({object.text(keyword)}) of {object.type}({object.name})")


def is_read(queue_manager: QueueManager, stanza: str, key: str) -> bool:
    """Whether the value of a key is a number that has an effect."""
    if key in BUFFER_DEFAULTS:
        return buffer_bytes(queue_manager, key) is not None
    number = queue_manager.ini_number(stanza, key)
    return number is not None and (number > 0 or key not in POSITIVE)


def unreadable(text: str) -> Open:
    """A value that cannot be compared."""
    reason = "it is not compared with the declared load"
    return Open(kind=VALUE, text=f"{text} is not a valid number", reason=reason)


def numbers_of(queue_manager: QueueManager) -> Iterator[tuple[MqObject, str]]:
    """The attributes of queues with a load and of server connections that tuning compares."""
    for load in queue_manager.queue_loads:
        queue = queue_manager.queue(load.queue)
        if queue is not None and queue.type == "QLOCAL":
            yield queue, "MAXDEPTH"
    for channel in queue_manager.of_type("CHANNEL", "SVRCONN"):
        if not channel.name.startswith("SYSTEM."):
            yield from ((channel, keyword) for keyword in ATTRIBUTES)
