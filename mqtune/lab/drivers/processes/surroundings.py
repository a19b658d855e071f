"""What a run shares its machine with: other processes, steal time, throttling, other connections.

Everything but the run's own processes and those of MQ is foreign. What was there from the beginning is part
of the machine; a run is disturbed by what exceeds the quietest run so far, or was not connected in the first.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mqtune.lab.core.driver_output import DISTURBED, OK
from mqtune.lab.core.errors import LabError
from mqtune.lab.core.run import OTHERS_SHARE, STEAL_SHARE
from mqtune.lab.drivers.base import Clock, RawRun
from mqtune.lab.drivers.processes import processor
from mqtune.lab.drivers.queue_managers import OWN_PROGRAMS

THROTTLED = "throttled_share"
_STEAL_TICKS = 7
# by how much a share may exceed that of the quietest run: three times what an idle Linux does by itself
MARGINS: Mapping[str, float] = {OTHERS_SHARE: 0.05, STEAL_SHARE: 0.02, THROTTLED: 0.05}
_WORDS = {
    OTHERS_SHARE: "other processes used {share:.0%} of the processors{who}",
    STEAL_SHARE: "the hypervisor took {share:.0%} of the processors for other machines",
    THROTTLED: "the quota of the control group stopped processes for {share:.0%} of the time",
}
_NAMED = 0.3  # of what was used by others, which a process has to have used to be named
_PROC = "/proc"
_TICK = 0.1


@dataclass(frozen=True, slots=True)
class ForeignProcess:
    """A process by its name, its own ticks, and those of its children that have ended."""

    name: str
    own: int
    ended: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """One moment: each foreign process, all ticks, ticks stolen, seconds throttled."""

    processes: Mapping[int, ForeignProcess]
    total: int
    stolen: int
    throttled: float
    at: float


@dataclass(slots=True)
class Surroundings:
    """Judges the runs of one session; `first` are the foreign applications connected in the first run."""

    quietest: dict[str, float] = field(default_factory=dict)
    first: frozenset[str] | None = None

    def judged(self, raw: RawRun, before: Reading | None, applications: frozenset[str] | None) -> RawRun:
        """The run with its figures; `disturbed` in place of `ok` if something new took part."""
        after = look() if before is not None else None
        shares, who = _shares(before, after) if before and after else ({}, "")
        raw = replace(raw, figures={**raw.figures, **shares})
        if raw.outcome != OK:
            return raw
        reasons = [
            _WORDS[name].format(share=share, who=who) + f", {self.quietest[name]:.0%} in the quietest run"
            for name, share in shares.items()
            if name in self.quietest and share > self.quietest[name] + MARGINS[name]
        ]
        if applications is not None and self.first is not None and (new := applications - self.first):
            reasons.append(f"other applications have connected: {', '.join(sorted(new))}")
        if reasons:
            return replace(raw, outcome=DISTURBED, message="; ".join(reasons))
        for name, share in shares.items():
            self.quietest[name] = min(share, self.quietest.get(name, share))
        self.first = applications if self.first is None else self.first
        return raw


def look() -> Reading | None:
    """The moment as /proc shows it; None on other systems."""
    try:
        counts = processor.all_ticks()
        processes = _foreign(_all_processes())
    except (OSError, ValueError, IndexError):
        return None
    return Reading(processes, sum(counts), counts[_STEAL_TICKS], _throttled(), time.monotonic())


def _shares(before: Reading, after: Reading) -> tuple[dict[str, float], str]:
    """The shares between two moments, and the process that used most as ` (name, process 1)`."""
    total = after.total - before.total
    if total <= 0 or after.at <= before.at:
        return {}, ""
    # the ticks of a process that ended are those of its parent now, and were its own before
    used = sum(one.own + one.ended for one in after.processes.values())
    used -= sum(one.own + one.ended for one in before.processes.values())
    own = {
        pid: one.own - (before.processes[pid].own if pid in before.processes else 0)
        for pid, one in after.processes.items()
    }
    most = max(own, key=lambda pid: own[pid], default=0)
    share, who = max(0, used) / total, ""
    if most and own[most] > used * _NAMED:
        who = f" (most: {after.processes[most].name}, process {most})"
    throttled = (after.throttled - before.throttled) / (after.at - before.at)
    return {
        OTHERS_SHARE: round(min(1.0, share), 4),
        STEAL_SHARE: round((after.stolen - before.stolen) / total, 4),
        THROTTLED: round(max(0.0, throttled), 4),
    }, who


def _all_processes() -> dict[int, tuple[int, ForeignProcess]]:
    """Every process with its parent."""
    found = {}
    for name in filter(str.isdigit, os.listdir(_PROC)):
        try:
            with open(f"{_PROC}/{name}/stat", encoding="utf-8", errors="replace") as file:
                head, _, rest = file.read().rpartition(")")
        except OSError:
            continue  # it has ended
        words = rest.split()
        own, ended = sum(map(int, words[11:13])), sum(map(int, words[13:15]))
        found[int(name)] = int(words[1]), ForeignProcess(head.partition("(")[2], own, ended)
    return found


def _foreign(processes: Mapping[int, tuple[int, ForeignProcess]]) -> dict[int, ForeignProcess]:
    """The processes that are neither mqtune, nor started by it, nor of MQ."""
    own = {os.getpid()}
    for pid in processes:
        line: list[int] = []
        at = pid
        while at in processes and at not in own and at not in line:
            line.append(at)
            at = processes[at][0]
        if at in own:
            own.update(line)
    foreign = {pid: one for pid, (_, one) in processes.items() if pid not in own}
    return {pid: one for pid, one in foreign.items() if not one.name.startswith(OWN_PROGRAMS)}


def _throttled() -> float:
    """Seconds for which the control group of this process was stopped by its quota."""
    for folder in processor.control_groups():
        try:
            with open(f"{folder}/cpu.stat", encoding="ascii") as file:
                for line in file:
                    if line.startswith("throttled_usec"):
                        return int(line.split()[1]) / 1e6
        except (OSError, ValueError, IndexError):
            continue
    return 0.0


class ApplicationLook(threading.Thread):
    """Looks once in the middle of a run which applications are connected, in a thread of its own."""

    def __init__(self, clock: Clock, after: float, ask: Callable[[], Sequence[str]]) -> None:
        super().__init__(name="connections", daemon=True)
        self._clock = clock
        self._due = clock.now() + after
        self._ask = ask
        self._over = threading.Event()
        self.found: frozenset[str] | None = None

    def run(self) -> None:
        """Wait for the moment, then ask; nothing is found if the queue manager cannot be asked."""
        while (left := self._due - self._clock.now()) > 0:
            if self._over.wait(min(left, _TICK)):
                return
        try:
            self.found = frozenset(self._ask())
        except LabError:
            self.found = None

    def stop(self) -> None:
        """Do not ask if that has not begun; wait for an answer that is on its way."""
        self._over.set()
        self.join()
