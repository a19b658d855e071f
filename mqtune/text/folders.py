"""Lists and makes folders that lie where their paths lead, see `held.py`."""

from __future__ import annotations

import os
from contextlib import suppress

from mqtune.text.held import open_folder
from mqtune.text.record import record


@record
class Entry:
    """What a folder contains, without following a link."""

    name: str
    path: str
    is_link: bool
    is_folder: bool
    is_regular: bool

    def is_file(self) -> bool:
        """Whether it is a file, or a link to one; only this looks at where a link leads."""
        return self.is_regular or (self.is_link and os.path.isfile(self.path))


def list_folder(folder: str) -> list[Entry]:
    """What a folder contains, by name. Raises OSError."""
    with open_folder(folder) as handle, os.scandir(folder if handle is None else handle) as entries:
        found = [_entry(folder, one) for one in entries]
    return sorted(found, key=lambda entry: entry.name)


def _entry(folder: str, entry: os.DirEntry[str]) -> Entry:
    is_link = is_folder = is_regular = False
    with suppress(OSError):  # it disappeared meanwhile
        is_link = entry.is_symlink()
        is_folder = entry.is_dir(follow_symlinks=False)
        is_regular = entry.is_file(follow_symlinks=False)
    return Entry(entry.name, os.path.join(folder, entry.name), is_link, is_folder, is_regular)


def make_folders(path: str) -> None:
    """Make a folder with those above it, unless it exists. Raises OSError."""
    full = os.path.abspath(path)
    above, names = full, []
    while not os.path.isdir(above) and above != os.path.dirname(above):
        above, name = os.path.split(above)
        names.append(name)
    for name in reversed(names):
        with open_folder(above, full) as handle, suppress(FileExistsError):
            above = os.path.join(above, name)
            os.mkdir(above if handle is None else name, dir_fd=handle)
