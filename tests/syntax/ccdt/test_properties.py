"""On any text: nothing is lost, and the reader takes what the grammar takes, with the same values."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from mqtune.syntax.ccdt.parse import parse_ccdt
from mqtune.syntax.ccdt.tree import ARRAY, OBJECT, CcdtFile, Node
from mqtune.syntax.document import CCDT, Document
from mqtune.text.source import Source


@cache
def grammar() -> Lark:
    """Built when it is needed first, without the search for collisions of terminals, which takes a minute."""
    path = Path(__file__).resolve().parents[3] / "grammars/ccdt.lark"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lark.lexer.has_interegular", False)
        return Lark(path.read_text("utf-8"), parser="lalr")


PIECES = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    ";",
    '"a"',
    '"b"',
    "'c'",
    "x",
    "1",
    "007",
    "1.5",
    "true",
    "null",
    " ",
    "\n",
]
PIECES += [
    '"',
    "'",
    "\\",
    "/",
    "#",
    "=",
    "{}",
    "[]",
    '"a":1',
    '"\\u0041"',
    '"\\x"',
    "//c",
    "é",
    "a b",
    '"k":',
]
PIECES += ["\x01", "\x00", "'d':", "${X}", "<p>", "@@X@@"]
pieces = st.lists(st.sampled_from(PIECES), max_size=10).map("".join)
text = st.one_of(pieces, pieces.map(lambda inner: "{" + inner + "}"), st.text(max_size=20))

scalar = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5))
tables = st.dictionaries(
    st.text(max_size=4),
    st.recursive(
        scalar,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
        ),
        max_leaves=10,
    ),
    max_size=4,
)


def read(data: bytes) -> CcdtFile:
    return parse_ccdt(Document(CCDT, Source("ccdt.json", "ccdt.json", data)))


def refused(file: CcdtFile) -> bool:
    return any(
        diagnostic.kind == "ccdt-refused" and "appears twice" not in diagnostic.message
        for diagnostic in file.diagnostics
    )


@given(st.binary(max_size=200))
def test_any_bytes_come_back_byte_for_byte(data: bytes) -> None:
    file = read(data)
    assert file.document.source.encode(file.text()) == data


@given(text)
def test_the_reader_takes_what_the_grammar_takes(content: str) -> None:
    file = read(content.encode("utf-8", "surrogatepass"))
    assert file.text() == file.document.text
    try:
        tree = grammar().parse(content)
    except UnexpectedInput:
        assert refused(file) or file.templated
    else:
        assert not refused(file)
        assert file.root is not None
        assert spoken(file.root) == by_grammar(tree)


@given(tables, st.sampled_from([None, 2]))
def test_strict_json_has_no_problem_and_the_values_of_any_other_reader(
    table: dict[str, object], indent: int | None
) -> None:
    file = read(json.dumps(table, indent=indent).encode())
    assert file.diagnostics == []
    assert file.root is not None
    assert plain(file.root) == table


def plain(node: Node) -> object:
    if node.kind == OBJECT:
        return {member.key: plain(member.value) for member in node.members}
    if node.kind == ARRAY:
        return [plain(item) for item in node.items]
    return node.value


def spoken(node: Node) -> object:
    """The shape of a tree: what holds what, the leaves by their kind."""
    if node.kind == OBJECT:
        return [spoken(member.value) for member in node.members]
    if node.kind == ARRAY:
        return tuple(spoken(item) for item in node.items)
    return "leaf"


def by_grammar(tree: Tree[Token]) -> object:
    members = [child for child in tree.children if isinstance(child, Tree) and child.data == "member"]
    if tree.data in ("start", "object"):
        return [by_grammar(one.children[-1]) for one in members]  # type: ignore[arg-type]
    if tree.data == "array":
        return tuple(elements(tree))
    child = tree.children[0]
    return by_grammar(child) if isinstance(child, Tree) else "leaf"


def elements(tree: Tree[Token]) -> list[object]:
    """The elements of an array; a hole counts, but not the one before `]`."""
    groups: list[object] = []
    found: object = None
    for child in tree.children:
        if isinstance(child, Token):
            groups.append(found or "leaf")
            found = None
        elif child is not None:
            found = ("one", by_grammar(child))
    if found:
        groups.append(found)
    return [group[1] if isinstance(group, tuple) else group for group in groups]
