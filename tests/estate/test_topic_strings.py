"""Topic strings and their wildcards."""

from __future__ import annotations

import pytest

from mqtune.estate.topic_strings import branch_root, fixed_levels, joined, matches


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
