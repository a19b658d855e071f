"""One check of the preflight, as data. Knows neither how it is made nor how it is shown."""

from __future__ import annotations

from dataclasses import dataclass

OK = "ok"
WARNING = "warning"
FAILED = "failed"
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at, its state (ok, warning, failed, unknown), what was seen, and what to do next."""

    name: str
    state: str
    message: str
    help: str = ""
