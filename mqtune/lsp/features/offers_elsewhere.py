"""What completion offers in ini files and in client channel tables, from the text before the cursor."""

from __future__ import annotations

import re

from mqtune.language import catalogue
from mqtune.language.available import NEWER, REMOVED, on_platform, reached, state
from mqtune.lsp.features.offers import ATTRIBUTE, TYPE, VALUE, Offer, Scope, names_in, objects
from mqtune.session.written_names import QMGR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mqtune.language.ini import IniKey

HEADER = re.compile(r"\s*([A-Za-z][\w-]*)\s*:")
KEY = re.compile(r"\s*([\w-]*)\s*=\s*(.*)\Z", re.DOTALL)
# a string, perhaps open; brackets; anything else
LEXEME = re.compile(r'"(?:[^"\\\n]|\\.)*(?:"|\Z)|[\[\]{}:,]|[^"\[\]{}:,\s]+')


def ini_offers(
    kind: str, line_of: Callable[[int], str], first: int, line: int, before: str, scope: Scope
) -> Iterator[Offer]:
    """The stanzas, keys and values that fit at the cursor in an ini file."""
    if before.lstrip().startswith(("#", ";")):
        return
    stanza = ""
    for number in range(line - 1, first - 1, -1):
        found = HEADER.match(line_of(number))
        if found:
            stanza = found[1]
            break
    assignment = KEY.match(before)
    if assignment:
        key = catalogue.ini_attribute(kind, stanza, assignment[1])
        yield from ini_values(key) if key is not None else ()
        return
    for key in catalogue.ini_attributes(kind, stanza).values():
        known = state(key.introduced, key.deprecated, key.removed, scope.level) not in (NEWER, REMOVED)
        if known and on_platform(key.platforms, scope.platform) is not False:
            default = f", default {key.default}" if key.default else ""
            yield Offer(key.name, ATTRIBUTE, f"{key.kind}{default}", 1)
    if not before[:1].isspace():
        for one in {id(one): one for one in catalogue.ini_stanzas(kind).values()}.values():
            if scope.has(one.introduced, one.platforms):
                yield Offer(f"{one.name}:", TYPE, "stanza", 2)


def ini_values(key: IniKey) -> Iterator[Offer]:
    """The values of a key."""
    words = key.values or (("YES", "NO") if key.kind == "boolean" else ())
    yield from (Offer(word, VALUE, "default" if word == key.default else "") for word in words)
    if key.default and key.default not in words:
        yield Offer(key.default, VALUE, "default")


def ccdt_offers(before: str, scope: Scope, wanted: str) -> Iterator[Offer]:
    """The keys and values that fit at the cursor in a client channel table, always with quotation marks."""
    path, key, present = json_path(before)
    if not key:
        for name, child in catalogue.ccdt_children(path).items():
            if name not in present and reached(child.introduced, scope.level):
                yield Offer(name, ATTRIBUTE, child.kind)
        return
    one = catalogue.ccdt_key(f"{path}.{key}" if path else key)
    if one is None:
        return
    for word in one.values:
        if reached(one.value_levels.get(word), scope.level):
            yield Offer(word, VALUE)
    if one.path == "channel[].name":
        for estate in scope.estates:
            for manager in estate.queue_managers:
                yield from objects(manager, "CHANNEL", ("CHANNEL/SVRCONN",), manager.label, wanted)
    if key == "queueManager":
        yield from names_in(QMGR, scope, wanted)


def json_path(before: str) -> tuple[str, str, set[str]]:
    """The path of the object at the end of a text, the key whose value is being typed, and the keys of the
    object so far.
    """
    open_parts: list[tuple[str, str]] = []  # the bracket, and the key or "[]" that leads to it
    keys: list[set[str]] = [set()]
    key, word, after_colon = "", "", False
    for found in LEXEME.finditer(before):
        piece = found[0]
        if piece in "{[":
            open_parts.append((piece, key))
            keys.append(set())
            key, after_colon = "", False
        elif piece in "}]":
            if open_parts:
                open_parts.pop()
                keys.pop()
            key, after_colon = "", False
        elif piece == ":":
            key, after_colon = word, True
            keys[-1].add(word)
        elif piece == ",":
            key, after_colon = "", False
        else:
            word = piece.strip('"')
    path = ""
    for bracket, name in open_parts:
        if name:
            path += f".{name}" if path else name
        if bracket == "[":
            path += "[]"
    return path, key if after_colon else "", keys[-1]
