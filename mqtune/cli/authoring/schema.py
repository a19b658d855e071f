"""`mqtune schema`: prints a JSON Schema."""

from __future__ import annotations

from mqtune.assets import asset_text
from mqtune.cli import console
from mqtune.cli.authoring.options import Schema


def schema(options: Schema) -> int:
    """Print the schema with a name."""
    console.write_exactly(asset_text(f"schemas/{options.name}.json"))
    return 0
