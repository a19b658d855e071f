"""Collects queue managers with commands of a host: through its shell, or through a client channel.

The shell is here, over ssh, or in a container, and shows all queue managers of a host. A client channel shows
one queue manager, with the client programs of this host.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mqtune.hosts.collect.folder import Collected, Folder, Part
from mqtune.hosts.collect.host import (
    NAME,
    Listed,
    controller,
    data_folder,
    kept_variables,
    listed,
    memory_bytes,
    number,
    stanza_keys,
    version_fields,
)
from mqtune.hosts.collect.transports import Command, Output, Transport
from mqtune.language.access import variables
from mqtune.syntax.mqsc.dump_end import lack_of_dump
from mqtune.text.messages import COVER

# Through a shell.

LIST = Command(("dspmq", "-x", "-n", "-o", "all"))
VERSION = Command(("dspmqver",))
PROCESSES = Command(("ps", "-eo", "pid=,args="))
SYSTEM = Command(("uname", "-s"))
CORES = Command(("getconf", "_NPROCESSORS_ONLN"))
PLATFORMS = {"Linux": "linux", "AIX": "aix"}
# what a dump does not contain: status, and what the cluster supplied
DISPLAYS = """\
DISPLAY QMSTATUS ALL
DISPLAY CLUSQMGR(*) ALL
DISPLAY QCLUSTER(*) ALL
DISPLAY PUBSUB ALL
DISPLAY POLICY(*)
DISPLAY LSSTATUS(*) ALL
"""
# files of the operating system, and folders of such files
SYSTEM_FILES = ("/etc/sysctl.conf", "/etc/security/limits.conf")
SYSTEM_FOLDERS = ("/etc/sysctl.d", "/etc/security/limits.d")
UNIT_FOLDERS = ("/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system")
NO_FILE = ("no such file", "not found", "does not exist")
OBJECTS = "objects, channel authentication and authorities"
UNKNOWN = "unknown"  # the status, if dspmq cannot be run
QMGR = "QMGR"  # in a plan without names
NOT_FOUND_STATUS = 10  # of runmqsc, if a DISPLAY finds nothing


@dataclass(frozen=True, slots=True)
class Announced:
    """A queue manager with the parts that are to be collected."""

    listed: Listed
    manager: Collected
    objects: Part
    ini: Part
    environment: Part
    status: Part
    limits: Part

    @property
    def name(self) -> str:
        """The name of the queue manager."""
        return self.listed.name


@dataclass(slots=True)
class HostCollection:
    """One host. `names` are the wanted queue managers; none means every one that runs."""

    transport: Transport
    folder: Folder
    names: Sequence[str] = ()

    def plan(self) -> list[str]:
        """Every command line, in order; paths and process ids that earlier commands supply are in `<>`."""
        commands = [LIST, VERSION, SYSTEM, CORES, cat("/proc/meminfo"), PROCESSES]
        commands += [cat("<DataPath>/mqs.ini"), *map(cat, SYSTEM_FILES)]
        for folder in SYSTEM_FOLDERS:
            commands += [Command(("ls", folder)), cat(f"{folder}/<file>")]
        for name in self.names or [f"<{QMGR}>"]:
            commands += [dump(name), displays(name), stanza(name), cat("<queue manager folder>/qm.ini")]
            commands += [cat(f"/proc/<pid>/{file}") for file in ("environ", "limits", "cgroup")]
            commands.append(cat(f"{UNIT_FOLDERS[0]}/<unit>"))
        return [command.shown for command in commands]

    def run(self) -> None:
        """Collect everything. Failures are recorded as missing parts."""
        managers = [self._announced(queue_manager) for queue_manager in self._queue_managers()]
        self.folder.save()
        cores, memory, processes = self._machine()
        for announced in managers:
            if cores:
                announced.manager.declared["cores"] = cores
            if memory:
                announced.manager.declared["memory"] = f"{memory >> 20} MiB"
            self._configuration(announced)
            self._ini(announced)
            self._process(announced, controller(processes, announced.name))
        self._system_files()

    def _announced(self, queue_manager: Listed) -> Announced:
        """The parts of a queue manager, recorded as missing until they are collected."""
        manager = self.folder.managers[queue_manager.name] = Collected(
            queue_manager.name, queue_manager.status
        )
        process = "/proc/<pid>/"
        return Announced(
            queue_manager,
            manager,
            self._part(OBJECTS, queue_manager, "dmpmqcfg.mqsc", dump(queue_manager.name), True),
            self._part("qm.ini", queue_manager, "qm.ini", stanza(queue_manager.name), True),
            self._part("environment", queue_manager, "environment.txt", cat(f"{process}environ"), True),
            self._part("status", queue_manager, "display.txt", displays(queue_manager.name)),
            self._part("limits of the process", queue_manager, "limits.txt", cat(f"{process}limits")),
        )

    def _queue_managers(self) -> list[Listed]:
        """The wanted queue managers of the host; those that do not exist or do not run are missing parts."""
        output = self._kept("queue managers of the host", "dspmq.txt", LIST)
        answered = listed(output.text) if not output.status and not output.reason else []
        every = [queue_manager for queue_manager in answered if NAME.fullmatch(queue_manager.name)]
        if len(every) < len(answered):
            wrong = next(
                queue_manager.name for queue_manager in answered if not NAME.fullmatch(queue_manager.name)
            )
            part = self.folder.plan("queue manager", None, "", LIST.shown, essential=True)
            self.folder.fail(part, f"dspmq lists {wrong[:48]!r}, which is not a name of a queue manager")
        by_name = {queue_manager.name: queue_manager for queue_manager in every}
        if not every and (output.status or output.reason):
            by_name = {name: Listed(name, UNKNOWN, None) for name in self.names}
        for name in self.names:
            if name not in by_name:
                self.folder.managers[name] = Collected(name, "not found")
                part = self.folder.plan("queue manager", name, "", LIST.shown, essential=True)
                known = ", ".join(sorted(by_name)) or "none"
                self.folder.fail(part, f"dspmq does not list it; names are case-sensitive, it lists: {known}")
        return [by_name[name] for name in self.names if name in by_name] if self.names else every

    def _machine(self) -> tuple[int | None, int | None, str]:
        """Cores, memory in bytes, and the list of processes."""
        version = self._kept("level of the installation", "dspmqver.txt", VERSION)
        self.folder.platform = PLATFORMS.get(self.transport.run(SYSTEM).text.strip())
        path = version_fields(version.text).get("DataPath") or "/var/mqm"
        self._kept("mqs.ini", "mqs.ini", cat(f"{path}/mqs.ini"))
        cores = number(self.transport.run(CORES).text)
        memory = memory_bytes(self.transport.run(cat("/proc/meminfo")).text)
        return cores, memory, self.transport.run(PROCESSES).text

    def _configuration(self, announced: Announced) -> None:
        """The dump, and the status that it lacks."""
        if reason := ended(announced.listed):
            for part in (announced.objects, announced.status):
                self.folder.fail(part, reason)
            return
        output = self._run(announced.objects, dump(announced.name, announced.listed.program("dmpmqcfg")))
        lack = output.why if output.reason or output.status else lack_of_dump(output.text)
        if lack:
            self.folder.fail(announced.objects, lack)
        else:
            self.folder.put(announced.objects, output.text)
        output = self._run(announced.status, displays(announced.name, announced.listed.program("runmqsc")))
        if output.reason or output.status not in (0, NOT_FOUND_STATUS):
            self.folder.fail(announced.status, output.why)
        else:
            self.folder.put(announced.status, output.text)

    def _ini(self, announced: Announced) -> None:
        """The qm.ini, below the folder that mqs.ini gives."""
        output = self._run(announced.ini, stanza(announced.name, announced.listed.program("dspmqinf")))
        folder = data_folder(stanza_keys(output.text)) if not output.reason else None
        if folder is None:
            self.folder.fail(announced.ini, f"its folder is unknown: {output.why}")
            return
        self._keep(announced.ini, cat(f"{folder}/qm.ini"))

    def _process(self, announced: Announced, process: int | None) -> None:
        """The environment and the limits of the execution controller, and its unit."""
        if process is None:
            for part in (announced.environment, announced.limits):
                self.folder.fail(part, ended(announced.listed) or "its process amqzxma0 was not found")
            return
        output = self._run(announced.environment, cat(f"/proc/{process}/environ"))
        if output.reason or output.status:
            self.folder.fail(announced.environment, output.why)
        else:
            kept = list(kept_variables(output.data))
            self.folder.put(announced.environment, "".join(f"{name}={value}\n" for name, value in kept))
            read = {name: value for name, value in kept if name in variables() and value and value != COVER}
            if read:
                announced.manager.declared["environment"] = read
        self._keep(announced.limits, cat(f"/proc/{process}/limits"))
        self._unit(announced.listed, self.transport.run(cat(f"/proc/{process}/cgroup")).text)

    def _unit(self, queue_manager: Listed, groups: str) -> None:
        """The service unit that started the process, if one did."""
        match = re.search(r"/([\w@.:\\-]+\.service)\s*$", groups, re.MULTILINE)
        if match is None:
            return
        names = {match[1]: None, re.sub(r"@.*\.service$", "@.service", match[1]): None}
        for folder in UNIT_FOLDERS:
            for name in names:
                output = self.transport.run(cat(f"{folder}/{name}"))
                if not output.status and not output.reason:
                    part = self._part("service unit", queue_manager, name, cat(f"{folder}/{name}"))
                    self.folder.put(part, output.text)
                    return

    def _system_files(self) -> None:
        """Kernel parameters and limits of the host."""
        for path in SYSTEM_FILES:
            self._kept(path, path.lstrip("/"), cat(path))
        for folder in SYSTEM_FOLDERS:
            output = self.transport.run(Command(("ls", folder)))
            for name in output.text.split() if not output.status else ():
                if name.endswith(".conf"):
                    self._kept(f"{folder}/{name}", f"{folder.lstrip('/')}/{name}", cat(f"{folder}/{name}"))

    def _part(
        self, what: str, queue_manager: Listed, file: str, command: Command, essential: bool = False
    ) -> Part:
        return self.folder.plan(what, queue_manager.name, file, command.shown, essential)

    def _kept(self, what: str, file: str, command: Command) -> Output:
        """Collect a part of the host."""
        return self._keep(self.folder.plan(what, None, file, command.shown), command)

    def _run(self, part: Part, command: Command) -> Output:
        part.command = command.shown
        return self.transport.run(command)

    def _keep(self, part: Part, command: Command) -> Output:
        output = self._run(part, command)
        if not output.status and not output.reason:
            self.folder.put(part, output.text)
        elif not part.essential and is_absent(output):
            self.folder.skip(part, output.why)
        else:
            self.folder.fail(part, output.why)
        return output


def ended(queue_manager: Listed) -> str:
    """Why a queue manager cannot answer; empty if it may."""
    if queue_manager.is_running or queue_manager.status == UNKNOWN:
        return ""
    return f"it does not run on this host: dspmq reports {queue_manager.status}"


def is_absent(output: Output) -> bool:
    """Whether a command failed because the host has no such file."""
    return not output.reason and any(words in output.errors.lower() for words in NO_FILE)


def cat(path: str) -> Command:
    """Read a file."""
    return Command(("cat", path))


def dump(name: str, program: str = "dmpmqcfg") -> Command:
    """Everything that a queue manager defines."""
    return Command((program, "-m", name, "-a", "-x", "all"))


def displays(name: str, program: str = "runmqsc") -> Command:
    """The status of a queue manager."""
    return Command((program, "-e", name), DISPLAYS)


def stanza(name: str, program: str = "dspmqinf") -> Command:
    """The stanza of mqs.ini, which gives the folder of qm.ini."""
    return Command((program, "-o", "stanza", name))


# Through a client channel.

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
        return [command.shown for command in (self._dump(), self._displays())]

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
    match = PLACE.fullmatch(text)
    return (match["channel"], match["host"]) if match else None
