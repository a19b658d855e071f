"""Build files of container images: continued lines are joined before a shell sees them.

The builder removes a backslash at the end of a line in any context, even inside single quotation marks, and
also the comment lines between such lines. Here-documents are left unchanged.
"""

from __future__ import annotations

import re

from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.excerpt import Piece

_FIRST_STEP = lazy_pattern(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:FROM|ARG)[ \t]+\S", re.IGNORECASE)
_GOES_ON = lazy_pattern(r"\\[ \t]*\Z")
_HERE = lazy_pattern(r"<<-?[ \t]*(['\"]?)(\w+)\1")


def is_build_file(text: str) -> bool:
    """Whether a text is the build file of an image, judged by its first step."""
    return _FIRST_STEP.match(text) is not None


def with_joined_lines(base: Excerpt) -> Excerpt:
    """A build file with each of its steps on one line."""
    pieces: list[Piece] = []
    step = ""  # the part of the current step that has been read
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
