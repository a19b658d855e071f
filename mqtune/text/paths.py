"""Paths: relative to a folder, also where there is none; of the repository around a folder; of programs;
and names of files that are made from others.
"""

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


# Names of files that are made from names of others, such as those of queue managers.

LONGEST = 200  # bytes, without what is added; file systems take 255
_UNSAFE = frozenset('/\\:*?"<>|~%')  # for some file system; `~` is in the short names of Windows
_DEVICES = frozenset(  # of Windows, whatever follows a dot
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"}
)


class FileNames:
    """Gives names that every file system takes, and that none takes for each other."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, int] = {}  # how often a name was asked for

    def of(self, name: str, usual: str) -> str:
        """A name for the file of something, without its ending; `usual` if nothing is left of the name."""
        plain = "".join("-" if sign in _UNSAFE or not sign.isprintable() else sign for sign in name)
        plain = plain.encode("utf-8")[:LONGEST].decode("utf-8", "ignore").strip(". ") or usual
        if plain.partition(".")[0].rstrip().lower() in _DEVICES:
            plain = f"_{plain}"
        stem = plain
        while (key := as_same_file(stem)) in self._known:
            first = as_same_file(plain)
            self._known[first] += 1
            stem = f"{plain}-{self._known[first]}"
        self._known[key] = 1
        return stem


def as_same_file(path: str) -> str:
    """A key that paths share which some file system takes for each other."""
    import unicodedata  # few runs write files by the names of others

    steps = unicodedata.normalize("NFKC", path).casefold().split("/")
    return "/".join(step.rstrip(". ") for step in steps)
