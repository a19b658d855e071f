"""Texts cut to a number of terminal columns. A cut text ends in `…`, and never inside a number."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size


def cut(text: str, width: int) -> str:
    """Return the beginning of a text, in at most `width` columns. A number that does not fit is omitted as a
    whole, because the beginning of a number is another number.
    """
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    kept = set_cell_size(text, width - 1)
    following = text[len(kept) : len(kept) + 2].lstrip(".,")
    if text.startswith(kept) and following[:1].isdigit():
        before = kept.rstrip("0123456789.,")
        if before and not before[-1].isalpha():
            kept = before
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
