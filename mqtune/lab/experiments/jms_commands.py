"""Command lines of JMSPerfHarness: the Java virtual machine, classes, connections and destinations.

One process, `-nt` threads with a connection each. Thread starts 10 ms apart; a line of BasicStats every
second, since above two million iterations in an interval the printed rate is wrong. Numbers depend on the
locale of the Java virtual machine, so it is set.
"""

from __future__ import annotations

from dataclasses import dataclass

from mqtune.lab.core.errors import LabError
from mqtune.lab.core.experiment import CLIENT, YES, Experiment, Settings
from mqtune.lab.core.work import Process
from mqtune.lab.experiments.cph_commands import rate_of_a_thread

DRIVER = "jms"
LOCALE = ("-Duser.language=en", "-Duser.country=US")
NATIVE = "-Djava.library.path=/opt/mqm/java/lib64"  # without it bindings fail with reason 2495
YOUNG = 600 / 768  # of the heap, for objects with the lifetime of a message
MAIN = "JMSPerfHarness"
PACED = ("-su", "-wt", "30", "-wi", "10", "-ss", "1", "-sc", "BasicStats")
PROVIDER = ("-pc", "WebSphereMQ")
SLOWEST = 1.0  # messages per second of a thread: the slowest pace of JMSPerfHarness


@dataclass(frozen=True, slots=True)
class JmsConnection:
    """How a process connects: `bindings` are client or local; with a `table` through a group of a CCDT.

    `qmgr` is `*GROUP` with a table. `name` is the application name by which a uniform cluster balances.
    """

    qmgr: str
    bindings: str = CLIENT
    host: str = "localhost"
    port: int = 1414
    channel: str = ""
    table: str = ""
    reconnect: str = ""
    name: str = ""

    @property
    def native(self) -> bool:
        """Whether the Java virtual machine needs MQ's native library."""
        return self.bindings != CLIENT

    def words(self) -> tuple[str, ...]:
        """The options of the provider."""
        head = (*PROVIDER, "-jb", self.qmgr, "-jt", "mqb" if self.native else "mqc")
        if self.native:
            return head
        network = ("-jh", self.host, "-jp", str(self.port), "-jc", self.channel)
        table = ("-ccdt", self.table)
        reconnect = ("-ar", self.reconnect) if self.reconnect else ()
        name = ("-an", self.name) if self.name else ()
        return (*head, *(table if self.table else network), *reconnect, *name)


def java(case: Experiment, native: bool) -> tuple[str, ...]:
    """The Java command up to the main class."""
    heap = case.whole("heap")
    sizes = (f"-Xms{heap}M", f"-Xmx{heap}M", f"-Xmn{round(heap * YOUNG)}M")
    path = (NATIVE,) if native else ()
    return (case.text("java"), *sizes, *LOCALE, *path, "-cp", case.text("class-path"), MAIN)


def numbered(stem: str, last: int) -> tuple[str, ...]:
    """Destinations `stem1` to `stem<last>`, which the threads use in turn."""
    return ("-d", stem, "-db", "1", "-dx", str(last))


def body(settings: Settings) -> tuple[str, ...]:
    """Size, kind and persistence of a message; persistent messages are sent in transactions."""
    words = ("-ms", str(settings["message-size"]), "-mt", "text")
    return (*words, "-pp", "true", "-tx", "true") if settings.get("persistent") == YES else words


def worker(
    case: Experiment,
    kind: str,
    threads: int,
    link: JmsConnection,
    words: tuple[str, ...],
    length: float,
    id: str = "1",
    rate: float | None = None,
    measured: bool = True,
) -> Process:
    """A process that works for `length` seconds: class PutGet or Sender.

    `rate` is in messages per second of all threads together; None is flat out. Raises LabError for a rate
    that is too low for the threads.
    """
    argv = (*java(case, link.native), *PACED, "-tc", f"jms.r11.{kind}", "-nt", str(threads))
    argv += ("-rl", f"{length:g}", "-id", id)
    if rate is not None:
        argv += ("-rt", _pace(rate, threads))
    return Process(kind.lower(), (*argv, *link.words(), *words), DRIVER, threads, length, measured=measured)


def receiver(
    case: Experiment,
    threads: int,
    link: JmsConnection,
    words: tuple[str, ...],
    id: str,
    wait: int,
    measured: bool = False,
) -> Process:
    """A process that gets until it is stopped; `wait` is the longest receive in seconds."""
    argv = (*java(case, link.native), *PACED, "-tc", "jms.r11.Receiver", "-nt", str(threads))
    argv += ("-rl", "0", "-id", id, "-to", str(wait))
    return Process(
        "receiver",
        (*argv, *link.words(), *words),
        DRIVER,
        threads,
        None,
        measured=measured,
        background=True,
    )


def _pace(rate: float, threads: int) -> str:
    if rate / threads < SLOWEST:
        raise LabError(
            f"JMSPerfHarness cannot pace {threads} threads to {rate:g} messages/s together",
            f"use at most {int(rate) or 1} threads, or a rate of at least {threads}",
        )
    return rate_of_a_thread(rate, threads)
