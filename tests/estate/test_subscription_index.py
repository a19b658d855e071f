"""The index of subscriptions finds what comparing each of them finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mqtune.analysis.topology.topics import TopicTree
from mqtune.estate.topic_strings import CHARACTER_SCHEME, TOPIC_SCHEME, fixed_levels, has_wildcard, matches

TOPICS = st.lists(st.sampled_from(["a", "b", "", "c*", "%"]), max_size=4).map("/".join)
PATTERNS = st.lists(st.sampled_from(["a", "b", "", "+", "#", "c*", "%*", "?", "%%*"]), min_size=1, max_size=4)
SCHEMES = st.sampled_from([TOPIC_SCHEME, CHARACTER_SCHEME])


def plainly_matches(pattern: str, topic: str, scheme: str) -> bool:
    """The definition of the wildcards, from left to right."""
    if scheme == TOPIC_SCHEME:
        return levels_match(pattern.split("/"), topic.split("/"))
    return characters_match(pattern, topic)


def levels_match(pattern: list[str], topic: list[str]) -> bool:
    if pattern[:1] == ["#"]:
        return levels_match(pattern[1:], topic) or (topic != [] and levels_match(pattern, topic[1:]))
    if not pattern or not topic:
        return pattern == topic
    return pattern[0] in ("+", topic[0]) and levels_match(pattern[1:], topic[1:])


def characters_match(pattern: str, topic: str) -> bool:
    if pattern[:1] == "*":
        return characters_match(pattern[1:], topic) or (topic != "" and characters_match(pattern, topic[1:]))
    escaped = pattern[:2] in ("%%", "%*", "%?")
    sign, rest = pattern[escaped : escaped + 1], pattern[escaped + 1 :]
    if not sign or not topic:
        return sign == topic
    return (sign == topic[0] or (sign == "?" and not escaped)) and characters_match(rest, topic[1:])


@given(PATTERNS.map("/".join), TOPICS, SCHEMES)
def test_wildcards_match_what_their_definition_says(pattern, topic, scheme):
    assert matches(pattern, topic, scheme) is plainly_matches(pattern, topic, scheme)


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
    found = [Found(*pattern) for pattern in patterns]
    for one in found:
        tree.subscribe(one)
    depths = [node.depth for node in tree.deepest(topic).upwards() if node.object is not None]

    def reached(one: Found) -> bool:
        blocked = one.wildcard and any(depth > fixed_levels(one.topic, one.scheme) for depth in depths)
        return plainly_matches(one.topic, topic, one.scheme) and not blocked

    assert tree.reached(topic) == [one for one in found if reached(one)]


@given(st.lists(st.tuples(PATTERNS.map("/".join), SCHEMES), max_size=8))
def test_the_busiest_topic_string_is_reached_by_no_fewer_than_any_node(patterns):
    tree = TopicTree(())
    found = [Found(*pattern) for pattern in patterns]
    for one in found:
        tree.subscribe(one)
        if not one.wildcard:
            tree.add(one.topic.replace("%", ""))
    topic, reached = tree.busiest()
    assert reached == tree.reached(topic)
    assert len(reached) == max(
        len(tree.reached(one))
        for one in [
            *(node.topic for node in tree.nodes()),
            *(
                "/".join(level for level in one.topic.split("/") if level != "#")
                for one in found
                if by_level(one)
            ),
        ]
    )


def by_level(one: Found) -> bool:
    return one.wildcard and one.scheme == TOPIC_SCHEME


def test_a_topic_string_as_long_as_one_may_be_meets_wildcards_at_every_second_level():
    tree = TopicTree(())
    topic = "/".join("a" * 5000)
    tree.add(topic)
    met, missed, plus = "#/a/" * 2500 + "#", "#/a/" * 2500 + "b", "+/" * 5000 + "#"
    for string in (met, missed, plus):
        tree.subscribe(Found(string, TOPIC_SCHEME))
    assert [one.topic for one in tree.reached(topic)] == [met, plus]
    assert tree.busiest()[0] == topic
    tree.subscribe(Found("*a" * 2500 + "*b*", CHARACTER_SCHEME))
    assert [one.topic for one in tree.reached(topic)] == [met, plus]


def test_the_busiest_topic_is_not_known_if_it_takes_too_many_comparisons():
    tree = TopicTree(())
    for number in range(8):  # levels that begin alike, so that a thousand places stay possible at each level
        tree.subscribe(Found(f"#/{'a/' * 900}{number}/b", TOPIC_SCHEME))
        tree.add(f"{number}/" + "a/" * 900)
    assert tree.busiest() is None
