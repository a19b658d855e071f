"""The errors of models that cannot give an answer."""

from __future__ import annotations

from collections.abc import Iterable

from mqtune.text.errors import CorrectableError


class ModelError(CorrectableError):
    """A run that is not possible: what is wrong, and what to do.

    `word` is an unknown name and `candidates` are the known ones, for a suggestion.
    """

    def __init__(self, message: str, help: str = "", word: str = "", candidates: Iterable[str] = ()) -> None:
        super().__init__(message, help)
        self.word = word
        self.candidates = tuple(candidates)


class RefusalError(ModelError):
    """An answer that no published figure supports."""
