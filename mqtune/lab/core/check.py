"""One check of the preflight, as data."""

from __future__ import annotations

from dataclasses import dataclass

OK = "ok"
WARNING = "warning"
FAILED = "failed"
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """What was checked, its state (ok, warning, failed, unknown), what was found, and what to do next."""

    name: str
    state: str
    message: str
    help: str = ""
