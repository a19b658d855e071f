"""Paths relative to a folder, also where there is none; the repository around a folder; and programs."""

from __future__ import annotations

import os
import sys
from errno import ENOENT

from mqtune.text.source import read_head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


LINE_OF_LINK = "gitdir: "  # in the file `.git`


def relative_path(path: str, folder: str = os.curdir) -> str:
    """The path as seen from a folder; the absolute path on another drive of Windows, to which none leads."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return os.path.abspath(path)


def repository_root(folder: str) -> str | None:
    """The folder at or above an absolute one that contains `.git`."""
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def git_folder(top: str) -> str:
    """The folder of git in which the repository with this top is: `.git`, or the one that a file of that name
    states (a linked work tree, a submodule, `git init --separate-git-dir`). Raises OSError and ValueError.
    """
    path = os.path.join(top, ".git")
    if not os.path.isfile(path):
        return path
    line = os.fsdecode(read_head(path, 4096)).partition("\n")[0]
    return os.path.join(top, line.strip().removeprefix(LINE_OF_LINK))


# Programs that mqtune starts: in the absolute folders of the PATH, never in the working folder. Windows
# searches the working folder first, and a relative folder of the PATH is one below it: both may belong to the
# repository of a stranger.

ENDINGS = ".COM;.EXE;.BAT;.CMD"  # on Windows, unless PATHEXT has others


def program_path(name: str, path: str | None = None, outside: tuple[str, ...] = ()) -> str | None:
    """The absolute path of a program; None if it is in no folder of the PATH. A name with a folder is a file.

    `path` replaces the PATH of the environment. No program is taken from below the folders `outside`, which
    are physical and end with a separator.
    """
    if os.path.dirname(name):
        return next(_programs(os.path.abspath(name)), None)
    for folder in (os.environ.get("PATH", os.defpath) if path is None else path).split(os.pathsep):
        if os.path.isabs(folder) and not physical(folder).startswith(outside):
            for program in _programs(os.path.join(folder, name)):
                return program
    return None


def resolved(words: Sequence[str], path: str | None = None) -> list[str]:
    """A command with the path of its program, unless its name has a folder. Raises OSError."""
    program = words[0] if os.path.dirname(words[0]) else program_path(words[0], path)
    if program is None:
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), words[0])
    return [program, *words[1:]]


def physical(folder: str) -> str:
    """A folder without links, with a separator at its end, to compare it."""
    return os.path.join(os.path.normcase(os.path.realpath(folder)), "")


def _programs(path: str) -> Iterator[str]:
    """The programs at a path, to which Windows adds an ending."""
    endings = os.environ.get("PATHEXT", ENDINGS).split(";") if sys.platform == "win32" else ()
    for program in (path, *(path + ending.lower() for ending in endings)):
        if os.path.isfile(program) and os.access(program, os.X_OK):
            yield program
