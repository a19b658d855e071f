"""The error of the lab: why an experiment cannot continue."""

from __future__ import annotations


class LabError(Exception):
    """What is wrong (`message`), and what to do next (`help`)."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
