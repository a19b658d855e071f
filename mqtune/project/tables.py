"""Reads the tables of a TOML file and collects all errors in it, so that one run reports all of them.

The lines of keys are found here, too, because the parser of the standard library does not report them.
"""

from __future__ import annotations

import json

from mqtune.project.values import ValueFormError
from mqtune.text.record import record
from mqtune.text.spelling import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from mqtune.project import values

    Keys = dict[str, tuple[str, values.Check]]


# Lines of the keys in a text that the parser has accepted.

# ("queue-manager", 0, "topic", 1, "publish-rate"): keys, and the numbers of tables in arrays of tables
KeyPath = tuple[str | int, ...]


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line (from 1) of every table header and of every key that begins a line."""
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    at, line = 0, 1
    while at < len(text):
        letter = text[at]
        if letter == "#":
            after = _line_end(text, at)
        elif letter.isspace():
            after = at + 1
        elif letter == "[":
            after = _line_end(text, at)
            table = _open_table(text[at:after], counts)
            lines.setdefault(table, line)
        else:
            keys, equals = _keys(text, at)
            for depth in range(1, len(keys) + 1):
                lines.setdefault(table + tuple(keys[:depth]), line)
            after = max(_value_end(text, equals + 1), at + 1)
        line += text.count("\n", at, after)
        at = after
    return lines


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _open_table(header: str, counts: dict[KeyPath, int]) -> KeyPath:
    """The path of `[a.b]` or `[[a.b]]`, with the number of the latest table of each array above it."""
    array = header.startswith("[[")
    keys, _ = _keys(header, 2 if array else 1)
    path: KeyPath = ()
    for depth, key in enumerate(keys, 1):
        path += (key,)
        if depth == len(keys) and array:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path += (counts[path],)
    return path


def _keys(text: str, at: int) -> tuple[list[str], int]:
    """The parts of a dotted key, and the offset where it ends: at `=` or `]`."""
    keys: list[str] = []
    pieces: list[str] = []
    while at < len(text) and text[at] not in "=]\n":
        letter = text[at]
        if letter in "\"'":
            end = _string_end(text, at)
            pieces.append(text[at + 1 : end - 1])
            at = end
            continue
        if letter == ".":
            keys.append("".join(pieces))
            pieces = []
        elif not letter.isspace():
            pieces.append(letter)
        at += 1
    return [*keys, "".join(pieces)], at


def _value_end(text: str, at: int) -> int:
    """The offset where the value ends: the line end outside strings and brackets."""
    depth = 0
    while at < len(text):
        letter = text[at]
        if letter in "\"'":
            at = _string_end(text, at)
            continue
        if letter == "#":
            at = _line_end(text, at)
            continue
        if letter == "\n" and depth <= 0:
            return at
        depth += (letter in "[{") - (letter in "]}")
        at += 1
    return at


def _string_end(text: str, at: int) -> int:
    """The offset one past the closing quotation marks of the string that begins at `at`."""
    quote = text[at]
    mark = quote * 3 if text.startswith(quote * 3, at) else quote
    at += len(mark)
    while at < len(text):
        if text[at] == "\\" and quote == '"':
            at += 2
        elif text.startswith(mark, at):
            # up to two quotation marks may precede the closing three
            while len(mark) == 3 and text.startswith(quote, at + 3):
                at += 1
            return at + len(mark)
        else:
            at += 1
    return len(text)


# Tables.

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
        values: dict[str, Any] = {}
        for key, value in table.items():
            if key in tables:
                continue
            if key not in keys:
                self.unknown((*path, key), (*keys, *tables))
                continue
            field, check = keys[key]
            try:
                values[field] = check(value)
            except ValueFormError as wrong:
                self.error((*path, key), f"{key} {wrong.message}", wrong.help)
        return values

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


# Values as TOML.


def toml_string(text: str) -> str:
    """A TOML string; a JSON string is one too. Surrogates become escapes."""
    quoted = json.dumps(text.encode("utf-8", "backslashreplace").decode(), ensure_ascii=False)
    return quoted.replace("\x7f", "\\u007f")  # the one control character that JSON allows and TOML does not
