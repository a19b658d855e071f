"""Collects queue managers through the administrative REST interface: DISPLAY commands only.

A queue manager that can be reached only through the REST interface has no dmpmqcfg. The answers to DISPLAY
commands are written in the form of a dump: one attribute per line, those that cannot be set as comments.

Sources: IBM MQ documentation, REST API, POST - plain text MQSC command, REST API error handling, runmqsc;
dumps of dmpmqcfg at 9.3.
"""

from __future__ import annotations

import base64
import http.client
import json
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from mqtune.hosts.collect.collection import OBJECTS, UNKNOWN
from mqtune.hosts.collect.folder import Collected, Folder, Part
from mqtune.hosts.collect.host import NAME
from mqtune.hosts.collect.transports import SECONDS, NotReadOnlyError, Transport, is_display
from mqtune.language.mqsc import attribute, object_type, subtype_keyword

# The answers as records, and records as MQSC that defines the same objects.

MESSAGE = re.compile(r"\s*(?:AMQ|CSQ)\w+: ")
KEYWORD = re.compile(r"[A-Z][A-Z0-9]*(?=[(\s]|$)")
# the keyword that names the object of a record, with the object type; QUEUE has the type in TYPE
NAMED_BY = {
    "QMNAME": "QMGR",
    "QUEUE": "",
    "CHANNEL": "CHANNEL",
    "TOPIC": "TOPIC",
    "SUB": "SUB",
    "NAMELIST": "NAMELIST",
    "PROCESS": "PROCESS",
    "AUTHINFO": "AUTHINFO",
    "LISTENER": "LISTENER",
    "SERVICE": "SERVICE",
    "COMMINFO": "COMMINFO",
    "CHLAUTH": "CHLAUTH",
    "PROFILE": "AUTHREC",
    "POLICY": "POLICY",
}
# kinds of values that MQSC accepts without apostrophes
BARE = ("integer", "enum", "flag", "word", "range")
ENTITY = {"PRINCIPAL": "PRINCIPAL", "GROUP": "GROUP"}
NOT_DEFINED = "TEMPDYN"  # the DEFTYPE of a queue that ends with its program
ADMINISTRATIVE = "ADMIN"  # the SUBTYPE of the subscriptions that DEFINE SUB made


class UnreadableAnswerError(Exception):
    """An answer whose parentheses do not match, so that its values are unknown."""


@dataclass(frozen=True, slots=True)
class Record:
    """One displayed object: its attributes in the order of the answer. None is a keyword without a value."""

    attributes: dict[str, str | None]

    @property
    def type(self) -> str:
        """QLOCAL, CHANNEL, CHLAUTH …; empty if the record names no object."""
        for keyword, type in NAMED_BY.items():
            if keyword in self.attributes:
                return type or object_type(self.attributes.get("TYPE") or "") or ""
        return ""

    @property
    def name(self) -> str:
        """The name of the object."""
        return next((self.attributes[word] or "" for word in NAMED_BY if word in self.attributes), "")


def records(lines: Iterable[str]) -> Iterator[Record]:
    """The objects of an answer, in order. Raises UnreadableAnswerError."""
    block: list[str] = []
    for line in lines:
        if MESSAGE.match(line):
            if block:
                yield Record(dict(pairs("\n".join(block))))
            block = []
        elif line.startswith(" ") and line.strip():
            block.append(line)
    if block:
        yield Record(dict(pairs("\n".join(block))))


def pairs(text: str) -> Iterator[tuple[str, str | None]]:
    """The keywords and values of one object. Raises UnreadableAnswerError."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        keyword = KEYWORD.match(text, at)
        if keyword is None:
            raise UnreadableAnswerError(text[at : at + 40].split("\n", maxsplit=1)[0])
        at = keyword.end()
        if text[at : at + 1] != "(":
            yield keyword[0], None
            continue
        end = closing(text, at)
        yield keyword[0], text[at + 1 : end].strip()
        at = end + 1


def closing(text: str, at: int) -> int:
    """The position of the parenthesis that closes the one at `at`. Raises UnreadableAnswerError."""
    depth = 0
    for place in range(at, len(text)):
        if text[place] == "(":
            depth += 1
        elif text[place] == ")":
            depth -= 1
            if not depth:
                return place
        elif text[place] == "\n":
            break
    raise UnreadableAnswerError(text[at : at + 40])


def as_mqsc(objects: Sequence[Record]) -> list[str]:
    """The commands that define the objects, one list entry per line."""
    lines: list[str] = []
    for record in objects:
        if record.attributes.get("DEFTYPE") == NOT_DEFINED:
            continue
        if record.type == "SUB" and record.attributes.get("SUBTYPE", ADMINISTRATIVE) != ADMINISTRATIVE:
            continue
        if record.type == "AUTHREC":
            lines += authority(record)
        elif record.type:
            lines += definition(record)
    return lines


def definition(record: Record) -> list[str]:
    """DEFINE, ALTER QMGR, or SET CHLAUTH or POLICY."""
    type = record.type
    if type == "QMGR":
        head, last, skipped = "ALTER QMGR", "FORCE", {"QMNAME"}
    elif type in ("CHLAUTH", "POLICY"):
        head, last, skipped = f"SET {type}({quoted(record.name)})", "ACTION(REPLACE)", {type}
    else:
        word = "QUEUE" if type.startswith("Q") else type
        head, last, skipped = f"DEFINE {type}({quoted(record.name)})", "REPLACE", {word, "TYPE"}
    verb = head.split()[0]
    lines = [f"{head} +"]
    first = subtype_keyword(type)
    ordered = sorted(record.attributes, key=lambda keyword: keyword != first)
    lines += [
        attribute_line(verb, type, keyword, record.attributes[keyword])
        for keyword in ordered
        if keyword not in skipped
    ]
    return [*lines, f"   {last}"]


def attribute_line(verb: str, type: str, keyword: str, value: str | None) -> str:
    """One attribute of a definition; a comment if the command cannot set it."""
    catalogued = attribute(type, keyword)
    text = (
        keyword if value is None else f"{keyword}({value_text(catalogued.kind if catalogued else '', value)})"
    )
    settable = catalogued is not None and (verb in catalogued.settable or keyword == subtype_keyword(type))
    return f"   {text} +" if settable else f"*  {text} +"


def value_text(kind: str, value: str) -> str:
    """A value as MQSC accepts it."""
    if kind in BARE and re.fullmatch(r"[\w,./*-]+", value):
        return value
    if "list" in kind and value:
        return ",".join(quoted(part.strip()) for part in value.split(","))
    return quoted(value)


def authority(record: Record) -> list[str]:
    """SET AUTHREC with all authorities of a record."""
    attributes = record.attributes
    entity = ENTITY.get(attributes.get("ENTTYPE") or "")
    authorities = (attributes.get("AUTHLIST") or "").replace(" ", "")
    if entity is None or authorities in ("", "NONE"):
        return []
    return [
        "SET AUTHREC +",
        f"   PROFILE({quoted(record.name)}) +",
        f"   {entity}({quoted(attributes.get('ENTITY') or '')}) +",
        f"   OBJTYPE({attributes.get('OBJTYPE') or ''}) +",
        f"   AUTHADD({authorities})",
    ]


def quoted(value: str) -> str:
    """A value in apostrophes; a blank one as MQSC shows it."""
    doubled = value.replace("'", "''")
    return f"'{doubled or ' '}'"


# The requests.

COMMANDS = (
    "DISPLAY QMGR ALL",
    "DISPLAY QUEUE(*) ALL",
    "DISPLAY NAMELIST(*) ALL",
    "DISPLAY PROCESS(*) ALL",
    "DISPLAY CHANNEL(*) ALL",
    "DISPLAY AUTHINFO(*) ALL",
    "DISPLAY LISTENER(*) ALL",
    "DISPLAY SERVICE(*) ALL",
    "DISPLAY COMMINFO(*) ALL",
    "DISPLAY TOPIC(*) ALL",
    "DISPLAY SUB(*) SUBTYPE(ADMIN) ALL",
    "DISPLAY CHLAUTH(*) ALL",
    "DISPLAY AUTHREC ALL",
)
STATUS = ("DISPLAY QMSTATUS ALL", "DISPLAY CLUSQMGR(*) ALL", "DISPLAY QCLUSTER(*) ALL", "DISPLAY POLICY(*)")
UNREACHABLE = "the REST interface does not give access to the files and processes of the host"
RUNNING = "running"
# messages of an answer that found nothing
FOUND_NOTHING = ("AMQ8147", "AMQ8420", "AMQ8884", "AMQ8868")
MOST_BYTES = 1 << 30
HEAD = """\
* Queue manager name: {name}
* Queue manager command level: ({level}/{level})
* Command issued: mqtune collect, from the answers to DISPLAY commands through the REST interface
"""


class RestError(Exception):
    """A request that was refused or not answered."""


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: credentials go to the named server only."""

    def redirect_request(self, *_: object) -> None:
        """No further request."""


@dataclass(slots=True)
class RestCollection:
    """The queue managers of one mqweb server. `url` ends with the version: `https://host:9443/ibmmq/rest/v3`."""

    url: str
    folder: Folder
    names: Sequence[str] = ()
    user: str | None = None
    password: str | None = None
    transport: Transport | None = None  # none: it sends requests itself
    authority: str | None = None  # file with the certificates of the authorities that are trusted

    def plan(self) -> list[str]:
        """Every request, in order."""
        lines = [f"GET {self.url}/admin/installation", f"GET {self.url}/admin/qmgr"]
        for name in self.names or ["<QMGR>"]:
            post = (
                f"POST {self._action(name)}"
                if self.names
                else f"POST {self.url}/admin/action/qmgr/<QMGR>/mqsc"
            )
            lines += [f"{post} {command}" for command in (*COMMANDS, *STATUS)]
        return lines

    def run(self) -> None:
        """Collect everything. Failures are recorded as missing parts."""
        every = self._listed()
        parts = []
        for name in self.names or list(every):
            self.folder.managers[name] = Collected(name, every.get(name, UNKNOWN))
            request = f"POST {self._action(name)} DISPLAY …"
            objects = self.folder.plan(OBJECTS, name, "objects.mqsc", request, True)
            parts.append((name, objects, self.folder.plan("status", name, "display.txt", request)))
            for what in ("qm.ini", "environment"):
                self.folder.fail(self.folder.plan(what, name, "", "", essential=True), UNREACHABLE)
        for name, objects, status in parts:
            state = every.get(name, UNKNOWN)
            if state.lower() in (RUNNING, UNKNOWN):
                self._definitions(name, objects)
                self._status(name, status)
            else:
                for part in (objects, status):
                    self.folder.fail(part, f"it does not run: the REST interface reports {state}")

    def _listed(self) -> dict[str, str]:
        """The queue managers and their states."""
        for what, resource in (("level of the installation", "installation"), ("queue managers", "qmgr")):
            address = f"{self.url}/admin/{resource}"
            part = self.folder.plan(what, None, f"{resource}.json", f"GET {address}")
            try:
                answer = self._request(address)
            except RestError as error:
                self.folder.fail(part, str(error))
                continue
            self.folder.put(part, json.dumps(answer, indent=1) + "\n")
            if resource == "qmgr":
                managers = answer.get("qmgr")
                rows = (
                    [manager for manager in managers if isinstance(manager, dict)]
                    if isinstance(managers, list)
                    else []
                )
                states = {str(row.get("name")): str(row.get("state")) for row in rows}
                return {name: state for name, state in states.items() if self._is_name(name, part.command)}
        return {}

    def _is_name(self, name: str, request: str) -> bool:
        """Whether a queue manager can have a name; if not, it is a missing part."""
        if NAME.fullmatch(name):
            return True
        part = self.folder.plan("queue manager", None, "", request, essential=True)
        self.folder.fail(part, f"the server lists {name[:48]!r}, which is not a name of a queue manager")
        return False

    def _definitions(self, name: str, part: Part) -> None:
        """The objects, as MQSC."""
        objects: list[Record] = []
        failures = []
        for command in COMMANDS:
            try:
                objects += records(self._lines(name, command))
            except (RestError, UnreadableAnswerError) as error:
                reason = "parentheses of the answer do not match: " * isinstance(error, UnreadableAnswerError)
                failures.append(f"{command}: {reason}{error}")
        if failures:
            self.folder.fail(part, "; ".join(failures))
            return
        level = (
            next((record.attributes["CMDLEVEL"] for record in objects if "CMDLEVEL" in record.attributes), "")
            or "0"
        )
        self.folder.put(part, HEAD.format(name=name, level=level) + "\n".join(as_mqsc(objects)) + "\n")

    def _status(self, name: str, part: Part) -> None:
        lines: list[str] = []
        try:
            for command in STATUS:
                lines += self._lines(name, command)
        except RestError as error:
            self.folder.fail(part, str(error))
        else:
            self.folder.put(part, "\n".join(lines) + "\n")

    def _action(self, name: str) -> str:
        return f"{self.url}/admin/action/qmgr/{quote(name, safe='')}/mqsc"

    def _lines(self, name: str, command: str) -> list[str]:
        """The answer to a DISPLAY command, as runmqsc prints it. Raises RestError."""
        if not is_display(command):
            raise NotReadOnlyError(command)
        body = {"type": "runCommand", "parameters": {"command": command}}
        answer = self._request(self._action(name), json.dumps(body).encode())
        return list(answer_lines(answer))

    def _request(self, address: str, body: bytes | None = None) -> dict[str, object]:
        """The JSON of an answer. Raises RestError."""
        request = urllib.request.Request(address, body)
        request.add_header("Content-Type", "application/json;charset=utf-8")
        request.add_header("ibm-mq-rest-csrf-token", "mqtune")
        if self.user is not None:
            token = base64.b64encode(f"{self.user}:{self.password or ''}".encode()).decode()
            request.add_header("Authorization", f"Basic {token}")
        context = ssl.create_default_context(cafile=self.authority)
        opener = urllib.request.build_opener(NoRedirects, urllib.request.HTTPSHandler(context=context))
        try:
            with opener.open(request, timeout=SECONDS) as response:
                answer = json.loads(response.read(MOST_BYTES))
        except urllib.error.HTTPError as error:
            raise RestError(http_reason(error.code, error.read(100_000))) from None
        except (OSError, ValueError, RecursionError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
            raise RestError(f"no usable answer from {urlsplit(address).netloc}: {reason}") from None
        if not isinstance(answer, dict):
            raise RestError("the answer is not a JSON object")
        return answer


def answer_lines(answer: dict[str, object]) -> Iterator[str]:
    """The lines of every entry of an answer. Raises RestError for an entry that failed."""
    entries = answer.get("commandResponse")
    for entry in entries if isinstance(entries, list) else ():
        if not isinstance(entry, dict):
            raise RestError("an entry of the answer is not a JSON object")
        text = entry.get("text") or entry.get("message") or []
        lines = text if isinstance(text, list) else [text]
        lines = [line for message in lines for line in str(message).splitlines()]
        if entry.get("completionCode"):
            if lines and lines[0].lstrip().startswith(FOUND_NOTHING):
                continue
            raise RestError(lines[0] if lines else f"reason code {entry.get('reasonCode')}")
        yield from lines


def http_reason(status: int, body: bytes) -> str:
    """The reason in the body of a refused request."""
    try:
        message = json.loads(body)["error"][0]["message"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        message = {401: "the user or password is wrong", 403: "the user has no role for this"}.get(status, "")
    return f"HTTP status {status}" + (f": {message}" if message else "")
