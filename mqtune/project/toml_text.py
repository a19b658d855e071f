"""Writes values as TOML."""

from __future__ import annotations

import json


def toml_string(text: str) -> str:
    """A TOML string; a JSON string is one too. Surrogates become escapes."""
    quoted = json.dumps(text.encode("utf-8", "backslashreplace").decode(), ensure_ascii=False)
    return quoted.replace("\x7f", "\\u007f")  # the one control character that JSON allows and TOML does not
