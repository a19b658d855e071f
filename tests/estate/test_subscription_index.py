"""The index of subscriptions finds what comparing each of them finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mqtune.estate.topic_strings import CHARACTER_SCHEME, TOPIC_SCHEME, fixed_levels, has_wildcard, matches
from mqtune.estate.topics import TopicTree

TOPICS = st.lists(st.sampled_from(["a", "b", "", "c*"]), max_size=4).map("/".join)
PATTERNS = st.lists(st.sampled_from(["a", "b", "", "+", "#", "c*", "%*", "?"]), min_size=1, max_size=4)
SCHEMES = st.sampled_from([TOPIC_SCHEME, CHARACTER_SCHEME])


class Found:
    """A subscription with what the index asks of it."""

    def __init__(self, topic: str, scheme: str) -> None:
        self.topic = topic
        self.scheme = scheme
        self.wildcard = has_wildcard(topic, scheme)


class Blocking:
    """A topic object with WILDCARD(BLOCK)."""

    def value(self, keyword: str) -> str:
        return "BLOCK" if keyword == "WILDCARD" else ""


@given(
    st.lists(
        st.tuples(PATTERNS.map("/".join), st.sampled_from([TOPIC_SCHEME, CHARACTER_SCHEME])), max_size=8
    ),
    st.lists(TOPICS, max_size=2),
    TOPICS,
)
def test_what_is_reached_is_what_each_subscription_matches(patterns, blocking, topic):
    tree = TopicTree(())
    for string in blocking:
        tree.add(string).object = Blocking()
    found = [Found(*pattern) for pattern in patterns if not pattern[0].startswith("#/#")]
    for one in found:
        tree.subscribe(one)
    depths = [node.depth for node in tree.deepest(topic).upwards() if node.object is not None]

    def reached(one: Found) -> bool:
        blocked = one.wildcard and any(depth > fixed_levels(one.topic, one.scheme) for depth in depths)
        return matches(one.topic, topic, one.scheme) and not blocked

    assert tree.reached(topic) == [one for one in found if reached(one)]
