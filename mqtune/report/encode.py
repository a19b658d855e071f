"""How values are written in the JSON formats: plain ASCII, the same bytes for the same findings."""

from __future__ import annotations

import json

from mqtune.text.spans import Span


def dumps(value: object) -> str:
    """A value as JSON. `##` stands only in strings, and would open a command of a CI runner there."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False).replace("##", "#\\u0023")


def start(span: Span) -> dict[str, int]:
    """Where a span starts."""
    return {"line": span.line, "column": span.column}


def end(span: Span) -> dict[str, int]:
    """One past the last character of a span."""
    return {"line": span.end_line, "column": span.end_column}


def number(value: float | None) -> float | None:
    """A number that JSON knows; infinity and not-a-number are no result."""
    if value is None or value != value or value in (float("inf"), float("-inf")):
        return None
    return value
