"""Paths relative to a folder, also where there is none, and the repository around a folder."""

from __future__ import annotations

import os

from mqtune.text.reading import read_head

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
