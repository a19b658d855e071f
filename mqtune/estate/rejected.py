"""Commands that the queue manager surely rejects for their form, so that what they say never takes effect.

Rules report each mistake at its place. Here is only what decides whether a record or an object exists.
"""

from __future__ import annotations

from mqtune.estate.statement import Statement
from mqtune.language import catalogue
from mqtune.language.available import covered
from mqtune.syntax.document import has_placeholder
from mqtune.text.patterns import lazy_pattern, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.language.available import Level
    from mqtune.language.mqsc import Attribute

# an address or address pattern; letters mean a host name unless a colon makes it IPv6
ADDRESS = lazy_pattern(r"[0-9.*-]+\Z|(?=[^:]*+:)[0-9A-Fa-f:.*-]*+\Z|\*\Z")
DOTTED = lazy_pattern(r"[0-9*-]*(?:\.[0-9*-]*)+\Z")
CIDR = lazy_pattern(r"[0-9A-Fa-f:.]+/\d+\Z")
PART = lazy_pattern(r"\*\Z|(?P<low>[0-9]+)(?:-(?P<high>[0-9]+))?\Z")
IPV4_PARTS = 4
HIGHEST_PART = 255
WORDS = ("enum", "enum-list")


def is_rejected(statement: Statement, level: Level | None) -> bool:
    """Whether the queue manager rejects a command. False if it is not certain: for placeholders, syntax
    errors, facts of low confidence, and levels that the catalogue does not cover.
    """
    verb, type = statement.verb, statement.type
    if verb is None or type is None or not statement.command.intact or not covered(level):
        return False
    keywords = [word for word in statement.layout.words if not has_placeholder(word)]
    if len(keywords) < len(statement.layout.words):
        return False  # a template may supply or remove anything
    known = catalogue.parameters(verb, type)
    if not known or any(catalogue.parameter(verb, type, word) is None for word in keywords):
        return bool(known)
    given = {word: known[word] for word in keywords if word in known}
    if any(is_wrong(statement, attribute) for attribute in given.values()):
        return True
    if any(
        is_missing(statement, attribute) for attribute in known.values() if attribute.required is not None
    ):
        return True
    return type == "CHLAUTH" and record_is_rejected(statement)


def is_wrong(statement: Statement, attribute: Attribute) -> bool:
    """Whether the subtype does not have an attribute, or a word is not one of its values."""
    if attribute.confidence != "high" or attribute.doubtful("all"):
        return False
    if not attribute.fits(statement.subtype):
        return not attribute.doubts
    values = statement.values(attribute.keyword) if attribute.kind in WORDS and attribute.values else ()
    return any(value.upper() not in attribute.values for value in values if not has_placeholder(value))


def is_missing(statement: Statement, attribute: Attribute) -> bool:
    """Whether a command lacks an attribute that it needs."""
    need = attribute.required
    assert need is not None  # the caller asks for attributes with one
    if need.confidence != "high" or statement.verb in need.doubtful:
        return False
    applies = (not need.verbs or statement.verb in need.verbs) and (
        not need.subtypes or statement.subtype in need.subtypes
    )
    given = (attribute.keyword, *attribute.aliases, *need.alternatives)
    if not applies or any(statement.has(word) for word in given):
        return False
    return not any(has_word(statement, word) for word in need.unless)


def has_word(statement: Statement, word: str) -> bool:
    """Whether a command contains `LIKE`, or `ACTION(REMOVEALL)`."""
    keyword, bracket, value = word.partition("(")
    text = statement.text(keyword).upper()
    return statement.has(keyword) and (not bracket or has_placeholder(text) or text == value.rstrip(")"))


def record_is_rejected(statement: Statement) -> bool:
    """Whether SET CHLAUTH adds or replaces a record with an address, a profile or a source of the user that
    is not accepted.
    """
    if (statement.text("ACTION").upper() or "ADD") not in ("ADD", "REPLACE"):
        return False
    source, mapped = statement.text("USERSRC").upper() or "MAP", statement.has("MCAUSER")
    listing = statement.subtype in ("BLOCKADDR", "BLOCKUSER")
    if not listing and ((source == "MAP" and not mapped) or (source in ("NOACCESS", "CHANNEL") and mapped)):
        return True
    addresses = (statement.text("ADDRESS"), *statement.values("ADDRLIST"))
    if any(
        address_fault(address.strip()) for address in addresses if address and not has_placeholder(address)
    ):
        return True
    if statement.subtype != "BLOCKADDR":
        return False
    hosts = [host for host in statement.values("ADDRLIST") if not has_placeholder(host)]
    other_profile = not statement.placeholder and statement.name not in (None, "*")
    return other_profile or any(not ADDRESS.match(host.strip()) for host in hosts)


def address_fault(text: str) -> str:
    """Why a text is not an IP address or pattern, "" if it is one, or a host name.

    Source: IBM MQ documentation, Generic IP addresses for channel authentication records.
    """
    if CIDR.match(text):
        return "CIDR notation is not accepted"
    if "::" in text and text.endswith(":*"):
        return "a double colon and an asterisk at the end are ambiguous"
    if not DOTTED.match(text):
        return ""
    parts = text.split(".")
    if len(parts) > IPV4_PARTS:
        return f"it has {len(parts)} parts instead of {IPV4_PARTS}"
    for part in parts:
        if fault := part_fault(part):
            return fault
    if len(parts) < IPV4_PARTS and "*" not in parts:
        return f"it has {len(parts)} parts instead of {IPV4_PARTS}"
    return "the last asterisk already covers the one before it" if parts[-2:] == ["*", "*"] else ""


def part_fault(part: str) -> str:
    """Why one part of an address is neither a number, a range nor an asterisk, "" if it is."""
    match = PART.match(part)
    if match is None:
        return f"{part} is neither a number, a range nor an asterisk" if part else "a part is empty"
    numbers = {text: whole_number(text) or 0 for text in match.groups() if text}
    for text, number in numbers.items():
        if number > HIGHEST_PART:
            return f"{text} is above {HIGHEST_PART}"
    low, high = numbers.get(match["low"], 0), numbers.get(match["high"], HIGHEST_PART + 1)
    if low >= high:
        return f"the range {part} does not ascend"
    return ""
