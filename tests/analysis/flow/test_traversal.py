"""Where declared loads end up, in estates of several shapes."""

from __future__ import annotations

import pytest

from mqtune.analysis.flow.resource import chain_of
from mqtune.analysis.flow.traversal import passages
from mqtune.project.settings import QueueLoad, TopicLoad

HUB = {
    "QA": """
DEFINE QREMOTE(OUT) RNAME(IN) RQMNAME(QB) XMITQ(TO.B)
DEFINE QLOCAL(TO.B) USAGE(XMITQ)
DEFINE CHANNEL(QA.QB) CHLTYPE(SDR) CONNAME('b(1414)') XMITQ(TO.B)
DEFINE QALIAS(A) TARGET(OUT)
""",
    "QB": """
DEFINE CHANNEL(QA.QB) CHLTYPE(RCVR)
DEFINE QALIAS(IN) TARGET(REAL)
DEFINE QLOCAL(REAL) STREAMQ(COPY)
DEFINE QLOCAL(COPY)
""",
}


def rates(flow, attribute="queues"):
    return {
        (here.queue_manager.label, title): total.load.rate
        for here in passages(flow)
        for title, total in getattr(here, attribute).items()
    }


def test_a_put_is_followed_to_the_partner_and_its_copy(flow_with):
    flow = flow_with(HUB, queues=[("QA", QueueLoad("A", 300.0, 2048, True))])
    assert rates(flow) == {
        ("QA", "QLOCAL(TO.B)"): 300.0,
        ("QB", "QLOCAL(REAL)"): 300.0,
        ("QB", "QLOCAL(COPY)"): 300.0,
    }
    assert rates(flow, "channels") == {("QA", "CHANNEL(QA.QB)"): 300.0}


def test_bytes_and_persistence_travel(flow_with):
    flow = flow_with(HUB, queues=[("QA", QueueLoad("A", 300.0, 2048, True))])
    copy = next(here for here in passages(flow) if here.queue_manager.name == "QB").queues["QLOCAL(COPY)"]
    assert copy.load.persistent_bytes == 300 * 2048
    assert copy.load.missing == 0


def test_what_is_not_declared_stays_unknown(flow_with):
    flow = flow_with(HUB, queues=[("QA", QueueLoad("A", persistent=True)), ("QB", QueueLoad("COPY", 7.0))])
    found = rates(flow)
    assert found["QA", "QLOCAL(TO.B)"] is None
    assert found["QB", "QLOCAL(REAL)"] is None
    assert found["QB", "QLOCAL(COPY)"] == 7.0


def test_a_chain_names_the_source_and_what_follows(flow_with):
    flow = flow_with(HUB, queues=[("QA", QueueLoad("A", 300.0, line=12, file="mqtune.toml"))])
    copy = next(here for here in passages(flow) if here.queue_manager.name == "QB").queues["QLOCAL(COPY)"]
    chain = chain_of(copy.ways)
    assert [link.text for link in chain] == [
        "300 puts/s declared for QALIAS(A)",
        "QREMOTE(OUT)",
        "XMITQ(TO.B)",
        "CHANNEL(QA.QB)",
        "QALIAS(IN)",
        "QLOCAL(REAL) STREAMQ(COPY)",
    ]
    assert (chain[0].file, chain[0].line) == ("mqtune.toml", 12)
    assert (chain[1].file, chain[1].line) == ("QA.mqsc", 2)


@pytest.mark.parametrize(("declared", "contradicts"), [(300.0, False), (250.0, True), (400.0, True)])
def test_a_rate_declared_on_the_way_is_the_same_load(flow_with, declared, contradicts):
    loads = [("QA", QueueLoad("A", 300.0)), ("QB", QueueLoad("COPY", declared))]
    flow = flow_with(HUB, queues=loads)
    assert rates(flow)["QB", "QLOCAL(COPY)"] == max(300.0, declared)
    assert bool(flow.contradictions) is contradicts


PUBSUB = """
DEFINE TOPIC(T) TOPICSTR('prices')
DEFINE QALIAS(PUB) TARGET(T) TARGTYPE(TOPIC)
DEFINE QLOCAL(ALL)
DEFINE QLOCAL(EU)
DEFINE SUB(S.ALL) TOPICSTR('prices/#') DEST(ALL)
DEFINE SUB(S.TOP) TOPICSTR('#') DEST(ALL)
DEFINE SUB(S.EU) TOPICSTR('prices/eu') DEST(EU)
DEFINE SUB(S.NEWS) TOPICSTR('news/#') DEST(EU)
"""


def test_a_branch_reaches_subscriptions_whole_or_an_unknown_part(flow_with):
    flow = flow_with({"Q": PUBSUB}, topics=[("Q", TopicLoad("prices/#", 100.0))])
    assert rates(flow) == {("Q", "QLOCAL(ALL)"): 200.0, ("Q", "QLOCAL(EU)"): None}


def test_one_topic_string_reaches_what_matches_it(flow_with):
    flow = flow_with({"Q": PUBSUB}, topics=[("Q", TopicLoad("prices/eu", 100.0))])
    assert rates(flow) == {("Q", "QLOCAL(ALL)"): 200.0, ("Q", "QLOCAL(EU)"): 100.0}


def test_a_put_to_a_topic_alias_is_a_publication(flow_with):
    flow = flow_with({"Q": PUBSUB}, queues=[("Q", QueueLoad("PUB", 10.0))])
    assert rates(flow) == {("Q", "QLOCAL(ALL)"): 20.0}


def test_declared_subscribers_count_beyond_the_administrative_ones(flow_with):
    flow = flow_with({"Q": PUBSUB}, topics=[("Q", TopicLoad("prices/eu", 100.0, subscribers=5))])
    assert sum(rates(flow).values()) == 500.0


MEMBER = """
DEFINE CHANNEL(TO.{0}) CHLTYPE(CLUSRCVR) CONNAME('{0}(1414)') CLUSTER(C)
DEFINE QLOCAL(WORK) CLUSTER(C)
DEFINE TOPIC(P) TOPICSTR('p') CLUSTER(C)
DEFINE QLOCAL(IN)
DEFINE SUB(S) TOPICSTR('p/#') DEST(IN)
"""
GATE = "DEFINE CHANNEL(TO.QG) CHLTYPE(CLUSRCVR) CONNAME('g(1414)') CLUSTER(C)\n"


def cluster():
    return {**{name: MEMBER.format(name) for name in ("Q1", "Q2", "Q3")}, "QG": GATE}


def test_a_cluster_queue_divides_the_load(flow_with):
    flow = flow_with(cluster(), queues=[("QG", QueueLoad("WORK", 900.0))])
    assert [rates(flow)[name, "QLOCAL(WORK)"] for name in ("Q1", "Q2", "Q3")] == pytest.approx([300.0] * 3)
    assert sum(rates(flow, "channels").values()) == pytest.approx(900.0)


def test_a_local_instance_takes_all_unless_clwluseq_is_any(flow_with):
    flow = flow_with(cluster(), queues=[("Q1", QueueLoad("WORK", 900.0))])
    assert rates(flow) == {("Q1", "QLOCAL(WORK)"): 900.0}
    scripts = cluster()
    scripts["Q1"] += "ALTER QLOCAL(WORK) CLWLUSEQ(ANY)\n"
    flow = flow_with(scripts, queues=[("Q1", QueueLoad("WORK", 900.0))])
    assert rates(flow)["Q1", "QLOCAL(WORK)"] == pytest.approx(300.0)


def test_each_member_with_subscriptions_gets_one_copy(flow_with):
    flow = flow_with(cluster(), topics=[("QG", TopicLoad("p/#", 100.0))])
    assert [rates(flow)[name, "QLOCAL(IN)"] for name in ("Q1", "Q2", "Q3")] == [100.0] * 3
    arrived = {here.queue_manager.name: here.arrivals.load for here in passages(flow)}
    assert arrived["Q1"].rate == 100.0
    assert arrived["QG"] is None


PING = """
DEFINE QREMOTE({0}) RNAME({1}) RQMNAME({3}) XMITQ({3})
DEFINE QLOCAL({3}) USAGE(XMITQ)
DEFINE CHANNEL({2}.{3}) CHLTYPE(SDR) CONNAME('x(1414)') XMITQ({3})
DEFINE CHANNEL({3}.{2}) CHLTYPE(RCVR)
"""


def test_a_loop_ends_and_is_a_lower_bound(flow_with):
    scripts = {"QA": PING.format("PING", "PONG", "QA", "QB"), "QB": PING.format("PONG", "PING", "QB", "QA")}
    flow = flow_with(scripts, queues=[("QA", QueueLoad("PING", 10.0))])
    assert rates(flow) == {("QA", "QLOCAL(QB)"): 10.0, ("QB", "QLOCAL(QA)"): 10.0}
    assert all(node.looping for node in flow.nodes)
    for here in passages(flow):
        assert "loop" in " ".join(next(iter(here.queues.values())).missing(0, "rate"))


@pytest.mark.parametrize(
    ("script", "name", "end", "reason"),
    [
        ("DEFINE QALIAS(A) TARGET(B)\nDEFINE QALIAS(B) TARGET(A)\n", "A", "refused", "2001"),
        ("DEFINE QLOCAL(A) PUT(DISABLED)\n", "A", "refused", "2051"),
        ("DEFINE QREMOTE(A) RNAME(X) RQMNAME(FAR)\n", "A", "leaves these files", "FAR"),
        (
            "DEFINE QREMOTE(A) RNAME(X) RQMNAME(FAR)\nDEFINE QLOCAL(FAR) USAGE(XMITQ)\n",
            "A",
            "leaves these files",
            "serves FAR",
        ),
        (
            (
                "DEFINE QREMOTE(A) RNAME(X) RQMNAME(FAR) XMITQ(X)\nDEFINE QLOCAL(X) USAGE(XMITQ)\n"
                "DEFINE CHANNEL(C) CHLTYPE(SDR) CONNAME('f(1414)') XMITQ(X)\n"
            ),
            "A",
            "leaves these files",
            "CHANNEL(C)",
        ),
        ("DEFINE QLOCAL(B)\n", "A", "cannot tell", "not defined"),
    ],
)
def test_the_end_of_a_route_is_named(flow_with, script, name, end, reason):
    flow = flow_with({"Q": script}, queues=[("Q", QueueLoad(name, 1.0))])
    (edge,) = [edge for node in flow.nodes for edge in node.edges if edge.end]
    assert edge.end == end
    assert reason in edge.reason
    assert flow.nodes[0].load.rate == 1.0


def test_a_complete_queue_manager_refuses_an_unknown_name(flow_with):
    flow = flow_with({"Q": "DEFINE QLOCAL(B)\n"}, queues=[("Q", QueueLoad("A", 1.0))], complete=True)
    assert flow.nodes[0].edges[0].end == "refused"


HIERARCHY = {
    "TOP": "DEFINE QLOCAL(D)\nDEFINE SUB(S) TOPICSTR('a/#') DEST(D)\n",
    "MID": "ALTER QMGR PARENT(TOP)\nDEFINE QLOCAL(TOP) USAGE(XMITQ)\n"
    "DEFINE CHANNEL(MID.TOP) CHLTYPE(SDR) CONNAME('t(1)') XMITQ(TOP)\n",
    "LOW": "ALTER QMGR PARENT(MID)\nDEFINE QLOCAL(MID) USAGE(XMITQ)\n"
    "DEFINE CHANNEL(LOW.MID) CHLTYPE(SDR) CONNAME('m(1)') XMITQ(MID)\n",
    "SIDE": "ALTER QMGR PARENT(MID)\n",
}


def test_a_hierarchy_passes_publications_to_those_with_subscriptions(flow_with):
    flow = flow_with(HIERARCHY, topics=[("LOW", TopicLoad("a/b", 50.0, subscribers=0))])
    assert rates(flow, "channels") == {("LOW", "CHANNEL(LOW.MID)"): 50, ("MID", "CHANNEL(MID.TOP)"): 50}
    assert rates(flow)["TOP", "QLOCAL(D)"] == 50
    assert not any(node.queue_manager.label == "SIDE" for node in flow.nodes)


def test_a_publication_of_local_scope_stays(flow_with):
    scripts = {**HIERARCHY, "LOW": HIERARCHY["LOW"] + "DEFINE TOPIC(A) TOPICSTR('a') PUBSCOPE(QMGR)\n"}
    flow = flow_with(scripts, topics=[("LOW", TopicLoad("a/b", 50.0))])
    assert rates(flow, "channels") == {}
