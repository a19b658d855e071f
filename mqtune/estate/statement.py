"""A command with its words looked up, and how commands become such statements.

The words are verb, object type, subtype and name.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from mqtune.estate.words import Layout, Layouts, LayoutsOfType, Spot, signatures_of
from mqtune.language import catalogue
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.tree import Command, Line, Script
from mqtune.syntax.mqsc.words import BLANK_VALUE, Extent, Parameter, Word
from mqtune.text.editing import Place, Span
from mqtune.text.record import field, record

NAMELESS = ("QMGR", "AUTHREC")


@record
class Head:
    """The meaning of the first words of commands: one object for all commands that begin alike.

    `verb` is the full verb (`DEFINE`), None if the word is not a verb. `type` is the full object type
    (`QLOCAL`, `CHANNEL`, `CHLAUTH`), None if unknown, and `splitter` the keyword of its subtype.
    `verb_spot` and `type_spot` are the positions of the words. `is_named` means that the type is known and
    that its objects have names. `layouts` are those of the type. `is_usual` means that the words are plain
    and that the object keyword has a name or no parentheses. `subtypes` are the valid ones of the type.
    """

    verb: str | None
    type: str | None
    splitter: str | None
    layouts: LayoutsOfType
    is_usual: bool = False
    verb_spot: Spot = (0, 0)
    type_spot: Spot | None = (0, 1)
    subtypes: Container[str] = ()
    is_named: bool = field(init=False)

    def __post_init__(self) -> None:
        self.is_named = self.type is not None and self.type not in NAMELESS

    def places(self, line: int) -> tuple[int, ...]:
        """Which words of a line, counted from the first one of the command, are verb and object keyword."""
        return tuple([spot[1] for spot in (self.verb_spot, self.type_spot) if spot and spot[0] == line])


class Statement:
    """One command of a script.

    `head` is the meaning of verb and object keyword, which gives `verb` and `type`. `subtype` is the value
    of CHLTYPE, AUTHTYPE, TRPTYPE or TYPE that divides the type (`SVRCONN`), "" if the type has none, None
    if it is required but not readable or not valid (the replay uses that of the existing object). `lines`
    are those of the command, including comments and blank ones; of a folded one its single line. `name` is
    the object's name as the queue manager reads it (folded unless quoted), None without one. `layout` gives
    the positions of the other words. `placeholder` means that the name contains a placeholder.
    """

    __slots__ = ("command", "head", "layout", "lines", "name", "placeholder", "subtype", "type", "verb")

    def __init__(
        self, command: Command, lines: list[Line], head: Head, name: str | None, layout: Layout
    ) -> None:
        self.command = command
        self.lines = lines
        self.head = head
        self.verb = head.verb
        self.type = head.type
        self.name = name
        self.layout = layout
        self.placeholder = name is not None and has_placeholder(name)
        self.subtype = "" if head.splitter is None else self._written_subtype(head.splitter)

    def _written_subtype(self, splitter: str) -> str | None:
        """The valid subtype that the command contains; None without one."""
        word = self.word(splitter)
        text = "" if word is None else (word.text or "").strip()
        known = text in self.head.subtypes if self.head.subtypes else not has_placeholder(text)
        return text if text and known else None

    @property
    def is_completed(self) -> bool:
        """Whether the subtype is not written in the command: it may be that of an existing object."""
        splitter = self.head.splitter
        return splitter is not None and self._written_subtype(splitter) is None

    @property
    def verb_word(self) -> tuple[int, Parameter]:
        """The verb as written, with its line number."""
        spot = self.head.verb_spot
        return (self.command.first + spot[0], self._at(spot))

    @property
    def type_word(self) -> tuple[int, Parameter] | None:
        """The object keyword as written, with its line number."""
        spot = self.head.type_spot
        return None if spot is None else (self.command.first + spot[0], self._at(spot))

    @property
    def key(self) -> str:
        """`CHANNEL/SVRCONN`, `QLOCAL`: the key under which verdicts of line rules are kept."""
        if self.type is None:
            return ""
        return f"{self.type}/{self.subtype}" if self.subtype else self.type

    @property
    def attributes(self) -> dict[str, Parameter]:
        """The parameters that set an attribute, by the attribute's keyword: NOSHARE is under SHARE."""
        words = self.layout.words
        return {keyword: self._at(words[keyword]) for keyword in self.layout.attributes}

    def parameter(self, keyword: str) -> Parameter | None:
        """The last parameter of an attribute or of another word, except verb and object keyword."""
        spot = self.layout.words.get(keyword)
        return None if spot is None else self._at(spot)

    def get(self, keyword: str) -> tuple[int, Parameter] | None:
        """As `parameter`, with the line number."""
        spot = self.layout.words.get(keyword)
        return None if spot is None else (self.command.first + spot[0], self._at(spot))

    def _at(self, spot: Spot) -> Parameter:
        return self.lines[spot[0]].parameter(spot[1])

    def word(self, keyword: str) -> Word | None:
        """As `parameter`, without its position."""
        spot = self.layout.words.get(keyword)
        return None if spot is None else self.lines[spot[0]].words[spot[1]]

    def has(self, keyword: str) -> bool:
        """Whether a word is present: `statement.has("REPLACE")`."""
        return keyword in self.layout.words

    def text(self, keyword: str) -> str:
        """The value of a parameter without surrounding blanks; "" if it is missing or has no value."""
        word = self.word(keyword)
        return (word.text or "").strip() if word is not None else ""

    def values(self, keyword: str) -> tuple[str, ...]:
        """The values of a list parameter, without blanks and empty items."""
        word = self.word(keyword)
        if word is None:
            return ()
        quick = word.simple_values
        if quick is not None:
            return quick
        parameter = self.parameter(keyword)
        if parameter is None:
            return ()
        return tuple(text for value in parameter.values or () if (text := value.text.strip()))

    def name_place(self) -> Place:
        """The position of the name, else of the object keyword, else of the verb."""
        number, parameter = self.type_word or self.verb_word
        if parameter.values:
            return self.command.place(number, parameter.values[0].extent)
        return self.command.place(number, parameter.extent)

    def word_place(self, keyword: str) -> Place:
        """The position of a parameter, else of the name."""
        spot = self.layout.words.get(keyword)
        return self.spot_place(spot) if spot is not None else self.name_place()

    def spot_place(self, spot: Spot) -> Place:
        """The place of the word at a spot of the command."""
        command = self.command
        return command.place(command.first + spot[0], self.lines[spot[0]].extent(spot[1]))

    def place(self, number: int, extent: Extent) -> Place:
        """The position in the file of an extent of this command."""
        return self.command.place(number, extent)

    def whole_place(self) -> Place:
        """The position in the file of all lines of this command."""
        command = self.command
        return command.script.document.place(Span(command.first + 1, 1, command.last + 1, 1))

    def is_alternative_to(self, earlier: Statement) -> bool:
        """Whether both are in one file, and perhaps only one of them runs: in different functions or branches
        of the script that applies them, or in different branches of a template.

        What a template always writes runs together with any branch.
        """
        script, before = self.command.script, earlier.command.script
        if script is not before:
            source, branch = script.document.source, script.document.branch
            return before.document.source is source and before.document.branch != branch
        from mqtune.syntax.branches import is_around  # only for repeated definitions
        from mqtune.syntax.mqsc.templates import branch_of

        branches = branch_of(self.command), branch_of(earlier.command)
        return not is_around(*branches) and not is_around(*reversed(branches))

    def __repr__(self) -> str:
        return f"{self.verb} {self.type}({self.name or ''})"


# From commands to statements.

TRAILING_BLANKS_COUNT = "SUB"


class Heads(dict[str, "Head | None"]):
    """The meaning of verb and object keyword by the signature of the first line; None if it lacks the
    second.
    """

    __slots__ = ("_by_signs", "layouts")

    def __init__(self, layouts: Layouts) -> None:
        super().__init__()
        self.layouts = layouts
        self._by_signs: dict[tuple[str, str], Head] = {}

    def __missing__(self, signature: str) -> Head | None:
        signatures = signatures_of(signature)[:2]
        if len(signatures) < 2:
            self[signature] = None
            return None
        verb, type = signatures
        head = self._by_signs.get((verb, type))
        if head is None:
            meaning = catalogue.verb(verb[1:]), catalogue.object_type(type[1:])
            head = self._by_signs[verb, type] = self.make(*meaning, type[0] != BLANK_VALUE)
        self[signature] = head
        return head

    def make(
        self,
        verb: str | None,
        type: str | None,
        is_usual: bool = False,
        verb_spot: Spot = (0, 0),
        type_spot: Spot | None = (0, 1),
    ) -> Head:
        """Create the head for a verb and a type."""
        entry = catalogue.type_entry(type or "")
        splitter, subtypes = (entry.subtype_keyword or None, entry.subtypes) if entry else (None, ())
        return Head(verb, type, splitter, self.layouts[type or ""], is_usual, verb_spot, type_spot, subtypes)


def statements_of(
    script: Script, layouts: Layouts, zos: bool = False, heads: Heads | None = None
) -> list[Statement]:
    """The statements of a script, in its order; `heads` are those of other scripts with these layouts."""
    heads = Heads(layouts) if heads is None else heads
    all_lines = script.lines
    all_signatures = tuple([line.signature for line in all_lines])
    statements = []
    for command in script.commands:
        if command.folded is not None:
            statement = read_folded(command, command.folded, heads, zos)
        else:
            first, end = command.first, command.last + 1
            statement = read_plain(command, all_lines[first:end], all_signatures[first:end], heads, zos)
        if statement is not None:
            statements.append(statement)
    return statements


def read_plain(
    command: Command, lines: list[Line], signatures: tuple[str, ...], heads: Heads, zos: bool
) -> Statement | None:
    """The statement of a command whose lines were read one by one; None for a command without words."""
    head = heads[signatures[0]]
    if head is None or (zos and head.type is None):
        return read_scattered(command, lines, heads, zos)
    name = name_of(lines[0], 1, head) if head.is_named else None
    return Statement(command, lines, head, name, head.layouts[signatures])


def read_folded(command: Command, line: Line, heads: Heads, zos: bool) -> Statement | None:
    """The statement of a command that was folded into one line."""
    head = heads[line.signature]
    if head is None or (zos and head.type is None) or not all(word.is_plain for word in line.words[:2]):
        return read_scattered(command, [line], heads, zos)
    name = name_of(line, 1, head) if head.is_named else None
    return Statement(command, [line], head, name, head.layouts[line.signature,])


def read_scattered(command: Command, lines: list[Line], heads: Heads, zos: bool) -> Statement | None:
    """The statement of a command whose object keyword does not follow the verb in the first line.

    Only z/OS accepts the object keyword in any position; elsewhere a later word that could be one is an
    attribute.
    """
    spots = [(number, place) for number, line in enumerate(lines) for place in range(len(line.words))]
    if not spots:
        return None
    keywords = [lines[number].words[place].keyword for number, place in spots]
    verb = catalogue.verb(keywords[0])
    type = catalogue.object_type(keywords[1]) if len(spots) > 1 else None
    at = 1
    if zos and type is None and verb is not None:
        type, at = later_object_word(keywords, verb)
    spot = spots[at] if at < len(spots) else None
    head = heads.make(verb, type, False, spots[0], spot)
    layout = head.layouts.with_head([line.signature for line in lines], at)
    name = None
    if head.is_named and spot is not None:
        name = name_of(lines[spot[0]], spot[1], head)
    return Statement(command, lines, head, name, layout)


def later_object_word(keywords: Sequence[str], verb: str) -> tuple[str | None, int]:
    """The object type of a command whose object keyword is further to the right, with its index among all
    words.
    """
    for place, keyword in enumerate(keywords[1:], 1):
        type = catalogue.object_type(keyword)
        if type is not None and catalogue.command(verb, type) is not None:
            return type, place
    return None, 1


def name_of(line: Line, place: int, head: Head) -> str | None:
    """The object's name: the contents of the parentheses after the object keyword."""
    text = line.words[place].text
    if text is None or (not text and not line.parameter(place).values):
        return None
    return text if head.type == TRAILING_BLANKS_COUNT else text.strip()
