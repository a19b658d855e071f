"""A placeholder is part of a value or a word, or a whole line; it is never a diagnostic."""

from __future__ import annotations

import pytest

from mqtune.syntax.mqsc.templates import branch_of


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
        (
            "DEF QL(<%= @name %>) MAXDEPTH(<%= @depth || 5 -%>)",
            "DEF QL(<%= @name %>) MAXDEPTH(<%= @depth || 5 -%>)",
        ),
        (
            "DEF QL(<%= node['a'][\"b\"] %>.IN) DESCR('<%= f(x, 'y') %> z')",
            "DEF QL(<%= node['a'][\"b\"] %>.IN) DESCR(<%= f(x, 'y') %> z)",
        ),
        ("<%= $verb %> QLOCAL(A)", "<%= $verb %> QLOCAL(A)"),
        (
            "DEF QL(${lookup({a = 1}, \"x y\")}) DESCR('%{ if a }b%{ else }c%{ endif }')",
            'DEF QL(${lookup({a = 1}, "x y")}) DESCR(%{ if a }b%{ else }c%{ endif })',
        ),
        ("DEF QL(%{hiera('a b')}) MAXDEPTH(%{depth})", "DEF QL(%{hiera('a b')}) MAXDEPTH(%{depth})"),
        ("DEF QL({{{ name }}}) MAXDEPTH({{ end_x }})", "DEF QL({{{ name }}}) MAXDEPTH({{ end_x }})"),
        ("DEF QL(A) {# it's small #} MAXDEPTH(5)", "DEF QL(A) MAXDEPTH(5)"),
        ("DEF QL(A) <%# it's small %> MAXDEPTH(5)", "DEF QL(A) MAXDEPTH(5)"),
        ("DEF QL(A) {{/* it's small */}} MAXDEPTH(5) {{! so }}", "DEF QL(A) MAXDEPTH(5)"),
    ],
)
def test_a_placeholder_is_text_nobody_knows(commands, diagnostics, template, text, expected):
    assert commands(text, template=template) == [expected]
    assert diagnostics(text, template=template) == []


def test_lines_of_tags_are_no_commands(commands, diagnostics):
    text = "{{- if .X }}\n#{{ x }}\n  {% for q in queues %} \n{# note #}\nALTER QMGR\n{{- end }}\n"
    assert commands(text) == ["ALTER QMGR"]
    assert diagnostics(text) == []


@pytest.mark.parametrize(
    "tags",
    [
        "%{ for q in queues ~}\n  %{ if q.tls }\n%{ endfor ~}",
        "<%- @queues.each do |q| -%>\n<% if q %> <%# it's so %>\n<% end -%>",
        "{{#queues}}\n{{^tls}}\n{{/queues}}",
        "<%- | String $name,\n      Integer $depth = 5,\n| -%>",
        "<%#\n  It's a comment:\n# DEFINE QLOCAL(NOT)\n%>",
        "{#\n  It's a comment\n  DEFINE QLOCAL(NOT)\n#}",
        "{%- set x = [\n  'a',\n] -%}",
        "{{- /*\nIt's a comment\n*/ -}}",
    ],
)
@pytest.mark.parametrize("template", [True, False])
def test_lines_of_tags_of_any_engine_are_no_commands(parse, commands, diagnostics, tags, template):
    text = f"{tags}\nALTER QMGR\n{tags}\nDEF QL(A) +\n{tags}\n  REPLACE\n{tags}\n"
    assert commands(text, template=template) == ["ALTER QMGR", "DEF QL(A) REPLACE"]
    assert diagnostics(text, template=template) == []
    assert [command.intact for command in parse(text).commands] == [True, False]


@pytest.mark.parametrize(
    "text",
    [
        "{{ broken\nDEF QL(A)\n{{ x }}\nDEF QL(B)\n",
        "<% broken\nDEF QL(A)\nDEF QL(B)\n",
        "{# broken\nDEF QL(A)\n#} DEF QL(B)\n",
    ],
)
def test_a_tag_of_several_lines_that_is_not_closed_hides_nothing(commands, text):
    assert any(command.startswith("DEF QL(A)") for command in commands(text))


@pytest.mark.parametrize(
    "word", ["<% if y %>PUT(ENABLED)<% end %>", "%{ if y }PUT(ENABLED)%{ endif }", "{{#y}}PUT(ENABLED){{/y}}"]
)
def test_tags_inside_a_command_of_any_engine_steer_it(parse, commands, diagnostics, word):
    text = f"DEF QL(A) MAXDEPTH(5) {word} REPLACE\nALTER QMGR\n"
    assert commands(text) == ["DEF QL(A) MAXDEPTH(5) PUT(ENABLED) REPLACE", "ALTER QMGR"]
    assert diagnostics(text) == []
    assert [command.intact for command in parse(text).commands] == [False, True]


IF_ELSE = [
    ("{% if a %}", "{% elif b %}", "{% else %}", "{% endif %}"),
    ("{%- if a -%}", "{%- elif b -%}", "{%- else -%}", "{%- endif -%}"),
    ("{{ if .a }}", "{{ else if .b }}", "{{ else }}", "{{ end }}"),
    ("{{- if .a }}", "{{- else if .b }}", "{{- else }}", "{{- end -}}"),
    ("{{#if a}}", "{{else if b}}", "{{else}}", "{{/if}}"),
    ("{{#a}}", "{{/a}}{{#b}}", "{{/b}}{{^a}}", "{{/a}}"),
    ("<% if a %>", "<% elsif b %>", "<% else %>", "<% end %>"),
    ("<%- unless a then -%>", "<%- elsif b -%>", "<%- else -%>", "<%- end -%>"),
    ("<% case a %><% when 1 %>", "<% when 2 %>", "<% else %>", "<% end %>"),
    ("<% if $a { -%>", "<% } elsif $b { -%>", "<% } else { -%>", "<% } -%>"),
    ("%{ if a ~}", "%{ else }%{ if b }", "%{ else ~}", "%{ endif }%{ endif ~}"),
    ("<#if a>", "<#elseif b>", "<#else>", "</#if>"),
    ("<#switch a><#case 1>", "<#case 2>", "<#default>", "</#switch>"),
    ("#if( $a )", "#elseif( $b )", "#else", "#end"),
]


@pytest.mark.parametrize("tags", IF_ELSE)
@pytest.mark.parametrize("nested", [False, True])
def test_the_branches_of_a_template_are_told_apart(parse, tags, nested):
    first, second, third, end = tags
    loop = ("{% for q in x %}", "{% set y %}", "{% endset %}", "{% endfor %}") if nested else ("", "", "", "")
    lines = ["CMD(0)", loop[0], first, "CMD(1)", loop[1], loop[2], second, "CMD(2)", third, "CMD(3)", end]
    script = parse("\n".join([*lines, "CMD(4)", loop[3], "CMD(5)"]))
    branches = {
        parameter.text: branch_of(command) for command in script.commands for _, parameter in command.words()
    }
    assert branches["0"] == branches["5"] == ""
    assert len({branches[number] for number in "1234"}) == 4
    assert all(branches[number].startswith(branches["4"]) for number in "123")
    assert not any(
        f"{branches[inner]}/".startswith(f"{branches[outer]}/")
        for inner in "123"
        for outer in "123"
        if inner != outer
    )


def test_a_command_after_a_tag_on_its_line_is_in_the_branch_of_the_tag(parse):
    script = parse("{% if a %}DEF QL(A)\n{% else %}DEF QL(B){% endif %}\nDEF QL(C)\n")
    first, second, third = map(branch_of, script.commands)
    assert first
    assert second
    assert first != second
    assert third == ""


def test_a_command_that_a_template_steers_is_read_but_not_relied_on(parse, commands, diagnostics):
    text = "DEF QL(A) +\n{% if x %}\n  MAXDEPTH(5) +\n{% endif %}\n"
    text += "  REPLACE{% if y %} PUT(ENABLED){% endif %}\nALTER QMGR\n"
    assert commands(text) == ["DEF QL(A) MAXDEPTH(5) REPLACE PUT(ENABLED)", "ALTER QMGR"]
    assert diagnostics(text) == []
    assert [command.intact for command in parse(text).commands] == [False, True]


@pytest.mark.parametrize("tag", ["{% endif -%}", "{# it -#}", "{{ end -}}", "%{ endif ~}", "<% end -%>"])
def test_a_tag_that_removes_the_line_end_continues_the_command(commands, diagnostics, tag):
    text = f"DEF QL(A) MAXDEPTH(5) {tag}\n  REPLACE\nALTER QMGR\n"
    assert commands(text) == ["DEF QL(A) MAXDEPTH(5) REPLACE", "ALTER QMGR"]
    assert diagnostics(text) == []


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
