"""Input of any size and depth is read, in time that grows with its length."""

from __future__ import annotations

import pytest

from mqtune.language import catalogue
from mqtune.syntax.mqsc import reader
from mqtune.syntax.mqsc.fold import fold_lines
from mqtune.syntax.mqsc.recovery import Balance, recover

MANY = 20_000


@pytest.mark.parametrize(
    "text",
    [
        "DEFINE QLOCAL(" + "(" * MANY + ")" * MANY + ")",
        "DEFINE QLOCAL(" + "(" * MANY,
        "DEFINE QLOCAL" + ")" * MANY,
        "DEFINE " + "A(" * MANY,
        "DEFINE " + "{{ a " * MANY,
        "DEFINE " + "{% a " * MANY,
        "DEFINE '" + "{{" * MANY,
        "DEFINE " + "'" * (MANY + 1),
        "{{ a }} " * MANY + "x",
        "'" * 1_000_000,
        " " * 1_000_000 + "'",
        "DEFINE " + "A(1) " * 200_000,
        "/*\n" * MANY,
        "DEFINE A('\n" * 200,
        "DEFINE X('" + "abc +\n" * 50_000,
    ],
    ids=lambda text: f"{text[:12]!r} and so on",
)
def test_hostile_input_is_read_and_comes_back(parse, text):
    script = parse(text)
    assert len(script.diagnostics) <= len(script.lines) + 1


def test_nested_parentheses_are_one_value(parse):
    text = "DEFINE QLOCAL(" + "(" * 500 + "x" + ")" * 500 + ")"
    (command,) = parse(text).commands
    name = list(command.words())[1][1]
    assert [len(value.raw) for value in name.values] == [1001]
    assert command.intact


@pytest.mark.parametrize(
    "line", ["  A(')\t\n", "__\n  su 'x\n", "  {{ a }} -%}\n  B('\n", "DESCR('a\tb')\n"], ids=repr
)
def test_lines_without_continuation_characters_are_not_read_with_all_before_them(parse, monkeypatch, line):
    folded = []

    def counted(lines, most):
        folded.append(sum(len(text) for _, text, _ in lines))
        return fold_lines(lines, most)

    monkeypatch.setattr(reader, "fold_lines", counted)
    text = 'DEFINE QLOCAL(A) "\n' + line * MANY
    script = parse(text)
    assert sum(folded) < 3 * len(text) + 2 * reader.MOST_REJOINED
    assert script.diagnostics


def test_no_more_of_a_first_word_than_a_verb_has_is_compared_with_verbs(parse, monkeypatch):
    asked = []
    monkeypatch.setattr(catalogue, "verb", lambda word: asked.append(len(word)))
    text = "A+\n" * MANY
    parse(text)
    assert sum(asked) < 10 * len(text)


def test_the_first_word_after_values_is_looked_for_once():
    seen = []

    class Counted(str):
        start_pos, end_pos = 0, 1

        @property
        def type(self):
            seen.append(self)
            return "STRING" if self == "'a'" else "WORD"

    folded = fold_lines([(0, "'a'" * 200 + "b" * 200, 0)], 5000)
    balance = Balance(recover(folded.text), folded, False, lambda word: None)
    balance.balanced([*map(Counted, ["'a'"] * 200 + ["b"] * 200)])
    assert len(seen) < 400 * 20


def test_a_line_that_is_too_long_says_how_much_of_it_was_read(parse):
    (diagnostic,) = parse("DEFINE " + "A(1) " * 100_000).diagnostics
    assert diagnostic.kind == "line-too-long"
    assert "500007" in diagnostic.message
