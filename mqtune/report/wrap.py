"""Breaks prose into lines for a terminal. `textwrap` would slow down the start."""

from __future__ import annotations


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns; a single line if `width` is less than 30."""
    if width < 30:
        return [text]
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return lines
