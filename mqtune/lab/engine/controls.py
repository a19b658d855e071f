"""What steers a running engine: requests of other threads, the clock, obstacles, consent, and its lock.

The engine reads requests (stop after this run, stop now, pause, continue, a note) between runs; only stopping
now interrupts a run.
"""

from __future__ import annotations

import getpass
import math
import os
import platform
import select
import shlex
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from mqtune.hosts import name_lock
from mqtune.hosts.inventory import Host, HostError
from mqtune.hosts.ssh import START_SECONDS, RemoteGuarded
from mqtune.lab.core.definition import LabError, advice
from mqtune.lab.core.experiment import BY_HAND, CONSENT, TYPED_NAME, Prompt, Prompter, require
from mqtune.lab.core.job import MANUAL, SIMULATED, Job
from mqtune.lab.core.plan import ExperimentPlan, connections
from mqtune.lab.core.run import DISTURBED, FAILED, UNAVAILABLE, Run
from mqtune.lab.drivers.base import Clock
from mqtune.lab.journal.events import Confirming
from mqtune.lab.journal.result import StepRecord


class Controls:
    """The requests that are pending.

    Safe to call from any thread: nothing here blocks except `wait`. Not from a signal handler, which may
    interrupt a call of its own thread.
    """

    def __init__(self, stop_driver: Callable[[bool], None]) -> None:
        self._stop_driver = stop_driver
        self._notes: deque[str] = deque()
        self._going = threading.Event()
        self._going.set()
        self.stopping = ""

    def stop_after_run(self, why: str = "stopped after a run by the user") -> None:
        """Let the current run end, then stop."""
        self.stopping = self.stopping or why
        self._going.set()

    def stop_now(self, why: str = "stopped by the user") -> None:
        """Stop the current run; its samples stay in the journal, and resuming repeats the run."""
        self.stopping = why
        self._going.set()
        self._stop_driver(True)

    def pause(self) -> None:
        """Pause after the current run."""
        if not self.stopping:
            self._going.clear()

    def go_on(self) -> None:
        """End the pause."""
        self._going.set()

    @property
    def pausing(self) -> bool:
        """Whether a pause was requested."""
        return not self._going.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait at most `seconds` for the end of a pause; whether it is over."""
        return self._going.wait(seconds)

    def note(self, text: str) -> None:
        """Add a note to the journal."""
        self._notes.append(text)

    def notes(self) -> Iterator[str]:
        """The notes since the last call."""
        while self._notes:
            yield self._notes.popleft()


# The clock: that of the experiment's driver, without pauses and without waiting for people.

STEP_SECONDS = 0.2


def wait_in_steps(clock: Clock, seconds: float, between: Callable[[], None]) -> None:
    """Wait by a driver's clock, and call `between` several times a second; it may raise to end the wait."""
    until = clock.now() + seconds
    while (left := until - clock.now()) > 0:
        clock.wait(min(STEP_SECONDS, left))
        between()


class ExperimentClock:
    """Seconds that count towards the budget, including those of earlier sessions."""

    def __init__(self, clock: Clock, before: float = 0.0) -> None:
        self._clock = clock
        self._before = before
        self._since = clock.now()
        self._held = 0

    def now(self) -> float:
        """Seconds of the experiment so far."""
        if self._held:
            return self._before
        return self._before + self._clock.now() - self._since

    @contextmanager
    def held(self) -> Iterator[None]:
        """Stop the clock while this is open."""
        self._before = self.now()
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self._since = self._clock.now()


# Obstacles: why measuring cannot continue now, and how long to wait for that to change.

# seconds; together 10 minutes, in which a queue manager restarts or fails over
PAUSES = (10.0, 20.0, 40.0, 80.0, 160.0, 320.0)
FAILING_PAUSES = (5.0, 20.0)  # a driver that fails in a third run in a row will not succeed by itself
DISTURBED_PAUSES = (2.0, 10.0, 20.0, 40.0, 80.0)  # a job that runs every minute leaves gaps
LEAST_DISK_BYTES = 8 * 1024 * 1024  # the journal of a long experiment needs less


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why measuring cannot continue, and the seconds to wait before the next attempt; None: it stops."""

    why: str
    pause: float | None


class Obstacles:
    """The obstacles of one session; `folder` is that of the journal.

    An obstacle is never a verdict: after the last pause the experiment stops unfinished, and can be resumed.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._seen = 0
        self._looks = 0

    def next(self, history: Sequence[Run]) -> Obstacle | None:
        """The obstacle to wait for now; a failed run is one only once."""
        if history and history[-1].number > self._seen:
            self._seen = history[-1].number
            if (obstacle := failing(history)) is not None:
                return obstacle
        self._looks += 1
        if (obstacle := low_disk(self._folder, self._looks)) is None:
            self._looks = 0
        return obstacle


def failing(history: Sequence[Run]) -> Obstacle | None:
    """The obstacle that the runs of this session show: the last one did not count.

    A driver that cannot make the first run will not make the second one, so that nothing is waited for.
    """
    if not history or history[-1].counts:
        return None
    last = history[-1]
    if last.outcome in (FAILED, UNAVAILABLE) and not any(run.counts for run in history):
        return Obstacle(f"the driver did not run: {_why(last)}", None)
    bad = next((n for n, run in enumerate(reversed(history)) if run.counts), len(history))
    if last.outcome == UNAVAILABLE:
        return Obstacle(f"the queue manager is not available: {_why(last)}", _pause(PAUSES, bad))
    if last.outcome == DISTURBED:
        return Obstacle(f"the run was disturbed: {last.message}", _pause(DISTURBED_PAUSES, bad))
    many = f"{bad} runs in a row did not count, the last one is" if bad > 1 else "the last run is"
    return Obstacle(f"{many} {last.outcome}: {_why(last)}", _pause(FAILING_PAUSES, bad))


def low_disk(folder: str, looks: int) -> Obstacle | None:
    """The obstacle of a disk without space for the journal, at the given number of checks in a row."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return None
    if free >= LEAST_DISK_BYTES:
        return None
    why = f"the disk of {folder} has {free / 1024 / 1024:.1f} MiB left; free disk space, then resume"
    return Obstacle(why, _pause(PAUSES, looks))


def _pause(pauses: Sequence[float], times: int) -> float | None:
    return pauses[times - 1] if times <= len(pauses) else None


def _why(run: Run) -> str:
    help = advice(run.reason_code, run.message)
    return f"{run.message}; {help}" if help else run.message


# Consent to the plan, and the typed name of a queue manager in production.

# settings that name what is started on this machine
JAVA, CLASS_PATH = "java", "class-path"


def connection_question(job: Job) -> Prompt | None:
    """The question before the first connection to another host; None if there is none. Raises LabError."""
    if not (lines := connections(job)):
        return None
    headline = f"{_on(job)} connects to other hosts"
    return Prompt(CONSENT, headline, "\n".join(lines), "no connection is made")


def ask_about_journal(prompter: Prompter, job: Job, undoes: Sequence[StepRecord] = ()) -> None:
    """Raises LabError unless there is consent to what a journal, which may be a stranger's, has of a job:
    hosts, programs of this machine, and the commands of the steps that it `undoes`.
    """
    starts = [*_programs(job), *_undoing(job, undoes)]
    if not starts:
        ask_to_connect(prompter, job)
        return
    text = "\n".join((*connections(job), *starts))
    require(
        prompter,
        Prompt(CONSENT, f"the journal of {_on(job)} contains this", text, "nothing is done"),
        "what the journal contains was not agreed to: nothing was done",
        "run it interactively, or add --yes if the journal is yours",
    )


def _on(job: Job) -> str:
    return f"{job.experiment.definition.name} on {job.target.qmgr}"


def _programs(job: Job) -> Iterator[str]:
    """The programs of this machine that settings of a journal name."""
    usual = job.experiment.definition.defaults
    named = {key: job.settings[key] for key in (JAVA, CLASS_PATH) if key in job.settings}
    if job.driver not in (MANUAL, SIMULATED) and any(usual.get(key) != named[key] for key in named):
        yield "starts the driver with " + ", ".join(f"{key}={value}" for key, value in named.items())


def _undoing(job: Job, steps: Sequence[StepRecord]) -> Iterator[str]:
    """What undoes steps, unless a person is asked for each of them anyway."""
    for event in (step.event for step in steps):
        if job.driver != MANUAL and not event.hand and event.undo.strip():
            yield f"* on {event.qmgr}, to undo: {event.what}"
            yield event.undo.rstrip()


def ask_to_connect(prompter: Prompter, job: Job) -> None:
    """Raises LabError unless there is consent to every connection; the typed name comes later."""
    if (question := connection_question(job)) is not None:
        require(
            prompter,
            question,
            "the connections were not agreed to: none was made",
            "run it interactively, or add --yes after reading `mqtune experiment plan`",
        )


def ask_consent(prompter: Prompter, plan: ExperimentPlan) -> None:
    """Raises LabError unless consent is given; in production only the typed name is consent."""
    text = "\n".join(_lines(plan))
    for name in plan.production:
        _require_name(prompter, name, "an experiment loads it to its limit", text, "use a test queue manager")
    if plan.production or plan.driver == MANUAL:
        return  # the typed name is consent; with the manual driver each step is confirmed
    require(
        prompter,
        Prompt(CONSENT, f"{plan.experiment} on {plan.qmgr}", text, "nothing is touched"),
        "the plan was not agreed to: nothing was touched",
        "run it interactively, or add --yes after reading `mqtune experiment plan`",
    )


def ask_to_undo(prompter: Prompter, job: Job, steps: Sequence[StepRecord]) -> None:
    """Raises LabError unless each queue manager in production is named on which steps are undone."""
    for name in sorted({step.event.qmgr for step in steps} & job.production):
        text = "\n".join(_undoing(job, [step for step in steps if step.event.qmgr == name]))
        _require_name(prompter, name, "the commands of the journal run there", text, "run it interactively")


def _require_name(prompter: Prompter, name: str, what: str, text: str, help: str) -> None:
    headline = f"{name} is in production: {what}"
    if prompter.ask(Prompt(TYPED_NAME, headline, text, "nothing is touched", name)).strip() != name:
        raise LabError(
            f"{name} is in production and its name was not typed: nothing was touched",
            f"{help}; --yes does not replace the typed name",
        )


def _lines(plan: ExperimentPlan) -> Iterator[str]:
    for step in plan.scripts:
        yield f"* on {step.qmgr}: {step.what}"
        yield step.script.rstrip()
        if step.undo.strip():
            yield "* undone at the end by"
            yield step.undo.rstrip()
    for step in plan.by_hand:
        yield f"* by hand on {step.qmgr}: {step.what}{' (restart)' if step.restart else ''}"
    yield "* load, for each run"
    for arm in plan.arms:
        for process in arm.processes:
            yield shlex.join(process.argv)


def applied_question(begun: Confirming, qmgr: str) -> Prompt:
    """The question whether the change that follows from an earlier result was applied."""
    lines = (*begun.conclusions, begun.change.rstrip() or "nothing has to be applied")
    return Prompt(
        BY_HAND,
        f"apply on {qmgr} what follows from {begun.of}, then answer yes: it is measured again",
        "\n".join(lines),
        "nothing is measured, and resume asks again",
    )


# One experiment per queue manager: two at once would each measure the other's load.

_GRACE_SECONDS = 1.0


class Held:
    """The right of an experiment to measure a queue manager; none is needed where files cannot be locked.

    The lock is on the host of the queue manager. On another host a process holds it, which ends with the
    connection; a lock that was lost is taken again before the next run.
    """

    def __init__(self, qmgr: str, id: str, host: Host | None = None) -> None:
        """Raises LabError that names the experiment which measures it."""
        self._qmgr, self._host = qmgr, host
        user = "an unknown user"
        with suppress(KeyError, OSError, ImportError):  # Windows has no module pwd
            user = getpass.getuser()
        self._holder = f"{id}, started by {user} on {platform.node()}, process {os.getpid()}"
        self._handle: int | None = None
        self._process: RemoteGuarded | None = None
        self._take()

    def keep(self) -> None:
        """Take it again if the connection to its host was lost. Raises LabError as at first."""
        if self._process is not None:
            while not self._process.over and select.select([self._process.report], [], [], 0)[0]:
                self._process.hear()
            if self._process.over:
                self._process.close()
                self._take()

    def release(self) -> None:
        """Release it; a second call has no effect."""
        if self._handle is not None:
            os.ftruncate(self._handle, 0)
            os.close(self._handle)
        if self._process is not None:
            self._process.close()
        self._handle = self._process = None

    def _take(self) -> None:
        where = f"on {self._host.name}" if self._host else "on this host"
        try:
            if self._host is None:
                self._handle = name_lock.take(self._qmgr, self._holder)
            else:
                self._process = _held_there(self._host, self._qmgr, self._holder)
        except name_lock.TakenError as error:
            raise LabError(
                f"another experiment measures {self._qmgr} {where}: {error}",
                "wait for its end or stop it: two at once measure each other's load",
            ) from None
        except (OSError, HostError):
            return  # the preflight reports a host that is not reached


def _held_there(host: Host, qmgr: str, holder: str) -> RemoteGuarded:
    """The process that holds the lock on another host. Raises TakenError, and HostError if there is none."""
    source = name_lock.__loader__.get_source(name_lock.__name__) or ""  # type: ignore[union-attr]
    argv = (host.python, "-I", "-S", "-c", source, qmgr, holder)
    process = RemoteGuarded(host, argv, grace=_GRACE_SECONDS)
    process.begin_at(-math.inf)
    said, deadline = b"", time.monotonic() + START_SECONDS
    while not said.endswith(b"\n") and not process.over and time.monotonic() < deadline:
        select.select([process.output, process.report], [], [], deadline - time.monotonic())
        said += process.read() or b""
        process.hear()
    if said.strip() == name_lock.HELD.encode():
        return process
    process.close()
    if said.endswith(b"\n"):
        raise name_lock.TakenError(said.decode(errors="replace").strip())
    raise HostError(process.lost or f"{qmgr} cannot be locked on {host.name}", "")
