"""Compiles the condition of a page without a function to the nested tuples that the engine evaluates.

Used only at build time. The grammar is `grammars/condition.lark`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput

GRAMMAR = Path(__file__).resolve().parents[2] / "grammars" / "condition.lark"


class ConditionError(ValueError):
    """A condition that does not match the grammar."""


def compile_condition(text: str) -> tuple[Any, ...]:
    """`(target, condition)`: the target is ("objects", types) or ("stanza", file, stanza)."""
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        context = error.get_context(text).rstrip()
        raise ConditionError(f"the condition cannot be read here: {context}") from None
    return tuple(_Tuples().transform(tree))


def keywords(condition: tuple[Any, ...]) -> list[str]:
    """The attributes in a condition, in order of appearance."""
    head, *rest = condition
    if head in {"and", "or", "not"}:
        found = [word for part in rest for word in keywords(part)]
    else:
        found = [rest[0]]
        if head in {"<", "<=", ">", ">="} and isinstance(rest[1], str):
            found.append(rest[1])
    return [word for word in dict.fromkeys(found) if word != "name"]


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr")


class _Tuples(Transformer[Token, Any]):
    """Converts each node of the tree to a tuple that begins with the node's type."""

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        return (str(data), *children)

    def start(self, children: list[Any]) -> Any:
        return children

    def objects(self, children: list[Any]) -> Any:
        return ("objects", tuple(children))

    def number(self, children: list[Any]) -> Any:
        word, sign, bound = children
        return (sign, word, int(bound) if bound.isdigit() else bound)

    def value(self, children: list[Any]) -> Any:
        word, sign, text = children
        return (sign, word, text)

    def member(self, children: list[Any]) -> Any:
        return ("in", children[0], tuple(children[1:]))

    # terminals

    def INI_FILE(self, token: Token) -> str:  # noqa: N802
        return str(token)

    def WORD(self, token: Token) -> str:  # noqa: N802
        return str(token)

    def INTEGER(self, token: Token) -> str:  # noqa: N802
        return str(token)

    def STRING(self, token: Token) -> str:  # noqa: N802
        return str(token)[1:-1]

    def ORDER(self, token: Token) -> str:  # noqa: N802
        return str(token)

    def EQUALITY(self, token: Token) -> str:  # noqa: N802
        return str(token)
