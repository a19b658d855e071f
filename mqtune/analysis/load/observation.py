"""What monitoring output states: amounts of one object in an interval, or its counters at one time.

Counters become amounts by the differences of consecutive samples; none is computed over a reset.
"""

from __future__ import annotations

from itertools import pairwise

from mqtune.text.messages import listed
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


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

# no counter of IBM MQ reaches as much: its counters have 63 bits
NO_COUNT = 1e19


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


def count_of(text: object) -> float | None:
    """A count as printed; None for anything else, such as a blank or a negative number."""
    if isinstance(text, bool):
        return None
    if isinstance(text, int | float):
        return float(text) if 0 <= text < NO_COUNT else None
    digits = str(text).strip()
    return float(digits) if digits.isascii() and digits.isdigit() and float(digits) < NO_COUNT else None


# Amounts from counters.

Object = tuple[str, str, str, str]  # queue manager, format, kind, name


def add_differences(reading: Reading, seconds: float | None) -> None:
    """Add the amounts between the samples of each object. `seconds` is the time between two samples, if their
    outputs do not have times of their own.
    """
    by_object: dict[Object, dict[int, list[Sample]]] = {}
    for sample in reading.samples:
        key = (sample.queue_manager, sample.format, sample.kind, sample.name)
        by_object.setdefault(key, {}).setdefault(sample.sample, []).append(sample)
    alone: dict[tuple[str, str, str], list[str]] = {}
    for key, outputs in by_object.items():
        ordered = in_order(list(outputs.values()))
        counted = [output for output in ordered if any(sample.counts for sample in output)]
        stated = [output for output in ordered if any(sample.states for sample in output)]
        if stated:
            reading.amounts.append(states_of(key, stated))
        if len(counted) == 1:
            alone.setdefault((counted[0][0].file, key[2], key[0]), []).append(key[3] or key[0])
        for before, after in pairwise(counted):
            add_difference(reading, key, before, after, seconds)
        add_depth(reading, key, ordered, seconds)
    for (file, kind, manager), names in alone.items():
        where = f" of {manager}" if manager else ""
        reading.remark(
            file, 1, f"a single sample of {kind} {listed(names, 4)}{where}: a rate needs a second one"
        )


def in_order(outputs: list[list[Sample]]) -> list[list[Sample]]:
    """Samples by time if all have one, otherwise in the order in which they were given."""
    if all(output[0].time is not None for output in outputs):
        return sorted(outputs, key=lambda output: (output[0].time or 0.0, output[0].sample))
    return sorted(outputs, key=lambda output: output[0].sample)


def length(before: Sample, after: Sample, seconds: float | None) -> float | None:
    """The time between two samples; None if it is unknown or not positive."""
    if before.time is not None and after.time is not None:
        return after.time - before.time if after.time > before.time else None
    return seconds


def states_of(key: Object, outputs: list[list[Sample]]) -> Amounts:
    """The states of an object; the largest of several samples, with instances of one sample added up."""
    states: dict[str, Value] = {}
    for output in outputs:
        sums: dict[str, Value] = {}
        for sample in output:
            for name, value in sample.states.items():
                before = sums.get(name)
                sums[name] = Value(
                    value.number + (before.number if before else 0.0), before.line if before else value.line
                )
        for name, value in sums.items():
            if name not in states or value.number > states[name].number:
                states[name] = value
    first = outputs[-1][0]
    manager, format, kind, name = key
    return Amounts(kind, name, manager, format, first.file, first.line, None, {}, states)


def add_difference(
    reading: Reading, key: Object, before: list[Sample], after: list[Sample], seconds: float | None
) -> None:
    """Add the sum over all instances that are in both samples."""
    manager, format, kind, name = key
    last, time = after[0], length(before[0], after[0], seconds)
    title = f"{kind} {name or manager}"
    counts, bounds = sums_of(reading, title, before, after)
    if not counts:
        for bound in bounds:
            reading.remark(last.file, last.line, f"no rate of {title}: {bound}")
        return
    if time is None:
        same = before[0].time is not None and last.time is not None
        text = "the times of the two samples are equal or in the wrong order"
        more = text if same else "the time between the two samples is unknown: specify --seconds"
        reading.remark(last.file, last.line, f"no rate of {title}: {more}")
    subscriptions = {sample.instance for sample in after if DELIVERED in sample.counts}
    states = (
        {SUBSCRIBERS: Value(float(len(subscriptions)), last.line)} if subscriptions and kind == TOPIC else {}
    )
    reading.amounts.append(
        Amounts(
            kind, name, manager, format, last.file, last.line, time, counts, states, "", "; ".join(bounds)
        )
    )


def sums_of(
    reading: Reading, title: str, before: list[Sample], after: list[Sample]
) -> tuple[dict[str, Value], dict[str, None]]:
    """The increase of each counter over the instances in both samples, and why it is a lower bound."""
    known = {sample.instance: sample for sample in before}
    counts: dict[str, Value] = {}
    fallen: set[str] = set()
    bounds: dict[str, None] = {}
    for sample in after:
        first = known.pop(sample.instance, None)
        if first is None:
            if sample.counts:
                bounds[started(sample)] = None
            continue
        for quantity, value in sample.counts.items():
            start = first.counts.get(quantity)
            if start is None:
                reading.remark(sample.file, value.line, f"{quantity} of {title}: missing in the first sample")
            elif value.number < start.number:
                text = f"{quantity} of {title} fell from {start.number:,.0f} to {value.number:,.0f}: "
                text += "the counter wrapped or was reset, no rate is computed"
                reading.remark(sample.file, value.line, text)
                fallen.add(quantity)
            else:
                sum = value.number - start.number
                sum += counts[quantity].number if quantity in counts else 0.0
                counts[quantity] = Value(sum, value.line)
    if any(sample.counts for sample in known.values()):
        bounds["instances of the first sample ended before the second"] = None
    return {quantity: value for quantity, value in counts.items() if quantity not in fallen}, bounds


def started(sample: Sample) -> str:
    """Why an instance of the second sample is not counted."""
    what = f"a {sample.instance.split()[0]}" if sample.kind == TOPIC and sample.instance else "an instance"
    return f"{what} is only in the second sample"


def add_depth(reading: Reading, key: Object, outputs: Iterable[list[Sample]], seconds: float | None) -> None:
    """Remark how the depth of a queue changed, which is all that two samples of its status show."""
    depths = [output[0] for output in outputs if DEPTH in output[0].states]
    if key[2] != QUEUE or key[1] != RUNMQSC or not depths:
        return
    first, last = depths[0], depths[-1]
    change = last.states[DEPTH].number - first.states[DEPTH].number
    time = length(first, last, seconds) if len(depths) == 2 else None
    if len(depths) < 2 or not change or time is None:
        return
    word = "put than got" if change > 0 else "got than put"
    reading.remark(
        last.file,
        last.states[DEPTH].line,
        f"queue {key[3]}: {abs(change) / time:,.4g}/s more {word} over {time:g} s; DISPLAY QSTATUS has no "
        "counters, so no put rate is computed",
    )
