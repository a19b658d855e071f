"""The sides of a comparison: what they are called, and how their paths are displayed and compared."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from mqtune.plan.model import Side
from mqtune.project.load import shown_path
from mqtune.text.paths import relative_path


def side_of(paths: Sequence[str], label: str = "") -> Side:
    """The files below some paths as a side of a comparison."""
    base = paths[0] if len(paths) == 1 else "."
    text = "standard input" if list(paths) == ["-"] else ", ".join(paths)
    return Side(label or text, str, relative_to(base))


def renaming(top: str, repository: str, name: str) -> Callable[[str], str]:
    """The paths of extracted files as displayed: `main:hub/a.mqsc`."""
    extracted = os.path.join(top, "")
    known: dict[str, str] = {}

    def shown(path: str) -> str:
        found = known.get(path)
        if found is None:
            absolute = os.path.abspath(path)
            found = path
            if absolute.startswith(extracted):
                inside = shown_path(os.path.join(repository, absolute[len(extracted) :]))
                found = f"{name}:{inside}"
            elif absolute == top:
                found = f"{name}:."
            known[path] = found
        return found

    return shown


def relative_to(base: str) -> Callable[[str], str]:
    """Paths relative to the top of a state, so that those of two states can be compared."""
    top = os.path.abspath(base)
    folder = top if os.path.isdir(top) else os.path.dirname(top)
    return lambda path: relative_path(path, folder)
