"""Rows of plain values with their secrets masked."""

from __future__ import annotations

from functools import lru_cache

from mqtune.masking.secrets import Covered, covered_value, masked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.describe import Row, Value


def covered_row(row: Row) -> Row:
    """A row that may be shown: values of secret attributes and secrets in texts are masked."""
    attribute = row.get("attribute")
    value = row.get("value")
    if isinstance(attribute, str) and isinstance(value, str):
        row = {**row, "value": covered_value(attribute, value)}
    return {key: _safe(value, key) for key, value in row.items()}


def _safe(value: Value, key: str = "") -> Value:
    """A value that may be shown; a key in upper case is the keyword of an attribute."""
    if isinstance(value, str):
        if isinstance(value, Covered):
            return value
        return covered_value(key, value) if key.isupper() else _masked(value)
    if isinstance(value, list):
        return [_safe(item, key) for item in value]
    if isinstance(value, dict):
        return {name: _safe(item, name) for name, item in value.items()}
    return value


@lru_cache(maxsize=16_384)
def _masked(text: str) -> str:
    """The same names and values are in many rows."""
    return masked(text, prose=True)
