"""What is at a position of a file: commands, names, entries of ini files and of client channel tables."""

from __future__ import annotations

from bisect import bisect_right

from mqtune.lsp.features.asked import trees_of
from mqtune.session.mentions import Mention, Mentions
from mqtune.syntax.ccdt.tree import CcdtFile
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate
    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.buffer import Position
    from mqtune.syntax.mqsc.tree import Command
    from mqtune.text.spans import Span


@record
class Found:
    """A name at a position, with the mentions of its estate."""

    estate: Estate
    mentions: Mentions
    mention: Mention


def names_at(view: FileView, position: Position) -> list[Found]:
    """The name at a position, in each environment that reads the file."""
    line, column = view.place(position)
    found = []
    for tree in trees_of(view):
        for estate in view.session.estates:
            mentions = Mentions(estate, view.session)
            if isinstance(tree, Script):
                every = [one for command in commands_at(tree, line) for one in mentions.of_command(command)]
            elif isinstance(tree, CcdtFile) and any(one is tree for one in estate.ccdts):
                every = mentions.of_table(tree)
            else:
                continue
            found += [Found(estate, mentions, one) for one in every if covers(one.place.span, line, column)]
    return found


def commands_at(script: Script, line: int) -> Iterator[Command]:
    """The commands on a line of the file, counted from 1."""
    document = script.document
    if document.map is not None:
        for command in script.commands:
            first = document.map.position(command.first + 1, 1)[0]
            last = document.map.position(command.last + 1, 1)[0]
            if first <= line <= last:
                yield command
        return
    index = bisect_right(script.commands, line - 1, key=lambda one: one.first) - 1
    while index >= 0 and script.commands[index].last >= line - 1:
        yield script.commands[index]
        index -= 1


def covers(span: Span, line: int, column: int) -> bool:
    """Whether a position is in a span or directly after it."""
    return (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)
