"""What every output calls: texts, values and rows of plain values that may be shown."""

from __future__ import annotations

from functools import lru_cache

from mqtune.language.secrets import holds_secret
from mqtune.masking.marks import MOST_REMEMBERED
from mqtune.masking.secrets import Covered, covered_value, masked
from mqtune.report.encode import number
from mqtune.text.as_data import keys_of, pairs_of
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.describe import Row, Value

_masked = lru_cache(MOST_REMEMBERED)(masked)  # the same names and values are in many rows and texts


def safe(text: str) -> str:
    """A text that may be shown: secrets masked, control characters visible."""
    return printable(_masked(text, True))


def safe_value(keyword: str, value: str) -> str:
    """The value of an attribute as it may be shown."""
    return printable(covered_value(keyword, value))


def covered_row(row: Row) -> Row:
    """A row that may be shown: values of secret attributes and secrets in texts are masked, and records are
    rows, too.
    """
    attribute = row.get("attribute")
    value = row.get("value")
    if isinstance(attribute, str) and isinstance(value, str):
        row = {**row, "value": covered_value(attribute, value)}
    return {key: _covered(value, key) for key, value in row.items()}


def _covered(value: Value, key: str = "") -> Value:
    """A value that may be shown; a key in upper case is the keyword of an attribute."""
    if isinstance(value, Covered):
        return value
    if isinstance(value, str):
        return covered_value(key, value) if key.isupper() or holds_secret(key) else _masked(value, True)
    if isinstance(value, dict):
        return {name: _covered(item, name) for name, item in value.items()}
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, float):
        return number(value)
    if keys_of(type(value)):
        return {name: _covered(item, name) for name, item in pairs_of(value)}
    return [_covered(item, key) for item in value]
