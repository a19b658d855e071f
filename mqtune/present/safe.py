"""What every output calls: texts, values and rows of plain values that may be shown, and values in JSON."""

from __future__ import annotations

import json
from functools import lru_cache

from mqtune.language.masking import Covered, covered_value, masked
from mqtune.language.secret_marks import MOST_REMEMBERED
from mqtune.language.secret_values import holds_secret
from mqtune.text.editing import Span
from mqtune.text.messages import printable
from mqtune.text.record import keys_of, pairs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.topology.describe import Row, Value


# JSON: plain ASCII, the same bytes for the same findings.


def dumps(value: object) -> str:
    """A value as JSON. `##` is escaped: it occurs only in strings, where a CI runner would read a command."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False).replace("##", "#\\u0023")


def start(span: Span) -> dict[str, int]:
    """The first position of a span."""
    return {"line": span.line, "column": span.column}


def end(span: Span) -> dict[str, int]:
    """The position after the last character of a span."""
    return {"line": span.end_line, "column": span.end_column}


def number(value: float | None) -> float | None:
    """A number that JSON can represent; None for infinity and not-a-number."""
    if value is None or value != value or value in (float("inf"), float("-inf")):
        return None
    return value


# Texts and values.

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
