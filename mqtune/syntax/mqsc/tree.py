"""The lossless tree of an MQSC script: green lines shared by all scripts of a run, and commands.

A green line is parsed once for each distinct text and never changes. Offsets inside it are columns from 0; a
command adds its line number.
"""

from __future__ import annotations

from mqtune.syntax.mqsc.words import Parameter, PlainParameter, Word, found_again, signature_of
from mqtune.text.editing import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mqtune.syntax.branches import Branches
    from mqtune.syntax.document import Diagnostic, Document
    from mqtune.syntax.mqsc.words import Extent, WordMemo
    from mqtune.text.editing import Edit, Place


# Shapes of green lines: the kind of a line, and the facts about its beginning that grouping needs, as one
# byte. A shape is in upper case if the line is continued. It shows how the line begins: with only a word
# without a value (c, indented i), with a word and its value (v), with a word and more (w, indented x).

BLANK_SHAPE = ord(" ")
COMMENT_SHAPE = ord("*")
DIRECTIVE_SHAPE = ord("@")
TEMPLATE_SHAPE = ord("%")
FOREIGN_SHAPE = ord("#")
SEMICOLON_SHAPE = ord(";")
SIGN_SHAPE = ord("+")
END_SHAPE = ord("e")
HARD_SHAPE = ord("h")
HARD_CONTINUED_SHAPE = ord("H")
# last line of a command, continued line
WORD_SHAPES = (ord("c"), ord("C"))
INDENTED_WORD_SHAPES = (ord("i"), ord("I"))
VALUE_SHAPES = (ord("v"), ord("V"))
MORE_SHAPES = (ord("w"), ord("W"))
INDENTED_MORE_SHAPES = (ord("x"), ord("X"))

# kinds of green lines
BLANK = 0
COMMENT = 1
CODE = 2  # the last line of a command
CONTINUED = 3  # a line that ends in + or - after a blank, so that it can be read alone
IRREGULAR = 4  # a line that cannot be read alone: its whole command is folded and parsed by the grammar
TEMPLATE = 5  # only template tags, whose replacement is unknown
FOREIGN = 6  # begins with a comment marker of another language

KIND_OF = {
    BLANK_SHAPE: BLANK,
    COMMENT_SHAPE: COMMENT,
    DIRECTIVE_SHAPE: COMMENT,
    TEMPLATE_SHAPE: TEMPLATE,
    FOREIGN_SHAPE: FOREIGN,
    SEMICOLON_SHAPE: CODE,
    SIGN_SHAPE: CONTINUED,
    END_SHAPE: CODE,
    HARD_SHAPE: IRREGULAR,
    HARD_CONTINUED_SHAPE: IRREGULAR,
    **{
        shape: kind
        for pair in (WORD_SHAPES, INDENTED_WORD_SHAPES, VALUE_SHAPES, MORE_SHAPES, INDENTED_MORE_SHAPES)
        for shape, kind in zip(pair, (CODE, CONTINUED), strict=True)
    },
}


class Line:
    """A green line: its text without the line end, its shape (`shapes.py`) and its words.

    `signature` is its signature: the keywords, each with a mark that shows whether it has a value. Lines with
    the same signature differ only in values. The positions of the words are computed when the parameters are
    needed.
    """

    __slots__ = ("shape", "signature", "text", "words")

    text: str
    shape: int
    words: tuple[Word, ...]
    signature: str

    @property
    def kind(self) -> int:
        """The kind of the line, one of those in `shapes.py`."""
        return KIND_OF[self.shape]

    @property
    def directive(self) -> bool:
        """Whether it is a comment addressed to mqtune."""
        return self.shape == DIRECTIVE_SHAPE

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The words with their positions."""
        return tuple([self.parameter(index) for index in range(len(self.words))])

    def parameter(self, index: int) -> Parameter:
        """One of the words with its position."""
        word = self.words[index]
        return PlainParameter(word.keyword, word.written, self.text, index)

    def extent(self, index: int) -> Extent:
        """The extent of one of the words."""
        start, end = found_again(self.text)[index].span()
        return (0, start, 0, end)

    def become(self, source: Line) -> None:
        """Copy the result of reading the same text elsewhere."""
        self.shape = source.shape
        self.words = source.words
        self.signature = source.signature

    def __repr__(self) -> str:
        return f"Line({self.text!r}, {self.kind})"


class Comment(Line):
    """A comment line without a directive. All comment lines share everything except their text."""

    __slots__ = ()

    shape = COMMENT_SHAPE
    words = ()
    signature = ""


def new_line(text: str, shape: int, words: tuple[Word, ...] = (), signature: str = "") -> Line:
    """A line with its facts.

    `Line` itself has no constructor for them: code that reads thousands of lines fills them in one by one.
    """
    line = Line()
    line.text = text
    line.shape = shape
    line.words = words
    line.signature = signature
    return line


class FoldedLine(Line):
    """A line with parameters that were read elsewhere."""

    __slots__ = ("_parameters",)

    def __init__(
        self, text: str, shape: int, parameters: tuple[Parameter, ...], words: tuple[Word, ...]
    ) -> None:
        self.text = text
        self.shape = shape
        self.words = words
        self.signature = signature_of(words)
        self._parameters = parameters

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The words with their positions."""
        return self._parameters

    def parameter(self, index: int) -> Parameter:
        """One of the words with its position."""
        return self._parameters[index]

    def extent(self, index: int) -> Extent:
        """The extent of one of the words."""
        return self._parameters[index].extent


class Command:
    """One command: a run of lines of a script, or part of a line between semicolons.

    `first` and `last` are its lines, counted from 0. An irregular command has one artificial line at its
    first number, whose extents may span several lines; `folded` is that line. `intact` is false if an error
    makes the parameters unreliable.
    """

    __slots__ = ("first", "folded", "intact", "last", "script")

    def __init__(self, script: Script, first: int, last: int, intact: bool = True) -> None:
        self.script = script
        self.first = first
        self.last = last
        self.intact = intact
        self.folded: FoldedLine | None = None

    def become_hard(self, first: int, parameters: tuple[Parameter, ...], intact: bool) -> None:
        """Store parameters that were read from the folded command, with extents from line `first`."""
        self.first = first
        self.intact = intact
        words = self.script.word_memo.of_parameters(parameters)
        self.folded = FoldedLine(self.script.lines[first].text, HARD_SHAPE, parameters, words)

    def note_steered(self, is_verb: Callable[[str], object]) -> None:
        """Note that a template decides which parameters remain, if no tag is in them: the first two words,
        and each parameter, are on one line. A further verb may be that of another branch.
        """
        words = list(self.words())
        is_apart = len(words) > 1 and words[1][0] + words[1][1].extent[2] == self.first
        if is_apart and not any(
            parameter.extent[0] != parameter.extent[2] or is_verb(parameter.keyword)
            for _, parameter in words[2:]
        ):
            self.script.steered.add(self.first)

    @property
    def readable(self) -> bool:
        """Whether each parameter can be read, although a template may decide which of them remain."""
        return self.intact or self.first in self.script.steered

    @property
    def irregular(self) -> bool:
        """Whether the command was folded and read by the grammar."""
        return self.folded is not None

    @property
    def all_lines(self) -> list[Line]:
        """The lines of the command, including comments and blank ones; for an irregular one its single
        line.
        """
        return self.script.lines[self.first : self.last + 1] if self.folded is None else [self.folded]

    @property
    def lines(self) -> tuple[tuple[int, Line], ...]:
        """The green lines of the command that contain parameters, each with its number from 0."""
        if self.folded is not None:
            return ((self.first, self.folded),)
        lines = self.script.lines
        first, last = self.first, self.last
        if first == last:
            return ((first, lines[first]),)
        run = enumerate(lines[first : last + 1], first)
        return tuple([pair for pair in run if pair[1].words])

    def words(self) -> Iterator[tuple[int, Parameter]]:
        """Every parameter with the number (from 0) of its line: verb, object keyword, and the rest."""
        if self.folded is not None:
            return iter([(self.first, parameter) for parameter in self.folded.parameters])
        lines = self.script.lines
        numbers = range(self.first, self.last + 1)
        return iter(
            [
                (number, parameter)
                for number in numbers
                if lines[number].words
                for parameter in lines[number].parameters
            ]
        )

    def span(self, number: int, extent: Extent) -> Span:
        """The span, in the document, of an extent on line `number`."""
        line, column, end_line, end_column = extent
        return Span(number + line + 1, column + 1, number + end_line + 1, end_column + 1)

    def place(self, number: int, extent: Extent) -> Place:
        """The position, in the file, of an extent on line `number`."""
        line, column, end_line, end_column = extent
        number += 1
        span = Span(number + line, column + 1, number + end_line, end_column + 1)
        return self.script.document.place(span)

    def edit(self, number: int, extent: Extent, content: str) -> Edit | None:
        """An edit of the file at an extent; None if the document cannot be edited exactly."""
        return self.script.document.edit(self.span(number, extent), content)


class Script:
    """A parsed MQSC document.

    `lines` with their ends joined give the document's text. `newline` is the end of most lines, `ends`
    that of the others, by line number from 0. `word_memo` has the words of the run. `directives` are the
    numbers of comment lines that are directives to mqtune. `end_line` is the number, from 0, of the line of
    END, EXIT or QUIT if text follows it, else None. `garbled` means that the text does not have the line ends
    of any platform of MQ: it contains null characters, or carriage returns inside lines. `branches` are those
    of a template, once they are needed. `steered` are the first lines of the commands of which a template
    decides which parameters remain, if each of these can be read.
    """

    __slots__ = (
        "branches",
        "commands",
        "diagnostics",
        "directives",
        "document",
        "end_line",
        "ends",
        "garbled",
        "lines",
        "newline",
        "steered",
        "word_memo",
    )

    def __init__(
        self, document: Document, lines: list[Line], word_memo: WordMemo, newline: str = "\n"
    ) -> None:
        self.document = document
        self.lines = lines
        self.word_memo = word_memo
        self.newline = newline
        self.ends: dict[int, str] = {}
        self.directives: list[int] = []
        self.commands: list[Command] = []
        self.diagnostics: list[Diagnostic] = []
        self.end_line: int | None = None
        self.garbled = "\x00" in document.text
        self.branches: Branches | None = None
        self.steered: set[int] = set()

    def text(self) -> str:
        """The document's text, from its lines."""
        if not self.ends:
            return self.newline.join([line.text for line in self.lines])
        last = len(self.lines) - 1
        newlines = [self.ends.get(number, self.newline) for number in range(last)]
        newlines.append(self.ends.get(last, ""))
        return "".join([line.text + end for line, end in zip(self.lines, newlines, strict=True)])
