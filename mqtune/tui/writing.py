"""Writes changes of files for a screen, behind it, and takes them back. Does not know what they are for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mqtune.mending import Change
    from mqtune.tui.app import MqtuneApp


class Writer:
    """What was written from one screen, newest last, each as the change that takes it back."""

    def __init__(self, frame: MqtuneApp) -> None:
        self.frame = frame
        self.written: tuple[Change, ...] = ()

    async def write(self, change: Change) -> None:
        """Write a change in a thread, as flushing to a disk takes its time, and look at the files again."""
        await self._write(change, (*self.written, change.taken_back()))

    async def undo(self) -> None:
        """Take back the last change."""
        if self.written:
            await self._write(self.written[-1], self.written[:-1])

    async def _write(self, change: Change, left: tuple[Change, ...]) -> None:
        worker = self.frame.run_worker(change.write, thread=True, group="write", exit_on_error=False)
        refused = await worker.wait()
        for shown, reason in refused:
            self.frame.say(f"{shown} was not written: {reason}", "error")
        if not refused:
            self.written = left
            files = ", ".join(file.shown for file in change.files)
            self.frame.say(f"{change.title}: wrote {files}" + ("; u takes it back" if left else ""))
        self.frame.open_again()
