"""The JSON Schemas of outputs: those of questions and of findings from the types of their data; and budget.

Each of these two is written as a sample with types in place of values, in the form of the encoder's code; tests compare
real outputs with it, so that no key is missing on either side. Readers must tolerate further keys.
"""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from mqtune.questions.fields import needs_project
from mqtune.questions.project import Refused
from mqtune.questions.table import Question, schema_names
from mqtune.report.lint_data import LintData

Schema = dict[str, Any]


class Optional:
    """A value that may be null."""

    def __init__(self, kind: object) -> None:
        self.kind = kind


class Words:
    """One of a few words; further ones may follow in later versions."""

    def __init__(self, *words: str) -> None:
        self.words = words


RESOURCE_KINDS = (
    *("topic-lock", "publisher-time", "handles", "republish-thread", "channel", "queue", "queue-depth"),
    *("queue-disk", "log-bytes", "log-space", "channels", "instances", "cpu", "link"),
)
BOUNDS = Words("exact", "at-least", "at-most")
BUDGET = {
    "version": 1,
    "resources": [
        {
            "environment": Optional(str),
            "queue_manager": str,
            "resource": str,
            "kind": Words(*RESOURCE_KINDS),
            "rate_per_s": Optional(float),
            "used": Optional(float),
            "limit": Optional(float),
            "unit": str,
            "share": Optional(float),
            "bound": BOUNDS,
            "basis": Optional(str),
            "warnings": [str],
            "chain": [{"text": str, "file": Optional(str), "line": Optional(int)}],
        }
    ],
    "first": Optional(
        {"resource": str, "queue_manager": str, "share": float, "bound": BOUNDS, "breaks_at_growth": float}
    ),
    "refused": [{"file": str, "line": int, "command": str, "code": Optional(str), "text": str}],
}
OUTPUTS = {
    "findings": (LintData, "mqtune lint --format json"),
    "budget": (BUDGET, "mqtune budget --format json"),
}


QUESTIONS_BY_SCHEMA = {name: question for name, question in schema_names().items() if name not in OUTPUTS}


def output_schema(name: str) -> Schema:
    """The schema of an output by its name."""
    if name in QUESTIONS_BY_SCHEMA:
        question = QUESTIONS_BY_SCHEMA[name]
        schema, command = data_schema(question), f"mqtune {question.command} --format json"
    else:
        sample, command = OUTPUTS[name]
        schema = schema_of(sample)
    return schema | {"title": f"Output of `{command}`"}


def data_schema(question: Question, strict: bool = False) -> Schema:
    """The schema of the data of a question, with what every answer has."""
    (data,) = get_args(get_type_hints(question.ask)["return"])
    schema = type_schema(data, strict)
    if needs_project(question.ask) and "properties" in schema:
        schema["properties"]["refused"] = type_schema(list[Refused], strict)
        schema["properties"]["assumed"] = {"type": "array", "items": {"type": "string"}}
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


def schema_of(sample: object, strict: bool = False) -> Schema:
    """The schema of a sample; with `strict` no further keys and no other words are accepted."""
    if is_typeddict(sample):
        return type_schema(sample, strict)
    if isinstance(sample, dict):
        properties = {key: schema_of(value, strict) for key, value in sample.items()}
        closed = {"additionalProperties": False} if strict else {}
        return {"type": "object", "properties": properties, "required": list(sample), **closed}
    if isinstance(sample, list):
        return {"type": "array", "items": schema_of(sample[0], strict)}
    if isinstance(sample, Optional):
        return {"anyOf": [schema_of(sample.kind, strict), {"type": "null"}]}
    if isinstance(sample, Words):
        return {"type": "string", "enum" if strict else "examples": list(sample.words)}
    if sample in _TYPES:
        return dict(_TYPES[sample])
    return {"const": sample}


_TYPES: dict[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    object: {"type": "object"},
}
