"""Texts cut to a number of terminal columns. A cut text ends in `…`, and never inside a number."""

from __future__ import annotations

import re

from rich.cells import cell_len, set_cell_size

NUMBER_END = re.compile(r"(?<![\w.])\d[\d.,]*\Z")
NUMBER_GOES_ON = re.compile(r"[.,]?\d")


def cut(text: str, width: int) -> str:
    """Return the beginning of a text, in at most `width` columns. A number that does not fit is omitted as a
    whole, because the beginning of a number is another number.
    """
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    kept = set_cell_size(text, width - 1)
    end = len(kept)
    number = NUMBER_END.search(kept)
    if number is not None and text.startswith(kept) and NUMBER_GOES_ON.match(text, end) and number.start():
        kept = kept[: number.start()]
    return kept + "…"


def cut_left(text: str, width: int) -> str:
    """Return the end of a text, in at most `width` columns: the end of a path is the more useful part."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[1:]
    return "…" + text if width > 0 else ""


def padded(text: str, width: int) -> str:
    """Return a text in exactly `width` columns."""
    return set_cell_size(cut(text, width), width)
