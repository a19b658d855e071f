"""cluster-publish: which rate of publications crosses a cluster, by republishing threads and channels.

Four cells: one thread or several, one cluster-receiver channel or several. In each the highest offered rate
is determined at which no queue grows. A cluster is defined for the experiment and deleted afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mqtune.capacity.topics import recommended
from mqtune.lab.core.experiment import Advice, ByHand, Experiment, MeasuredConstant, Mqsc, Step, Work
from mqtune.lab.core.run import TIE, WINNER, Arm, Method, Order, Run, Verdict
from mqtune.lab.experiments import commands
from mqtune.lab.experiments.commands import ini_snippet, setting_step
from mqtune.lab.experiments.shared import MANAGED, WrappedMethod, cell, constant, depth_watch, together
from mqtune.lab.methods.depth import PASSES, PLANNED, SAME, Sustainable
from mqtune.text.messages import plural

THREADS, CHANNELS = "threads", "channels"
MOST_THREADS, USUAL_THREADS = 64, 4
STANZA, KEY = "TuningParameters", "pscNumPubThreads"
MODEL = "cluster-publish"
BARS = "v8-charts-28-30-bars"
TOPIC_HOST, ALONE = "topichost", "one-queue-manager"
TOPOLOGY = {"direct": "direct", TOPIC_HOST: "topic-host"}
ROUTE = {"direct": "DIRECT", TOPIC_HOST: "TOPICHOST"}
MESSAGES = 2  # a publication put and one delivered, as the report counts
TRANSMIT, PUBLISH, DELIVER = "transmission queues", "queue of arriving publications", "subscribers' queues"
TRANSMISSION_QUEUES, ARRIVING = "SYSTEM.CLUSTER.TRANSMIT.*", "SYSTEM.INTER.QMGR.PUBS"
REPOSITORY_MINUTES = 1.0


@dataclass(frozen=True, slots=True)
class ClusterMember:
    """A queue manager of the cluster: its name, a letter for its channels, and how others reach it."""

    qmgr: str
    letter: str
    conname: str


class ClusterPublishExperiment(Experiment):
    """The experiment."""

    def arms(self) -> tuple[Arm, ...]:
        """The four cells, channels before threads, which need restarts; or the cell without a cluster."""
        if self.settings["shape"] == ALONE:
            return (Arm("one queue manager", {THREADS: 1, CHANNELS: 1}),)
        # PscNumPubThreads as set, else what tuning proposes for the declared cores
        proposed = recommended(self.target.cores)[0] if self.target.cores else USUAL_THREADS
        threads = self.integer(THREADS) or min(MOST_THREADS, max(2, proposed))
        channels = self.integer(CHANNELS)
        return tuple(
            _arm(thread_count, channel_count)
            for thread_count in (1, threads)
            for channel_count in (1, channels)
        )

    def setup(self) -> tuple[Step, ...]:
        """A full repository by hand, then one channel for each member, and the topics where they belong."""
        cluster, members = self.target.name("PSC"), self._members()
        if self.settings["shape"] == ALONE:
            return (commands.step(self.target.qmgr, "isolated topics", self._topics("")),)
        first, home = members[0], members[-1] if self.settings["shape"] == TOPIC_HOST else members[0]
        steps: list[Step] = [_repository(first.qmgr, cluster)]
        for member in members:
            objects = [self._receiver(member, 1, cluster)]
            if member is not first:
                objects.append(
                    commands.cluster_channel("CLUSSDR", self._channel(first, 1), first.conname, cluster)
                )
            if member is home:
                objects += self._topics(cluster)
            steps.append(commands.step(member.qmgr, f"its part of cluster {cluster}", objects))
        return tuple(steps)

    def between(self, before: Arm | None, after: Arm) -> tuple[Step, ...]:
        """Define or delete channels on all members, and change threads where publications arrive."""
        current = before or _arm(1, 1)
        steps: list[Step] = []
        members = self._members()
        if current.levels[CHANNELS] != after.levels[CHANNELS]:
            more = int(after.levels[CHANNELS]) > 1
            steps += [self._channels(member, self.integer(CHANNELS), more) for member in members]
        if current.levels[THREADS] != after.levels[THREADS]:
            steps += [
                setting_step(member.qmgr, STANZA, KEY, int(after.levels[THREADS]), 1)
                for member in members[1:]
            ]
        return tuple(steps)

    def work(self, order: Order) -> Work:
        """Subscribers on the second queue manager, then publishers on the first."""
        triplets, members = self.integer("triplets"), self._members()
        alone = self.settings["shape"] == ALONE
        second = self.target.qmgr if alone else members[1].qmgr
        bindings, channel = self.text("second-bindings"), self.text("channel")
        host, port = ("host", "port") if alone else ("second-host", "second-port")
        link = commands.CphConnection(second, bindings, self.text(host), self.integer(port), channel)
        names = commands.cph_numbered(self.target.stem("PST"), triplets)
        subscribers = link.consumer("Subscriber", triplets, names)
        words = (*names, *commands.cph_body(self.settings))
        publishers = commands.cph_connection(self).producer(
            "Publisher", triplets, order, words, tail=commands.TAIL_SECONDS
        )
        if alone:
            return Work((subscribers, publishers), (depth_watch(second, MANAGED, DELIVER),))
        watches = [
            depth_watch(self.target.qmgr, TRANSMISSION_QUEUES, TRANSMIT),
            depth_watch(second, ARRIVING, PUBLISH),
            depth_watch(second, MANAGED, DELIVER),
        ]
        for third in members[2:]:
            watches.append(depth_watch(third.qmgr, TRANSMISSION_QUEUES, f"{TRANSMIT} of the topic host"))
            watches.append(depth_watch(third.qmgr, ARRIVING, f"{PUBLISH} at the topic host"))
        return Work((subscribers, publishers), tuple(watches))

    def method(self, seed: int, repeat: int | None) -> Method:
        """The sustainable rate of each cell, one after the other."""
        seconds, unit = float(self.integer("trial-seconds")), self.definition.unit
        search = Sustainable(self.arms(), seconds, passes=repeat or PASSES, unit=unit)
        return WrappedMethod(search, convert=together)

    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        """What each cell sustained, and whether to use more threads or channels."""
        settled = (estimate for estimate in verdict.estimates if estimate.state == "settled")
        rates = {estimate.arm.name: estimate.value.estimate for estimate in settled if estimate.value}
        narrow, chosen = self.arms()[0], verdict.chosen
        if verdict.word not in (WINNER, TIE) or chosen is None or narrow.name not in rates:
            return Advice(())
        sentences = [self.say("cell", cell=name, rate=rate) for name, rate in rates.items()]
        if self.settings["shape"] == ALONE:
            sentences.append(self.say("alone", rate=rates[narrow.name]))
            return Advice((*sentences, self._plan(chosen, rates)))
        advice = self._cells(verdict, rates, sentences)
        if (factor := self._factor(verdict)) is None:
            return advice
        sentence = self.say("factor", factor=factor)
        return replace(advice, sentences=(*advice.sentences, sentence), calibration=(factor,))

    def _cells(self, verdict: Verdict, rates: Mapping[str, float], sentences: list[str]) -> Advice:
        """What to set after the comparison of the cells."""
        narrow, chosen = _arm(1, 1), verdict.chosen
        assert chosen is not None  # the verdict is decided
        if chosen.name == narrow.name:
            sentences += [self.say("same", margin=SAME), self._plan(chosen, rates)]
            return Advice(tuple(sentences))
        gain = f"{rates[chosen.name] / rates[narrow.name] - 1:.0%}"
        sentences.append(self.say("gain", cell=chosen.name, gain=gain))
        if self.settings["order"] == "needed":
            return Advice((*sentences, self.say("order"), self._plan(narrow, rates)))
        threads, channels = int(chosen.levels[THREADS]), int(chosen.levels[CHANNELS])
        if channels > 1:
            sentences.append(self.say("channels", channels=channels))
        sentences.append(self._plan(chosen, rates))
        reason = self.say("reason", threads=threads, cell=chosen.name, gain=gain)
        snippets = (ini_snippet(STANZA, KEY, threads, reason),) if threads > 1 else ()
        return Advice(tuple(sentences), snippets)

    def _plan(self, arm: Arm, rates: Mapping[str, float]) -> str:
        return self.say("plan", planned=PLANNED * rates[arm.name], cell=arm.name)

    def _factor(self, verdict: Verdict) -> MeasuredConstant | None:
        """The share of one queue manager's rate that crosses the cluster with one thread and one channel."""
        alone = self.decimal("alone-rate")
        name = _arm(1, 1).name
        factor = next((estimate.value for estimate in verdict.estimates if estimate.arm.name == name), None)
        if not alone or factor is None:
            return None
        low, value, high = (rate / alone for rate in (factor.low, factor.estimate, factor.high))
        when = {"topology": TOPOLOGY[self.text("shape")]}
        return MeasuredConstant(MODEL, "factor_default", value, low, high, when)

    def _members(self) -> list[ClusterMember]:
        """The publishers' queue manager, the subscribers', and the topic host if there is one."""
        places = [
            (self.target.qmgr, "A", "host", "port"),
            (self.text("second-qmgr"), "B", "second-host", "second-port"),
        ]
        if self.settings["shape"] == TOPIC_HOST:
            places.append((self.text("third-qmgr"), "H", "third-host", "third-port"))
        return [
            ClusterMember(qmgr, letter, f"{self.settings[host]}({self.settings[port]})")
            for qmgr, letter, host, port in places
        ]

    def _channel(self, member: ClusterMember, number: int) -> str:
        return self.target.name(member.letter, number, longest=commands.LONGEST_CHANNEL)

    def _receiver(self, member: ClusterMember, number: int, cluster: str) -> commands.SetupObject:
        return commands.cluster_channel("CLUSRCVR", self._channel(member, number), member.conname, cluster)

    def _topics(self, cluster: str) -> list[commands.SetupObject]:
        clustered = (("CLUSTER", cluster), ("CLROUTE", ROUTE[self.text("shape")])) if cluster else ()
        words = commands.isolating_words(self.target.level, *clustered)
        numbers = range(1, self.integer("triplets") + 1)
        return [commands.topic(self.target.name("PST", number), words) for number in numbers]

    def _channels(self, member: ClusterMember, count: int, more: bool) -> Mqsc:
        """Define, or delete, the additional channels of a member."""
        cluster = self.target.name("PSC")
        receivers = [self._receiver(member, number, cluster) for number in range(2, count + 1)]
        names = f"{receivers[0].name} to {receivers[-1].name}" if len(receivers) > 1 else receivers[0].name
        # the first channel has the same stem and already exists
        defined = commands.step(member.qmgr, f"cluster-receiver channels {names}", receivers, alone=True)
        return defined if more else Mqsc(defined.qmgr, f"delete {defined.what}", defined.undo, defined.script)

    def truth(self, order: Order) -> Mapping[str, float]:
        """The bar of the report for the cell, and which queue grows above that rate."""
        alone = cell(BARS, "total", topology="one-queue-manager")
        if self.settings["shape"] == ALONE:
            return {"rate": alone / MESSAGES, f"backlog:{DELIVER}": 1.0}
        topology = TOPOLOGY[self.text("shape")]
        threads, channels = int(order.arm.levels[THREADS]), int(order.arm.levels[CHANNELS])
        name = "factor_default"
        if threads > 1:
            name = "factor_threads" if channels == 1 else "factor_threads_and_channels"
        rate = alone * constant(MODEL, name, topology=topology) / MESSAGES
        grows = PUBLISH if threads == 1 else TRANSMIT
        empty = {f"backlog:{queue}": 0.0 for queue in (PUBLISH, TRANSMIT, DELIVER) if queue != grows}
        return {"rate": rate, f"backlog:{grows}": 1.0, **empty}


def _arm(threads: int, channels: int) -> Arm:
    name = f"{plural(threads, 'thread')}, {plural(channels, 'channel')}"
    return Arm(name, {THREADS: threads, CHANNELS: channels})


def _repository(qmgr: str, cluster: str) -> ByHand:
    """The full repository of the cluster; an attribute of the queue manager is not changed by a script."""
    return ByHand(
        qmgr,
        f"run DISPLAY QMGR REPOS REPOSNL: if both are blank run ALTER QMGR REPOS({cluster}); if one is set, "
        "choose another queue manager",
        "run ALTER QMGR REPOS(' ')",
        verify="DISPLAY QMGR REPOS",
        expect=f"REPOS({cluster})",
        minutes=REPOSITORY_MINUTES,
    )
