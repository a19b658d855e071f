"""One object of a queue manager: its effective values, and the origin of each.

A value comes from a line of a script ("given"), from the object named by LIKE ("like"), or from the product
defaults ("default").
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from mqtune.estate.statement import Statement
from mqtune.estate.words import bits_of
from mqtune.language import catalogue
from mqtune.syntax.mqsc.words import Parameter, Word
from mqtune.text.editing import Place
from mqtune.text.patterns import whole_number
from mqtune.text.record import record

GIVEN = "given"
LIKE = "like"
DEFAULT = "default"

NO_VALUES: dict[str, str] = {}


@record
class Origin:
    """The origin of an effective value: kind "given", "like" or "default".

    The statement, its line and its parameter are present if a script wrote the value, whether on this
    object, on the LIKE object or on an altered SYSTEM.DEFAULT.* object. `name` is the name of the LIKE
    object or of the object that supplies the defaults.
    """

    kind: str
    statement: Statement | None = None
    line: int = 0
    parameter: Parameter | None = None
    name: str = ""

    def place(self) -> Place | None:
        """The position of the parameter, if there is one."""
        if self.statement is None or self.parameter is None:
            return None
        return self.statement.place(self.line, self.parameter.extent)


class MqObject:
    """One object of a queue manager after the replay.

    `type` is the full object type, `subtype` as in `Statement`. `given` maps each keyword set by a script
    to its parameter (flags by their positive keyword: NOTRIGGER is in `given` under TRIGGER). `statements`
    are the commands that created and changed it, the defining one first; empty for a default object that no
    script changes. `predefined` means that crtmqm creates it. `defined` is false for an object that the files
    only alter: attributes that they do not set are then unknown, and `value` gives None for them.
    `placeholder` means that the name contains a placeholder.
    """

    __slots__ = (
        "_given",
        "base",
        "carried",
        "default_name",
        "defaults",
        "defined",
        "like_name",
        "name",
        "placeholder",
        "predefined",
        "statements",
        "subtype",
        "type",
    )

    def __init__(
        self,
        type: str,
        subtype: str,
        name: str,
        defaults: dict[str, str],
        predefined: bool = False,
        default_name: str = "",
        statement: Statement | None = None,
    ) -> None:
        """`statement` is the command that creates it."""
        self.type = type
        self.subtype = subtype
        self.name = name
        self.defaults = defaults  # keyword -> value of the SYSTEM.DEFAULT.* object, shared
        self.default_name = default_name  # of the object that supplies the defaults
        self.base: MqObject | None = None  # a frozen copy of the LIKE object, or of altered defaults
        self.like_name = ""  # set if `base` comes from LIKE
        self.carried: MqObject | None = None  # the object before REPLACE, whose identity is kept
        self.statements: list[Statement] = [] if statement is None else [statement]
        self.predefined = predefined
        self.defined = True
        self.placeholder = False
        self._given: dict[str, Parameter] | None = None

    @property
    def key(self) -> str:
        """`CHANNEL/SVRCONN`, `QLOCAL`."""
        return f"{self.type}/{self.subtype}" if self.subtype else self.type

    @property
    def given(self) -> dict[str, Parameter]:
        """The parameters that scripts set on this object itself, by keyword; the last one applies."""
        if self._given is None:
            self._given = given_by(self.statements)
        return self._given

    def add(self, statement: Statement) -> None:
        """Add a further statement, whose parameters apply from now on."""
        self.statements.append(statement)
        self._given = None

    def parameter(self, keyword: str) -> Parameter | None:
        """The parameter by which a script sets an attribute on this object itself; the last one applies."""
        statements = self.statements
        if len(statements) == 1:
            statement = statements[0]
            spot = statement.layout.words.get(keyword)
            return None if spot is None else statement.lines[spot[0]].parameter(spot[1])
        return self.given.get(keyword)

    def word(self, keyword: str) -> Word | Parameter | None:
        """As `parameter`, without its position."""
        statements = self.statements
        if len(statements) == 1:
            statement = statements[0]
            spot = statement.layout.words.get(keyword)
            return None if spot is None else statement.lines[spot[0]].words[spot[1]]
        return self.given.get(keyword)

    def value(self, keyword: str) -> str | None:
        """The effective value without surrounding blanks; None if the attribute is unknown.

        A flag gives "YES" or "NO". A blank value is "". A list is joined by commas.
        """
        word = self.word(keyword)
        if word is not None:
            text = word.text
            if text is None:
                return self._flag(keyword) if word.keyword == keyword else "NO"
            return text.strip()
        if self.base is None and self.carried is None:
            return self.defaults.get(keyword)
        object, layer = self, self._layer(keyword)
        while layer is not None and layer.word(keyword) is None:
            object, layer = layer, layer._layer(keyword)
        return layer.value(keyword) if layer is not None else object.defaults.get(keyword)

    def _flag(self, keyword: str) -> str | None:
        """The value of a word without parentheses: None for an attribute that requires a value."""
        attribute = catalogue.attribute(self.type, keyword)
        return "YES" if attribute is None or attribute.kind == "flag" else None

    def _layer(self, keyword: str) -> MqObject | None:
        """The object that supplies a value which no script sets on this one."""
        if self.carried is not None and keyword in IDENTITY.get(self.type, ()):
            return self.carried
        return self.base

    def text(self, keyword: str) -> str:
        """The effective value, "" if it is blank or unknown."""
        return self.value(keyword) or ""

    def number(self, keyword: str) -> int | None:
        """The effective value as a number; None if it is not a number (a keyword, a placeholder), or outside
        the range of the attribute, so that the queue manager refuses it.
        """
        number = whole_number(self.value(keyword) or "")
        attribute = None if number is None else catalogue.attribute(self.type, keyword)
        if number is None or attribute is None or attribute.minimum is None or attribute.maximum is None:
            return number
        return number if attribute.minimum <= number <= attribute.maximum else None

    def values(self, keyword: str, most: int | None = None) -> tuple[str, ...]:
        """The items of a list value, without blanks and empty items; no more than `most`."""
        parameter = self.parameter(keyword)
        if parameter is not None and parameter.values is not None:
            return tuple(islice((text for value in parameter.values if (text := value.text.strip())), most))
        text = self.text(keyword)
        return tuple(islice((item for part in text.split(",") if (item := part.strip().strip("'"))), most))

    def is_given(self, keyword: str) -> bool:
        """Whether a script sets the attribute on this object itself."""
        statements = self.statements
        if len(statements) == 1:
            return keyword in statements[0].layout.words
        return keyword in self.given

    @property
    def filled(self) -> int:
        """The attributes that scripts set on this object itself to a non-blank value, as a set of bits."""
        if len(self.statements) == 1:
            return self.statements[0].layout.filled
        bits = 0
        for statement in self.statements:
            bits = bits & ~statement.layout.given | statement.layout.filled
        return bits

    def surely_lacks(self, keywords: tuple[str, ...]) -> bool:
        """Whether some attributes are blank, as far as this is certain without reading their values."""
        if len(self.statements) != 1 or self.base is not None or self.carried is not None:
            return False
        if self.statements[0].layout.filled & bits_of(self.type, keywords):
            return False
        defaults = self.defaults
        for keyword in keywords:  # noqa: SIM110 - a loop is faster than any, and this is asked of all objects
            if defaults.get(keyword):
                return False
        return True

    def written(self, keyword: str) -> tuple[Statement, int, Parameter] | None:
        """The statement, the line number and the parameter that set a keyword on this object."""
        for statement in reversed(self.statements):
            if keyword in statement.layout.words:
                setting = statement.get(keyword)
                return None if setting is None else (statement, *setting)
        return None

    def origin(self, keyword: str) -> Origin:
        """The origin of the effective value."""
        object, outer = self, None
        while True:
            written = object.written(keyword)
            layer = None if written is not None else object._layer(keyword)
            if layer is None:
                break
            if outer is None and layer is not object.carried:
                outer = (LIKE, object.like_name) if object.like_name else (DEFAULT, layer.name)
            object = layer
        origin = Origin(GIVEN, *written) if written is not None else Origin(DEFAULT, name=object.default_name)
        if outer is not None:
            origin.kind, origin.name = outer
        return origin

    def place(self, *keywords: str) -> Place | None:
        """The position of the first of some attributes that a script sets, else of the object's name.

        None for default objects.
        """
        for keyword in keywords:
            for statement in reversed(self.statements):
                spot = statement.layout.words.get(keyword)
                if spot is not None:
                    return statement.spot_place(spot)
        return self.statements[0].name_place() if self.statements else None

    def keywords(self) -> set[str]:
        """Every attribute that may have a value."""
        keywords = {*self.defaults, *self.given}
        layer = self.base
        while layer is not None:
            keywords |= {*layer.defaults, *layer.given}
            layer = layer.base
        return keywords

    def items(self) -> Iterator[tuple[str, str, Origin]]:
        """Every attribute with its effective value and its origin, by keyword."""
        for keyword in sorted(self.keywords()):
            value = self.value(keyword)
            if value is not None:
                yield keyword, value, self.origin(keyword)

    def frozen(self) -> MqObject:
        """A copy that later statements do not change."""
        copy = MqObject(self.type, self.subtype, self.name, self.defaults, self.predefined, self.default_name)
        copy.base = self.base
        copy.like_name = self.like_name
        copy.carried = self.carried
        copy.statements = self.statements[:]
        copy.defined = self.defined
        copy.placeholder = self.placeholder
        copy._given = self._given
        return copy

    def identified(self) -> MqObject:
        """The object whose identity this one has: itself, unless it continues that of another one."""
        given = any(self.is_given(keyword) for keyword in IDENTITY.get(self.type, ()))
        return self if given or self.carried is None else self.carried

    def layer(self, before: MqObject | None = None) -> MqObject:
        """A frozen copy for objects defined like this one, with the layer below it merged in: a chain of
        LIKE is never more than one layer deep. Only statements whose attributes still apply are kept.

        `before` is the layer from before the last statement, which many of one object need not count again.
        """
        if before is not None and before.statements[-1:] == self.statements[-2:-1] != []:
            copy = before.frozen()
            copy.statements = counting([*before.statements, self.statements[-1]])
            copy._given = None
            return copy
        copy = self.frozen()
        below = self.base
        if below is not None and self.carried is None:
            copy.base, copy.carried = below.base, below.carried
            copy.defaults, copy.default_name = below.defaults, below.default_name
            copy.statements = below.statements + copy.statements
            copy._given = None
        if len(copy.statements) > 1:
            copy.statements = counting(copy.statements)
        return copy

    def __repr__(self) -> str:
        return f"{self.type}({self.name})"


# attributes that DEFINE REPLACE cannot change, so they keep their values if the new definition omits them
IDENTITY = {"TOPIC": ("TOPICSTR",), "SUB": ("TOPICSTR", "TOPICOBJ")}


def given_by(statements: list[Statement]) -> dict[str, Parameter]:
    """The attributes that some statements set; those of a single one are shared with it."""
    if len(statements) == 1:
        return statements[0].attributes
    given: dict[str, Parameter] = {}
    for statement in statements:
        given.update(statement.attributes)
    return given


def counting(statements: list[Statement]) -> list[Statement]:
    """The statements of which an attribute still applies, because later statements do not set all of
    theirs.
    """
    effective: list[Statement] = []
    given = 0
    for statement in reversed(statements):
        if statement.layout.given & ~given:
            given |= statement.layout.given
            effective.append(statement)
    effective.reverse()
    return effective
