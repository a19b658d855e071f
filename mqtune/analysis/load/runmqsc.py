"""Reads the output of DISPLAY QSTATUS, TPSTATUS, SBSTATUS and CHSTATUS, and of RESET QSTATS.

Records are recognised by their attributes: message texts are translated, prompts and message numbers differ.
The time of an output is that of a line with a date before it, such as the output of `date`.
"""

from __future__ import annotations

from datetime import UTC, datetime

from mqtune.analysis.load import observation as of
from mqtune.analysis.load.observation import Amounts, Reading, Sample, Value, count_of
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MESSAGE = lazy_pattern(r"^\s*(?:\S{0,48}[>:]\s*)?(AMQ\d{4,5}|CSQM\d{3})[A-Z]?\b")
_BANNER = lazy_pattern(r"Starting MQSC for queue manager (\S+?)\.?\s*$")
_ECHO = lazy_pattern(r"^\s*(?:\S.*?>\s*)?\d+ : ")
_KEY = lazy_pattern(r"(?:^|(?<=[\s>:]))([A-Z][A-Z0-9]*)(?=[(\s]|$)")
_DATES = (
    lazy_pattern(r"(\d{4}-\d{2}-\d{2})[T ](\d{2}[:.]\d{2}[:.]\d{2})(?:[.,]\d+)?\s*(Z|[+-]\d{2}:?\d{2})?\s*$"),
    lazy_pattern(
        r"[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d{1,2}) (\d{1,2}:\d{2}:\d{2}) ([AP]M )?([A-Z]{2,5} )?(\d{4})\s*$"
    ),
)
_EPOCH = lazy_pattern(r"^\s*(1[5-9]\d{8})(?:\.\d+)?\s*$")
# only differences count, so that a zone matters only when summer time begins or ends between two samples
SUMMER_TIMES = ("ADT", "AEDT", "BST", "CDT", "CEST", "EDT", "EEST", "MDT", "NZDT", "PDT", "WEST")
HOUR = 3600.0
IDENTITIES = ("QUEUE", "TOPICSTR", "CHANNEL", "SUB", "CONN")
# z/OS names an object by the word of the command
OF_ZOS = {
    "QSTATUS": "QUEUE",
    "QSTATS": "QUEUE",
    "TPSTATUS": "TOPICSTR",
    "CHSTATUS": "CHANNEL",
    "SBSTATUS": "SUB",
}


class Entry:
    """One record: its attributes, and the line of each."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.values: dict[str, str] = {}
        self.lines: dict[str, int] = {}

    def count(self, key: str) -> Value | None:
        """A numeric attribute; None if it is missing or blank."""
        number = count_of(self.values[key]) if key in self.values else None
        return None if number is None else Value(number, self.lines[key])


class Output:
    """The records that one start of runmqsc prints, and when."""

    def __init__(self, queue_manager: str, line: int) -> None:
        self.queue_manager = queue_manager
        self.time: float | None = None
        self.line = line
        self.entries: list[Entry] = []


def read_runmqsc(text: str, file: str, reading: Reading) -> None:
    """Add the records of an output of runmqsc; a record that occurs again begins the next sample."""
    for output in outputs_of(text):
        seen: dict[tuple[str, str, str], Sample] = {}
        reading.outputs += 1
        for entry in output.entries:
            if "RESETINT" in entry.values:
                amounts = since_reset(entry, output, file)
                reading.amounts.append(amounts)
                if amounts.seconds is None:
                    text = f"no rate of queue {amounts.name}: RESETINT is 0, or cannot be read"
                    reading.remark(file, entry.line, text)
                continue
            for sample in samples_of(entry, output, file, reading.outputs):
                key = (sample.kind, sample.name, sample.instance)
                if key in seen and completes(seen[key], sample):
                    continue
                if key in seen:
                    seen.clear()
                    reading.outputs += 1
                    sample.sample = reading.outputs
                seen[key] = sample
                reading.samples.append(sample)


def completes(first: Sample, second: Sample) -> bool:
    """Whether a record shows only attributes that the first one lacks; the first one receives them."""
    for values, more in ((first.counts, second.counts), (first.states, second.states)):
        if values.keys() & more.keys():
            return False
    first.counts.update(second.counts)
    first.states.update(second.states)
    return True


def outputs_of(text: str) -> Iterator[Output]:
    """The outputs in a text, one for each start of runmqsc."""
    output = Output("", 1)
    entry: Entry | None = None
    for number, line in enumerate(text.splitlines(), 1):
        banner = _BANNER.search(line)
        moment = None if "(" in line else moment_of(line)
        if banner or moment is not None:
            if output.entries:
                yield output
                output = Output(output.queue_manager, number)
            entry = None
            output.queue_manager = banner.group(1) if banner else output.queue_manager
            output.time = output.time if moment is None else moment
        if MESSAGE.match(line) or _ECHO.match(line):
            entry = None
        if _ECHO.match(line) or banner or not line.strip():
            continue
        for word, value in attributes(line):
            key = OF_ZOS.get(word, word)
            if entry is None or (key in IDENTITIES and key in entry.values):
                if key not in IDENTITIES and not MESSAGE.match(line) and entry is None and not output.entries:
                    continue
                entry = Entry(number)
                output.entries.append(entry)
            entry.values[key] = value
            entry.lines[key] = number
    if output.entries:
        yield output


def attributes(line: str) -> Iterator[tuple[str, str]]:
    """The attributes of a line: `KEY(value)`, also with parentheses inside; one that is cut is left out."""
    at = 0
    while (match := _KEY.search(line, at)) is not None:
        at = match.end()
        if at >= len(line) or line[at] != "(":
            continue
        end = closing(line, at)
        if end < 0:
            return
        yield match.group(1), line[at + 1 : end].strip()
        at = end + 1


def closing(line: str, start: int) -> int:
    """The position of the parenthesis that closes the one at `start`; -1 if there is none."""
    depth = 0
    for at in range(start, len(line)):
        depth += (line[at] == "(") - (line[at] == ")")
        if depth == 0:
            return at
    return -1


def moment_of(line: str) -> float | None:
    """The seconds since 1970 of a line that ends with a date and time; None for other lines."""
    epoch = _EPOCH.match(line)
    if epoch is not None:
        return float(epoch.group(0))
    iso = _DATES[0].search(line)
    try:
        if iso is not None:
            text = f"{iso.group(1)}T{iso.group(2).replace('.', ':')}"
            zone = iso.group(3) or "+00:00"
            zone = "+00:00" if zone == "Z" else zone if ":" in zone else f"{zone[:3]}:{zone[3:]}"
            return datetime.fromisoformat(text + zone).timestamp()
        of_date = _DATES[1].search(line)
        if of_date is not None:
            month, day, clock, half, zone, year = of_date.groups()
            form = "%b %d %I:%M:%S %p %Y" if half else "%b %d %H:%M:%S %Y"
            text = " ".join((month, day, clock, *([half.strip()] if half else []), year))
            summer = HOUR if (zone or "").strip() in SUMMER_TIMES else 0.0
            return datetime.strptime(text, form).replace(tzinfo=UTC).timestamp() - summer
    except ValueError:
        return None
    return None


def since_reset(entry: Entry, output: Output, file: str) -> Amounts:
    """What RESET QSTATS reports of a queue: the messages since its statistics were last reset."""
    seconds = entry.count("RESETINT")
    return Amounts(
        of.QUEUE,
        entry.values.get("QUEUE", ""),
        output.queue_manager,
        of.RUNMQSC,
        file,
        entry.line,
        seconds.number if seconds is not None and seconds.number else None,
        known({of.PUTS: entry.count("MSGSIN"), of.GETS: entry.count("MSGSOUT")}),
        {},
    )


def samples_of(entry: Entry, output: Output, file: str, number: int) -> Iterator[Sample]:
    """The sample of a record, if it is one of those that matter for a load."""
    values = entry.values
    if "TOPICSTR" in values:
        kind, name, instance, counts, states = topic_sample(entry)
    elif values.get("CHANNEL") and "STATUS" in values:
        kind, name, instance, counts, states = channel_sample(entry)
    elif values.get("QUEUE") and values.get("TYPE", "QUEUE") in ("QUEUE", "QLOCAL"):
        states = known({of.CONSUMERS: entry.count("IPPROCS"), of.PRODUCERS: entry.count("OPPROCS")})
        states |= known({of.DEPTH: entry.count("CURDEPTH")})
        kind, name, instance, counts = of.QUEUE, values["QUEUE"], "", {}
    else:
        return
    yield Sample(
        kind,
        name,
        instance,
        output.queue_manager,
        of.RUNMQSC,
        file,
        entry.line,
        number,
        output.time,
        counts,
        states,
    )


Parts = tuple[str, str, str, dict[str, Value], dict[str, Value]]


def topic_sample(entry: Entry) -> Parts:
    """A topic string, one publisher of it, or one subscription."""
    values = entry.values
    name = values["TOPICSTR"]
    published, delivered = entry.count("NUMPUBS"), entry.count("NUMMSGS")
    if "NUMPUBS" in values:
        instance = f"publisher {values.get('ACTCONN', '')}"
        return of.TOPIC, name, instance, known({of.PUBLICATIONS: published}), {}
    if "NUMMSGS" in values or "SUBID" in values:
        instance = f"subscription {values.get('SUBID') or values.get('SUB', '')}"
        return of.TOPIC, name, instance, known({of.DELIVERED: delivered}), {}
    states = {of.PUBLISHERS: entry.count("PUBCOUNT"), of.SUBSCRIBERS: entry.count("SUBCOUNT")}
    return of.TOPIC, name, "", {}, known(states)


def channel_sample(entry: Entry) -> Parts:
    """One instance of a channel."""
    values = entry.values
    key = "/".join(values.get(keyword, "") for keyword in ("CONNAME", "JOBNAME", "CHSTADA", "CHSTATI"))
    server = values.get("CHLTYPE") == "SVRCONN"
    counts = {of.CALLS if server else of.MESSAGES: entry.count("MSGS")}
    if not server:
        sent, received = entry.count("BYTSSENT"), entry.count("BYTSRCVD")
        sends = values.get("CHLTYPE") in ("SDR", "SVR", "CLUSSDR")
        counts[of.CHANNEL_BYTES] = sent if sends else received
    states = {of.INSTANCES: Value(1.0, entry.line)} if server else {}
    return of.CHANNEL, values["CHANNEL"], key, known(counts), states


def known(values: dict[str, Value | None]) -> dict[str, Value]:
    """The values that are there."""
    return {name: value for name, value in values.items() if value is not None}
