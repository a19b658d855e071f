"""The error of a DISPLAY command that cannot be answered."""

from __future__ import annotations


class QueryError(Exception):
    """What is wrong with a DISPLAY command, and what to write instead."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.help = help
