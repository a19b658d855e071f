"""What DISPLAY shows one by one: objects, channel authentication records, authority records.

The value of an attribute is a text, None if the thing has no such attribute, or `Unknown` with the reason
why it is unknown.
"""

from __future__ import annotations

from functools import cache

from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.records import LISTS, AuthorityRecord, ChannelAuthentication
from mqtune.estate.topic_strings import joined
from mqtune.estate.words import QUEUE_TYPES
from mqtune.language import catalogue
from mqtune.language.available import Level, on_platform, reached
from mqtune.language.mqsc import Attribute
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.tree import COMMENT
from mqtune.text.editing import Place
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

# The attributes of an object type, and the keywords of its name and subtype.

# attributes that only a running queue manager has; a dump shows their values at the time of the dump
AT_RUN_TIME = frozenset(("CURDEPTH", "IPPROCS", "OPPROCS", "CLSTATE"))
# values that the product gives to everything that DEFINE creates
GIVEN_BY_DEFINE = {
    ("QLOCAL", "DEFTYPE"): "PREDEFINED",
    ("SUB", "DURABLE"): "YES",
    ("SUB", "SUBTYPE"): "ADMIN",
}
NAMES = {"QMGR": "QMNAME", "AUTHREC": "PROFILE", **dict.fromkeys(QUEUE_TYPES, "QUEUE")}
# which topic string DISPLAY SUB shows: the full one, or the one that the definition has
DISTYPE, RESOLVED, DEFINED = "DISTYPE", "RESOLVED", "DEFINED"
# the keyword behind the name in the first line of an answer
SUBTYPES = {
    "CHANNEL": "CHLTYPE",
    "AUTHINFO": "AUTHTYPE",
    "CHLAUTH": "TYPE",
    "COMMINFO": "TYPE",
    "TOPIC": "TYPE",
    "AUTHREC": "OBJTYPE",
    **dict.fromkeys(QUEUE_TYPES, "TYPE"),
}
# words of DISPLAY QMGR that ask for several attributes (DISPLAY QMGR of the product documentation)
GROUPS = {
    "EVENT": (
        *("AUTHOREV", "BRIDGEEV", "CHADEV", "CHLEV", "CMDEV", "CONFIGEV", "INHIBTEV", "LOCALEV", "LOGGEREV"),
        *("PERFMEV", "REMOTEEV", "SSLEV", "STRSTPEV"),
    ),
    "CLUSTER": ("CLWLDATA", "CLWLEXIT", "CLWLLEN", "CLWLMRUC", "CLWLUSEQ", "MONACLS", "REPOS", "REPOSNL"),
    "PUBSUB": ("PARENT", "PSMODE", "PSNPMSG", "PSNPRES", "PSRTYCNT", "PSSYNCPT", "TREELIFE"),
}
OTHER_WORDS = {"QTYPE": "TYPE"}


def name_keyword(type: str) -> str:
    """The keyword under which DISPLAY shows the name of an object: QUEUE, CHANNEL, QMNAME."""
    return NAMES.get(type, type)


def type_keyword(type: str) -> str:
    """The keyword under which DISPLAY shows what kind of object it is; "" if there is none."""
    return SUBTYPES.get(type, "")


@cache
def attributes_shown(types: tuple[str, ...]) -> dict[str, Attribute]:
    """What DISPLAY can show of some object types, by keyword."""
    attributes: dict[str, Attribute] = {}
    for type in types:
        word = "QUEUE" if type in QUEUE_TYPES and len(types) > 1 else type
        for keyword, attribute in catalogue.shown(word).items():
            attributes.setdefault(keyword, attribute)
        for keyword in catalogue.read_only(type):
            attributes.setdefault(keyword, Attribute(type, keyword, "string"))
        for keyword in (name_keyword(type), type_keyword(type)):
            if keyword:
                attributes.setdefault(keyword, Attribute(type, keyword, "string"))
        attributes |= catalogue.attributes(type)  # as the type has them: more than what all types share
    if types == ("AUTHREC",):
        attributes |= {word: Attribute("AUTHREC", word, "list") for word in ("AUTHLIST",)}
    return attributes


@cache
def attribute_of(types: tuple[str, ...], keyword: str) -> str | None:
    """The keyword of an attribute for one of its spellings; None if none of the types has it."""
    if keyword in OTHER_WORDS and OTHER_WORDS[keyword] in attributes_shown(types):
        return OTHER_WORDS[keyword]
    if keyword in attributes_shown(types):
        return keyword
    for type in types:
        attribute = catalogue.attribute(type, keyword)
        if attribute is not None:
            return attribute.keyword
    return None


@cache
def has_attribute(type: str, subtype: str, keyword: str, platform: str | None, level: Level | None) -> bool:
    """Whether objects of a type and subtype have an attribute on a platform at a level."""
    attribute = catalogue.attribute(type, keyword)
    if attribute is None:
        return keyword in catalogue.read_only(type)
    available = on_platform(attribute.platforms_for(subtype), platform or "linux")
    return attribute.fits(subtype or None) and reached(attribute.introduced, level) and bool(available)


@cache
def kind_of(type: str, keyword: str) -> str:
    """The kind of an attribute as the catalogue has it; "string" for what cannot be set."""
    if keyword == "AUTHLIST":
        return "list"
    attribute = catalogue.attribute(type, keyword)
    if attribute is not None:
        return attribute.kind
    shown = attributes_shown((type,)).get(keyword)
    return shown.kind if shown is not None and shown.kind in ("integer", "list") else "string"


# Attributes that cannot be set, such as ALTDATE: dmpmqcfg writes them as comments inside a command.

READ_ONLY = lazy_pattern(r"\*[ \t]+([A-Z][A-Z0-9]*)\((.*)\)[ \t]*\+?[ \t]*\r?\Z")


def written_in_comments(object: MqObject) -> dict[str, str]:
    """The attributes of an object that its only command has in comments, by keyword.

    Those of a running queue manager are left out, and so are all if a later command changed the object.
    """
    return {keyword: text for keyword, text in in_comments(object).items() if keyword not in AT_RUN_TIME}


def in_comments(object: MqObject) -> dict[str, str]:
    """The same with those of a running queue manager, such as CURDEPTH."""
    if len(object.statements) != 1:
        return {}
    command = object.statements[0].command
    values: dict[str, str] = {}
    for line in command.script.lines[command.first : command.last + 1]:
        if line.kind == COMMENT:
            match = READ_ONLY.match(line.text)
            if match is not None and match[1] in catalogue.read_only(object.type):
                values[match[1]] = match[2].strip().strip("'").strip()
    return values


# The things.

HIDDEN = frozenset(("ACTION", "FORCE"))  # parameters of commands, not attributes


@record
class Unknown:
    """An unknown value: `text` is what they contain instead, such as a placeholder."""

    why: str
    text: str = ""


Known = str | Unknown | None


class Item:
    """One thing that DISPLAY may show."""

    __slots__ = ("manager", "name", "subtype", "type")

    def __init__(self, manager: QueueManager, type: str, subtype: str, name: str) -> None:
        self.manager = manager
        self.type = type
        self.subtype = subtype
        self.name = name

    @property
    def place(self) -> Place | None:
        """The position of its definition; None if the product creates it and no file mentions it."""
        raise NotImplementedError

    def value(self, keyword: str) -> Known:
        """The value of an attribute."""
        raise NotImplementedError

    def keywords(self) -> list[str]:
        """The attributes that DISPLAY … ALL shows, in its order, without the name."""
        raise NotImplementedError

    def place_of(self, keyword: str) -> Place | None:
        """The position of what sets an attribute; None for a default."""
        return None

    def __repr__(self) -> str:
        return f"{self.type}({self.name})"


class ObjectItem(Item):
    """An object, or a channel authentication record."""

    __slots__ = ("object",)

    def __init__(self, manager: QueueManager, object: MqObject) -> None:
        name = object.name if object.type != "QMGR" else manager.title
        super().__init__(manager, object.type, object.subtype, name)
        self.object = object

    @property
    def place(self) -> Place | None:
        """The position of the object's name in the command that creates it."""
        return self.object.place()

    def value(self, keyword: str) -> Known:
        """The effective value of an attribute."""
        if keyword == "TOPICSTR" and self.type == "SUB":
            return self._topic()
        return self._of_object(keyword)

    def _topic(self) -> Known:
        """The topic string of a subscription as the queue manager resolves it: that of TOPICOBJ precedes it
        (IBM MQ documentation, DISPLAY SUB: DISTYPE(RESOLVED) is the default).
        """
        name, string = self.object.text("TOPICOBJ"), self._of_object("TOPICSTR")
        if not name or isinstance(string, Unknown):
            return string
        topic = self.manager.find("TOPIC", name)
        base = topic.value("TOPICSTR") if topic is not None else None
        if base is None or has_placeholder(base):
            return Unknown(f"the topic string of TOPICOBJ({name}) is not in the files")
        return joined(base, string or "")

    def _of_object(self, keyword: str) -> Known:
        """The value of an attribute as the object has it."""
        object = self.object
        if isinstance(object, ChannelAuthentication) and keyword == LISTS.get(object.subtype):
            text: str | None = ",".join(object.entries)
        else:
            text = object.value(keyword)
        if text is not None:
            return Unknown(f"{keyword} is {text}", text) if has_placeholder(text) else text
        built_in = self._unset_value(keyword)
        if built_in is not None or isinstance(object, ChannelAuthentication):
            return built_in  # a record is set as a whole: what its command lacks, it does not have
        if not has_attribute(self.type, self.subtype, keyword, self.manager.platform, self.manager.level):
            return None
        if keyword in catalogue.read_only(self.type):
            return Unknown(f"{keyword} is not in the files")
        if object.like_name and object.base is None:
            return Unknown(f"{keyword} is that of {object.like_name}, which is not in the files")
        if not object.defined:
            return Unknown(f"{keyword} is unknown: the files only alter the object")
        return Unknown(f"{keyword} is not in the files, and its default is not known")

    def _unset_value(self, keyword: str) -> str | None:
        """The value of an attribute that no command sets."""
        if keyword == name_keyword(self.type):
            return self.name or None
        if keyword == type_keyword(self.type):
            return kind_word(self.type, self.subtype) or None
        written = written_in_comments(self.object).get(keyword)
        if written is not None:
            return written
        if keyword == "NAMCOUNT" and self.type == "NAMELIST":
            return str(len(self.object.values("NAMES")))
        return GIVEN_BY_DEFINE.get((self.type, keyword)) if self.object.defined else None

    def keywords(self) -> list[str]:
        """Attributes with a value, as `mqtune show object` has them, and those of a dump's comments."""
        keywords = self.object.keywords() | written_in_comments(self.object).keys()
        keywords |= {keyword for type, keyword in GIVEN_BY_DEFINE if type == self.type}
        if self.type == "NAMELIST":
            keywords.add("NAMCOUNT")
        return sorted(keywords - HIDDEN - {name_keyword(self.type)})

    def place_of(self, keyword: str) -> Place | None:
        """The position of the parameter that sets an attribute."""
        return self.object.origin(keyword).place()


class DefinedItem(ObjectItem):
    """A subscription with the topic string that its definition has: DISTYPE(DEFINED)."""

    __slots__ = ()

    def _topic(self) -> Known:
        return self._of_object("TOPICSTR")


class ClusterItem(ObjectItem):
    """An object as a cluster advertises it to its members."""

    __slots__ = ("cluster", "host")

    def __init__(self, manager: QueueManager, object: MqObject, host: QueueManager, cluster: str) -> None:
        super().__init__(manager, object)
        self.host = host
        self.cluster = cluster

    def value(self, keyword: str) -> Known:
        """The value of an attribute; that of its type, cluster and queue manager is what is advertised."""
        if keyword == "CLUSTER":
            return self.cluster
        if keyword == "CLUSQMGR":
            return self.host.title or Unknown("the name of the queue manager is not in the files")
        if keyword == "CLUSQT":
            return self.type
        if keyword == "TYPE":
            return "QCLUSTER" if self.type in QUEUE_TYPES else "CLUSTER"
        return super().value(keyword)

    def keywords(self) -> list[str]:
        """Attributes with a value, and the queue manager that has the object."""
        extra = {"CLUSQMGR", "CLUSTER", *(("CLUSQT",) if self.type in QUEUE_TYPES else ())}
        return sorted({*super().keywords(), *extra})


class AuthorityItem(Item):
    """The authorities of a user or group on one profile."""

    __slots__ = ("_values", "record")

    def __init__(self, manager: QueueManager, record: AuthorityRecord) -> None:
        super().__init__(manager, "AUTHREC", record.objtype, record.profile)
        self.record = record
        self._values = {
            "PROFILE": record.profile,
            "ENTITY": record.user,
            "ENTTYPE": record.entity,
            "OBJTYPE": record.objtype,
            "AUTHLIST": ",".join(sorted(record.authorities)) or "NONE",
            record.entity: record.user,
        }

    @property
    def place(self) -> Place | None:
        """The position of the last command that changed it."""
        statements = self.record.statements
        return statements[-1].name_place() if statements else None

    def value(self, keyword: str) -> Known:
        """The value of an attribute."""
        text = self._values.get(keyword)
        return Unknown(f"{keyword} is {text}", text) if text is not None and has_placeholder(text) else text

    def keywords(self) -> list[str]:
        """The attributes in the order of runmqsc."""
        return ["ENTITY", "ENTTYPE", "OBJTYPE", "AUTHLIST"]


@cache
def kind_word(type: str, subtype: str) -> str:
    """The word that DISPLAY shows for the kind of an object: the queue type, or the subtype."""
    if type in QUEUE_TYPES:
        return type
    return "LOCAL" if type == "TOPIC" else subtype
