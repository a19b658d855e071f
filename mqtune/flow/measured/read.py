"""Recognises the format of monitoring output, and reads several files together."""

from __future__ import annotations

from mqtune.flow.measured.amqsrua import HEAD, read_amqsrua
from mqtune.flow.measured.differences import add_differences
from mqtune.flow.measured.event_forms import monitor_events, text_events
from mqtune.flow.measured.events import add_events, json_events
from mqtune.flow.measured.metrics import LINE, add_scrapes, read_metrics, without_namespace
from mqtune.flow.measured.observation import AMQSEVT, AMQSMON, AMQSRUA, METRICS, RUNMQSC, Reading
from mqtune.flow.measured.runmqsc import MESSAGE, read_runmqsc
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.flow.measured.metrics import Scrape
    from mqtune.flow.measured.observation import Amounts

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
    found: dict[tuple[str, ...], list[Scrape]] = {}
    for scrape in scrapes:
        keys = [*scrape.amounts, *scrape.totals, *scrape.states]
        found.setdefault(tuple(sorted({key[3] for key in keys})), []).append(scrape)
    return list(found.values())


def without_copies(reading: Reading) -> list[Amounts]:
    """The amounts without repetitions, as when the same output is given twice."""
    seen: dict[tuple[object, ...], str] = {}
    kept = []
    for one in reading.amounts:
        numbers = tuple(sorted((name, value.number) for name, value in one.counts.items()))
        key = (one.kind, one.name, one.queue_manager, one.format, one.when, one.seconds, numbers)
        if one.when and one.counts and one.bound == "" and seen.setdefault(key, one.file) != one.file:
            reading.remark(one.file, one.line, f"the same record is in {seen[key]}: counted once")
            continue
        kept.append(one)
    return kept
