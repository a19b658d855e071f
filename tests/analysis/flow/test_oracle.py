"""The traversal against a naive one, which follows every single message, over small random estates."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from mqtune.analysis.flow.traversal import Flow, passages
from mqtune.project.settings import QueueLoad
from tests.analysis.flow.conftest import estate_with

MANAGERS = ("QA", "QB")
SOURCE = "QS"  # the queue manager of the applications
NAMES = tuple(f"N{number}" for number in range(7))
TOPICS = ("t", "t/a", "t/b", "u")


class ReturnsError(Exception):
    """A message that comes back to where it was."""


@st.composite
def estates(draw):
    """What each name is on each queue manager: ("local", stream), ("alias", name), ("remote", name),
    ("topic", string) or nothing; subscriptions as (pattern, destination); sources as (manager, name, rate).
    """
    names, subs = {}, {}
    for manager in MANAGERS:
        for name in NAMES:
            kind = draw(st.sampled_from(("local", "local", "alias", "remote", "topic", "none")))
            target = draw(st.sampled_from(NAMES))
            if kind == "local":
                names[manager, name] = (kind, draw(st.sampled_from((*NAMES, "", ""))))
            elif kind == "topic":
                names[manager, name] = (kind, draw(st.sampled_from(TOPICS)))
            elif kind != "none":
                names[manager, name] = (kind, target)
        pattern = st.sampled_from((*TOPICS, "t/#", "#", "+/a"))
        subs[manager] = draw(st.lists(st.tuples(pattern, st.sampled_from(NAMES)), max_size=3))
    entry = st.tuples(st.sampled_from(MANAGERS), st.sampled_from(NAMES), st.integers(1, 100))
    return names, subs, draw(st.lists(entry, min_size=1, max_size=4))


def source_script(sources):
    """A remote queue definition of its own for each source, which nothing else reaches."""
    lines = []
    for manager in MANAGERS:
        lines.append(f"DEFINE QLOCAL({manager}) USAGE(XMITQ)")
        lines.append(f"DEFINE CHANNEL({SOURCE}.{manager}) CHLTYPE(SDR) CONNAME('x(1)') XMITQ({manager})")
    for number, (owner, name, _) in enumerate(sources):
        lines.append(f"DEFINE QREMOTE(SOURCE.{number}) RNAME({name}) RQMNAME({owner})")
    return "\n".join(lines) + "\n"


def script_of(manager, names, subs):
    other = next(one for one in MANAGERS if one != manager)
    lines = [
        f"DEFINE CHANNEL({SOURCE}.{manager}) CHLTYPE(RCVR)",
        f"DEFINE QLOCAL({other}) USAGE(XMITQ)",
        f"DEFINE CHANNEL({manager}.{other}) CHLTYPE(SDR) CONNAME('x(1)') XMITQ({other})",
        f"DEFINE CHANNEL({other}.{manager}) CHLTYPE(RCVR)",
    ]
    for number, topic in enumerate(TOPICS):
        lines.append(f"DEFINE TOPIC(T{number}) TOPICSTR('{topic}')")
    for (owner, name), (kind, target) in names.items():
        if owner != manager:
            continue
        if kind == "local":
            lines.append(f"DEFINE QLOCAL({name}) STREAMQ('{target}')")
        elif kind == "alias":
            lines.append(f"DEFINE QALIAS({name}) TARGET({target})")
        elif kind == "topic":
            lines.append(f"DEFINE QALIAS({name}) TARGTYPE(TOPIC) TARGET(T{TOPICS.index(target)})")
        else:
            lines.append(f"DEFINE QREMOTE({name}) RNAME({target}) RQMNAME({other})")
    for number, (pattern, name) in enumerate(subs[manager]):
        lines.append(f"DEFINE SUB(S{number}) TOPICSTR('{pattern}') DEST({name})")
    return "\n".join(lines) + "\n"


def matches(pattern, topic):
    if pattern == "#":
        return True
    if pattern == "t/#":
        return topic == "t" or topic.startswith("t/")
    return topic == "t/a" if pattern == "+/a" else pattern == topic


def arrivals(names, subs, manager, name, copy=False, path=()):
    """The queues that one message reaches, with how often. Raises ReturnsError for a loop."""
    if (manager, name, copy) in path:
        raise ReturnsError
    path = (*path, (manager, name, copy))
    kind, target = names.get((manager, name), ("none", ""))
    found = Counter()
    if kind == "local":
        found[manager, f"QLOCAL({name})"] += 1
        if target and not copy:
            found += arrivals(names, subs, manager, target, True, path)
    elif kind == "alias" and names.get((manager, target), ("",))[0] not in ("alias", "topic"):
        found += arrivals(names, subs, manager, target, copy, path)
    elif kind == "remote":
        other = next(one for one in MANAGERS if one != manager)
        found[manager, f"QLOCAL({other})"] += 1
        found += arrivals(names, subs, other, target, False, path)
    elif kind == "topic":
        for pattern, destination in subs[manager]:
            if matches(pattern, target):
                found += arrivals(names, subs, manager, destination, False, path)
    return found


def flow_of(names, subs, sources, growth=1.0):
    scripts = {manager: script_of(manager, names, subs) for manager in MANAGERS}
    scripts[SOURCE] = source_script(sources)
    loads = [
        (SOURCE, QueueLoad(f"SOURCE.{number}", float(rate), 100, True))
        for number, (_, _, rate) in enumerate(sources)
    ]
    return Flow(estate_with(scripts, queues=loads), growth)


def rates(flow):
    return {
        (here.queue_manager.label, title): total.load.rate
        for here in passages(flow)
        for title, total in here.queues.items()
        if here.queue_manager.label != SOURCE
    }


@given(estates())
def test_arrivals_are_puts_times_the_ways_that_lead_there(drawn):
    names, subs, sources = drawn
    expected = Counter()
    try:
        for manager, name, rate in sources:
            for place, count in arrivals(names, subs, manager, name).items():
                expected[place] += count * rate
    except ReturnsError:
        assert any(node.looping for node in flow_of(*drawn).nodes)
        return
    flow = flow_of(*drawn)
    assert rates(flow) == dict(expected)
    assert not any(node.looping for node in flow.nodes)
    assert {place: 2 * rate for place, rate in rates(flow).items()} == rates(flow_of(*drawn, growth=2.0))


@given(estates())
def test_the_order_of_definitions_and_what_is_unreachable_do_not_matter(drawn):
    names, subs, sources = drawn
    found = rates(flow_of(*drawn))
    assert rates(flow_of(dict(reversed(names.items())), subs, sources)) == found
    reached = {(node.queue_manager.label, node.name) for node in flow_of(*drawn).nodes if node.kind == "put"}
    kept = {place: what for place, what in names.items() if place in reached}
    assert rates(flow_of(kept, subs, sources)) == found
