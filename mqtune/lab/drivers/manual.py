"""The driver for hosts that mqtune cannot reach: shows the commands, and reads the output files.

A person runs the commands on the host of the load driver, saves each output to a file, and names the files.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence

from mqtune.lab.core.driver_output import CANCELLED, DriverOutput
from mqtune.lab.core.order import Order
from mqtune.lab.core.prompter import FILES, Prompt, Prompter
from mqtune.lab.core.work import Process, Work
from mqtune.lab.drivers.base import Clock, Listener, LogLine, RawRun, RealClock, Sample
from mqtune.lab.drivers.processes.outcomes import EndedProcess, judge
from mqtune.lab.drivers.processes.rates import MQLDT, RateLine, Sums, interval, samples_of_blocks
from mqtune.lab.drivers.processes.run_figures import figures_of
from mqtune.lab.output.read import read_output

NAME = "manual"
TRIES = 3
_DECLINED = ("", "no")


class ManualDriver:
    """Asks a person for each run; see `mqtune.lab.drivers.base.Driver`."""

    name = NAME
    simulated = False

    def __init__(self, prompter: Prompter) -> None:
        self.clock: Clock = RealClock()
        self._prompter = prompter
        self._stopped = False

    def version(self) -> str:
        """A fixed text: the version of the driver is unknown."""
        return "run by hand"

    def stop(self, now: bool) -> None:
        """From another thread: ask no more questions in this run."""
        self._stopped = self._stopped or now

    def make(self, number: int, order: Order, work: Work, listen: Listener) -> RawRun:
        """Ask for the outputs of one run and read them."""
        self._stopped = False
        begun = self.clock.now()
        for process in work.processes:
            listen(LogLine("by hand", shlex.join(process.argv)))
        complaint = ""
        for _ in range(TRIES):
            title = f"run {number}: {order.arm.name}, {order.seconds:g} s"
            question = Prompt(FILES, title, _instructions(work, complaint), "the run does not count")
            answer = self._prompter.ask(question)
            paths = [line.strip() for line in answer.splitlines() if line.strip()]
            if self._stopped or answer.strip() in _DECLINED:
                return _cancelled("no output file was named for this run", self.clock.now() - begun)
            try:
                readings = _read(paths, work)
            except _UnusableError as error:
                complaint = str(error)
                continue
            return _raw(readings, order, listen, self.clock.now() - begun)
        return _cancelled(f"no usable output was named: {complaint}", self.clock.now() - begun)


class _UnusableError(Exception):
    """The files do not belong to the run."""


def _wanted(work: Work) -> list[Process]:
    return [one for one in work.processes if one.measured] or list(work.processes)


def _instructions(work: Work, complaint: str) -> str:
    lines = [complaint, ""] if complaint else []
    background = [one for one in work.processes if one.background]
    load = [one for one in work.processes if not one.background]
    if background:
        first = "Start these first, and continue when the last rate line of each shows all its threads:"
        lines += [first, *_commands(background), ""]
    if load:
        lines += ["Then run these at the same time, and wait for their end:", *_commands(load), ""]
    if background:
        lines += ["End the first ones with Ctrl-C (kill -INT).", ""]
    for watch in work.watches:
        what = f"{watch.mqsc} on {watch.qmgr}" if watch.mqsc else f"the size of {watch.path}"
        if watch.processor:
            what = "the use of the processors"
        lines.append(f"Optionally check every {watch.every:g} s: {what}")
    wanted = _wanted(work)
    files = " ".join(_file_of(one) for one in wanted)
    lines.append(f"Then name the output files, one per line, in this order: {files}")
    if len(wanted) != len(work.processes):
        everything = " ".join(_file_of(one) for one in work.processes)
        lines.append(f"or those of all processes: {everything}")
    return "\n".join(lines)


def _commands(processes: Sequence[Process]) -> Iterator[str]:
    for process in processes:
        yield f"  {shlex.join(process.argv)} >{_file_of(process)} 2>&1"


def _file_of(process: Process) -> str:
    return f"{process.role.replace(' ', '-')}.txt"


def _read(paths: Sequence[str], work: Work) -> list[tuple[Process, DriverOutput]]:
    """The content of each file with its process."""
    possible = {len(one): one for one in (_wanted(work), list(work.processes))}
    if (processes := possible.get(len(paths))) is None:
        counts = " or ".join(map(str, sorted(possible)))
        raise _UnusableError(f"{len(paths)} files were named; {counts} are needed.")
    found = []
    for path, process in zip(paths, processes, strict=True):
        try:
            reading = read_output(os.path.expanduser(path), process.driver)
        except OSError as error:
            raise _UnusableError(f"{path} cannot be read: {error.strerror or error}.") from None
        found.append((process, reading))
    return found


def _raw(
    readings: Sequence[tuple[Process, DriverOutput]], order: Order, listen: Listener, took: float
) -> RawRun:
    ends = [_end(process, reading, order) for process, reading in readings]
    samples = list(_samples(readings))
    for sample in samples:
        listen(sample)
    outcome = judge(ends, None, len(ends) > 1)
    # the other machine's clock is unknown: only its own intervals count
    rates = []
    for process, reading in readings:
        every = interval(process.argv, process.driver) or 1.0
        rates.append([(at * every, rate) for at, (rate, _) in enumerate(reading.samples)])
    return RawRun(
        samples=tuple(samples),
        outcome=outcome.word,
        message=outcome.message,
        reason_code=outcome.reason_code,
        took=took,
        series={},
        figures=figures_of(ends, rates, samples),
    )


def _end(process: Process, reading: DriverOutput, order: Order) -> EndedProcess:
    """The end of a process that a person ran; one without a run length was ended by that person."""
    every = interval(process.argv, process.driver)
    length = process.seconds or order.seconds
    return EndedProcess(
        process=process,
        reading=reading,
        status=None,
        stopped=process.seconds is None,
        samples=len(reading.samples),
        expected=length / every if every and process.measured else None,
    )


def _samples(readings: Sequence[tuple[Process, DriverOutput]]) -> Iterator[Sample]:
    measured = [(process, reading) for process, reading in readings if process.measured]
    if any(process.driver == MQLDT for process, _ in measured):
        yield from samples_of_blocks(block for _, reading in measured for block in reading.blocks)
        return
    every = {at: interval(process.argv, process.driver) or 1.0 for at, (process, _) in enumerate(measured)}
    sums = Sums(every)
    for at, (_, reading) in enumerate(measured):
        for number, (rate, threads) in enumerate(reading.samples, 1):
            yield from sums.add(at, 0.0, RateLine(number, rate, threads))


def _cancelled(why: str, took: float) -> RawRun:
    return RawRun((), CANCELLED, why, None, took, {}, {})
