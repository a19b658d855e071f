"""What happens around a run: other processes and connections, steal time, depths, channels, sizes of files.

Everything but the run's own processes and those of MQ is foreign. What was there from the beginning is part
of the machine; a run is disturbed by what exceeds the quietest run so far, or was not connected in the first.
"""

from __future__ import annotations

import json
import math
import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from mqtune.hosts import machine
from mqtune.hosts.inventory import Host, HostError
from mqtune.hosts.machine import Processor, Reading, Shares
from mqtune.hosts.ssh import MARK, RemoteGuarded
from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import Watch
from mqtune.lab.core.run import DISTURBED, OK, OTHERS_SHARE, STEAL_SHARE
from mqtune.lab.drivers.base import Clock, LogLine, RawRun, WatchReading
from mqtune.lab.drivers.queue_managers import OWN_PROGRAMS, QueueManagers

# by how much a share may exceed that of the quietest run: three times what an idle Linux does by itself
MARGINS: Mapping[str, float] = {OTHERS_SHARE: 0.05, STEAL_SHARE: 0.02, machine.THROTTLED: 0.05}
_WORDS = {
    OTHERS_SHARE: "other processes used {share:.0%} of the processors{who}",
    STEAL_SHARE: "the hypervisor took {share:.0%} of the processors for other machines",
    machine.THROTTLED: "the quota of the control group stopped processes for {share:.0%} of the time",
}
HERE = ""  # the name of this machine
_TICK = 0.1
_GRACE = 1.0
_LOOKS = 20.0  # on another host, in a run
_LEAST_SECONDS = 0.5


@dataclass(slots=True)
class Surroundings:
    """Judges the runs of one session; `first` are the foreign applications connected in the first run."""

    quietest: dict[tuple[str, str], float] = field(default_factory=dict)
    first: frozenset[str] | None = None

    def judged(
        self, raw: RawRun, shares: Mapping[str, Shares], applications: frozenset[str] | None
    ) -> RawRun:
        """The run with the worst figures of all hosts; `disturbed` for `ok` if something new took part."""
        every = [
            (host, name, share)
            for host, host_shares in shares.items()
            for name, share in host_shares.by_cause.items()
        ]
        worst = {name: max(share for _, of, share in every if of == name) for _, name, _ in every}
        raw = replace(raw, figures={**raw.figures, **worst})
        if raw.outcome != OK:
            return raw
        reasons = [
            (f"on {host} " if host else "")
            + _WORDS[name].format(share=share, who=shares[host].who)
            + f", {self.quietest[host, name]:.0%} in the quietest run"
            for host, name, share in every
            if share > self.quietest.get((host, name), math.inf) + MARGINS[name]
        ]
        if applications is not None and self.first is not None and (new := applications - self.first):
            reasons.append(f"other applications have connected: {', '.join(sorted(new))}")
        if reasons:
            return replace(raw, outcome=DISTURBED, message="; ".join(reasons))
        for host, name, share in every:
            self.quietest[host, name] = min(share, self.quietest.get((host, name), share))
        self.first = applications if self.first is None else self.first
        return raw


class LoadWatch:
    """Watches the machines of one run: this one between two looks, other hosts by a process there."""

    def __init__(self, is_local: bool, hosts: Iterable[Host], seconds: float) -> None:
        """Begin. A host that cannot be watched is left out: its drivers report why."""
        self._before = look() if is_local else None
        self._processes: list[RemoteGuarded] = []
        every = max(_LEAST_SECONDS, seconds / _LOOKS)
        source = machine.__loader__.get_source(machine.__name__) or ""  # type: ignore[union-attr]
        for host in hosts:
            argv = (host.python, "-I", "-S", "-c", source, f"{every:g}", MARK, *OWN_PROGRAMS)
            with suppress(HostError):
                process = RemoteGuarded(host, argv, grace=_GRACE)
                process.begin_at(-math.inf)
                self._processes.append(process)

    def end(self) -> dict[str, Shares]:
        """The shares of each machine that could be watched."""
        by_host = {}
        if self._before is not None and (after := look()) is not None:
            by_host[HERE] = machine.shares(self._before, after)
        for process in self._processes:
            if (shares := _last(process)) is not None:
                by_host[process.host.name] = shares
        return by_host


def look() -> Reading | None:
    """The moment on this machine; None if its system does not show it."""
    return machine.look(OWN_PROGRAMS)


def _last(process: RemoteGuarded) -> Shares | None:
    """End the watch of a host, and return the last shares that it has printed."""
    said = b""
    while piece := process.read():
        said += piece
    process.close()
    with suppress(IndexError, ValueError, TypeError):
        shares, who = json.loads(said.rpartition(b"\n")[0].splitlines()[-1])
        return Shares(shares, who)
    return None


class ApplicationLook(threading.Thread):
    """Looks once in the middle of a run which applications are connected, in a thread of its own."""

    def __init__(self, clock: Clock, after: float, ask: Callable[[], Sequence[str]]) -> None:
        super().__init__(name="connections", daemon=True)
        self._clock = clock
        self._due = clock.now() + after
        self._ask = ask
        self._over = threading.Event()
        self.applications: frozenset[str] | None = None

    def run(self) -> None:
        """Wait for the moment, then ask; nothing is found if the queue manager cannot be asked."""
        while (left := self._due - self._clock.now()) > 0:
            if self._over.wait(min(left, _TICK)):
                return
        try:
            self.applications = frozenset(self._ask())
        except LabError:
            self.applications = None

    def stop(self) -> None:
        """Do not ask if that has not begun; wait for an answer that is on its way."""
        self._over.set()
        self.join()


# Depth, channels and file sizes during a run. Nothing is changed.

# how late a reading may be, in seconds of real time


class Watcher(threading.Thread):
    """Reads one watch periodically, in a thread of its own since an answer may take a while."""

    def __init__(
        self,
        watch: Watch,
        clock: Clock,
        began: float,
        queue_managers: QueueManagers,
        emit: Callable[[WatchReading | LogLine], None],
    ) -> None:
        super().__init__(name=f"watch {watch.name}", daemon=True)
        self._watch = watch
        self._clock = clock
        self._began = began
        self._queue_managers = queue_managers
        self._emit = emit
        self._over = threading.Event()
        self._complained = False
        self._processor = Processor()

    def stop(self) -> None:
        """Stop reading."""
        self._over.set()

    def run(self) -> None:
        """Read at the start and then periodically by the clock."""
        due = self._began
        while not self._over.is_set():
            left = due - self._clock.now()
            if left > 0:
                self._over.wait(min(left, _TICK))
                continue
            self._look()
            # missed readings are not repeated
            while due <= self._clock.now():
                due += max(self._watch.every, 0.01)

    def _look(self) -> None:
        try:
            value = self._value()
        except LabError as error:
            self._complain(error.together)
            return
        except OSError as error:
            self._complain(f"{self._watch.path}: {error.strerror}; choose a folder that this user can read")
            return
        at = self._clock.now() - self._began
        if value is None and self._watch.processor:
            return  # a share needs two readings
        if value is None:
            self._complain(f"{self._watch.mqsc} shows no {self._watch.keyword}")
        elif not self._over.is_set():
            self._emit(WatchReading(self._watch.name, round(at, 3), value, self._watch.unit))

    def _value(self) -> float | None:
        watch = self._watch
        if watch.path:
            return float(size_of(watch.path))
        if watch.processor:
            return self._processor.share()
        return self._queue_managers.value(watch.qmgr, watch.mqsc, watch.keyword)

    def _complain(self, words: str) -> None:
        """Report once that there is nothing to read; the run continues without it."""
        if not self._complained and not self._over.is_set():
            self._complained = True
            self._emit(LogLine(self._watch.name, f"cannot be watched: {words}"))


def size_of(path: str) -> int:
    """Bytes of a file, or of all files in a folder. Raises OSError if neither exists."""
    if not os.path.isdir(path):
        return os.stat(path).st_size
    total = 0
    for file in (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names):
        with suppress(OSError):  # deleted in the meantime
            total += os.lstat(file).st_size
    return total
