"""Command lines of MQ-CPH (`cph`): classes, connections and destinations.

One process, `-nt` threads with a connection handle each. Thread starts 10 ms apart, a rate line every second:
the driver's own defaults (a second apart, a line every ten) make short runs useless.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mqtune.lab.core.errors import LabError
from mqtune.lab.core.experiment import CLIENT, YES, Experiment
from mqtune.lab.core.order import Order
from mqtune.lab.core.work import Process

CPH = ("cph", "-vo", "3", "-ss", "1", "-wi", "10", "-wt", "10")
DRIVER = "cph"
FASTPATH = "fastpath"
LONGEST_DESTINATION = 47  # the program ends with status 8 above
LONGEST_QMGR = 47
TAIL_SECONDS = 3.0  # publishers continue while subscribers end, which notice a signal under load
FOR_EVER = ("-to", "-1")  # with a shorter wait a getter ends if the queue is empty for a while

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CphConnection:
    """How a process connects to a queue manager; `bindings` are standard, fastpath or client."""

    qmgr: str
    bindings: str = "standard"
    host: str = "localhost"
    port: int = 1414
    channel: str = ""

    @property
    def trusted(self) -> bool:
        """Whether its threads run inside the queue manager's memory."""
        return self.bindings == FASTPATH

    def words(self) -> Words:
        """The options of cph."""
        if len(self.qmgr) > LONGEST_QMGR:
            raise LabError(
                f"cph accepts queue manager names of at most {LONGEST_QMGR} characters",
                f"{self.qmgr} has {len(self.qmgr)}: measure another queue manager",
            )
        if self.bindings == CLIENT:
            network = ("-jh", self.host, "-jp", str(self.port), "-jc", self.channel)
            return ("-jb", self.qmgr, "-jt", "mqc", *network)
        fastpath = ("-jf", "true") if self.trusted else ()
        return ("-jb", self.qmgr, "-jt", "mqb", *fastpath)

    def producer(
        self, kind: str, threads: int, order: Order, words: Words, id: str = "P", tail: float = 0.0
    ) -> Process:
        """A process that puts for the length of the order and a tail: class Publisher, Sender or PutGet.

        The rate of the order is that of all threads together, in messages per second; None is flat out.
        """
        length = order.seconds + tail
        paced = () if order.rate is None else ("-rt", rate_of_a_thread(order.rate, threads))
        argv = (*CPH, "-tc", kind, "-nt", str(threads), "-rl", f"{length:g}", *paced, "-id", id)
        argv += (*self.words(), *words)
        return Process(kind.lower(), argv, DRIVER, threads, length, measured=True, trusted=self.trusted)

    def consumer(self, kind: str, threads: int, words: Words, id: str = "S") -> Process:
        """A process that gets until it is stopped: class Subscriber or Receiver.

        It waits for messages without limit, and runs before the producers begin.
        """
        argv = (
            *CPH,
            "-tc",
            kind,
            "-nt",
            str(threads),
            "-rl",
            "0",
            "-id",
            id,
            *self.words(),
            *words,
            *FOR_EVER,
        )
        # what a getter leaves in a queue would be there in the next run, a subscriber's queue ends with it
        first, trusted = kind == "Subscriber", self.trusted
        return Process(
            kind.lower(), argv, DRIVER, threads, None, background=True, trusted=trusted, ends_first=first
        )


def connection(case: Experiment) -> CphConnection:
    """The connection to the measured queue manager according to the settings."""
    host, port, channel = case.text("host"), case.whole("port"), case.text("channel")
    return CphConnection(case.target.qmgr, case.text("bindings"), host, port, channel)


def one(name: str) -> Words:
    """A single topic string or queue that all threads use."""
    _fits(name)
    if "%" in name:
        raise LabError(f"cph would read the % in {name} as a format", "use a name without %")
    return ("-d", name)


def numbered(stem: str, last: int) -> Words:
    """Names `stem1` to `stem<last>`, which the threads use in turn."""
    _fits(f"{stem}{last}")
    return ("-d", stem, "-db", "1", "-dx", str(last))


def counted(stem: str, count: int) -> Words:
    """Names `stem1` to `stem<count>`, one for each thread, as the reports write it."""
    _fits(f"{stem}{count}")
    return ("-d", stem, "-db", "1", "-dn", str(count))


def _fits(name: str) -> None:
    if len(name) > LONGEST_DESTINATION:
        raise LabError(
            f"cph accepts destinations of at most {LONGEST_DESTINATION} characters",
            f"{name} has {len(name)}: use a shorter prefix or topic string",
        )


def body(settings: Mapping[str, object], transacted: bool = False) -> Words:
    """Size and persistence of the messages."""
    words = ["-ms", str(settings["message-size"])]
    if settings.get("persistent") == YES:
        words += ["-pp", "true"]
    return (*words, "-tx", "true") if transacted else tuple(words)


def rate_of_a_thread(rate: float, threads: int) -> str:
    """The rate of one thread, per second, in the form of `-rt`."""
    return f"{rate / threads:.2f}".rstrip("0").rstrip(".")
