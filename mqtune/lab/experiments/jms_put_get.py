"""jms-put-get: whether SHARECNV, read ahead or another way of selecting improves JMS clients.

The current setting compared with an alternative, in pairs of runs of JMSPerfHarness.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mqtune.capacity.published import table
from mqtune.estate.rewriting import mqsc_value
from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import CLIENT, YES, Advice, ConfigSnippet, Experiment, Mqsc, Step, Work
from mqtune.lab.core.run import TIE, WINNER, Arm, Level, Method, Order, Run, Verdict
from mqtune.lab.experiments import commands
from mqtune.lab.experiments.shared import figure, percent, word
from mqtune.lab.methods.pairs import SAME, Pairs

SHARECNV, READ_AHEAD, SELECTION, PUT = "sharecnv", "read-ahead", "selection", "asynchronous-put"
# how a PutGet thread finds its own message
SELECTORS: Mapping[str, tuple[str, ...]] = {
    "none": (),
    "correlation-id": ("-co", "true"),
    "correlation-text": ("-co", "true", "-cp", "false"),
    "selector": ("-sl", "true"),
}
# the arms of the two factors that are switched, and the attribute of a queue that is the default of each
SWITCHED = {READ_AHEAD: ("read ahead", "DEFREADA(YES)"), PUT: ("asynchronous put", "DEFPRESP(ASYNC)")}
WAIT = 5  # seconds of a receive, JMSPerfHarness's own default
SHORT_WAIT = 1  # seconds, as the reports have it for receivers that never starve
PLATFORM = "Linux"
# Put/Get with 4 queues of the JMS report, by bindings and persistence
TABLES = {
    ("local", "no"): "jms-table-01",
    ("local", YES): "jms-table-02",
    (CLIENT, "no"): "jms-table-09",
    (CLIENT, YES): "jms-table-10",
}


class JmsPutGetExperiment(Experiment):
    """The experiment."""

    def arms(self) -> tuple[Arm, ...]:
        """The current setting, then the alternative. Raises LabError if there is nothing to compare."""
        factor = self.text("factor")
        if factor != SELECTION and self.settings["bindings"] != CLIENT:
            raise LabError(self.say("client", factor=factor), "set bindings=client")
        if factor in SWITCHED:
            name, _ = SWITCHED[factor]
            if self.settings["persistent"] == YES:
                raise LabError(self.say("not-persistent", setting=name), "set persistent=no")
            return tuple(Arm(f"{name} {state}", {factor: state}) for state in ("off", "on"))
        levels = self.several(factor)
        if len(levels) < 2:
            raise LabError(self.say("two", setting=factor), "separate them by a comma")
        return tuple(Arm(_name(factor, level), {factor: level}) for level in levels)

    def setup(self) -> tuple[Step, ...]:
        """The queues, and for clients a channel with the current setting."""
        self.arms()
        depth = self.integer("maximum-depth")
        objects = [commands.queue(self.target.name("Q", n), depth) for n in range(1, self._queues() + 1)]
        if self.settings["bindings"] == CLIENT:
            shared = ("SHARECNV", str(self._current()))
            words = (("CHLTYPE", "SVRCONN"), ("TRPTYPE", "TCP"), commands.MADE_BY, shared)
            objects.append(commands.SetupObject("CHANNEL", self._channel_name(), words))
        return (commands.step(self.target.qmgr, "queues, and a channel for clients", objects),)

    def between(self, before: Arm | None, after: Arm) -> tuple[Step, ...]:
        """Set the arm's SHARECNV on the channel; each run makes new connections, which use it."""
        if self.settings["factor"] != SHARECNV:
            return ()
        current = self._current()
        now = current if before is None else before.levels[SHARECNV]
        if now == after.levels[SHARECNV]:
            return ()
        name = self._channel_name()
        set, undo = _alter(name, after.levels[SHARECNV]), _alter(name, current)
        return (Mqsc(self.target.qmgr, after.name, set, undo),)

    def work(self, order: Order) -> Work:
        """One process of PutGet; for read ahead senders and the measured receivers."""
        bindings, host, port = self.text("bindings"), self.text("host"), self.integer("port")
        link = commands.JmsConnection(self.target.qmgr, bindings, host, port, self._channel_name())
        if self.settings["factor"] in SWITCHED:
            return self._switched(order, link)
        chosen = SELECTORS[str(order.arm.levels.get(SELECTION, "correlation-id"))]
        words = (*self._destination(), *chosen, "-to", str(WAIT), *commands.jms_body(self.settings))
        threads = self.integer("threads")
        return Work((link.worker(self, "PutGet", threads, order, words),))

    def method(self, seed: int, repeat: int | None) -> Method:
        """Pairs of the current setting and the alternatives."""
        current, *tried = self.arms()
        return Pairs(current, tried, **self.blocks(seed, repeat))

    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        """What to set, and what has to be changed with it."""
        current = self.arms()[0]
        chosen = verdict.chosen
        if verdict.word == TIE:
            tried = " and ".join(arm.name for arm in self.arms()[1:])
            return Advice((self.say("same", first=tried, second=current.name),))
        if verdict.word != WINNER or chosen is None:
            return Advice(())
        if chosen.name == current.name:
            return Advice((self.say("keep", there=current.name),))
        chosen = self._without_loss(verdict, chosen)
        gain = percent(verdict.figures.get(f"gain of {chosen.name}"))
        sentences = [self.say("better", better=chosen.name, gain=gain, other=current.name)]
        factor = self.text("factor")
        sentences += self._consequences(factor, chosen.levels[factor])
        return Advice(tuple(sentences), self._snippets(factor, chosen, gain))

    def _without_loss(self, verdict: Verdict, chosen: Arm) -> Arm:
        """The arm, or instead of SHARECNV(0) one that is as fast without its disadvantages."""
        if chosen.levels.get(SHARECNV) != 0:
            return chosen
        gains = {name: gain.estimate for name, gain in verdict.figures.items()}
        best = gains[f"gain of {chosen.name}"]
        others = (arm for arm in self.arms()[1:] if arm.levels[SHARECNV] != 0)
        return next((arm for arm in others if gains.get(f"gain of {arm.name}", 0.0) >= best - SAME), chosen)

    def _consequences(self, factor: str, level: Level) -> list[str]:
        if factor in SWITCHED:
            return [self.say(factor)]
        if factor == SELECTION:
            return [self.say("selection")] if level == "correlation-id" else []
        if level == 0:
            return [self.say("zero")]
        current = self._current()
        return [self.say("instances", ratio=f"{current / int(level):g}")] if int(level) < current else []

    def _snippets(self, factor: str, chosen: Arm, gain: str) -> tuple[ConfigSnippet, ...]:
        """The command for an object of the user, if one was named."""
        name = self.text("snippet-for")
        if not name or factor == SELECTION or chosen.levels[factor] == 0:
            return ()
        if factor == SHARECNV:
            command = _alter(name, chosen.levels[SHARECNV])
        else:
            command = f"ALTER QLOCAL({mqsc_value(name)}) {SWITCHED[factor][1]}\n"
        reason = self.say("reason", better=chosen.name, gain=gain, threads=self.text("threads"))
        return (ConfigSnippet("mqsc", commands.remark("*", reason) + command),)

    def _current(self) -> int:
        """The current SHARECNV."""
        return int(self.several(SHARECNV)[0])

    def _queues(self) -> int:
        return 1 if self.settings["factor"] == SELECTION else self.integer("queues")

    def _switched(self, order: Order, link: commands.JmsConnection) -> Work:
        """Receivers and as many senders at a fixed rate; measured are those whose setting is switched.

        Read ahead and asynchronous put go together (JMS report, 6.2.3): senders are compared with read ahead
        on.
        """
        destination, threads = self._destination(), self.integer("threads")
        puts = PUT in order.arm.levels
        ahead = ("-jy", "true") if puts or order.arm.levels[READ_AHEAD] == "on" else ()
        at_once = ("-jf", "true") if puts and order.arm.levels[PUT] == "on" else ()
        receivers = link.receiver(self, threads, (*destination, *ahead), "R", SHORT_WAIT)
        words = (*destination, *commands.jms_body(self.settings), *at_once)
        paced = replace(order, rate=self.decimal("rate") or None)
        senders = link.worker(self, "Sender", threads, paced, words, "S")
        return Work((replace(receivers, measured=not puts), replace(senders, measured=puts)))

    def _destination(self) -> tuple[str, ...]:
        if self.settings["factor"] == SELECTION:
            return ("-d", self.target.name("Q", 1))
        return commands.jms_numbered(self.target.stem("Q"), self._queues())

    def _channel_name(self) -> str:
        return self.target.name("SVRCONN", longest=commands.LONGEST_CHANNEL)

    def truth(self, order: Order) -> Mapping[str, float]:
        """The published peak, reduced for shared sockets."""
        persistent, bindings = self.text("persistent"), self.text("bindings")
        rows = table(TABLES[bindings, persistent]).rows
        rate = next(float(row["round_trips"]) for row in rows if row["platform"] == PLATFORM)
        shared = order.arm.levels.get(SHARECNV, self._current())
        if bindings == CLIENT and int(shared) > 1:
            rate *= figure(self.definition.name, "shared-socket")
        offered = self.decimal("rate")
        paced = self.settings["factor"] in SWITCHED and offered
        return {"rate": rate, "offered": offered} if paced else {"rate": rate}


def _name(factor: str, level: Level) -> str:
    return f"SHARECNV({level})" if factor == SHARECNV else word("jms-put-get", "names", str(level))


def _alter(name: str, conversations: Level) -> str:
    return f"ALTER CHANNEL({mqsc_value(name)}) CHLTYPE(SVRCONN) SHARECNV({conversations})\n"
