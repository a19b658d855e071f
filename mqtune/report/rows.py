"""Rows of plain values as they may be shown: secrets are covered. Does not know what the rows are of."""

from __future__ import annotations

from mqtune.report.secrets import COVER, is_secret, masked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.describe import Row, Value


def covered_row(row: Row) -> Row:
    """A row that may be shown: the value of a secret attribute is covered, and so is one in a text."""
    attribute = row.get("attribute")
    if isinstance(attribute, str) and is_secret(attribute) and row.get("value"):
        row = {**row, "value": COVER}
    return {key: _safe(value) for key, value in row.items()}


def _safe(value: Value) -> Value:
    if isinstance(value, str):
        return masked(value, prose=True)
    if isinstance(value, list):
        return [_safe(item) for item in value]
    if isinstance(value, dict):
        return {key: _safe(item) for key, item in value.items()}
    return value
