"""Writes the files that a user names, never through a link that the repository may contain."""

from __future__ import annotations

from errno import ELOOP

from mqtune.project.boundary import output_refusal
from mqtune.text.folders import make_folders
from mqtune.text.writing import write_file


def write_output(path: str, data: bytes, expected: bytes | None = None) -> None:
    """Put `data` into the file at a path that the user named, see `write_file`.

    Raises OSError and FileChangedError; OSError also for a link at the name, or at a folder on the way.
    """
    _require_no_link(path)
    write_file(path, data, expected)


def make_folder(path: str) -> None:
    """Make a folder that the user named, with those above it, unless it exists. Raises OSError as above."""
    _require_no_link(path)
    make_folders(path)


def _require_no_link(path: str) -> None:
    if reason := output_refusal(path):
        raise OSError(ELOOP, f"it {reason}; remove the link, or name where it leads", path)
