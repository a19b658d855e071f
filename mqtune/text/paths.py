"""Paths relative to a folder, also where there is none, and the repository around a folder."""

from __future__ import annotations

import os


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
