"""Publications that share the edges of their subscriptions, against those that have their own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.flow import graph
from mqtune.analysis.flow.graph import Graph
from mqtune.analysis.flow.traversal import Flow
from mqtune.project.settings import QueueLoad, TopicLoad
from tests.analysis.flow.conftest import estate_with

TOPICS = ("t", "t/a", "t/b", "t/a/x", "u", "t/#", "t/a/#")
ATTRIBUTES = ("", "", "", "SELECTOR('a=1')", "SUBLEVEL(5)", "REQONLY(YES)")
QUEUES = ("Q0", "Q1", "Q2", "Q3")
PATTERNS = ("t/#", "t/#", "#", "t/+", "+/a", "t/a", "t/+/#", "u", "t/a/#")

subscriptions = st.tuples(
    st.sampled_from(PATTERNS), st.sampled_from((*QUEUES, "")), st.sampled_from(ATTRIBUTES)
)
rates = st.one_of(st.none(), st.sampled_from((1.0, 10.0, 40.0)))
persistence = st.sampled_from((None, True, False, 0.5))


@st.composite
def estates(draw):
    """The script of a queue manager with subscriptions, and the loads of its topics and queues."""
    lines = [f"DEFINE QLOCAL({name}) STREAMQ('{draw(st.sampled_from(('', 'Q3')))}')" for name in QUEUES[:3]]
    lines.append("DEFINE QLOCAL(Q3)")
    if draw(st.booleans()):
        lines.append("DEFINE TOPIC(BLOCK) TOPICSTR('t/a') WILDCARD(BLOCK)")
    for number, (topic, queue, more) in enumerate(draw(st.lists(subscriptions, min_size=2, max_size=7))):
        to = f"DEST({queue})" if queue else "DESTCLAS(MANAGED)"
        lines.append(f"DEFINE SUB(S{number}) TOPICSTR('{topic}') {to} {more}")
    names = draw(st.lists(st.sampled_from(TOPICS), min_size=1, max_size=5, unique=True))
    topics = [
        (
            "QM",
            TopicLoad(
                name, draw(rates), 2, message_size_bytes=100, persistent=draw(persistence), line=number
            ),
        )
        for number, name in enumerate(names, 1)
    ]
    queues = [
        ("QM", QueueLoad(name, draw(rates), 100, True, line=number))
        for number, name in enumerate(draw(st.lists(st.sampled_from(QUEUES), max_size=2, unique=True)), 10)
    ]
    return "\n".join(lines), topics, queues


def answers(drawn, few):
    """What the budget, the loads that follow and the contradictions are."""
    script, topics, queues = drawn
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph, "FEW", few)
        estate = estate_with({"QM": script}, topics, queues)
        (manager,) = estate.queue_managers
        flow = Flow(estate)
        return (
            [values_of(one) for one in budget(estate)],
            [values_of(one) for one in (*manager.topic_loads, *manager.queue_loads)],
            [(one.node.title, one.declared_per_s, one.derived_per_s) for one in flow.contradictions],
            [(one.node.title, one.derived_bytes) for one in flow.size_contradictions],
        )


def values_of(thing):
    """The fields of a record. Links of a chain with equal rates have no order."""
    values = {name: getattr(thing, name) for name in type(thing).__fields__ if name != "queue_manager"}
    if "chain" in values:
        values["chain"] = sorted((link.text, link.file, link.line) for link in values["chain"])
    return {name: f"{value:.9g}" if isinstance(value, float) else value for name, value in values.items()}


@given(estates())
def test_shared_edges_give_the_same_answers(drawn):
    assert answers(drawn, few=0) == answers(drawn, few=1000)


def test_topics_that_reach_the_same_subscriptions_share_their_edges():
    count = 40
    script = "\n".join(
        f"DEFINE QLOCAL(Q{n})\nDEFINE SUB(S{n}) TOPICSTR('t/#') DEST(Q{n})" for n in range(count)
    )
    topics = [("QM", TopicLoad(f"t/{number}", 10.0)) for number in range(count)]
    flow = Flow(estate_with({"QM": script}, topics))
    assert sum(len(node.edges) for node in flow.nodes) <= 3 * count
    assert {node.load.rate for node in flow.nodes if node.kind == "put"} == {10.0 * count}


@given(
    st.lists(st.sampled_from((*TOPICS, "t/+", "+/a", "#", "t/+/x", "#/x")), min_size=1, unique=True),
    st.sampled_from((*TOPICS, "t/a/x/y", "v", "t//x")),
)
def test_the_declared_load_of_a_topic_is_the_only_one_that_matches(declared, topic):
    estate = estate_with({"QM": "DEFINE QLOCAL(A)"}, [("QM", TopicLoad(name, 1.0)) for name in declared])
    (manager,) = estate.queue_managers
    load = Graph(estate).topic_load(manager, topic)
    matching = [one for one in declared if one == topic] or [
        one for one in declared if graph.has_wildcard(one) and graph.matches(one, topic)
    ]
    assert (load.topic if load is not None else None) == (matching[0] if len(matching) == 1 else None)
