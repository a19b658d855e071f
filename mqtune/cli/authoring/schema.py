"""`mqtune schema`: prints a JSON Schema."""

from __future__ import annotations

from typing import Annotated

from mqtune.assets import asset_text
from mqtune.cli import console
from mqtune.cli.parameters import chosen
from mqtune.questions.table import schema_names

SCHEMAS = tuple(dict.fromkeys(("project", "findings", "plan", "budget", *schema_names())))
EXAMPLES = ("mqtune schema project > mqtune.schema.json", "mqtune schema findings")


def schema(name: Annotated[str, chosen("NAME", SCHEMAS, "what it describes")]) -> int:
    """Print the JSON Schema of mqtune.toml, or of the JSON that a command prints.

    An editor uses it with the line `#:schema ./mqtune.schema.json` at the top of mqtune.toml.
    """
    console.write_exactly(asset_text(f"schemas/{name}.json"))
    return 0
