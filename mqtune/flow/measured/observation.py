"""What monitoring output states: amounts of one object in an interval, or its counters at one time."""

from __future__ import annotations

from mqtune.text.record import record

QUEUE, TOPIC, CHANNEL, MANAGER = "queue", "topic", "channel", "queue manager"

# formats
AMQSRUA, AMQSEVT, AMQSMON = "amqsrua", "amqsevt", "amqsmon"
RUNMQSC, METRICS = "runmqsc", "metrics endpoint"

# quantities that are counted, as amounts in an interval
PUTS, PERSISTENT_PUTS, OTHER_PUTS, PUT_BYTES = "puts", "persistent puts", "non-persistent puts", "bytes put"
GETS, GET_BYTES = "gets", "bytes got"
PUBLICATIONS, PUBLICATION_BYTES = "publications", "bytes published"
DELIVERED, MESSAGES, CHANNEL_BYTES, CALLS = "messages delivered", "messages", "bytes", "MQI calls"
LOG_BYTES = "bytes logged"
# quantities at one time
CONSUMERS, PRODUCERS, DEPTH = "input handle", "output handle", "message on the queue"
PUBLISHERS, SUBSCRIBERS, INSTANCES = "publisher", "subscription", "running instance"
LARGEST = "bytes of the largest message"


@record
class Value:
    """A number, and the line that prints it."""

    number: float
    line: int


@record
class Amounts:
    """What happened to one object in an interval.

    `queue_manager` is empty if the output does not name it, `seconds` None if the length of the interval is
    unknown. `states` are quantities at the end of the interval. `bound` is the reason why the amounts are
    only lower bounds.
    """

    kind: str
    name: str
    queue_manager: str
    format: str
    file: str
    line: int
    seconds: float | None
    counts: dict[str, Value]
    states: dict[str, Value]
    when: str = ""
    bound: str = ""


@record
class Sample:
    """The counters and states of one instance of an object at one time.

    Instances are the publishers and subscriptions of a topic string, and the running instances of a channel;
    "" is the object itself. `time` is in seconds of any epoch, None if the output does not have it. `sample`
    numbers the outputs in the order in which they were given.
    """

    kind: str
    name: str
    instance: str
    queue_manager: str
    format: str
    file: str
    line: int
    sample: int
    time: float | None
    counts: dict[str, Value]
    states: dict[str, Value]


@record
class Remark:
    """Why something was not computed, or was left out."""

    DATA = "file line text"

    file: str
    line: int
    text: str


class Reading:
    """All that the readers found in some files."""

    def __init__(self) -> None:
        self.amounts: list[Amounts] = []
        self.samples: list[Sample] = []
        self.remarks: list[Remark] = []
        self.outputs = 0  # the number of outputs with samples so far

    @property
    def size(self) -> int:
        """The number of all that was found."""
        return len(self.amounts) + len(self.samples) + len(self.remarks)

    def remark(self, file: str, line: int, text: str) -> None:
        """Record why something was not computed."""
        self.remarks.append(Remark(file, line, text))


def whole(text: object) -> float | None:
    """A count as printed; None for anything else, such as a blank or a negative number."""
    if isinstance(text, bool):
        return None
    if isinstance(text, int | float):
        return float(text) if 0 <= text < float("inf") else None
    found = str(text).strip()
    return float(found) if found.isascii() and found.isdigit() and len(found) < 20 else None
