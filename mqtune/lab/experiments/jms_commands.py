"""Command lines of JMSPerfHarness: the Java virtual machine, classes, connections and destinations.

One process, `-nt` threads with a connection each. Thread starts 10 ms apart; a line of BasicStats every
second, since above two million iterations in an interval the printed rate is wrong. Numbers depend on the
locale of the Java virtual machine, so it is set.
"""

from __future__ import annotations

from dataclasses import dataclass

from mqtune.lab.core.errors import LabError
from mqtune.lab.core.experiment import CLIENT, YES, Experiment, Settings
from mqtune.lab.core.order import Order
from mqtune.lab.core.work import Process
from mqtune.lab.experiments.cph_commands import Words, rate_of_a_thread

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

    def words(self) -> Words:
        """The options of the provider."""
        head = (*PROVIDER, "-jb", self.qmgr, "-jt", "mqb" if self.native else "mqc")
        if self.native:
            return head
        network = ("-jh", self.host, "-jp", str(self.port), "-jc", self.channel)
        table = ("-ccdt", self.table)
        reconnect = ("-ar", self.reconnect) if self.reconnect else ()
        name = ("-an", self.name) if self.name else ()
        return (*head, *(table if self.table else network), *reconnect, *name)

    def worker(
        self, case: Experiment, kind: str, threads: int, order: Order, words: Words, id: str = "1"
    ) -> Process:
        """A measured process that works for the length of the order: class PutGet or Sender.

        The rate of the order is that of all threads together, in messages per second; None is flat out.
        Raises LabError for a rate that is too low for the threads.
        """
        argv = (*self._start(case, kind, threads), "-rl", f"{order.seconds:g}", "-id", id)
        if order.rate is not None:
            argv += ("-rt", _pace(order.rate, threads))
        argv += (*self.words(), *words)
        return Process(kind.lower(), argv, DRIVER, threads, order.seconds, measured=True)

    def receiver(self, case: Experiment, threads: int, words: Words, id: str, wait: int) -> Process:
        """A process that gets until it is stopped; `wait` is the longest receive in seconds."""
        argv = (*self._start(case, "Receiver", threads), "-rl", "0", "-id", id, "-to", str(wait))
        return Process("receiver", (*argv, *self.words(), *words), DRIVER, threads, None, background=True)

    def _start(self, case: Experiment, kind: str, threads: int) -> Words:
        """The Java command, up to the class and its threads."""
        heap = case.whole("heap")
        sizes = (f"-Xms{heap}M", f"-Xmx{heap}M", f"-Xmn{round(heap * YOUNG)}M")
        path = (NATIVE,) if self.native else ()
        java = (case.text("java"), *sizes, *LOCALE, *path, "-cp", case.text("class-path"), MAIN)
        return (*java, *PACED, "-tc", f"jms.r11.{kind}", "-nt", str(threads))


def numbered(stem: str, last: int) -> Words:
    """Destinations `stem1` to `stem<last>`, which the threads use in turn."""
    return ("-d", stem, "-db", "1", "-dx", str(last))


def body(settings: Settings) -> Words:
    """Size, kind and persistence of a message; persistent messages are sent in transactions."""
    words = ("-ms", str(settings["message-size"]), "-mt", "text")
    return (*words, "-pp", "true", "-tx", "true") if settings.get("persistent") == YES else words


def _pace(rate: float, threads: int) -> str:
    if rate / threads < SLOWEST:
        raise LabError(
            f"JMSPerfHarness cannot pace {threads} threads to {rate:g} messages/s together",
            f"use at most {int(rate) or 1} threads, or a rate of at least {threads}",
        )
    return rate_of_a_thread(rate, threads)
