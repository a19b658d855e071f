"""streaming: which share of the put rate remains with copies of every message, by way of copying.

Increasing numbers of putters at full speed, without copies and with each way of copying; the largest rate of
each counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from mqtune.estate.rewriting import mqsc_value
from mqtune.lab.core.encoding import decode
from mqtune.lab.core.experiment import (
    YES,
    Advice,
    ConfigSnippet,
    Experiment,
    MeasuredConstant,
    Step,
    Target,
    Work,
)
from mqtune.lab.core.run import TIE, TRIAL, WINNER, Arm, Interval, Method, Order, Run, Verdict
from mqtune.lab.definitions import read_data
from mqtune.lab.experiments import commands
from mqtune.lab.experiments.commands import setting_step
from mqtune.lab.experiments.expiry import KEY, MQ_INTERVAL, STANZA, cap_words
from mqtune.lab.experiments.shared import (
    InvalidMethod,
    WrappedMethod,
    against,
    cell,
    depth_watch,
    on_line,
    warned,
    word,
)
from mqtune.lab.methods.ramp import Ramp
from mqtune.language.available import show_level
from mqtune.text.messages import plural

# The ways of copying: their objects and what is drained. Every putter has a queue of its own; the objects of
# a way have a family name after the prefix, so that all ways can be defined at the same time. The ways are
# `[ways]` of `definitions/streaming.toml`.

QUEUE, COPY, TOPIC = "Q", "S", "T"  # parts of names: what is put to, its streamed copy, what is subscribed
EXPIRES_SECONDS = 5  # the report has 600 s and longer runs; within a run as many have to end as begin


@dataclass(frozen=True, slots=True)
class Mode:
    """A way of copying, with the family of its objects.

    A topic has `subscriptions` that each deliver to a queue, and an `alias`, which may be the queue that is
    put to. That queue `streams` to a queue or an alias with a `quality`, from 9.2.3. Copies that expire are
    not read. `batch` has further options of cph for those that drain the copies.
    """

    name: str
    family: str
    subscriptions: int = 0
    alias: str = ""
    streams: str = ""
    quality: str = ""
    expires: bool = False
    batch: tuple[str, ...] = ()

    def make(self, target: Target, number: int, depth: int) -> Iterator[commands.SetupObject]:
        """The objects of one putter."""

        def name(part: str) -> str:
            return target.name(self.family, part, number)

        if self.subscriptions:
            yield commands.topic(name(TOPIC))
        for copy in range(1, self.subscriptions + 1):
            into = name(f"C{copy}")
            yield commands.queue(into, depth)
            yield commands.SetupObject("SUB", into, (("TOPICOBJ", name(TOPIC)), ("DEST", into)))
        if self.alias:
            words = (commands.MADE_BY, ("TARGET", name(TOPIC)), ("TARGTYPE", "TOPIC"))
            yield commands.SetupObject("QALIAS", name(self.alias), words)
        if self.streams == COPY:
            cap = cap_words(EXPIRES_SECONDS, target) if self.expires else ()
            yield commands.queue(name(COPY), depth, *cap)
        if self.alias != QUEUE:
            stream = (("STREAMQ", name(self.streams)), ("STRMQOS", self.quality)) if self.streams else ()
            yield commands.queue(name(QUEUE), depth, *stream)

    @property
    def drained(self) -> dict[str, str]:
        """The parts of names of the queues that are drained, and the name of the process that drains each."""
        processes = {} if self.alias == QUEUE else {QUEUE: "G"}
        if self.streams == COPY and not self.expires:
            processes[COPY] = "D"
        return processes | {f"C{copy}": f"D{copy}" for copy in range(1, self.subscriptions + 1)}


# the file is part of the program: read once, never changed
@cache
def modes() -> dict[str, Mode]:
    """The ways of copying by name, the baseline first."""
    ways = read_data("streaming.toml")["ways"]
    return {name: decode(Mode, {"name": name, **way}) for name, way in ways.items()}


# The experiment.

BASELINE, BESTEFFORT, BATCH, MUSTDUP = "baseline", "besteffort", "besteffort-batch10", "mustdup"
EXPIRING = "expiring"
MODEL = "streaming"
SINCE = (9, 2, 3)
PUTTERS = "putters"
GETTERS_A_QUEUE = 2  # so that one always waits: streaming report, 5, p. 13
EXPIRY_INTERVAL = 1  # seconds, as in the report
TRANSACTED = ("-tx", "true")
KNOWN = 0.05  # how closely each share has to be known; the report's own repetition differs by 4.3%
MOST_PUTTERS = 41


class StreamingExperiment(Experiment):
    """The experiment."""

    def arms(self) -> tuple[Arm, ...]:
        """The baseline and the requested ways of copying; the putters depend on the level."""
        return tuple(Arm(mode.name, {"mode": mode.name}) for mode in self._modes())

    def setup(self) -> tuple[Step, ...]:
        """The objects of every way of copying, for each putter."""
        depth, most = self.integer("maximum-depth"), max(self.rising(PUTTERS))
        steps: list[Step] = []
        if EXPIRING in (mode.name for mode in self._modes()):
            steps.append(setting_step(self.target.qmgr, STANZA, KEY, EXPIRY_INTERVAL, MQ_INTERVAL))
        by_family = groupby(self._modes(), key=lambda mode: mode.family)
        for alike in (list(group) for _, group in by_family):
            objects = [
                object
                for number in range(1, most + 1)
                for object in alike[0].make(self.target, number, depth)
            ]
            names = " and ".join(mode.name for mode in alike)
            steps.append(commands.step(self.target.qmgr, f"queues for {names}, for {most} putters", objects))
        return tuple(steps)

    def work(self, order: Order) -> Work:
        """Getters for the original and for every copy, then the putters."""
        mode, putters = modes()[str(order.arm.levels["mode"])], int(order.arm.levels.get(PUTTERS, 1))
        link = commands.cph_connection(self)
        getters = []
        for part, id in mode.drained.items():
            words = (*self._queues(mode, part, putters), *TRANSACTED, *(mode.batch if part == COPY else ()))
            getters.append(link.consumer("Receiver", GETTERS_A_QUEUE * putters, words, id))
        words = (*self._queues(mode, QUEUE, putters), *commands.cph_body(self.settings, True))
        sender = link.producer("Sender", putters, order, words)
        watch = depth_watch(self.target.qmgr, f"{self.target.stem(mode.family)}*")
        return Work((*getters, sender), (watch,))

    def method(self, seed: int, repeat: int | None) -> Method:
        """More putters until the rate no longer rises, then every way of copying at its peak."""
        level = self.target.level
        if level is not None and level < SINCE and any(mode.streams for mode in self._modes()):
            reason = self.say("level", qmgr=self.target.qmgr, level=show_level(level))
            return InvalidMethod("the level has streaming queues", reason)
        ramp = Ramp(
            self.arms(),
            self.rising(PUTTERS),
            at,
            lambda arm, level: None,
            within=KNOWN,
            counted=PUTTERS,
            **self.blocks(seed, repeat),
        )
        return WrappedMethod(warned(ramp, _deliveries), restate=self._restated)

    def _restated(self, verdict: Verdict) -> Verdict:
        """The best way of copying as the answer; without copies the rate is always higher."""
        shares = {estimate.arm.name: share_of(verdict, estimate.arm.name) for estimate in verdict.estimates}
        known = {name: share for name, share in shares.items() if share is not None}
        if not known:
            return verdict
        best = max(known, key=lambda name: known[name].estimate)
        others = [against(verdict, name, best) for name in known if name != best]
        decided = verdict.word in (WINNER, TIE)
        tied = any(ratio is not None and ratio.high >= 0 for ratio in others)
        parts = [
            f"{name} leaves {share.estimate:.2f} ({share.low:.2f} to {share.high:.2f})"
            for name, share in sorted(known.items(), key=lambda pair: -pair[1].estimate)
        ]
        return replace(
            verdict,
            word=verdict.word if not decided else TIE if tied else WINNER,
            answer=f"of the rate without copies {', '.join(parts)}",
            chosen=next(estimate.arm for estimate in verdict.estimates if estimate.arm.name == best)
            if decided
            else None,
            figures={**verdict.figures, **{f"share of {name}": share for name, share in known.items()}},
        )

    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        """The share of each way of copying, which one to use, and the constants of the model."""
        if verdict.word not in (WINNER, TIE):
            return Advice(())
        known = {mode.name: share_of(verdict, mode.name) for mode in self._modes()}
        shares = {name: share for name, share in known.items() if share is not None}
        sentences = [self.say("share", mode=name, share=share) for name, share in shares.items()]
        still = any(still_rises(mode.name, runs) for mode in self._modes())
        told = ", ".join(map(str, self.rising(PUTTERS)))
        sentences.append(self.say("rising" if still else "peak", putters=told))
        sentences += self._choice(verdict, shares)
        snippets = tuple(self._snippets(shares))
        if not snippets and BESTEFFORT in shares:
            sentences.append(self.say("queue"))
        # the factors of the model are those at the peak
        constants = () if still else tuple(self._constants(shares))
        return Advice(tuple(sentences), snippets, constants)

    def _choice(self, verdict: Verdict, shares: Mapping[str, Interval]) -> Iterator[str]:
        """Which streaming queue to use, and whether batches showed a gain."""
        streaming = {name: share for name, share in shares.items() if name in (BESTEFFORT, BATCH, MUSTDUP)}
        if MUSTDUP in streaming and len(streaming) > 1:
            best = max(streaming, key=lambda name: streaming[name].estimate)
            yield self.say("besteffort", best=best, mustdup=streaming[MUSTDUP].estimate)
        gain = against(verdict, BATCH, BESTEFFORT)
        if gain is not None and BATCH in streaming and BESTEFFORT in streaming:
            said = "batch" if gain.low > 0 else "batch-same"
            yield self.say(said, batch=streaming[BATCH].estimate, single=streaming[BESTEFFORT].estimate)

    def _snippets(self, shares: Mapping[str, Interval]) -> Iterator[ConfigSnippet]:
        """The commands for a queue of the user."""
        name, share = self.text("queue"), shares.get(BESTEFFORT)
        if not name or share is None:
            return
        copy = f"{name}.COPY"
        reason = self.say("reason", copy=copy, share=share.estimate)
        defined = commands.SetupObject("QLOCAL", copy, (("MAXDEPTH", self.text("copy-depth")),))
        altered = f"ALTER QLOCAL({mqsc_value(name)}) STREAMQ({mqsc_value(copy)}) STRMQOS(BESTEF)"
        yield ConfigSnippet("mqsc", f"{commands.remark('*', reason)}{defined.define}\n{altered}\n")

    def _modes(self) -> list[Mode]:
        """The baseline and the other requested modes."""
        wanted = self.several("modes")
        return [mode for name, mode in modes().items() if name in wanted or name == BASELINE]

    def _queues(self, mode: Mode, part: str, putters: int) -> tuple[str, ...]:
        """The queues of a mode that have a part in their names, one for each putter."""
        return commands.cph_numbered(self.target.stem(mode.family, part), putters)

    def _constants(self, shares: Mapping[str, Interval]) -> Iterator[MeasuredConstant]:
        persistence = YES if self.settings["persistent"] == YES else "no"
        for mode, share in shares.items():
            if share.low > 0:
                when = {"mode": mode, "persistence": persistence}
                yield MeasuredConstant.of(MODEL, "factor", share, when)

    def truth(self, order: Order) -> Mapping[str, float]:
        """The rates of the report by number of putters."""
        mode, putters = str(order.arm.levels["mode"]), float(order.arm.levels.get(PUTTERS, 1))
        if self.settings["persistent"] == YES:
            return {"rate": _persistent_rate(mode, putters)}
        if mode in (BATCH, EXPIRING):
            mode = BESTEFFORT  # these were measured only with persistent messages
        peak = cell("streaming-table-6", "application_rate", test=word("streaming", "tests", mode))
        return {"rate": peak * _persistent_rate(mode, putters) / _persistent_rate(mode, MOST_PUTTERS)}


def at(arm: Arm, level: int) -> Arm:
    """The arm with this number of putters."""
    return Arm(f"{arm.name}, {plural(level, 'putter')}", {**arm.levels, PUTTERS: level})


def still_rises(mode: str, runs: Sequence[Run]) -> bool:
    """Whether the highest number of putters gained over 5% on lower ones, or is the only one."""
    rates = {
        int(run.order.arm.levels[PUTTERS]): run.value or 0.0
        for run in runs
        if run.counts and run.order.purpose == TRIAL and run.order.arm.levels["mode"] == mode
    }
    if len(rates) < 2:
        return True
    *below, last = (rates[level] for level in sorted(rates))
    return last > (1 + KNOWN) * max(below)


def _deliveries(arm: Arm) -> float:
    """How often each message is got: from its own queue and from the queue of every copy."""
    return len(modes()[str(arm.levels["mode"])].drained)


def share_of(verdict: Verdict, mode: str) -> Interval | None:
    """The share of the rate without copies that remains with a way of copying."""
    ratio = None if mode == BASELINE else against(verdict, mode, BASELINE)
    if ratio is None:
        return None
    return Interval(1 + ratio.estimate, 1 + ratio.low, 1 + ratio.high, "1", ratio.level, ratio.kind)


def _persistent_rate(mode: str, putters: float) -> float:
    """The rate on the line of Table 3 or 4 through the measured numbers of putters."""
    name = "streaming-table-4" if mode.startswith("six") else "streaming-table-3"
    return on_line(name, PUTTERS, "application_rate", putters, test=word("streaming", "tests", mode))
