"""The lossless tree of an MQSC script: green lines shared by all scripts of a run, and commands.

A green line is parsed once for each distinct text and never changes. Offsets inside it are columns
from 0; a command adds its line number. Nothing here knows which keywords exist.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.syntax.document import Document
from mqtune.syntax.problem import Problem
from mqtune.text.spans import Edit, Place, Span

# (line, column, end line, end column): columns from 0, lines counted from the line of the parameter
Extent = tuple[int, int, int, int]

# kinds of green lines
BLANK = 0
COMMENT = 1
CODE = 2  # the last line of a command
CONTINUED = 3  # a line that ends in + or - after a blank, so that it can be read alone
HARD = 4  # a line that cannot be read alone: its whole command is folded and parsed by the grammar


class Value:
    """One value in parentheses: its text as the queue manager takes it, and its extent.

    Unquoted text is folded to upper case; a quoted one has lost its quotes and doubled quotes.
    `raw` is the text as written.
    """

    __slots__ = ("extent", "quoted", "raw", "text")

    def __init__(self, text: str, raw: str, quoted: bool, extent: Extent) -> None:
        self.text = text
        self.raw = raw
        self.quoted = quoted
        self.extent = extent


class Parameter:
    """A word of a command, with or without a value: `MAXDEPTH(5000)`, `REPLACE`, `NAMES(A,B)`.

    `keyword` is folded to upper case. `values` is None for a bare word and () for `()`.
    `text` is the one value's text, or the values joined by `,`; None for a bare word.
    `extent` covers the whole, `keyword_extent` the word, `value_extent` what stands between the
    parentheses. `form` is "word", "value" or "equals" (z/OS `KEY=VALUE`), or "stray" for something
    that is no keyword (a lone string, an opening parenthesis without a word).
    """

    __slots__ = ("extent", "form", "keyword", "keyword_extent", "text", "value_extent", "values")

    def __init__(
        self,
        keyword: str,
        values: tuple[Value, ...] | None,
        extent: Extent,
        keyword_extent: Extent,
        value_extent: Extent | None,
        form: str,
    ) -> None:
        self.keyword = keyword
        self.values = values
        self.extent = extent
        self.keyword_extent = keyword_extent
        self.value_extent = value_extent
        self.form = form
        if values is None:
            self.text = None
        elif len(values) == 1:
            self.text = values[0].text
        else:
            self.text = ",".join(value.text for value in values)


class Line:
    """A green line: its text without the line end, its kind and its parameters."""

    __slots__ = ("directive", "kind", "parameters", "text")

    def __init__(self, text: str, kind: int, parameters: tuple[Parameter, ...], directive: bool) -> None:
        self.text = text
        self.kind = kind
        self.parameters = parameters
        self.directive = directive  # a comment that speaks to mqtune


class Command:
    """One command: a run of lines of a script, or a part of a line between semicolons.

    `lines` holds the green lines of the command that carry parameters, each with its number from 0;
    a hard command has one synthetic line at its first number, whose extents reach over lines.
    `problems` are faults of form; a command with a fault still gives the parameters that were read.
    `intact` is false where a fault makes the parameters unreliable.
    """

    __slots__ = ("first", "intact", "last", "lines", "script")

    def __init__(
        self,
        script: Script,
        first: int,
        last: int,
        lines: tuple[tuple[int, Line], ...],
        intact: bool = True,
    ) -> None:
        self.script = script
        self.first = first
        self.last = last
        self.lines = lines
        self.intact = intact

    def words(self) -> Iterator[tuple[int, Parameter]]:
        """Every parameter with the number (from 0) of its line: verb, object word, and the rest."""
        for number, line in self.lines:
            for parameter in line.parameters:
                yield number, parameter

    def span(self, number: int, extent: Extent) -> Span:
        """The span, in the document, of an extent on line `number`."""
        line, column, end_line, end_column = extent
        return Span(number + line + 1, column + 1, number + end_line + 1, end_column + 1)

    def place(self, number: int, extent: Extent) -> Place:
        """The place, in the file, of an extent on line `number`."""
        return self.script.document.place(self.span(number, extent))

    def edit(self, number: int, extent: Extent, content: str) -> Edit | None:
        """An edit of the file at an extent; None where the document cannot be edited exactly."""
        return self.script.document.edit(self.span(number, extent), content)


class Script:
    """A parsed MQSC document. `lines` joined by their line ends is the document's text.

    `ends` is the number of the line of END, EXIT or QUIT where text follows it, else None.
    """

    __slots__ = ("commands", "document", "end_line", "lines", "problems")

    def __init__(self, document: Document, lines: list[Line]) -> None:
        self.document = document
        self.lines = lines
        self.commands: list[Command] = []
        self.problems: list[Problem] = []
        self.end_line: int | None = None
