"""The error of a DISPLAY command that cannot be answered."""

from __future__ import annotations

from mqtune.text.errors import CorrectableError


class QueryError(CorrectableError):
    """What is wrong with a DISPLAY command, and what to write instead."""
