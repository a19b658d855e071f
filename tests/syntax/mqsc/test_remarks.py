"""Words meant as a comment after a command, and the sides of a merge, give one diagnostic each."""

from __future__ import annotations

import pytest

REMARKS = [
    ("DEF QL(A) MAXDEPTH(5) # enough", "foreign-comment-marker", 23, ["DEF", "QL", "MAXDEPTH"]),
    ("DEF QL(A) MAXDEPTH(5)  -- don't (ask)", "foreign-comment-marker", 24, ["DEF", "QL", "MAXDEPTH"]),
    ("ALTER QMGR CHLAUTH(ENABLED) // keep it", "foreign-comment-marker", 29, ["ALTER", "QMGR", "CHLAUTH"]),
    ("DEF QL(A) /* ours */", "foreign-comment-marker", 11, ["DEF", "QL"]),
    ("DEF QL(A) * ours", "comment-not-in-first-column", 11, ["DEF", "QL"]),
]


def keywords(command):
    return [parameter.keyword for _, parameter in command.words()]


@pytest.mark.parametrize(("text", "kind", "column", "words"), REMARKS)
def test_words_meant_as_a_comment_behind_a_command_are_one_fault_and_no_parameters(
    parse, text, kind, column, words
):
    script = parse(text + "\nDEFINE QLOCAL(NEXT)\n")
    assert [(p.kind, p.span.line, p.span.column) for p in script.diagnostics] == [(kind, 1, column)]
    assert keywords(script.commands[0]) == words
    assert keywords(script.commands[1]) == ["DEFINE", "QLOCAL"]


def test_a_command_goes_on_behind_a_sign_that_has_words_meant_as_a_comment_behind_it():
    from mqtune.syntax.mqsc.lines import is_continued

    assert is_continued("DEF QL(A) + # the queue")
    assert not is_continued("DEF QL(A) # the queue")


def test_a_command_with_such_words_in_each_line_is_read_whole(parse):
    script = parse("DEF QL(A) +  # it's ours\n  MAXDEPTH(5) + -- deep\n  REPLACE\n")
    assert [p.kind for p in script.diagnostics] == ["foreign-comment-marker"] * 2
    assert keywords(script.commands[0]) == ["DEF", "QL", "MAXDEPTH", "REPLACE"]


def test_a_lost_sign_is_asked_for_before_the_words_that_were_meant_as_a_comment(parse):
    script = parse("DEF QL(A)  # ours\n  MAXDEPTH(5)\n")
    found = {diagnostic.kind: diagnostic.span.column for diagnostic in script.diagnostics}
    assert found == {"missing-continuation": 10, "foreign-comment-marker": 12}


@pytest.mark.parametrize(
    "text",
    [
        "DEF TOPIC(T) TOPICSTR(a/ #) REPLACE",
        "DEF QL(A) DESCR('all +\n of # them -- see * below') REPLACE",
        "DEF QL(A); * ours",
        "DIS QL(*) ALL",
        "SET AUTHREC PROFILE(**) OBJTYPE(QUEUE) GROUP('a') AUTHADD(DSP)",
        "DEF QL(A) #{REST}",
        "DEF QL(A) #REST#",
    ],
)
def test_signs_inside_values_and_variables_of_templates_begin_no_comment(parse, text):
    assert not parse(text + "\n").diagnostics


CONFLICT = """\
DEF CHL(A) CHLTYPE(SDR) +
<<<<<<< HEAD
  CONNAME('a(1414)') +
=======
  CONNAME('b(1414)') +
>>>>>>> other
  XMITQ(B)
DEF QL(NEXT)
"""


def test_of_an_unfinished_merge_the_first_side_is_read_and_one_fault_told(parse):
    script = parse(CONFLICT)
    assert [(p.kind, p.span.line) for p in script.diagnostics] == [("merge-conflict", 2)]
    assert [keywords(command) for command in script.commands] == [
        ["DEF", "CHL", "CHLTYPE", "CONNAME", "XMITQ"],
        ["DEF", "QL"],
    ]


def test_the_base_of_a_merge_in_three_parts_is_not_read_either(parse):
    text = "<<<<<<< a\nDEF QL(A)\n||||||| base\nDEF QL(B)\n=======\nDEF QL(C)\n>>>>>>> c\nDEF QL(D)\n"
    script = parse(text)
    assert [(p.kind, p.span.line) for p in script.diagnostics] == [("merge-conflict", 1)]
    assert [next(iter(c.words()))[0] + 1 for c in script.commands] == [2, 8]


def test_a_mark_of_a_merge_without_the_others_is_told_of_and_nothing_is_skipped(parse):
    script = parse("<<<<<<< a\nDEF QL(A)\n=======\nDEF QL(B)\n")
    assert [p.kind for p in script.diagnostics] == ["merge-conflict", "foreign-comment-marker"]
    assert len(script.commands) == 2


def test_the_lines_behind_a_string_that_lost_its_end_belong_to_its_command(parse):
    text = "DEF AUTHINFO(A) AUTHTYPE(IDPWLDAP)\n  BASEDNU('ou=users,\n  o=shop, c=us') SHORTUSR('uid')\n"
    script = parse(text + "\nALTER QMGR CONNAUTH(A)\n")
    assert [p.kind for p in script.diagnostics] == ["missing-continuation", "unclosed-string"]
    assert keywords(script.commands[-1]) == ["ALTER", "QMGR", "CONNAUTH"]
