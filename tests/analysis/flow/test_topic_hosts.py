"""Publications that topic hosts route: what the hosts, the publisher and the subscribers have to bear."""

from __future__ import annotations

import pytest

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.flow.load import Message
from mqtune.analysis.topology.busy_topics import needs_order_in
from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.trace.trace import Trace
from mqtune.project.settings import TopicLoad
from tests.analysis.flow.conftest import estate_with

JOIN = "DEFINE CHANNEL(TO.{0}) CHLTYPE(CLUSRCVR) CONNAME('{0}(1414)') CLUSTER(PC)\n"
TOPIC = "DEFINE TOPIC(PX) TOPICSTR('px') CLUSTER(PC) CLROUTE(TOPICHOST)\n"
SUB = "DEFINE QLOCAL(IN)\nDEFINE SUB(S) TOPICSTR('px/#') DEST(IN)\n"


def scripts(**more):
    """Two topic hosts, a publisher and three subscribers, with more of each."""
    plain = {"H1": TOPIC, "H2": TOPIC, "A": "", "B": SUB, "C": SUB, "D": SUB}
    return {name: JOIN.format(name) + text + more.get(name, "") for name, text in plain.items()}


def threads(estate, without=()):
    """The publications per second that each queue manager republishes."""
    rows = budget(estate, without=without)
    return {row.queue_manager.label: row.used for row in rows if row.kind == "republish-thread"}


def sent(estate, without=()):
    """The publications per second on the channels of each queue manager."""
    found = {}
    for row in budget(estate, without=without):
        if row.kind == "channel":
            label = row.queue_manager.label
            found[label] = found.get(label, 0) + row.rate_per_s
    return found


LOAD = [("A", TopicLoad("px/#", 8000, 1, message_size_bytes=2048))]


def test_a_publisher_sends_one_copy_and_the_hosts_share_the_copies():
    estate = estate_with(scripts(), LOAD)
    assert threads(estate) == {"H1": 4000, "H2": 4000, "B": 8000, "C": 8000, "D": 8000}
    assert sent(estate) == {"A": 8000, "H1": 12000, "H2": 12000}


def test_one_host_gets_every_publication_once():
    estate = estate_with(scripts() | {"H2": JOIN.format("H2")}, LOAD)
    assert threads(estate) == {"H1": 8000, "B": 8000, "C": 8000, "D": 8000}
    assert sent(estate) == {"A": 8000, "H1": 24000}


def test_a_subscription_on_a_host_gets_what_the_other_host_receives():
    estate = estate_with(scripts(H1=SUB), LOAD)
    assert threads(estate)["H1"] == 8000  # its half, and that of H2
    assert threads(estate)["H2"] == 4000
    assert sent(estate) == {"A": 8000, "H1": 12000, "H2": 16000}


def test_a_subscription_on_the_publisher_gets_nothing_back():
    estate = estate_with(scripts(A=SUB), LOAD)
    assert threads(estate) == {"H1": 4000, "H2": 4000, "B": 8000, "C": 8000, "D": 8000}


def test_a_publisher_on_a_host_sends_to_each_subscriber_and_to_no_other_host():
    estate = estate_with(scripts(), [("H1", TopicLoad("px/#", 100, 1))])
    assert threads(estate) == {"B": 100, "C": 100, "D": 100}
    assert sent(estate) == {"H1": 300}


def test_publishers_on_several_queue_managers_add_up():
    estate = estate_with(scripts(B="", A=SUB), [*LOAD, ("B", TopicLoad("px/b", 1000, 1))])
    assert threads(estate) == {"H1": 4500, "H2": 4500, "A": 1000, "B": 8000, "C": 9000, "D": 9000}


def test_a_host_gets_publications_that_nobody_has_subscribed_to():
    """The publishing queue manager does not know the subscriptions, the host does."""
    bare = {name: text.replace(SUB, "") for name, text in scripts().items()}
    estate = estate_with(bare, LOAD)
    assert threads(estate) == {"H1": 4000, "H2": 4000}
    ends = Trace(estate, estate.named("A"), "topic:px/x", Message(10, False)).ends
    assert [one.reason for one in ends] == ["no subscription in the files matches 'px/x'"]


@pytest.mark.parametrize(
    ("without", "expected"),
    [
        (("H1",), {"H2": 8000, "B": 8000, "C": 8000, "D": 8000}),
        (("H1", "H2"), {}),
        (("B",), {"H1": 4000, "H2": 4000, "C": 8000, "D": 8000}),
        (("A",), {}),
    ],
)
def test_the_other_host_bears_all_and_without_a_host_nothing_arrives(without, expected):
    assert threads(estate_with(scripts(), LOAD), without) == expected


def test_a_host_that_takes_no_part_routes_nothing():
    estate = estate_with(scripts(H1="ALTER QMGR PSCLUS(DISABLED)\n"), LOAD)
    assert threads(estate) == {"H2": 8000, "B": 8000, "C": 8000, "D": 8000}


def test_the_nearest_cluster_topic_has_the_hosts():
    below = "DEFINE TOPIC(PXA) TOPICSTR('px/a') CLUSTER(PC) CLROUTE(TOPICHOST)\n"
    loads = [("A", TopicLoad("px/a/1", 100, 1)), ("A", TopicLoad("px/b", 10, 1))]
    estate = estate_with(scripts() | {"H2": JOIN.format("H2") + below}, loads)
    assert threads(estate) == {"H1": 10, "H2": 100, "B": 110, "C": 110, "D": 110}


def test_arrivals_that_are_declared_at_a_host_are_the_copies_that_it_gets():
    declared = [("H1", TopicLoad("px/#", 4000, 0)), ("H2", TopicLoad("px/#", 4000, 0))]
    estate = estate_with(scripts(), [*LOAD, *declared])
    assert threads(estate) == {"H1": 4000, "H2": 4000, "B": 8000, "C": 8000, "D": 8000}
    assert sent(estate) == {"A": 8000, "H1": 12000, "H2": 12000}


def test_a_subscription_for_local_publications_only_gets_no_copy():
    local = SUB.replace("DEST", "SUBSCOPE(QMGR) DEST")
    estate = estate_with(scripts(H1=local) | {"D": JOIN.format("D") + local}, LOAD)
    assert threads(estate) == {"H1": 4000, "H2": 4000, "B": 8000, "C": 8000}
    queues = {row.queue_manager.label for row in budget(estate) if row.resource == "QLOCAL(IN)"}
    assert queues == {"B", "C"}


def test_direct_routing_has_no_host():
    direct = {name: text.replace("CLROUTE(TOPICHOST)", "") for name, text in scripts().items()}
    estate = estate_with(direct, LOAD)
    assert threads(estate) == {"B": 8000, "C": 8000, "D": 8000}
    assert sent(estate) == {"A": 24000}


def test_the_trace_goes_to_a_host_and_from_there_to_each_subscriber():
    estate = estate_with(scripts() | {"H2": JOIN.format("H2")}, complete=True)
    trace = Trace(estate, estate.named("A"), "topic:px/x", Message(10, False))
    hosts = [hop for hop in trace.hops if hop.queue_manager.label == "H1" and hop.name == "topic 'px/x'"]
    assert len(hosts) == 1
    assert "topic host" in hosts[0].effect
    senders = [hop for hop in trace.hops if hop.queue_manager.label == "A" and hop.name == "TO.H1"]
    assert len(senders) == 1
    assert sorted(end.queue_manager.label for end in trace.ends) == ["B", "C", "D"]


def test_the_trace_names_the_choice_between_several_hosts():
    estate = estate_with(scripts(), complete=True)
    trace = Trace(estate, estate.named("A"), "topic:px/x", Message(10, False))
    assert "cluster topic of PC has 2 topic hosts: each publication goes to one" in trace.hops[0].notes


@pytest.mark.parametrize(
    ("topic", "ordered", "needed"),
    [("px/#", True, True), ("px/a", True, True), ("px/#", False, False), ("other/#", True, False)],
)
def test_order_is_needed_in_the_cluster_that_carries_the_topic(topic, ordered, needed):
    estate = estate_with(scripts(), [("H1", TopicLoad(topic, 10, 1, ordered=ordered))])
    manager = next(one for one in estate.queue_managers if one.name == "H1")
    assert needs_order_in(manager, estate.derived(build_clusters)["PC"]) is needed
