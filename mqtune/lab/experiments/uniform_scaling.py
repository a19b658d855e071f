"""uniform-scaling: how many queue managers of a uniform cluster a rate needs.

Senders and receivers with one channel table; queue managers are started one after the other manually, and
each number of them is offered a rate that it should carry and one that is too much.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil

from mqtune.capacity.clients import MOST_SUPPORTED
from mqtune.capacity.definition import RefusalError
from mqtune.capacity.run import run_model
from mqtune.lab.core.experiment import Advice, ByHand, Experiment, MeasuredConstant, Step, Work
from mqtune.lab.core.run import MEASURED, Arm, Method, Order, Run, Verdict
from mqtune.lab.experiments import commands
from mqtune.lab.experiments.shared import constant
from mqtune.lab.methods.growth import FOUND, Growth, OfferedLoad
from mqtune.text.messages import plural

MODEL = "uniform-cluster"
MEMBERS = "queue-managers"
OFFERED = "offered per s"
RECONNECT = "WMQ_CLIENT_RECONNECT"
IN_PARALLEL = ("-wp", "true", "-wc", "4")  # start receivers in parallel; senders are paced from the start
WAIT = 20  # seconds of a receive, as in the article
RUNS = ("DISPLAY QMSTATUS ALL", "STATUS(RUNNING)")
NUMBERED = re.compile(r"^(?P<stem>.*?)(?P<number>\d+)$")


class UniformScalingExperiment(Experiment):
    """The experiment."""

    def arms(self) -> tuple[Arm, ...]:
        """One queue manager, two, and so on, each with two rates."""
        return tuple(load.arm for load in self._loads())

    def between(self, before: Arm | None, after: Arm) -> tuple[Step, ...]:
        """Start or end queue managers until the number of the arm is running."""
        wanted = _number(after)
        if before is None:
            name = self.member(1)
            first = ByHand(name, self.say("first", qmgr=name), self.say("start-again"), *RUNS)
            return (first, *self._started(1, wanted))
        running = _number(before)
        if wanted > running:
            return self._started(running, wanted)
        return tuple(
            ByHand(self.target.qmgr, self.say("stop", qmgr=self.member(number)), "")
            for number in range(running, wanted, -1)
        )

    def _started(self, running: int, wanted: int) -> tuple[ByHand, ...]:
        """A step for each queue manager that has to be started."""
        steps = []
        for number in range(running + 1, wanted + 1):
            name = self.member(number)
            what = self.say("start", qmgr=name, number=number)
            steps.append(ByHand(name, what, self.say("stop", qmgr=name), *RUNS))
        return tuple(steps)

    def work(self, order: Order) -> Work:
        """One process of receivers, one of senders at their rate."""
        threads, application = self.integer("senders"), self.text("application")
        group = self.text("group") or self._stem()
        destination = ("-d", self.text("queue"))

        def link(role: str) -> commands.JmsConnection:
            table, name = self.text("table"), f"{application}.{role}"
            return commands.JmsConnection(f"*{group}", table=table, reconnect=RECONNECT, name=name)

        receivers = link("receiver").receiver(self, threads, (*destination, *IN_PARALLEL), "R", WAIT)
        words = (*destination, *commands.jms_body(self.settings))
        paced = replace(order, rate=float(order.arm.levels[OFFERED]))
        senders = link("sender").worker(self, "Sender", threads, paced, words, "S")
        return Work((receivers, senders))

    def method(self, seed: int, repeat: int | None) -> Method:
        """Two rates for each number of queue managers."""
        wanted, unit = self.decimal("target"), self.definition.unit
        return Growth(
            self._loads(), *self.seconds, repeat or 1, lambda rate: self._needed(wanted, rate)[0], unit=unit
        )

    def _needed(self, wanted: float, rate: float) -> tuple[str, int | None]:
        """The queue managers needed for the rate, as a text and a number; None outside the model's range."""
        try:
            outputs = run_model(MODEL, {"target-rate": wanted, "rate-per-qm": rate}).outputs
        except RefusalError as refusal:
            return refusal.together, None
        number = int(outputs["queue_managers_with_headroom"])
        share = constant(MODEL, "planned_load")
        return self.say("needed", target=wanted, number=number, share=share, rate=rate), number

    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        """The number of queue managers, and the constant of the model."""
        rate = verdict.figures.get(FOUND)
        if verdict.word != MEASURED or rate is None:
            return Advice(())
        wanted = self.decimal("target")
        sentence, number = self._needed(wanted, rate.estimate)
        sentences = [sentence]
        if number is not None:
            sentences.append(self.say("close", least=max(1, ceil(wanted / rate.estimate))))
        if number is None or number > MOST_SUPPORTED:
            sentences.append(self.say("large"))
        measured = MeasuredConstant.of(MODEL, "saturated_rate_per_s", rate)
        return Advice((*sentences, self.say("table")), calibration=(measured,))

    def _loads(self) -> list[OfferedLoad]:
        """For each number of queue managers the rate that they should carry, and one a step higher."""
        step = self.decimal("step")
        return [
            OfferedLoad(_arm(number, steps * step), number, steps * step)
            for number in range(1, self.integer(MEMBERS) + 1)
            for steps in (number, number + 1)
        ]

    def _stem(self) -> str:
        """The beginning of the names: as set, else the name of the target without its number."""
        given = self.text("names")
        match = NUMBERED.match(self.target.qmgr)
        return given or (match["stem"] if match else self.target.qmgr)

    def member(self, number: int) -> str:
        """The name of a queue manager of the cluster; the target is the first one unless names were set."""
        match = NUMBERED.match(self.target.qmgr)
        if self.settings["names"] or not match:
            is_target = number == 1 and not self.settings["names"]
            return self.target.qmgr if is_target else f"{self._stem()}{number:02}"
        first, width = int(match["number"]), len(match["number"])
        return f"{match['stem']}{first + number - 1:0{width}}"

    def truth(self, order: Order) -> Mapping[str, float]:
        """The rate of one queue manager times their number."""
        return {
            "rate": _number(order.arm) * constant(MODEL, "saturated_rate_per_s"),
            "offered": float(order.arm.levels[OFFERED]),
        }


def _arm(number: int, rate: float) -> Arm:
    name = f"{plural(number, 'queue manager')}, {rate:,.0f}/s"
    return Arm(name, {MEMBERS: number, OFFERED: rate})


def _number(arm: Arm) -> int:
    return int(arm.levels[MEMBERS])
