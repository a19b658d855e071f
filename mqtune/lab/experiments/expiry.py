"""expiry: how deep a queue with an expiry cap grows if it is not read, predicted and then verified.

Cap and interval are scaled down, so that the formula is verified in minutes; the planned queues are then
calculated with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mqtune.capacity.machine import MOST_DEPTH, Expiry
from mqtune.capacity.machine import expiry as predicted
from mqtune.capacity.published import table
from mqtune.estate.rewriting import mqsc_value
from mqtune.estate.topic_strings import CAP_ATTRIBUTE_SINCE
from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import YES, Advice, ConfigSnippet, Experiment, Mqsc, Step, Target, Watch, Work
from mqtune.lab.core.run import DOES_NOT_HOLD, HOLDS, Arm, Method, Order, Run, Verdict
from mqtune.lab.experiments import commands
from mqtune.lab.experiments.commands import ini_snippet, setting_step
from mqtune.lab.experiments.shared import on_line
from mqtune.lab.methods.depth import DEPTH, FILE, WITHIN, ExpiryDepth
from mqtune.text.messages import plural
from mqtune.text.patterns import bytes_text

ARM = Arm("expiring queues")
MQ_INTERVAL = 300  # seconds; streaming queues report, 7.5.1: ExpiryInterval where qm.ini says nothing
STANZA, KEY = "TuningParameters", "ExpiryInterval"
COPIES_SINCE = (9, 2, 3)  # streaming queues
AUTOMATIC = "auto"
KEPT = 0.99  # of the rate asked for; a sender that does less does not keep up
GETTERS = 2  # of each queue that is read, as in the report
EVERY_SECONDS = 1.0
FILES_EVERY_SECONDS = 5.0
FOLDER = "/var/mqm/qmgrs/{}/queues"
RATES_OF = {"yes": "1 Duplicate (Streaming queues - MUSTDUP)", "no": "Baseline"}
KIB = 1024
TEST_QUEUES = 5  # of Table 1 of the streaming report: disk is that of five queues, depth that of one


class ExpiryExperiment(Experiment):
    """The experiment."""

    def arms(self) -> tuple[Arm, ...]:
        """The single case that is predicted and verified."""
        return (ARM,)

    def setup(self) -> tuple[Step, ...]:
        """ExpiryInterval with a restart if it differs from MQ's default, and the queues."""
        interval = self.integer("interval")
        restart = (setting_step(self.target.qmgr, STANZA, KEY, interval, MQ_INTERVAL),)
        what = "queues with an expiry cap, and those that they are copies of"
        defined = commands.step(self.target.qmgr, what, self._queues())
        return (*(restart if interval != MQ_INTERVAL else ()), defined)

    def _queues(self) -> list[commands.SetupObject]:
        """The queues with the cap first, since the others name them. Raises LabError if MQ cannot."""
        depth = self._expected().depth_with_margin
        if depth > MOST_DEPTH:
            raise LabError(self.say("too-deep", depth=depth), "use a lower rate or a shorter cap")
        copies = self._copied()
        if copies and self.target.level is not None and self.target.level < COPIES_SINCE:
            level = ".".join(map(str, self.target.level))
            raise LabError(self.say("no-copies", level=level), "set copies=no")
        numbers = range(1, self.integer("queues") + 1)
        cap = cap_words(self.integer("cap"), self.target)
        queues = [commands.queue(self.target.name("S", n), depth, *cap) for n in numbers]
        if copies:
            for n in numbers:
                words = (("STREAMQ", self.target.name("S", n)), ("STRMQOS", "MUSTDUP"))
                queues.append(commands.queue(self.target.name("Q", n), depth, *words))
        return queues

    def _expected(self) -> Expiry:
        """The formula for one queue during the experiment."""
        size, tenths = self.integer("message-size"), 10 * self.integer("cap")
        return predicted(self.decimal("rate"), tenths, self.integer("interval"), size)

    def between(self, before: Arm | None, after: Arm) -> tuple[Step, ...]:
        """Empty the queues after the previous run."""
        if before is None:
            return ()
        numbers = range(1, self.integer("queues") + 1)
        clear = commands.script(f"CLEAR QLOCAL({self.target.name('S', n)})" for n in numbers)
        return (Mqsc(self.target.qmgr, "empty the queues with the cap", clear, ""),)

    def work(self, order: Order) -> Work:
        """Senders at a fixed rate; with copies only the originals are read."""
        queues, link = self.integer("queues"), commands.cph_connection(self)
        copies = self._copied()
        destination = commands.cph_numbered(self.target.stem("Q" if copies else "S"), queues)
        words = (*destination, *commands.cph_body({**self.settings, "persistent": YES}, transacted=True))
        senders = link.producer("Sender", queues, replace(order, rate=queues * self.decimal("rate")), words)
        getters = link.consumer("Receiver", GETTERS * queues, (*destination, "-tx", "true"), "R")
        command = f"DISPLAY QSTATUS({self.target.stem('S')}*) CURDEPTH"
        depth = Watch(DEPTH, "messages", EVERY_SECONDS, self.target.qmgr, command, "CURDEPTH")
        # the folder of all queue files: only its growth counts. MQ writes ! for a dot and & for a slash
        name = self.target.qmgr.replace(".", "!").replace("/", "&")
        folder = self.text("queue-files") or FOLDER.format(name)
        files = Watch(FILE, "bytes", FILES_EVERY_SECONDS, path=folder)
        return Work((getters, senders) if copies else (senders,), (depth, files))

    def method(self, seed: int, repeat: int | None) -> Method:
        """The prediction from short runs, and runs that verify it."""
        cap, interval = self.integer("cap"), self.integer("interval")
        return ExpiryDepth(ARM, cap, interval, checks=repeat or 1, unit=self.definition.unit)

    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        """MAXDEPTH and disk for the planned queues, if the formula is confirmed."""
        ratio = verdict.figures.get("ratio")
        if verdict.word not in (HOLDS, DOES_NOT_HOLD) or ratio is None:
            return Advice(())
        off = ratio.estimate - 1
        if abs(off) > WITHIN:
            return Advice((self.say("fails", error=off),))
        sentences = self._holds(verdict, off)
        if (files := verdict.figures.get(FILE)) is not None:
            # compared with the bound of the model
            expiry = self._expected()
            bound = expiry.disk_bytes * verdict.figures["expected"].estimate / expiry.depth
            sentences.append(self.say("disk", bytes=bytes_text(files.high), share=files.high / bound))
        tenths, interval = 10 * self.integer("planned-cap"), self.integer("planned-interval")
        planned = predicted(self.decimal("rate"), tenths, interval, self.integer("message-size"))
        disk = bytes_text(planned.disk_bytes)
        sentences.append(self.say("planned", tenths=tenths, planned=planned, disk=disk))
        return Advice(tuple(sentences), self._snippets(planned))

    def _holds(self, verdict: Verdict, off: float) -> list[str]:
        """The confirmation with the rate that was reached, and whether that is the requested one."""
        many, asked = self.integer("queues"), self.decimal("rate")
        lifetime = self.integer("cap") + self.integer("interval")
        rate = verdict.figures["expected"].estimate / lifetime / many
        queues, depth = plural(many, "queue"), verdict.figures["depth"].estimate
        slow = [self.say("slow", rate=rate, asked=asked)] if rate < KEPT * asked else []
        return [self.say("holds", depth=depth, queues=queues, rate=rate, error=off), *slow]

    def _snippets(self, planned: Expiry) -> tuple[ConfigSnippet, ...]:
        """The cap for a named queue, and the interval if it is not MQ's default."""
        snippets: list[ConfigSnippet] = []
        name, interval = self.text("snippet-for"), self.integer("planned-interval")
        if name and planned.depth_with_margin <= MOST_DEPTH:
            cap = cap_words(self.integer("planned-cap"), self.target)
            words = (("MAXDEPTH", str(planned.depth_with_margin)), *cap)
            pairs = " ".join(f"{keyword}({mqsc_value(value)})" for keyword, value in words)
            reason = commands.remark("*", self.say("maxdepth"))
            snippets.append(ConfigSnippet("mqsc", f"{reason}ALTER QLOCAL({mqsc_value(name)}) {pairs}\n"))
        if interval != MQ_INTERVAL:
            snippets.append(ini_snippet(STANZA, KEY, interval, self.say("shorter")))
        return tuple(snippets)

    def _copied(self) -> bool:
        """Whether messages are streamed copies; by default if the level supports them or is unknown."""
        if self.settings["copies"] != AUTOMATIC:
            return self.settings["copies"] == YES
        level = self.target.level
        return level is None or level >= COPIES_SINCE

    def truth(self, order: Order) -> Mapping[str, float]:
        """Senders at most as fast as the report's, and files as large as it measured."""
        queues, test = self.integer("queues"), RATES_OF[YES if self._copied() else "no"]
        return {
            "rate": on_line("streaming-table-3", "putters", "application_rate", queues, test=test),
            "offered": queues * self.decimal("rate"),
            "lifetime_s": float(self.integer("cap")),
            "sweep_s": float(self.integer("interval")),
            f"puts:{DEPTH}": 1.0,
            f"puts:{FILE}": 1.0,
            f"bytes:{FILE}": _bytes_on_disk(self.integer("message-size")),
        }


def cap_words(seconds: int, target: Target) -> tuple[commands.Word, ...]:
    """The cap of a queue, in tenths of a second: an attribute from 9.3.1, in CUSTOM before.

    Every level accepts the older form, so it is used if the level is unknown.
    """
    if target.level is not None and target.level >= CAP_ATTRIBUTE_SINCE:
        return (("CAPEXPRY", str(10 * seconds)),)
    return (("CUSTOM", f"CAPEXPRY({10 * seconds})"),)


def _bytes_on_disk(size: int) -> float:
    """Bytes of the file per message: as measured for the nearer size, in proportion."""
    rows = table("streaming-table-1").rows
    near = min(rows, key=lambda row: (abs(row["message_size"] * KIB - size), -_of_a_message(row)))
    smallest = min(float(row["message_size"]) for row in rows) * KIB
    return _of_a_message(near) * max(size, smallest) / (float(near["message_size"]) * KIB)


def _of_a_message(row: Mapping[str, float]) -> float:
    return float(row["disk_measured"]) * 1e6 / TEST_QUEUES / float(row["depth_measured"])
