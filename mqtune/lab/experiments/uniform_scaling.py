"""uniform-scaling: how many queue managers of a uniform cluster a rate needs.

Senders and receivers with one channel table; queue managers are started one after the other manually, and
each number of them is offered a rate that it should carry and one that is too much.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import ceil

from mqtune.capacity.errors import RefusalError
from mqtune.capacity.run import run_model
from mqtune.capacity.uniform_cluster import MOST_SUPPORTED
from mqtune.lab.core.experiment import Advice, MeasuredConstant, Settings, Target
from mqtune.lab.core.method import Method
from mqtune.lab.core.order import Arm, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import MEASURED, Noise, Verdict
from mqtune.lab.core.work import ByHand, Step, Work
from mqtune.lab.experiments import jms_commands as jms
from mqtune.lab.experiments.defaults import Defaults
from mqtune.lab.experiments.published import constant
from mqtune.lab.experiments.setting_values import decimal, seconds, whole
from mqtune.lab.methods.growth import FOUND, Growth, OfferedLoad

MODEL = "uniform-cluster"
MEMBERS = "queue-managers"
OFFERED = "offered per s"
RECONNECT = "WMQ_CLIENT_RECONNECT"
IN_PARALLEL = ("-wp", "true", "-wc", "4")  # start receivers in parallel; senders are paced from the start
WAIT = 20  # seconds of a receive, as in the article
RUNS = ("DISPLAY QMSTATUS ALL", "STATUS(RUNNING)")
NUMBERED = re.compile(r"^(?P<stem>.*?)(?P<number>\d+)$")


class UniformScalingExperiment(Defaults):
    """The experiment."""

    def arms(self, settings: Settings, target: Target) -> tuple[Arm, ...]:
        """One queue manager, two, and so on, each with two rates."""
        return tuple(load.arm for load in _loads(settings))

    def between(self, before: Arm | None, after: Arm, settings: Settings, target: Target) -> tuple[Step, ...]:
        """Start or end queue managers until the number of the arm is running."""
        wanted = _number(after)
        if before is None:
            return (self._first(settings, target), *self._started(1, wanted, settings, target))
        running = _number(before)
        if wanted > running:
            return self._started(running, wanted, settings, target)
        return tuple(
            ByHand(target.qmgr, self.say("stop", qmgr=member(number, settings, target)), "")
            for number in range(running, wanted, -1)
        )

    def _first(self, settings: Settings, target: Target) -> ByHand:
        name = member(1, settings, target)
        return ByHand(name, self.say("first", qmgr=name), self.say("start-again"), *RUNS)

    def _started(self, running: int, wanted: int, settings: Settings, target: Target) -> tuple[ByHand, ...]:
        """A step for each queue manager that has to be started."""
        steps = []
        for number in range(running + 1, wanted + 1):
            name = member(number, settings, target)
            what = self.say("start", qmgr=name, number=str(number))
            steps.append(ByHand(name, what, self.say("stop", qmgr=name), *RUNS))
        return tuple(steps)

    def work(self, order: Order, settings: Settings, target: Target, driver: str) -> Work:
        """One process of receivers, one of senders at their rate."""
        threads, application = whole(settings, "senders"), str(settings["application"])
        group = str(settings["group"]) or _stem(settings, target)
        destination = ("-d", str(settings["queue"]))

        def link(role: str) -> jms.JmsConnection:
            table, name = str(settings["table"]), f"{application}.{role}"
            return jms.JmsConnection(f"*{group}", table=table, reconnect=RECONNECT, name=name)

        receivers = jms.receiver(settings, threads, link("receiver"), (*destination, *IN_PARALLEL), "R", WAIT)
        words = (*destination, *jms.body(settings))
        rate = float(order.arm.levels[OFFERED])
        senders = jms.worker(settings, "Sender", threads, link("sender"), words, order.seconds, "S", rate)
        return Work((receivers, senders))

    def method(
        self, settings: Settings, target: Target, noise: Noise | None, seed: int, repeat: int | None
    ) -> Method:
        """Two rates for each number of queue managers."""
        length, cut = seconds(settings)
        wanted = decimal(settings, "target")
        return Growth(
            _loads(settings),
            length,
            cut,
            repeat or 1,
            lambda rate: self._needed(wanted, rate)[0],
            unit=self.definition.unit,
        )

    def _needed(self, wanted: float, rate: float) -> tuple[str, int | None]:
        """The queue managers needed for the rate, as a text and a number; None outside the model's range."""
        try:
            outputs = run_model(MODEL, {"target-rate": wanted, "rate-per-qm": rate}).outputs
        except RefusalError as refusal:
            return f"{refusal.message}; {refusal.help}", None
        number = int(outputs["queue_managers_with_headroom"])
        share = f"{constant(MODEL, 'planned_load'):.0%}"
        sentence = self.say(
            "needed", target=f"{wanted:,.0f}", number=str(number), share=share, rate=f"{rate:,.0f}"
        )
        return sentence, number

    def advise(self, verdict: Verdict, runs: Sequence[Run], settings: Settings, target: Target) -> Advice:
        """The number of queue managers, and the constant of the model."""
        rate = verdict.found.get(FOUND)
        if verdict.word != MEASURED or rate is None:
            return Advice(())
        wanted = decimal(settings, "target")
        sentence, number = self._needed(wanted, rate.estimate)
        sentences = [sentence]
        if number is not None:
            sentences.append(self.say("close", least=str(max(1, ceil(wanted / rate.estimate)))))
        if number is None or number > MOST_SUPPORTED:
            sentences.append(self.say("large"))
        measured = MeasuredConstant(MODEL, "saturated_rate_per_s", rate.estimate, rate.low, rate.high)
        return Advice((*sentences, self.say("table")), calibration=(measured,))

    def truth(self, order: Order, settings: Settings) -> Mapping[str, float]:
        """The rate of one queue manager times their number."""
        return {
            "rate": _number(order.arm) * constant(MODEL, "saturated_rate_per_s"),
            "offered": float(order.arm.levels[OFFERED]),
        }


def _loads(settings: Settings) -> list[OfferedLoad]:
    """For each number of queue managers the rate that they should carry, and one a step higher."""
    step = decimal(settings, "step")
    return [
        OfferedLoad(_arm(number, steps * step), number, steps * step)
        for number in range(1, whole(settings, MEMBERS) + 1)
        for steps in (number, number + 1)
    ]


def _arm(number: int, rate: float) -> Arm:
    name = f"{number} queue manager{'s' * (number != 1)}, {rate:,.0f}/s"
    return Arm(name, {MEMBERS: number, OFFERED: rate})


def _number(arm: Arm) -> int:
    return int(arm.levels[MEMBERS])


def _stem(settings: Settings, target: Target) -> str:
    """The beginning of the names: as set, else the name of the target without its number."""
    given = str(settings["names"])
    found = NUMBERED.match(target.qmgr)
    return given or (found["stem"] if found else target.qmgr)


def member(number: int, settings: Settings, target: Target) -> str:
    """The name of a queue manager of the cluster; the target is the first one unless names were set."""
    found = NUMBERED.match(target.qmgr)
    if settings["names"] or not found:
        return (
            target.qmgr if number == 1 and not settings["names"] else f"{_stem(settings, target)}{number:02}"
        )
    first, width = int(found["number"]), len(found["number"])
    return f"{found['stem']}{first + number - 1:0{width}}"


EXPERIMENT = UniformScalingExperiment("uniform-scaling")
