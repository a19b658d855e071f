"""Writes changes to files in the background, and undoes them."""

from __future__ import annotations

from typing import NamedTuple

from mqtune.present.report import Item
from mqtune.session.fixing.fixes import FileChanges
from mqtune.tui.area_screen import AreaScreen

MOST_NAMED = 2  # files named in a message; L shows all


class WrittenChange(NamedTuple):
    """A change that was written: the change that undoes it, and its finding, if any."""

    undo: FileChanges
    item: Item | None


class ChangeWriter:
    """The changes written from one screen, the newest last."""

    def __init__(self, screen: AreaScreen) -> None:
        self.screen = screen
        self.written: tuple[WrittenChange, ...] = ()

    async def write(self, change: FileChanges, item: Item | None = None) -> None:
        """Write a change in a thread, because flushing to disk is slow, and check the files again."""
        await self._write(change, (*self.written, WrittenChange(change.undone(), item)))

    async def undo(self) -> None:
        """Undo the last change."""
        if self.written:
            await self._write(self.written[-1].undo, self.written[:-1])

    async def _write(self, change: FileChanges, left: tuple[WrittenChange, ...]) -> None:
        frame = self.screen.frame
        before = len(self.written)
        worker = frame.run_worker(change.write, thread=True, group="write", exit_on_error=False)
        refused = await worker.wait()
        for shown, reason in refused:
            frame.toast(f"{shown} was not written: {reason}", "error")
        if not refused:
            self.written = left
            frame.usage.use_hint("fix")
            names = [file.shown for file in change.files]
            undone = len(left) < before

            def words(files: str) -> str:
                return f"restored {files} ({change.title})" if undone else f"wrote {files}: {change.title}"

            frame.usage.write(words(", ".join(names)))
            brief = words(", ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} files")
            frame.toast(brief if undone else f"{brief}; u undoes it")
        self.screen.refresh_bindings()
        frame.open_again()
