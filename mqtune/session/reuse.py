"""What the sessions of one project take over from each other while its files are edited.

The findings are those of a fresh lint: each part is used again only if everything that it depends on is the
same object or equal.
"""

from __future__ import annotations

from mqtune.engine.reusing import Kept
from mqtune.estate.edited.memo import BuildMemo
from mqtune.syntax.mqsc.successor import slot_of, take_over
from mqtune.syntax.mqsc.tree import Script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mqtune.session.loaded_file import LoadedFile


class Reuse:
    """The queue managers of the last session, and what the rules found in them."""

    __slots__ = ("build", "kept")

    def __init__(self, pause: Callable[[], None]) -> None:
        """A lint calls `pause` between its steps."""
        self.build = BuildMemo(pause)
        self.kept = Kept(pause)

    def take_over(self, before: Sequence[LoadedFile], after: Sequence[LoadedFile]) -> None:
        """Take over the commands of the scripts of a file; its first version must not be used again."""
        for old, new in zip(before, after, strict=True):
            for one, other in zip(old.trees, new.trees, strict=False):
                if isinstance(one, Script) and isinstance(other, Script) and one is not other:
                    slot = slot_of(one)
                    if slot is not None and slot == slot_of(other):
                        take_over(one, other)
                        self.build.earlier[id(other)] = one
