"""The sides of a comparison: what was opened, what it is called, and how its paths are displayed and
compared.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mqtune.estate.model import Estate
from mqtune.plan.model import Side
from mqtune.project.load import shown_path
from mqtune.session.workspace import Workspace
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.errors import UsageError
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


@dataclass
class Opened:
    """One opened state. `is_folder` means that one of its paths is a folder. `unread` are entries of a
    revision that are not read, with the reason.
    """

    side: Side
    workspace: Workspace
    is_folder: bool = True
    unread: Sequence[tuple[str, str]] = ()

    @property
    def estates(self) -> list[Estate]:
        """Its estates, one for each environment."""
        return self.workspace.estates

    def check(self) -> None:
        """Raise UsageError for a file without a command: a dump that failed is empty or has only comments."""
        trees = [tree for session in self.workspace.sessions for tree in session.inputs.trees]
        if not self.is_folder and all(isinstance(tree, Script) and not tree.commands for tree in trees):
            raise UsageError(
                f"{self.side.label} contains no command, so it is not a state of a queue manager",
                "a dump that failed is empty or has only comments: run dmpmqcfg again and check its messages",
            )
