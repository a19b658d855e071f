"""What experiments have run: command lines of MQ-CPH and JMSPerfHarness, MQSC, and changes of qm.ini.

A driver is one process, with `-nt` threads that have a connection each. Threads start 10 ms apart, with a
rate line every second: MQ-CPH's own defaults (a second apart, a line every ten) make short runs useless.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mqtune.estate.rewriting import mqsc_value
from mqtune.estate.topic_strings import ASPARENT, BUILT_IN, CAP, CAP_ATTRIBUTE_SINCE, inheritable
from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import CLIENT, YES, ByHand, ConfigSnippet, Experiment, Mqsc, Process, Settings
from mqtune.lab.core.run import Order
from mqtune.language import catalogue
from mqtune.language.available import Level
from mqtune.text.messages import printable, wrapped

CPH = ("cph", "-vo", "3", "-ss", "1", "-wi", "10", "-wt", "10")
CPH_DRIVER = "cph"
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
        return Process(kind.lower(), argv, CPH_DRIVER, threads, length, measured=True, trusted=self.trusted)

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
            kind.lower(), argv, CPH_DRIVER, threads, None, background=True, trusted=trusted, ends_first=first
        )


def cph_connection(case: Experiment) -> CphConnection:
    """The connection to the measured queue manager according to the settings."""
    host, port, channel = case.text("host"), case.integer("port"), case.text("channel")
    return CphConnection(case.target.qmgr, case.text("bindings"), host, port, channel)


def cph_one(name: str) -> Words:
    """A single topic string or queue that all threads use."""
    _fits(name)
    if "%" in name:
        raise LabError(f"cph would read the % in {name} as a format", "use a name without %")
    return ("-d", name)


def cph_numbered(stem: str, last: int) -> Words:
    """Names `stem1` to `stem<last>`, which the threads use in turn."""
    _fits(f"{stem}{last}")
    return ("-d", stem, "-db", "1", "-dx", str(last))


def cph_counted(stem: str, count: int) -> Words:
    """Names `stem1` to `stem<count>`, one for each thread, as the reports write it."""
    _fits(f"{stem}{count}")
    return ("-d", stem, "-db", "1", "-dn", str(count))


def _fits(name: str) -> None:
    if len(name) > LONGEST_DESTINATION:
        raise LabError(
            f"cph accepts destinations of at most {LONGEST_DESTINATION} characters",
            f"{name} has {len(name)}: use a shorter prefix or topic string",
        )


def cph_body(settings: Mapping[str, object], transacted: bool = False) -> Words:
    """Size and persistence of the messages."""
    words = ["-ms", str(settings["message-size"])]
    if settings.get("persistent") == YES:
        words += ["-pp", "true"]
    return (*words, "-tx", "true") if transacted else tuple(words)


def rate_of_a_thread(rate: float, threads: int) -> str:
    """The rate of one thread, per second, in the form of `-rt`."""
    return f"{rate / threads:.2f}".rstrip("0").rstrip(".")


# JMSPerfHarness. A line of BasicStats every second, since above two million iterations in an interval the
# printed rate is wrong. Numbers depend on the locale of the Java virtual machine, so it is set.

JMS_DRIVER = "jms"
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
        return Process(kind.lower(), argv, JMS_DRIVER, threads, order.seconds, measured=True)

    def receiver(self, case: Experiment, threads: int, words: Words, id: str, wait: int) -> Process:
        """A process that gets until it is stopped; `wait` is the longest receive in seconds."""
        argv = (*self._start(case, "Receiver", threads), "-rl", "0", "-id", id, "-to", str(wait))
        return Process("receiver", (*argv, *self.words(), *words), JMS_DRIVER, threads, None, background=True)

    def _start(self, case: Experiment, kind: str, threads: int) -> Words:
        """The Java command, up to the class and its threads."""
        heap = case.integer("heap")
        sizes = (f"-Xms{heap}M", f"-Xmx{heap}M", f"-Xmn{round(heap * YOUNG)}M")
        path = (NATIVE,) if self.native else ()
        java = (case.text("java"), *sizes, *LOCALE, *path, "-cp", case.text("class-path"), MAIN)
        return (*java, *PACED, "-tc", f"jms.r11.{kind}", "-nt", str(threads))


def jms_numbered(stem: str, last: int) -> Words:
    """Destinations `stem1` to `stem<last>`, which the threads use in turn."""
    return ("-d", stem, "-db", "1", "-dx", str(last))


def jms_body(settings: Settings) -> Words:
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


# MQSC that defines what an experiment needs, and MQSC that deletes exactly that. Every name begins with the
# prefix of the target and ends in a number. DEFINE … NOREPLACE never overwrites anything, and names must be
# free before a set-up, so that the DELETEs of the undo affect only what it defined.

LONGEST_CHANNEL = 20
CONTINUATION = " +\n       "
WIDTH = 100
PLATFORM = "linux"
BASE_TOPIC = "SYSTEM.BASE.TOPIC"
MADE_BY = ("DESCR", "made by mqtune for an experiment")
# the type in a DISPLAY that finds objects of a type, whatever their subtype
DISPLAYED_AS = {"QLOCAL": "QUEUE", "QALIAS": "QUEUE"}

Word = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SetupObject:
    """An object that a set-up defines: type, name and attributes.

    `delete` is added to the DELETE command, `before` is a command that has to precede it.
    """

    type: str
    name: str
    words: tuple[Word, ...]
    delete: str = ""
    before: str = ""

    @property
    def define(self) -> str:
        """The command that defines it, unless it exists."""
        words = [f"DEFINE {self.type}({mqsc_value(self.name)})"]
        words += [f"{keyword}({mqsc_value(value)})" for keyword, value in self.words]
        return _command([*words, "NOREPLACE"])

    @property
    def undo(self) -> str:
        """The command that deletes it."""
        more = f" {self.delete}" if self.delete else ""
        first = f"{self.before}\n" if self.before else ""
        return f"{first}DELETE {self.type}({mqsc_value(self.name)}){more}"

    def absent(self, alone: bool) -> str:
        """The DISPLAY command that must find nothing before: all of the same stem, or this one `alone`."""
        name = self.name if alone else self.name.rstrip("0123456789") + "*"
        return f"DISPLAY {DISPLAYED_AS.get(self.type, self.type)}({mqsc_value(name)})"


def _command(words: Sequence[str]) -> str:
    """A command in lines that fit a terminal."""
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > WIDTH - len(CONTINUATION):
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    return CONTINUATION.join(lines)


def step(qmgr: str, what: str, objects: Sequence[SetupObject], alone: bool = False) -> Mqsc:
    """A step of set-up that defines these objects, and deletes them in reverse order.

    Others of the same stems may exist if these are `alone`.
    """
    return Mqsc(
        qmgr,
        what,
        script(object.define for object in objects),
        script(object.undo for object in reversed(objects)),
        tuple(dict.fromkeys(object.absent(alone) for object in objects)),
    )


def script(commands: Iterable[str]) -> str:
    """Commands as a whole script, one after the other."""
    return "".join(f"{command}\n" for command in commands)


def queue(name: str, depth: int, *words: Word) -> SetupObject:
    """A local queue; it is deleted with its messages."""
    return SetupObject("QLOCAL", name, (MADE_BY, ("MAXDEPTH", str(depth)), *words), "PURGE")


def topic(name: str, words: Iterable[Word] = ()) -> SetupObject:
    """A topic object for the topic string of the same text."""
    return SetupObject("TOPIC", name, (MADE_BY, ("TOPICSTR", name), *words))


def cluster_channel(kind: str, name: str, conname: str, cluster: str) -> SetupObject:
    """A CLUSRCVR, or a CLUSSDR to a full repository; it leaves the cluster before it is deleted."""
    words = (("CHLTYPE", kind), ("TRPTYPE", "TCP"), MADE_BY, ("CONNAME", conname), ("CLUSTER", cluster))
    leave = f"ALTER CHANNEL({mqsc_value(name)}) CHLTYPE({kind}) CLUSTER(' ')"
    return SetupObject("CHANNEL", name, words, before=leave)


def isolating_words(level: Level | None, *more: Word) -> tuple[Word, ...]:
    """Every property that a topic inherits at a level, with its value in a new queue manager.

    Values of `more` replace those. Without a level only the properties of all levels from 7.1. The values are
    those of `SYSTEM.BASE.TOPIC`; before 9.3.1 the cap on expiry is in CUSTOM.
    """
    base = _base_values(level)
    given = dict(more)
    words: list[Word] = []
    for keyword in inheritable(level, PLATFORM):
        value = given.pop(keyword, "") or base.get(keyword, "")
        if value in {"", ASPARENT}:
            value = BUILT_IN.get(keyword, value)
        if keyword == CAP and level is not None and level < CAP_ATTRIBUTE_SINCE:
            words.append(("CUSTOM", f"{CAP}({value})"))
        else:
            words.append((keyword, value))
    return (*words, *given.items())


def _base_values(level: Level | None) -> dict[str, str]:
    """The default values of the root of the topic tree."""
    shipped = next(
        object
        for object in catalogue.shipped_objects(PLATFORM, level)
        if object.type == "TOPIC" and object.name == BASE_TOPIC
    )
    return {**catalogue.defaults("TOPIC", "", PLATFORM, level), **shipped.differences}


def remark(sign: str, text: str) -> str:
    """A text as comment lines; characters that are not printable are escaped."""
    lines = wrapped(printable(text), WIDTH - len(sign) - 1)
    return "".join(f"{sign} {line}\n" for line in lines)


# Changes of qm.ini with a restart, as manual steps and as snippets.

RESTART_MINUTES = 2.0


def setting_step(qmgr: str, stanza: str, key: str, value: int, was: int) -> ByHand:
    """Set a key of qm.ini and restart; undone by the step that sets the previous value.

    The restart is verified by a running queue manager; whether an undocumented key has an effect is visible
    only in what is measured.
    """
    return ByHand(
        qmgr,
        _what(qmgr, stanza, key, value, value == was),
        _what(qmgr, stanza, key, was, True),
        verify="DISPLAY QMSTATUS STATUS",
        expect="STATUS(RUNNING)",
        restart=True,
        minutes=RESTART_MINUTES,
    )


def _what(qmgr: str, stanza: str, key: str, value: int, as_before: bool) -> str:
    line = (
        f"set {key} in stanza {stanza} of qm.ini back to its previous value ({value})"
        if as_before
        else f"set {key}={value} in stanza {stanza} of qm.ini"
    )
    return f"{line}; end the queue manager with endmqm -w {qmgr} and start it with strmqm {qmgr}"


def ini_snippet(stanza: str, key: str, value: int, reason: str) -> ConfigSnippet:
    """A stanza with one key, and the reason as comments."""
    remarks = "".join(f"   {line}\n" for line in remark("#", reason).splitlines())
    return ConfigSnippet("ini", f"{stanza}:\n{remarks}   {key}={value}\n", restart=True)
