"""File patterns of the project file."""

from __future__ import annotations

import pytest

from mqtune.project.patterns import Exclusion, Pattern


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
