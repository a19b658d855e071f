"""A command with its words looked up: verb, object type, subtype and name. Does not know findings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.layout import Layout, Spot
    from mqtune.syntax.mqsc.tree import Command, Parameter
    from mqtune.syntax.mqsc.words import Extent
    from mqtune.text.spans import Place


class Statement:
    """One command of a script.

    `verb` is the full verb (`DEFINE`), None where the word is no verb. `type` is the full object type
    (`QLOCAL`, `CHANNEL`, `CHLAUTH`), None where unknown. `subtype` is the value of CHLTYPE, AUTHTYPE,
    TRPTYPE or TYPE that splits the type (`SVRCONN`), "" where the type has none, None where it should
    be there and is not readable (the replay fills in that of the existing object). `name` is the
    object's name as the queue manager takes it (folded unless quoted), None without one. `verb_word`,
    `type_word` are the parameters as written, each with its line number. `layout` says where the other
    words stand. `placeholder` says that the name holds a value nobody knows.
    """

    __slots__ = (
        "command",
        "layout",
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
        layout: Layout,
        placeholder: bool = False,
    ) -> None:
        self.command = command
        self.verb = verb
        self.type = type
        self.subtype = subtype
        self.name = name
        self.verb_word = verb_word
        self.type_word = type_word
        self.layout = layout
        self.placeholder = placeholder

    @property
    def key(self) -> str:
        """`CHANNEL/SVRCONN`, `QLOCAL`: what line rules are remembered by."""
        if self.type is None:
            return ""
        return f"{self.type}/{self.subtype}" if self.subtype else self.type

    @property
    def attributes(self) -> dict[str, Parameter]:
        """The parameters that set an attribute, by the attribute's keyword: NOSHARE stands under SHARE."""
        return {keyword: self._at(spot) for keyword, spot in self.layout.attributes.items()}

    def attribute(self, keyword: str) -> Parameter | None:
        """The last parameter that sets an attribute."""
        spot = self.layout.attributes.get(keyword)
        return None if spot is None else self._at(spot)

    def parameter(self, keyword: str) -> Parameter | None:
        """The last parameter of an attribute or of another word; verb and object word left out."""
        layout = self.layout
        spot = layout.attributes.get(keyword) or layout.options.get(keyword)
        return None if spot is None else self._at(spot)

    def get(self, keyword: str) -> tuple[int, Parameter] | None:
        """As `parameter`, with the line number."""
        layout = self.layout
        spot = layout.attributes.get(keyword) or layout.options.get(keyword)
        return None if spot is None else (self.command.first + spot[0], self._at(spot))

    def _at(self, spot: Spot) -> Parameter:
        return self.command.line(spot[0]).parameters[spot[1]]

    def has(self, keyword: str) -> bool:
        """Whether a word is there: `statement.has("REPLACE")`."""
        return keyword in self.layout.attributes or keyword in self.layout.options

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
