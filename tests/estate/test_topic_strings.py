"""Topic strings and their wildcards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark

from mqtune.assets import asset_text
from mqtune.estate.topic_strings import (
    branch_root,
    fixed_levels,
    has_wildcard,
    items,
    joined,
    levels_of,
    matches,
    meet,
)


@pytest.mark.parametrize(
    ("pattern", "topic", "answer"),
    [
        ("a/b", "a/b", True),
        ("a/b", "a/B", False),
        ("a/#", "a", True),
        ("a/#", "a/b/c", True),
        ("a/#", "ab", False),
        ("#", "", True),
        ("#", "a/b", True),
        ("#/c", "c", True),
        ("#/c", "a/b/c", True),
        ("#/c", "abc", False),
        ("a/#/c", "a/c", True),
        ("a/#/c", "a/b/d/c", True),
        ("a/#/c", "ac", False),
        ("#/#", "a/b", True),
        ("#/a/#/b", "a/c/a/b/c/b", True),
        ("#/ab/#/b", "a/abc/b", False),
        ("#/a/" * 20 + "b", "a/" * 200 + "c", False),
        ("a/+", "a/b", True),
        ("a/+", "a", False),
        ("a/+", "a/b/c", False),
        ("+/b", "/b", True),
        ("a+", "ab", False),
        ("a/b#", "a/bc", False),
        ("", "", True),
    ],
)
def test_topic_wildcards_stand_for_whole_levels(pattern, topic, answer):
    assert matches(pattern, topic) is answer


@pytest.mark.parametrize(
    ("pattern", "topic", "answer"),
    [
        ("a*", "a/b", True),
        ("a?c", "a/c", True),
        ("*a?*b", "aaxb", True),
        ("*a" * 20 + "b", "a" * 200, False),
        ("a?", "a", False),
        ("a%*", "a*", True),
        ("a%*", "ab", False),
        ("a/#", "a/b", False),
    ],
)
def test_character_wildcards_know_no_levels(pattern, topic, answer):
    assert matches(pattern, topic, "CHAR") is answer


def test_levels_in_front_of_the_first_wildcard_are_fixed():
    assert [fixed_levels(topic) for topic in ("a/b", "a/+/c", "#", "")] == [2, 1, 0, 0]
    assert fixed_levels("a/b*", "CHAR") == 1


def test_a_branch_hangs_from_what_stands_before_its_wildcard():
    assert [branch_root(topic) for topic in ("prices/#", "#", "prices", "a/+/b")] == [
        "prices",
        "",
        "prices",
        "a",
    ]


def test_object_string_and_rest_are_joined_by_one_slash():
    assert [joined("a", "b"), joined("a", ""), joined("", "b")] == ["a/b", "a", "b"]


@given(st.text(alphabet="a/#+ b", min_size=1, max_size=10))
def test_levels_and_wildcards_are_those_of_the_grammar(topic):
    tree = Lark(asset_text("grammars/values/topic.lark"), parser="lalr").parse(topic)
    levels = [token.value for token in tree.scan_values(lambda token: True)]
    assert [level for level in levels_of(topic) if level] == [level for level in levels if level != "/"]
    assert has_wildcard(topic) == any(
        True for _ in tree.scan_values(lambda token: token.type in {"MANY", "ONE"})
    )


LEVELS = st.lists(st.sampled_from(["a", "b", "+", "#"]), min_size=1, max_size=5)


def plainly_meet(one: list[str], other: list[str]) -> bool:
    """Whether two patterns have a topic string in common, level by level."""
    if not one or not other:
        return all(level == "#" for level in one + other)
    for first, second in ((one, other), (other, one)):
        if first[0] == "#":
            return plainly_meet(first[1:], second) or plainly_meet(first, second[1:])
    return (one[0] == other[0] or "+" in (one[0], other[0])) and plainly_meet(one[1:], other[1:])


@given(LEVELS, LEVELS)
def test_two_patterns_meet_where_a_topic_string_matches_both(one, other):
    assert meet(items("/".join(one)), items("/".join(other))) is plainly_meet(one, other)


def test_patterns_as_long_as_topic_strings_may_be_meet():
    one, other = "#/a/" * 2500, "a/+/#/" * 1600
    assert meet(items(one + "b"), items(other + "b"))
    assert not meet(items(one + "b"), items(other + "c"))
    assert matches("*a?" * 3400 + "*", "ab" * 5000, "CHAR")
    assert not matches("*a?" * 3400 + "c", "ab" * 5000, "CHAR")
