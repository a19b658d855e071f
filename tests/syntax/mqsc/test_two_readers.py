"""The line pattern and the grammar read the same: on any input, for every command."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.fold import fold_lines
from mqtune.syntax.mqsc.grammar import read_logical
from mqtune.syntax.mqsc.lines import LineMemo, any_line, green_line
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.syntax.mqsc.tree import BLANK, COMMENT, TEMPLATE
from mqtune.syntax.mqsc.words import WordMemo
from mqtune.text.source import Source

VERBS = frozenset(("DEFINE", "ALTER", "SET"))
PIECES = st.sampled_from(
    [
        *("DEFINE QLOCAL(A)", "ALTER QMGR", "SET AUTHREC", "end", "REPLACE", "replace", "MAXDEPTH(5000)"),
        *("DESCR('a b')", "DESCR('it''s')", "DESCR('')", "NAMES(A,B)", "NAMES( A , 'b' )", "()", "( )"),
        *("CONNAME(host(1414))", "CONNAME('h(1)',h(2))", "WHERE(CURDEPTH GT 0)", "X((A))", "TOPICSTR(#)"),
        *(" ", "  ", "\t", ",", ", ", " ,", ";", " ; ", "'", "''", "(", ")", "=", "+", "-", " +", " -"),
        *("+\n", " +\n", "-\n", " -\n", " + \n", "+\t\n", "\n", "\n\n", "\n* note\n", "\n*  ALTDATE(1) +\n"),
        *("* x", " * x", "# x", "//", "--", "/*", "*/", "*", "a-b", "+QMNAME+", "-5", "A_+B+"),
        *("{{ x }}", "{{ if x }}", "{% if y %}", "${N}", "${N:-a b}", "{{", "}}", "{", "$", "%A%", "<N>"),
        *('"', '"a b"', "“", "”", "’", "\u00a0", "\u200b", "\ufeff", "\x00", "\x1a", "\udc80", "é", "ß"),
        *("<%= @x %>", "<%= f('x', 1) %>", "<%= a['b'] -%>", "<% if y %>", "<%# z %>", "<%", "%>", "<", "%{"),
        *("%{ if x ~}", "%{ f('x') }", "'%{ if x }a%{ endif }'", "'<%= a['b'] %>'", "'<%= c %>'", "'<%'"),
        *("${f({a=1}, 'x')}", "{# n #}", "'{# it''s #}'", "{{#x}}", "{{ end_x }}", "{{{ x }}}", "}", "~}"),
        *("'{{ f('x') }}'", "'{{ a }}'", "'{'", "'{%'", "K=V", "K = V", "K=V(1)", "1(2)", "a.b/c_d%e"),
    ]
)
TEXTS = st.lists(PIECES, max_size=14).map("".join)
NOISE = st.text(alphabet="A1 +-'(),;=*#{}$%<>\"\n\t\r\\“\u00a0", max_size=40)


def document(text):
    return Document(MQSC, Source("x.mqsc", "x.mqsc", b""), text)


def shown(command):
    """All of a command that somebody can see, with places in the document."""
    found = []
    for number, parameter in command.words():
        values = parameter.values
        places = [parameter.extent, parameter.keyword_extent]
        if parameter.value_extent is not None:
            places.append(parameter.value_extent)
        seen = [command.span(number, place) for place in places]
        for value in values or ():
            seen += [value.text, value.raw, value.quoted, command.span(number, value.extent)]
        found.append((parameter.keyword, parameter.text, parameter.form, values is None, seen))
    return found


def read_by_grammar(script, command):
    """The commands of the same lines, read by the grammar."""
    numbered = [
        (number, script.lines[number].text, 0)
        for number in range(command.first, command.last + 1)
        if script.lines[number].kind not in (BLANK, COMMENT)
    ]
    return read_logical(fold_lines(numbered, 1 << 17), False, VERBS.__contains__)


class Slow:
    """A command as the grammar read it, with the interface of a command."""

    def __init__(self, script, read):
        self.first, self.last, self.parameters, self.intact = read
        self.script = script

    def words(self):
        return [(self.first, parameter) for parameter in self.parameters]

    def span(self, number, extent):
        from mqtune.syntax.mqsc.tree import Command

        return Command.span(self, number, extent)


def check(text):
    script = parse_script(document(text), LineMemo(), None, VERBS)
    assert script.text() == text
    spans = [diagnostic.span for diagnostic in script.diagnostics]
    repaired = {line for span in spans for line in range(span.line, span.end_line + 1)}
    counts = Counter(line for command in script.commands for line in range(command.first, command.last + 1))
    for command in script.commands:
        recovered = not command.intact or repaired & set(range(command.first + 1, command.last + 2))
        if recovered or any(line.kind == TEMPLATE for line in script.lines[command.first : command.last + 1]):
            continue
        if any(counts[line] > 1 for line in range(command.first, command.last + 1)):
            assert command.irregular  # parted by a semicolon: read by the grammar before, too
            continue
        reading = read_by_grammar(script, command)
        assert reading.diagnostics == []
        if len(reading.commands) != 1:  # as above, but nothing is read behind END
            assert command.irregular
            continue
        slow = Slow(script, reading.commands[0])
        assert shown(slow) == shown(command)
        assert slow.intact
        assert command.intact


@given(TEXTS)
@example("A({{ x }},${n})B")
@example("DEFINE +\n,\nB")
@example("\xa0+\t\n\xa0DEFINE QLOCAL(A)")
@example("A(b(c),'d')  B ;")
@example("ALTER QMGR+\n();DEFINE QLOCAL(A)")
def test_lines_and_grammar_agree_on_what_people_write(text):
    check(text)


@given(NOISE)
def test_lines_and_grammar_agree_on_noise(text):
    check(text)


@given(TEXTS, st.sampled_from([None, "zos", "linux"]), st.booleans())
def test_every_place_lies_in_the_text(text, platform, template):
    script = parse_script(document(text), LineMemo(), platform, VERBS)
    lines = text.split("\n")
    spans = [diagnostic.span for diagnostic in script.diagnostics]
    for command in script.commands:
        assert 0 <= command.first <= command.last < len(lines)
        for number, parameter in command.words():
            spans += [command.span(number, parameter.extent), command.span(number, parameter.keyword_extent)]
            spans += [command.span(number, value.extent) for value in parameter.values or ()]
    for span in spans:
        assert (span.line, span.column) <= (span.end_line, span.end_column)
        assert 1 <= span.line <= span.end_line <= len(lines)
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1
        assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1


@given(TEXTS)
def test_a_keyword_stands_where_the_tree_says(text):
    script = parse_script(document(text), LineMemo(), None, VERBS)
    lines = text.split("\n")
    for command in script.commands:
        for number, parameter in command.words():
            span = command.span(number, parameter.keyword_extent)
            if span.line == span.end_line and parameter.keyword.isascii():
                written = lines[span.line - 1][span.column - 1 : span.end_column - 1]
                assert written.upper() == parameter.keyword.upper()


@given(st.binary(max_size=80))
def test_any_bytes_come_back_unchanged(data):
    source = Source("x.mqsc", "x.mqsc", data)
    script = parse_script(Document(MQSC, source), LineMemo())
    assert source.encode(script.text()) == data


@given(TEXTS)
def test_a_mend_that_is_offered_leaves_fewer_faults_of_its_kind(text):
    script = parse_script(document(text), LineMemo(), None, VERBS)
    assert all(diagnostic.replacement is not None for diagnostic in script.diagnostics if diagnostic.safe)
    assert all(re.fullmatch(r"[a-z-]+", diagnostic.kind) for diagnostic in script.diagnostics)


SIMPLE = st.lists(
    st.sampled_from(
        [
            *("DEFINE", "QLOCAL(A.B)", "descr('it is 5 % (more), or so - x')", "X(/a//b)", "END", "REPLACE"),
            *(
                "A(' ')",
                "A(',')",
                "A('')",
                "A()",
                "A(B C)",
                "A(b,*,c/*d)",
                "A(,b)",
                "A('/* b *')",
                "A('b' 'c')",
                "A (B)",
                "A(B",
                "A('b)",
                "--",
                "# x",
            ),
            *(" ", "  ", "\t", " +", " -", "+", "-", ";", ",", "*", "//x"),
        ]
    ),
    min_size=1,
    max_size=8,
)


@given(SIMPLE, st.sampled_from(["", " "]))
def test_a_line_read_in_a_hurry_is_read_as_any_other(pieces, between):
    text = between.join(pieces)
    if text.startswith("*"):
        return
    words = WordMemo()
    quick, other = green_line(text, words), any_line(text, words)
    assert (quick.kind, quick.shape, quick.signature) == (other.kind, other.shape, other.signature)
    assert [(word.keyword, word.written, word.text) for word in quick.words] == [
        (word.keyword, word.written, word.text) for word in other.words
    ]
    assert [one.extent for one in quick.parameters] == [one.extent for one in other.parameters]


@given(st.text(alphabet="aB1,' \t.(ß{}", max_size=8))
def test_values_taken_in_a_hurry_are_those_of_the_parameter(inside):
    line = green_line(f" NAMES({inside})", WordMemo())
    for word, parameter in zip(line.words, line.parameters, strict=True):
        assert word.text == parameter.text
        quick = word.simple_values
        if quick is not None:
            assert quick == tuple(text for value in parameter.values or () if (text := value.text.strip()))
