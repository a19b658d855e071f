"""A placeholder is part of a value or a word, or a whole line; it is never a diagnostic."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("template", [True, False])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DEFINE QLOCAL(IN.{{ NAME }})", "DEFINE QLOCAL(IN.{{ NAME }})"),
        ("DEFINE QLOCAL('IN.{{ .Name }}')", "DEFINE QLOCAL(IN.{{ .Name }})"),
        (
            "DEFINE QLOCAL({{ name | default('a b', \"x\") }})",
            "DEFINE QLOCAL({{ name | default('a b', \"x\") }})",
        ),
        ("ALTER QMGR DESCR('{{ lookup('env', 'X') }}')", "ALTER QMGR DESCR({{ lookup('env', 'X') }})"),
        (
            "DEFINE CHL(${name}) CONNAME(${HOST:-a b}(1414))",
            "DEFINE CHL(${name}) CONNAME(${HOST:-a b}(1414))",
        ),
        ("DEFINE QLOCAL(@@NAME@@) MAXDEPTH(%depth%)", "DEFINE QLOCAL(@@NAME@@) MAXDEPTH(%DEPTH%)"),
        ("DEFINE QLOCAL(A__ENV__) DESCR('<NAME>')", "DEFINE QLOCAL(A__ENV__) DESCR(<NAME>)"),
        ("{{ verb }} QLOCAL(A)", "{{ verb }} QLOCAL(A)"),
    ],
)
def test_a_placeholder_is_text_nobody_knows(commands, diagnostics, template, text, expected):
    assert commands(text, template=template) == [expected]
    assert diagnostics(text, template=template) == []


def test_lines_of_tags_are_no_commands(commands, diagnostics):
    text = "{{- if .X }}\n#{{ x }}\n  {% for q in queues %} \n{# note #}\nALTER QMGR\n{{- end }}\n"
    assert commands(text) == ["ALTER QMGR"]
    assert diagnostics(text) == []


def test_a_command_that_a_template_steers_is_read_but_not_relied_on(parse, commands, diagnostics):
    text = "DEF QL(A) +\n{% if x %}\n  MAXDEPTH(5) +\n{% endif %}\n"
    text += "  REPLACE{% if y %} PUT(ENABLED){% endif %}\nALTER QMGR\n"
    assert commands(text) == ["DEF QL(A) MAXDEPTH(5) REPLACE PUT(ENABLED)", "ALTER QMGR"]
    assert diagnostics(text) == []
    assert [command.intact for command in parse(text).commands] == [False, True]


def test_statements_that_vanish_are_no_comments_in_a_template(diagnostics):
    text = "# for q in queues\n## note\n#foreach( $q in $queues )\nALTER QMGR\n# endfor\n"
    assert diagnostics(text, template=True) == []
    assert len(diagnostics(text)) == 4


def test_a_foreign_comment_is_a_fault_in_a_template_too(diagnostics):
    assert diagnostics("# Define queues\n", template=True) == [("foreign-comment-marker", 1, 1)]


def test_a_tag_that_is_never_closed_is_text(commands):
    assert commands("DEFINE QLOCAL(A{{B)") == ["DEFINE QLOCAL(A{{B)"]


def test_directives_of_freemarker_steer_and_are_no_faults(parse, commands, diagnostics):
    text = "<#list queues as q>\nDEF QL(${q.name}) +\n"
    text += " DESCR(<#if q.text == \"\">' '<#else>'${q.text}'</#if>)\n</#list>\n"
    assert diagnostics(text) == []
    assert len(commands(text)) == 1
    assert not parse(text).commands[0].intact
