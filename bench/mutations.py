"""Small changes of a module that its tests ought to notice, for bench/mutants.py.

A change is one piece of the text and what stands in its place: a comparison with its bound moved or turned
round, a condition negated, a guard that never holds, a number a little off, one operand or element fewer, a
call not made, branches exchanged. Annotations, decorators, docstrings, texts of messages and errors raised
stay as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

Change = tuple[ast.expr | ast.stmt, str]

SWAPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
DISPLAYS = {ast.Tuple: "({},)", ast.List: "[{}]", ast.Set: "{{{}}}"}
REDUCING = {"max", "min", "sorted", "abs", "round"}  # a call with its first argument in its place
UNSEEN = {"print", "debug", "info", "warning", "overload", "cast"}
SKIPPED = (ast.JoinedStr, ast.Raise, ast.Assert, ast.pattern, ast.Import, ast.ImportFrom)


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change: `function` is empty for what the module itself runs; offsets count bytes."""

    path: str
    function: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.path}:{self.line}: {shortened(before)} -> {shortened(after)}"

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]


def shortened(text: str) -> str:
    return text if len(text) <= 90 else f"{text[:60]} … {text[-25:]}"


def mutations_of(path: str, source: bytes) -> list[Mutation]:
    """All changes of one module; a few of them do not compile."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    mutations = []
    for function, node, after in changes_below(ast.parse(source), ""):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        before = source[start:end].decode()
        mutations.append(Mutation(path, function, node.lineno, start, end, before, after))
    return mutations


def compiles(source: bytes) -> bool:
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def changes_below(node: ast.AST, function: str) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in field if isinstance(field, list) else [field]:
            if not isinstance(child, ast.AST) or is_skipped(child):
                continue
            inside = function
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inside = f"{function}.{child.name}".lstrip(".")
            for place, after in changes(child):
                yield inside, place, after
            yield from changes_below(child, inside)


def is_skipped(node: ast.AST) -> bool:
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in UNSEEN
    return isinstance(node, SKIPPED)


def changes(node: ast.AST) -> Iterator[Change]:
    """The changes of one node, each with the part of the text that it replaces."""
    yield from changes_of_values(node)
    yield from changes_of_course(node)


def changes_of_values(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(left=left, ops=operators, comparators=comparators):
            for number, operator in enumerate(operators):
                swapped = [*operators[:number], SWAPS[type(operator)](), *operators[number + 1 :]]
                yield node, f"({ast.unparse(ast.Compare(left, swapped, comparators))})"
        case ast.BoolOp(op=operator, values=values):
            for rest in without_each(values):
                yield node, f"({ast.unparse(ast.BoolOp(operator, rest) if len(rest) > 1 else rest[0])})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right) if not is_text(node):
            yield node, f"({ast.unparse(left)})"
            yield node, f"({ast.unparse(right)})"
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int() | float() as value):
            for changed in dict.fromkeys((value + 1, value - 1, value * 2)):
                if changed != value:
                    yield node, f"({changed!r})"
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in REDUCING:
            if not isinstance(first, ast.Starred | ast.GeneratorExp):
                yield node, f"({ast.unparse(first)})"


def changes_of_course(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.If(test=test) | ast.While(test=test):
            yield test, f"(not ({ast.unparse(test)}))"
            if isinstance(node, ast.If) and not node.orelse:
                yield test, "False"
        case ast.comprehension(ifs=conditions):
            for condition in conditions:
                yield condition, "True"
        case ast.IfExp(test=test, body=body, orelse=orelse) if not (is_text(body) and is_text(orelse)):
            yield node, f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            if isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
                for rest in without_each(elements, (ast.Call, ast.Starred)):
                    yield node, DISPLAYS[type(node)].format(", ".join(map(ast.unparse, rest)))
        case ast.Expr(value=ast.Call() as call) if not is_skipped(call):
            yield node, "pass"
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            yield node, "yield from ()"


def without_each(
    nodes: list[ast.expr], kinds: tuple[type[ast.expr], ...] = (ast.expr,)
) -> Iterator[list[ast.expr]]:
    """The list without one of its nodes of these kinds, as long as another is left."""
    for number, node in enumerate(nodes):
        if len(nodes) > 1 and isinstance(node, kinds):
            yield nodes[:number] + nodes[number + 1 :]


def is_text(node: ast.expr) -> bool:
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()):
            return True
        case ast.BinOp(left=left, right=right):
            return is_text(left) or is_text(right)
        case ast.IfExp(body=body, orelse=orelse):
            return is_text(body) or is_text(orelse)
    return False
