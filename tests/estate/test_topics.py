"""The topic tree: what is inherited, which locks a publication takes, which subscriptions it reaches."""

from __future__ import annotations

import pytest

from mqtune.analysis.topology.topics import build_topics
from mqtune.estate.topic_strings import custom_cap, inheritable
from mqtune.project.settings import Project

ALL_OF_7_1 = (
    "COMMINFO(SYSTEM.DEFAULT.COMMINFO.MULTICAST) DEFPRTY(0) DEFPSIST(NO) DEFPRESP(SYNC) DURSUB(YES) "
    "MCAST(DISABLED) MDURMDL(SYSTEM.DURABLE.MODEL.QUEUE) MNDURMDL(SYSTEM.NDURABLE.MODEL.QUEUE) "
    "NPMSGDLV(ALLAVAIL) PMSGDLV(ALLDUR) PUB(ENABLED) PUBSCOPE(ALL) SUB(ENABLED) SUBSCOPE(ALL) USEDLQ(YES)"
)


def isolated(name, topic, more=""):
    return f"DEFINE TOPIC({name}) TOPICSTR('{topic}') {ALL_OF_7_1} {more}\n"


def names(locks):
    return [lock.node.object.name for lock in locks]


def test_a_topic_string_without_an_object_uses_the_lock_of_the_root(manager_of):
    tree = manager_of("DISPLAY QMGR").derived(build_topics)
    assert names(tree.locks("prices/ibm")) == ["SYSTEM.BASE.TOPIC"]


def test_a_topic_that_sets_nothing_takes_its_own_lock_and_that_of_the_root(manager_of):
    tree = manager_of("DEFINE TOPIC(PRICES) TOPICSTR('prices')").derived(build_topics)
    assert names(tree.locks("prices/ibm")) == ["PRICES", "SYSTEM.BASE.TOPIC"]
    assert not tree.isolated("prices")


def test_a_topic_that_sets_every_property_is_isolated(manager_of):
    tree = manager_of(isolated("PRICES", "prices")).derived(build_topics)
    assert tree.isolated("prices")
    assert names(tree.locks("prices")) == ["PRICES"]


@pytest.mark.parametrize("level", ["7.1", "8.0", "9.0", "9.3", "9.4"])
def test_one_property_left_to_inherit_brings_the_lock_of_its_ancestor_back(manager_of, level):
    more = "CUSTOM('CAPEXPRY(NOLIMIT)')" if level < "9.3.1" else "CAPEXPRY(NOLIMIT)"
    project = Project(mq_version=level)
    whole = isolated("PRICES", "prices", more)
    assert manager_of(whole, project=project).derived(build_topics).isolated("prices")
    tree = manager_of(whole.replace("DEFPSIST(NO)", ""), project=project).derived(build_topics)
    assert not tree.isolated("prices")
    assert [lock.keywords for lock in tree.locks("prices")][1] == ("DEFPSIST",)


def test_the_cap_on_expiry_counts_from_9_0_on(manager_of):
    script = isolated("PRICES", "prices")
    assert not manager_of(script, project=Project(mq_version="9.0")).derived(build_topics).isolated("prices")
    assert manager_of(script, project=Project(mq_version="7.5")).derived(build_topics).isolated("prices")
    assert manager_of(script).derived(build_topics).isolated("prices")


def test_a_lock_between_topic_and_root_is_taken_where_it_sets_what_is_inherited(manager_of):
    script = (
        isolated("A", "a")
        + "DEFINE TOPIC(AB) TOPICSTR('a/b') PUB(ENABLED)\nDEFINE TOPIC(ABC) TOPICSTR('a/b/c')"
    )
    tree = manager_of(script).derived(build_topics)
    locks = tree.locks("a/b/c")
    assert names(locks) == ["ABC", "AB", "A"]
    assert [lock.keywords for lock in locks][:2] == [(), ("PUB",)]


def test_a_blank_name_inherits(manager_of):
    tree = manager_of(
        isolated("A", "a").replace("MDURMDL(SYSTEM.DURABLE.MODEL.QUEUE)", "MDURMDL(' ')")
    ).derived(build_topics)
    assert tree.inherited("a") == ("MDURMDL",)
    value, node = tree.effective("a", "MDURMDL")
    assert (value, node.object.name) == ("SYSTEM.DURABLE.MODEL.QUEUE", "SYSTEM.BASE.TOPIC")


def test_the_set_of_properties_follows_the_level():
    assert [len(inheritable(level, "linux")) for level in ((7,), (7, 1), (8,), (9,), (9, 4))] == [
        12,
        15,
        15,
        16,
        16,
    ]
    assert "CAPEXPRY" not in inheritable((9, 2), "zos")
    assert {"OTELPCTL", "OTELTRAC"} <= set(inheritable((9, 4, 3), "zos"))
    assert not {"CLUSTER", "PROXYSUB", "WILDCARD"} & set(inheritable((9, 4), "linux"))


def test_the_cap_inside_custom_is_read():
    assert [custom_cap(text) for text in ("CAPEXPRY(600)", "A(1) capexpry( NOLIMIT )", "CAPEXPY(1)")] == [
        "600",
        "NOLIMIT",
        None,
    ]


def test_a_blank_cluster_is_that_of_the_nearest_ancestor(manager_of):
    tree = manager_of("DEFINE TOPIC(A) TOPICSTR('a') CLUSTER(C)\nDEFINE TOPIC(AB) TOPICSTR('a/b')").derived(
        build_topics
    )
    cluster, node = tree.cluster("a/b/c")
    assert (cluster, node.topic) == ("C", "a")


def test_subscriptions_of_a_branch_are_counted_at_its_busiest_topic(manager_of):
    script = (
        "DEFINE TOPIC(A) TOPICSTR('a')\n"
        "DEFINE SUB(S1) TOPICSTR('a/#') DEST(Q)\n"
        "DEFINE SUB(S2) TOPICOBJ(A) TOPICSTR('b') DEST(Q)\n"
        "DEFINE SUB(S3) TOPICSTR('a/*') WSCHEMA(CHAR) DEST(Q)\n"
        "DEFINE SUB(S4) TOPICSTR('a/c') DEST(Q)\n"
        "DEFINE SUB(S5) TOPICSTR('z') DEST(Q)\n"
    )
    topic, reached = manager_of(script).derived(build_topics).busiest()
    assert topic == "a/b"
    assert [subscription.object.name for subscription in reached] == ["S1", "S2", "S3"]


@pytest.mark.parametrize(
    ("strings", "busiest", "reached"),
    [
        (("p/#", "p/#", "q"), "p", 2),
        (("p/+/x", "p/+/x", "p/#"), "p/+/x", 3),
        (("p/#/x", "p/x", "p/x"), "p/x", 3),
        (("#", "p/#"), "p", 2),
    ],
)
def test_subscriptions_with_wildcards_need_no_topic_object_to_be_counted(
    manager_of, strings, busiest, reached
):
    script = "".join(
        f"DEFINE SUB(S{number}) TOPICSTR('{string}') DEST(Q{number})\n"
        for number, string in enumerate(strings)
    )
    topic, found = manager_of(script).derived(build_topics).busiest()
    assert (topic, len(found)) == (busiest, reached)


def test_a_node_that_blocks_wildcards_keeps_those_from_above_away(manager_of):
    script = (
        "DEFINE TOPIC(AB) TOPICSTR('a/b') WILDCARD(BLOCK)\n"
        "DEFINE SUB(ABOVE) TOPICSTR('a/#') DEST(Q)\n"
        "DEFINE SUB(AT) TOPICSTR('a/b/#') DEST(Q)\n"
    )
    tree = manager_of(script).derived(build_topics)
    assert [one.object.name for one in tree.reached("a/b/c")] == ["AT"]
    assert [one.object.name for one in tree.reached("a/x")] == ["ABOVE"]


def test_strings_that_nobody_knows_are_left_out(manager_of):
    tree = manager_of("DEFINE TOPIC(A) TOPICSTR('${X}/a')\nDEFINE SUB(S) TOPICOBJ(NOWHERE) DEST(Q)").derived(
        build_topics
    )
    assert [object.name for object in tree.unplaced] == ["A", "S"]
    assert tree.subscriptions == []


def test_strings_that_are_too_long_for_a_queue_manager_are_left_out(manager_of):
    script = (
        f"DEFINE TOPIC(LONGEST) TOPICSTR('{'a/' * 5120}')\n"
        f"DEFINE TOPIC(LONGER) TOPICSTR('{'a/' * 5120}b')\n"
        "DEFINE SUB(JOINED) TOPICOBJ(LONGEST) TOPICSTR('b') DEST(Q)\n"
    )
    tree = manager_of(script).derived(build_topics)
    assert [object.name for object in tree.unplaced] == ["LONGER", "JOINED"]
    assert tree.deepest("a/" * 5120).object.name == "LONGEST"


def test_two_objects_of_one_string_are_told(manager_of):
    tree = manager_of("DEFINE TOPIC(A) TOPICSTR('a')\nDEFINE TOPIC(B) TOPICSTR('a')").derived(build_topics)
    assert [(first.name, second.name) for first, second in tree.duplicates] == [("A", "B")]
