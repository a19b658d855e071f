"""The difference between two versions of a file, safe for a terminal: secrets masked, control characters
escaped.
"""

from __future__ import annotations

from mqtune.masking.secrets import masked
from mqtune.text.diff import unified
from mqtune.text.printable import printable


def covered_diff(old: str, new: str, shown: str) -> list[str]:
    """The lines of a unified diff; tabs and the carriage return of a line end are kept."""
    name = printable(shown)
    return [_safe(line) for line in unified(masked(old), masked(new), f"a/{name}", f"b/{name}")]


def _safe(line: str) -> str:
    end = "\r" if line.endswith("\r") else ""
    return "\t".join(map(printable, line.removesuffix("\r").split("\t"))) + end
