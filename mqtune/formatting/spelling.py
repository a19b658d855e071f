"""How words and values are written: keywords in upper case, names without needless quotation marks."""

from __future__ import annotations

import re

from mqtune.language import mqsc
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.formatting.items import Item, Understood
    from mqtune.language.entries import Attribute

# what needs no quotation marks on any platform
UNQUOTED_NAME = re.compile(r"[A-Z][A-Z0-9._/]*")
WITH_WORDS = ("enum", "enum-list", "integer-or-keyword", "list")


def written_name(name: str) -> str:
    """A name as a command has to contain it: with quotation marks if it would be folded or cut."""
    return name if UNQUOTED_NAME.fullmatch(name) else "'" + name.replace("'", "''") + "'"


def respell(command: Understood, is_template: bool) -> None:
    """Write the values of a command in their canonical form. The queue manager reads the same values.

    In a template a name keeps its quotation marks, because it may be replaced.
    """
    verb = mqsc.verb(command.items[0].keyword)
    if verb is None or not command.type:
        return
    entry = mqsc.command(verb, command.type)
    if entry is not None and entry.name_of:
        _unquote(command.items[1], is_template)
    for item in command.items[2:]:
        one = mqsc.parameter(verb, command.type, item.keyword) if item.values else None
        if one is None or item.values is None:
            continue
        if one.kind == "name" or (one.item is not None and one.item.kind == "name"):
            _unquote(item, is_template)
        elif one.kind == "filter":
            item.values[:2] = [value.upper() for value in item.values[:2]]
        elif one.kind in WITH_WORDS:
            _raise_words(item, one)


def _unquote(item: Item, is_template: bool) -> None:
    """Remove the quotation marks of names that are read in the same way without them."""
    if item.values is None or is_template:
        return
    item.values = [
        value[1:-1]
        if value[0] == "'" and UNQUOTED_NAME.fullmatch(value[1:-1]) and not has_placeholder(value[1:-1])
        else value
        for value in item.values
    ]


def _raise_words(item: Item, attribute: Attribute) -> None:
    """Write the keywords among the values in upper case."""
    words = {*attribute.values, *(attribute.item.values if attribute.item is not None else ())}
    item.values = [value.upper() if value.upper() in words else value for value in item.values or []]
