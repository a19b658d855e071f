"""The lines of a file that a directive in a comment applies to."""

from __future__ import annotations

from bisect import bisect_right

from mqtune.project.directives import FORMAT, IGNORE, IGNORE_FILE, parse_directive
from mqtune.syntax.ini.tree import IniFile
from mqtune.syntax.mqsc.tree import BLANK, COMMENT, Script
from mqtune.text.editing import Span
from mqtune.text.record import field, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.project.directives import Directive
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.document import Document
    from mqtune.syntax.ini.tree import Entry, Stanza
    from mqtune.text.editing import Edit, Place

    Tree = Script | IniFile | CcdtFile


@record
class Region:
    """One directive: its place, and the part of its file it applies to (None: nothing follows it).

    `removal` deletes its line, if that is possible. `errors` are place, message and help of what is wrong
    with it.
    """

    directive: Directive
    place: Place
    target: Place | None
    removal: Edit | None
    errors: list[tuple[Place, str, str]] = field(init=False)

    def __post_init__(self) -> None:
        self.errors = []

    @property
    def ignores(self) -> bool:
        """Whether it is meant to suppress findings, and is valid."""
        return self.directive.kind in (IGNORE, IGNORE_FILE) and not self.misplaced

    @property
    def misplaced(self) -> bool:
        """Whether it is meant for a whole file and is not at its top."""
        return self.directive.kind == IGNORE_FILE and self.target is None

    def covers(self, place: Place) -> bool:
        """Whether a place begins inside."""
        if self.target is None or place.file != self.target.file:
            return False
        line, column, end_line, end_column = self.target.span.key()
        return (line, column) <= (place.span.line, place.span.column) <= (end_line, end_column)


def regions_of(trees: Iterable[Tree]) -> list[Region]:
    """The directives of all documents; a CCDT has no comments.

    A document that is read for several environments has each directive once.
    """
    by_place: dict[tuple[object, ...], Region] = {}
    for tree in trees:
        regions: Iterable[Region] = ()
        if isinstance(tree, IniFile):
            regions = _ini_regions(tree)
        elif isinstance(tree, Script):
            regions = _script_regions(tree)
        for region in regions:
            by_place.setdefault((region.place.file, region.place.span.key()), region)
    return list(by_place.values())


def _script_regions(script: Script) -> Iterator[Region]:
    firsts = [command.first for command in script.commands]
    reached = 0  # the last target line: consecutive comments apply to the same attribute
    for number in script.directives:
        text = script.lines[number].text
        directive = parse_directive(text)
        if directive is None:
            continue
        if directive.kind == IGNORE_FILE:
            head = not firsts or number < firsts[0]
            target: tuple[int, int] | None = (1, len(script.lines)) if head else None
        else:
            target = _command_target(script, firsts, number, reached)
            reached = max(reached, target[0] - 1) if target else reached
        span = Span(number + 1, 1, number + 1, len(text) + 1)
        end = len(script.lines[target[1] - 1].text) + 1 if target else 0
        region = _region(script.document, span, directive, target, end, len(script.lines))
        if directive.kind == FORMAT and _is_inside(script, firsts, number):
            message = "fmt has no effect inside a command"
            region.errors.append((region.place, message, "move it to a line between commands"))
        yield region


def _is_inside(script: Script, firsts: list[int], number: int) -> bool:
    """Whether a line (from 0) is inside a command."""
    index = bisect_right(firsts, number)
    return index > 0 and number <= script.commands[index - 1].last


def _command_target(script: Script, firsts: list[int], number: int, reached: int) -> tuple[int, int] | None:
    """The lines that a comment on line `number` (from 0) applies to: a command, or the line of an attribute.

    Lines between the comment and the command that belong to no command, or the line behind the last command,
    are included. No line before `reached` is the line of an attribute.
    """
    index = bisect_right(firsts, number)
    if index and number < script.commands[index - 1].last:
        line = max(number + 1, reached)
        while script.lines[line].kind in (BLANK, COMMENT):
            line += 1
        return (line + 1, line + 1)
    if index < len(firsts):
        return (number + 2, script.commands[index].last + 1)
    return (number + 2, number + 2) if number + 1 < len(script.lines) else None


def _ini_regions(file: IniFile) -> Iterator[Region]:
    for span, text in file.comments:
        directive = parse_directive(text)
        if directive is None:
            continue
        if directive.kind == IGNORE_FILE:
            head = not file.stanzas or span.line < file.stanzas[0].header_span.line
            target: tuple[int, int] | None = (1, len(file.lines)) if head else None
        else:
            target = _stanza_target(file, span.line)
        end = len(file.lines[target[1] - 1]) + 1 if target else 0
        region = _region(file.document, span, directive, target, end, len(file.lines))
        if directive.kind == FORMAT:
            message = "fmt has no effect here: only MQSC is formatted"
            region.errors.append((region.place, message, "remove the line"))
        yield region


def _stanza_target(file: IniFile, line: int) -> tuple[int, int] | None:
    """The lines that a comment applies to: up to the next entry, or up to the end of the stanza if it
    precedes a header.
    """
    index = bisect_right(file.stanzas, line, key=_header_line)
    if index:
        entries = file.stanzas[index - 1].entries
        at = bisect_right(entries, line, key=_entry_line)
        if at < len(entries):
            return (line + 1, entries[at].span.end_line)
    if index == len(file.stanzas):
        return None
    stanza = file.stanzas[index]
    last = stanza.entries[-1].span.end_line if stanza.entries else stanza.header_span.line
    return (line + 1, last)


def _header_line(stanza: Stanza) -> int:
    return stanza.header_span.line


def _entry_line(entry: Entry) -> int:
    return entry.span.line


def _region(
    document: Document, span: Span, directive: Directive, target: tuple[int, int] | None, end: int, count: int
) -> Region:
    """A region for document lines from 1, up to column `end` of the last one.

    `count` is the number of lines of the document.
    """
    stretch = document.place(Span(target[0], 1, target[1], end)) if target else None
    line_span = span if span.line == count else Span(span.line, 1, span.line + 1, 1)
    region = Region(directive, document.place(span), stretch, document.edit(line_span, ""))
    for error in directive.errors:
        columns = Span(span.line, span.column + error.start, span.line, span.column + error.end)
        region.errors.append((document.place(columns), error.message, error.help))
    if region.misplaced:
        message = "ignore-file is below the first command or stanza"
        region.errors.append((region.place, message, "move it to the top of the file"))
    return region
