"""Rows of plain values with their secrets masked."""

from __future__ import annotations

from functools import lru_cache

from mqtune.report.secret_words import is_secret
from mqtune.report.secrets import masked
from mqtune.text.printable import COVER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.describe import Row, Value


def covered_row(row: Row) -> Row:
    """A row that may be shown: values of secret attributes and secrets in texts are masked."""
    attribute = row.get("attribute")
    if isinstance(attribute, str) and is_secret(attribute) and row.get("value"):
        row = {**row, "value": COVER}
    return {key: _safe(value) for key, value in row.items()}


def _safe(value: Value) -> Value:
    if isinstance(value, str):
        return _masked(value)
    if isinstance(value, list):
        return [_safe(item) for item in value]
    if isinstance(value, dict):
        return {key: _safe(item) for key, item in value.items()}
    return value


@lru_cache(maxsize=16_384)
def _masked(text: str) -> str:
    """The same names and values are in many rows."""
    return masked(text, prose=True)
