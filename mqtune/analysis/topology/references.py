"""Which object names which other: aliases, transmission queues, processes, namelists, models.

Gives the name and whether it exists; rules decide whether that is a finding.
"""

from __future__ import annotations

from functools import cache

from mqtune.estate.words import QUEUE, bits_of
from mqtune.language import catalogue
from mqtune.syntax.document import has_placeholder
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.text.editing import Place

# what an attribute names according to the catalogue, as a name space
SPACES = {
    "queue": QUEUE,
    "topic": "TOPIC",
    "process": "PROCESS",
    "namelist": "NAMELIST",
    "authentication information object": "AUTHINFO",
    "communication information object": "COMMINFO",
    "storage class": "STGCLASS",
    "CF structure": "CFSTRUCT",
}
# names of objects on another queue manager
ELSEWHERE = {("QREMOTE", "RNAME")}
# types in which each attribute names objects of one space regardless of others, except topic aliases
ONE_SPACE = ("QLOCAL", "QMODEL", "QREMOTE", "QALIAS", "CHANNEL", "TOPIC")
# names for which the catalogue does not state the kind of object
MORE = {"QALIAS": (("TARGET", QUEUE),)}


@record
class Reference:
    """One name in one object: its name space, and the object with that name if it exists."""

    source: MqObject
    keyword: str
    space: str
    name: str
    target: MqObject | None

    def place(self) -> Place | None:
        """The position of the name, else of its object."""
        return self.source.place(self.keyword)

    def near(self, queue_manager: QueueManager) -> str | None:
        """An existing name of which this one is most likely a misspelling."""
        return queue_manager.near(self.space, self.name)

    def __repr__(self) -> str:
        return f"Reference({self.source!r}.{self.keyword} -> {self.space}({self.name}))"


@cache
def naming_keywords(type: str) -> tuple[tuple[str, str], ...]:
    """The attributes of an object type that name an object of the same queue manager, with its name space."""
    naming = []
    for keyword, attribute in catalogue.attributes(type).items():
        space = SPACES.get(attribute.of)
        if space is not None and attribute.keyword == keyword and (type, keyword) not in ELSEWHERE:
            naming.append((keyword, space))
    return tuple(naming) + MORE.get(type, ())


def names_in(object: MqObject, queue_manager: QueueManager, only: str = "") -> Iterator[tuple[str, str, str]]:
    """Attribute, name space and name of what scripts name in an object, except blanks and placeholders.

    With `only`, just that attribute is considered.
    """
    type = object.type
    if type == "NAMELIST":
        yield from listed_names(object, queue_manager)
    for keyword, space in filled_names(object):
        if only and keyword != only:
            continue
        name = object.text(keyword)
        if not name or has_placeholder(name):
            continue
        if type == "QALIAS":
            space = aliased_space(object)
        elif type == "SUB" and keyword == "DEST" and not is_local(object, queue_manager):
            continue
        yield keyword, space, name


def aliased_space(alias: MqObject) -> str:
    """The name space of the target of an alias."""
    return "TOPIC" if alias.value("TARGTYPE") == "TOPIC" else QUEUE


def filled_names(object: MqObject) -> tuple[tuple[str, str], ...]:
    """The non-blank attributes of an object that name another one, with the name spaces."""
    type = object.type
    return filled_naming_keywords(type, object.filled & naming_bits(type))


def references_of(object: MqObject, queue_manager: QueueManager, only: str = "") -> Iterator[Reference]:
    """The names that scripts write into an object; with `only`, into that attribute."""
    for keyword, space, name in names_in(object, queue_manager, only):
        yield Reference(object, keyword, space, name, queue_manager.find(space, name))


def unmet_references(queue_manager: QueueManager) -> list[Reference]:
    """The names, in every object that scripts define, that no object has."""
    objects = queue_manager.objects
    sources = set(queue_manager.of_type("NAMELIST"))
    for type in queue_manager.types:
        if type in ONE_SPACE:
            sources.update(unmet_sources(type, queue_manager))
        else:
            filled = queue_manager.filled(type).by_scripts(naming_bits(type))
            sources.update(object for object, keywords in filled if not all_met(object, keywords, objects))
    in_order = [object for object in objects.values() if object in sources] if sources else ()
    return [
        Reference(object, keyword, space, name, None)
        for object in in_order
        for keyword, space, name in names_in(object, queue_manager)
        if (space, name) not in objects
    ]


def unmet_sources(type: str, queue_manager: QueueManager) -> Iterator[MqObject]:
    """The objects of a type of `ONE_SPACE` that name what does not exist, or may not. Many name the same
    thing in the same word, which is looked up once.
    """
    objects = queue_manager.objects
    for keyword, space in naming_keywords(type):
        words = queue_manager.filled(type).words(keyword)[keyword]
        unmet = {word for word in words if word is None or (space, (word.text or "").strip()) not in objects}
        if unmet:
            named = queue_manager.with_filled(type, (keyword,))
            yield from (object for object in named if object.word(keyword) in unmet)
    if type == "QALIAS":
        aliases = queue_manager.filled(type).perhaps(("TARGET",))
        yield from (alias for alias in aliases if aliased_space(alias) != QUEUE)


def all_met(object: MqObject, filled: int, objects: dict[tuple[str, str], MqObject]) -> bool:
    """Whether everything exists that an object names by some attributes, given as a set of bits."""
    type = object.type
    for keyword, space in filled_naming_keywords(type, filled):
        word = object.word(keyword)
        if word is None or (space, (word.text or "").strip()) not in objects:
            return False
    return True


@cache
def naming_bits(type: str) -> int:
    """The attributes of an object type that name another object, as a set of bits."""
    return bits_of(type, tuple(keyword for keyword, _ in naming_keywords(type)))


@cache
def filled_naming_keywords(type: str, filled: int) -> tuple[tuple[str, str], ...]:
    """The naming attributes that are in a set."""
    return tuple(pair for pair in naming_keywords(type) if filled & bits_of(type, (pair[0],)))


def listed_names(namelist: MqObject, queue_manager: QueueManager) -> Iterator[tuple[str, str, str]]:
    """The authentication information objects in the namelist that the queue manager uses for revocation
    checks.
    """
    if queue_manager.qmgr.text("SSLCRLNL") != namelist.name or not namelist.is_given("NAMES"):
        return
    for name in namelist.values("NAMES"):
        if not has_placeholder(name):
            yield "NAMES", "AUTHINFO", name


def is_local(subscription: MqObject, queue_manager: QueueManager) -> bool:
    """Whether the destination of a subscription is on its own queue manager."""
    target = subscription.text("DESTQMGR")
    return not target or target == queue_manager.name


def is_clustered(object: MqObject) -> bool:
    """Whether an object is advertised in a cluster."""
    return bool(object.text("CLUSTER") or object.text("CLUSNL"))


def in_cluster(queue_manager: QueueManager) -> bool:
    """Whether the queue manager is a member of a cluster, so that names may be resolved elsewhere."""
    if queue_manager.qmgr.text("REPOS") or queue_manager.qmgr.text("REPOSNL"):
        return True
    if queue_manager.ini_value("AutoCluster", "ClusterName"):
        return True
    channels = ("CLUSRCVR", "CLUSSDR")
    return any(
        is_clustered(channel) and not channel.name.startswith("SYSTEM.DEF.")
        for subtype in channels
        for channel in queue_manager.of_type("CHANNEL", subtype)
    )
