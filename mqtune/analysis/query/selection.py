"""Which things of a queue manager a query selects: true, false, or unknown with the reason.

Many policies ask for the same few attributes of thousands of objects, most of which share a few values. So
the objects of a type are grouped by the value of an attribute, once for each attribute and kept as long as
the queue manager, and the condition is evaluated once for each value.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from mqtune.analysis.query.condition import (
    RUNCHECK,
    Condition,
    Query,
    generic_matches,
    name_matches,
    profile_fits,
)
from mqtune.analysis.query.items import (
    DEFINED,
    DISTYPE,
    AuthorityItem,
    ClusterItem,
    DefinedItem,
    Item,
    ObjectItem,
    Unknown,
)
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.records import ChannelAuthentication
from mqtune.estate.topic_strings import profile_matches
from mqtune.syntax.document import has_placeholder
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


# The objects of a type by the value of an attribute.

Groups = tuple[dict[str, list[MqObject]], list[tuple[MqObject, str]]]


def meeting(condition: Condition, manager: QueueManager, type: str) -> Iterator[tuple[MqObject, bool | str]]:
    """The objects of a type, of those in the files, that meet a condition, or of which that is unknown: each
    with True or the reason.
    """
    kept = manager.derived(groups_by_attribute)
    groups = kept.get((type, condition.keyword))
    if groups is None:
        groups = kept[type, condition.keyword] = grouped(manager, type, condition.keyword)
    known, unknown = groups
    for text, objects in known.items():
        verdict = condition.holds(text)
        if verdict is not False:
            reason = verdict or f"{condition.keyword} is {text}, not a number"
            for object in objects:
                yield object, reason
    yield from unknown


def groups_by_attribute(manager: QueueManager) -> dict[tuple[str, str], Groups]:
    """Return what is kept of a queue manager, by type and attribute: nothing at first."""
    return {}


def grouped(manager: QueueManager, type: str, keyword: str) -> Groups:
    """The objects by the value of an attribute, and those of which it is unknown, with the reason."""
    known: dict[str, list[MqObject]] = {}
    unknown: list[tuple[MqObject, str]] = []
    texts: dict[object, str] = {}  # by what decides about the value
    for object in manager.of_type(type):
        if not object.statements:
            continue
        key = decisive(object, keyword)
        text = texts.get(key) if key is not None else None
        if text is None:
            value = ObjectItem(manager, object).value(keyword)
            if isinstance(value, Unknown):
                unknown.append((object, value.why))
                continue
            if value is None:
                continue
            text = value
            if key is not None:
                texts[key] = text
        known.setdefault(text, []).append(object)
    return known, unknown


def decisive(object: MqObject, keyword: str) -> object:
    """What decides about the value of an attribute, if many objects share it; None if it is not simple."""
    if keyword == "TOPICSTR" and object.type == "SUB":
        return None
    word = object.word(keyword)
    if word is not None:
        return word
    if object.base is not None or object.carried is not None or not object.defined:
        return None
    return id(object.defaults) if keyword in object.defaults else None


# The selection.

SYSTEM = "SYSTEM."
ANY = frozenset(("ALL", "LIVE", "PRIVATE", ""))  # values of filters that select everything
EQUAL = ("SUBTYPE", "DURABLE", "NLTYPE", "TARGTYPE", "QSGDISP", "PSID")


@record
class Selected:
    """What a query selects in one queue manager.

    `items` are the things for which it is true, `undecided` those for which it is unknown, each with the
    reason; `considered` is the number of things of the types.
    """

    manager: QueueManager
    items: list[Item]
    undecided: list[tuple[Item, str]]
    considered: int


def select(
    query: Query,
    manager: QueueManager,
    estate: Estate | None = None,
    in_files: bool = False,
    advertised: Sequence[ClusterItem] = (),
) -> Selected:
    """Evaluate a query for a queue manager; `estate` is needed for MATCH(RUNCHECK), and `advertised` is what
    its clusters advertise.

    Objects that the product creates and no file mentions are included if the name begins with SYSTEM; with
    `in_files` only what the files contain is considered.
    """
    if query.options.get("MATCH", "").upper() == RUNCHECK and estate is not None:
        from mqtune.analysis.query.runcheck import runcheck  # only this query needs it

        return Selected(manager, *runcheck(query, manager, estate), len(manager.chlauth))
    matching: list[Item] = []
    undecided: list[tuple[Item, str]] = []
    indexed = is_indexed(query, in_files)
    items = _from_index(query, manager) if indexed else _one_by_one(query, manager, in_files, advertised)
    count = 0
    for count, (item, met) in enumerate(items, 1):  # noqa: B007 - the number of the last one
        verdict = _verdict(query, item, met)
        if verdict is True:
            matching.append(item)
        elif verdict is not False:
            undecided.append((item, str(verdict)))
    if indexed:
        count = sum(bool(object.statements) for type in query.types for object in manager.of_type(type))
    matching.sort(key=lambda item: (item.name, item.type))
    undecided.sort(key=lambda pair: (pair[0].name, pair[0].type))
    return Selected(manager, matching, undecided, count)


def is_indexed(query: Query, in_files: bool) -> bool:
    """Whether the condition can be evaluated by the values of all objects, and names without one be compared
    at once, instead of object by object.
    """
    if query.clustered or query.types[0] in ("AUTHREC", "CHLAUTH", "QMGR"):
        return False
    if query.options.get(DISTYPE) == DEFINED:
        return False
    return in_files or not (query.name or "").startswith(SYSTEM)


def _from_index(query: Query, manager: QueueManager) -> Iterator[tuple[Item, bool | str]]:
    """The objects that meet the condition, or of which that is unknown; without a condition those whose names
    may fit.
    """
    for type in query.types:
        if query.condition is not None:
            for object, met in meeting(query.condition, manager, type):
                yield ObjectItem(manager, object), met
            continue
        start = (query.name or "*").partition("*")[0]
        for object in manager.of_type(type):
            if object.statements and (object.name.startswith(start) or object.placeholder):
                yield ObjectItem(manager, object), True


def _one_by_one(
    query: Query, manager: QueueManager, in_files: bool, advertised: Sequence[ClusterItem]
) -> Iterator[tuple[Item, bool | str]]:
    """Everything of the object types, with whether it meets the condition."""
    for item in chain(candidates(query, manager, in_files), advertised):
        yield item, _meets(query, item)


def candidates(query: Query, manager: QueueManager, in_files: bool) -> Iterator[Item]:
    """Everything of the object types."""
    if query.types == ("AUTHREC",):
        yield from (AuthorityItem(manager, record) for record in manager.authrecs)
        return
    if query.types == ("CHLAUTH",):
        for record_ in manager.chlauth:
            if record_.statements or not in_files:
                yield ObjectItem(manager, record_)
        return
    if query.local:
        product = not in_files and (query.types == ("QMGR",) or (query.name or "").startswith(SYSTEM))
        kind = DefinedItem if query.options.get(DISTYPE) == DEFINED else ObjectItem
        for type in query.types:
            for object in manager.of_type(type):
                if object.statements or product:
                    yield kind(manager, object)


def _verdict(query: Query, item: Item, met: bool | str) -> bool | str:
    """Whether the query selects a thing, which meets the condition or not; the reason if it is unknown."""
    if met is False:
        return False
    unknown = None if met is True else str(met)
    for check in (_is_named, _has_subtype, _passes_filters):
        verdict = check(query, item)
        if verdict is False:
            return False
        if verdict is not True:
            unknown = str(verdict) if unknown is None else unknown
    return unknown or True


def _is_named(query: Query, item: Item) -> bool | str:
    """Whether the name fits."""
    if item.type == "AUTHREC":
        return _is_authority(query, item)
    if query.name is None or query.types == ("QMGR",):
        return True
    if item.type == "CHLAUTH":
        if has_placeholder(item.name):
            return f"its name is {item.name}"
        return profile_fits(item.name, query.name, query.options.get("MATCH", "GENERIC").upper())
    verdict = name_matches(query.name, item.name)
    return f"its name is {item.name}" if verdict is None else verdict


def _is_authority(query: Query, item: Item) -> bool | str:
    """Whether an authority record has the profile, object type and user of the options."""
    options = query.options
    exact = options.get("MATCH", "").upper() == "EXACT"
    unknown = ""
    for keyword, wanted in options.items():
        if keyword == "MATCH" or not wanted.strip():
            continue
        value = item.value(keyword)
        if isinstance(value, Unknown):
            unknown = value.why
        elif keyword == "PROFILE":
            generic = "*" in wanted or "?" in wanted
            if not (value == wanted or (not exact and not generic and profile_matches(value or "", wanted))):
                return False
        elif value != (wanted.upper() if keyword == "OBJTYPE" else wanted):
            return False
    return unknown or True


def _has_subtype(query: Query, item: Item) -> bool | str:
    if not query.subtypes:
        return True
    if not item.subtype:
        return "its subtype is unknown: the files only alter it"
    return item.subtype in query.subtypes


def _passes_filters(query: Query, item: Item) -> bool | str:
    """Whether the values of attributes fit the generic ones of the parameters."""
    for keyword, wanted in query.filters.items():
        if wanted.strip().upper() in ANY:
            continue
        value = item.value(keyword)
        if isinstance(value, Unknown):
            return value.why
        if value is None:
            return False
        if not (value == wanted if keyword in EQUAL else generic_matches(wanted, value)):
            return False
    return True


def _meets(query: Query, item: Item) -> bool | str:
    """Whether the condition of WHERE is true. Things without the attribute are not shown."""
    condition = query.condition
    if condition is None:
        return True
    value = item.value(condition.keyword)
    if isinstance(value, Unknown):
        return value.why
    if value is None:
        return False
    verdict = condition.holds(value)
    return f"{condition.keyword} is {value}, not a number" if verdict is None else verdict


def keywords_of(query: Query, item: Item) -> list[str]:
    """The attributes to show of a thing, in order, without the name.

    Without attributes a queue manager shows everything of a named object, and of a generic name only what
    the condition is about.
    """
    condition = [query.condition.keyword] if query.condition is not None else []
    if query.every or not (query.keywords or condition or query.is_generic):
        return item.keywords()
    words = query.keywords
    if not words:
        words = tuple(brief_record(item) if isinstance(item, ObjectItem) else item.keywords())
    shown = dict.fromkeys((*words, *condition))
    return [word for word in shown if word != query.name_keyword]


def brief_record(item: ObjectItem) -> list[str]:
    """What a queue manager shows of a channel authentication record without ALL; nothing of other objects."""
    record_ = item.object
    if not isinstance(record_, ChannelAuthentication):
        return []
    words = (
        "SSLPEER",
        "SSLCERTI",
        "ADDRESS",
        "CLNTUSER",
        "QMNAME",
        "ADDRLIST",
        "USERLIST",
        "MCAUSER",
        "USERSRC",
    )
    return [word for word in words if item.value(word)]
