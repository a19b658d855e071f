"""Reads the text of a Prometheus metrics endpoint: mq_prometheus, or the IBM MQ container.

Source of the names: ibm-messaging/mq-metric-samples and mq-golang (mq_prometheus), and mq-container.
A value of mq_prometheus is the amount since the previous scrape, whatever its `# TYPE`; a value of the
container is a running total.
"""

from __future__ import annotations

from itertools import pairwise

from mqtune.analysis.load import observation as of
from mqtune.analysis.load.observation import Amounts, Reading, Sample, Value
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

DELTA, TOTAL = "delta", "total"

LINE = lazy_pattern(
    r"^(?P<name>[A-Za-z_:][A-Za-z0-9_:]*)\s*(?:\{(?P<labels>.*)\})?\s+(?P<value>[-+0-9.eE]+)"
    r"(?:\s+(?P<time>\d{9,}))?\s*$"
)
_LABEL = lazy_pattern(r'([A-Za-z_][A-Za-z0-9_]*)="((?:[^"\\]|\\.)*)"')
_TYPE = lazy_pattern(r"^#\s*TYPE\s+(\S+)\s+(\S+)")

# the metric without its namespace -> kind of object, quantity
AMOUNTS = {
    "queue_mqput_mqput1_count": (of.QUEUE, of.PUTS),
    "queue_mqput_bytes": (of.QUEUE, of.PUT_BYTES),
    "queue_mqput_persistent_message_count": (of.QUEUE, of.PERSISTENT_PUTS),
    "queue_mqput1_persistent_message_count": (of.QUEUE, of.PERSISTENT_PUTS),
    "queue_mqput_non_persistent_message_count": (of.QUEUE, of.OTHER_PUTS),
    "queue_mqput1_non_persistent_message_count": (of.QUEUE, of.OTHER_PUTS),
    "queue_destructive_mqget_persistent_message_count": (of.QUEUE, of.GETS),
    "queue_destructive_mqget_non_persistent_message_count": (of.QUEUE, of.GETS),
    "topic_messages_published": (of.TOPIC, of.PUBLICATIONS),
    "channel_messages": (of.CHANNEL, of.MESSAGES),
    "channel_bytes_sent": (of.CHANNEL, of.CHANNEL_BYTES),
    "qmgr_interval_mqput_mqput1_total_count": (of.MANAGER, of.PUTS),
    "qmgr_topic_mqput_mqput1_interval_total": (of.MANAGER, of.PUBLICATIONS),
    "qmgr_interval_topic_put_total": (of.MANAGER, of.PUBLICATION_BYTES),
    "qmgr_published_to_subscribers_message_count": (of.MANAGER, of.DELIVERED),
    "qmgr_log_logical_written_bytes": (of.MANAGER, of.LOG_BYTES),
}
TOTALS = {
    "qmgr_mqput_mqput1_total": (of.MANAGER, of.PUTS),
    "qmgr_topic_mqput_mqput1_total": (of.MANAGER, of.PUBLICATIONS),
    "qmgr_topic_put_bytes_total": (of.MANAGER, of.PUBLICATION_BYTES),
    "qmgr_published_to_subscribers_message_total": (of.MANAGER, of.DELIVERED),
    "qmgr_log_logical_written_bytes_total": (of.MANAGER, of.LOG_BYTES),
}
STATES = {
    "queue_depth": (of.QUEUE, of.DEPTH),
    "queue_input_handles": (of.QUEUE, of.CONSUMERS),
    "queue_output_handles": (of.QUEUE, of.PRODUCERS),
    "topic_publisher_count": (of.TOPIC, of.PUBLISHERS),
    "topic_subscriber_count": (of.TOPIC, of.SUBSCRIBERS),
    "channel_cur_inst": (of.CHANNEL, of.INSTANCES),
}
LABELS = {of.QUEUE: "queue", of.TOPIC: "topic", of.CHANNEL: "channel", of.MANAGER: "qmgr"}
SINGLE = {of.PUBLICATIONS: of.PUBLISHERS}  # figures of topics that are right only for one handle


@record
class Scrape:
    """The metrics of one text: values by object and quantity, and which of them are declared counters."""

    file: str
    number: int
    time: float | None
    amounts: dict[tuple[str, str, str, str], dict[str, Value]]
    totals: dict[tuple[str, str, str, str], dict[str, Value]]
    states: dict[tuple[str, str, str, str], dict[str, Value]]
    is_counter: bool


def read_metrics(text: str, file: str, reading: Reading) -> Scrape:
    """The metrics of one scrape; `add_scrapes` turns several into amounts and samples."""
    reading.outputs += 1
    scrape = Scrape(file, reading.outputs, None, {}, {}, {}, False)
    counters: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        type = _TYPE.match(line)
        if type is not None and type.group(2) == "counter":
            counters.add(type.group(1))
        match = LINE.match(line) if not line.startswith("#") else None
        if match is None:
            continue
        metric = without_namespace(match["name"])
        groups = ((scrape.amounts, AMOUNTS), (scrape.totals, TOTALS), (scrape.states, STATES))
        for values, names in groups:
            if metric in names:
                add_value(values, *names[metric], match, number)
                if names is AMOUNTS and match["name"] in counters:
                    scrape.is_counter = True
                if match["time"]:
                    scrape.time = float(match["time"]) / (1000 if len(match["time"]) > 11 else 1)
    return scrape


def without_namespace(name: str) -> str:
    """`queue_depth` of `ibmmq_queue_depth`, or of another namespace."""
    _, _, rest = name.partition("_")
    if rest in AMOUNTS or rest in TOTALS or rest in STATES:
        return rest
    for known in ("_queue_", "_qmgr_", "_topic_", "_channel_"):
        at = name.find(known)
        if at > 0 and (name[at + 1 :] in AMOUNTS or name[at + 1 :] in TOTALS or name[at + 1 :] in STATES):
            return name[at + 1 :]
    return name


def add_value(
    values: dict[tuple[str, str, str, str], dict[str, Value]],
    kind: str,
    quantity: str,
    match: object,
    number: int,
) -> None:
    """Add the value of a line; values of one quantity of an object sum up."""
    fields = match.groupdict()  # type: ignore[attr-defined]
    labels = {
        key: value.replace('\\"', '"').replace("\\\\", "\\")
        for key, value in _LABEL.findall(fields["labels"] or "")
    }
    try:
        amount = float(fields["value"])
    except ValueError:
        return
    name, manager = labels.get(LABELS[kind], ""), labels.get("qmgr", "")
    if kind == of.MANAGER:
        name = ""
    elif not name:
        return
    instance = "/".join(labels.get(label, "") for label in ("connname", "jobname", "rqmname"))
    key = (kind, name, instance.strip("/"), manager)
    if not 0 <= amount < of.NO_COUNT:
        return
    known = values.setdefault(key, {}).get(quantity)
    before = known.number if known is not None else 0.0
    values[key][quantity] = Value(amount + before, known.line if known is not None else number)


def add_scrapes(scrapes: list[Scrape], reading: Reading, meaning: str | None, seconds: float | None) -> None:
    """Add the amounts of some scrapes, in their order. `meaning` is DELTA or TOTAL, None if not stated;
    `seconds` the time between two scrapes.
    """
    meaning = meaning or meaning_of(scrapes, reading)
    for before, scrape in zip([None, *scrapes], scrapes, strict=False):
        for key, values in scrape.totals.items():
            add_sample(reading, scrape, key, values, {})
        length = seconds
        if before is not None and before.time is not None and scrape.time is not None:
            length = scrape.time - before.time
        for key in dict.fromkeys([*scrape.amounts, *scrape.states]):
            values, states = dict(scrape.amounts.get(key, {})), dict(scrape.states.get(key, {}))
            checked(scrape, key, values, states, reading)
            if meaning == TOTAL:
                add_sample(reading, scrape, key, values, states)
            elif meaning == DELTA or states:
                counts = values if meaning == DELTA else {}
                add_amounts(reading, scrape, key, counts, states, length)


def meaning_of(scrapes: list[Scrape], reading: Reading) -> str | None:
    """Whether values are amounts or totals; None if that cannot be known."""
    if not any(scrape.is_counter for scrape in scrapes):
        return DELTA
    for before, after in pairwise(scrapes):
        for key, values in after.amounts.items():
            known = before.amounts.get(key, {})
            if any(
                value.number < known[quantity].number
                for quantity, value in values.items()
                if quantity in known
            ):
                return DELTA
    if any(scrape.amounts for scrape in scrapes):
        reading.remark(
            scrapes[0].file,
            1,
            "the metrics are declared as counters: whether values are amounts since the previous scrape "
            "(mq_prometheus) or running totals cannot be known; specify --exporter-values delta or total",
        )
    return None


def checked(
    scrape: Scrape,
    key: tuple[str, str, str, str],
    values: dict[str, Value],
    states: dict[str, Value],
    reading: Reading,
) -> None:
    """Remove figures of topics with several handles, which the exporter overwrites."""
    for quantity, handles in SINGLE.items():
        if key[0] == of.TOPIC and quantity in values:
            count = states.get(handles)
            if count is None or count.number != 1:
                line = values.pop(quantity).line
                text = f"the {quantity} of '{key[1]}' are left out: with several {handles}s the exporter "
                reading.remark(scrape.file, line, text + "prints the figure of only one of them")


def add_sample(
    reading: Reading,
    scrape: Scrape,
    key: tuple[str, str, str, str],
    counts: dict[str, Value],
    states: dict[str, Value],
) -> None:
    """Add the running totals of one object."""
    kind, name, instance, manager = key
    line = min([value.line for value in (*counts.values(), *states.values())], default=1)
    reading.samples.append(
        Sample(
            kind,
            name,
            instance,
            manager,
            of.METRICS,
            scrape.file,
            line,
            scrape.number,
            scrape.time,
            counts,
            states,
        )
    )


def add_amounts(
    reading: Reading,
    scrape: Scrape,
    key: tuple[str, str, str, str],
    counts: dict[str, Value],
    states: dict[str, Value],
    seconds: float | None,
) -> None:
    """Add the amounts of one object since the previous scrape."""
    kind, name, _, manager = key
    line = min([value.line for value in (*counts.values(), *states.values())], default=1)
    reading.amounts.append(
        Amounts(
            kind,
            name,
            manager,
            of.METRICS,
            scrape.file,
            line,
            seconds,
            counts,
            states,
            f"scrape {scrape.number}",
        )
    )
