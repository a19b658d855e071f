"""The escapes of YAML, JSON and their like, so that words are found in a text however they are written."""

from __future__ import annotations

from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_FREQUENT = ("\\\\", '\\"', "\\n", "\\t", "\\r")  # the first one is never a part of another
_ESCAPE = lazy_pattern(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(\r?\n[ \t]*+)|[\s\S])")


def unescaped(text: str) -> str:
    """A text with characters in place of their escapes, and with a blank for those that separate words."""
    if "\\" not in text:
        return text
    for escape in _FREQUENT:
        text = text.replace(escape, " ")
    return _ESCAPE.sub(_character, text)


def _character(escape: re.Match[str]) -> str:
    digits = escape[1] or escape[2] or escape[3]
    if digits:
        code = int(digits, 16)
        return chr(code) if code <= 0x10FFFF else " "
    return "" if escape[4] else " "
