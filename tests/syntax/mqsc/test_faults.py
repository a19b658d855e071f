"""Each diagnostic is told once, at its place, and the next command is read as if nothing had been."""

from __future__ import annotations

import pytest

from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.editing import apply_edits
from mqtune.text.source import Source

NEXT = "\nDEFINE QLOCAL(NEXT)\n"

# text, kind, line, column, what is offered in place of it
CASES = [
    ("ALTER CHL(C) CONNAME('host(1414))", "unclosed-string", 1, 22, None),
    ("DEF QL(A) DESCR('abc) DEADQ('X') REPLACE", "unclosed-string", 1, 17, None),
    ("DEF QL(A) DESCR('Fred's queue') REPLACE", "unclosed-string", 1, 22, "''"),
    ("DEF QL(A) DESCR(Fred's)", "unclosed-string", 1, 21, None),
    ("DEF QL(A) DESCR('one\n  two') REPLACE", "unclosed-string", 1, 17, None),
    ("DEF QL(A) DESCR('one +\n  two", "unclosed-string", 1, 17, None),
    ("DEF QL(A MAXDEPTH(5) REPLACE", "unclosed-parenthesis", 1, 7, None),
    ("SET AUTHREC AUTHADD(PUT,\n  SET)", "unclosed-parenthesis", 1, 20, None),
    ("DEF QL(A) MAXDEPTH(5;", "unclosed-parenthesis", 1, 19, None),
    ("DEF QL(A)) REPLACE", "unexpected-parenthesis", 1, 10, None),
    ("DEF QL(A) (5) REPLACE", "unexpected-parenthesis", 1, 11, None),
    ("DEF QL 'A') REPLACE", "stray-value", 1, 8, None),
    ("DEF QL(A) DESCR('a'') +\n  DEADQ('X')", "unclosed-string", 1, 17, None),
    ('DEF SERVICE(A) STARTARG(-d "x"\')', "unclosed-string", 1, 31, None),
    ("DEF QL(A)\nREPLACE", "missing-continuation", 1, 10, " +"),
    ("DEF QL(A)\nREPLACE +\nDESCR('x')", "missing-continuation", 1, 10, " +"),
    ("# queues", "foreign-comment-marker", 1, 1, "*"),
    ("// queues", "foreign-comment-marker", 1, 1, "*"),
    ("-- queues", "foreign-comment-marker", 1, 1, "*"),
    ("/* queues */", "foreign-comment-marker", 1, 1, "*"),
    ("/* queues\n of (ours)\n * 'all'\n */", "foreign-comment-marker", 1, 1, None),
    ("  # queues", "foreign-comment-marker", 1, 3, None),
    ("DEF QL(A) +\n# depth\n MAXDEPTH(5)", "foreign-comment-marker", 2, 1, "*"),
    ("  * queues", "comment-not-in-first-column", 1, 1, ""),
    ("DEF QL(A) +\n  MAXDEPTH(5) +\n", "dangling-continuation", 2, 14, ""),
    ("DEF QL(A)+\n  MAXDEPTH(5)", "glued-parameters", 1, 10, " +"),
    ("DEF QL(A) +\n  PUT(ENABLED)+\n  GET(ENABLED)", "glued-parameters", 2, 15, " +"),
    ("DEF QL(A)MAXDEPTH(5)", "glued-parameters", 1, 10, " MAXDEPTH"),
    ("DEFINE+\n  QLOCAL(A)", "glued-parameters", 1, 7, " +"),
    ("DEF QL(A)\n  MAXDEPTH(5) +\n  REPLACE", "missing-continuation", 1, 10, " +"),
    ("DEF QL(A) MAXDEPTH(5) –\n  REPLACE", "missing-continuation", 1, 23, "-"),
    ("DEF QL(A) STREAMQ('A'.CPY) REPLACE", "unclosed-string", 1, 21, None),
    ("DEF QL(A) DESCR(‘a b’)", "typographic-quote", 1, 17, "'a b'"),
    ("DEF QL(A) DESCR(“it’s”)", "typographic-quote", 1, 17, "'it’s'"),
    ("DEF QL(A) DESCR('a b’) REPLACE", "typographic-quote", 1, 21, "'"),
    ("DEF QL(A) DESCR(\"a 'b'\")", "double-quote", 1, 17, "'a ''b'''"),
    ('DEF SERVICE(A) STARTARG(-d "x y")', "double-quote", 1, 28, None),
    ('DEF QL(A) DESCR("abc) REPLACE', "double-quote", 1, 17, None),
    ("DEFINE\u00a0QLOCAL(A)", "invisible-character", 1, 7, " "),
    ("DEFINE QLOCAL(A)\u200b", "invisible-character", 1, 17, ""),
    ("DEFINE QLOCAL(A) +\u00a0\n  REPLACE", "invisible-character", 1, 19, ""),
    ("DEFINE QLOCAL(A) +\t\n  REPLACE", "control-character", 1, 19, ""),
    ("DEFINE QLOCAL(A)\x0b REPLACE", "control-character", 1, 17, None),
    ("DEF QL(A) MAXDEPTH=5", "equals-form", 1, 11, "MAXDEPTH(5)"),
    ("DEF QL(A) MAXDEPTH = 5", "equals-form", 1, 11, "MAXDEPTH(5)"),
    ("DEF QL(A) 'B' REPLACE", "stray-value", 1, 11, None),
]


@pytest.mark.parametrize(("text", "kind", "line", "column", "replacement"), CASES)
def test_a_fault_is_told_once_at_its_place_and_the_next_command_is_whole(
    parse, text, kind, line, column, replacement
):
    script = parse(text + NEXT)
    assert [
        (diagnostic.kind, diagnostic.span.line, diagnostic.span.column) for diagnostic in script.diagnostics
    ] == [(kind, line, column)]
    assert script.diagnostics[0].replacement == replacement
    last = script.commands[-1]
    assert [(parameter.keyword, parameter.text) for _, parameter in last.words()] == [
        ("DEFINE", None),
        ("QLOCAL", "NEXT"),
    ]
    assert last.intact


@pytest.mark.parametrize("text", [case[0] for case in CASES if case[4] is not None])
def test_what_is_offered_mends_the_fault(parse, text):
    text += NEXT
    diagnostics = parse(text).diagnostics
    recovered = apply_edits(text, [(diagnostic.span, diagnostic.replacement) for diagnostic in diagnostics])
    assert parse(recovered).diagnostics == []


def test_a_message_is_one_plain_statement(parse):
    for text, *_ in CASES:
        for diagnostic in parse(text + NEXT).diagnostics:
            assert diagnostic.message[0] == diagnostic.message[0].lower()
            assert not diagnostic.message.endswith((".", "?", "!"))
            assert diagnostic.help
            assert not diagnostic.help.endswith((".", "?", "!"))


def test_a_verb_behind_a_sign_begins_a_command(diagnostics, commands):
    text = "DEF QL(A) +\n  MAXDEPTH(5) +\n\nDEF QL(B)\nALTER QMGR +\nEND\n"
    assert commands(text) == ["DEF QL(A) MAXDEPTH(5)", "DEF QL(B)", "ALTER QMGR", "END"]
    assert diagnostics(text) == [("dangling-continuation", 2, 14), ("dangling-continuation", 5, 11)]


def test_a_verb_inside_a_list_or_as_a_parameter_begins_none(diagnostics):
    assert diagnostics("SET AUTHREC AUTHADD(PUT, +\nSET GET)") == []
    assert diagnostics("DELETE QLOCAL(A) +\nPURGE IGNSTATE(YES)") == []
    assert diagnostics("ALTER QMGR DESCR('we +\ndefine it')") == []


def test_a_dangling_sign_at_the_end_of_the_file_is_no_safe_fix(parse):
    (diagnostic,) = parse("ALTER QMGR +\n").diagnostics
    assert not diagnostic.safe
    assert diagnostic.replacement == ""


def test_a_parameter_behind_a_finished_command_is_no_lost_sign(diagnostics):
    assert diagnostics("ALTER QMGR;\nMAXMSGL(5)") == []
    assert diagnostics("ALTER QMGR\n\nMAXMSGL(5)") == []
    assert diagnostics("* note\nMAXMSGL(5)") == []


def test_every_line_without_its_sign_is_told_and_the_command_is_read_as_it_was_meant(diagnostics, commands):
    text = 'DEF QL(A) DESCR("x")\n  MAXDEPTH(5) +\n  NAMES(A,+\n  B)\n  REPLACE\nDEF QL(B)'
    assert commands(text) == ["DEF QL(A) DESCR(x) MAXDEPTH(5) NAMES(A,B) REPLACE", "DEF QL(B)"]
    assert diagnostics(text) == [
        ("double-quote", 1, 17),
        ("missing-continuation", 1, 21),
        ("missing-continuation", 4, 5),
    ]


def test_a_word_that_is_not_indented_is_left_to_those_who_know_verbs(diagnostics, commands):
    assert commands("DEF QL(A)\nDEFIN QL(B)") == ["DEF QL(A)", "DEFIN QL(B)"]
    assert diagnostics("DEF QL(A)\nDEFIN QL(B)") == []


def test_a_byte_order_mark_is_told_and_reading_goes_on(parse, commands):
    text = "\ufeffDEFINE QLOCAL(A) +\n  REPLACE\n"
    script = parse(text)
    assert [diagnostic.kind for diagnostic in script.diagnostics] == ["byte-order-mark"]
    assert script.diagnostics[0].replacement == ""
    assert commands(text) == ["DEFINE QLOCAL(A) REPLACE"]
    number, name = list(script.commands[0].words())[1]
    assert script.commands[0].span(number, name.extent).column == 9
    assert [diagnostic.kind for diagnostic in parse("\ufeff* note\n\ufeff* note").diagnostics] == [
        "byte-order-mark",
        "invisible-character",
    ]
    hard = parse("\ufeffDEF QL(A)) DESCR('x')").diagnostics
    assert [(diagnostic.kind, diagnostic.span.column) for diagnostic in hard] == [
        ("byte-order-mark", 1),
        ("unexpected-parenthesis", 11),
    ]


def test_strings_and_comments_may_hold_any_character(diagnostics):
    text = "* “note”\u00a0\x0b\nALTER QMGR DESCR('“a”\u00a0\u200b\x0b é \"x\" (y) ;')\n"
    assert diagnostics(text) == []


def test_a_tab_is_a_blank_unless_it_stands_behind_the_sign(diagnostics):
    assert diagnostics("DEFINE\tQLOCAL(A)\t+\n\tREPLACE\t\n") == []


def test_null_characters_and_lone_carriage_returns_are_told_once(parse):
    garbled = parse("D\0E\0F\0\n\0A\0 \0\n")
    assert [diagnostic.kind for diagnostic in garbled.diagnostics] == ["control-character"]
    assert not any(command.intact for command in garbled.commands)
    old = parse("* note\rDEFINE QLOCAL(A)\rDEFINE QLOCAL(B)\r")
    assert [(diagnostic.kind, diagnostic.span.column) for diagnostic in old.diagnostics] == [
        ("control-character", 7)
    ]


def test_a_line_may_have_2048_characters(diagnostics):
    fits = "ALTER QMGR DESCR('" + "x" * (2048 - 20) + "')"
    assert len(fits) == 2048
    assert diagnostics(fits) == []
    assert diagnostics(fits[:-2] + "y')") == [("line-too-long", 1, 2049)]
    assert diagnostics("* " + "x" * 5000) == []


def test_a_command_with_a_fault_still_gives_what_was_read(commands, parse):
    assert commands("DEF QL(A) DESCR('abc) DEADQ('X') REPLACE") == ["DEF QL(A) DESCR(abc) DEADQ(X) REPLACE"]
    assert commands("DEF QL(A MAXDEPTH(5) REPLACE") == ["DEF QL(A) MAXDEPTH(5) REPLACE"]
    assert not parse("DEF QL(A MAXDEPTH(5) REPLACE").commands[0].intact
    assert commands("DEF QL(A)\n  MAXDEPTH(5)\n") == ["DEF QL(A) MAXDEPTH(5)"]
    assert parse("DEF QL(A)\n  MAXDEPTH(5)\n").commands[0].intact


def test_comments_may_stand_where_the_sign_is_missing_but_no_blank_line(diagnostics):
    assert diagnostics("DEF QL(A)\n* depth\n  MAXDEPTH(5)") == [("missing-continuation", 1, 10)]
    assert diagnostics("DEF QL(A)\n\n  MAXDEPTH(5)") == []


def test_a_doubled_carriage_return_is_told_once_and_blank_lines_stay_blank(diagnostics, commands):
    text = "DEF QL(A) +\r\r\n\r\r\n  REPLACE\r\r\nDEF QL(B)\r\r\n"
    assert diagnostics(text) == [("control-character", 1, 12)]
    assert commands(text) == ["DEF QL(A) REPLACE", "DEF QL(B)"]


def test_the_mark_of_utf_16_is_not_taken_away_alone():
    source = Source("x.mqsc", "x.mqsc", "\ufeffALTER QMGR\n".encode("utf-16-le"))
    (diagnostic,) = parse_script(Document(MQSC, source), LineMemo()).diagnostics
    assert diagnostic.kind == "byte-order-mark"
    assert diagnostic.replacement is None
