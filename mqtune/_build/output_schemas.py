"""The JSON Schemas of outputs, from the types of their data. Readers must tolerate further keys."""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from mqtune.questions.fields import PROJECT, about_of
from mqtune.questions.project import Refused
from mqtune.questions.table import Question, schema_names
from mqtune.report.lint_data import LintData

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
    if about_of(question.ask) == PROJECT and "properties" in schema:
        schema["properties"]["refused"] = type_schema(list[Refused], strict)
        schema["required"].append("refused")
    return schema


def type_schema(kind: Any, strict: bool = False) -> Schema:
    """The schema of a type; with `strict` no further keys are accepted."""
    origin, inner = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
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
    if origin is list:
        return {"type": "array", "items": type_schema(inner[0], strict)}
    if origin is dict:
        return {"type": "object", "additionalProperties": type_schema(inner[1], strict)}
    return {} if kind is Any else dict(_TYPES[kind])


_TYPES: dict[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    object: {"type": "object"},
}
