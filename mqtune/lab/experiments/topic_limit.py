"""topic-limit: how many publications per second one part of the topic tree can process.

3, 4 and 5 publishers with fastpath bindings at full speed on one topic string without subscribers; the best
total is the limit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mqtune.capacity.topics import PLANNED_SHARE
from mqtune.lab.core.experiment import Advice, Experiment, MeasuredConstant, Work
from mqtune.lab.core.run import TIE, WINNER, Arm, Method, Order, Run, Verdict
from mqtune.lab.experiments import commands
from mqtune.lab.experiments.shared import InvalidMethod, on_line
from mqtune.lab.methods.best_of import BestOf
from mqtune.text.messages import plural

PUBLISHERS = "publishers"
LIMIT = "limit"
RULE = "a publisher at full speed needs a core, and the queue manager needs another one"
# Chart 3 and Chart 2 of the report, as read from the drawing
LINES = {"fastpath": "v8-chart-03-read", "standard": "v8-chart-02-read"}


def arm_of(publishers: int) -> Arm:
    """The arm with this number of publishers."""
    return Arm(plural(publishers, "publisher"), {PUBLISHERS: publishers})


def publishers_of(arm: Arm) -> int:
    """The publishers of an arm."""
    return int(arm.levels[PUBLISHERS])


class TopicLimitExperiment(Experiment):
    """The experiment."""

    def arms(self) -> tuple[Arm, ...]:
        """An arm for each number of publishers for which there are cores, from few to many."""
        return tuple(arm_of(number) for number in self.rising(PUBLISHERS) if self._fits(number))

    def work(self, order: Order) -> Work:
        """One process of publishers."""
        publishers = publishers_of(order.arm)
        link = commands.CphConnection(self.target.qmgr, self.text("bindings"))
        topic = commands.cph_one(self.text("topic-string") or self.target.name("TOPIC"))
        words = (*topic, *commands.cph_body(self.settings))
        return Work((link.producer("Publisher", publishers, order, words, f"P{publishers}"),))

    def method(self, seed: int, repeat: int | None) -> Method:
        """The best number of publishers, searched beyond the first ones while it is at an edge."""
        arms = self.arms()
        if not arms:
            least = min(self.rising(PUBLISHERS))
            reason = self.say("cores", least=least, need=least + 1, cores=self.target.cores)
            return InvalidMethod(RULE, reason)
        lowest, highest = publishers_of(arms[0]), publishers_of(arms[-1])

        def neighbour(arm: Arm) -> Arm | None:
            publishers = publishers_of(arm)
            if publishers >= highest:
                return arm_of(publishers + 1) if self._fits(publishers + 1) else None
            return arm_of(publishers - 1) if 1 < publishers <= lowest else None

        return BestOf(arms, neighbour, figure=LIMIT, **self.blocks(seed, repeat))

    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        """The rate to stay below, and the constant of the model."""
        limit = verdict.figures.get(LIMIT)
        if limit is None or verdict.word not in (WINNER, TIE):
            return Advice(())
        if self.settings["bindings"] != "fastpath":
            return Advice((self.say("not-the-lock", limit=limit.estimate),))
        below = PLANNED_SHARE * limit.low
        sentences = [self.say("stay-below", below=below, share=PLANNED_SHARE), self.say("isolate")]
        if left := [number for number in self.rising(PUBLISHERS) if not self._fits(number)]:
            sentences.append(
                self.say("left-out", publishers=" and ".join(map(str, left)), cores=self.target.cores)
            )
        constant = MeasuredConstant.of("topic-limit", "limit_per_s", limit)
        return Advice(tuple(sentences), calibration=(constant,))

    def _fits(self, publishers: int) -> bool:
        """Whether each publisher has a core of its own and one is left; assumed if cores are not declared."""
        return self.target.cores is None or publishers < self.target.cores

    def truth(self, order: Order) -> Mapping[str, float]:
        """The drawn line of the report at the arm's publishers."""
        publishers = publishers_of(order.arm)
        line = LINES[self.text("bindings")]
        return {"rate": on_line(line, "publishers", "v8", publishers)}
