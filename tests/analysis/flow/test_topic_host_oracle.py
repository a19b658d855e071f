"""Publications of a cluster against a naive router, which follows each copy, over small random clusters."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.flow.load import Message
from mqtune.analysis.trace.trace import Trace
from mqtune.project.settings import TopicLoad
from tests.analysis.flow.conftest import estate_with

MEMBERS = ("M0", "M1", "M2", "M3", "M4")
BRANCHES = ("px", "px/a", "px/a/b")
TOPICS = ("px", "px/a", "px/a/b", "px/c", "qx")
PATTERNS = ("px", "px/#", "px/a/#", "px/a/b", "px/c", "#")

SETS = st.frozensets(st.sampled_from(MEMBERS), max_size=3)
CLUSTERS = st.fixed_dictionaries(
    {
        "route": st.sampled_from(("TOPICHOST", "TOPICHOST", "DIRECT")),
        "defined": st.dictionaries(st.sampled_from(BRANCHES), SETS, max_size=2),
        "subs": st.lists(
            st.tuples(st.sampled_from(MEMBERS), st.sampled_from(PATTERNS)), max_size=6, unique=True
        ),
        "published": st.dictionaries(
            st.tuples(st.sampled_from(MEMBERS), st.sampled_from(TOPICS)),
            st.integers(1, 1000),
            min_size=1,
            max_size=3,
        ),
    }
)


def script_of(member, cluster):
    lines = [f"DEFINE CHANNEL(TO.{member}) CHLTYPE(CLUSRCVR) CONNAME('{member}(1414)') CLUSTER(PC)"]
    for number, branch in enumerate(BRANCHES):
        if member in cluster["defined"].get(branch, ()):
            lines.append(
                f"DEFINE TOPIC(T{number}) TOPICSTR('{branch}') CLUSTER(PC) CLROUTE({cluster['route']})"
            )
    for number, (owner, pattern) in enumerate(cluster["subs"]):
        if owner == member:
            lines.append(f"DEFINE QLOCAL(Q{number})")
            lines.append(f"DEFINE SUB(S{number}) TOPICSTR('{pattern}') DEST(Q{number})")
    return "\n".join(lines) + "\n"


def matches(pattern, topic):
    if pattern.endswith("#"):
        stem = pattern[:-1].rstrip("/")
        return not stem or topic == stem or topic.startswith(f"{stem}/")
    return pattern == topic


class Naive:
    """What each member gets and sends, by counting copies."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.arrivals, self.queues, self.sent = Counter(), Counter(), Counter()

    def queues_of(self, member, topic):
        subs = self.cluster["subs"]
        return [
            f"QLOCAL(Q{number})"
            for number, (owner, pattern) in enumerate(subs)
            if owner == member and matches(pattern, topic)
        ]

    def deliver(self, member, topic, rate):
        for queue in self.queues_of(member, topic):
            self.queues[member, queue] += rate

    def send(self, member, other, topic, rate):
        self.sent[member, f"CHANNEL(TO.{other})"] += rate
        self.arrivals[other] += rate
        self.deliver(other, topic, rate)

    def publish(self, member, topic, rate):
        self.deliver(member, topic, rate)
        above = [
            branch
            for branch, hosts in self.cluster["defined"].items()
            if hosts and (topic == branch or topic.startswith(f"{branch}/"))
        ]
        if not above:
            return
        hosts = self.cluster["defined"][max(above, key=len)]
        asking = [one for one in MEMBERS if one != member and self.queues_of(one, topic)]
        if self.cluster["route"] == "DIRECT" or member in hosts:
            for other in asking:
                self.send(member, other, topic, rate)
            return
        for host in hosts:
            self.send(member, host, topic, rate / len(hosts))
            for other in asking:
                if other != host:
                    self.send(host, other, topic, rate / len(hosts))


def built(cluster):
    scripts = {member: script_of(member, cluster) for member in MEMBERS}
    topics = [
        (member, TopicLoad(topic, float(rate), 1)) for (member, topic), rate in cluster["published"].items()
    ]
    return estate_with(scripts, topics, complete=True)


def figures(rows, kind):
    return {
        (row.queue_manager.label, row.resource): row.rate_per_s
        for row in rows
        if row.kind == kind and "XMIT" not in row.resource and "TRANSMIT" not in row.resource
    }


TWO_HOSTS = {
    "route": "TOPICHOST",
    "defined": {"px": frozenset({"M0", "M1"})},
    "subs": [("M2", "px/#"), ("M3", "px/#"), ("M4", "px/#")],
    "published": {("M2", "px/a"): 8000},
}


@given(CLUSTERS)
@example(TWO_HOSTS)
@example(TWO_HOSTS | {"subs": [("M0", "px/#"), ("M3", "px/a/#")]})
@example(TWO_HOSTS | {"published": {("M0", "px"): 100, ("M3", "px"): 10}})
@example(TWO_HOSTS | {"defined": {"px": frozenset({"M0"}), "px/a": frozenset({"M1"})}})
def test_each_member_has_the_copies_that_a_naive_router_sends_it(cluster):
    naive = Naive(cluster)
    for (member, topic), rate in cluster["published"].items():
        naive.publish(member, topic, rate)
    rows = budget(built(cluster))
    threads = {member: rate for (member, _), rate in figures(rows, "republish-thread").items()}
    assert threads == pytest.approx(dict(naive.arrivals))
    assert figures(rows, "queue") == pytest.approx(dict(naive.queues))
    assert figures(rows, "channel") == pytest.approx(dict(naive.sent))


@given(CLUSTERS)
@example(TWO_HOSTS)
def test_a_trace_reaches_the_queues_of_the_naive_router(cluster):
    estate = built(cluster)
    for member, topic in cluster["published"]:
        naive = Naive(cluster)
        naive.publish(member, topic, 1)
        manager = estate.named(member)
        ends = Trace(estate, manager, f"topic:{topic}", Message(100, False)).ends
        reached = {(one.queue_manager.label, one.queue) for one in ends if one.outcome == "delivered"}
        assert reached == set(naive.queues)
        assert ends
