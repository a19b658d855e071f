"""The difference between two versions of a file, safe for a terminal: secrets masked, control characters
escaped.
"""

from __future__ import annotations

from mqtune.masking.secrets import masked
from mqtune.report.colour import Palette
from mqtune.text.diff import unified
from mqtune.text.printable import printable


def covered_diff(old: str, new: str, shown: str) -> list[str]:
    """The lines of a unified diff; tabs and the carriage return of a line end are kept."""
    name = printable(shown)
    return [_safe(line) for line in unified(masked(old), masked(new), f"a/{name}", f"b/{name}")]


def painted_line(line: str, palette: Palette) -> str:
    """A line of a diff with its colour."""
    end = "\r" if line.endswith("\r") else ""
    body = line.removesuffix("\r")
    if line.startswith(("---", "+++")):
        return palette.bold(body) + end
    if line.startswith("@@"):
        return palette.frame(body) + end
    if line.startswith("+"):
        return palette.added(body) + end
    return (palette.removed(body) if line.startswith("-") else body) + end


def _safe(line: str) -> str:
    end = "\r" if line.endswith("\r") else ""
    return "\t".join(map(printable, line.removesuffix("\r").split("\t"))) + end
