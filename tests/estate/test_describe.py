"""The rows of `mqtune show`."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from mqtune.analysis.topology import describe
from mqtune.analysis.topology.subscription_index import SubscriptionIndex
from mqtune.estate.topic_strings import matches


def test_a_topic_row_tells_values_locks_and_subscriptions(estate_of):
    script = (
        "DEFINE TOPIC(PRICES) TOPICSTR('prices') DEFPSIST(YES)\n"
        "DEFINE SUB(ALL.PRICES) TOPICSTR('prices/#') DEST(Q)\n"
        "DEFINE SUB(IBM) TOPICOBJ(PRICES) TOPICSTR('ibm') DEST(Q)\n"
    )
    rows = {row["topic"]: row for row in describe.topic_rows(estate_of({"QM1": script}), describe.Listing())}
    assert list(rows) == ["prices", "prices/ibm"]
    assert rows["prices"]["object"] == "PRICES"
    assert rows["prices"]["locks"] == ["TOPIC(PRICES)", "TOPIC(SYSTEM.BASE.TOPIC)"]
    assert rows["prices/ibm"]["properties"]["DEFPSIST"] == {"value": "YES", "from": "TOPIC(PRICES)"}
    assert rows["prices/ibm"]["properties"]["PUB"] == {"value": "ENABLED", "from": "TOPIC(SYSTEM.BASE.TOPIC)"}
    assert rows["prices/ibm"]["subscriptions"] == ["ALL.PRICES", "IBM"]
    assert (rows["prices"]["file"], rows["prices"]["line"]) == ("QM1/example.mqsc", 1)


LEVELS = some.lists(some.sampled_from("ab+#"), min_size=1, max_size=3).map("/".join)
TOPICS = some.lists(some.sampled_from("ab"), min_size=1, max_size=4).map("/".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(some.sets(TOPICS, max_size=5), some.lists(LEVELS, max_size=6))
def test_a_topic_row_lists_all_subscriptions_that_match(estate_of, topics: set[str], patterns: list[str]):
    lines = [f"DEFINE TOPIC(T{number}) TOPICSTR('{one}')" for number, one in enumerate(topics)]
    lines += [f"DEFINE SUB(S{number}) TOPICSTR('{one}') DEST(Q)" for number, one in enumerate(patterns)]
    rows = [*describe.topic_rows(estate_of({"QM1": "\n".join(lines)}), describe.Listing())]
    assert topics <= {row["topic"] for row in rows}
    for row in rows:
        reached = [f"S{number}" for number, one in enumerate(patterns) if matches(one, str(row["topic"]))]
        assert row["subscriptions"] == reached


def test_each_level_of_nested_topics_is_followed_once_for_all_below(estate_of, monkeypatch):
    followed = []
    follow = SubscriptionIndex.follow
    monkeypatch.setattr(
        SubscriptionIndex, "follow", lambda index, *place: followed.append(1) or follow(index, *place)
    )
    topics = ["/".join("a" * depth) for depth in range(1, 41)]
    script = "".join(f"DEFINE TOPIC(T{len(one)}) TOPICSTR('{one}')\n" for one in topics)
    script += "".join(f"DEFINE SUB(S{len(one)}) TOPICSTR('{one}/#') DEST(Q)\n" for one in topics)
    rows = [*describe.topic_rows(estate_of({"QM1": script}), describe.Listing())]
    assert len(rows[-1]["subscriptions"]) == len(topics)
    assert len(followed) < 200


def test_object_rows_leave_out_what_only_the_product_makes(estate_of):
    estate = estate_of({"QM1": "DEFINE QLOCAL(B) DESCR('x')\nDEFINE QLOCAL(A)\nALTER QMGR DEADQ(A)"})
    rows = list(describe.object_rows(estate))
    assert [(row["type"], row["name"], row["given"]) for row in rows] == [
        ("QLOCAL", "A", 0),
        ("QLOCAL", "B", 1),
        ("QMGR", "QM1", 1),
    ]


def test_a_queue_manager_without_a_name_is_none(estate_of):
    rows = [*describe.object_rows(estate_of({"": {"DEFINE.mqsc": "DEFINE QLOCAL(A)"}}))]
    assert {row["queue_manager"] for row in rows} == {None}


def test_attribute_rows_tell_where_each_value_comes_from(estate_of):
    estate = estate_of({"QM1": "DEFINE QLOCAL(A) MAXDEPTH(7)\nDEFINE QLOCAL(B) LIKE(A) GET(DISABLED)"})
    ((manager, object),) = describe.find_objects(estate, "QUEUE", "B")
    rows = {row["attribute"]: row for row in describe.attribute_rows(manager, object)}
    assert (rows["GET"]["origin"], rows["GET"]["line"]) == ("given", 2)
    assert (rows["MAXDEPTH"]["value"], rows["MAXDEPTH"]["origin"], rows["MAXDEPTH"]["from"]) == (
        "7",
        "like",
        "A",
    )
    assert rows["MAXDEPTH"]["line"] == 1
    assert rows["PUT"]["line"] is None


def test_the_queue_manager_is_found_by_its_type_alone(estate_of):
    estate = estate_of({"QM1": "ALTER QMGR DEADQ(A)"})
    assert [object.type for _, object in describe.find_objects(estate, "QMGR", "")] == ["QMGR"]


def test_clusters_are_plain_data(estate_of):
    script = (
        "DEFINE QALIAS(A) TARGET(R)\n"
        "DEFINE QREMOTE(R) RNAME(X) RQMNAME(QM2) XMITQ(QM2)\n"
        "DEFINE QLOCAL(QM2) USAGE(XMITQ)\n"
        "DEFINE CHANNEL(QM1.QM2) CHLTYPE(SDR) CONNAME('h(1414)') XMITQ(QM2)\n"
        "DEFINE CHANNEL(TO.QM1) CHLTYPE(CLUSRCVR) CONNAME('h(1415)') CLUSTER(RETAIL)\n"
    )
    estate = estate_of({"QM1": script, "QM2": "DEFINE CHANNEL(QM1.QM2) CHLTYPE(RCVR)"})
    (cluster,) = describe.cluster_rows(estate)
    assert (cluster["cluster"], cluster["full_repositories"]) == ("RETAIL", [])
    assert cluster["members"][0]["receivers"] == ["TO.QM1"]
    assert json.loads(json.dumps(cluster)) == cluster
