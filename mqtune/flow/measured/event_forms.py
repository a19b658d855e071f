"""One accounting or statistics message in the three forms in which samples print it."""

from __future__ import annotations

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
        found = cls(" ".join(str(name or "").lower().split()), line)
        found._text = text
        source = value.get("eventSource")
        if isinstance(source, dict):
            found.queue_manager = str(source.get("queueMgr") or "")
        data = value.get("eventData")
        for key, one in data.items() if isinstance(data, dict) else ():
            rows = [lowered(row) for row in one if isinstance(row, dict)] if isinstance(one, list) else []
            if rows:
                found.groups += rows
            else:
                found.fields[squeezed(key)] = one
        return found

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
            found = monitor_value(value)
            (event.fields if group is None else group)[name] = found
            if name in ("queuename", "channelname") and isinstance(found, str):
                event.lines[found] = number
    if event is not None:
        yield event


def monitor_value(text: str) -> str | list[str]:
    """A value as amqsmon prints it: in apostrophes, a list in brackets, or bare."""
    if text.startswith("[") and text.endswith("]"):
        return [one.strip() for one in text[1:-1].split(",")]
    return text[1:-1].rstrip() if len(text) > 1 and text[0] == text[-1] == "'" else text
