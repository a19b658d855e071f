"""Where the directives in comments aim: the lines of a file whose findings an ignore silences.

Knows comments, commands and stanzas; does not know findings.
"""

from __future__ import annotations

from bisect import bisect_right

from mqtune.project.directives import IGNORE, IGNORE_FILE, parse_directive
from mqtune.syntax.ini.tree import IniFile
from mqtune.syntax.mqsc.tree import BLANK, COMMENT, Script
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.project.directives import Directive
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.document import Document
    from mqtune.syntax.ini.tree import Entry, Stanza
    from mqtune.text.spans import Edit, Place

    Tree = Script | IniFile | CcdtFile


class Region:
    """One directive: its place, and the stretch of its file that it aims at (None: nothing follows it).

    `removal` deletes its line, where that can be done exactly. `faults` are what is wrong with it:
    place, message, help.
    """

    __slots__ = ("aim", "directive", "faults", "place", "removal")

    def __init__(self, directive: Directive, place: Place, aim: Place | None, removal: Edit | None) -> None:
        self.directive = directive
        self.place = place
        self.aim = aim
        self.removal = removal
        self.faults: list[tuple[Place, str, str]] = []

    @property
    def ignores(self) -> bool:
        """Whether it is meant to silence something, and can be understood."""
        return self.directive.kind in (IGNORE, IGNORE_FILE) and not self.misplaced

    @property
    def misplaced(self) -> bool:
        """Whether it is meant for a whole file and does not stand at its head."""
        return self.directive.kind == IGNORE_FILE and self.aim is None

    def covers(self, place: Place) -> bool:
        """Whether a place begins inside."""
        if self.aim is None or place.file != self.aim.file:
            return False
        line, column, end_line, end_column = self.aim.span.key()
        return (line, column) <= (place.span.line, place.span.column) <= (end_line, end_column)


def regions_of(trees: Iterable[Tree]) -> list[Region]:
    """The directives of all documents; a CCDT has no comments."""
    found: list[Region] = []
    for tree in trees:
        if isinstance(tree, IniFile):
            found += _ini_regions(tree)
        elif isinstance(tree, Script):
            found += _script_regions(tree)
    return found


def _script_regions(script: Script) -> Iterator[Region]:
    firsts = [command.first for command in script.commands]
    reached = 0  # the last attribute's line aimed at: comments one below the other aim at the same one
    for number in script.directives:
        text = script.lines[number].text
        directive = parse_directive(text)
        if directive is None:
            continue
        if directive.kind == IGNORE_FILE:
            head = not firsts or number < firsts[0]
            aim: tuple[int, int] | None = (1, len(script.lines)) if head else None
        else:
            aim = _command_aim(script, firsts, number, reached)
            reached = max(reached, aim[0] - 1) if aim else reached
        span = Span(number + 1, 1, number + 1, len(text) + 1)
        end = len(script.lines[aim[1] - 1].text) + 1 if aim else 0
        yield _region(script.document, span, directive, aim, end, len(script.lines))


def _command_aim(script: Script, firsts: list[int], number: int, reached: int) -> tuple[int, int] | None:
    """The lines that a comment on line `number` (from 0) aims at: a command, or an attribute's line.

    All lines before `reached` are known to be no attribute's.
    """
    index = bisect_right(firsts, number)
    if index and number < script.commands[index - 1].last:
        line = max(number + 1, reached)
        while script.lines[line].kind in (BLANK, COMMENT):
            line += 1
        return (line + 1, line + 1)
    if index == len(firsts):
        return None
    command = script.commands[index]
    return (command.first + 1, command.last + 1)


def _ini_regions(file: IniFile) -> Iterator[Region]:
    for span, text in file.comments:
        directive = parse_directive(text)
        if directive is None:
            continue
        if directive.kind == IGNORE_FILE:
            head = not file.stanzas or span.line < file.stanzas[0].header_span.line
            aim: tuple[int, int] | None = (1, len(file.lines)) if head else None
        else:
            aim = _stanza_aim(file, span.line)
        end = len(file.lines[aim[1] - 1]) + 1 if aim else 0
        yield _region(file.document, span, directive, aim, end, len(file.lines))


def _stanza_aim(file: IniFile, line: int) -> tuple[int, int] | None:
    """The lines that a comment aims at: the entry that follows, or a whole stanza before its header."""
    index = bisect_right(file.stanzas, line, key=_header_line)
    if index:
        entries = file.stanzas[index - 1].entries
        at = bisect_right(entries, line, key=_entry_line)
        if at < len(entries):
            return (entries[at].span.line, entries[at].span.end_line)
    if index == len(file.stanzas):
        return None
    stanza = file.stanzas[index]
    last = stanza.entries[-1].span.end_line if stanza.entries else stanza.header_span.line
    return (stanza.header_span.line, last)


def _header_line(stanza: Stanza) -> int:
    return stanza.header_span.line


def _entry_line(entry: Entry) -> int:
    return entry.span.line


def _region(
    document: Document, span: Span, directive: Directive, aim: tuple[int, int] | None, end: int, count: int
) -> Region:
    """A region that aims at document lines from 1, up to column `end` of the last one of them.

    `count` is the number of lines of the document.
    """
    aimed = document.place(Span(aim[0], 1, aim[1], end)) if aim else None
    whole = span if span.line == count else Span(span.line, 1, span.line + 1, 1)
    region = Region(directive, document.place(span), aimed, document.edit(whole, ""))
    for fault in directive.faults:
        columns = Span(span.line, span.column + fault.start, span.line, span.column + fault.end)
        region.faults.append((document.place(columns), fault.message, fault.help))
    if region.misplaced:
        message = "ignore-file stands below the first command or stanza"
        region.faults.append((region.place, message, "move it to the head of the file"))
    return region
