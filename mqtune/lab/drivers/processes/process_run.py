"""Makes one run: starts its processes in order, reads their output, watches, and ends everything.

One loop in one thread reads all pipes and calls the listener.
"""

from __future__ import annotations

import contextlib
import os
import queue
import selectors
import shlex
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mqtune.hosts.inventory import Host, HostError
from mqtune.hosts.ssh import MARGIN_SECONDS, RemoteGuarded
from mqtune.lab.core.experiment import Process, Work
from mqtune.lab.core.run import CANCELLED, FAILED, INCOMPLETE, OK, UNAVAILABLE, Order, RunOutcome, Series
from mqtune.lab.drivers.base import Clock, Listener, LiveData, LogLine, RawRun, Sample, WatchReading
from mqtune.lab.drivers.processes.outcomes import HUNG, Sums, figures_of, judge, samples_of_blocks
from mqtune.lab.drivers.processes.run_process import RunProcess
from mqtune.lab.drivers.processes.surroundings import Watcher
from mqtune.lab.drivers.queue_managers import QueueManagers

_TURN = 0.25  # maximum wait of the loop, in seconds
_STALL = 1.0  # a turn that takes this many seconds longer is a stall of mqtune itself
_AFTER_RUN_LENGTH = 60.0
_FOR_START = 60.0

_GRACE = 5.0


Post = Callable[[LiveData], None]


@dataclass(frozen=True, slots=True)
class RunTools:
    """The functions and limits that a run needs.

    `resolve` returns the command, the variables it needs, and its host unless that is this machine. Watches
    ask the `queue_managers`. `verify` checks the processes once all their threads run, and returns what is
    wrong. `may_kill` asks whether a trusted process that survived its signals may be killed. A process that
    prints nothing for `patience` seconds hangs. `grace` is the number of seconds between two signals, by
    driver.
    """

    clock: Clock
    resolve: Callable[[Process], tuple[Sequence[str], Mapping[str, str], Host | None]]
    queue_managers: QueueManagers
    verify: Callable[[Sequence[RunProcess], Post], RunOutcome | None]
    may_kill: Callable[[RunProcess], bool]
    patience: float = 30.0
    grace: Mapping[str, float] = field(default_factory=dict)


class ProcessRun:
    """One run. `stop` may be called from other threads and from a signal handler."""

    def __init__(self, order: Order, work: Work, listen: Listener, tools: RunTools) -> None:
        self._order = order
        self._work = work
        self._listener = listen
        self._broken: BaseException | None = None
        self._tools = tools
        self._clock = tools.clock
        self._selector = selectors.DefaultSelector()
        self._parts: list[RunProcess] = []
        self._trouble: RunOutcome | None = None
        self._cancelled = False
        self._waiting: queue.SimpleQueue[LiveData] = queue.SimpleQueue()
        self._samples: list[Sample] = []
        self._watched: dict[str, list[WatchReading]] = {}
        self._sums: Sums | None = None
        self._turned = time.monotonic()
        self._began = 0.0
        self._verified = False
        self._tail: float | None = None  # the clock when getters ended under load: nothing counts after it
        self._lock = threading.RLock()  # a signal handler may run while it is held
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        os.set_blocking(self._woken, False)

    def stop(self) -> None:
        """End the run by SIGINT."""
        self._cancelled = True
        self._wake()

    @property
    def groups(self) -> set[int | None]:
        """The process groups of its drivers."""
        return {part.guarded.pid for part in self._parts if not part.process.host}

    def _wake(self) -> None:
        with self._lock, contextlib.suppress(BlockingIOError):
            if self._waker >= 0:
                os.write(self._waker, b"w")

    def make(self) -> RawRun:
        """Make the run and wait for the end of all its processes. Then raises what the listener raised."""
        begun = self._clock.now()
        self._selector.register(self._woken, selectors.EVENT_READ)
        watching: list[Watcher] = []
        try:
            self._start([process for process in self._work.processes if process.background])
            self._wait_for_threads()
            if self._trouble is None:
                watching = self._begin()
                self._go_on()
        finally:
            for watcher in watching:
                watcher.stop()
            self._end_all()
        raw = self._raw(self._clock.now() - begun)
        if self._broken is not None:
            raise self._broken
        return raw

    # the phases of a run

    def _start(self, processes: Sequence[Process]) -> None:
        """Start processes; those of other hosts are connected first, and then begin together."""
        begun = len(self._parts)
        for process in processes:
            if self._trouble is not None:
                return
            try:
                argv, environment, host = self._tools.resolve(process)
                self._emit(LogLine(f"{host.name} $" if host else "$", shlex.join(argv)))
                grace = self._tools.grace.get(process.driver, _GRACE)
                part = RunProcess(process, argv, environment, grace, self._clock.now(), self._emit, host)
            except HostError as error:
                self._stop_for(RunOutcome(FAILED, error.together))
                return
            self._parts.append(part)
            self._selector.register(part.guarded.output, selectors.EVENT_READ, part)
            self._selector.register(part.guarded.report, selectors.EVENT_READ, part)
        self._begin_together(self._parts[begun:])

    def _begin_together(self, parts: Sequence[RunProcess]) -> None:
        """Let the processes of other hosts begin at one moment, whatever their clocks show."""
        remote = [(part, part.guarded) for part in parts if isinstance(part.guarded, RemoteGuarded)]
        try:
            for _, guarded in remote:
                guarded.synchronize()
        except HostError as error:
            self._stop_for(RunOutcome(UNAVAILABLE, error.together))
            return
        delay = MARGIN_SECONDS + max((guarded.uncertainty for _, guarded in remote), default=0.0)
        moment, now = time.monotonic() + delay, self._clock.now()
        for part, guarded in remote:
            guarded.begin_at(moment)
            part.began = now + delay
            part.heard = time.monotonic() + delay
            text = f"its clock is known to within {1000 * guarded.uncertainty:.1f} ms"
            self._emit(LogLine(guarded.host.name, text))

    def _wait_for_threads(self) -> None:
        """Wait until the last rate line of every background process shows all its threads."""
        start = max((part.start_seconds for part in self._parts), default=0.0)
        deadline = time.monotonic() + start + _FOR_START
        while self._trouble is None and not all(part.all_running for part in self._parts):
            self._turn(_TURN)
            for part in self._parts:
                if part.ended:
                    self._stop_for(RunOutcome(FAILED, f"{part.process.role} ended before the load began"))
            if time.monotonic() > deadline:
                late = (part for part in self._parts if not part.all_running)
                shown = (f"{part.threads} of {part.process.threads} {part.process.role}" for part in late)
                counts = ", ".join(shown)
                self._stop_for(RunOutcome(FAILED, f"not all getters started: {counts} threads"))

    def _begin(self) -> list[Watcher]:
        self._began = self._clock.now()
        asked = self._tools.queue_managers
        watching = [
            Watcher(watch, self._clock, self._began, asked, self._post) for watch in self._work.watches
        ]
        for watcher in watching:
            watcher.start()
        self._start([process for process in self._work.processes if not process.background])
        measured = ((at, part.every) for at, part in enumerate(self._parts) if part.process.measured)
        self._sums = Sums({at: every for at, every in measured if every})
        return watching

    def _go_on(self) -> None:
        """Continue until the last foreground process has ended or the run is stopped."""
        load = [part for part in self._parts if not part.process.background]
        lengths = [part.process.seconds or self._order.seconds for part in load]
        start = max((part.start_seconds for part in load), default=0.0)
        latest = time.monotonic() + max(lengths, default=self._order.seconds) + start + _AFTER_RUN_LENGTH
        while self._trouble is None:
            running = [part for part in load if not part.ended]
            endless = [part for part in running if part.process.seconds is None]
            left = self._left(endless)
            if not running if load else left <= 0:
                return
            if left <= 0:
                for part in endless:
                    part.stop()
            self._end_getters(load)
            waits_for_us = left > 0 and (endless or not load)
            self._turn(min(_TURN, left) if waits_for_us else _TURN)
            if time.monotonic() > latest:
                names = ", ".join(part.process.role for part in running)
                limit = f"{_AFTER_RUN_LENGTH:.0f} s of the run length"
                self._stop_for(RunOutcome(HUNG, f"{names} did not end within {limit}"))

    def _end_getters(self, load: Sequence[RunProcess]) -> None:
        """Stop the getters that end under load, once the load has run for the length of the order."""
        first = [part for part in self._parts if part.process.ends_first]
        if self._tail is not None or not first or any(part.running_since is None for part in load):
            return
        since = max((part.running_since or 0.0 for part in load), default=0.0)
        if load and self._clock.now() - since >= self._order.seconds:
            self._tail = self._clock.now()
            for part in first:
                part.stop()

    def _left(self, endless: Sequence[RunProcess]) -> float:
        """Seconds until processes without a run length are stopped.

        Counted as drivers count their own run length: from the moment when all threads run.
        """
        if any(part.running_since is None for part in endless):
            return self._order.seconds
        since = max((part.running_since or 0.0 for part in endless), default=self._began)
        return self._order.seconds - (self._clock.now() - since)

    def _end_all(self) -> None:
        """Stop all processes, the load before its getters, and read their output until they have ended."""
        for background in (False, True):
            parts = [part for part in self._parts if part.process.background is background]
            for part in parts:
                part.stop()
            while not all(part.ended for part in parts):
                self._turn(_TURN, ending=True)
        for part in self._parts:
            part.close()
        self._flush_waiting()
        self._selector.close()
        with self._lock:
            waker, self._waker = self._waker, -1
            os.close(waker)
            os.close(self._woken)

    # one turn of the loop

    def _turn(self, seconds: float, ending: bool = False) -> None:
        ready = self._selector.select(seconds)
        now = time.monotonic()
        stalled = max(0.0, now - self._turned - seconds)
        for key, _ in ready:
            if key.data is None:
                os.read(self._woken, 1024)
            else:
                self._read(key.data, key.fd, prompt=stalled < _STALL)
        self._flush_waiting()
        self._turned = time.monotonic()
        for part in self._parts:
            if stalled >= _STALL:
                part.heard += stalled
            if part.guarded.left and not part.asked and not part.ended:
                part.asked = True
                if self._tools.may_kill(part):
                    part.guarded.kill()
                else:
                    part.left_alone = True
            if not ending:
                self._look_after(part, now)
        if self._cancelled and not ending:
            self._stop_for(RunOutcome(CANCELLED, "the run was stopped by the user"))

    def _read(self, part: RunProcess, handle: int, prompt: bool) -> None:
        if handle == part.guarded.report:
            part.hear()
            if part.guarded.over:
                self._selector.unregister(handle)
        else:
            rates = part.read(self._clock.now(), prompt)
            if part.output_ended:
                self._selector.unregister(handle)
            if self._sums is not None and part.process.measured:
                at, offset = self._parts.index(part), part.began - self._began
                for sample in (summed for rate in rates for summed in self._sums.add(at, offset, rate)):
                    if self._tail is None:
                        self._take_sample(sample)

    def _take_sample(self, sample: Sample) -> None:
        self._samples.append(sample)
        self._emit(sample)
        wanted = sum(part.process.threads for part in self._parts if part.process.measured)
        if not self._verified and sample.threads >= wanted:
            self._verified = True
            if wrong := self._tools.verify(self._parts, self._post):
                self._stop_for(wrong)

    def _look_after(self, part: RunProcess, now: float) -> None:
        if part.ended:
            return
        if failure := part.failing():
            self._stop_for(failure)
        elif now - part.heard > max(self._tools.patience, part.silence):
            silent = now - part.heard
            self._stop_for(RunOutcome(HUNG, f"{part.process.role} printed nothing for {silent:.0f} s"))

    def _stop_for(self, trouble: RunOutcome) -> None:
        self._trouble = self._trouble or trouble

    def _emit(self, live: LiveData) -> None:
        """Call the listener. If it fails (a full disk), the run ends, and it is not called again."""
        if self._broken is not None:
            return
        try:
            self._listener(live)
        except BaseException as error:
            self._broken = error
            self._stop_for(RunOutcome(CANCELLED, "the run could not be recorded"))

    def _post(self, live: LiveData) -> None:
        """From any thread: pass data to the loop, which calls the listener."""
        self._waiting.put(live)
        self._wake()

    def _flush_waiting(self) -> None:
        while not self._waiting.empty():
            live = self._waiting.get()
            if self._tail is not None:
                continue  # the queues of subscribers are gone
            if isinstance(live, WatchReading):
                self._watched.setdefault(live.name, []).append(live)
            self._emit(live)

    # the result of the run

    def _raw(self, took: float) -> RawRun:
        ends = [part.end(self._order.seconds) for part in self._parts]
        rates = [part.rates for part in self._parts]
        if self._tail is not None:
            # what counts has no rates of the tail, and no totals that contain it
            ends = [replace(end, reading=replace(end.reading, summary=None)) for end in ends]
            rates = [[(at, rate) for at, rate in lines if at <= self._tail] for lines in rates]
        outcome = judge(ends, self._trouble, len(self._work.processes) > 1)
        if left := [str(pid) for end in ends for pid in end.left]:
            outcome = RunOutcome(
                INCOMPLETE if outcome.word == OK else outcome.word,
                f"{outcome.message}; process {', '.join(left)} still runs: SIGINT and SIGTERM did not end it."
                " It ends after its run length; `kill -INT` requests it again",
                outcome.reason_code,
            )
        for part in self._parts:
            part.shown.finish(outcome.word == OK)
        # some drivers print their rates only at the end
        for part in self._parts:
            late = part.reading if part.every is None and part.process.measured else None
            for sample in samples_of_blocks(late.blocks if late else ()):
                self._samples.append(sample)
                self._emit(sample)
        return RawRun(
            samples=tuple(self._samples),
            outcome=outcome.word,
            message=outcome.message,
            reason_code=outcome.reason_code,
            took=took,
            series={
                name: Series(
                    read[0].unit,
                    tuple(reading.at for reading in read),
                    tuple(reading.value for reading in read),
                )
                for name, read in self._watched.items()
            },
            figures=figures_of(ends, rates, self._samples),
        )
