"""Input of any size and depth is read, in time that grows with its length."""

from __future__ import annotations

import pytest

from mqtune.syntax.mqsc import reader
from mqtune.syntax.mqsc.fold import fold_lines

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


def test_a_line_that_is_too_long_says_how_much_of_it_was_read(parse):
    (diagnostic,) = parse("DEFINE " + "A(1) " * 100_000).diagnostics
    assert diagnostic.kind == "line-too-long"
    assert "500007" in diagnostic.message
