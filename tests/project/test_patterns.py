"""File patterns of the project file."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.project.patterns import Exclusion, PathIndex, Pattern, PatternSet, _expression


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("hub/*.mqsc", "hub/a.mqsc"),
        ("./hub/qm.ini", "hub/qm.ini"),
        ("**/*.mqsc", "a.mqsc"),
        ("**/*.mqsc", "a/b/c.mqsc"),
        ("a/**", "a/b/c.mqsc"),
        ("a/**/c.mqsc", "a/c.mqsc"),
        ("a/**/c.mqsc", "a/b/b/c.mqsc"),
        ("q?.mqsc", "q1.mqsc"),
        ("q[0-9].mqsc", "q7.mqsc"),
        ("q[!0-9].mqsc", "qa.mqsc"),
        ("a.(b)+[", "a.(b)+["),
        ("hub\\qm.ini", "hub/qm.ini"),
        ("[z-a]", "[z-a]"),
        ("a/../hub/./q.mqsc", "hub/q.mqsc"),
        ("a/b/../../*.mqsc", "a.mqsc"),
        ("../a.mqsc", "../a.mqsc"),
        ("a/../../a.mqsc", "../a.mqsc"),
        ("*/../a.mqsc", "b/../a.mqsc"),
    ],
)
def test_a_pattern_matches(pattern, path):
    assert Pattern(pattern).matches(path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("hub/*.mqsc", "hub/a/b.mqsc"),
        ("*.mqsc", "a/b.mqsc"),
        ("hub/*.mqsc", "hub/a.mqsc.bak"),
        ("q[0-9].mqsc", "qa.mqsc"),
        ("a/**", "ab/c"),
        ("a.mqsc", "aXmqsc"),
    ],
)
def test_a_pattern_does_not_match(pattern, path):
    assert not Pattern(pattern).matches(path)


@pytest.mark.parametrize(
    ("exclude", "path"),
    [
        ("archive", "archive"),
        ("archive", "a/archive"),
        ("archive/", "archive"),
        ("archive/**", "archive"),
        ("archive/**", "archive/a"),
        ("*.bak", "a/b.bak"),
        ("a/b", "a/b"),
    ],
)
def test_a_path_is_excluded(exclude, path):
    assert Exclusion.of([exclude]).excludes(path)


def test_a_pattern_with_a_slash_begins_at_the_project():
    assert not Exclusion.of(["a/b"]).excludes("x/a/b")


def test_what_hides_a_named_folder_does_not_count_in_it():
    left = Exclusion.of(["archive/**", "*.bak"]).without("archive/old")
    assert not left.excludes("archive/old/a.mqsc")
    assert left.excludes("archive/old/a.bak")


PARTS = st.sampled_from(["a", "b", "*", "**", "?", "[ab]", "a*", "ab"])
TEXTS = st.lists(PARTS, min_size=1, max_size=3).map("/".join)
PATHS = st.lists(st.sampled_from(["a", "b", "ab"]), min_size=1, max_size=3).map("/".join)


@given(st.lists(TEXTS, max_size=5), PATHS)
def test_a_set_of_patterns_matches_what_one_of_them_matches(texts, path):
    patterns = [Pattern(text) for text in texts]
    assert PatternSet(patterns).matches(path) == any(pattern.matches(path) for pattern in patterns)


@given(TEXTS, st.lists(PATHS, max_size=5))
def test_an_index_of_paths_has_all_that_a_pattern_matches(text, paths):
    pattern = Pattern(text)
    matching = {number for number, path in enumerate(paths) if pattern.matches(path)}
    assert matching <= set(PathIndex(paths).candidates(pattern))


PIECES = st.sampled_from(["a", "b", "*", "**", "**/", "/", "?", "[ab]", "[!a]", ".", "[", "]", "[z-a]"])


@given(st.lists(PIECES, max_size=7).map("".join), st.text(alphabet="ab/.[]", max_size=9))
def test_the_answers_are_those_of_an_expression(text, path):
    pattern = Pattern(text)
    try:
        expected = re.fullmatch(_expression(pattern.text), path, re.DOTALL) is not None
    except re.error:
        expected = path == pattern.text
    assert pattern.matches(path) == expected


HOSTILE = ["*a" * 30 + "b", "**/" * 30 + "b", "**a" * 30 + "b", "a**b*c" * 10, "?*" * 30 + "b"]


@pytest.mark.parametrize("text", HOSTILE)
def test_patterns_of_a_stranger_take_linear_time(text):
    pattern, exclusion = Pattern(text), Exclusion.of([text])
    for path in ("a" * 3000, "a/" * 1500, "ab" * 1500 + "b", "ac" * 1500 + "b", "a/" * 1500 + "b"):
        pattern.matches(path)
        exclusion.excludes(path)


@pytest.mark.parametrize("text", ["?" * 6000 + "*", "[ab]" * 6000, "*" + "b" * 6000 + "?"])
def test_a_pattern_that_is_longer_than_any_path_matches_none(text: str) -> None:
    assert not Pattern(text).matches("a")
    assert not Exclusion.of([text]).excludes("a")
