"""Compiles `grammars/catalogue/*.toml` to the modules `mqtune/language/_tables_*.py`.

The TOML is edited and reviewed; the modules are plain tuples that load in a millisecond, omit texts and
sources, and are split so that a run loads only the languages it needs. The output depends only on the input.
`python -m mqtune._build.catalogue` writes the modules, `--check` only compares.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mqtune._build import (
    catalogue_access,
    catalogue_changes,
    catalogue_files,
    catalogue_ini,
    catalogue_mqsc,
    catalogue_reasons,
    catalogue_secrets,
)
from mqtune._build.main import refresh

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "grammars" / "catalogue"
TARGET = ROOT / "mqtune" / "language"

HEAD = '''"""{title} Generated from `{source}`: edit that, then run
`python -m mqtune._build.catalogue`.
"""
# ruff: noqa
# fmt: off

from __future__ import annotations

from typing import Any
'''

Tables = dict[str, Any]


def read() -> dict[str, dict[str, Any]]:
    """All tables of the catalogue, by file name without extension."""
    found = {}
    for path in sorted(SOURCE.glob("*.toml")):
        with path.open("rb") as stream:
            try:
                found[path.stem] = tomllib.load(stream)
            except tomllib.TOMLDecodeError as fault:
                raise catalogue_files.CatalogueError(path.name, "", str(fault)) from None
    return found


def modules(files: dict[str, dict[str, Any]]) -> dict[str, str]:
    """The text of every generated module, by file name."""
    plan: dict[str, tuple[str, str, Tables]] = {
        "levels": ("Levels.", "levels.toml", catalogue_files.levels(files)),
        "commands": ("Commands.", "commands.toml", catalogue_mqsc.commands(files)),
        "attributes": ("Attributes.", "<object type>.toml", catalogue_mqsc.attributes(files)),
        "shipped": ("Default objects.", "system-objects.toml", catalogue_files.shipped(files)),
        "ciphers": ("CipherSpecs.", "cipherspecs.toml", catalogue_files.ciphers(files)),
        "ccdt": ("Keys of a CCDT.", "ccdt.toml", catalogue_ini.ccdt(files)),
        "environment": ("Environment variables.", "environment.toml", catalogue_ini.environment(files)),
        "reasons": ("Reason codes.", "reason-codes.toml", catalogue_reasons.reasons(files)),
        "access": ("Checks, refusals and authorities.", "access.toml", catalogue_access.access(files)),
        "changes": ("Effects of changed attributes.", "changes.toml", catalogue_changes.changes(files)),
        "secrets": ("Keywords whose values no output shows.", "secrets.toml", catalogue_secrets.secrets(files)),
    }
    for name in ("qm-ini", "mqs-ini", "mqclient-ini"):
        title = name.replace("-", ".")
        plan[name.replace("-", "_")] = (
            f"Stanzas of {title}.",
            f"{name}.toml",
            catalogue_ini.ini(files, name),
        )
    return {
        f"_tables_{name}.py": _module(title, f"grammars/catalogue/{source}", tables)
        for name, (title, source, tables) in plan.items()
    }


def _module(title: str, source: str, tables: Tables) -> str:
    """One generated module: an assignment per table, one row per line."""
    text = HEAD.format(title=title, source=source)
    # importing typing costs milliseconds; only the type checker needs the annotation
    text = text.replace(
        "from typing import Any\n",
        "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from typing import Any\n",
    )
    for name, value in tables.items():
        text += f"\n{name}: {_annotation(value)} = {_literal(value)}\n"
    return text


def _annotation(value: Any) -> str:
    if isinstance(value, dict):
        return "dict[Any, Any]"
    if isinstance(value, tuple):
        return "tuple[Any, ...]"
    return type(value).__name__


def _literal(value: Any) -> str:
    """A value as Python text: a large table has one row per line, so that a diff shows single rows."""
    if isinstance(value, dict):
        rows = "".join(f"    {key!r}: {_rows(item, 4)},\n" for key, item in value.items())
        return f"{{\n{rows}}}"
    return _rows(value, 0)


def _rows(value: Any, indent: int) -> str:
    if not isinstance(value, tuple) or len(repr(value)) < 100 or not isinstance(value[0], tuple):
        return repr(value)
    pad = " " * indent
    rows = "".join(f"{pad}    {item!r},\n" for item in value)
    return f"(\n{rows}{pad})"


def main(arguments: Sequence[str]) -> int:
    """Refresh the modules; see `refresh`. An error in the catalogue is reported with exit status 2."""
    try:
        return refresh({TARGET / name: text for name, text in modules(read()).items()}, arguments)
    except catalogue_files.CatalogueError as error:
        sys.stderr.write(f"{error}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
