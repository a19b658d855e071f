"""The expected load in a directive: its keys, their forms and units, and the resulting loads."""

from __future__ import annotations

from mqtune.project.settings import ClusterLoad, QueueLoad, TopicLoad
from mqtune.project.units import bytes_of, counted, plain_number
from mqtune.text.wording import allowed_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Values = Mapping[str, object]  # of a directive

TOPIC, QUEUE, CLUSTER = "topic", "queue", "cluster"

# key of a workload -> (field of the loads, form of its value)
LOAD_KEYS = {
    TOPIC: (TOPIC, "text"),
    QUEUE: (QUEUE, "text"),
    CLUSTER: (CLUSTER, "text"),
    "publish-rate": ("publish_rate_per_s", "rate"),
    "put-rate": ("put_rate_per_s", "rate"),
    "publishers": ("publishers", "count"),
    "subscribers": ("subscribers", "count"),
    "producers": ("producers", "count"),
    "consumers": ("consumers", "count"),
    "clients": ("clients", "count"),
    "get-rate": ("get_rate_per_s", "rate"),
    "burst": ("burst_bytes", "size"),
    "channel-pairs": ("channel_pairs", "count"),
    "message-size": ("message_size_bytes", "size"),
    "binding": ("binding", "binding"),
    "persistent": ("persistent", "flag"),
    "ordered": ("ordered", "flag"),
}
BINDINGS = ("fastpath", "standard", "client")
FLAGS = {"yes": True, "true": True, "no": False, "false": False}
TOPIC_FIELDS = TopicLoad.__slots__
QUEUE_FIELDS = QueueLoad.__slots__
CLUSTER_FIELDS = ClusterLoad.__slots__

# what to write for each form
FORMS = {
    "text": "write a name, in quotation marks if it contains blanks",
    "rate": "write a number of messages per second, without a unit",
    "count": "write a whole number of 0 or more",
    "size": "write a number and a unit without a blank between, such as 2KiB, or both in quotation marks",
    "binding": f"write {allowed_list(BINDINGS)}",
    "flag": "write yes or no",
}


def load_value(form: str, text: str) -> str | float | int | bool | None:
    """A value of a workload in the unit of its field; None if it has another form."""
    if form == "text":
        return text or None
    if form == "binding":
        return text if text in BINDINGS else None
    if form == "flag":
        return FLAGS.get(text.lower())
    if form == "size":
        return bytes_of(text)
    number = plain_number(text)
    if form == "rate":
        return None if number is None else counted(number)
    return number if isinstance(number, int) else None


def topic_load(values: Values, topic: str, file: str, line: int) -> TopicLoad:
    """The load of a topic that a directive declares; the directive names the topic itself or precedes it."""
    fields = {name: value for name, value in values.items() if name in TOPIC_FIELDS}
    return TopicLoad(**{TOPIC: topic, "file": file, "line": line} | fields)  # type: ignore[arg-type]


def queue_load(values: Values, queue: str, file: str, line: int) -> QueueLoad:
    """The load of a queue that a directive declares, likewise."""
    fields = {name: value for name, value in values.items() if name in QUEUE_FIELDS}
    return QueueLoad(**{QUEUE: queue, "file": file, "line": line} | fields)  # type: ignore[arg-type]


def cluster_load(values: Values, cluster: str, file: str, line: int) -> ClusterLoad:
    """The size of a cluster that a directive declares, likewise."""
    fields = {name: value for name, value in values.items() if name in CLUSTER_FIELDS}
    return ClusterLoad(**{CLUSTER: cluster, "file": file, "line": line} | fields)  # type: ignore[arg-type]
