"""What the frame needs of a running experiment, whoever runs it: to stop it, and to wait for its end."""

from __future__ import annotations

from typing import Protocol


class Running(Protocol):
    """A running experiment. The Lab puts it into `app.running`, and None when it has ended."""

    name: str

    def stop_after_run(self) -> None:
        """Let the present run end, then stop; returns at once."""

    def stop_now(self) -> None:
        """Stop the present run; returns at once."""

    async def ended(self) -> None:
        """Wait until the driver has gone and the journal is closed."""
