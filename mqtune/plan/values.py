"""Values of attributes as the queue manager compares them: numbers as numbers, keywords without case."""

from __future__ import annotations

from functools import cache

from mqtune.language import catalogue
from mqtune.language.entries import NUMBERS
from mqtune.language.secrets import holds_secret
from mqtune.masking.secrets import covered_value
from mqtune.text.printable import COVER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.objects import MqObject
    from mqtune.language.entries import Attribute

# lists in which the order has no meaning
UNORDERED = {("CHLAUTH", "USERLIST"), ("CHLAUTH", "ADDRLIST"), ("QMGR", "SUITEB"), ("CHANNEL", "PROTOCOL")}
KEYWORDS = ("enum", "flag", "enum-list", "integer-or-keyword")


@cache
def attribute_of(type: str, keyword: str) -> Attribute | None:
    """The catalogue's entry of an attribute."""
    return catalogue.attribute(type, keyword)


@cache
def normal(type: str, keyword: str, text: str) -> str:
    """A value in the one form that equal values have."""
    text = text.strip()
    attribute = attribute_of(type, keyword)
    if attribute is None:
        return text
    if attribute.kind in NUMBERS and text.isascii() and text.isdigit():
        return text.lstrip("0") or "0"
    if attribute.kind in KEYWORDS:
        text = text.upper()
    if attribute.kind in ("list", "enum-list"):
        items = [item.strip().strip("'") for item in text.split(",")]
        items = [item for item in items if item]
        return ",".join(sorted(items) if (type, keyword) in UNORDERED else items)
    return text


def value_of(object: MqObject, keyword: str) -> str | None:
    """The effective value in its normal form; None if it is unknown."""
    text = object.value(keyword)
    return None if text is None else normal(object.type, keyword, text)


def is_secret(keyword: str, *values: str | None) -> bool:
    """Whether an attribute, or one of these values of it, is not to be shown as it is."""
    return holds_secret(keyword) or any(
        COVER in value or covered_value(keyword, value) != value for value in values if value
    )


def differ_by_mask(keyword: str, before: str | None, after: str | None) -> bool:
    """Whether two values differ only in secrets that asterisks replace in one of them.

    `mqtune collect` does not write secrets.
    """
    values = [value for value in (before, after) if value]
    if holds_secret(keyword):
        return any(not value.strip("*") for value in values)
    return (
        any(COVER in value for value in values)
        and len({covered_value(keyword, value) for value in values}) == 1
    )


def set_keywords(object: MqObject) -> set[str]:
    """The attributes that scripts set, on the object itself or on one that it is based on."""
    statements = object.statements
    found = set(statements[0].layout.attributes if len(statements) == 1 else object.given)
    for layer in (object.base, object.carried):
        if layer is not None:
            found |= set_keywords(layer)
    return found
