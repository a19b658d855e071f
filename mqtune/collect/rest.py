"""Collects queue managers through the administrative REST interface: DISPLAY commands only.

Source: IBM MQ documentation, "REST API", "POST - plain text MQSC command", "REST API error handling".
"""

from __future__ import annotations

import base64
import http.client
import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from mqtune.collect.command import NotReadOnlyError, is_display
from mqtune.collect.displays import Record, UnreadableAnswerError, as_mqsc, records
from mqtune.collect.folder import Collected, Folder, Part
from mqtune.collect.host import NAME
from mqtune.collect.host_collection import OBJECTS, UNKNOWN
from mqtune.collect.transports import SECONDS, Transport

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
        found = []
        for name in self.names or list(every):
            self.folder.managers[name] = Collected(name, every.get(name, UNKNOWN))
            request = f"POST {self._action(name)} DISPLAY …"
            objects = self.folder.plan(OBJECTS, name, "objects.mqsc", request, True)
            found.append((name, objects, self.folder.plan("status", name, "display.txt", request)))
            for what in ("qm.ini", "environment"):
                self.folder.fail(self.folder.plan(what, name, "", "", essential=True), UNREACHABLE)
        for name, objects, status in found:
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
                found = answer.get("qmgr")
                rows = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
                states = {str(one.get("name")): str(one.get("state")) for one in rows}
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
        found: list[Record] = []
        failures = []
        for command in COMMANDS:
            try:
                found += records(self._lines(name, command))
            except (RestError, UnreadableAnswerError) as error:
                reason = "parentheses of the answer do not match: " * isinstance(error, UnreadableAnswerError)
                failures.append(f"{command}: {reason}{error}")
        if failures:
            self.folder.fail(part, "; ".join(failures))
            return
        level = next((one.attributes["CMDLEVEL"] for one in found if "CMDLEVEL" in one.attributes), "") or "0"
        self.folder.put(part, HEAD.format(name=name, level=level) + "\n".join(as_mqsc(found)) + "\n")

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
        lines = [line for one in lines for line in str(one).splitlines()]
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
