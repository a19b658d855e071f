"""Names with asterisks, as channel authentication records, conditions and exceptions have them."""

from __future__ import annotations


def asterisks_match(pattern: str, text: str) -> bool:
    """Whether a text matches a pattern in which each `*` stands for any characters, or none."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == pattern
    last = rest.pop()
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return False
    middle, at = text[len(first) : len(text) - len(last)], 0
    for part in rest:
        at = middle.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True
