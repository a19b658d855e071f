"""The lines of the keys in a TOML text, which the parser of the standard library does not report.

Reads texts that the parser has accepted.
"""

from __future__ import annotations

# ("queue-manager", 0, "topic", 1, "publish-rate"): keys, and the numbers of tables in arrays of tables
KeyPath = tuple[str | int, ...]


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line (from 1) of every table header and of every key that begins a line."""
    found: dict[KeyPath, int] = {}
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
            found.setdefault(table, line)
        else:
            keys, equals = _keys(text, at)
            for depth in range(1, len(keys) + 1):
                found.setdefault(table + tuple(keys[:depth]), line)
            after = max(_value_end(text, equals + 1), at + 1)
        line += text.count("\n", at, after)
        at = after
    return found


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
