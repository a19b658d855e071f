"""expiry: how deep a queue with an expiry cap grows if it is not read, predicted and then verified.

Cap and interval are scaled down, so that the formula is verified in minutes; the planned queues are then
calculated with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mqtune.capacity.expiry import MOST_DEPTH, Expiry
from mqtune.capacity.expiry import expiry as predicted
from mqtune.capacity.published import table
from mqtune.estate.busy_topics import CAP_ATTRIBUTE_SINCE
from mqtune.estate.rewriting import mqsc_value
from mqtune.lab.core.errors import LabError
from mqtune.lab.core.experiment import Advice, ConfigSnippet, Settings, Target
from mqtune.lab.core.method import Method
from mqtune.lab.core.order import Arm, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import DOES_NOT_HOLD, HOLDS, Interval, Noise, Verdict
from mqtune.lab.core.work import Mqsc, Step, Watch, Work
from mqtune.lab.experiments import cph_commands as cph
from mqtune.lab.experiments import mqsc_scripts as mqsc
from mqtune.lab.experiments.defaults import Defaults
from mqtune.lab.experiments.published import between
from mqtune.lab.experiments.qm_ini_steps import ini_lines, setting_step
from mqtune.lab.experiments.setting_values import YES, decimal, whole
from mqtune.lab.methods.depth import FILE, WITHIN, ExpiryDepth
from mqtune.lab.methods.depth_series import DEPTH

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


class ExpiryExperiment(Defaults):
    """The experiment."""

    def arms(self, settings: Settings, target: Target) -> tuple[Arm, ...]:
        """The single case that is predicted and verified."""
        return (ARM,)

    def setup(self, settings: Settings, target: Target) -> tuple[Step, ...]:
        """ExpiryInterval with a restart if it differs from MQ's default, and the queues."""
        interval = whole(settings, "interval")
        restart = (setting_step(target.qmgr, STANZA, KEY, interval, MQ_INTERVAL),)
        what = "queues with an expiry cap, and those that they are copies of"
        made = mqsc.step(target.qmgr, what, self._queues(settings, target))
        return (*(restart if interval != MQ_INTERVAL else ()), made)

    def _queues(self, settings: Settings, target: Target) -> list[mqsc.SetupObject]:
        """The queues with the cap first, since the others name them. Raises LabError if MQ cannot."""
        depth = self._expected(settings).depth_with_margin
        if depth > MOST_DEPTH:
            raise LabError(self.say("too-deep", depth=f"{depth:,}"), "use a lower rate or a shorter cap")
        copies = _copied(settings, target)
        if copies and target.level is not None and target.level < COPIES_SINCE:
            level = ".".join(map(str, target.level))
            raise LabError(self.say("no-copies", level=level), "set copies=no")
        numbers = range(1, whole(settings, "queues") + 1)
        cap = cap_words(whole(settings, "cap"), target)
        made = [mqsc.queue(mqsc.name_of(target, "S", n), depth, *cap) for n in numbers]
        if copies:
            made += [
                mqsc.queue(
                    mqsc.name_of(target, "Q", n),
                    depth,
                    ("STREAMQ", mqsc.name_of(target, "S", n)),
                    ("STRMQOS", "MUSTDUP"),
                )
                for n in numbers
            ]
        return made

    def _expected(self, settings: Settings) -> Expiry:
        """The formula for one queue during the experiment."""
        size, tenths = whole(settings, "message-size"), 10 * whole(settings, "cap")
        return predicted(decimal(settings, "rate"), tenths, whole(settings, "interval"), size)

    def between(self, before: Arm | None, after: Arm, settings: Settings, target: Target) -> tuple[Step, ...]:
        """Empty the queues after the previous run."""
        if before is None:
            return ()
        numbers = range(1, whole(settings, "queues") + 1)
        clear = mqsc.script(f"CLEAR QLOCAL({mqsc.name_of(target, 'S', n)})" for n in numbers)
        return (Mqsc(target.qmgr, "empty the queues with the cap", clear, ""),)

    def work(self, order: Order, settings: Settings, target: Target, driver: str) -> Work:
        """Senders at a fixed rate; with copies only the originals are read."""
        queues, link = whole(settings, "queues"), cph.connection(settings, target.qmgr)
        copies = _copied(settings, target)
        destination = cph.numbered(mqsc.stem_of(target, "Q" if copies else "S"), queues)
        words = cph.body({**settings, "persistent": YES}, transacted=True)
        rate = queues * decimal(settings, "rate")
        senders = cph.producer("Sender", queues, link, destination, words, order.seconds, rate=rate)
        getters = cph.consumer("Receiver", GETTERS * queues, link, destination, ("-tx", "true"), "R")
        watches = (_depth(target), _files(settings, target))
        return Work((getters, senders) if copies else (senders,), watches)

    def method(
        self, settings: Settings, target: Target, noise: Noise | None, seed: int, repeat: int | None
    ) -> Method:
        """The prediction from short runs, and runs that verify it."""
        cap, interval = whole(settings, "cap"), whole(settings, "interval")
        return ExpiryDepth(ARM, cap, interval, checks=repeat or 1, unit=self.definition.unit)

    def advise(self, verdict: Verdict, runs: Sequence[Run], settings: Settings, target: Target) -> Advice:
        """MAXDEPTH and disk for the planned queues, if the formula is confirmed."""
        ratio = verdict.found.get("ratio")
        if verdict.word not in (HOLDS, DOES_NOT_HOLD) or ratio is None:
            return Advice(())
        off = ratio.estimate - 1
        if abs(off) > WITHIN:
            return Advice((self.say("fails", error=f"{off:+.1%}"),))
        sentences = self._holds(verdict, off, settings)
        if (files := verdict.found.get(FILE)) is not None:
            sentences.append(self._disk(files, verdict.found["expected"], settings))
        planned = self._planned(settings)
        sentences.append(self._plan(planned, settings))
        return Advice(tuple(sentences), self._snippets(planned, settings, target))

    def _holds(self, verdict: Verdict, off: float, settings: Settings) -> list[str]:
        """The confirmation with the rate that was reached, and whether that is the requested one."""
        many, asked = whole(settings, "queues"), decimal(settings, "rate")
        lifetime = whole(settings, "cap") + whole(settings, "interval")
        rate = verdict.found["expected"].estimate / lifetime / many
        said = {
            "depth": f"{verdict.found['depth'].estimate:,.0f}",
            "queues": f"{many} queue{'s' * (many != 1)}",
            "rate": f"{rate:,.0f}",
            "error": f"{off:+.1%}",
        }
        slow = [self.say("slow", rate=f"{rate:,.0f}", asked=f"{asked:,.0f}")] if rate < KEPT * asked else []
        return [self.say("holds", **said), *slow]

    def _disk(self, files: Interval, expected: Interval, settings: Settings) -> str:
        """The size of the files compared with the bound of the model."""
        one = self._expected(settings)
        bound = one.disk_bytes * expected.estimate / one.depth
        return self.say("disk", bytes=_shown(files.high), share=f"{files.high / bound:.0%}")

    def _planned(self, settings: Settings) -> Expiry:
        """The formula for one planned queue."""
        tenths, interval = 10 * whole(settings, "planned-cap"), whole(settings, "planned-interval")
        return predicted(decimal(settings, "rate"), tenths, interval, whole(settings, "message-size"))

    def _plan(self, planned: Expiry, settings: Settings) -> str:
        return self.say(
            "planned",
            tenths=str(10 * whole(settings, "planned-cap")),
            interval=str(settings["planned-interval"]),
            rate=f"{float(str(settings['rate'])):,.0f}",
            depth=f"{planned.depth:,.0f}",
            margin=f"{planned.depth_with_margin:,}",
            disk=_shown(planned.disk_bytes),
        )

    def _snippets(self, planned: Expiry, settings: Settings, target: Target) -> tuple[ConfigSnippet, ...]:
        """The cap for a named queue, and the interval if it is not MQ's default."""
        found: list[ConfigSnippet] = []
        name, interval = str(settings["snippet-for"]), whole(settings, "planned-interval")
        if name and planned.depth_with_margin <= MOST_DEPTH:
            words = (("MAXDEPTH", str(planned.depth_with_margin)), *self._planned_cap(settings, target))
            pairs = " ".join(f"{keyword}({mqsc_value(value)})" for keyword, value in words)
            reason = self.say("maxdepth", rate=str(settings["rate"]), cap=str(settings["planned-cap"]),
                              interval=str(interval))  # fmt: skip
            found.append(
                ConfigSnippet("mqsc", f"{mqsc.remark('*', reason)}ALTER QLOCAL({mqsc_value(name)}) {pairs}\n")
            )
        if interval != MQ_INTERVAL:
            reason = self.say("shorter", interval=str(interval))
            lines = mqsc.remark("#", reason).splitlines()
            found.append(ConfigSnippet("ini", ini_lines(STANZA, KEY, interval, *lines), restart=True))
        return tuple(found)

    def _planned_cap(self, settings: Settings, target: Target) -> tuple[mqsc.Word, ...]:
        return cap_words(whole(settings, "planned-cap"), target)

    def truth(self, order: Order, settings: Settings) -> Mapping[str, float]:
        """Senders at most as fast as the report's, and files as large as it measured."""
        queues = whole(settings, "queues")
        offered = queues * decimal(settings, "rate")
        size = whole(settings, "message-size")
        return {
            "rate": _most(queues, YES if _copied(settings) else "no"),
            "offered": offered,
            "lifetime_s": float(whole(settings, "cap")),
            "sweep_s": float(whole(settings, "interval")),
            f"puts:{DEPTH}": 1.0,
            f"puts:{FILE}": 1.0,
            f"bytes:{FILE}": _bytes_on_disk(size),
        }


def cap_words(seconds: int, target: Target) -> tuple[mqsc.Word, ...]:
    """The cap of a queue, in tenths of a second: an attribute from 9.3.1, in CUSTOM before.

    Every level accepts the older form, so it is used if the level is unknown.
    """
    if target.level is not None and target.level >= CAP_ATTRIBUTE_SINCE:
        return (("CAPEXPRY", str(10 * seconds)),)
    return (("CUSTOM", f"CAPEXPRY({10 * seconds})"),)


def _depth(target: Target) -> Watch:
    command = f"DISPLAY QSTATUS({mqsc.stem_of(target, 'S')}*) CURDEPTH"
    return Watch(DEPTH, "messages", EVERY_SECONDS, target.qmgr, command, "CURDEPTH")


def _files(settings: Settings, target: Target) -> Watch:
    """The folder of all queue files: only its growth counts. MQ writes ! for a dot and & for a slash."""
    name = target.qmgr.replace(".", "!").replace("/", "&")
    folder = str(settings["queue-files"]) or FOLDER.format(name)
    return Watch(FILE, "bytes", FILES_EVERY_SECONDS, path=folder)


def _copied(settings: Settings, target: Target | None = None) -> bool:
    """Whether messages are streamed copies; by default if the level supports them or is unknown."""
    if settings["copies"] != AUTOMATIC:
        return settings["copies"] == YES
    level = target.level if target else None
    return level is None or level >= COPIES_SINCE


def _most(putters: int, copies: str) -> float:
    """Persistent messages per second with this number of putters, in the report."""
    rows = [row for row in table("streaming-table-3").rows if row["test"] == RATES_OF[copies]]
    return between(sorted((float(row["putters"]), float(row["application_rate"])) for row in rows), putters)


def _bytes_on_disk(size: int) -> float:
    """Bytes of the file per message: as measured for the nearer size, in proportion."""
    rows = table("streaming-table-1").rows
    near = min(rows, key=lambda row: (abs(row["message_size"] * KIB - size), -_of_a_message(row)))
    smallest = min(float(row["message_size"]) for row in rows) * KIB
    return _of_a_message(near) * max(size, smallest) / (float(near["message_size"]) * KIB)


def _of_a_message(row: Mapping[str, float]) -> float:
    return float(row["disk_measured"]) * 1e6 / TEST_QUEUES / float(row["depth_measured"])


def _shown(size: float) -> str:
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.0f} MB"


EXPERIMENT = ExpiryExperiment("expiry")
