"""What only the product sets, so that a dump has it and the files of a repository do not: it is not drift.

A queue manager that a state lacks is compared as one without anything of its own.
"""

from __future__ import annotations

from mqtune.analysis.query.items import written_in_comments
from mqtune.estate.build import predefined_objects, predefined_records
from mqtune.estate.model import QueueManager
from mqtune.language import catalogue
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.estate.objects import MqObject
    from mqtune.estate.records import AuthorityRecord, ChannelAuthentication


# A queue manager without anything of its own, in place of one that a state lacks.


def empty_like(manager: QueueManager) -> QueueManager:
    """A new queue manager of the same level and platform."""
    empty = QueueManager(manager.name, manager.project)
    empty.title, empty.level, empty.platform = manager.title, manager.level, manager.platform
    empty.environment_name = manager.environment_name
    empty.objects = dict(predefined_objects(empty.platform, empty.level))
    empty.chlauth = list(predefined_records(empty.platform, empty.level))
    return empty


AUTO_DEFINED = "Auto-defined by"  # the description that the queue manager gives
DYNAMIC = ("TEMPDYN", "PERMDYN", "SHAREDYN")
# names that the queue manager gives to dynamic queues and to those of subscriptions
MADE_NAMES = lazy_pattern(r"AMQ\.[0-9A-F]{8,}|SYSTEM\.(?:MANAGED|JMS\.TEMP)\..*[0-9A-F]{8,}")
# depends on the machine or on the name of the queue manager
OF_THE_MACHINE = {"QMGR": ("CCSID", "CERTLABL", "QMID")}
KEY_REPOSITORY = lazy_pattern(r".*[/\\]qmgrs[/\\].*[/\\]ssl[/\\][^/\\]*")
MQM = lazy_pattern(r"mqm(?:@.*)?|QMQM(?:ADM)?|Administrators@BUILTIN|SYSTEM@NT AUTHORITY", 2)
EVERY_OBJECT = "@CLASS"
FEWEST_CLASSES = 5  # an administrator grants CRT for fewer classes


def is_product_value(object: MqObject, keyword: str) -> bool:
    """Whether a dumped value is one that a queue manager has of itself, of the machine or of its name."""
    if keyword in OF_THE_MACHINE.get(object.type, ()):
        return True
    if object.type == "QMGR" and keyword == "SSLKEYR":
        return KEY_REPOSITORY.fullmatch(object.text(keyword)) is not None
    if object.type == "CHLAUTH" and keyword == "DESCR":
        return object.predefined
    return keyword in catalogue.read_only(object.type)


def is_made_by_product(object: MqObject) -> bool:
    """Whether a dumped object was not defined by anyone: SYSTEM objects, dynamic queues, auto-defined
    channels.
    """
    if catalogue.is_system_object(object.type, object.name) or object.name.startswith("SYSTEM."):
        return True
    if object.type == "QLOCAL":
        kind = object.text("DEFTYPE") or written_in_comments(object).get("DEFTYPE")
        return kind in DYNAMIC or MADE_NAMES.match(object.name) is not None
    return object.type == "CHANNEL" and object.text("DESCR").startswith(AUTO_DEFINED)


def is_dynamic(object: MqObject | None) -> bool:
    """Whether an object comes and goes by itself: a dynamic queue, or an auto-defined channel."""
    if object is None or (object.name.startswith("SYSTEM.") and MADE_NAMES.match(object.name) is None):
        return False
    return is_made_by_product(object)


def has_made_name(profile: str) -> bool:
    """Whether the queue manager gave a name, such as that of a dynamic queue."""
    return MADE_NAMES.match(profile) is not None


def is_product_record(record: ChannelAuthentication) -> bool:
    """Whether a channel authentication record is one that a new queue manager has."""
    return record.predefined and not record.statements


def creators(records: Iterable[AuthorityRecord]) -> set[tuple[str, str]]:
    """The user, or on AIX and Linux the group, that created the queue manager: it may create objects of every
    class.
    """
    held: dict[tuple[str, str], set[str]] = {}
    for record in records:
        if record.profile.upper() == EVERY_OBJECT:
            held.setdefault((record.entity, record.user), set()).add(record.objtype)
    return {entity for entity, classes in held.items() if len(classes) >= FEWEST_CLASSES}


def is_administrator(user: str) -> bool:
    """Whether a group or user has every authority anyway, because it administers the product."""
    return MQM.fullmatch(user) is not None


def is_product_authority(record: AuthorityRecord, full: bool, made_by: set[tuple[str, str]]) -> bool:
    """Whether the product made a dumped authority record: those of mqm, of SYSTEM objects, and the full
    authority of the user who created the object.
    """
    if is_administrator(record.user) or record.profile.upper() == EVERY_OBJECT:
        return True
    if record.profile.startswith("SYSTEM.") and full:
        return True
    return full and (record.entity, record.user) in made_by
