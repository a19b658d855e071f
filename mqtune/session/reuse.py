"""What the sessions of one project take over from each other while its files are edited.

The findings are those of a fresh lint: each part is used again only if everything that it depends on is the
same object or equal.
"""

from __future__ import annotations

from mqtune.engine.reusing import Kept
from mqtune.estate.build import BuildMemo


class Reuse:
    """The queue managers of the last session, and what the rules found in them."""

    __slots__ = ("build", "kept")

    def __init__(self) -> None:
        self.build = BuildMemo()
        self.kept = Kept()
