"""Texts cut to columns of a terminal. A cut text ends in `…`; a number is never cut."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size


def cut(text: str, width: int) -> str:
    """The beginning of a text, in at most so many columns."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1) + "…" if width > 0 else ""


def cut_left(text: str, width: int) -> str:
    """The end of a text, in at most so many columns: of a path the end says more."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[1:]
    return "…" + text if width > 0 else ""


def padded(text: str, width: int) -> str:
    """A text in exactly so many columns."""
    return set_cell_size(cut(text, width), width)
