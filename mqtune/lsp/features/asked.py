"""What a feature works with: the last analysis, the document as it is now, what is at a position."""

from __future__ import annotations

from bisect import bisect_right

from lsprotocol import types

from mqtune.lsp.analysis import MARK, FileView, bare, path_or_address
from mqtune.lsp.diagnostics import address, range_of
from mqtune.session.mentions import Mention, Mentions
from mqtune.syntax.ccdt.tree import CcdtFile
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate
    from mqtune.lsp.analysis import Analysis
    from mqtune.lsp.documents import Buffer, Document, Position
    from mqtune.session.loading import Tree
    from mqtune.syntax.mqsc.tree import Command
    from mqtune.text.editing import Span


# Positions in a text that edits made of another one.


def moved(before: Buffer, after: Buffer, position: Position) -> Position | None:
    """The same position in the other text: before or after the part in which they differ, None inside it."""
    offset = before.offset(*position)
    start = common_start(before.text, after.text)
    if offset <= start:
        return after.position(offset)
    most = min(len(before.text), len(after.text)) - start
    same = min(common_end(before.text, after.text), most)
    if offset < len(before.text) - same:
        return None
    return after.position(offset + len(after.text) - len(before.text))


def common_start(first: str, second: str) -> int:
    """The number of characters with which both texts begin."""
    low, high = 0, min(len(first), len(second))
    while low < high:  # a comparison of slices is much faster than one of characters
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_end(first: str, second: str) -> int:
    """The number of characters with which both texts end."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[len(first) - middle : len(first) - low] == second[len(second) - middle : len(second) - low]:
            low = middle
        else:
            high = middle - 1
    return low


class Asked:
    """One request about a document. `view` is the document in the last analysis; the user sees `messages`."""

    __slots__ = ("_current", "analysis", "document", "messages", "view")

    def __init__(self, analysis: Analysis, view: FileView | None, document: Document | None) -> None:
        self.analysis = analysis
        self.view = view
        self.document = document
        self.messages: list[str] = []
        self._current: FileView | None = None

    def analysed(self, position: Position) -> Position | None:
        """A position of the editor in the analysed text; None in a part that was edited since."""
        view = self.view
        if view is None or self.document is None or self.document.buffer is view.buffer:
            return position
        return moved(self.document.buffer, view.buffer, position)

    @property
    def current(self) -> FileView | None:
        """The document parsed as it is now, without a lint."""
        view = self.view
        if view is None or self.document is None or self.document.buffer is view.buffer:
            return view
        if self._current is None:
            shown = view.source.shown
            mark = MARK if view.source.text.startswith(MARK) else ""
            session = view.session.with_texts({shown: mark + bare(self.document.buffer.text)})
            source = session.sources[shown]
            self._current = FileView(view.part, session, source, self.document, self.document.buffer.encoding)
        return self._current


def trees_of(view: FileView) -> list[Tree]:
    """The documents of a file, in the version of each environment that reads it."""
    return [tree for file in view.session.inputs.versions(view.source.shown) for tree in file.trees]


def one_version(view: FileView) -> list[Tree]:
    """The documents of a file in one version: what is shown of its text is the same in all."""
    versions = view.session.inputs.versions(view.source.shown)
    return list(versions[0].trees) if versions else []


def location(analysis: Analysis, view: FileView, span: Span) -> types.Location | None:
    """A range of the analysed text as the editor has it now; None if it was edited since."""
    start, end = view.span(span)
    document = analysis.documents.named(path_or_address(view.source))
    if document is None or document.buffer is view.buffer:
        return types.Location(address(view), range_of((start, end)))
    first, last = moved(view.buffer, document.buffer, start), moved(view.buffer, document.buffer, end)
    if first is None or last is None:
        return None
    return types.Location(document.uri, range_of((first, last)))


# Names, commands, entries of ini files and of client channel tables at a position.


@record
class Found:
    """A name at a position, with the mentions of its estate."""

    estate: Estate
    mentions: Mentions
    mention: Mention


def names_at(view: FileView, position: Position) -> list[Found]:
    """The name at a position, in each environment that reads the file."""
    line, column = view.place(position)
    occurrences = []
    for tree in trees_of(view):
        for estate in view.session.estates:
            mentions = Mentions(estate, view.session)
            if isinstance(tree, Script):
                every = [
                    mention for command in commands_at(tree, line) for mention in mentions.of_command(command)
                ]
            elif isinstance(tree, CcdtFile) and any(table is tree for table in estate.ccdts):
                every = mentions.of_table(tree)
            else:
                continue
            occurrences += [
                Found(estate, mentions, mention)
                for mention in every
                if covers(mention.place.span, line, column)
            ]
    return occurrences


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
    index = bisect_right(script.commands, line - 1, key=lambda command: command.first) - 1
    while index >= 0 and script.commands[index].last >= line - 1:
        yield script.commands[index]
        index -= 1


def covers(span: Span, line: int, column: int) -> bool:
    """Whether a position is in a span or directly after it."""
    return (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)
