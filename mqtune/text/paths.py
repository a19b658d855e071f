"""Paths relative to a folder, also where there is none."""

from __future__ import annotations

import os


def relative_path(path: str, folder: str = os.curdir) -> str:
    """The path as seen from a folder; the absolute path on another drive of Windows, to which none leads."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return os.path.abspath(path)
