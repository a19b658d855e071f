"""The driver that measures: MQ-CPH, JMSPerfHarness and MQLDT as processes of this machine, under guards."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import pairwise

from mqtune.hosts.guarded import require_guards
from mqtune.hosts.host import Host
from mqtune.lab.core.driver_output import FAILED, RunOutcome
from mqtune.lab.core.errors import LabError, of_hosts
from mqtune.lab.core.order import Order
from mqtune.lab.core.prompter import TYPED_NAME, Prompt, Prompter
from mqtune.lab.core.work import Process, Work
from mqtune.lab.drivers.base import Clock, Listener, LogLine, RawRun, RealClock
from mqtune.lab.drivers.processes import surroundings
from mqtune.lab.drivers.processes.process_run import Post, ProcessRun, RunTools
from mqtune.lab.drivers.processes.run_process import RunProcess
from mqtune.lab.drivers.programs import CPH, JMS, MQLDT, Programs
from mqtune.lab.drivers.queue_managers import FASTPATH, QueueManagers

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
        there = (Programs(host=host) for host in self._hosts.values())
        found = {one.version(self.name, self._word, self._class_path) for one in there}
        if len(found) > 1:
            raise LabError(
                f"the hosts have different versions of the driver: {'; '.join(sorted(found))}",
                "install the same version on all of them",
            )
        return found.pop()

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
            found = load.end()
        return self._surroundings.judged(raw, found, connected.found)

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
            if lowered := [one for one in options if FASTPATH not in one]:
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
        found = self._queue_managers.connections(qmgr)
        there, own = part.process.host, part.guarded.pid
        pids = [pid for pid in found if own and (pid if there else _group(pid)) == own]
        return [one for pid in pids for one in found[pid]]

    def _foreign(self, making: ProcessRun, work: Work) -> list[str]:
        """The connected applications that are not of this run. Raises LabError."""
        groups, own = making.groups, {os.path.basename(one.argv[0]) for one in work.processes}
        own |= {word for one in work.processes for word in one.argv}
        found = []
        for qmgr in sorted({_option(one.argv, "-jb") for one in work.processes} - {""}):
            for tag, pids in self._queue_managers.applications(qmgr).items():
                # a client is connected by a process of the queue manager, and only its name shows whose it is
                is_own = os.path.basename(tag) in own or all(_group(pid) in groups for pid in pids)
                found += [] if is_own else [tag]
        return found

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
