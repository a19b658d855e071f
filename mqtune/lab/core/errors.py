"""What a person is told when an experiment cannot go on. Knows no screen."""

from __future__ import annotations


class LabError(Exception):
    """What is wrong, and what to do next."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
