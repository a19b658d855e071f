"""Findings of commands that an edit moves to other lines without changing them."""

from __future__ import annotations

import re

from mqtune.findings.finding import Finding, Fix, Related
from mqtune.text.spans import Edit, Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.tree import Command

NUMBER = re.compile(r"\d+")


def moved_finding(finding: Finding, first: int, command: Command) -> Finding | None:
    """A finding in a command that was at line `first`, from 0, as a run of the rules would report it now.

    None if any of its positions is outside of the command, or if a text may contain the number of a line.
    """
    shown, moved = command.script.document.source.shown, command.first - first
    lines = range(first + 1, command.last - moved + 2)

    def place(one: Place) -> Place:
        span = one.span
        if one.file != shown or span.line not in lines or span.end_line - 1 not in lines:
            raise ValueError
        return Place(shown, Span(span.line + moved, span.column, span.end_line + moved, span.end_column))

    texts = [finding.message, finding.note, finding.help]
    texts += [one.message for one in finding.related] + [one.message for one in finding.fixes]
    if any(int(number[0]) in lines for text in texts for number in NUMBER.finditer(text)):
        return None
    values = {name: getattr(finding, name) for name in Finding.__annotations__}
    try:
        values["place"] = place(finding.place)
        values["related"] = tuple(Related(place(one.place), one.message) for one in finding.related)
        values["fixes"] = tuple(
            Fix(
                one.applicability,
                one.message,
                tuple(Edit(place(edit.place), edit.content) for edit in one.edits),
                one.restart,
            )
            for one in finding.fixes
        )
    except ValueError:
        return None
    return Finding(**values)
