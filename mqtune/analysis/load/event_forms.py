"""Reads the text of monitoring output: accounting and statistics messages, and the output of amqsrua.

An accounting or statistics message is printed by samples in three forms. Source of the form of amqsrua: the
IBM sample amqsruaa.c; IBM MQ documentation, Metrics published on the system topics. Its names of elements
differ in blanks and capitals between levels, so these are not compared.
"""

from __future__ import annotations

from mqtune.analysis.load import observation as of
from mqtune.analysis.load.observation import Amounts, Reading, Value, count_of
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


_MESSAGE = lazy_pattern(r"^\*{2,}.*\bBytes\b.*\*{2,}\s*$|^Event Type\s*:")
_FIELD = lazy_pattern(r"^(?P<indent>\s*+)(?P<name>(?>(?:[^:\s]++|\s++(?!:))*))\s*+: ?(?P<value>.*)$")
_GROUP = lazy_pattern(r"^\s+[A-Z][A-Z ]+$")
_TYPE = lazy_pattern(r"^(?:MonitoringType|RecordType)\s*:")
_GROUP_START = lazy_pattern(r"^(Queue|Channel|Chl)(Statistics|Accounting)\s*:\s*\d+\s*$", 2)

# what amqsmon prints -> the name in an event, without `count` at the end
MONITOR_NAMES = {
    "queuemanager": "queuemgrname",
    "intervalstartdate": "startdate",
    "intervalstarttime": "starttime",
    "intervalenddate": "enddate",
    "intervalendtime": "endtime",
    "putcount": "puts",
    "put1count": "put1s",
    "getcount": "gets",
    "puttopiccount": "topicputs",
    "put1topiccount": "topicput1s",
    "puttopicbytes": "topicputbytes",
    "queuedefinitiontype": "definitiontype",
    "msgcount": "msgs",
    "messagecount": "msgs",
    "totalbytes": "bytes",
}
KINDS = {
    "queuestatistics": "statistics queue",
    "mqistatistics": "statistics mqi",
    "channelstatistics": "statistics channel",
    "queueaccounting": "accounting queue",
    "mqiaccounting": "accounting mqi",
}


class Event:
    """A message: its kind in lower case, its fields and those of each object in it, by squeezed names."""

    def __init__(self, kind: str, line: int) -> None:
        self.kind = kind
        self.line = line
        self.queue_manager = ""
        self.fields: dict[str, Any] = {}
        self.groups: list[dict[str, Any]] = []
        self.lines: dict[str, int] = {}
        self._text = ""

    @classmethod
    def of_json(cls, value: dict[str, Any], line: int, text: str) -> Event:
        """The message of one JSON object; `text` is the object as printed."""
        type = value.get("eventType")
        name = type.get("name") if isinstance(type, dict) else type
        event = cls(" ".join(str(name or "").lower().split()), line)
        event._text = text
        source = value.get("eventSource")
        if isinstance(source, dict):
            event.queue_manager = str(source.get("queueMgr") or "")
        data = value.get("eventData")
        for key, content in data.items() if isinstance(data, dict) else ():
            rows = (
                [lowered(row) for row in content if isinstance(row, dict)]
                if isinstance(content, list)
                else []
            )
            if rows:
                event.groups += rows
            else:
                event.fields[squeezed(key)] = content
        return event

    def line_of(self, name: str) -> int:
        """The line that prints the name of an object; that of the message if it is not found."""
        if name in self.lines:
            return self.lines[name]
        at = self._text.find(f'"{name}"')
        return self.line + (self._text.count("\n", 0, at) if at > 0 else 0)


def lowered(row: dict[str, Any]) -> dict[str, Any]:
    """The fields of an object by squeezed names."""
    return {squeezed(key): value for key, value in row.items()}


def squeezed(name: str) -> str:
    """A name without blanks, in lower case; `Queue Mgr Name` and `queueMgrName` are the same."""
    return "".join(name.split()).lower()


def text_events(text: str) -> Iterator[Event]:
    """The messages in the text output of amqsevt."""
    event: Event | None = None
    group: dict[str, Any] | None = None
    last: tuple[dict[str, Any], str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if _MESSAGE.match(line):
            if not line.startswith("Event Type") or event is None or event.kind:
                if event is not None:
                    yield event
                event, group, last = Event("", number), None, None
            if not line.startswith("Event Type"):
                continue
        if event is None or not line.strip():
            continue
        field = _FIELD.match(line)
        if field is None:
            if _GROUP.match(line):
                group = {}
                event.groups.append(group)
            continue
        name, value = squeezed(field["name"]), field["value"].strip()
        if not name and last is not None:
            fields, known = last
            before = fields[known]
            fields[known] = [*before, value] if isinstance(before, list) else [before, value]
        elif name == "eventtype":
            event.kind = " ".join(value.partition("[")[0].lower().split())
        elif name:
            fields = event.fields if group is None else group
            fields[name] = value
            last = (fields, name)
            if name in ("queuename", "channelname"):
                event.lines[value] = number
    if event is not None:
        yield event


def monitor_events(text: str) -> Iterator[Event]:
    """The messages in an output of amqsmon."""
    event: Event | None = None
    group: dict[str, Any] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        field = _FIELD.match(line)
        if field is None:
            continue
        name, value = squeezed(field["name"]), field["value"].strip()
        if _TYPE.match(line):
            if event is not None:
                yield event
            kind = squeezed(value)
            event, group = Event(KINDS.get(kind, kind), number), None
        elif event is None:
            continue
        elif _GROUP_START.match(line.strip()):
            group = {}
            event.groups.append(group)
        else:
            if not field["indent"]:
                group = None
            name = MONITOR_NAMES.get(name, name)
            parsed = monitor_value(value)
            (event.fields if group is None else group)[name] = parsed
            if name in ("queuename", "channelname") and isinstance(parsed, str):
                event.lines[parsed] = number
    if event is not None:
        yield event


def monitor_value(text: str) -> str | list[str]:
    """A value as amqsmon prints it: in apostrophes, a list in brackets, or bare."""
    if text.startswith("[") and text.endswith("]"):
        return [part.strip() for part in text[1:-1].split(",")]
    return text[1:-1].rstrip() if len(text) > 1 and text[0] == text[-1] == "'" else text


# The output of amqsrua.

HEAD = lazy_pattern(r"^.*Publication received\b(?P<rest>.*)$")
_DATE = lazy_pattern(r"PutDate:\s*(\d{8})")
_TIME = lazy_pattern(r"PutTime:\s*(\d{6})")
_INTERVAL = lazy_pattern(r"Interval:(.*)$")
_PART = lazy_pattern(r"(\d+(?:[.,]\d+)?)\s*(day|hour|minute|second)s?")
_LINE = lazy_pattern(
    r"^(?P<name>\S.*?)\s+(?P<value>\d[\d.,'’\u00a0\u202f]*)(?P<unit>\s?[A-Za-z%]+)?(?:\s+\S+/sec)?\s*$"
)
# names are padded to 48 columns, so that nothing separates one of 48 characters from the description
_OBJECT = lazy_pattern(r"^([A-Za-z0-9._/%]{1,48})(?:(?<=.{48})|\s+)(\S.*)$")
_GROUPING = lazy_pattern(r"[.,'’\u00a0\u202f]")
_BYTES = {"": 1, "KB": 2**10, "MB": 2**20, "GB": 2**30}  # units of the sample: powers of 1024
_SECONDS = {"day": 86_400.0, "hour": 3600.0, "minute": 60.0, "second": 1.0}

# descriptions without blanks and in lower case -> quantity; those of several sum up
OF_QUEUE = {
    "mqput/mqput1count": of.PUTS,
    "mqputbytecount": of.PUT_BYTES,
    "mqputpersistentmessagecount": of.PERSISTENT_PUTS,
    "mqput1persistentmessagecount": of.PERSISTENT_PUTS,
    "mqputnon-persistentmessagecount": of.OTHER_PUTS,
    "mqput1non-persistentmessagecount": of.OTHER_PUTS,
    "destructivemqgetpersistentmessagecount": of.GETS,
    "destructivemqgetnon-persistentmessagecount": of.GETS,
    "destructivemqgetpersistentbytecount": of.GET_BYTES,
    "destructivemqgetnon-persistentbytecount": of.GET_BYTES,
    "queuedepth": of.DEPTH,
    "openinputcount": of.CONSUMERS,
}
OF_MANAGER = {
    "intervaltotalmqput/mqput1count": of.PUTS,
    "intervaltotalmqput/mqput1bytecount": of.PUT_BYTES,
    "persistentmessagemqputcount": of.PERSISTENT_PUTS,
    "persistentmessagemqput1count": of.PERSISTENT_PUTS,
    "non-persistentmessagemqputcount": of.OTHER_PUTS,
    "non-persistentmessagemqput1count": of.OTHER_PUTS,
    "intervaltotaldestructiveget-count": of.GETS,
    "intervaltotaldestructiveget-bytecount": of.GET_BYTES,
    "topicmqput/mqput1intervaltotal": of.PUBLICATIONS,
    "intervaltotaltopicbytesput": of.PUBLICATION_BYTES,
    "publishedtosubscribers-messagecount": of.DELIVERED,
    "log-logicalbyteswritten": of.LOG_BYTES,
}
STATES = (of.DEPTH, of.CONSUMERS)


class Record:
    """One publication: its interval, and the values of each object by quantity; "" is the queue manager."""

    def __init__(self, line: int, head: str) -> None:
        self.line = line
        self.seconds = interval(head)
        date, time = _DATE.search(head), _TIME.search(head)
        self.when = f"{date.group(1)} {time.group(1)} GMT" if date and time else ""
        self.values: dict[str, dict[str, Value]] = {}

    def add(self, object: str, quantity: str, number: float, line: int) -> None:
        """Add an element; the elements of one quantity sum up."""
        values = self.values.setdefault(object, {})
        known = values.get(quantity)
        values[quantity] = Value(number + (known.number if known else 0.0), known.line if known else line)


def read_amqsrua(text: str, file: str, reading: Reading) -> None:
    """Add the publications in an output of amqsrua.

    The first publication of a quantity can cover more than its interval, so it is left out if others follow.
    """
    seen: set[tuple[str, str]] = set()
    repeated: set[tuple[str, str]] = set()
    records = list(records_of(text))
    for record in records:
        keys = {(object, quantity) for object, values in record.values.items() for quantity in values}
        repeated |= keys & seen
        seen |= keys
    seen.clear()
    dropped = 0
    for record in records:
        for object, values in record.values.items():
            first = {
                quantity
                for quantity in values
                if (object, quantity) in repeated and (object, quantity) not in seen
            }
            seen |= {(object, quantity) for quantity in values}
            dropped += bool(first)
            kept = {quantity: value for quantity, value in values.items() if quantity not in first}
            if kept:
                reading.amounts.append(amounts(record, object, kept, file))
    if dropped:
        reading.remark(
            file,
            1,
            "the first publication of amqsrua is left out: it can cover more than its interval",
        )


def amounts(record: Record, object: str, values: dict[str, Value], file: str) -> Amounts:
    """The amounts of one object in one publication."""
    return Amounts(
        of.QUEUE if object else of.MANAGER,
        object,
        "",
        of.AMQSRUA,
        file,
        record.line,
        record.seconds,
        {quantity: value for quantity, value in values.items() if quantity not in STATES},
        {quantity: value for quantity, value in values.items() if quantity in STATES},
        record.when,
    )


def records_of(text: str) -> list[Record]:
    """The publications of a text, those without elements included."""
    records: list[Record] = []
    for number, line in enumerate(text.splitlines(), 1):
        head = HEAD.match(line)
        if head is not None:
            records.append(Record(number, head.group("rest")))
        elif records:
            element(records[-1], line, number)
    return records


def element(record: Record, line: str, number: int) -> None:
    """Add the element that a line prints, if it is one that matters for a load."""
    match = _LINE.match(line.strip())
    if match is None:
        return
    name = match["name"]
    key, object = squeezed(name), ""
    table = OF_MANAGER
    if key not in table:
        split = _OBJECT.match(name)
        if split is None:
            return
        object, key, table = split.group(1), squeezed(split.group(2)), OF_QUEUE
    quantity, amount = table.get(key), count(match["value"])
    factor = _BYTES.get((match["unit"] or "").strip())
    if quantity is not None and amount is not None and factor is not None:
        record.add(object, quantity, amount * factor, number)


def count(text: str) -> float | None:
    """A whole number, with its digits grouped by thousands in any way; None for one with a fraction."""
    first, *others = _GROUPING.split(text)
    if others and (len(first) > 3 or any(len(group) != 3 for group in others)):
        return None
    return count_of(first + "".join(others))


def interval(head: str) -> float | None:
    """The length of an interval in seconds, as in `1 minutes,4.003 seconds`; None if it is missing."""
    match = _INTERVAL.search(head)
    parts = _PART.findall(match.group(1)) if match else []
    total = sum(float(value.replace(",", ".")) * _SECONDS[unit] for value, unit in parts)
    return total or None
