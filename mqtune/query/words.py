"""What DISPLAY can show of an object type: its attributes, and the keywords of name and subtype."""

from __future__ import annotations

from functools import cache

from mqtune.estate.keywords import QUEUE_TYPES
from mqtune.language import catalogue
from mqtune.language.available import on_platform, reached
from mqtune.language.entries import Attribute
from mqtune.language.levels import Level

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
    found: dict[str, Attribute] = {}
    for type in types:
        word = "QUEUE" if type in QUEUE_TYPES and len(types) > 1 else type
        for keyword, one in catalogue.shown(word).items():
            found.setdefault(keyword, one)
        for keyword in catalogue.read_only(type):
            found.setdefault(keyword, Attribute(type, keyword, "string"))
        for keyword in (name_keyword(type), type_keyword(type)):
            if keyword:
                found.setdefault(keyword, Attribute(type, keyword, "string"))
        found |= catalogue.attributes(type)  # as the type has them: more than what all types share
    if types == ("AUTHREC",):
        found |= {word: Attribute("AUTHREC", word, "list") for word in ("AUTHLIST",)}
    return found


@cache
def attribute_of(types: tuple[str, ...], keyword: str) -> str | None:
    """The keyword of an attribute for one of its spellings; None if none of the types has it."""
    if keyword in OTHER_WORDS and OTHER_WORDS[keyword] in attributes_shown(types):
        return OTHER_WORDS[keyword]
    if keyword in attributes_shown(types):
        return keyword
    for type in types:
        one = catalogue.attribute(type, keyword)
        if one is not None:
            return one.keyword
    return None


@cache
def has_attribute(type: str, subtype: str, keyword: str, platform: str | None, level: Level | None) -> bool:
    """Whether objects of a type and subtype have an attribute on a platform at a level."""
    one = catalogue.attribute(type, keyword)
    if one is None:
        return keyword in catalogue.read_only(type)
    there = on_platform(one.platforms_for(subtype), platform or "linux")
    return one.fits(subtype or None) and reached(one.introduced, level) and bool(there)


@cache
def kind_of(type: str, keyword: str) -> str:
    """The kind of an attribute as the catalogue has it; "string" for what cannot be set."""
    if keyword == "AUTHLIST":
        return "list"
    one = catalogue.attribute(type, keyword)
    if one is not None:
        return one.kind
    shown = attributes_shown((type,)).get(keyword)
    return shown.kind if shown is not None and shown.kind in ("integer", "list") else "string"
