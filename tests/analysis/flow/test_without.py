"""A budget without a queue manager: what the others have to bear alone."""

from __future__ import annotations

import pytest

from mqtune.analysis.budget.budget import budget
from mqtune.project.settings import QueueLoad, TopicLoad
from tests.analysis.flow.conftest import estate_with

HUB = """ALTER QMGR REPOS(RETAIL)
DEFINE QLOCAL(ORDERS) CLUSTER(RETAIL) DEFBIND(NOTFIXED)
DEFINE CHANNEL(TO.{0}) CHLTYPE(CLUSRCVR) TRPTYPE(TCP) CONNAME('{0}(1414)') CLUSTER(RETAIL)
DEFINE TOPIC(RATES) TOPICSTR('rates') CLUSTER(RETAIL)
DEFINE QLOCAL(COPY)
DEFINE SUB(S) TOPICSTR('rates') DEST(COPY)
"""
SHOP = """DEFINE CHANNEL(TO.SHOP) CHLTYPE(CLUSRCVR) TRPTYPE(TCP) CONNAME('s(1414)') CLUSTER(RETAIL)
DEFINE CHANNEL(TO.HUB1) CHLTYPE(CLUSSDR) TRPTYPE(TCP) CONNAME('HUB1(1414)') CLUSTER(RETAIL)
DEFINE TOPIC(RATES) TOPICSTR('rates') CLUSTER(RETAIL)
"""


@pytest.fixture(scope="module")
def hubs():
    """Two hubs with an instance each, and a shop that puts and publishes; 300/s of the puts are at HUB1."""
    scripts = {name: HUB.format(name) for name in ("HUB1", "HUB2")} | {"SHOP": SHOP}
    queues = [("SHOP", QueueLoad("ORDERS", 1000)), ("HUB1", QueueLoad("OWN", 5))]
    return estate_with(scripts, [("SHOP", TopicLoad("rates", 40, 1))], queues)


def rates(hubs, *without):
    rows = budget(hubs, without=without)
    assert not {row.queue_manager.label for row in rows} & set(without)
    return {
        (row.queue_manager.label, row.resource): row.rate_per_s
        for row in rows
        if row.kind == "queue" and row.resource in ("QLOCAL(ORDERS)", "QLOCAL(COPY)")
    }


def test_each_hub_has_the_whole_load_if_the_other_is_not_available(hubs):
    both = {("HUB1", "QLOCAL(ORDERS)"): 500, ("HUB2", "QLOCAL(ORDERS)"): 500}
    copies = {(name, "QLOCAL(COPY)"): 40 for name in ("HUB1", "HUB2")}
    assert rates(hubs) == both | copies
    assert rates(hubs, "HUB1") == {("HUB2", "QLOCAL(ORDERS)"): 1000, ("HUB2", "QLOCAL(COPY)"): 40}
    assert rates(hubs, "HUB2") == {("HUB1", "QLOCAL(ORDERS)"): 1000, ("HUB1", "QLOCAL(COPY)"): 40}
    assert rates(hubs, "HUB1", "HUB2") == {}


def test_loads_that_are_declared_at_the_hubs_are_added():
    scripts = {name: HUB.format(name) for name in ("HUB1", "HUB2")}
    queues = [("HUB1", QueueLoad("ORDERS", 700)), ("HUB2", QueueLoad("ORDERS", 200))]
    hubs = estate_with(scripts, (), queues)
    assert rates(hubs, "HUB1")["HUB2", "QLOCAL(ORDERS)"] == 900
    assert rates(hubs, "HUB2")["HUB1", "QLOCAL(ORDERS)"] == 900


def test_a_topic_host_republishes_what_it_routes():
    """Direct routing does not pass the queue manager that defines the topic."""
    join = "DEFINE CHANNEL(TO.{0}) CHLTYPE(CLUSRCVR) TRPTYPE(TCP) CONNAME('{0}(1414)') CLUSTER(PS)\n"
    topic = "DEFINE TOPIC(T) TOPICSTR('t') CLUSTER(PS) CLROUTE({})\n"
    for route, hosts in (("TOPICHOST", {"HOST", "READER"}), ("DIRECT", {"READER"})):
        scripts = {
            "HOST": join.format("HOST") + topic.format(route),
            "WRITER": join.format("WRITER"),
            "READER": join.format("READER") + "DEFINE QLOCAL(IN)\nDEFINE SUB(S) TOPICSTR('t') DEST(IN)\n",
        }
        rows = budget(estate_with(scripts, [("WRITER", TopicLoad("t", 5000, 1))]))
        threads = {one.queue_manager.label: one.used for one in rows if one.kind == "republish-thread"}
        assert threads == dict.fromkeys(hosts, 5000)
