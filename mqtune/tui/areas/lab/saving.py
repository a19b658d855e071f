"""Asks where to write a text, and writes it behind the screen. A file that is there is left alone."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from mqtune.text.writing import FileChangedError, write_file
from mqtune.tui.areas.lab.background import behind, in_thread
from mqtune.tui.areas.lab.questions import AskLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.tui.app import MqtuneApp

WRITTEN = "written: "
THERE = "is there already; name another file"


def save_as(frame: MqtuneApp, title: str, words: str, name: str, make: Callable[[], str]) -> None:
    """Ask for the file, then make the text and write it, in a thread."""

    def named(path: str | None) -> None:
        if path:
            work = partial(write_new, os.path.expanduser(path), make)
            behind(frame, partial(_write, frame, work), f"lab-save {path}")

    frame.push_screen(AskLine(title, words, name), named)


async def _write(frame: MqtuneApp, work: Callable[[], str]) -> None:
    told = await in_thread(frame, work, "lab-write")
    frame.say(told, "information" if told.startswith(WRITTEN) else "error")


def write_new(path: str, make: Callable[[], str]) -> str:
    """Write a new file; gives a sentence for a person, which begins with WRITTEN where it worked."""
    if os.path.lexists(path):
        return f"{path} {THERE}"
    try:
        write_file(path, make().encode("utf-8"))
    except FileChangedError:
        return f"{path} {THERE}"
    except OSError as fault:
        return f"{path} cannot be written: {(fault.strerror or str(fault)).lower()}; name another file"
    return f"{WRITTEN}{path}"
