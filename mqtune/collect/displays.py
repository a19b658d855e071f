"""The answers to DISPLAY commands as records, and records as MQSC that defines the same objects.

A queue manager that can be reached only through the REST interface has no dmpmqcfg. Its DISPLAY answers
are written in the form of a dump: one attribute per line, those that cannot be set as comments.

Source of the layout: IBM MQ documentation, "runmqsc", and dumps of dmpmqcfg at 9.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mqtune.language.mqsc import attribute, object_type, subtype_keyword

MESSAGE = re.compile(r"\s*(?:AMQ|CSQ)\w+: ")
KEYWORD = re.compile(r"[A-Z][A-Z0-9]*(?=[(\s]|$)")
# the keyword that names the object of a record, with the object type; QUEUE has the type in TYPE
NAMED_BY = {
    "QMNAME": "QMGR",
    "QUEUE": "",
    "CHANNEL": "CHANNEL",
    "TOPIC": "TOPIC",
    "SUB": "SUB",
    "NAMELIST": "NAMELIST",
    "PROCESS": "PROCESS",
    "AUTHINFO": "AUTHINFO",
    "LISTENER": "LISTENER",
    "SERVICE": "SERVICE",
    "COMMINFO": "COMMINFO",
    "CHLAUTH": "CHLAUTH",
    "PROFILE": "AUTHREC",
    "POLICY": "POLICY",
}
# kinds of values that MQSC accepts without apostrophes
BARE = ("integer", "enum", "flag", "word", "range")
ENTITY = {"PRINCIPAL": "PRINCIPAL", "GROUP": "GROUP"}
NOT_DEFINED = "TEMPDYN"  # the DEFTYPE of a queue that ends with its program
ADMINISTRATIVE = "ADMIN"  # the SUBTYPE of the subscriptions that DEFINE SUB made


class UnreadableAnswerError(Exception):
    """An answer whose parentheses do not match, so that its values are unknown."""


@dataclass(frozen=True, slots=True)
class Record:
    """One displayed object: its attributes in the order of the answer. None is a keyword without a value."""

    attributes: dict[str, str | None]

    @property
    def type(self) -> str:
        """QLOCAL, CHANNEL, CHLAUTH …; empty if the record names no object."""
        for keyword, type in NAMED_BY.items():
            if keyword in self.attributes:
                return type or object_type(self.attributes.get("TYPE") or "") or ""
        return ""

    @property
    def name(self) -> str:
        """The name of the object."""
        return next((self.attributes[word] or "" for word in NAMED_BY if word in self.attributes), "")


def records(lines: Iterable[str]) -> Iterator[Record]:
    """The objects of an answer, in order. Raises UnreadableAnswerError."""
    found: list[str] = []
    for line in lines:
        if MESSAGE.match(line):
            if found:
                yield Record(dict(pairs("\n".join(found))))
            found = []
        elif line.startswith(" ") and line.strip():
            found.append(line)
    if found:
        yield Record(dict(pairs("\n".join(found))))


def pairs(text: str) -> Iterator[tuple[str, str | None]]:
    """The keywords and values of one object. Raises UnreadableAnswerError."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        found = KEYWORD.match(text, at)
        if found is None:
            raise UnreadableAnswerError(text[at : at + 40].split("\n", maxsplit=1)[0])
        at = found.end()
        if text[at : at + 1] != "(":
            yield found[0], None
            continue
        end = closing(text, at)
        yield found[0], text[at + 1 : end].strip()
        at = end + 1


def closing(text: str, at: int) -> int:
    """The position of the parenthesis that closes the one at `at`. Raises UnreadableAnswerError."""
    depth = 0
    for place in range(at, len(text)):
        if text[place] == "(":
            depth += 1
        elif text[place] == ")":
            depth -= 1
            if not depth:
                return place
        elif text[place] == "\n":
            break
    raise UnreadableAnswerError(text[at : at + 40])


def as_mqsc(found: Sequence[Record]) -> list[str]:
    """The commands that define the objects, one list entry per line."""
    lines: list[str] = []
    for one in found:
        if one.attributes.get("DEFTYPE") == NOT_DEFINED:
            continue
        if one.type == "SUB" and one.attributes.get("SUBTYPE", ADMINISTRATIVE) != ADMINISTRATIVE:
            continue
        if one.type == "AUTHREC":
            lines += authority(one)
        elif one.type:
            lines += definition(one)
    return lines


def definition(one: Record) -> list[str]:
    """DEFINE, ALTER QMGR, or SET CHLAUTH or POLICY."""
    type = one.type
    if type == "QMGR":
        head, last, skipped = "ALTER QMGR", "FORCE", {"QMNAME"}
    elif type in ("CHLAUTH", "POLICY"):
        head, last, skipped = f"SET {type}({quoted(one.name)})", "ACTION(REPLACE)", {type}
    else:
        word = "QUEUE" if type.startswith("Q") else type
        head, last, skipped = f"DEFINE {type}({quoted(one.name)})", "REPLACE", {word, "TYPE"}
    verb = head.split()[0]
    lines = [f"{head} +"]
    first = subtype_keyword(type)
    ordered = sorted(one.attributes, key=lambda keyword: keyword != first)
    lines += [
        attribute_line(verb, type, keyword, one.attributes[keyword])
        for keyword in ordered
        if keyword not in skipped
    ]
    return [*lines, f"   {last}"]


def attribute_line(verb: str, type: str, keyword: str, value: str | None) -> str:
    """One attribute of a definition; a comment if the command cannot set it."""
    one = attribute(type, keyword)
    text = keyword if value is None else f"{keyword}({value_text(one.kind if one else '', value)})"
    settable = one is not None and (verb in one.settable or keyword == subtype_keyword(type))
    return f"   {text} +" if settable else f"*  {text} +"


def value_text(kind: str, value: str) -> str:
    """A value as MQSC accepts it."""
    if kind in BARE and re.fullmatch(r"[\w,./*-]+", value):
        return value
    if "list" in kind and value:
        return ",".join(quoted(part.strip()) for part in value.split(","))
    return quoted(value)


def authority(one: Record) -> list[str]:
    """SET AUTHREC with all authorities of a record."""
    attributes = one.attributes
    entity = ENTITY.get(attributes.get("ENTTYPE") or "")
    authorities = (attributes.get("AUTHLIST") or "").replace(" ", "")
    if entity is None or authorities in ("", "NONE"):
        return []
    return [
        "SET AUTHREC +",
        f"   PROFILE({quoted(one.name)}) +",
        f"   {entity}({quoted(attributes.get('ENTITY') or '')}) +",
        f"   OBJTYPE({attributes.get('OBJTYPE') or ''}) +",
        f"   AUTHADD({authorities})",
    ]


def quoted(value: str) -> str:
    """A value in apostrophes; a blank one as MQSC shows it."""
    doubled = value.replace("'", "''")
    return f"'{doubled or ' '}'"
