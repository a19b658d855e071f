"""Values come out as the Java client takes them, with their places."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mqtune.syntax.ccdt.tree import ARRAY, CcdtFile, Node
from mqtune.text.editing import Span

Read = Callable[[str | bytes], CcdtFile]


def value(file: CcdtFile, key: str) -> Node:
    assert file.root is not None
    node = file.root.get(key)
    assert node is not None
    return node


@pytest.mark.parametrize(
    ("text", "kind", "expected", "strict"),
    [
        ('"a"', "string", "a", True),
        ("'a'", "string", "a", False),
        (r'"\u0041\n\/"', "string", "A\n/", True),
        (r"'it\'s'", "string", "it's", False),
        ("1414", "integer", 1414, True),
        ("-1", "integer", -1, True),
        ("12345678901234567890", "integer", 12345678901234567890, True),
        ("1.0", "number", 1.0, True),
        ("1e3", "number", 1000.0, True),
        ("1.", "number", 1.0, False),
        ("-0", "number", 0.0, True),
        ("007", "bare", "007", False),
        ("+5", "bare", "+5", False),
        ("0x10", "bare", "0x10", False),
        ("NaN", "bare", "NaN", False),
        ("-Infinity", "bare", "-Infinity", False),
        ("two words", "bare", "two words", False),
        ("true", "boolean", True, True),
        ("FALSE", "boolean", False, False),
        ("null", "null", None, True),
        ("Null", "null", None, False),
        ("${PORT}", "placeholder", "${PORT}", True),
        ("{{ .Values.port }}", "placeholder", "{{ .Values.port }}", True),
    ],
)
def test_a_value_is_what_the_java_client_makes_of_it(
    read: Read, text: str, kind: str, expected: object, strict: bool
) -> None:
    node = value(read(f'{{"a": {text}}}'), "a")
    assert (node.kind, node.value, node.strict) == (kind, expected, strict)


def test_an_integer_of_thousands_of_digits_is_an_integer_without_a_number(read: Read) -> None:
    node = value(read('{"a": ' + "9" * 10000 + "}"), "a")
    assert (node.kind, node.value) == ("integer", None)


def test_a_hole_in_an_array_is_null_and_a_comma_at_its_end_is_nothing(read: Read) -> None:
    node = value(read('{"a": [,"x",,"y",]}'), "a")
    assert node.kind == ARRAY
    assert [item.value for item in node.items] == [None, "x", None, "y"]


def test_spans_reach_over_the_whole_value(read: Read) -> None:
    file = read('{\n  "channel": [\n    {"name": "A"}\n  ]\n}\n')
    assert file.root is not None
    assert file.root.span == Span(1, 1, 5, 2)
    member = file.root.members[0]
    assert (member.key_span, member.span) == (Span(2, 3, 2, 12), Span(2, 3, 4, 4))
    channel = member.value.items[0]
    assert channel.span == Span(3, 5, 3, 18)
    assert channel.members[0].value.span == Span(3, 14, 3, 17)


@pytest.mark.parametrize(
    "text",
    [
        '{"channel": [{{ range .Hosts }}{"name": "A"},{{ end }}]}',
        '{"channel": [\n{{- range $i, $h := .H }}\n{{ if $i }},{{ end }}\n{"a": "{{ $h }}"}\n{{- end }}\n]}',
        '{\n{% if tls %}\n"a": 1,\n{% endif %}\n"b": {{ port }}\n}',
        '{"a": ${A}, "b": prefix-${B}, "c": <port>, "d": @@PORT@@, ${KEY}: 1}',
        '{"a": 1}\n{{ end }}',
        '{{- if .ccdt }}\n{"a": 1}\n{{- end }}',
    ],
)
def test_templates_are_never_a_fault_of_form(read: Read, text: str) -> None:
    assert read(text).diagnostics == []


def test_a_table_of_two_thousand_channels_is_read_whole(read: Read) -> None:
    channel = '{"name": "A", "clientConnection": {"connection": [{"host": "h", "port": 1414}]}}'
    file = read('{"channel": [' + ",\n".join([channel] * 2000) + "]}")
    assert file.diagnostics == []
    assert len(value(file, "channel").items) == 2000
