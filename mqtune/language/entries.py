"""The catalogue's entries for attributes, values, commands and object types.

A row of the generated tables has the fields of its class in their order, and omits trailing ones that have
their usual value.
"""

from __future__ import annotations

from collections.abc import Mapping

from mqtune.language.levels import Level
from mqtune.text.record import EMPTY, field, record

# kinds of attributes and of keys of ini files whose values are numbers
NUMBERS = ("integer", "integer-or-keyword")
# the family of operators that WHERE accepts for a kind of attribute; "string" for the other kinds
OPERATOR_FAMILIES = {
    "integer": "integer",
    "integer-or-keyword": "integer",
    "enum": "enum",
    "flag": "enum",
    "list": "list",
    "enum-list": "list",
}
# of one value: word, introduced, deprecated, removed, platforms, confidence, subtypes
Detail = tuple[str, "Level | None", "Level | None", "Level | None", str, str, tuple[str, ...]]


@record
class EnumValue:
    """One keyword value of an attribute, with the levels and platforms that have it."""

    word: str
    introduced: Level | None = None
    deprecated: Level | None = None
    removed: Level | None = None
    platforms: str = "all"
    confidence: str = "high"
    subtypes: tuple[str, ...] = ()  # empty: every subtype that has the attribute


@record
class Requirement:
    """When a command requires an attribute: for which verbs (all if empty), for which subtypes, unless
    which words are in the command (`LIKE`, `ACTION(REMOVEALL)`), and which alternatives are accepted.

    For `doubtful` verbs the manual states the requirement, but it is not verified that the queue manager
    enforces it.
    """

    verbs: tuple[str, ...]
    subtypes: tuple[str, ...]
    unless: tuple[str, ...]
    alternatives: tuple[str, ...]
    confidence: str
    doubtful: tuple[str, ...]


@record
class Attribute:
    """One attribute of an object type, or one parameter of a command.

    `kind` is "enum", "integer", "integer-or-keyword", "string", "name", "flag", "list", "enum-list" or
    "hex", and for parameters of DISPLAY also "filter" (WHERE), "filter-value" and "word". Empty `subtypes`
    means all. `default` is a text for every platform and subtype, or pairs of a selector ("multiplatforms",
    "zos", a subtype) and a text, or None. `doubts` lists the uncertain facts ("default", "bound",
    "introduced", "all"). `max_length` is in characters. For a list, `item` is the attribute that describes
    one item.
    """

    type: str
    keyword: str
    kind: str
    words: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    max_length: int | None = None
    settable: tuple[str, ...] = ()
    default: str | tuple[tuple[str, str], ...] | None = None
    introduced: Level | None = None
    platforms: str = "all"
    subtypes: tuple[str, ...] = ()
    of: str = ""
    unit: str = ""
    confidence: str = "high"
    doubts: tuple[str, ...] = ()
    details: tuple[Detail, ...] = ()
    inherits: str | None = None
    negative: str = ""
    max_length_zos: int | None = None
    required: Requirement | None = None
    item: Attribute | None = None
    max_items: int | None = None
    generic: bool = False
    topic_string: bool = False
    aliases: tuple[str, ...] = ()
    subtype_platforms: tuple[tuple[str, str], ...] = ()
    deprecated: Level | None = None
    removed: Level | None = None
    excludes: tuple[str, ...] = ()
    special: tuple[str, ...] = ()
    alterable: bool = True
    values: dict[str, EnumValue] = field(init=False)

    def __post_init__(self) -> None:
        self.values = {word: EnumValue(word) for word in self.words}
        for detail in self.details:
            self.values[detail[0]] = EnumValue(*detail)
        if self.required is not None:
            self.required = Requirement(*self.required)  # type: ignore[misc]  # a row until here
        if self.item is not None:
            self.item = Attribute(self.type, *self.item)  # type: ignore[misc]  # a row until here

    def doubtful(self, fact: str) -> bool:
        """Whether one fact is in doubt: "default", "bound", "introduced"."""
        return fact in self.doubts or "all" in self.doubts

    def fits(self, subtype: str | None) -> bool:
        """Whether objects of a subtype have the attribute; true for an unknown subtype."""
        return not subtype or not self.subtypes or subtype in self.subtypes

    def platforms_for(self, subtype: str) -> str:
        """The platforms on which objects of a subtype have the attribute."""
        for word, platforms in self.subtype_platforms:
            if word == subtype:
                return platforms
        return self.platforms

    def default_for(self, subtype: str, platform: str | None) -> str | None:
        """The default of the product; None if it is not known. Flags are "YES" and "NO"."""
        if self.default is None or isinstance(self.default, str):
            return self.default
        family = "zos" if platform == "zos" else "multiplatforms"
        for selector, text in self.default:
            if selector in (subtype, family):
                return text
        return None

    def __repr__(self) -> str:
        return f"Attribute({self.type}.{self.keyword})"


@record
class CommandEntry:
    """One command: a verb with an object type.

    `name_of` is what the name in parentheses refers to, empty if the command accepts none. `attributes` is
    the object type whose attributes the command accepts, empty for none. `parameters` are the keywords of
    the command itself. `groups` are the words of DISPLAY QMGR that select several attributes; `where` means
    that the command accepts WHERE.
    """

    verb: str
    type: str
    platforms: str
    introduced: Level | None = None
    name_of: str = ""
    name_required: bool = False
    name_generic: bool = False
    attributes: str = ""
    parameters: tuple[str, ...] = ()
    where: bool = False
    groups: tuple[str, ...] = ()
    appliance: bool = True
    confidence: str = "high"

    def __repr__(self) -> str:
        return f"CommandEntry({self.verb} {self.type})"


@record
class ObjectType:
    """One object type as a whole: the form of its names, and the keyword that divides it into subtypes."""

    name_length: int | None = None
    characters: str = ""  # "object-name", "any", or a form of z/OS
    subtype_keyword: str = ""
    default_object: str = ""
    subtypes: Mapping[str, tuple[str, str, Level | None]] = EMPTY  # default object, platforms, introduced
