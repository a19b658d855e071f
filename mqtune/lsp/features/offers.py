"""What completion offers for a word of MQSC: commands, object types, attributes, values and names."""

from __future__ import annotations

import re
from itertools import islice

from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.references import unmet_references
from mqtune.estate.words import QUEUE, QUEUE_TYPES, canonical_keywords, name_space
from mqtune.language import catalogue
from mqtune.language.available import KNOWN, NEWER, REMOVED, needs_platform, on_platform, reached, state
from mqtune.session.written_names import CLUSTER, NAMED, PROFILES, QMGR, TOPIC, naming
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.language.available import Level
    from mqtune.language.mqsc import Attribute


VERB, TYPE, ATTRIBUTE, VALUE, NAME = "verb", "type", "attribute", "value", "name"
FLAGS = ("flag", "word")
MOST = 200  # items of one answer


@record
class Offer:
    """One word that may be typed. `rank` is its place among others, `first` the lowest."""

    text: str
    kind: str
    detail: str = ""
    rank: int = 1
    about: tuple[str, str, str] | None = None  # verb, object type and keyword of an attribute


@record
class Scope:
    """What the names and the valid words depend on: the queue managers that run the script, and its level."""

    estates: Sequence[Estate]
    managers: Sequence[QueueManager]
    level: Level | None
    platform: str | None

    def has(self, introduced: Level | None, platforms: str) -> bool:
        """Whether an item is available."""
        return reached(introduced, self.level) and on_platform(platforms, self.platform) is not False


def offers(typed: Typed, scope: Scope) -> Iterator[Offer]:
    """Everything that fits at the cursor."""
    if not typed.words and not typed.inside:
        yield from (Offer(verb, VERB) for verb in catalogue.verbs())
        return
    verb = catalogue.verb(typed.words[0][0])
    if verb is None:
        return
    if len(typed.words) == 1 and not typed.inside:
        yield from types_for(verb, scope)
        return
    type = catalogue.object_type(typed.words[1][0]) if len(typed.words) > 1 else None
    if type is None or catalogue.command(verb, type) is None:
        return
    if not typed.inside:
        yield from attributes_for(verb, type, typed, scope)
    elif len(typed.words) == 2:
        yield from names_for_command(verb, type, scope, typed.wanted)
    else:
        yield from values_for(verb, type, typed, scope)


def types_for(verb: str, scope: Scope) -> Iterator[Offer]:
    """The object types that a verb accepts."""
    for type in catalogue.types_of(verb):
        entry = catalogue.command(verb, type)
        if entry is not None and scope.has(entry.introduced, entry.platforms):
            yield Offer(type, TYPE, entry.name_of)


def attributes_for(verb: str, type: str, typed: Typed, scope: Scope) -> Iterator[Offer]:
    """The keywords of a command that it does not contain yet."""
    subtype = subtype_of(type, typed, scope)
    splitter = catalogue.subtype_keyword(type)
    words = canonical_keywords(type)
    present = {words.get(word, word) for word, _ in typed.words[2:]}
    required = {"REPLACE"} if verb == "DEFINE" else set()
    for keyword, attribute in catalogue.parameters(verb, type).items():
        if keyword in present or keyword == type or not fits(attribute, subtype, scope):
            continue
        rank = 0 if keyword == splitter or keyword in required else 1
        if needs_platform(attribute.platforms_for(subtype), scope.platform):
            rank = 3  # of z/OS, and the platform is not declared
        about = (verb, type, keyword)
        yield Offer(keyword, ATTRIBUTE, detail_of(attribute, subtype, scope), rank, about)
        if attribute.negative:
            yield Offer(attribute.negative, ATTRIBUTE, "", 2, about)


def fits(attribute: Attribute, subtype: str, scope: Scope) -> bool:
    """Whether an attribute is valid for a subtype, at the level and on the platform."""
    if not attribute.fits(subtype) or on_platform(attribute.platforms_for(subtype), scope.platform) is False:
        return False
    known = state(attribute.introduced, attribute.deprecated, attribute.removed, scope.level)
    return known not in (NEWER, REMOVED)


def subtype_of(type: str, typed: Typed, scope: Scope) -> str:
    """The subtype of the object: typed, else that of the object with the name."""
    splitter = catalogue.subtype_keyword(type)
    if splitter is None:
        return ""
    given = typed.values.get(splitter, "")
    if given:
        return given
    name = typed.words[1][1] or ""
    definitions = (manager.find(name_space(type, None), name) for manager in scope.managers)
    return next((definition.subtype for definition in definitions if definition is not None), "")


def detail_of(attribute: Attribute, subtype: str, scope: Scope) -> str:
    """The kind of an attribute and its default, in a few words."""
    if attribute.kind in FLAGS:
        return ""
    default = attribute.default_for(subtype, scope.platform)
    known = default is not None and not attribute.doubtful("default")
    return f"{attribute.kind}, default {default or 'blank'}" if known else attribute.kind


def names_for_command(verb: str, type: str, scope: Scope, wanted: str) -> Iterator[Offer]:
    """The names for the object of a command; for DEFINE those that are named but not defined."""
    entry = catalogue.command(verb, type)
    space = NAMED.get(entry.name_of, "") if entry is not None else ""
    if verb != "DEFINE":
        kinds = (type,) if type in QUEUE_TYPES and verb != "DISPLAY" else ()
        yield from names_in(space, scope, wanted, kinds)
        return
    for manager in scope.managers:
        for reference in manager.derived(unmet_references):
            if reference.space == space:
                what = f"named by {reference.source.type}({reference.source.name})"
                yield Offer(reference.name, NAME, what)


def values_for(verb: str, type: str, typed: Typed, scope: Scope) -> Iterator[Offer]:
    """The values of the attribute whose parentheses are open."""
    keyword = canonical_keywords(type).get(typed.inside, typed.inside)
    attribute = catalogue.parameter(verb, type, keyword)
    if attribute is None:
        return
    subtype = subtype_of(type, typed, scope)
    space, wanted = space_of(verb, type, keyword, typed), typed.wanted
    default = attribute.default_for(subtype, scope.platform) if not attribute.doubtful("default") else None
    for word in words_of(attribute):
        value = (attribute.item.values if attribute.item else {}).get(word) or attribute.values.get(word)
        if value is None or (
            scope.has(value.introduced, value.platforms)
            and state(value.introduced, value.deprecated, value.removed, scope.level) == KNOWN
            and (not subtype or not value.subtypes or subtype in value.subtypes)
        ):
            yield Offer(word, VALUE, "default" if word == default else "")
    if type == "AUTHREC" and keyword in ("AUTHADD", "AUTHRMV"):
        yield from (Offer(word, VALUE) for word in catalogue.authorities(typed.values.get("OBJTYPE", "")))
    if default and not attribute.words and attribute.kind in ("integer", "integer-or-keyword"):
        yield Offer(default, VALUE, "default")
    if space:
        if keyword == "RNAME":
            yield from remote_queues(scope, wanted, typed.values.get("RQMNAME", ""))
        elif keyword in ("XMITQ", "DEFXMITQ"):
            yield from transmission_queues(scope, wanted)
        else:
            yield from names_in(space, scope, wanted, ("QLOCAL",) if keyword == "TOQLOCAL" else ())


def words_of(attribute: Attribute) -> tuple[str, ...]:
    """The keywords that an attribute, or an item of its list, accepts."""
    return attribute.words or (attribute.item.words if attribute.item is not None else ())


def space_of(verb: str, type: str, keyword: str, typed: Typed) -> str:
    """The name space of what an attribute names, "" if it names nothing."""
    if keyword == "LIKE":
        return name_space(type, typed.values.get(catalogue.subtype_keyword(type) or "", ""))
    if keyword == "TARGET" and type == "QALIAS":
        return TOPIC if typed.values.get("TARGTYPE") == TOPIC else QUEUE
    if keyword == "PROFILE":
        objtype = typed.values.get("OBJTYPE", "")
        return PROFILES.get(objtype, objtype)
    if keyword == "RNAME":
        return QUEUE
    if keyword == "TOQLOCAL":
        return QUEUE
    return naming(type).get(keyword, "")


def names_in(space: str, scope: Scope, wanted: str, kinds: tuple[str, ...] = ()) -> Iterator[Offer]:
    """The names in a name space: of the queue manager, or of all for clusters and remote queues."""
    if space == CLUSTER:
        yield from named(
            {name for estate in scope.estates for name in estate.derived(build_clusters)}, "cluster"
        )
    elif space == QMGR:
        every = (manager.name for estate in scope.estates for manager in estate.queue_managers)
        yield from named({name for name in every if name}, "queue manager")
    else:
        for manager in scope.managers:
            yield from objects(manager, space, kinds, "", wanted)
            if space in (QUEUE, TOPIC) and not kinds:
                yield from advertised(manager, space, scope, wanted)


def remote_queues(scope: Scope, wanted: str, partner: str) -> Iterator[Offer]:
    """The queues of the queue manager that RQMNAME names, else of all others."""
    every = [manager for estate in scope.estates for manager in estate.queue_managers]
    named = [manager for manager in every if partner and manager.name == partner]
    for manager in named or [candidate for candidate in every if candidate not in scope.managers]:
        yield from objects(manager, QUEUE, (), manager.label, wanted)


def advertised(manager: QueueManager, space: str, scope: Scope, wanted: str) -> Iterator[Offer]:
    """The objects that members advertise in the clusters of a queue manager: the first that fit."""
    estates = [estate for estate in scope.estates if manager in estate.queue_managers]
    clusters = [cluster for estate in estates for cluster in estate.derived(build_clusters).values()]
    fitting = (
        Offer(object.name, NAME, f"{object.type} in cluster {cluster.name}")
        for cluster in clusters
        if cluster.membership(manager) is not None
        for _, object in cluster.advertised
        if wanted in object.name.upper() and (object.type == TOPIC) == (space == TOPIC)
    )
    return islice(fitting, MOST + 1)


def transmission_queues(scope: Scope, wanted: str) -> Iterator[Offer]:
    """The transmission queues of the queue managers."""
    for manager in scope.managers:
        for queue in manager.of_type("QLOCAL"):
            if wanted in queue.name.upper() and not queue.placeholder and queue.value("USAGE") == "XMITQ":
                yield Offer(queue.name, NAME, "transmission queue", rank_of(queue.name))


def named(names: Iterable[str], detail: str) -> Iterator[Offer]:
    """Names that are not those of objects."""
    return (Offer(name, NAME, detail) for name in sorted(names))


def objects(
    manager: QueueManager, space: str, kinds: tuple[str, ...], where: str, wanted: str
) -> Iterator[Offer]:
    """The objects of a queue manager whose names contain some letters; those of the product last.

    A queue manager may have tens of thousands: only the first that fit best are returned.
    """
    names = manager.names(space)
    fitting = [name for name in names if wanted in name.upper()] if wanted else names
    if len(fitting) > MOST:
        first = [name for name in fitting if name.upper().startswith(wanted) and rank_of(name) == 1]
        fitting = sorted(first) if len(first) > MOST else sorted(first) + fitting
    count = 0
    for name in fitting:
        object = manager.objects[space, name]
        if name and (not kinds or object.type in kinds or object.key in kinds):
            detail = " ".join(filter(None, (object.subtype or object.type, where and f"on {where}")))
            yield Offer(name, NAME, detail, rank_of(name))
            count += 1
            if count > MOST:
                return


def rank_of(name: str) -> int:
    """The objects of the product come after others."""
    return 3 if name.startswith("SYSTEM.") else 1


# The command that is being typed: its words up to the cursor, from the text alone.

COMMENT = re.compile(r"\s*\*")
# a value in quotation marks, perhaps open; a parenthesis; a separator; the letters of a word
PIECE = re.compile(r"'(?:[^']|'')*(?:'|\Z)|[();,]|\s+|[^\s();,']+")
MOST_LINES = 200  # of one command


@record
class Typed:
    """The words before the cursor with their values, None for a word without parentheses.

    `inside` is the word whose parentheses are open at the cursor, "" for none. `start` is the number of
    characters before the cursor that belong to the word or value being typed; `quoted` means that it begins
    with a quotation mark, which is not one of them.

    A command that is not finished cannot be parsed: an open parenthesis would extend over what follows.
    """

    words: list[tuple[str, str | None]]
    inside: str
    prefix: str
    quoted: bool

    @property
    def values(self) -> dict[str, str]:
        """The values so far, by keyword."""
        return {word: value or "" for word, value in self.words}

    @property
    def wanted(self) -> str:
        """What an offer has to contain, in upper case."""
        return self.prefix.upper()


def typed(line_of: Callable[[int], str], first: int, line: int, before: str) -> Typed | None:
    """What is typed on a line, counted from 0, of a script that begins at line `first`; None in a comment.

    `before` is the text of the line up to the cursor.
    """
    if COMMENT.match(before):
        return None
    parts = [before]
    for number in range(line - 1, max(first, line - MOST_LINES) - 1, -1):
        text = line_of(number)
        if COMMENT.match(text):
            continue
        stripped = text.rstrip()
        if not stripped.endswith(("+", "-")):
            break
        parts.append(stripped[:-1] + ("" if text.endswith("-") else " "))
    return typed_words("".join(reversed(parts)))


def typed_words(text: str) -> Typed:
    """The words of the last command in a text."""
    words: list[tuple[str, str | None]] = []
    depth, inside, value, last = 0, "", "", ""
    for match in PIECE.finditer(text):
        piece = last = match[0]
        if depth:
            depth += (piece == "(") - (piece == ")")
            if depth:
                value += piece
            elif words:
                words[-1] = (words[-1][0], unquoted(value))
                inside = ""
        elif piece == "(":
            depth, value, inside = 1, "", words[-1][0] if words else "?"
        elif piece == ";":
            words = []
        elif piece[0] not in "),'" and not piece.isspace():
            words.append((piece.upper(), None))
    if depth:
        quoted = last.startswith("'") and (len(last) == 1 or not last.endswith("'"))
        prefix = last[1:] if quoted else "" if last.isspace() or last in "(,;)" else last
        return Typed(words, inside, prefix, quoted)
    if words and last and not last.isspace() and last not in "();,":
        return Typed(words[:-1], "", last, False)
    return Typed(words, "", "", False)


def unquoted(value: str) -> str:
    """A value as the queue manager reads it, for one that is simple."""
    text = value.strip()
    return text[1:-1].strip() if text.startswith("'") and text.endswith("'") else text.upper()
