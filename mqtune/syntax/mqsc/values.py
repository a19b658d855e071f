"""Values with a syntax of their own: connection lists, distinguished names, CUSTOM, WHERE; misleading signs.

`grammars/values/` defines them; the functions here read the same language without lark, and a test checks
that the two agree. Offsets count characters of the value's text.
"""

from __future__ import annotations

import re

from mqtune.syntax.document import has_placeholder
from mqtune.text.patterns import lazy_pattern, whole_number
from mqtune.text.record import record

ADDRESS = lazy_pattern(r"[ \t]*([^ \t,()]*)[ \t]*(?:\([ \t]*([0-9]*)[ \t]*\)[ \t]*)?\Z")
PAIR = lazy_pattern(r"(?<![A-Za-z0-9_])[0-9_]*+([A-Za-z][A-Za-z0-9_]*+)[ \t,]*+\(([^()]*+)\)")
PEER = lazy_pattern(r"([^=,;]*)=((?:[ \t]*\"[^\"]*\"[ \t]*)|(?:\\.|[^,;\"\\])*)(?=[,;]|\Z)")
# the attribute types of SSLPEER and SSLCERTI (IBM MQ rules for SSLPEER values, q049310_)
PEER_TYPES = (
    "SERIALNUMBER", "MAIL", "E", "UID", "USERID", "CN", "T", "OU", "DC", "O", "STREET", "L", "ST", "SP", "S",
    "PC", "C", "UNSTRUCTUREDNAME", "UNSTRUCTUREDADDRESS", "DNQ",
)  # fmt: skip
ESCAPED = lazy_pattern(r"\\.")
CONDITION = lazy_pattern(
    r"[ \t,]*([A-Za-z][A-Za-z0-9]*)[ \t,]+([A-Za-z]{2,3})[ \t,]+('(?:[^']|'')*'|[^ \t,']+)[ \t,]*\Z"
)


@record
class Connection:
    """One address of a connection list: `port` is None if it is not specified.

    `diagnostic` describes what is wrong with the address, "" if nothing is.
    """

    host: str
    port: int | None
    start: int
    end: int
    diagnostic: str = ""


@record
class Pair:
    """A name and its value: one entry of CUSTOM, one part of a distinguished name."""

    name: str
    value: str
    start: int
    end: int


@record
class Condition:
    """The condition of WHERE; `operator` is folded to upper case."""

    keyword: str
    operator: str
    value: str


def read_connections(text: str) -> tuple[Connection, ...]:
    """The addresses of a connection list; none in a blank one."""
    connections: list[Connection] = []
    at = 0
    if text.strip():
        for piece in text.split(","):
            start = at + len(piece) - len(piece.lstrip())
            connections.append(_connection(piece, start, at + len(piece.rstrip())))
            at += len(piece) + 1
    return tuple(connections)


def _connection(piece: str, start: int, end: int) -> Connection:
    match = ADDRESS.match(piece)
    if has_placeholder(piece):
        host = match[1] if match else piece.strip()
        return Connection(host, whole_number(match[2] or "") if match else None, start, max(start, end))
    if match is None:
        return Connection(
            piece.strip(), None, start, end, f"{piece.strip()} does not have the form host(port)"
        )
    host, digits = match.groups()
    if not host and not digits:
        return Connection("", None, start, max(start, end), "an address is missing")
    if digits == "":
        return Connection(host, None, start, end, f"{host}() has no port")
    port = whole_number(digits or "")
    if port is not None and not 0 < port < 65536:
        return Connection(host, None, start, end, f"{digits} is not a valid port; the range is 1 to 65535")
    return Connection(host, port, start, end)


def read_custom(text: str) -> tuple[tuple[Pair, ...], tuple[int, int] | None]:
    """The pairs of CUSTOM, names in upper case, and the first range of text that is not a pair."""
    pairs: list[Pair] = []
    stray = None
    at = 0
    for match in PAIR.finditer(text):
        stray = stray or _stretch(text, at, match.start(1))
        pairs.append(Pair(match[1].upper(), match[2].strip(), match.start(1), match.end()))
        at = match.end()
    return tuple(pairs), stray or _stretch(text, at, len(text))


def _stretch(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A range without the separators at its ends; None if nothing is left."""
    rest = text[start:end]
    if not rest.strip(" \t,"):
        return None
    return (start + len(rest) - len(rest.lstrip(" \t,")), start + len(rest.rstrip(" \t,")))


def read_peer_name(text: str) -> tuple[Pair, ...] | None:
    """The parts of a distinguished name, attribute types in upper case; None if it is not valid."""
    parts: list[Pair] = []
    at = 0
    while at <= len(text):
        match = PEER.match(text, at)
        if match is None or not re.fullmatch(r"[ \t]*[A-Za-z][A-Za-z0-9.]*[ \t]*", match[1]):
            return None
        value = match[2].strip()
        if value[:1] == '"':
            value = value[1:-1]
        parts.append(Pair(match[1].strip().upper(), value, match.start(), match.end()))
        at = match.end() + 1
    return tuple(parts)


def peer_fault(text: str) -> str:
    """Why a text is not a pattern by the rules for SSLPEER values, in words; "" if it is one.

    Types are in upper case without a blank behind them; an asterisk is a wildcard at the beginning or end of
    a value. What the product does with other texts is not documented.
    """
    pairs = read_peer_name(text)
    if pairs is None:
        return "it is not a list of TYPE=value"
    for pair in pairs:
        if fault := type_fault(pair, text):
            return fault
        if has_inner_asterisk(pair.value):
            return f"{pair.value} has an asterisk that is neither its beginning nor its end"
    return ""


def type_fault(pair: Pair, text: str) -> str:
    """Why the attribute type of a part of a pattern is not one, in words; "" if it is."""
    written = text[pair.start : pair.end].partition("=")[0].lstrip()
    if pair.name not in PEER_TYPES:
        return f"{pair.name} is not an attribute type of SSLPEER"
    if written.rstrip() != pair.name:
        return f"{written.rstrip()} is not in upper case"
    return "" if written == pair.name else f"there is a blank between {pair.name} and the equals sign"


def has_inner_asterisk(value: str) -> bool:
    """Whether a value contains an asterisk, not escaped, between other characters."""
    plain = ESCAPED.sub("xx", value)
    return "*" in plain.removeprefix("*").removesuffix("*")


def read_condition(text: str) -> Condition | None:
    """The condition of WHERE, from the text between its parentheses; None if it is not valid."""
    match = CONDITION.match(text)
    if match is None:
        return None
    value = match[3]
    if value[0] == "'":
        value = value[1:-1].replace("''", "'")
    return Condition(match[1].upper(), match[2].upper(), value)


# Characters that mislead a reader: invisible ones, and those that look like a quotation mark.

BYTE_ORDER_MARK = "\ufeff"
BLANKS = " \t"
SIGNS = ("+", "-")
# dashes that a word processor inserts instead of a hyphen
DASHES = "‐‑‒–—―−"
# as the content of a character class
CURLY = "‘’‚‛“”„‟"
# the same in Windows-1252, as bytes that are not UTF-8 are decoded: opening ones, closing ones
CURLY_WINDOWS = ("\udc82\udc84\udc91\udc93", "\udc91\udc92\udc93\udc94")
ZERO_WIDTH = "\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
WIDE = "\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
CONTROLS = "\x00-\x08\x0a-\x1f\x7f-\x9f"


def _spread(inside: str) -> str:
    """The characters of the content of a character class."""
    characters = []
    for index, char in enumerate(inside):
        if char == "-" and 0 < index < len(inside) - 1:
            characters += [chr(code) for code in range(ord(inside[index - 1]) + 1, ord(inside[index + 1]))]
        else:
            characters.append(char)
    return "".join(characters)


# what may follow a continuation character without making it invisible to a reader
UNSEEN = BLANKS + _spread(ZERO_WIDTH) + _spread(WIDE) + _spread(CONTROLS)


def continuation(seen: str) -> str:
    """The continuation character that ends a line, or a dash intended as one; empty without one.

    `seen` is the text of the line up to its last visible character.
    """
    last = seen[-1:]
    if last in SIGNS or (last and last in DASHES and seen[-2:-1] in ("", " ", "\t", ",")):
        return last
    return ""


def is_control(char: str) -> bool:
    """Whether a character is a control character; a tab is one too."""
    return ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0
