"""What the Java client refuses and what it puts up with, each told once and at its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mqtune.syntax.ccdt.diagnostics import LENIENT, REFUSED
from mqtune.syntax.ccdt.tree import CcdtFile

Read = Callable[[str | bytes], CcdtFile]


def told(file: CcdtFile) -> list[tuple[str, int, int]]:
    return [
        (diagnostic.kind, diagnostic.span.line, diagnostic.span.column) for diagnostic in file.diagnostics
    ]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        (" \n ", 1, 1),
        ("[1]", 1, 1),
        ('"a"', 1, 1),
        ('{"a": 1,\n "a": 2}', 2, 2),
        ('{"a": 1,\n "\\u0061": 2}', 2, 2),
        ('{"a": 1, // note\n "b": 2}', 1, 10),
        ('# note\n{"a": 1}', 1, 1),
        ('{"a": /* note */ 1}', 1, 7),
        ('{"a" = 1}', 1, 6),
        ('{"a" => 1}', 1, 6),
        ('{"a" 1}', 1, 6),
        ('{"a": 1\n "b": 2}', 1, 8),
        ('{"a": [1 2]}', 0, 0),
        ('{"a": ["x" "y"]}', 1, 11),
        ('{"a": [1;2]}', 1, 9),
        ('{"a": }', 1, 7),
        ('{"a": ,"b": 1}', 1, 7),
        ("{,}", 1, 2),
        ('{"a": 1,,"b": 2}', 1, 9),
        ('{"a": "x\n}', 1, 7),
        ('{"a": "x\ty\\q"}', 1, 7),
        ('{"a": "C:\\dir"}', 1, 7),
        ('{"a": [1}', 1, 9),
        ('{"a": {"b": 1}', 1, 14),
        ('{"channel": [\n  {"name": "A"\n', 2, 12),
        ("{{}}", 1, 2),
        ('{"a": 1\x00}', 1, 8),
    ],
)
def test_a_refusal_is_told_once_at_its_place(read: Read, text: str, line: int, column: int) -> None:
    refused = [one for one in told(read(text)) if one[0] == "ccdt-refused"]
    # two words without quotes are one string for the client
    assert refused == ([("ccdt-refused", line, column)] if line else [])


def test_a_byte_order_mark_is_a_matter_of_its_own(read: Read) -> None:
    assert told(read("\ufeff{}")) == [("ccdt-with-byte-order-mark", 1, 1)]


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ('{"a": 1,}', '{"a": 1}'),
        ('{"a": [1,]}', '{"a": [1]}'),
        ('{"a": 1; "b": 2; "c": 3}', '{"a": 1, "b": 2, "c": 3}'),
        ("{'a': 'it\\'s', 'b': 'say \"x\"'}", '{"a": "it\'s", "b": "say \\"x\\""}'),
        ("{a: 1, b c: 2}", '{"a": 1, "b c": 2}'),
        ('{"a": word, "b": 007}', '{"a": "word", "b": "007"}'),
        ('{"a": TRUE}', '{"a": true}'),
        ('{"a": "x\ty"}', '{"a": "x\\ty"}'),
        ('{"a": 1} }', '{"a": 1} '),
        ('{"a":\x0c1}', '{"a": 1}'),
    ],
)
def test_what_the_client_puts_up_with_is_told_once_a_form_and_mended_everywhere(
    read: Read, text: str, mended: str
) -> None:
    file = read(text)
    assert {diagnostic.kind for diagnostic in file.diagnostics} == {"ccdt-nonstandard-json"}
    assert len({diagnostic.message for diagnostic in file.diagnostics}) == len(file.diagnostics)
    edits = []
    for diagnostic in file.diagnostics:
        assert diagnostic.replacement is not None
        assert diagnostic.safe
        edits += [(diagnostic.span, diagnostic.replacement), *diagnostic.repeats]
    for span, content in sorted(edits, key=lambda edit: edit[0].key(), reverse=True):
        text = text[: span.column - 1] + content + text[span.end_column - 1 :]
    assert text == mended
    assert read(text).diagnostics == []


@pytest.mark.parametrize("text", ['{"a": [,1]}', '{"a": 1.}', '{"a": "\udce9"}', '{"a": 1}\nmore'])
def test_what_the_client_puts_up_with_and_nobody_can_mend_safely_is_told_too(read: Read, text: str) -> None:
    diagnostics = read(text).diagnostics
    assert [diagnostic.kind for diagnostic in diagnostics] == ["ccdt-nonstandard-json"]
    assert not diagnostics[0].safe


def test_a_utf16_table_is_refused(read: Read) -> None:
    assert told(read(b"\xff\xfe" + "{}".encode("utf-16-le"))) == [("ccdt-refused", 1, 1)]
    assert told(read("{}".encode("utf-16-le"))) == [("ccdt-refused", 1, 2)]


def test_reading_goes_on_behind_a_string_that_is_not_closed(read: Read) -> None:
    file = read('{\n "a": "x,\n "b": 2,\n "c": {"d": 3}\n}\n')
    assert told(file) == [("ccdt-refused", 2, 7)]
    assert file.root is not None
    assert [member.key for member in file.root.members] == ["a", "b", "c"]
    assert not file.root.complete


def test_reading_goes_on_behind_a_missing_comma(read: Read) -> None:
    file = read('{"x": [{"a": 1}\n {"a": 2}],\n "b": 2 }')
    assert file.root is not None
    assert [member.key for member in file.root.members] == ["x", "b"]
    assert len(file.diagnostics) == 1


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, '{"a":' + "[" * 100_000 + "]" * 100_000 + "}"]
)
def test_a_hundred_thousand_brackets_are_one_problem(read: Read, text: str) -> None:
    file = read(text)
    assert file.text() == text
    assert len(file.diagnostics) == 1


def test_a_file_in_another_language_does_not_drown_its_reader(read: Read) -> None:
    assert len(read("{\n" + "set x = y + z / 2 \\\n" * 5000).diagnostics) <= 100


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ('{"name": "A"', '"name": "A"'),
        ('"connection": [', '"connection": '),
        ('"connection": [', '"connection": }['),
        ('{"port"', '"    {\n"port"'),
        ('"host": "h"}]', '"host": "h"}'),
        ('"channel": [', '"channel": -['),
    ],
)
def test_a_bracket_too_few_or_too_many_is_told_once(read: Read, wrong: str, right: str) -> None:
    channel = (
        '{"name": "A",\n"clientConnection":\n{"connection": [\n{"port": 1,\n"host": "h"}],\n"q": "M"}\n}'
    )
    text = '{"channel": [\n' + ",\n".join([channel] * 3) + "\n]}\n"
    refused = [
        diagnostic
        for diagnostic in read(text.replace(wrong, right, 1)).diagnostics
        if diagnostic.kind == "ccdt-refused"
    ]
    assert len(refused) == 1


def test_behind_a_string_that_is_not_closed_the_next_one_is_told(read: Read) -> None:
    text = '{"a": {"b": "x,\n"c": 1},\n"d": {"e": "y\n},\n"f": 1}'
    assert [line for _, line, _ in told(read(text))] == [1, 3]


def test_many_warnings_hide_no_error(read: Read) -> None:
    entries = ",\n".join('{"name": "A",}' for _ in range(60))
    file = read(f'{{"channel": [{entries},\n{{"name": "B"\n"type": "x"}}]}}')
    kinds = [one.kind for one in file.diagnostics]
    assert set(kinds) == {LENIENT, REFUSED}
    assert kinds.count(LENIENT) == 50
