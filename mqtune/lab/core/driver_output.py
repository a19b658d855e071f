"""The output of one driver process as read: samples, summary, how the run ended; the same for all drivers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

OK = "ok"
INCOMPLETE = "incomplete"
FAILED = "failed"
CANCELLED = "cancelled"
NO_DATA = "no-data"
UNAVAILABLE = "unavailable"  # the queue manager was not available: the run is made again
DISTURBED = "disturbed"  # something else loaded the machine or the queue manager: the run is made again
INTERRUPTED = "interrupted"  # in a journal: the run started and did not end
MADE_AGAIN = (CANCELLED, DISTURBED, INTERRUPTED, UNAVAILABLE)


class Samples:
    """Rates and running threads in the order in which they were printed; 16 bytes per sample."""

    __slots__ = ("any_work", "most_threads", "rates", "threads")

    def __init__(self) -> None:
        self.rates = array("d")
        self.threads = array("q")
        self.any_work = False
        self.most_threads = 0

    def add(self, rate: float, threads: int) -> None:
        """Add a rate line."""
        self.rates.append(rate)
        self.threads.append(threads)
        self.any_work = self.any_work or rate > 0
        self.most_threads = max(self.most_threads, threads)

    def __len__(self) -> int:
        return len(self.rates)

    def __iter__(self) -> Iterator[tuple[float, int]]:
        return zip(self.rates, self.threads, strict=True)


@dataclass(frozen=True, slots=True)
class DriverSummary:
    """The totals that a driver prints at the end; a rate or length that is not a number is None."""

    iterations: int
    seconds: float | None
    average_rate: float | None


@dataclass(slots=True)
class BlockSizeResult:
    """What MQLDT measured with one block size."""

    size: int | None = None
    writes: int | None = None
    iops: float | None = None
    seconds: float | None = None
    average_bytes: int | None = None
    average_ns: int | None = None
    worst_ns: int | None = None
    qmgrs: int = 1


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """How a run ended: a word of this module or of `drivers.processes.outcomes`, a sentence, reason code."""

    word: str
    message: str
    reason_code: int | None = None


@dataclass(frozen=True, slots=True)
class DriverOutput:
    """Everything that was read from one output; `command` has the options of its own command line, if any."""

    samples: Samples
    summary: DriverSummary | None
    outcome: RunOutcome
    blocks: list[BlockSizeResult] = field(default_factory=list)
    command: Mapping[str, str] = field(default_factory=dict)
