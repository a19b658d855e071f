"""Asks for a file name and writes a text in the background. An existing file is not overwritten."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

from mqtune.project.outputs import write_output
from mqtune.text.errors import reason_of
from mqtune.text.writing import FileChangedError
from mqtune.tui.background import behind, in_thread
from mqtune.tui.dialogs.dialog import LineDialog
from mqtune.tui.frame.application import Application
from mqtune.tui.frame.kept import taken

WRITTEN = "written: "
EXISTS = "already exists; name another file"


def save_as(frame: Application, title: str, words: str, name: str, make: Callable[[], str]) -> None:
    """Ask for the file, then make the text and write it, in a thread; ask again if it cannot be written."""

    def named(path: str | None) -> None:
        if path:
            work = partial(write_new, os.path.expanduser(path), make)

            async def write() -> None:
                message = await in_thread(frame, work, "lab-write")
                if message.startswith(WRITTEN):
                    frame.past.write(f"{title}: wrote {path}")
                    frame.toast(message)
                else:  # ask again, with the name that was typed
                    save_as(frame, title, message, path, make)

            behind(frame, write, f"lab-save {path}")

    frame.push_screen(taken(frame, LineDialog).fill(title, words, name), named)


def write_new(path: str, make: Callable[[], str]) -> str:
    """Write a new file; return a message for the user, which begins with WRITTEN on success."""
    if os.path.lexists(path):
        return f"{path} {EXISTS}"
    try:
        write_output(path, make().encode("utf-8"))
    except FileChangedError:
        return f"{path} {EXISTS}"
    except OSError as error:
        return f"{path} cannot be written: {reason_of(error)}; name another file"
    return f"{WRITTEN}{path}"
