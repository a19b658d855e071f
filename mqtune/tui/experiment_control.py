"""The interface through which the app stops a running experiment and waits for its end."""

from __future__ import annotations

from typing import Protocol


class ExperimentControl(Protocol):
    """A running experiment. The Lab sets `app.running` to it, and to None when it has ended."""

    name: str

    def stop_after_run(self) -> None:
        """Let the current run end, then stop; returns at once."""

    def stop_now(self) -> None:
        """Stop the current run; returns at once."""

    async def ended(self) -> None:
        """Wait until the driver has ended and the journal is closed."""
