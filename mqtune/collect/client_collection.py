"""Collects one queue manager through a client channel, with the client programs of this host."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mqtune.collect.command import Command
from mqtune.collect.folder import Collected, Folder
from mqtune.collect.host_collection import DISPLAYS, NOT_FOUND_STATUS, OBJECTS
from mqtune.collect.transports import Transport
from mqtune.syntax.mqsc.dump_end import lack_of_dump

PLACE = re.compile(
    r"(?P<channel>[A-Za-z0-9._/%]{1,20})/(?P<host>[^/\s']+\(\d{1,5}\)(?:,[^/\s']+\(\d{1,5}\))*)"
)
UNREACHABLE = "a client channel does not reach the files and processes of the host"


@dataclass(slots=True)
class ClientCollection:
    """One queue manager. `place` is `CHANNEL/HOST(PORT)`, or None for the client's own settings: MQSERVER, a
    CCDT, mqclient.ini. `password` is sent on standard input.
    """

    transport: Transport
    folder: Folder
    name: str
    place: tuple[str, str] | None = None
    user: str | None = None
    password: str | None = None

    def plan(self) -> list[str]:
        """Every command line."""
        return [one.shown for one in (self._dump(), self._displays())]

    def run(self) -> None:
        """Collect everything. Failures are recorded as missing parts."""
        self.folder.managers[self.name] = Collected(self.name, "reached through a client channel")
        objects = self.folder.plan(OBJECTS, self.name, "dmpmqcfg.mqsc", self._dump().shown, True)
        status = self.folder.plan("status", self.name, "display.txt", self._displays().shown)
        for what in ("qm.ini", "environment"):
            self.folder.fail(self.folder.plan(what, self.name, "", "", essential=True), UNREACHABLE)
        output = self.transport.run(self._dump())
        lack = output.why if output.reason or output.status else lack_of_dump(output.text)
        if lack:
            self.folder.fail(objects, lack)
        else:
            self.folder.put(objects, output.text)
        output = self.transport.run(self._displays())
        if output.reason or output.status not in (0, NOT_FOUND_STATUS):
            self.folder.fail(status, output.why)
        else:
            self.folder.put(status, output.text)

    def _dump(self) -> Command:
        connection = "default"
        if self.place is not None:
            channel, host = self.place
            connection = f"DEFINE CHANNEL({channel}) CHLTYPE(CLNTCONN) CONNAME('{host}')"
        words = ("dmpmqcfg", "-m", self.name, "-a", "-x", "all", "-c", connection, *self._sign_on())
        return Command(words, secret=self.password)

    def _displays(self) -> Command:
        server = {"MQSERVER": f"{self.place[0]}/TCP/{self.place[1]}"} if self.place is not None else {}
        return Command(("runmqsc", "-c", "-e", *self._sign_on(), self.name), DISPLAYS, server, self.password)

    def _sign_on(self) -> tuple[str, ...]:
        return ("-u", self.user) if self.user else ()


def client_place(text: str) -> tuple[str, str] | None:
    """The channel and connection name of `CHANNEL/HOST(PORT)`; None if it has another form."""
    found = PLACE.fullmatch(text)
    return (found["channel"], found["host"]) if found else None
