"""Reads the tables of a TOML file and collects all errors in it, so that one run reports all of them."""

from __future__ import annotations

from mqtune.project.toml_lines import KeyPath, key_lines
from mqtune.project.values import ValueFormError
from mqtune.text.record import record
from mqtune.text.spelling import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from mqtune.project import values

    Keys = dict[str, tuple[str, values.Check]]

# what is only an option, because it differs from run to run
ONLY_OPTIONS = ("baseline", "fail-on", "format", "min-confidence")


@record
class InvalidSetting:
    """One error in a project file."""

    line: int
    message: str
    help: str


class TableReader:
    """The errors found so far, and the positions of the keys."""

    __slots__ = ("_homes", "errors", "file", "lines")

    def __init__(self, text: str, file: str, homes: Mapping[str, Keys]) -> None:
        """`homes` are the keys of each table, by its header: where a key in the wrong table belongs."""
        self.lines = key_lines(text)
        self._homes = homes
        self.file = file
        self.errors: list[InvalidSetting] = []

    def line(self, path: KeyPath) -> int:
        """The line of a key, or of the table or statement that contains it if it has no line of its own."""
        if (*path, 0) in self.lines:  # the first table of an array
            path = (*path, 0)
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def error(self, path: KeyPath, message: str, help: str = "") -> None:
        """Record an error at a key."""
        self.errors.append(InvalidSetting(self.line(path), message, help))

    def fields(
        self, table: dict[str, Any], path: KeyPath, keys: Keys, tables: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """The checked values of a table, by field name; invalid ones are omitted."""
        found: dict[str, Any] = {}
        for key, value in table.items():
            if key in tables:
                continue
            if key not in keys:
                self.unknown((*path, key), (*keys, *tables))
                continue
            field, check = keys[key]
            try:
                found[field] = check(value)
            except ValueFormError as wrong:
                self.error((*path, key), f"{key} {wrong.message}", wrong.help)
        return found

    def unknown(self, path: KeyPath, known: tuple[str, ...]) -> None:
        """Record an unknown key, with the nearest known one."""
        key = str(path[-1])
        table = ".".join(str(part) for part in path[:-1] if isinstance(part, str))
        near = nearest(key, known)
        homes = [header for header, keys in self._homes.items() if key in keys]
        if near:
            help = f"the nearest key is {near}"
        elif key in ONLY_OPTIONS:
            help = f"it is an option of the command: --{key}"
        elif homes:
            help = f"it belongs to {' or '.join(homes)}"
        else:
            help = f"known keys are {', '.join(known)}"
        self.error(path, f"unknown key {key}" + (f" in {table}" if table else ""), help)

    def require(self, table: dict[str, Any], path: KeyPath, keys: tuple[str, ...]) -> bool:
        """Whether the required keys of a table are present."""
        missing = [key for key in keys if key not in table]
        if missing:
            name = ".".join(part for part in path if isinstance(part, str))
            self.error(path, f"[[{name}]] has no {' and no '.join(missing)}", f"add {missing[0]} = …")
        return not missing

    def rows(self, table: dict[str, Any], path: KeyPath, key: str) -> list[tuple[dict[str, Any], KeyPath]]:
        """The tables of an array of tables, each with its path."""
        rows = table.get(key, [])
        if isinstance(rows, list) and all(isinstance(row, dict) for row in rows):
            return [(row, (*path, key, number)) for number, row in enumerate(rows)]
        header = ".".join(str(part) for part in (*path, key) if isinstance(part, str))
        self.error((*path, key), f"{key} must be an array of tables", f"write its header as [[{header}]]")
        return []
