"""File patterns of the project file."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.project.patterns import Exclusion, clean, pattern_set


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
    assert pattern_set([pattern]).matches(path)


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
    assert not pattern_set([pattern]).matches(path)


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
def test_a_set_names_the_patterns_that_match_alone(texts: list[str], path: str) -> None:
    matching = [number for numbers in pattern_set(texts).matching(path) for number in numbers]
    alone = [number for number, text in enumerate(texts) if pattern_set([text]).matches(path)]
    assert sorted(matching) == alone
    assert pattern_set(texts).first(path) == min(alone, default=None)


PIECES = st.sampled_from(["a", "b", "*", "**", "**/", "/", "?", "[ab]", "[!a]", ".", "[", "]", "[z-a]"])


def expression_of(pattern: str) -> str:
    """A regular expression that says the same as a pattern."""
    known = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts: list[str] = []
    for match in re.finditer(r"(?:(?<![^/])\*\*/)|\*\*|\[.[^]]*\]|.", pattern, re.DOTALL):
        sign = match[0]
        if sign[0] == "[" and len(sign) > 2:
            inside = sign[1:-1].replace("[", r"\[")
            parts.append(f"[^{inside[1:]}]" if inside[0] in "!^" else f"[{inside}]")
        else:
            parts.append(known.get(sign) or re.escape(sign))
    return "".join(parts)


NAMES = st.text(alphabet="ab.[]", min_size=1, max_size=4)


@given(st.lists(PIECES, max_size=7).map("".join), st.lists(NAMES, min_size=1, max_size=4).map("/".join))
def test_the_answers_are_those_of_an_expression(text: str, path: str) -> None:
    try:
        expected = re.fullmatch(expression_of(clean(text)), path, re.DOTALL) is not None
    except re.error:
        expected = path == clean(text)
    assert pattern_set([text]).matches(path) == expected


HOSTILE = ["*a" * 30 + "b", "**/" * 30 + "b", "**a" * 30 + "b", "a**b*c" * 10, "?*" * 30 + "b"]


@pytest.mark.parametrize("text", HOSTILE)
def test_patterns_of_a_stranger_take_linear_time(text):
    pattern, exclusion = pattern_set([text]), Exclusion.of([text])
    for path in ("a" * 3000, "a/" * 1500, "ab" * 1500 + "b", "ac" * 1500 + "b", "a/" * 1500 + "b"):
        pattern.matches(path)
        exclusion.excludes(path)


@pytest.mark.parametrize("text", ["?" * 6000 + "*", "[ab]" * 6000, "*" + "b" * 6000 + "?"])
def test_a_pattern_that_is_longer_than_any_path_matches_none(text: str) -> None:
    assert not pattern_set([text]).matches("a")
    assert not Exclusion.of([text]).excludes("a")
