"""Reads the output of amqsrua.

Source of the form: the IBM sample amqsruaa.c; IBM MQ documentation, "Metrics published on the system topics".
Names of elements differ in blanks and capitals between levels, so these are not compared.
"""

from __future__ import annotations

from mqtune.flow.measured import observation as of
from mqtune.flow.measured.event_forms import squeezed
from mqtune.flow.measured.observation import Amounts, Reading, Value
from mqtune.text.patterns import lazy_pattern

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
            first = {one for one in values if (object, one) in repeated and (object, one) not in seen}
            seen |= {(object, one) for one in values}
            dropped += bool(first)
            kept = {one: value for one, value in values.items() if one not in first}
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
        {one: value for one, value in values.items() if one not in STATES},
        {one: value for one, value in values.items() if one in STATES},
        record.when,
    )


def records_of(text: str) -> list[Record]:
    """The publications of a text, those without elements included."""
    found: list[Record] = []
    for number, line in enumerate(text.splitlines(), 1):
        head = HEAD.match(line)
        if head is not None:
            found.append(Record(number, head.group("rest")))
        elif found:
            element(found[-1], line, number)
    return found


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
        record.add(object, quantity, float(amount * factor), number)


def count(text: str) -> int | None:
    """A whole number, with its digits grouped by thousands in any way; None for one with a fraction."""
    first, *others = _GROUPING.split(text)
    if others and (len(first) > 3 or any(len(one) != 3 for one in others)):
        return None
    return int(first + "".join(others))


def interval(head: str) -> float | None:
    """The length of an interval in seconds, as in `1 minutes,4.003 seconds`; None if it is missing."""
    found = _INTERVAL.search(head)
    parts = _PART.findall(found.group(1)) if found else []
    total = sum(float(value.replace(",", ".")) * _SECONDS[unit] for value, unit in parts)
    return total or None
