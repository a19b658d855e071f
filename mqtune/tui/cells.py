"""Texts cut to a number of terminal columns. A cut text ends in `…`, and never inside a number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

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


def brief_paths(paths: Iterable[str]) -> dict[str, str]:
    """Return each path with its folders reduced to those that distinguish it from paths with the same file
    name: `prod/…/QM1.mqsc`. A path whose file name is unique stays as it is.
    """
    alike: dict[str, list[list[str]]] = {}
    for path in dict.fromkeys(paths):
        *folders, name = path.split("/")
        alike.setdefault(name, []).append(folders)
    found: dict[str, str] = {}
    for name, group in alike.items():
        first = _in_common(group)
        last = _in_common([folders[first:][::-1] for folders in group])
        for folders in group:
            kept = folders[first : len(folders) - last]
            brief = [*kept, "…", name] if last and len(group) > 1 else [*kept, name]
            path = "/".join([*folders, name])
            found[path] = "/".join(brief) if len(group) > 1 else path
    return found


def _in_common(paths: Sequence[Sequence[str]]) -> int:
    """Return how many folders at their beginning all paths have in common."""
    return sum(1 for _ in takewhile(lambda names: len(set(names)) == 1, zip(*paths, strict=False)))


def padded(text: str, width: int) -> str:
    """Return a text in exactly `width` columns."""
    return set_cell_size(cut(text, width), width)
