"""What the user did: the changes written since the start, and the hints of Home that were used.

The hints are kept in the user's state folder; if it cannot be written, hints appear again.
"""

from __future__ import annotations

import os
from contextlib import suppress
from time import strftime

HINTS = ("fix", "topology", "lab")


class Past:
    """`written` are the changes, each with its time of day."""

    def __init__(self) -> None:
        self.written: list[tuple[str, str]] = []
        self._hints: set[str] | None = None

    def write(self, words: str) -> None:
        """Record a change, an undone change or an export."""
        self.written.append((strftime("%H:%M:%S"), words))

    @property
    def hints(self) -> set[str]:
        """The hints that were used, also in earlier sessions."""
        if self._hints is None:
            self._hints = set()
            with suppress(OSError, ValueError), open(_file(), encoding="utf-8") as file:
                self._hints.update(file.read().split())
        return self._hints

    def use_hint(self, name: str) -> None:
        """Record that what a hint proposes was done."""
        if name not in HINTS or name in self.hints:
            return
        self.hints.add(name)
        with suppress(OSError):
            os.makedirs(os.path.dirname(_file()), exist_ok=True)
            with open(_file(), "w", encoding="utf-8") as file:
                file.write(" ".join(sorted(self.hints)))


def _file() -> str:
    from mqtune.lab.journal.store import state_folder  # first frame

    return os.path.join(os.path.dirname(state_folder()), "hints")
