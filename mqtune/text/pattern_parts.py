"""The parts of patterns: characters, and what matches several of them."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Part = tuple[int | str, re.Pattern[str] | None]

# the parts that are not characters, as numbers behind those of all characters
NAME, ANY, FOLDERS, SIGN, CLASS = range(0x110000, 0x110005)  # classes are numbered from the last on


def parts_of_name(pattern: str) -> Iterator[Part]:
    """The parts of a pattern in which `*` matches any number of characters."""
    return ((ANY if sign == "*" else ord(sign), None) for sign in pattern)


def parts_of_path(pattern: str) -> Iterator[Part]:
    """The parts of a pattern of files, a class with its expression. Raises re.error."""
    at = 0
    while at < len(pattern):
        if pattern.startswith("**/", at) and (at == 0 or pattern[at - 1] == "/"):
            yield FOLDERS, None
            at += 3
        elif pattern.startswith("**", at):
            yield ANY, None
            at += 2
        elif pattern[at] == "*":
            yield NAME, None
            at += 1
        elif pattern[at] == "?":
            yield SIGN, None
            at += 1
        elif pattern[at] == "[" and (end := pattern.find("]", at + 2)) > 0:
            text = pattern[at + 1 : end].replace("\\", "").replace("[", r"\[")
            text = f"[^{text[1:]}]" if text[0] in "!^" else f"[{text}]"
            yield text, re.compile(text, re.DOTALL)
            at = end + 1
        else:
            yield ord(pattern[at]), None
            at += 1
