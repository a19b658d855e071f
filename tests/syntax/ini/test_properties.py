"""On any text: nothing is lost, spans hold, and the line pattern reads as the grammar does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token, Tree

from mqtune.syntax.document import QM_INI, Document
from mqtune.syntax.ini.parse import parse_ini
from mqtune.syntax.ini.tree import IniFile, read_line
from mqtune.text.editing import Span
from mqtune.text.source import Source


@cache
def grammar() -> Lark:
    """Built when it is needed first, without the search for collisions of terminals, which takes a minute."""
    path = Path(__file__).resolve().parents[3] / "grammars/qmini.lark"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lark.lexer.has_interegular", False)
        return Lark(path.read_text("utf-8"), parser="lalr")


PIECES = [
    "TCP",
    "KeepAlive",
    "=",
    ":",
    "#",
    ";",
    " ",
    "\t",
    "\x00",
    "\xa0",
    "{{ if a := b }}",
    "{{",
    "}}",
    "{%",
]
PIECES += ["%}", "{# x #}", "[SSL]", "*", "//", "${X}", "\ufeff", "\x0b", "é", '"', "\\"]
line = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=8).map("".join)
plain_line = line.map(lambda text: text.replace("\n", "").replace("\r", ""))
document = st.lists(st.tuples(line, st.sampled_from(["\n", "\r\n", "\r", ""])), max_size=12).map(
    lambda rows: "".join(text + end for text, end in rows)
)


def read(data: bytes) -> IniFile:
    return parse_ini(Document(QM_INI, Source("qm.ini", "qm.ini", data)))


def cut(file: IniFile, span: Span) -> str:
    return file.lines[span.line - 1][span.column - 1 : span.end_column - 1]


@given(st.binary(max_size=200))
def test_any_bytes_come_back_byte_for_byte(data: bytes) -> None:
    file = read(data)
    assert file.document.source.encode(file.text()) == data


@given(document)
def test_any_text_comes_back_and_every_span_cuts_out_its_word(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    file = read(data)
    assert file.document.source.encode(file.text()) == data
    for stanza in file.stanzas:
        assert cut(file, stanza.name_span) == stanza.name
        assert cut(file, stanza.header_span).endswith(":")
        if stanza.trailing_span:
            assert cut(file, stanza.trailing_span) == stanza.trailing
    for entry in file.orphans + [entry for stanza in file.stanzas for entry in stanza.entries]:
        assert cut(file, entry.key_span) == entry.key
        assert cut(file, entry.value_span) == entry.value
        assert cut(file, entry.span).startswith(entry.key)
    for span, comment in file.comments:
        assert cut(file, span) == comment
    for diagnostic in file.diagnostics:
        assert 1 <= diagnostic.span.line <= max(1, len(file.lines))


@given(plain_line)
def test_the_line_pattern_reads_what_the_grammar_reads(text: str) -> None:
    assert by_pattern(text) == by_grammar(text)


def by_pattern(text: str) -> list[tuple[str, str]]:
    names = ("DIRECTIVE", "NAME", "SIGN", "REST", "COMMENT")
    return [(name, part) for name, part in zip(names, read_line(text).groups(), strict=True) if part]


def by_grammar(text: str) -> list[tuple[str, str]]:
    signs = {"COLON": "SIGN", "EQUALS": "SIGN"}
    tree: Tree[Token] = grammar().parse(text)
    tokens: Callable[[Token], bool] = lambda token: isinstance(token, Token)  # noqa: E731
    return [(signs.get(token.type, token.type), str(token)) for token in tree.scan_values(tokens)]
