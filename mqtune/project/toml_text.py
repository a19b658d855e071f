"""Writes values as TOML."""

from __future__ import annotations

import json


def toml_string(text: str) -> str:
    """A TOML string; a JSON string is one too. Surrogates become escapes."""
    return json.dumps(text.encode("utf-8", "backslashreplace").decode(), ensure_ascii=False)
