"""The JSON Schema of `mqtune.toml`, from the definitions that the loader uses.

The loader reads a document with one empty row in each table, with a reader that records which keys, tables
and required keys are asked for. The descriptions of the keys are those of `docs/configuration.md`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mqtune import DOCUMENTATION_URL
from mqtune.project import policies, values
from mqtune.project.rule_codes import POLICY_CODE_PATTERN, SELECTOR_PATTERN
from mqtune.project.schema import read_with
from mqtune.project.tables import TableReader
from mqtune.project.toml_lines import KeyPath
from mqtune.project.units import BYTES_IN, LINK_UNITS, TIME_UNITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.project.tables import Keys

PAGE = Path(__file__).resolve().parents[2] / "docs" / "configuration.md"
Schema = dict[str, Any]

TABLE = re.compile(r"^\| Key(?: of `\[+([a-z.-]+)\]+`)? \| Meaning \|\n(.*?)(?=\n\n|\Z)", re.M | re.S)
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
    """The schema of the whole file."""
    asked = AskedKeys()
    read_with(asked, {}, ".")
    names = asked.tables[()]
    read_with(asked, {name: {} for name in names}, ".")  # tables that are read only if they are present
    texts = descriptions(PAGE.read_text(encoding="utf-8"))
    found = table_schema(asked, (), texts)
    return found | {"title": "mqtune.toml", "description": described("", "project file of mqtune")}


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
    found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if names in asked.required:
        found["required"] = list(asked.required[names])
    return found


def form_of(check: values.Check) -> Schema:
    """The schema of the values that a check accepts; any value for one that is not listed."""
    if isinstance(check, values.WordOf):
        return {"type": "string", "enum": list(check.words)}
    if isinstance(check, values.WordsOf):
        return {"type": "array", "items": form_of(check.single)}
    return FORMS.get(check, {})


def descriptions(page: str) -> dict[tuple[str, str], str]:
    """The meaning of each key, by table and key, from the tables of the page."""
    found: dict[tuple[str, str], str] = {}
    for head in TABLE.finditer(page):
        for key, text in re.findall(r"^\| `([a-z-]+)`(?: \\\*)? \| (.*) \|$", head[2], re.M):
            found[head[1] or "", key] = re.sub(r"`|\*\*|\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return found


def described(anchor: str, text: str) -> str:
    """A description with the address of the documentation."""
    address = f"{DOCUMENTATION_URL}/configuration/" + (f"#{anchor}" if anchor else "")
    return f"{text}\n\n{address}" if text else address
