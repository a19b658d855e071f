"""The catalogue's entries for attributes, values, commands and object types.

The generator orders its rows by the `FIELDS` here, so the two cannot diverge; a row omits trailing fields
that have their usual value.
"""

from __future__ import annotations

from mqtune.language.levels import Level
from mqtune.text.record import record

# The fields of an attribute's row, in order. `Attribute.__init__` has the same parameters.
FIELDS = (
    "keyword",
    "kind",
    "words",
    "minimum",
    "maximum",
    "max_length",
    "settable",
    "default",
    "introduced",
    "platforms",
    "subtypes",
    "of",
    "unit",
    "confidence",
    "doubts",
    "details",
    "inherits",
    "negative",
    "max_length_zos",
    "required",
    "item",
    "max_items",
    "generic",
    "topic_string",
    "aliases",
    "subtype_platforms",
    "deprecated",
    "removed",
    "excludes",
    "special",
    "alterable",
)

# of one value: word, introduced, deprecated, removed, platforms, confidence, subtypes
Detail = tuple[str, "Level | None", "Level | None", "Level | None", str, str, tuple[str, ...]]
Words = tuple[str, ...]
# verbs, subtypes, unless, alternatives, confidence, doubtful verbs
RequiredRow = tuple[Words, Words, Words, Words, str, Words]


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


class Requirement:
    """When a command requires an attribute: for which verbs (all if empty), for which subtypes, unless
    which words are in the command (`LIKE`, `ACTION(REMOVEALL)`), and which alternatives are accepted.

    For `doubtful` verbs the manual states the requirement, but it is not verified that the queue manager
    enforces it.
    """

    __slots__ = ("alternatives", "confidence", "doubtful", "subtypes", "unless", "verbs")

    def __init__(self, row: RequiredRow) -> None:
        self.verbs, self.subtypes, self.unless, self.alternatives, self.confidence, self.doubtful = row


class Attribute:
    """One attribute of an object type, or one parameter of a command.

    `kind` is "enum", "integer", "integer-or-keyword", "string", "name", "flag", "list", "enum-list" or
    "hex", and for parameters of DISPLAY also "filter" (WHERE), "filter-value" and "word". Empty `subtypes`
    means all. `default` is a text for every platform and subtype, or pairs of a selector ("multiplatforms",
    "zos", a subtype) and a text, or None. `doubts` lists the uncertain facts ("default", "bound",
    "introduced", "all"). `max_length` is in characters. For a list, `item` is the attribute that describes
    one item.
    """

    __slots__ = (
        "aliases",
        "alterable",
        "confidence",
        "default",
        "deprecated",
        "doubts",
        "excludes",
        "generic",
        "inherits",
        "introduced",
        "item",
        "keyword",
        "kind",
        "max_items",
        "max_length",
        "max_length_zos",
        "maximum",
        "minimum",
        "negative",
        "of",
        "platforms",
        "removed",
        "required",
        "settable",
        "special",
        "subtype_platforms",
        "subtypes",
        "topic_string",
        "type",
        "unit",
        "values",
    )

    def __init__(
        self,
        type: str,
        keyword: str,
        kind: str,
        words: tuple[str, ...] = (),
        minimum: int | None = None,
        maximum: int | None = None,
        max_length: int | None = None,
        settable: tuple[str, ...] = (),
        default: str | tuple[tuple[str, str], ...] | None = None,
        introduced: Level | None = None,
        platforms: str = "all",
        subtypes: tuple[str, ...] = (),
        of: str = "",
        unit: str = "",
        confidence: str = "high",
        doubts: tuple[str, ...] = (),
        details: tuple[Detail, ...] = (),
        inherits: str | None = None,
        negative: str = "",
        max_length_zos: int | None = None,
        required: RequiredRow | None = None,
        item: tuple[str, int | None, int | None, int | None, int | None, str] | None = None,
        max_items: int | None = None,
        generic: bool = False,
        topic_string: bool = False,
        aliases: tuple[str, ...] = (),
        subtype_platforms: tuple[tuple[str, str], ...] = (),
        deprecated: Level | None = None,
        removed: Level | None = None,
        excludes: tuple[str, ...] = (),
        special: tuple[str, ...] = (),
        alterable: bool = True,
    ) -> None:
        self.type = type
        self.keyword = keyword
        self.kind = kind
        self.values = {word: EnumValue(word) for word in words}
        for detail in details:
            self.values[detail[0]] = EnumValue(*detail)
        self.minimum = minimum
        self.maximum = maximum
        self.max_length = max_length
        self.max_length_zos = max_length_zos
        self.settable = settable
        self.default = default
        self.introduced = introduced
        self.deprecated = deprecated
        self.removed = removed
        self.platforms = platforms
        self.subtypes = subtypes
        self.subtype_platforms = subtype_platforms
        self.of = of
        self.unit = unit
        self.confidence = confidence
        self.doubts = doubts
        self.inherits = inherits
        self.negative = negative
        self.required = None if required is None else Requirement(required)
        self.item = None if item is None else item_attribute(type, keyword, item)
        self.max_items = max_items
        self.generic = generic
        self.topic_string = topic_string
        self.aliases = aliases
        self.excludes = excludes
        self.special = special
        self.alterable = alterable

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


def item_attribute(
    type: str, keyword: str, row: tuple[str, int | None, int | None, int | None, int | None, str]
) -> Attribute:
    """The description of one item of a list attribute."""
    kind, minimum, maximum, max_length, max_length_zos, of = row
    return Attribute(
        type,
        keyword,
        kind,
        minimum=minimum,
        maximum=maximum,
        max_length=max_length,
        max_length_zos=max_length_zos,
        of=of,
    )


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


class ObjectType:
    """One object type as a whole: the form of its names, and the keyword that divides it into subtypes."""

    __slots__ = (
        "characters",
        "default_object",
        "introduced",
        "name_length",
        "platforms",
        "shared_with",
        "subtype_keyword",
        "subtypes",
        "type",
    )

    def __init__(
        self,
        type: str,
        platforms: str = "all",
        introduced: Level | None = None,
        name_length: int | None = None,
        characters: str = "",
        shared_with: tuple[str, ...] = (),
        subtype_keyword: str = "",
        default_object: str = "",
        subtypes: tuple[tuple[str, str, str, Level | None], ...] = (),
    ) -> None:
        self.type = type
        self.platforms = platforms
        self.introduced = introduced
        self.name_length = name_length
        self.characters = characters  # "object-name", "any", or a form of z/OS
        self.shared_with = shared_with  # object types with the same name space
        self.subtype_keyword = subtype_keyword
        self.default_object = default_object
        # subtype -> (default object, platforms, introduced)
        self.subtypes = {row[0]: row[1:] for row in subtypes}
