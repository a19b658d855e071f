"""The driver that measures: MQ-CPH, JMSPerfHarness and MQLDT as processes, and where they are."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from mqtune.assets import asset_text
from mqtune.hosts.command import CommandResult, run_command
from mqtune.hosts.guarded import require_guards
from mqtune.hosts.inventory import Host
from mqtune.lab.core.definition import LabError, of_hosts
from mqtune.lab.core.experiment import TYPED_NAME, Process, Prompt, Prompter, Work
from mqtune.lab.core.run import FAILED, Order, RunOutcome
from mqtune.lab.drivers.base import Clock, Listener, LogLine, RawRun, RealClock
from mqtune.lab.drivers.processes import surroundings
from mqtune.lab.drivers.processes.process_run import Post, ProcessRun, RunTools
from mqtune.lab.drivers.processes.run_process import RunProcess
from mqtune.lab.drivers.queue_managers import FASTPATH, QueueManagers
from mqtune.lab.output.parser import cleaned
from mqtune.text.paths import program_path

# Programs of the load drivers: where they are, their version, and where to get them.

CPH, JMS, MQLDT = "cph", "jms", "mqldt"
MAIN = "JMSPerfHarness"
_SECONDS = 60.0
_CPH_VERSION = re.compile(r"(?P<name>C Performance Harness for \S+) (?P<version>V?[\d.]+)")
_JAVA_VERSION = re.compile(r'version "(?P<version>[^"]+)"')


@dataclass(frozen=True, slots=True)
class ProgramSource:
    """A program: its name in command lines, the variable with its path, and where to get it."""

    word: str
    variable: str
    get: str


_NO_CLASSES = (
    "build JMSPerfHarness from IBM's repository github.com/ot4i/perf-harness, and name its jar and "
    "com.ibm.mq.allclient.jar as class path: --set class-path=A.jar:B.jar"
)


class Programs:
    """The programs of this machine, or of another host."""

    def __init__(self, environment: Mapping[str, str] | None = None, host: Host | None = None) -> None:
        self._host = host
        self._environment = dict(os.environ if environment is None else environment)

    def path(self, driver: str, word: str = "") -> str:
        """The path of a driver's program. Raises LabError, with where to get it, if it is missing.

        A `word` that contains a folder is used as is; otherwise the driver's variable decides, then the PATH.
        """
        source = _source(driver)
        named = self._environment.get(source.variable, "")
        word = word or source.word
        if self._host is not None:
            return word  # looked up there
        wanted = word if os.sep in word else named or word
        if path := program_path(wanted, self._environment.get("PATH")):
            return path
        where = f"{wanted} (of {source.variable})" if wanted == named else wanted
        if os.sep in wanted:
            why = "is not an executable program" if os.path.exists(wanted) else "does not exist"
            raise LabError(f"{where} {why}", source.get)
        raise LabError(f"{where} was not found on the PATH", source.get)

    def environment(self, driver: str, path: str) -> dict[str, str]:
        """Variables that the program needs in addition to those of mqtune."""
        folder = os.path.dirname(os.path.realpath(path))
        if driver == CPH and "CPH_INSTALLDIR" not in self._environment:
            with suppress(OSError):
                if any(name.endswith(".properties") for name in os.listdir(folder)):
                    return {"CPH_INSTALLDIR": folder}
        return {}

    def version(self, driver: str, word: str = "", class_path: str = "") -> str:
        """Name and version of a driver. Raises LabError if it is missing or cannot be run."""
        path = self.path(driver, word)
        if driver == CPH:
            return self._cph(path)
        return self._jms(path, class_path) if driver == JMS else self._mqldt(path)

    def _cph(self, path: str) -> str:
        answer = self._run(CPH, path, "-v")
        if match := _CPH_VERSION.search(answer.text):
            return f"{match['name']} {match['version']}"
        folder = "start cph in the folder of its *.properties files, or name that folder in CPH_INSTALLDIR"
        help = folder if "properties file" in answer.text else _source(CPH).get
        raise LabError(f"{path} -v does not answer as MQ-CPH: {_words(answer)}", help)

    def _jms(self, path: str, class_path: str) -> str:
        answer = self._run(JMS, path, "-version")
        java = _JAVA_VERSION.search(answer.text)
        if java is None:
            raise LabError(f"{path} -version does not answer as Java: {_words(answer)}", _source(JMS).get)
        answer = self._run(JMS, path, "-cp", class_path, MAIN, "-v")
        if "Could not find or load main class" in answer.text or "ClassNotFound" in answer.text:
            raise LabError(f"JMSPerfHarness is not on the class path {class_path}", _NO_CLASSES)
        if "IBM Performance Harness" not in answer.text:
            raise LabError(f"{path} cannot run JMSPerfHarness: {_words(answer)}", _NO_CLASSES)
        return f"JMSPerfHarness on Java {java['version']}"

    def _mqldt(self, path: str) -> str:
        """MQLDT has no version option: the digest of the program identifies the build."""
        answer = self._run(MQLDT, path, "--help")
        if "Usage: mqldt" not in answer.text:
            raise LabError(f"{path} does not answer as MQLDT: {_words(answer)}", _source(MQLDT).get)
        if self._host is not None:
            return "MQLDT"
        with open(path, "rb") as file:
            return f"MQLDT, build {hashlib.file_digest(file, 'sha256').hexdigest()[:12]}"

    def _run(self, driver: str, path: str, *words: str) -> CommandResult:
        environment = {} if self._host else self.environment(driver, path)
        with of_hosts():
            answer = run_command((path, *words), seconds=_SECONDS, environment=environment, host=self._host)
        if answer.refused:
            where = f" on {self._host.name}" if self._host else ""
            raise LabError(
                f"{path} cannot be started{where}: {answer.refused}",
                f"use one that was built for this machine ({platform.machine()}) and is executable; "
                f"{_source(driver).get}",
            )
        if answer.timed_out:
            raise LabError(f"{path} {' '.join(words)} did not answer within {_SECONDS:g} s", "run it by hand")
        return answer


# the file is part of the program: read once, never changed
@cache
def _source(driver: str) -> ProgramSource:
    return ProgramSource(**tomllib.loads(asset_text("lab/drivers/programs.toml"))[driver])


def _words(answer: CommandResult) -> str:
    lines = [cleaned(line).strip() for line in answer.text.splitlines()]
    words = " ".join(line for line in lines if line)[-300:]
    return words or f"exit status {answer.status}, no output"


# The driver.

# seconds from SIGINT to SIGTERM, and from there to SIGKILL: cph checks for signals every 2 s and waits up to
# 10 s in a get, JMSPerfHarness checks every 10 s (behaviour of the versions of 2025 and 2026)
GRACE: Mapping[str, float] = {CPH: 13.0, JMS: 15.0, MQLDT: 3.0}
PATIENCE = 30.0
_CONSEQUENCE = (
    "It runs as a trusted application (fastpath) in the memory of queue manager {qmgr}. SIGINT and SIGTERM\n"
    "did not end it. SIGKILL ends it at once, whatever locks it holds: the queue manager may hang, be\n"
    "damaged, or have to be restarted. IBM's documentation forbids SIGKILL for trusted applications.\n\n"
    "{argv}\n\n"
    "Left alone, it ends {ends}."
)


class RealDriver:
    """Makes runs with one kind of load driver; see `mqtune.lab.drivers.base.Driver`."""

    simulated = False

    def __init__(
        self,
        name: str,
        *,
        clock: Clock | None = None,
        prompter: Prompter | None = None,
        programs: Programs | None = None,
        queue_managers: QueueManagers | None = None,
        word: str = "",
        class_path: str = "",
        patience: float = PATIENCE,
        hosts: Sequence[Host] = (),
        home: Host | None = None,
    ) -> None:
        """`word` names the program and `class_path` its jars, if the settings have them.

        The drivers run on `hosts`; `home` is the host of the queue manager, if that is not this machine.
        Without a prompter SIGKILL for a trusted program cannot be agreed to. `patience` is in seconds.
        """
        with of_hosts():
            require_guards()
        self.name = name
        self.clock: Clock = clock or RealClock()
        self._prompter = prompter
        self._programs = programs or Programs()
        self._queue_managers = queue_managers or QueueManagers()
        self._word = word
        self._class_path = class_path
        self._patience = patience
        self._hosts = {host.name: host for host in hosts}
        self._watched = tuple({host.name: host for host in (*hosts, *([home] if home else []))}.values())
        self._making: ProcessRun | None = None
        self._verified: set[str] = set()
        self._surroundings = surroundings.Surroundings()

    def version(self) -> str:
        """Name and version of the program. Raises LabError if it is missing or cannot be run."""
        if not self._hosts:
            return self._programs.version(self.name, self._word, self._class_path)
        programs = (Programs(host=host) for host in self._hosts.values())
        versions = {program.version(self.name, self._word, self._class_path) for program in programs}
        if len(versions) > 1:
            raise LabError(
                f"the hosts have different versions of the driver: {'; '.join(sorted(versions))}",
                "install the same version on all of them",
            )
        return versions.pop()

    def make(self, number: int, order: Order, work: Work, listen: Listener) -> RawRun:
        """Make one run and wait for its end. Raises only what the listener raised, after the processes."""
        tools = RunTools(
            clock=self.clock,
            resolve=self._resolve,
            queue_managers=self._queue_managers,
            verify=self._verify,
            may_kill=self._may_kill,
            patience=self._patience,
            grace=GRACE,
        )
        making = self._making = ProcessRun(order, work, listen, tools)
        half = order.seconds / 2
        connected = surroundings.ApplicationLook(self.clock, half, lambda: self._foreign(making, work))
        load = surroundings.LoadWatch(not self._hosts, self._watched, order.seconds)
        connected.start()
        try:
            raw = making.make()
        finally:
            self._making = None
            connected.stop()
            shares = load.end()
        return self._surroundings.judged(raw, shares, connected.applications)

    def stop(self, now: bool) -> None:
        """From another thread: with `now` end the run by SIGINT; otherwise it ends by its own length."""
        making = self._making
        if now and making is not None:
            making.stop()

    def _resolve(self, process: Process) -> tuple[Sequence[str], Mapping[str, str], Host | None]:
        if process.host:
            return process.argv, {}, self._hosts[process.host]
        path = self._programs.path(process.driver, process.argv[0])
        return (path, *process.argv[1:]), self._programs.environment(process.driver, path), None

    def _verify(self, parts: Sequence[RunProcess], post: Post) -> RunOutcome | None:
        """Verify that trusted processes have fastpath connections: MQ may silently use standard bindings."""
        for part in parts:
            qmgr = _option(part.process.argv, "-jb")
            if not part.process.trusted or qmgr in self._verified:
                continue
            try:
                options = self._options_of(part, qmgr)
            except LabError as error:
                post(LogLine("mqtune", f"fastpath was not verified: {error.message}"))
                continue
            if not options:
                why = f"{qmgr} shows no connection of the driver"
                post(LogLine("mqtune", f"fastpath was not verified: {why}"))
                continue
            if lowered := [option for option in options if FASTPATH not in option]:
                return RunOutcome(
                    FAILED,
                    f"{len(lowered)} of {len(options)} connections of {part.process.role} are not fastpath:"
                    f" {lowered[0]}; run mqtune as user and group mqm with a 64-bit driver, and without"
                    " MQ_CONNECT_TYPE=STANDARD, or measure with standard bindings",
                )
            self._verified.add(qmgr)
            post(LogLine("mqtune", f"{len(options)} connections to {qmgr} are fastpath, as {FASTPATH} shows"))
        return None

    def _options_of(self, part: RunProcess, qmgr: str) -> list[str]:
        """The connection options of all processes of a part's group."""
        connections = self._queue_managers.connections(qmgr)
        host, group = part.process.host, part.guarded.pid
        pids = [pid for pid in connections if group and (pid if host else _group(pid)) == group]
        return [option for pid in pids for option in connections[pid]]

    def _foreign(self, making: ProcessRun, work: Work) -> list[str]:
        """The connected applications that are not of this run. Raises LabError."""
        groups, names = making.groups, {os.path.basename(process.argv[0]) for process in work.processes}
        names |= {word for process in work.processes for word in process.argv}
        foreign = []
        for qmgr in sorted({_option(process.argv, "-jb") for process in work.processes} - {""}):
            for tag, pids in self._queue_managers.applications(qmgr).items():
                # a client is connected by a process of the queue manager, and only its name shows whose it is
                is_own = os.path.basename(tag) in names or all(_group(pid) in groups for pid in pids)
                foreign += [] if is_own else [tag]
        return foreign

    def _may_kill(self, part: RunProcess) -> bool:
        """Whether the queue manager's name was typed to have a trusted process killed."""
        if self._prompter is None:
            return False
        qmgr = _option(part.process.argv, "-jb")
        seconds = part.process.seconds
        ends = f"by its own run length of {seconds:g} s" if seconds else "only when it is ended: kill -INT"
        pids = ", ".join(str(pid) for pid in part.guarded.left)
        text = _CONSEQUENCE.format(qmgr=qmgr, argv=" ".join(part.argv), ends=ends)
        title = f"process {pids} ({part.process.role}) does not end: type {qmgr} to kill it"
        question = Prompt(TYPED_NAME, title, text, "it is left alone", qmgr)
        return bool(qmgr) and self._prompter.ask(question).strip() == qmgr


def _option(argv: Sequence[str], name: str) -> str:
    return next((value for word, value in pairwise(argv) if word == name), "")


def _group(pid: int) -> int | None:
    """The process group of a process of this machine; None if it does not exist here."""
    try:
        return os.getpgid(pid)
    except (OSError, AttributeError):  # Windows has no process groups
        return None
