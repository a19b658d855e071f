"""The base of errors that a person can correct, and the reasons that the system gives."""

from __future__ import annotations


class CorrectableError(Exception):
    """What is wrong (`message`), and what to do (`help`, empty only if that is evident)."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = help

    @property
    def together(self) -> str:
        """Both on one line."""
        if not self.help:
            return self.message
        return f"{self.message}{'.' if self.help[0].isupper() else ';'} {self.help}"


class UsageError(CorrectableError):
    """An option that cannot be honoured: what is wrong with it, and what to do."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message, help)


def reason_of(error: OSError) -> str:
    """Why the system, or a limit, refuses something, as part of a sentence: `permission denied`."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]
