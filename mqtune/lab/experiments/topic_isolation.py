"""topic-isolation: what topics with a lock of their own gain, and whether they need a CLUSTER name for it.

Three arms with a topic string for each publisher: strings that inherit, topic objects with every inheritable
property, and the same with the name of an unused cluster.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mqtune.lab.core.experiment import LONGEST_NAME, Advice, ConfigSnippet, Experiment, Step, Work
from mqtune.lab.core.run import TIE, WINNER, Arm, Method, Order, Run, Verdict
from mqtune.lab.experiments import commands
from mqtune.lab.experiments.shared import RELEASE, InvalidMethod, against, on_line, outputs, percent, times
from mqtune.lab.experiments.topic_limit import LINES, RULE
from mqtune.lab.methods.best_of import MARGIN, BestOf

INHERITED, ISOLATED, CLUSTERED = "inherited", "isolated", "isolated-cluster"
# the simplest first: it is the answer if nothing else is faster
SIMPLEST_FIRST = (INHERITED, ISOLATED, CLUSTERED)
STEMS = {INHERITED: "INH", ISOLATED: "ISO", CLUSTERED: "ISC"}
CORES = 24  # of the report's machine
LEAST_PUBLISHERS = 2  # a single one never waits
PUBLISHERS = "publishers"
NO_NAME = re.compile(r"[^A-Z0-9._%]+")


class TopicIsolationExperiment(Experiment):
    """The experiment."""

    def arms(self) -> tuple[Arm, ...]:
        """The requested arms, the simplest first."""
        wanted = self.several("arms")
        publishers = self.integer(PUBLISHERS)
        return tuple(
            Arm(name, {"topics": name, PUBLISHERS: publishers}) for name in SIMPLEST_FIRST if name in wanted
        )

    def setup(self) -> tuple[Step, ...]:
        """The topic objects of the isolated arms."""
        arms = {arm.name for arm in self.arms()}
        objects: list[commands.SetupObject] = []
        numbers = range(1, self.integer(PUBLISHERS) + 1)
        for kind in (ISOLATED, CLUSTERED):
            if kind in arms:
                words = self._isolating(kind)
                objects += [
                    commands.topic(self.target.name(STEMS[kind], number), words) for number in numbers
                ]
        return (
            (commands.step(self.target.qmgr, "topic objects for the isolated arms", objects),)
            if objects
            else ()
        )

    def _isolating(self, kind: str) -> tuple[commands.Word, ...]:
        cluster = (("CLUSTER", self.text("cluster")),) if kind == CLUSTERED else ()
        return commands.isolating_words(self.target.level, *cluster)

    def work(self, order: Order) -> Work:
        """One process, each publisher with a topic string of its own."""
        publishers = self.integer(PUBLISHERS)
        link = commands.CphConnection(self.target.qmgr, self.text("bindings"))
        stem = self.target.stem(STEMS[order.arm.name])
        words = (*commands.cph_counted(stem, publishers), *commands.cph_body(self.settings))
        return Work((link.producer("Publisher", publishers, order, words),))

    def method(self, seed: int, repeat: int | None) -> Method:
        """The simplest arm as good as the best."""
        publishers = self.integer(PUBLISHERS)
        if self.target.cores is not None and publishers >= self.target.cores:
            fit = self.target.cores - 1
            said = "cores" if fit >= LEAST_PUBLISHERS else "few-cores"
            reason = self.say(said, need=publishers + 1, cores=self.target.cores, fit=fit)
            return InvalidMethod(RULE, reason)
        return BestOf(self.arms(), tie=MARGIN, figure="rate", **self.blocks(seed, repeat))

    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        """Whether to isolate, and whether with a cluster name."""
        if verdict.chosen is None or verdict.word not in (WINNER, TIE):
            return Advice(())
        chosen = verdict.chosen.name
        gain = against(verdict, chosen, INHERITED)
        if chosen == INHERITED:
            best = against(verdict, INHERITED, ISOLATED)
            return Advice((self.say("leave", ratio=percent(best)),))
        sentences = []
        if gain is not None:
            sentences.append(self.say("isolate", times=times(gain), interval=percent(gain)))
        if chosen == CLUSTERED and (lost := against(verdict, ISOLATED, CLUSTERED)) is not None:
            sentences.append(self.say("named", ratio=percent(lost)))
        if chosen == ISOLATED and against(verdict, CLUSTERED, ISOLATED) is not None:
            sentences.append(self.say("blank", margin=MARGIN))
        branch = self.text("branch")
        if not branch:
            return Advice((*sentences, self.say("branch")))
        snippet = self._definition(branch, chosen, times(gain))
        return Advice((*sentences, self.say("compare")), (snippet,))

    def _definition(self, branch: str, chosen: str, gain: str) -> ConfigSnippet:
        """The definition for a branch of the user."""
        name = NO_NAME.sub("_", branch.upper().replace("/", ".")).strip("._")[:LONGEST_NAME]
        defined = commands.SetupObject(
            "TOPIC", name or "BRANCH", (("TOPICSTR", branch), *self._isolating(chosen))
        )
        reason = self.say("reason", times=gain)
        return ConfigSnippet("mqsc", commands.remark("*", reason) + defined.define + "\n")

    def truth(self, order: Order) -> Mapping[str, float]:
        """The drawn lines for topics that inherit, the model for isolated ones."""
        publishers, bindings = self.integer(PUBLISHERS), self.text("bindings")
        rate = on_line(LINES[bindings], "publishers", "v8", publishers)
        if order.arm.name != INHERITED and bindings == "fastpath":
            isolated = outputs("isolated-topics", publishers=publishers, cores=CORES, release=RELEASE)
            rate = isolated["publish_rate_per_s"]
        return {"rate": rate}
