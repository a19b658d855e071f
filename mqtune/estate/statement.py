"""A command with its words looked up: verb, object type, subtype and name. Does not know findings."""

from __future__ import annotations

from mqtune.estate.keywords import canonical_keywords
from mqtune.syntax.mqsc.tree import Command, Parameter
from mqtune.text.spans import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.words import Extent


class Statement:
    """One command of a script.

    `verb` is the full verb (`DEFINE`), None where the word is no verb. `type` is the full object type
    (`QLOCAL`, `CHANNEL`, `CHLAUTH`), None where unknown. `subtype` is the value of CHLTYPE, AUTHTYPE,
    TRPTYPE or TYPE that splits the type (`SVRCONN`), "" where the type has none, None where it should
    be there and is not readable (the replay fills in that of the existing object). `name` is the
    object's name as the queue manager takes it (folded unless quoted), None without one. `verb_word`,
    `type_word` are the parameters as written, each with its line number. `placeholder` says that the
    name holds a value nobody knows.
    """

    __slots__ = (
        "_attributes",
        "_options",
        "command",
        "name",
        "placeholder",
        "subtype",
        "type",
        "type_word",
        "verb",
        "verb_word",
    )

    def __init__(
        self,
        command: Command,
        verb: str | None,
        type: str | None,
        subtype: str | None,
        name: str | None,
        verb_word: tuple[int, Parameter],
        type_word: tuple[int, Parameter] | None,
        placeholder: bool = False,
    ) -> None:
        self.command = command
        self.verb = verb
        self.type = type
        self.subtype = subtype
        self.name = name
        self.verb_word = verb_word
        self.type_word = type_word
        self.placeholder = placeholder
        self._attributes: dict[str, Parameter] | None = None
        self._options: dict[str, Parameter] = {}

    @property
    def key(self) -> str:
        """`CHANNEL/SVRCONN`, `QLOCAL`: what line rules are remembered by."""
        if self.type is None:
            return ""
        return f"{self.type}/{self.subtype}" if self.subtype else self.type

    @property
    def attributes(self) -> dict[str, Parameter]:
        """The parameters that set an attribute, by the attribute's keyword: NOSHARE stands under SHARE."""
        if self._attributes is None:
            self._attributes, self._options = sorted_words(self.command, canonical_keywords(self.type or ""))
        return self._attributes

    @property
    def options(self) -> dict[str, Parameter]:
        """All other words by keyword, verb and object word included: REPLACE, LIKE, what nobody knows."""
        if self._attributes is None:
            self._attributes, self._options = sorted_words(self.command, canonical_keywords(self.type or ""))
        return self._options

    def parameter(self, keyword: str) -> Parameter | None:
        """The last parameter of an attribute or of another word; verb and object word left out."""
        found = self.attributes.get(keyword) or self._options.get(keyword)
        if found is self.verb_word[1] or (self.type_word is not None and found is self.type_word[1]):
            return None
        return found

    def get(self, keyword: str) -> tuple[int, Parameter] | None:
        """As `parameter`, with the line number."""
        wanted = self.parameter(keyword)
        if wanted is None:
            return None
        for number, parameter in self.command.words():
            if parameter is wanted:
                return number, parameter
        return None

    def has(self, keyword: str) -> bool:
        """Whether a word is there: `statement.has("REPLACE")`."""
        return self.parameter(keyword) is not None

    def text(self, keyword: str) -> str:
        """The value of a parameter, blanks at both ends removed; "" where it is missing or bare."""
        found = self.parameter(keyword)
        return (found.text or "").strip() if found is not None else ""

    def values(self, keyword: str) -> tuple[str, ...]:
        """The values of a list parameter, blanks removed, empty ones left out."""
        found = self.parameter(keyword)
        if found is None:
            return ()
        return tuple(text for value in found.values or () if (text := value.text.strip()))

    def name_place(self) -> Place:
        """The place of the name, else of the object word, else of the verb."""
        number, parameter = self.type_word or self.verb_word
        if parameter.values:
            return self.command.place(number, parameter.values[0].extent)
        return self.command.place(number, parameter.extent)

    def word_place(self, keyword: str) -> Place:
        """The place of a parameter, else of the name."""
        found = self.get(keyword)
        return self.place(found[0], found[1].extent) if found is not None else self.name_place()

    def place(self, number: int, extent: Extent) -> Place:
        """The place in the file of an extent of this command."""
        return self.command.place(number, extent)

    def __repr__(self) -> str:
        return f"{self.verb} {self.type}({self.name or ''})"


def sorted_words(
    command: Command, keywords: dict[str, str]
) -> tuple[dict[str, Parameter], dict[str, Parameter]]:
    """The parameters of a command that set an attribute, and the others. One pass, for it is a hot one."""
    attributes: dict[str, Parameter] = {}
    others: dict[str, Parameter] = {}
    if command.hard:
        lines = [line for _, line in command.lines]
    else:
        lines = command.script.lines[command.first : command.last + 1]
    for line in lines:
        for parameter in line.parameters:
            keyword = keywords.get(parameter.keyword)
            if keyword is None:
                others[parameter.keyword] = parameter
            else:
                attributes[keyword] = parameter
    return attributes, others
