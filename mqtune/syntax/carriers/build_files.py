"""Build files of container images: lines that go on are joined before a shell sees them.

The builder takes a backslash at a line's end away wherever it stands, inside single quotation marks too,
and comment lines between such lines with it. Here-documents are left as they are.
"""

from __future__ import annotations

import re

from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.text.patterns import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.excerpt import Piece

_FIRST_STEP = later(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:FROM|ARG)[ \t]+\S", re.IGNORECASE)
_GOES_ON = later(r"\\[ \t]*\Z")
_HERE = later(r"<<-?[ \t]*(['\"]?)(\w+)\1")


def is_build_file(text: str) -> bool:
    """Whether a text is the build file of an image, by its first step."""
    return _FIRST_STEP.match(text) is not None


def with_joined_lines(base: Excerpt) -> Excerpt:
    """A build file as its steps are, each on one line."""
    pieces: list[Piece] = []
    step = ""  # what was read of a step so far
    open_here: list[str] = []  # delimiters of here-documents that are open
    goes_on = False
    at = 0
    for line in base.text.splitlines(keepends=True):
        body = line.rstrip("\r\n")
        end = at + len(line)
        if open_here:
            if body.lstrip("\t") == open_here[0]:
                open_here.pop(0)
            pieces += base.pieces(at, end)
        elif not (goes_on and body.lstrip().startswith("#")):
            found = _GOES_ON.search(body)
            goes_on = found is not None
            pieces += base.pieces(at, end if found is None else at + found.start())
            step += body
            if not goes_on:
                open_here = [match[2] for match in _HERE.finditer(step)]
                step = ""
        at = end
    return Excerpt(pieces, base.end)
