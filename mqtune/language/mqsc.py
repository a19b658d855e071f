"""MQSC as lookups: verbs, object types, attributes, parameters, names inside CUSTOM.

Words are expected in upper case, as the parser folds them. Results are built from the generated tables on
first use, and kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from mqtune.language._tables_attributes import ATTRIBUTES, AUTHORITIES, CUSTOM, SHOWN, SPELLINGS, TYPES
from mqtune.language._tables_commands import (
    COMMANDS,
    OBJECT_WORDS,
    OPERATORS,
    OWN_PARAMETERS,
    PARAMETERS,
    SHOWN_TOGETHER,
    SHOWS,
    STOP_WORDS,
    VERBS,
)
from mqtune.language.available import Level
from mqtune.text.record import EMPTY, field, record

# Entries for attributes, values, commands and object types. A row of the generated tables has the fields of
# its class in their order, and omits trailing ones that have their usual value.

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


@record
class CustomKey:
    """A name that CUSTOM('NAME(VALUE)') accepts: the attribute it sets, and its known misspellings."""

    name: str
    attribute: str
    introduced: Level | None
    misprints: tuple[str, ...]


# Lookups.


def verb(word: str) -> str | None:
    """The full verb for a word or its synonym; a synonym is a fixed word, not a prefix."""
    return VERBS.get(word)


def verbs() -> tuple[str, ...]:
    """Every full verb."""
    return tuple(sorted(set(VERBS.values())))


def verb_words() -> tuple[str, ...]:
    """Every word that can begin a command, synonyms included."""
    return tuple(VERBS)


def is_stop_word(word: str) -> bool:
    """Whether a word ends the input of runmqsc: END, EXIT, QUIT."""
    return word in STOP_WORDS


@cache
def _object_words() -> dict[str, str]:
    words: dict[str, str] = {key.partition(" ")[2]: key.partition(" ")[2] for key in COMMANDS}
    words.update(OBJECT_WORDS)
    return words


def object_type(word: str) -> str | None:
    """The full object type for a word or its synonym, whatever the verb."""
    return _object_words().get(word)


@cache
def command(verb: str, type: str) -> CommandEntry | None:
    """The command of a full verb and a full object type; None if there is none."""
    row = COMMANDS.get(f"{verb} {type}")
    return None if row is None else CommandEntry(verb, type, *row)


@cache
def types_of(verb: str) -> tuple[str, ...]:
    """The object types that a verb accepts."""
    return tuple(key.partition(" ")[2] for key in COMMANDS if key.startswith(f"{verb} "))


@cache
def type_entry(type: str) -> ObjectType | None:
    """An object type as a whole; None for words that do not name objects (CHSTATUS, CLUSTER)."""
    row = TYPES.get(type)
    return None if row is None else ObjectType(*row)


def subtype_keyword(type: str) -> str | None:
    """The keyword that divides an object type into subtypes: CHLTYPE, AUTHTYPE, TRPTYPE, TYPE."""
    entry = type_entry(type)
    return (entry.subtype_keyword or None) if entry else None


@cache
def _rows(type: str) -> dict[str, tuple[object, ...]]:
    """The rows of a type by every spelling of their keyword: NOSHARE and SHARE, TARGQ and TARGET."""
    rows = {row[0]: row for row in ATTRIBUTES.get(type, ())}
    for spelling, keyword in SPELLINGS.get(type, ()):
        rows[spelling] = rows[keyword]
    return rows


@cache
def attribute(type: str, keyword: str) -> Attribute | None:
    """An attribute of an object type by its keyword, the NO word of a flag, or an older keyword."""
    row = _rows(type).get(keyword)
    if row is None:
        return None
    if row[0] != keyword:
        return attribute(type, str(row[0]))
    return Attribute(type, *row)  # type: ignore[arg-type]  # rows are written for this call


@cache
def attributes(type: str) -> dict[str, Attribute]:
    """All attributes of an object type, by keyword."""
    by_keyword = {}
    for row in ATTRIBUTES.get(type, ()):
        meaning = attribute(type, row[0])
        if meaning is not None:
            by_keyword[meaning.keyword] = meaning
    return by_keyword


@cache
def types_with(keyword: str) -> tuple[str, ...]:
    """The object types that have an attribute with a keyword."""
    return tuple(type for type in ATTRIBUTES if keyword in _rows(type))


@cache
def parameter(verb: str, type: str, keyword: str) -> Attribute | None:
    """The meaning of a keyword in a command: an attribute that the verb can set, else a parameter of the
    command (LIKE, REPLACE, FORCE, WHERE), else for DISPLAY a displayed attribute. None if the command has
    no such keyword.
    """
    entry = command(verb, type)
    if entry is None:
        return None
    if entry.attributes:
        meaning = attribute(entry.attributes, keyword)
        if meaning is not None and verb in meaning.settable:
            return meaning
    for row in OWN_PARAMETERS.get(f"{verb} {type}", ()):
        if row[0] == keyword:
            return Attribute(type, *row)
    if keyword in entry.parameters and keyword in PARAMETERS:
        return Attribute(type, *PARAMETERS[keyword])
    return shown(type).get(keyword) if verb == "DISPLAY" else None


@cache
def parameters(verb: str, type: str) -> dict[str, Attribute]:
    """All keywords of a command: its attributes, its own parameters, and what it displays."""
    entry = command(verb, type)
    if entry is None:
        return {}
    by_keyword = dict(shown(type)) if verb == "DISPLAY" else {}
    if entry.attributes:
        by_keyword.update(
            {
                word: meaning
                for word, meaning in attributes(entry.attributes).items()
                if verb in meaning.settable
            }
        )
    for keyword in entry.parameters:
        meaning = parameter(verb, type, keyword)
        if meaning is not None:
            by_keyword[keyword] = meaning
    return by_keyword


@cache
def keywords() -> frozenset[str]:
    """The keywords of all commands, the NO words of flags included."""
    known = {word for key in COMMANDS for word in parameters(*key.split(" ", 1))}
    return frozenset(known.union(*(_rows(type) for type in ATTRIBUTES)))


@cache
def shown(type: str) -> dict[str, Attribute]:
    """The keywords that DISPLAY accepts for a type: attributes, and values that cannot be set (CURDEPTH)."""
    source, words, levels = SHOWS.get(type, ("", (), ()))
    introduced = dict(levels)
    by_keyword: dict[str, Attribute] = {}
    for word in SHOWN_TOGETHER.get(source, ()):
        by_keyword[word] = _shown_somewhere(type, word)
    by_keyword.update(attributes(source))
    for keyword, kind, values in SHOWN.get(source, ()):
        by_keyword[keyword] = Attribute(type, keyword, kind, words=values)
    for word in words:
        by_keyword.setdefault(word, Attribute(type, word, "word", introduced=introduced.get(word)))
    return by_keyword


def shows_object(type: str) -> bool:
    """Whether DISPLAY of a word shows the attributes of objects instead of a status."""
    return bool(SHOWS.get(type, ("",))[0])


@cache
def read_only(type: str) -> tuple[str, ...]:
    """The attributes of an object type that the queue manager maintains and that cannot be set: CURDEPTH,
    CRDATE.
    """
    return tuple(row[0] for row in SHOWN.get(type, ()))


def _shown_somewhere(type: str, word: str) -> Attribute:
    """An attribute that DISPLAY QUEUE shows, as described for the kind of queue that has it."""
    for queue in ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL"):
        meaning = attribute(queue, word)
        if meaning is not None:
            return meaning
        for keyword, kind, values in SHOWN.get(queue, ()):
            if keyword == word:
                return Attribute(type, keyword, kind, words=values)
    return Attribute(type, word, "word")


@cache
def custom_keys(type: str) -> dict[str, CustomKey]:
    """The names that CUSTOM of a type accepts, by name."""
    return {row[0]: CustomKey(*row) for row in CUSTOM.get(type, ())}


def operators(kind: str) -> tuple[str, ...]:
    """The operators of WHERE for a kind of attribute: "integer", "string", "list", "enum"."""
    return tuple(OPERATORS.get(kind, ()))


def authorities(type: str) -> tuple[str, ...]:
    """The authorities that are valid for a type of object in SET AUTHREC OBJTYPE(type)."""
    return tuple(AUTHORITIES.get(type, ()))
