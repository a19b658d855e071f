"""What a model says when it cannot answer. Does not know configuration or terminals."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class ModelError(Exception):
    """A run that cannot be done: what is wrong, and what to do.

    `word` is a name that was not known and `candidates` those that are, for a suggestion.
    """

    def __init__(self, message: str, help: str = "", word: str = "", candidates: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.word = word
        self.candidates = tuple(candidates)


class RefusalError(ModelError):
    """An answer that would be dishonest: nothing that was published supports it."""
