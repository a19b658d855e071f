"""The driver for hosts that mqtune cannot reach: shows the commands, and reads the output files.

A person runs the commands on the host of the load driver, saves each output to a file, and names the files.
An output that answered an earlier run, or whose own command line is not that of the order, is refused.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from mqtune.lab.core.experiment import FILES, Process, Prompt, Prompter, Work
from mqtune.lab.core.run import CANCELLED, OK, DriverOutput, Order
from mqtune.lab.drivers.base import Clock, Listener, LogLine, RawRun, RealClock, Sample
from mqtune.lab.drivers.processes.outcomes import (
    MQLDT,
    EndedProcess,
    RateLine,
    Sums,
    figures_of,
    interval,
    judge,
    samples_of_blocks,
)
from mqtune.lab.output import read_output
from mqtune.lab.output.parser import CommandLine, lines_of

NAME = "manual"
TRIES = 3
OUTPUT = "output"  # of a line of the command log: the digest of an output that answered a run
# options that may differ on another host, and those that change the load even if the order does not have them
_FREE = frozenset(("jh", "jp", "jc", "ccdt", "vo", "wi", "wt"))
_LOAD = frozenset(("nt", "rt", "mg", "pp", "tx", "jf", "ms", "mf"))
_WHOLE = frozenset(("tc", "nt"))  # options without which a command line is not complete
_MOST = 1.5  # rates for each that is expected; with more of them the file has several runs
_KIB = 1024
_DECLINED = ("", "no")


class ManualDriver:
    """Asks a person for each run; see `mqtune.lab.drivers.base.Driver`."""

    name = NAME
    simulated = False

    def __init__(self, prompter: Prompter, used: Mapping[str, int] | None = None) -> None:
        """`used` has the runs of earlier sessions by the digests of the outputs that answered them."""
        self.clock: Clock = RealClock()
        self._used = dict(used or {})
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
                readings = _read(paths, _processes(paths, work))
                digests = self._unused(paths, readings)
                _check(paths, readings)
            except _UnusableError as error:
                complaint = str(error)
                continue
            for digest in digests:
                self._used[digest] = number
                listen(LogLine(OUTPUT, digest))
            return _raw(readings, order, listen, self.clock.now() - begun)
        return _cancelled(f"no usable output was named: {complaint.rstrip('.')}", self.clock.now() - begun)

    def _unused(self, paths: Sequence[str], readings: Sequence[_Reading]) -> list[str]:
        """The digests of the outputs, none of which answered a run before. Raises _UnusableError.

        Only those with figures: two failures may print the same, and idle processes nothing.
        """
        digests: list[str] = []
        for path, (_, reading) in zip(paths, readings, strict=True):
            if not (reading.samples.any_work or reading.blocks):
                continue
            digest = _digest(path)
            if (earlier := self._used.get(digest)) is not None:
                raise _UnusableError(
                    f"{path} is the output of run {earlier}, line for line; make this run, and name its own."
                )
            if digest in digests:
                raise _UnusableError(f"{path} is the output of another process of this run, line for line.")
            digests.append(digest)
        return digests


class _UnusableError(Exception):
    """The files do not belong to the run."""


_Reading = tuple[Process, DriverOutput]


def _digest(path: str) -> str:
    """A digest of the lines of a file: line ends, encoding and empty lines differ between copies."""
    digest = sha256()
    for line in lines_of(os.path.expanduser(path)):
        if text := line.text.strip():
            digest.update(f"{text}\n".encode())
    return digest.hexdigest()


def _wanted(work: Work) -> list[Process]:
    return [process for process in work.processes if process.measured] or list(work.processes)


def _instructions(work: Work, complaint: str) -> str:
    lines = [complaint, ""] if complaint else []
    background = [process for process in work.processes if process.background]
    load = [process for process in work.processes if not process.background]
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
    files = " ".join(_file_of(process) for process in wanted)
    lines.append(f"Then name the output files, one per line, in this order: {files}")
    if len(wanted) != len(work.processes):
        everything = " ".join(_file_of(process) for process in work.processes)
        lines.append(f"or those of all processes: {everything}")
    return "\n".join(lines)


def _commands(processes: Sequence[Process]) -> Iterator[str]:
    for process in processes:
        yield f"  {shlex.join(process.argv)} >{_file_of(process)} 2>&1"


def _file_of(process: Process) -> str:
    return f"{process.role.replace(' ', '-')}.txt"


def _processes(paths: Sequence[str], work: Work) -> list[Process]:
    """The process of each file. Raises _UnusableError if there are too many or too few."""
    possible = {len(candidates): candidates for candidates in (_wanted(work), list(work.processes))}
    if (processes := possible.get(len(paths))) is None:
        counts = " or ".join(map(str, sorted(possible)))
        raise _UnusableError(f"{len(paths)} files were named; {counts} are needed.")
    return processes


def _read(paths: Sequence[str], processes: Sequence[Process]) -> list[_Reading]:
    """The content of each file with its process. Raises _UnusableError."""
    readings = []
    for path, process in zip(paths, processes, strict=True):
        try:
            reading = read_output(os.path.expanduser(path), process.driver)
        except OSError as error:
            raise _UnusableError(f"{path} cannot be read: {error.strerror or error}.") from None
        readings.append((process, reading))
    return readings


def _check(paths: Sequence[str], readings: Sequence[_Reading]) -> None:
    """Raise _UnusableError for an output that is not that of its process."""
    for path, (process, reading) in zip(paths, readings, strict=True):
        if different := _different(process, reading) or _several(process, reading):
            raise _UnusableError(f"{path} is not an output of {process.role} of this run: {different}.")


def _several(process: Process, reading: DriverOutput) -> str:
    """What shows that a file has several runs, as with `>>`; empty if nothing does."""
    every, rates = interval(process.argv, process.driver), len(reading.samples)
    if not every or not process.seconds or rates <= _MOST * process.seconds / every + 1:
        return ""
    return f"it has {rates} rates, and {process.seconds / every:.0f} are expected; name a file of one run"


def _different(process: Process, reading: DriverOutput) -> str:
    """What shows that an output is of another command than that of the process; empty if nothing does."""
    if process.driver == MQLDT:
        return _other_blocks(process, reading)
    printed = reading.command
    if not printed.keys() >= _WHOLE:
        most = reading.samples.most_threads
        differs = reading.outcome.word == OK and most not in (0, process.threads)
        return f"it has {most} threads, and {process.threads} were ordered" if differs else ""
    line = CommandLine()
    line.feed(" ".join(process.argv[_options_at(process.argv) :]))
    wanted = line.options
    for name in sorted((wanted.keys() | (printed.keys() & _LOAD)) - _FREE):
        actual, ordered = (_shown(name, options.get(name)) for options in (printed, wanted))
        if _number(printed.get(name)) != _number(wanted.get(name)):
            return f"its command line has {actual}, and {ordered} was ordered"
    return ""


def _other_blocks(process: Process, reading: DriverOutput) -> str:
    """The block sizes of an output of MQLDT if they are not those of the order."""
    sizes = {f"{block.size // _KIB}K" for block in reading.blocks if block.size}
    ordered = {word.partition("=")[2] for word in process.argv if word.startswith("--bsize=")}
    if sizes <= ordered:
        return ""
    return f"it has blocks of {', '.join(sorted(sizes))}, and {', '.join(sorted(ordered))} were ordered"


def _options_at(argv: Sequence[str]) -> int:
    """Where the options of the harness begin: for Java after the main class."""
    return next((at + 1 for at, word in enumerate(argv) if word.endswith("JMSPerfHarness")), 1)


def _number(value: str | None) -> str | float | None:
    """A value as a number if it is one, since 1.50 is 1.5, and without the quotes of a shell."""
    try:
        return float(value) if value is not None else None
    except ValueError:
        return str(value).strip("\"'")


def _shown(name: str, value: str | None) -> str:
    return f"no -{name}" if value is None else f"-{name} {value}".rstrip()


def _raw(readings: Sequence[_Reading], order: Order, listen: Listener, took: float) -> RawRun:
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


def _samples(readings: Sequence[_Reading]) -> Iterator[Sample]:
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
