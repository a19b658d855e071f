"""Writes the JSON Schemas in `schemas/`, and the list of questions in `docs/api.md`.

`python -m mqtune._build.schemas [--check]`
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from mqtune import DOCUMENTATION_URL, SCHEMA_URL
from mqtune._build.__main__ import ROOT, refresh
from mqtune.present.lint_data import LintData
from mqtune.project import policies, values
from mqtune.project.rule_codes import POLICY_CODE_PATTERN, SELECTOR_PATTERN
from mqtune.project.schema import read_with
from mqtune.project.settings import BYTES_IN, LINK_UNITS, TIME_UNITS
from mqtune.project.tables import KeyPath, TableReader
from mqtune.questions.fields import PROJECT, about_of, without_none
from mqtune.questions.table import TABLE, Question, schema_names
from mqtune.session.opened import Refused
from mqtune.text.record import ALL, PLACE, keys_of
from mqtune.text.messages import markdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.project.tables import Keys




# Schemas of outputs, from the types of their data. Readers must tolerate further keys.

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
        kinds = [type_schema(member, strict) for member in inner if member is not type(None)]
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
        value_type, is_optional = get_origin(kind) or kind, bool(mark)
        for name in path:
            value_type, absent = without_none(member_type(value_type, name))
            is_optional = is_optional or absent
        types[key] = Union[value_type, None] if is_optional else value_type
    return types


def member_type(kind: type, name: str) -> Any:
    """The type of a field or property, or of a row with several of them."""
    if "," in name:
        return TypedDict("several", {part: member_type(kind, part) for part in name.split(",")})  # type: ignore[operator]
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




# The JSON Schema of `mqtune.toml`, from the definitions that the loader uses.

PAGE = Path(__file__).resolve().parents[2] / "docs" / "configuration.md"

PROJECT_TABLE = re.compile(r"^\| Key(?: of `\[+([a-z.-]+)\]+`)? \| Meaning \|\n(.*?)(?=\n\n|\Z)", re.M | re.S)
NUMBER = r"(?=_*[0-9])[0-9_]+(\.[0-9_]+)?"
ABOVE_ZERO = rf"(?=[^a-zA-Z]*[1-9]){NUMBER}"
TEXT: Schema = {"type": "string", "pattern": r"\S"}
LIST_OF_TEXTS: Schema = {"type": "array", "items": TEXT}
SELECTOR: Schema = {"type": "string", "pattern": SELECTOR_PATTERN}


def measure(number: str, units: dict[str, Any], example: str) -> Schema:
    """The schema of a number with a unit in any letter case."""
    known = "|".join(
        "".join(f"[{char}{char.upper()}]" if char.isalpha() else char for char in unit) for unit in units
    )
    return {"type": "string", "pattern": rf"^\s*{number}\s*({known})\s*$", "examples": [example]}


# the schema of each check; those that compare with something else, such as released levels, are wider
FORMS: dict[object, Schema] = {
    values.text: TEXT,
    values.object_pattern: {"type": "string", "pattern": rf"^\s*{values.OBJECT_FORM}\s*$"},
    values.texts: LIST_OF_TEXTS,
    values.text_or_texts: {"anyOf": [TEXT, LIST_OF_TEXTS | {"minItems": 1}]},
    values.count: {"type": "integer", "minimum": 0, "exclusiveMaximum": values.MOST},
    values.positive: {"type": "integer", "minimum": 1, "exclusiveMaximum": values.MOST},
    values.rate: {"type": "number", "minimum": 0, "exclusiveMaximum": values.MOST},
    values.size: measure(NUMBER, BYTES_IN, "96 GiB"),
    values.link_speed: measure(ABOVE_ZERO, LINK_UNITS, "10 Gb/s"),
    values.duration: measure(ABOVE_ZERO, TIME_UNITS, "5 min"),
    values.flag: {"type": "boolean"},
    values.persistence: {"anyOf": [{"type": "boolean"}, {"type": "number", "minimum": 0, "maximum": 1}]},
    values.day: {"type": "string", "format": "date"},
    values.level: {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)+\s*$", "examples": ["9.4"]},
    values.selector: SELECTOR,
    values.selectors: {"type": "array", "items": SELECTOR},
    policies.code: {"type": "string", "pattern": POLICY_CODE_PATTERN, "examples": ["BANK001"]},
    policies.name: {"type": "string", "pattern": r"^[a-z0-9]+(-[a-z0-9]+)*$"},
    policies.pattern: TEXT | {"format": "regex"},
    values.environment: {"type": "object", "additionalProperties": {"type": "string"}},
}


class AskedKeys(TableReader):
    """Records what the loader asks for, by the names of the tables; reports nothing."""

    def __init__(self) -> None:
        super().__init__("", "mqtune.toml", {})
        self.keys: dict[tuple[str, ...], Keys] = {}
        self.tables: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.required: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.arrays: set[tuple[str, ...]] = set()

    def fields(
        self, table: dict[str, Any], path: KeyPath, keys: Keys, tables: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """Record the keys of a table; none has a value."""
        self.keys[_names(path)] = keys
        self.tables[_names(path)] = tables
        return {}

    def require(self, table: dict[str, Any], path: KeyPath, keys: tuple[str, ...]) -> bool:
        """Record the required keys of a table."""
        self.required[_names(path)] = keys
        return False

    def rows(self, table: dict[str, Any], path: KeyPath, key: str) -> list[tuple[dict[str, Any], KeyPath]]:
        """Record that a table is one of an array, and provide an empty one."""
        self.arrays.add((*_names(path), key))
        return [({key: {}}, (*path, key, 0))]


def _names(path: KeyPath) -> tuple[str, ...]:
    return tuple(part for part in path if isinstance(part, str))


def project_schema() -> Schema:
    """The schema of the whole file.

    The loader reads a document with one empty row in each table, with a reader that records which keys,
    tables and required keys are asked for. The descriptions of the keys are those of `docs/configuration.md`.
    """
    asked = AskedKeys()
    read_with(asked, {}, ".")
    names = asked.tables[()]
    read_with(asked, {name: {} for name in names}, ".")  # tables that are read only if they are present
    texts = descriptions(PAGE.read_text(encoding="utf-8"))
    schema = table_schema(asked, (), texts)
    return schema | {"title": "mqtune.toml", "description": described("", "project file of mqtune")}


def table_schema(asked: AskedKeys, names: tuple[str, ...], texts: dict[tuple[str, str], str]) -> Schema:
    """The schema of a table with the tables in it."""
    properties: Schema = {}
    for key, (_, check) in asked.keys[names].items():
        text = texts.get((".".join(names), key), "")
        properties[key] = form_of(check) | {"description": described("mqtunetoml", text)}
    for name in asked.tables[names]:
        inner = (*names, name)
        table = table_schema(asked, inner, texts)
        properties[name] = {"type": "array", "items": table} if inner in asked.arrays else table
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if names in asked.required:
        schema["required"] = list(asked.required[names])
    return schema


def form_of(check: values.Check) -> Schema:
    """The schema of the values that a check accepts; any value for one that is not listed."""
    if isinstance(check, values.WordOf):
        return {"type": "string", "enum": list(check.words)}
    if isinstance(check, values.WordsOf):
        return {"type": "array", "items": form_of(check.single)}
    return FORMS.get(check, {})


def descriptions(page: str) -> dict[tuple[str, str], str]:
    """The meaning of each key, by table and key, from the tables of the page."""
    texts: dict[tuple[str, str], str] = {}
    for head in PROJECT_TABLE.finditer(page):
        for key, text in re.findall(r"^\| `([a-z-]+)`(?: \\\*)? \| (.*) \|$", head[2], re.M):
            texts[head[1] or "", key] = re.sub(r"`|\*\*|\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return texts


def described(anchor: str, text: str) -> str:
    """A description with the address of the documentation."""
    address = f"{DOCUMENTATION_URL}/configuration/" + (f"#{anchor}" if anchor else "")
    return f"{text}\n\n{address}" if text else address


# The files.

API = ROOT / "docs" / "api.md"
DIALECT = "http://json-schema.org/draft-07/schema#"


def schemas() -> dict[Path, str]:
    """The text of each file."""
    every = {"project": project_schema(), **{name: output_schema(name) for name in OUTPUTS}}
    return {ROOT / "schemas" / f"{name}.json": text_of(name, schema) for name, schema in every.items()}


def with_questions(page: str) -> str:
    """The page about Python with the table of all questions."""
    rows = [[f"`{question.name}`", f"`{command_of(question)}`", question.summary] for question in TABLE]
    table = "\n".join(markdown(["Question", "Command", "Answer"], rows))
    return re.sub(r"^\| Question \|.*\n(\|.*\n)+", lambda _: f"{table}\n", page, flags=re.MULTILINE)


def command_of(question: Question) -> str:
    """`mqtune access --matrix`: the command with the options that choose this question."""
    return " ".join(["mqtune", question.command, *(f"--{name}" for name in question.chosen_by.split())])


def text_of(name: str, schema: dict[str, object]) -> str:
    """The text of a schema with its address."""
    head = {"$schema": DIALECT, "$id": f"{SCHEMA_URL}/{name}.json"}
    return json.dumps(head | schema, indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write the stale files, or only list them."""
    return refresh({**schemas(), API: with_questions(API.read_text(encoding="utf-8"))}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
