"""topic-limit: how many publications per second one part of the topic tree can process.

3, 4 and 5 publishers with fastpath bindings at full speed on one topic string without subscribers; the best
total is the limit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mqtune.capacity.topic_lock import PLANNED_SHARE
from mqtune.lab.core.experiment import Advice, MeasuredConstant, Settings, Target
from mqtune.lab.core.method import Method
from mqtune.lab.core.order import Arm, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import TIE, WINNER, Noise, Verdict
from mqtune.lab.core.work import Work
from mqtune.lab.experiments import cph_commands as cph
from mqtune.lab.experiments.defaults import Defaults
from mqtune.lab.experiments.mqsc_scripts import name_of
from mqtune.lab.experiments.published import on_line
from mqtune.lab.experiments.setting_values import rising, seconds
from mqtune.lab.experiments.wrapped_methods import InvalidMethod
from mqtune.lab.methods.best_of import LEAST_BLOCKS, BestOf

PUBLISHERS = "publishers"
LIMIT = "limit"
RULE = "a publisher at full speed needs a core, and the queue manager needs another one"
# Chart 3 and Chart 2 of the report, as read from the drawing
LINES = {"fastpath": "v8-chart-03-read", "standard": "v8-chart-02-read"}


def arm_of(publishers: int) -> Arm:
    """The arm with this number of publishers."""
    return Arm(f"{publishers} publisher{'s' * (publishers != 1)}", {PUBLISHERS: publishers})


def publishers_of(arm: Arm) -> int:
    """The publishers of an arm."""
    return int(arm.levels[PUBLISHERS])


class TopicLimitExperiment(Defaults):
    """The experiment."""

    def arms(self, settings: Settings, target: Target) -> tuple[Arm, ...]:
        """An arm for each number of publishers for which there are cores, from few to many."""
        return tuple(arm_of(number) for number in rising(settings, PUBLISHERS) if _fits(number, target))

    def work(self, order: Order, settings: Settings, target: Target, driver: str) -> Work:
        """One process of publishers."""
        publishers = publishers_of(order.arm)
        process = cph.producer(
            "Publisher",
            publishers,
            cph.CphConnection(target.qmgr, str(settings["bindings"])),
            cph.one(str(settings["topic-string"]) or name_of(target, "TOPIC")),
            cph.body(settings),
            order.seconds,
            id=f"P{publishers}",
            rate=order.rate,
        )
        return Work((process,))

    def method(
        self, settings: Settings, target: Target, noise: Noise | None, seed: int, repeat: int | None
    ) -> Method:
        """The best number of publishers, searched beyond the first ones while it is at an edge."""
        arms = self.arms(settings, target)
        if not arms:
            least = min(rising(settings, PUBLISHERS))
            reason = self.say("cores", least=str(least), need=str(least + 1), cores=str(target.cores))
            return InvalidMethod(RULE, reason)
        lowest, highest = publishers_of(arms[0]), publishers_of(arms[-1])

        def neighbour(arm: Arm) -> Arm | None:
            publishers = publishers_of(arm)
            if publishers >= highest:
                return arm_of(publishers + 1) if _fits(publishers + 1, target) else None
            return arm_of(publishers - 1) if 1 < publishers <= lowest else None

        length, cut = seconds(settings)
        return BestOf(
            arms,
            length,
            cut,
            seed,
            neighbour,
            repeat or LEAST_BLOCKS,
            found=LIMIT,
            unit=self.definition.unit,
        )

    def advise(self, verdict: Verdict, runs: Sequence[Run], settings: Settings, target: Target) -> Advice:
        """The rate to stay below, and the constant of the model."""
        limit = verdict.found.get(LIMIT)
        if limit is None or verdict.word not in (WINNER, TIE):
            return Advice(())
        if settings["bindings"] != "fastpath":
            return Advice((self.say("not-the-lock", limit=f"{limit.estimate:,.0f}"),))
        below = f"{PLANNED_SHARE * limit.low:,.0f}"
        sentences = [self.say("stay-below", below=below, share=f"{PLANNED_SHARE:.0%}"), self.say("isolate")]
        if left := [number for number in rising(settings, PUBLISHERS) if not _fits(number, target)]:
            sentences.append(
                self.say("left-out", publishers=" and ".join(map(str, left)), cores=str(target.cores))
            )
        constant = MeasuredConstant("topic-limit", "limit_per_s", limit.estimate, limit.low, limit.high)
        return Advice(tuple(sentences), calibration=(constant,))

    def truth(self, order: Order, settings: Settings) -> Mapping[str, float]:
        """The drawn line of the report at the arm's publishers."""
        publishers = publishers_of(order.arm)
        line = LINES[str(settings["bindings"])]
        return {"rate": on_line(line, "publishers", "v8", publishers)}


def _fits(publishers: int, target: Target) -> bool:
    """Whether each publisher has a core of its own and one is left; assumed if cores are not declared."""
    return target.cores is None or publishers < target.cores


EXPERIMENT = TopicLimitExperiment("topic-limit")
