"""Writes a file completely or not at all.

The new content is written to a temporary name in the same folder, flushed to disk and renamed over the old
file. Permissions are kept, and the copy never has more of them than the file that it replaces. A symbolic
link remains a link and its target is written; `mqtune.project.outputs` refuses links.
"""

from __future__ import annotations

import contextlib
import os
import stat
from errno import EINVAL

from mqtune.text.reading import NOT_REGULAR


class FileChangedError(Exception):
    """The file has changed since it was read, and was not written."""


def write_file(path: str, data: bytes, expected: bytes | None = None) -> None:
    """Put `data` into the file at `path`.

    If `expected` is given, the file must still contain these bytes, or `data` already (two names may lead to
    one file), else FileChangedError is raised. Raises OSError if the file cannot be written; the old content
    is then unchanged.
    """
    target = os.path.realpath(path)
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        if expected is not None:
            raise OSError(EINVAL, NOT_REGULAR, path)
        _write_through(path, data)  # a pipe or /dev/stdout cannot be renamed over, and may have no other name
        return
    if mode is not None and not os.access(target, os.W_OK):
        # a rename would bypass the file's own permissions
        raise PermissionError(13, "the file is write-protected", path)
    temporary = _write_beside(target, data, mode)
    try:
        if expected is not None and _content(target) not in (expected, data):
            raise FileChangedError(path)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
    _flush_folder(os.path.dirname(target))


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _content(target: str) -> bytes | None:
    try:
        with open(target, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_NEW |= getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def _write_through(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


def _write_beside(target: str, data: bytes, mode: int | None) -> str:
    """Write the data to a new file in the folder of the target and return its name."""
    folder, name = os.path.split(target)
    number = 0
    while True:
        temporary = os.path.join(folder, f".{name[:100]}.{os.getpid()}.{number}.tmp")
        try:
            handle = os.open(temporary, _NEW, 0o666 if mode is None else mode & 0o600)
            break
        except FileExistsError:
            number += 1
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            _keep_rights(temporary, target, mode)
    except BaseException:
        os.unlink(temporary)
        raise
    return temporary


def _keep_rights(temporary: str, target: str, mode: int) -> None:
    """Give the new file the permissions of the old one, and its owner and group as far as allowed.

    A group that is not that of the old file gets what everybody has.
    """
    bits = stat.S_IMODE(mode)
    if hasattr(os, "chown"):
        old = os.stat(target)
        with contextlib.suppress(PermissionError):  # only the superuser can change the owner
            os.chown(temporary, old.st_uid, -1)
        with contextlib.suppress(PermissionError):
            os.chown(temporary, -1, old.st_gid)
        new = os.stat(temporary)
        if new.st_gid != old.st_gid:
            bits &= ~0o070 | (bits & 0o007) << 3
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            bits &= 0o777  # without set-user-ID and set-group-ID
    os.chmod(temporary, bits)


def _flush_folder(folder: str) -> None:
    """Make the rename itself survive a power failure, if the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder or ".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        # some network file systems cannot; the content is on disk already
        with contextlib.suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)
