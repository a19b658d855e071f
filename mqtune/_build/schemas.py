"""Writes the JSON Schemas in `schemas/`: `python -m mqtune._build.schemas [--check]`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from mqtune import SCHEMA_URL
from mqtune._build.main import ROOT, refresh
from mqtune._build.output_schemas import OUTPUTS, QUESTIONS_BY_SCHEMA, output_schema
from mqtune._build.project_schema import project_schema

DIALECT = "http://json-schema.org/draft-07/schema#"


def schemas() -> dict[Path, str]:
    """The text of each file."""
    every = {"project": project_schema(), **{name: output_schema(name) for name in (*OUTPUTS, *QUESTIONS_BY_SCHEMA)}}
    return {ROOT / "schemas" / f"{name}.json": text_of(name, one) for name, one in every.items()}


def text_of(name: str, schema: dict[str, object]) -> str:
    """The text of a schema with its address."""
    head = {"$schema": DIALECT, "$id": f"{SCHEMA_URL}/{name}.json"}
    return json.dumps(head | schema, indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write the stale files, or only list them."""
    return refresh(schemas(), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
