"""What is opened has to lie where its path was found to lie: a link may be put there between the two.

`project/boundary.py` states which folders hold what is below them. Where a file or folder with such a path
lies is asked after it has been opened: the answer is then about what is read, whatever becomes of the path.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from errno import ELOOP

from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Check = Callable[[str, str], str]


# by the beginnings of the paths that are held: why one is refused that lies at a place
_checks: dict[tuple[str, ...], Check] = {}
_HAS_HANDLES = os.open in os.supports_dir_fd and hasattr(os, "O_DIRECTORY")  # of folders


def hold(beginnings: tuple[str, ...], check: Check) -> None:
    """Let `check` decide from now on about what is opened with a path that begins with one of these."""
    _checks[beginnings] = check


def require_held(path: str, handle: int, opened: str = "") -> None:
    """Raise OSError unless what is open lies where a path may lead; `opened` is the name that opened it, if
    that is another one.
    """
    full = os.path.join(os.path.normcase(os.path.abspath(path)), "")
    place = ""
    for beginnings, check in list(_checks.items()):
        if full.startswith(beginnings):
            place = place or place_of(handle, opened or path)
            if reason := check(full, place):
                raise OSError(ELOOP, f"it {reason}", path)


def place_of(handle: int, path: str) -> str:
    """The path without links of what is open, which was opened with a path. Raises OSError."""
    if sys.platform == "darwin":
        import fcntl

        return os.fsdecode(fcntl.fcntl(handle, fcntl.F_GETPATH, bytes(1024)).rstrip(b"\0"))
    with suppress(OSError):
        return os.readlink(f"/proc/self/fd/{handle}")
    place = os.path.realpath(path)
    if not os.path.samestat(os.fstat(handle), os.stat(place)):
        raise OSError(ELOOP, "it was replaced while it was opened", path)
    return place


@contextmanager
def open_folder(folder: str, path: str = "") -> Iterator[int | None]:
    """A handle of a folder in which a path is to lie, its own by default; None where there are none."""
    if not _HAS_HANDLES:
        yield None
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        require_held(path or folder, handle, folder)
        yield handle
    finally:
        os.close(handle)


def place_of_folder(folder: str) -> str:
    """The path without links of a folder, as `place_of` states it; the path itself if it cannot be opened."""
    with suppress(OSError, ValueError):
        handle = os.open(folder, getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0))
        try:
            return place_of(handle, folder)
        finally:
            os.close(handle)
    return folder


# Folders, listed and made where their paths lead.


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
        contents = [_entry(folder, entry) for entry in entries]
    return sorted(contents, key=lambda entry: entry.name)


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
