"""Writes the JSON Schemas in `schemas/`, and the list of questions in `docs/api.md`.

    python -m mqtune._build.schemas [--check]
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from mqtune import SCHEMA_URL
from mqtune._build.main import ROOT, refresh
from mqtune._build.output_schemas import OUTPUTS, output_schema
from mqtune._build.project_schema import project_schema
from mqtune.questions.table import TABLE, Question
from mqtune.text.table import markdown

API = ROOT / "docs" / "api.md"
DIALECT = "http://json-schema.org/draft-07/schema#"


def schemas() -> dict[Path, str]:
    """The text of each file."""
    every = {"project": project_schema(), **{name: output_schema(name) for name in OUTPUTS}}
    return {ROOT / "schemas" / f"{name}.json": text_of(name, one) for name, one in every.items()}


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
