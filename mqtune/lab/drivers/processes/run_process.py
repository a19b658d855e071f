"""One process of a run: under its guard, with its output split into lines, shown, and fed to its parser."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from mqtune.hosts.guarded import Guarded
from mqtune.hosts.inventory import Host
from mqtune.hosts.ssh import RemoteGuarded
from mqtune.lab.core.experiment import Process
from mqtune.lab.core.run import FAILED, DriverOutput, RunOutcome
from mqtune.lab.drivers.base import Listener, LogLine
from mqtune.lab.drivers.processes.outcomes import EndedProcess, Lane, RateLine, interval, option
from mqtune.lab.output import PARSERS
from mqtune.lab.output.parser import cleaned
from mqtune.text.messages import printable

# Output: chunks split into lines, of which some are shown.

LONGEST = 1 << 16  # bytes of a line; longer lines are split
SHOWN_LINES = 200
TAIL_LINES = 20
SHOWN_CHARACTERS = 300


class LineSplitter:
    """Splits chunks into lines without terminal sequences and control characters."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> Iterator[tuple[str, bool]]:
        """The lines that a chunk completes, and pieces of an overlong one, each with whether it ended."""
        *lines, rest = (self._rest + chunk).replace(b"\r", b"\n").split(b"\n")
        for line in lines:
            while len(line) > LONGEST:
                yield _text(line[:LONGEST]), False
                line = line[LONGEST:]
            yield _text(line), True
        while len(rest) >= LONGEST:
            yield _text(rest[:LONGEST]), False
            rest = rest[LONGEST:]
        self._rest = rest

    def finish(self) -> Iterator[tuple[str, bool]]:
        """The rest when the output has ended."""
        rest, self._rest = self._rest, b""
        if rest:
            yield _text(rest), False


def _text(line: bytes) -> str:
    return cleaned(line.decode("utf-8", "replace"))


class ShownLines:
    """Passes lines of a process to a listener: the first ones, and after a failure the last ones."""

    def __init__(self, who: str, emit: Callable[[LogLine], None]) -> None:
        self._who = who
        self._emit = emit
        self._count = 0
        self._tail: deque[str] = deque(maxlen=TAIL_LINES)

    def line(self, text: str) -> None:
        """Pass on one line that is not a rate line."""
        text = text.strip()
        if not text:
            return
        self._count += 1
        text = printable(text[:SHOWN_CHARACTERS])
        text = text if len(text) < SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"
        if self._count <= SHOWN_LINES:
            self._emit(LogLine(self._who, text))
        else:
            self._tail.append(text)

    def finish(self, good: bool) -> None:
        """After the process: how many lines were not shown, and after a failure the last of them."""
        held = self._count - SHOWN_LINES
        if held <= 0:
            return
        last = [] if good else list(self._tail)
        if held > len(last):
            self._emit(LogLine(self._who, f"… {held - len(last):,} more lines are not shown"))
        for text in last:
            self._emit(LogLine(self._who, text))


# The process.

_REST_SECONDS = 1.0  # for the rest in a pipe whose process group has ended
_SHELL_OFFSET = 128
_JVM_SECONDS = 30.0
_LINES_OF_SILENCE = 5


class RunProcess:
    """A process of a run."""

    def __init__(
        self,
        process: Process,
        argv: Sequence[str],
        environment: Mapping[str, str],
        grace: float,
        began: float,
        listen: Listener,
        host: Host | None = None,
    ) -> None:
        """Start it, or connect to its host. Raises LabError if no process can be started."""
        self.process = process
        self.argv = tuple(argv)
        self.every = interval(process.argv, process.driver)
        self.began = began
        self.heard = time.monotonic()
        self.rates: list[tuple[float, float]] = []  # clock and rate, as they were read
        self.reading: DriverOutput | None = None
        self.output_ended = False
        self.stopped = False
        self.asked = False
        self.threads = 0
        self.running_since: float | None = None  # clock at which all threads ran, from rate lines
        self.left_alone = False  # killing it was not agreed to
        self._parser = PARSERS[process.driver]()
        self._lane = Lane(self._parser, self.every or 1.0)
        self._lines = LineSplitter()
        self._over_since = 0.0
        self.shown = ShownLines(process.role, listen)
        self._started = time.monotonic()
        # the parsers read a run's length and threads from its command
        self._parser.feed("$ " + " ".join(process.argv))
        start = Guarded if host is None else partial(RemoteGuarded, host)
        self.guarded = start(argv, grace=grace, trusted=process.trusted, environment=environment)

    @property
    def ended(self) -> bool:
        """Whether the guard has ended and all output is read, or the process is left alone."""
        if self.left_alone:
            return True
        waited = self._over_since and time.monotonic() - self._over_since > _REST_SECONDS
        return self.guarded.over and (self.output_ended or bool(waited))

    @property
    def all_running(self) -> bool:
        """Whether its last rate line shows all threads."""
        return self.threads >= self.process.threads

    @property
    def start_seconds(self) -> float:
        """The time that its threads need to start, in seconds."""
        pause = option(self.process.argv, "-wi", 1000.0) / 1000
        return self.process.threads * pause + (_JVM_SECONDS if self.process.driver == "jms" else 0.0)

    @property
    def silence(self) -> float:
        """For how many seconds it may print nothing."""
        start = self.start_seconds if not self.rates else 0.0
        if self.every is None:
            return start + (self.process.seconds or 0.0)
        return start + _LINES_OF_SILENCE * self.every

    def read(self, now: float, prompt: bool) -> list[RateLine]:
        """Read its new output, and return the rates in it."""
        chunk = self.guarded.read()
        if chunk is None:
            return []
        self.heard = time.monotonic()
        rates: list[RateLine] = []
        lines = self._lines.feed(chunk) if chunk else self._lines.finish()
        for text, ended in lines:
            rates += self._feed(text, ended, now, prompt and not rates)
        self.output_ended = not chunk
        return rates

    def _feed(self, text: str, ended: bool, now: float, prompt: bool) -> list[RateLine]:
        self._parser.feed(text, ended)
        rates = self._lane.take(now, prompt)
        if not rates:
            self.shown.line(text)
        for rate in rates:
            if self.running_since is None and rate.threads >= self.process.threads:
                self.running_since = now - (self.every or 0.0)
            self.threads = rate.threads
            self.rates.append((now, rate.rate))
        return rates

    def hear(self) -> None:
        """Process the report of its guard."""
        self.guarded.hear()
        if self.guarded.over:
            self._over_since = time.monotonic()

    def failing(self) -> RunOutcome | None:
        """The failure of a driver that continues without threads, as MQ-CPH does for its run length."""
        if self.threads or not self.rates:
            return None
        outcome = self._parser.outcome()
        return outcome if outcome.word == FAILED else None

    def stop(self) -> None:
        """Stop it."""
        if not self.guarded.over:
            self.stopped = True
            self.guarded.stop()

    def close(self) -> None:
        """Read the rest and close everything."""
        for text, ended in self._lines.finish():
            self._feed(text, ended, self.began, prompt=False)
        self.guarded.close()
        self._parser.feed(self._last_line())
        self.reading = self._parser.finish()

    def _last_line(self) -> str:
        """The end of the process, in the form of recorded transcripts."""
        took, status = time.monotonic() - self._started, self.guarded.status
        if status is None:
            return ""
        if status < 0:
            return f"[exit signal {-status} (shell status {_SHELL_OFFSET - status}) after {took:.1f} s]"
        return f"[exit {status} after {took:.1f} s]"

    def end(self, seconds: float) -> EndedProcess:
        """How it ended; `seconds` is the length of the run."""
        assert self.reading is not None
        length = self.process.seconds or seconds
        expected = length / self.every if self.every and self.process.measured else None
        return EndedProcess(
            process=self.process,
            reading=self.reading,
            status=self.guarded.status,
            stopped=self.stopped,
            refused=self.guarded.refused[1] if self.guarded.refused else "",
            guard_lost=self.guarded.guard_lost,
            lost=self.guarded.lost if isinstance(self.guarded, RemoteGuarded) else "",
            left=self.guarded.left if self.guarded.status is None else (),
            samples=len(self.rates),
            expected=expected,
            longer=self._lane.longer,
        )
