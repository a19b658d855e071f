"""What the output of one run says: samples, summary, and how the run ended. Knows no driver's format."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

OK = "ok"
INCOMPLETE = "incomplete"
FAILED = "failed"
CANCELLED = "cancelled"
NO_DATA = "no-data"


class Samples:
    """Rates and running threads, in the order they were printed; 16 bytes each, for outputs of days."""

    __slots__ = ("any_work", "most_threads", "rates", "threads")

    def __init__(self) -> None:
        self.rates = array("d")
        self.threads = array("q")
        self.any_work = False
        self.most_threads = 0

    def add(self, rate: float, threads: int) -> None:
        """One more rate line."""
        self.rates.append(rate)
        self.threads.append(threads)
        self.any_work = self.any_work or rate > 0
        self.most_threads = max(self.most_threads, threads)

    def __len__(self) -> int:
        return len(self.rates)

    def __iter__(self) -> Iterator[tuple[float, int]]:
        return zip(self.rates, self.threads, strict=True)


class Summary:
    """The totals that a driver prints at the end. A rate that is no number is None."""

    __slots__ = ("average_rate", "iterations", "seconds")

    def __init__(self, iterations: int, seconds: float | None, average_rate: float | None) -> None:
        self.iterations = iterations
        self.seconds = seconds
        self.average_rate = average_rate


class Block:
    """What MQLDT measured with one block size."""

    __slots__ = ("average_bytes", "average_ns", "iops", "qmgrs", "seconds", "size", "worst_ns", "writes")

    def __init__(self) -> None:
        self.size: int | None = None
        self.writes: int | None = None
        self.iops: float | None = None
        self.seconds: float | None = None
        self.average_bytes: int | None = None
        self.average_ns: int | None = None
        self.worst_ns: int | None = None
        self.qmgrs = 1


class Verdict:
    """How a run ended: the outcome, MQ's reason code where there is one, and a sentence."""

    __slots__ = ("message", "outcome", "reason_code")

    def __init__(self, outcome: str, message: str, reason_code: int | None = None) -> None:
        self.outcome = outcome
        self.message = message
        self.reason_code = reason_code


class Reading:
    """Everything that one file said."""

    __slots__ = ("blocks", "samples", "summary", "verdict")

    def __init__(
        self, samples: Samples, summary: Summary | None, verdict: Verdict, blocks: list[Block] | None = None
    ) -> None:
        self.samples = samples
        self.summary = summary
        self.verdict = verdict
        self.blocks = blocks or []
