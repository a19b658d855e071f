"""Many patterns are followed at once: the work grows with the names, not with the pairs."""

from __future__ import annotations

import re
from itertools import chain, islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.text import pattern_index as pattern_trie
from mqtune.text.pattern_index import PatternBits, Trie, parts_of_name, parts_of_path
from mqtune.text.patterns import asterisks_match

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def trie_of(patterns: list[str], parts=parts_of_name) -> Trie:
    trie = Trie()
    for number, pattern in enumerate(patterns):
        trie.add(number, parts(pattern))
    return trie


@given(st.lists(st.text("AB*", max_size=5), max_size=8), st.lists(st.text("ABC", max_size=6), max_size=3))
def test_the_patterns_that_match_are_found(patterns: list[str], names: list[str]) -> None:
    trie = trie_of(patterns)
    for name in names:
        matching = [number for number, one in enumerate(patterns) if asterisks_match(one, name)]
        assert sorted(chain(*trie.ends(name))) == matching


@pytest.mark.parametrize(
    ("form", "parts"),
    [
        ("*{}*{}*{}*", parts_of_name),
        ("{}*{}*{}", parts_of_name),
        ("*{}{}{}", parts_of_name),
        ("**/*{}*{}*{}*/a", parts_of_path),
        ("?/{}*{}*{}?/**", parts_of_path),
    ],
)
def test_twice_the_patterns_and_names_are_twice_the_work(form: str, parts) -> None:
    sizes = []
    for count in (1000, 2000, 4000):
        words = list(islice(product(LETTERS, repeat=3), count))
        trie = trie_of([form.format(*word) for word in words], parts)
        for word in words:
            trie.ends("".join(word) * 2)
            trie.ends(f"{word[0]}/{''.join(word)}x/a")
        sizes.append(trie.size)
    assert sizes[1] < 2.5 * sizes[0]
    assert sizes[2] < 2.5 * sizes[1]


def test_answers_stay_the_same_when_what_is_remembered_is_forgotten(monkeypatch) -> None:
    monkeypatch.setattr(pattern_trie, "MOST_STATE_NODES", 50)
    patterns = ["*".join(word) for word in product("AB", repeat=4)]
    trie = trie_of(patterns)
    for word in product("ABC", repeat=5):
        name = "".join(word)
        matching = [number for number, one in enumerate(patterns) if asterisks_match(one, name)]
        assert sorted(chain(*trie.ends(name))) == matching
        assert trie.size < 100


@given(
    st.lists(st.text("a*?/[!b]", max_size=8), max_size=8), st.lists(st.text("ab/!", max_size=6), max_size=4)
)
def test_bits_answer_the_same(texts: list[str], names: list[str]) -> None:
    patterns: list[tuple[list[int], list[tuple[int | str, re.Pattern[str] | None]]]] = []
    trie = Trie()
    for number, text in enumerate(dict.fromkeys(["**/a", "**/**/*b*", "a/**/*", "**/[!a]*/b", *texts])):
        try:
            parts = [*parts_of_path(text)]
        except re.error:
            continue
        patterns.append(([number], parts))
        trie.add(number, parts)
    bits = PatternBits(patterns)
    for name in ["a", "a/b", "b/a", "a/b/a", "ab/b/b", *names]:
        assert sorted(chain(*bits.ends(name))) == sorted(chain(*trie.ends(name)))


def test_patterns_that_are_alike_are_followed_as_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    patterns = ["*".join(("", *word, "")) for word in product(("A", "AB", "BA"), repeat=5)]
    trie = trie_of(patterns)
    followed: list[int] = []
    behind = Trie.behind
    monkeypatch.setattr(
        Trie, "behind", lambda self, nodes, sign: followed.append(len(nodes)) or behind(self, nodes, sign)
    )
    for word in product("AB", repeat=11):
        name = "".join(word)
        matching = [number for number, one in enumerate(patterns) if asterisks_match(one, name)]
        assert sorted(chain(*trie.ends(name))) == matching
    assert sum(followed) < 2 * pattern_trie.ENOUGH
