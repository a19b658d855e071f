"""Values in the JSON formats: plain ASCII, the same bytes for the same findings."""

from __future__ import annotations

import json

from mqtune.text.spans import Span


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
