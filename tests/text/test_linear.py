"""Expressions give the answers of `re`, in linear time."""

from __future__ import annotations

import re
import warnings

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from mqtune.text.linear import Expression, UnsupportedError

LEAVES = st.sampled_from(
    [
        "a",
        "b",
        "A",
        ".",
        "[ab]",
        "[^a]",
        r"\w",
        r"\d",
        r"\.",
        r"\x61",
        "[]a]",
        "[a-c]",
        r"\n",
        "-",
        " ",
        "0",
        "K",
        "é",
    ]
)
ANCHORS = st.sampled_from(["^", "$", r"\b", r"\B", r"\A", r"\Z"])
TIMES = st.sampled_from(["*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{,2}", "{2,}", "{0}", "{1,2}?"])


def wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    group = st.one_of(inner.map("(?:{})".format), inner.map("({})".format), inner.map("(?i:{})".format))
    look = st.builds("({}{})".format, st.sampled_from(["?=", "?!"]), inner)
    behind = st.builds("({}{})".format, st.sampled_from(["?<=", "?<!"]), LEAVES)
    return st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.lists(inner, min_size=2, max_size=3).map("|".join),
        st.builds("{}{}".format, group, TIMES),
        st.builds("{}{}".format, LEAVES, TIMES),
        look,
        behind,
    )


EXPRESSIONS = st.recursive(st.one_of(LEAVES, ANCHORS), wider, max_leaves=10)
FLAGS = [0, re.IGNORECASE, re.MULTILINE, re.DOTALL, re.VERBOSE, re.ASCII | re.IGNORECASE]
TEXTS = st.text(alphabet="abAB.-\n 0kKé\u212a", max_size=8)


def answer(pattern: str, text: str, flags: int = 0) -> bool:
    return re.compile(pattern, flags).fullmatch(text) is not None


@given(
    EXPRESSIONS,
    TEXTS,
    st.sampled_from([0, re.IGNORECASE, re.MULTILINE, re.DOTALL, re.VERBOSE, re.ASCII | re.IGNORECASE]),
)
@example("(?!a)b*(?<=b)", "bb", 0)
@example("(?:a?){3}b", "aab", 0)
def test_the_answers_are_those_of_re(pattern: str, text: str, flags: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            expected = answer(pattern, text, flags)
        except re.error:  # a repeat of a repeat, if blanks do not count
            assume(False)
        assert Expression(pattern, flags).fullmatch(text) == expected


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(?i)abc", "AbC"),
        ("(?i:a)b", "Ab"),
        ("(?x) a b # c\n c", "abc"),
        ("(?x)a [ ] b", "a b"),
        ("a(?#note)*b", "aab"),
        ("(?P<name>a)b", "ab"),
        ("[]]", "]"),
        ("[^]]x", "ax"),
        (r"[\]]", "]"),
        (r"\101", "A"),
        (r"\0", "\0"),
        (r"\N{LATIN SMALL LETTER A}", "a"),
        (r"\u0061\U00000061", "aa"),
        ("a{,}", "aaa"),
        ("a{}", "a{}"),
        ("a{1", "a{1"),
        ("{", "{"),
        ("", ""),
        ("|a", ""),
        ("(|a)+b", "aab"),
        ("(?s:.)", "\n"),
        ("(?-i:a)", "a"),
        ("a$", "a\n"),
        ("a$\n", "a\n"),
        ("(?!SYSTEM)[A-Z]+", "SYSTEMX"),
        ("(?=.*B)(?=.*C).*", "xCxB"),
        (r"[A-Z]{3}\.(IN|OUT|BO)", "PAY.IN"),
        ("(?=(?!ab)a)ac", "ac"),
        ("(?<!a)(?<=^)b", "b"),
    ],
)
def test_every_construct_is_read_as_re_reads_it(pattern: str, text: str) -> None:
    flags = re.compile(pattern).flags
    for one in (text, text + "x", text.lower(), "x" + text):
        assert Expression(pattern, flags).fullmatch(one) == answer(pattern, one), one


@pytest.mark.parametrize(
    "pattern", ["(a)\\1", "(?P<a>x)(?P=a)", "(?>a)", "a*+", "(a)?(?(1)b|c)", "a{5001}", "((a{99}){99}){99}"]
)
def test_what_cannot_be_matched_in_linear_time_is_refused(pattern: str) -> None:
    with pytest.raises(UnsupportedError):
        Expression(pattern)


@pytest.mark.parametrize(
    "pattern",
    ["(A+)+B", "(A|A)*B", "(A*)*B", "A*" * 30 + "B", ".*" * 30 + "B", "(?=(A+)+B).*", "(?<!C)(A|AA)+B"],
)
def test_time_is_linear(pattern: str) -> None:
    assert not Expression(pattern).fullmatch("A" * 20_000)
    assert Expression(pattern).fullmatch("A" * 20_000 + "B")


def test_what_is_remembered_is_limited() -> None:
    expression = Expression("(?:.*[ab].{12})?")
    text = "".join("abc"[number * number % 7 % 3] for number in range(200_000))
    assert expression.fullmatch(text) == (text[-13] in "ab")
