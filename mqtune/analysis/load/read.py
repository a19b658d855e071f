"""Reads monitoring output: recognises the format of each file, and reads several files together.

Accounting and statistics messages are read as printed by amqsevt (text, JSON) and amqsmon. Source of the
forms: the IBM samples amqsevta.c and amqsmon0.c; IBM MQ documentation, Queue statistics message data and its
neighbours. Names are compared without blanks and in lower case.
"""

from __future__ import annotations

import json
from datetime import datetime

from mqtune.analysis.load import observation as of
from mqtune.analysis.load.event_forms import HEAD, Event, monitor_events, read_amqsrua, text_events
from mqtune.analysis.load.metrics import LINE, add_scrapes, read_metrics, without_namespace
from mqtune.analysis.load.observation import (
    AMQSEVT,
    AMQSMON,
    AMQSRUA,
    METRICS,
    RUNMQSC,
    Amounts,
    Reading,
    Value,
    add_differences,
    count_of,
)
from mqtune.analysis.load.runmqsc import MESSAGE, read_runmqsc
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.analysis.load.metrics import Scrape


# Accounting and statistics messages.

LISTS = {of.PUTS: ("puts", "put1s"), of.PUT_BYTES: ("putbytes",), of.GETS: ("gets",)}
LISTS |= {of.GET_BYTES: ("getbytes",)}
MANAGER_LISTS = LISTS | {
    of.PUBLICATIONS: ("topicputs", "topicput1s"),
    of.PUBLICATION_BYTES: ("topicputbytes",),
    of.DELIVERED: ("publishmsgcount",),
}
PREDEFINED = "predefined"
PARTS = 2


def add_events(events: Iterable[Event], format: str, file: str, reading: Reading) -> None:
    """Add the statistics and accounting messages of one file."""
    accounting: list[Event] = []
    for event in events:
        if event.kind == "accounting queue":
            accounting.append(event)
        elif event.kind == "statistics queue":
            for group in event.groups:
                add_queue(event, group, format, file, reading)
        elif event.kind == "statistics channel":
            for group in event.groups:
                add_channel(event, group, format, file, reading)
        elif event.kind == "statistics mqi":
            values = counted(event.fields, MANAGER_LISTS, event.line, "the queue manager", file, reading)
            reading.amounts.append(interval_of(event, of.MANAGER, "", values, format, file))
    if accounting:
        add_accounting(accounting, format, file, reading)


def add_queue(event: Event, group: dict[str, object], format: str, file: str, reading: Reading) -> None:
    """Add the statistics of one queue; temporary queues have no load of their own to declare."""
    name = str(group.get("queuename", "")).strip()
    if not name:
        return
    definition = str(group.get("definitiontype", PREDEFINED)).lower()
    type = str(group.get("queuetype", PREDEFINED)).lower()  # printed with swapped values by some levels
    if "dynamic" in definition + type:
        reading.remark(file, event.line, f"queue {name} is dynamic and left out")
        return
    line = event.line_of(name)
    values = counted(group, LISTS, line, f"queue {name}", file, reading)
    reading.amounts.append(interval_of(event, of.QUEUE, name, values, format, file, line))


def add_channel(event: Event, group: dict[str, object], format: str, file: str, reading: Reading) -> None:
    """Add the statistics of one channel."""
    name = str(group.get("channelname", "")).strip()
    if not name:
        return
    line = event.line_of(name)
    values = {}
    for quantity, key in ((of.MESSAGES, "msgs"), (of.CHANNEL_BYTES, "bytes")):
        number = total(group.get(key))
        if number is not None:
            values[quantity] = Value(number, line)
    reading.amounts.append(interval_of(event, of.CHANNEL, name, values, format, file, line))


def counted(
    fields: dict[str, object],
    lists: dict[str, tuple[str, ...]],
    line: int,
    title: str,
    file: str,
    reading: Reading,
) -> dict[str, Value]:
    """The quantities of a group; each list is the non-persistent and the persistent part. A quantity of which
    a part is not a count, such as a negative number, is left out and remarked.
    """
    counts = {}
    for quantity, keys in lists.items():
        present = [fields[key] for key in keys if key in fields]
        numbers = [total(value) for value in present]
        if None in numbers:
            reading.remark(file, line, f"{quantity} of {title} are left out: not a count of 0 or more")
        elif numbers:
            counts[quantity] = Value(sum(number for number in numbers if number is not None), line)
    parts = [fields[key] for key in lists[of.PUTS] if key in fields]
    pairs = [part for part in parts if isinstance(part, list) and len(part) == 2]
    if of.PUTS in counts and pairs and len(pairs) == len(parts):
        counts[of.OTHER_PUTS] = Value(sum(count_of(pair[0]) or 0.0 for pair in pairs), line)
        counts[of.PERSISTENT_PUTS] = Value(sum(count_of(pair[1]) or 0.0 for pair in pairs), line)
    return counts


def total(value: object) -> float | None:
    """The sum of a list of the non-persistent and the persistent part, or a single number; None if it is
    neither.
    """
    if isinstance(value, list):
        known = [number for number in map(count_of, value) if number is not None]
        return sum(known) if len(known) == len(value) == PARTS else None
    return count_of(value) if value is not None else None


def interval_of(
    event: Event,
    kind: str,
    name: str,
    values: dict[str, Value],
    format: str,
    file: str,
    line: int | None = None,
) -> Amounts:
    """The amounts of one object in the interval of a message."""
    fields = event.fields
    first = moment(fields.get("startdate"), fields.get("starttime"))
    last = moment(fields.get("enddate"), fields.get("endtime"))
    seconds = (last - first).total_seconds() if first is not None and last is not None else 0.0
    when = f"{fields.get('startdate', '')} {fields.get('starttime', '')}".strip()
    manager = str(fields.get("queuemgrname") or event.queue_manager).strip()
    place = event.line if line is None else line
    return Amounts(
        kind, name, manager, format, file, place, seconds if seconds > 0 else None, values, {}, when
    )


def moment(date: object, time: object) -> datetime | None:
    """Date and time as printed, `2026-03-05` and `10.15.00`; None if one is missing."""
    text = f"{str(date or '').strip()} {str(time or '').strip().replace('.', ':')}"
    for form in ("%Y-%m-%d %H:%M:%S", "%Y/%m/%d %H:%M:%S", "%Y%m%d %H:%M:%S"):
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    return None


def add_accounting(events: list[Event], format: str, file: str, reading: Reading) -> None:
    """Add the accounting of queues: the sum over connections, in the time that all records together cover.

    Connections that are open write no record until the next interval, so the sum is a lower bound.
    """
    by_manager: dict[str, list[Event]] = {}
    for event in events:
        manager = str(event.fields.get("queuemgrname") or event.queue_manager).strip()
        by_manager.setdefault(manager, []).append(event)
    for manager, manager_events in by_manager.items():
        starts = [
            moment(event.fields.get("startdate"), event.fields.get("starttime")) for event in manager_events
        ]
        ends = [moment(event.fields.get("enddate"), event.fields.get("endtime")) for event in manager_events]
        times = [time for time in starts + ends if time is not None]
        known = len(times) == 2 * len(manager_events)
        seconds = (max(times) - min(times)).total_seconds() if known else 0.0
        queues: dict[str, tuple[Amounts, set[str], set[str]]] = {}
        for event in manager_events:
            for group in event.groups:
                add_use(event, group, manager, queues, format, file, seconds, reading)
        for amounts, putting, getting in queues.values():
            for quantity, users in ((of.PRODUCERS, putting), (of.CONSUMERS, getting)):
                if users:
                    amounts.states[quantity] = Value(float(len(users)), amounts.line)
            reading.amounts.append(amounts)


def add_use(
    event: Event,
    group: dict[str, object],
    manager: str,
    queues: dict[str, tuple[Amounts, set[str], set[str]]],
    format: str,
    file: str,
    seconds: float,
    reading: Reading,
) -> None:
    """Add the use of one queue by one connection."""
    name = str(group.get("queuename", "")).strip()
    if not name or "dynamic" in f"{group.get('definitiontype')} {group.get('queuetype')}".lower():
        return
    line = event.line_of(name)
    bound = "connections without a record in the files are not included"
    if name not in queues:
        amounts = Amounts(
            of.QUEUE, name, manager, f"{format} accounting", file, line, seconds or None, {}, {}, "", bound
        )
        queues[name] = (amounts, set(), set())
    amounts, putting, getting = queues[name]
    connection = str(event.fields.get("connectionid") or id(event))
    for quantity, value in counted(group, LISTS, line, f"queue {name}", file, reading).items():
        known = amounts.counts.get(quantity)
        amounts.counts[quantity] = Value(value.number + (known.number if known else 0.0), line)
        if value.number and quantity in (of.PUTS, of.GETS):
            (putting if quantity == of.PUTS else getting).add(connection)
    sizes = group.get("putmaxbytes")
    largest = max((count_of(size) or 0.0 for size in sizes), default=0.0) if isinstance(sizes, list) else 0.0
    before = amounts.states.get(of.LARGEST)
    if largest > (before.number if before else 0.0):
        amounts.states[of.LARGEST] = Value(largest, line)


def json_events(text: str, file: str, reading: Reading) -> list[Event]:
    """The messages in an output of `amqsevt -o json`: objects one after another, or in an array."""
    decoder, at, events = json.JSONDecoder(), 0, []
    line, counted_to = 1, 0
    while (at := text.find("{", at)) >= 0:
        line += text.count("\n", counted_to, at)
        counted_to = at
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            cut = text.find("\n{", at)
            if '"eventType"' in text[at : cut if cut >= 0 else None]:
                reading.remark(file, line, "a record is cut or not valid JSON, and is left out")
            if cut < 0:
                break
            at = cut + 1
            continue
        if isinstance(value, dict) and "eventType" in value:
            events.append(Event.of_json(value, line, text[at:end]))
        at = end
    return events


# Files of any format.

_EVENT = lazy_pattern(r"^(?:\*{2,}.*\bMessage\b|Event Type\s*:)")
_MONITOR = lazy_pattern(r"^(?:MonitoringType|RecordType)\s*:")
_STATUS = lazy_pattern(
    r"^\s+(?:QUEUE|TOPICSTR|CHANNEL|SUB)\(|^\s*(?:QSTATUS|QSTATS|TPSTATUS|CHSTATUS|SBSTATUS)\("
    r"|Starting MQSC for queue manager|^Starting MQSC"
)
FORMATS = "amqsrua, amqsevt, amqsmon, runmqsc (QSTATUS, TPSTATUS, CHSTATUS, QSTATS), Prometheus metrics"


def format_of(text: str) -> str:
    """The format of an output, "" if it is none that can be read."""
    if '"eventType"' in text:
        return AMQSEVT + " json"
    for line in text.splitlines():
        if HEAD.match(line):
            return AMQSRUA
        if _EVENT.match(line):
            return AMQSEVT
        if _MONITOR.match(line):
            return AMQSMON
        if MESSAGE.match(line) or _STATUS.match(line):
            return RUNMQSC
        metric = LINE.match(line)
        if metric is not None and without_namespace(metric["name"]) != metric["name"]:
            return METRICS
        if line.startswith("# TYPE ibmmq_"):
            return METRICS
    return ""


def read_texts(
    texts: Iterable[tuple[str, str]], seconds: float | None = None, exporter_values: str | None = None
) -> tuple[Reading, list[str]]:
    """The amounts in some outputs, each with the name of its file, and the files with no known format."""
    reading, scrapes, unknown = Reading(), [], []
    for file, text in texts:
        text = text.removeprefix("\ufeff").replace("\x00", "")
        format = format_of(text)
        if not format:
            unknown.append(file)
        elif format == METRICS:
            scrapes.append(read_metrics(text, file, reading))
        else:
            known = reading.size
            read_text(format, text, file, reading)
            if reading.size == known:
                name = format.partition(" ")[0]
                reading.remark(file, 1, f"output of {name} without any figure of a queue, topic or channel")
    for group in by_manager(scrapes):
        add_scrapes(group, reading, exporter_values, seconds)
    add_differences(reading, seconds)
    reading.amounts = without_copies(reading)
    return reading, unknown


def read_text(format: str, text: str, file: str, reading: Reading) -> None:
    """Add what one output other than metrics states."""
    if format == AMQSRUA:
        read_amqsrua(text, file, reading)
    elif format == RUNMQSC:
        read_runmqsc(text, file, reading)
    elif format == AMQSMON:
        add_events(monitor_events(text), AMQSMON, file, reading)
    elif format == AMQSEVT:
        add_events(text_events(text), AMQSEVT, file, reading)
    else:
        add_events(json_events(text, file, reading), AMQSEVT, file, reading)


def by_manager(scrapes: list[Scrape]) -> list[list[Scrape]]:
    """The scrapes of each exporter, which monitors one queue manager."""
    groups: dict[tuple[str, ...], list[Scrape]] = {}
    for scrape in scrapes:
        keys = [*scrape.amounts, *scrape.totals, *scrape.states]
        groups.setdefault(tuple(sorted({key[3] for key in keys})), []).append(scrape)
    return list(groups.values())


def without_copies(reading: Reading) -> list[Amounts]:
    """The amounts without repetitions, as when the same output is given twice."""
    seen: dict[tuple[object, ...], str] = {}
    kept = []
    for amounts in reading.amounts:
        numbers = tuple(sorted((name, value.number) for name, value in amounts.counts.items()))
        key = (
            amounts.kind,
            amounts.name,
            amounts.queue_manager,
            amounts.format,
            amounts.when,
            amounts.seconds,
            numbers,
        )
        if (
            amounts.when
            and amounts.counts
            and amounts.bound == ""
            and seen.setdefault(key, amounts.file) != amounts.file
        ):
            reading.remark(amounts.file, amounts.line, f"the same record is in {seen[key]}: counted once")
            continue
        kept.append(amounts)
    return kept
