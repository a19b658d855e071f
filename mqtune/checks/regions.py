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
    from mqtune.text.spans import Edit, Place

    Tree = Script | IniFile | CcdtFile

NOTHING = (1, 0)


class Region:
    """One directive: its place, and the lines of its file from `first` to `last` that it aims at.

    `last` below `first` means that it aims at nothing. `removal` deletes its line, where that can be
    done exactly. `faults` are what is wrong with it: place, message, help.
    """

    __slots__ = ("directive", "faults", "first", "last", "place", "removal")

    def __init__(
        self, directive: Directive, place: Place, lines: tuple[int, int], removal: Edit | None
    ) -> None:
        self.directive = directive
        self.place = place
        self.first, self.last = lines
        self.removal = removal
        self.faults: list[tuple[Place, str, str]] = []

    @property
    def ignores(self) -> bool:
        """Whether it is meant to silence something, and can be understood."""
        return self.directive.kind in (IGNORE, IGNORE_FILE) and not self.misplaced

    @property
    def misplaced(self) -> bool:
        """Whether it is meant for a whole file and does not stand at its head."""
        return self.directive.kind == IGNORE_FILE and self.last < self.first

    def covers(self, place: Place) -> bool:
        """Whether a place begins inside."""
        return self.first <= place.span.line <= self.last and place.file == self.place.file


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
    for number in script.directives:
        text = script.lines[number].text
        directive = parse_directive(text)
        if directive is None:
            continue
        if directive.kind == IGNORE_FILE:
            head = not firsts or number < firsts[0]
            aim = (1, len(script.lines)) if head else NOTHING
        else:
            aim = _command_aim(script, firsts, number)
        span = Span(number + 1, 1, number + 1, len(text) + 1)
        yield _region(script.document, span, directive, aim, last=number + 1 == len(script.lines))


def _command_aim(script: Script, firsts: list[int], number: int) -> tuple[int, int]:
    """The lines that a comment on line `number` (from 0) aims at: a command, or an attribute's line."""
    index = bisect_right(firsts, number)
    if index and number < script.commands[index - 1].last:
        line = number + 1
        while script.lines[line].kind in (BLANK, COMMENT):
            line += 1
        return (line + 1, line + 1)
    if index == len(firsts):
        return NOTHING
    command = script.commands[index]
    return (command.first + 1, command.last + 1)


def _ini_regions(file: IniFile) -> Iterator[Region]:
    for span, text in file.comments:
        directive = parse_directive(text)
        if directive is None:
            continue
        if directive.kind == IGNORE_FILE:
            head = not file.stanzas or span.line < file.stanzas[0].header_span.line
            aim = (1, len(file.lines)) if head else NOTHING
        else:
            aim = _stanza_aim(file, span.line)
        yield _region(file.document, span, directive, aim, last=span.line == len(file.lines))


def _stanza_aim(file: IniFile, line: int) -> tuple[int, int]:
    """The lines that a comment aims at: the entry that follows, or a whole stanza before its header."""
    for stanza in file.stanzas:
        if stanza.header_span.line > line:
            last = stanza.entries[-1].span.end_line if stanza.entries else stanza.header_span.line
            return (stanza.header_span.line, last)
        for entry in stanza.entries:
            if entry.span.line > line:
                return (entry.span.line, entry.span.end_line)
    return NOTHING


def _region(document: Document, span: Span, directive: Directive, aim: tuple[int, int], last: bool) -> Region:
    """A region; `aim` are document lines from 1, `last` says that no line follows the comment."""
    lines = NOTHING
    if aim[0] <= aim[1]:
        place = document.place(Span(aim[0], 1, aim[1], 1))
        lines = (place.span.line, place.span.end_line)
    whole = span if last else Span(span.line, 1, span.line + 1, 1)
    region = Region(directive, document.place(span), lines, document.edit(whole, ""))
    for fault in directive.faults:
        columns = Span(span.line, span.column + fault.start, span.line, span.column + fault.end)
        region.faults.append((document.place(columns), fault.message, fault.help))
    if region.misplaced:
        message = "ignore-file stands below the first command or stanza"
        region.faults.append((region.place, message, "move it to the head of the file"))
    return region
