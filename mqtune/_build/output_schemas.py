"""The JSON Schemas of outputs, from the types of their data. Readers must tolerate further keys."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NotRequired, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

from mqtune.questions.fields import PROJECT, about_of, without_none
from mqtune.session.opened import Refused
from mqtune.questions.table import Question, schema_names
from mqtune.report.lint_data import LintData
from mqtune.text.as_data import ALL, PLACE, keys_of

Schema = dict[str, Any]


OUTPUTS = ("findings", *schema_names())


def output_schema(name: str) -> Schema:
    """The schema of an output by its name."""
    question = schema_names().get(name)
    schema = type_schema(LintData) if question is None else data_schema(question)
    return schema | {"title": f"Output of `mqtune {question.command if question else 'lint'} --format json`"}


def data_schema(question: Question, strict: bool = False) -> Schema:
    """The schema of the data of a question, with what every answer has."""
    (data,) = get_args(get_type_hints(question.ask)["return"])
    schema = type_schema(data, strict)
    if "properties" in schema:
        schema["properties"] = {"version": type_schema(int), **schema["properties"]}
        schema["required"].insert(0, "version")
        if about_of(question.ask) == PROJECT:
            schema["properties"]["refused"] = type_schema(list[Refused], strict)
            schema["required"].append("refused")
    return schema


def type_schema(kind: Any, strict: bool = False) -> Schema:
    """The schema of a type; with `strict` no further keys are accepted."""
    origin, inner = get_origin(kind), get_args(kind)
    if is_typeddict(kind) or getattr(kind, "DATA", None):
        hints = get_type_hints(kind, include_extras=True) if is_typeddict(kind) else record_types(kind)
        optional = {key for key, hint in hints.items() if get_origin(hint) is NotRequired}
        properties = {
            key: type_schema(get_args(hint)[0] if key in optional else hint, strict)
            for key, hint in hints.items()
        }
        closed = {"additionalProperties": False} if strict else {}
        required = [key for key in hints if key not in optional]
        return {"type": "object", "properties": properties, "required": required, **closed}
    if origin in (Union, UnionType):
        kinds = [type_schema(one, strict) for one in inner if one is not type(None)]
        return {"anyOf": [*kinds, *([{"type": "null"}] if type(None) in inner else [])]}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is Annotated:
        return {**type_schema(inner[0], strict), "examples": list(inner[1])}
    if origin in (list, tuple, Sequence):
        return {"type": "array", "items": type_schema(inner[0], strict)}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": type_schema(inner[1], strict)}
    return {} if kind is Any else dict(next(_TYPES[base] for base in kind.__mro__ if base in _TYPES))


def record_types(kind: Any) -> dict[str, Any]:
    """The types of the keys of a record; of a generic one the argument is the record whose keys it has, too."""
    types: dict[str, Any] = {}
    for key, path, mark in keys_of(get_origin(kind) or kind):
        if key.startswith(ALL):
            types |= record_types(get_args(kind)[0])
            continue
        if key == PLACE:
            types |= {"file": str | None, "line": int | None}
            continue
        found, is_optional = get_origin(kind) or kind, bool(mark)
        for name in path:
            found, absent = without_none(member_type(found, name))
            is_optional = is_optional or absent
        types[key] = Union[found, None] if is_optional else found
    return types


def member_type(kind: type, name: str) -> Any:
    """The type of a field or property, or of a row with several of them."""
    if "," in name:
        return TypedDict("several", {one: member_type(kind, one) for one in name.split(",")})  # type: ignore[operator]
    member = getattr(kind, name, None)
    if isinstance(member, property):
        text = member.fget.__annotations__["return"]
    else:
        text = vars(kind).get("__annotations__", {}).get(name) or set_type(kind, name)
    return eval(text, names_in(kind.__module__))  # noqa: S307  # our own


def set_type(kind: Any, name: str) -> str:
    """The type of a field that a constructor sets: its own, or that of the parameter."""
    (function,) = ast.parse(textwrap.dedent(inspect.getsource(kind.__init__))).body
    assert isinstance(function, ast.FunctionDef)
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == f"self.{name}":
            return ast.unparse(node.annotation)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == f"self.{name}":
            return str(kind.__init__.__annotations__[ast.unparse(node.value)])
    raise AttributeError(f"{kind} sets no {name}")


@cache
def names_in(module: str) -> dict[str, Any]:
    """The names in a module, with those that only type checkers import."""
    names = dict(vars(sys.modules[module]))
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for line in node.body:
                with suppress(ImportError, NameError):  # an alias that only type checkers see
                    exec(compile(ast.Module([line], []), module, "exec"), names)  # noqa: S102  # our own
    return names


_TYPES: dict[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    object: {"type": "object"},
}
