"""The entries of a tree of git, and how they become files.

The tree may have been made by a stranger, with names and links that git itself would not check out. Nothing
is written outside of the folder of the revision, and a link that is written leads straight to one of its
files or folders.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from mqtune.project.boundary import is_git_name, is_spelling
from mqtune.syntax.carriers import names
from mqtune.text.errors import UsageError, reason_of
from mqtune.text.reading import TOO_LARGE, size_refusal
from mqtune.text.record import record

LINK, SUBMODULE, FILES = "120000", "160000", "100"
IGNORE_FILE = (".gitignore", "gitign~1")
MOST_ENTRIES = 1_000_000
MOST_BYTES = 4 << 30
LONGEST_PATH = 4096
MOST_STEPS = 1000  # from a link to its end
# why an entry is not written
OUTSIDE = "its name leads out of the revision"
GIT_FOLDER = "its name is that of a folder of git"
NOT_A_NAME = "its name is not one of Windows"
TOO_LONG = f"its name has more than {LONGEST_PATH} characters"
TWICE = "a second entry has its name"
MISSING = "its object is not in this clone"
IS_SUBMODULE = "a submodule"
LINK_OUTSIDE = "a link that leads to no file of the revision"


@record
class Entry:
    """A file or link: its path, its object, and whether it is a link."""

    path: str
    object: bytes
    is_link: bool


class Tree:
    """The files and links that can be written, and the entries that cannot, with the reason."""

    __slots__ = ("_files", "_folders", "_links", "left_out", "wanted")

    def __init__(self, rows: Iterable[bytes]) -> None:
        """Of the rows of `git ls-tree -r -z`. Raises UsageError if there are too many."""
        self.left_out: list[tuple[str, str]] = []
        self._folders = {""}
        entries: dict[str, Entry] = {}
        for number, row in enumerate(rows):
            head, _, name = row.partition(b"\t")
            mode, _, object = head.split()
            path = os.fsdecode(name)
            reason = unfit(path, mode.decode()) or (TWICE if path in entries else "")
            if reason:
                self._leave_out(path, reason)
            elif not is_spelling(path.rpartition("/")[2], IGNORE_FILE):  # it hides no file of a revision
                entries[path] = Entry(path, object, mode.decode() == LINK)
                self._add_folders(path)
            if number + len(self._folders) > MOST_ENTRIES:
                raise _too_large()
        self.left_out += [(path, TWICE) for path in entries if path in self._folders]
        self.wanted = [entry for path, entry in entries.items() if path not in self._folders]
        self._files: set[str] = set()
        self._links: dict[str, str] = {}

    def measure(self, sizes: dict[bytes, int]) -> None:
        """Leave out the entries whose object is too large or, with no size, missing. Raises UsageError if all
        others are too large together.
        """
        wanted, total = self.wanted, 0
        self.wanted = []
        for entry in wanted:
            size = sizes.get(entry.object)
            reason = MISSING if size is None else size_refusal(size)
            if reason or size is None:
                self._leave_out(entry.path, reason)
                continue
            self.wanted.append(entry)
            total += size
        if total > MOST_BYTES:
            raise _too_large()
        self._files = {entry.path for entry in self.wanted if not entry.is_link}

    def _add_folders(self, path: str) -> None:
        while (path := path.rpartition("/")[0]) not in self._folders:
            self._folders.add(path)

    def add(self, entry: Entry, data: bytes, folder: str) -> None:
        """Write a file below a folder, or keep where a link leads."""
        if entry.is_link:
            self._links[entry.path] = os.fsdecode(data)
        else:
            self._write(entry.path, data, folder)

    def add_links(self, folder: str) -> None:
        """Write the links below a folder, each to the file or folder at its end.

        Where links cannot be made, as on Windows without the right to it, a file contains the target.
        """
        for path in self._links:
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        for path, text in self._links.items():
            target = self._end_of(path)
            if target is None:
                self._leave_out(path, LINK_OUTSIDE)
                continue
            try:
                os.symlink(
                    os.path.relpath(target or ".", os.path.dirname(path) or "."), os.path.join(folder, path)
                )
            except FileExistsError:  # two names that the file system does not distinguish
                self.left_out.append((path, TWICE))
            except OSError:
                self._write(path, os.fsencode(text), folder)

    def _end_of(self, path: str) -> str | None:
        """The file or folder at the end of a link, found among the entries; None if there is none."""
        place: list[str] = []
        waiting = path.split("/")[::-1]
        for _ in range(MOST_STEPS):
            if not waiting:
                return "/".join(place)
            part = waiting.pop()
            if part == "..":
                if not place:
                    return None
                place.pop()
                continue
            place += [part] if part not in ("", ".") else []
            path = "/".join(place)
            text = self._links.get(path)
            if text is not None:
                if len(text) > LONGEST_PATH or os.path.isabs(text):
                    return None
                place.pop()
                waiting += text.split("/")[::-1]
            elif path not in self._folders and (waiting or path not in self._files):
                return None
        return None

    def _leave_out(self, path: str, reason: str) -> None:
        """Record an entry that is not written; a big file or a link only if mqtune may read such a name."""
        shape = names.shape_of(path.rpartition("/")[2]).shape
        is_other = shape == names.OTHER and (reason == LINK_OUTSIDE or reason.startswith(TOO_LARGE))
        if not is_other:
            self.left_out.append((path, reason))

    def _write(self, path: str, data: bytes, folder: str) -> None:
        """Write a new file."""
        target = os.path.join(folder, path)
        try:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "xb") as file:
                file.write(data)
        except (FileExistsError, NotADirectoryError):  # two names that the file system does not distinguish
            self.left_out.append((path, TWICE))
        except OSError as error:
            self.left_out.append((path, reason_of(error)))


def _too_large() -> UsageError:
    limit = f"{MOST_ENTRIES:,} files and folders or {MOST_BYTES >> 30} GiB"
    return UsageError(f"the revision has more than {limit}", "compare two checkouts")


def unfit(path: str, mode: str, windows: bool = os.name == "nt") -> str:
    """Why an entry cannot be written by its name and mode; empty if it can."""
    if mode == SUBMODULE:
        return IS_SUBMODULE
    if len(path) > LONGEST_PATH:
        return TOO_LONG
    parts = path.split("/")
    if not {"", ".", ".."}.isdisjoint(parts):
        return OUTSIDE
    if any(map(is_git_name, path.replace("\\", "/").split("/"))):
        return GIT_FOLDER
    if windows and not {"\\", ":"}.isdisjoint(path):
        return NOT_A_NAME
    return ""
