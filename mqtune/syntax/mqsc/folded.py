"""Reads a folded command: with the line pattern if the joined text is plain, else with the grammar.

Most irregular commands are lists that span several lines; joined, they are as plain as any line, and the
grammar (with the package that reads it) is not needed. A test checks that both readers agree.
"""

from __future__ import annotations

from mqtune.syntax.mqsc.lines import LINE, is_foreign
from mqtune.syntax.mqsc.logical_line import FoldedParameter, Reading
from mqtune.syntax.mqsc.words import PARAMETER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.syntax.mqsc.fold import Folded


def read_folded(folded: Folded, zos: bool, is_verb: Callable[[str], object]) -> Reading:
    """Read a logical line."""
    reading = read_plain(folded)
    if reading is not None:
        return reading
    from mqtune.syntax.mqsc.grammar_reader import read_logical  # imports lark, which most scripts do not need

    return read_logical(folded, zos, is_verb)


def read_plain(folded: Folded) -> Reading | None:
    """Read a logical line that is plain; None if only the grammar can read it."""
    match = LINE.match(folded.text)
    if match is None or match[1] is None or match[5] is not None or is_foreign(folded.text):
        return None
    start = match.start(1)
    if any(start < seam < match.end(1) for seam in folded.seams):
        return None  # the continuation character may have joined a verb to the word after it
    base = folded.locate(start)[0]
    found = PARAMETER.findall(folded.text)
    parameters = tuple(
        [
            FoldedParameter(keyword.upper(), written, folded, index, base)
            for index, (keyword, written) in enumerate(found)
        ]
    )
    last = folded.end(len(folded.text))[0]
    return Reading([(base, last, parameters, True)], [])
