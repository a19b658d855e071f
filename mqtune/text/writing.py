"""Writes a file completely or not at all.

The new content is written to a temporary name in the same folder, flushed to disk and renamed over the old
file. Permissions are kept, and the copy never has more of them than the file that it replaces. A symbolic
link remains a link and its target is written; `mqtune.project.outputs` refuses links.
"""

from __future__ import annotations

import contextlib
import os
import stat
from errno import EACCES, EINVAL, ENXIO

from mqtune.text.held import open_folder, require_held
from mqtune.text.reading import NOT_REGULAR
from mqtune.text.record import record

_ALWAYS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _ALWAYS


class FileChangedError(Exception):
    """The file has changed since it was read, and was not written."""


def write_file(path: str, data: bytes, expected: bytes | None = None) -> None:
    """Put `data` into the file at `path`.

    If `expected` is given, the file must still contain these bytes, or `data` already (two names may lead to
    one file), else FileChangedError is raised. Raises OSError if the file cannot be written; the old content
    is then unchanged.
    """
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        if expected is not None:
            raise OSError(EINVAL, NOT_REGULAR, path)
        _write_through(path, data)  # a pipe or /dev/stdout cannot be renamed over, and may have no other name
        return
    folder, name = os.path.split(os.path.realpath(path))
    with open_folder(folder, path) as handle:
        _replace(_Target(path, folder, name, handle), data, expected)
        _flush(handle)


def remove_file(path: str) -> None:
    """Remove a file, or a link. Raises OSError."""
    folder, name = os.path.split(path)
    with open_folder(folder, path) as handle:
        os.unlink(path if handle is None else name, dir_fd=handle)


@record
class _Target:
    """The file to write: the path that was asked for, and its folder without links with the handle of it."""

    path: str
    folder: str
    name: str
    handle: int | None

    def at(self, name: str) -> str:
        """The path of a file in the folder, relative to the handle if there is one."""
        return name if self.handle is not None else os.path.join(self.folder, name)

    def about(self) -> os.stat_result | None:
        """What the system says about the file itself; None if it does not exist."""
        try:
            return os.stat(self.at(self.name), dir_fd=self.handle, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def content(self) -> bytes | None:
        """The content of the file; None if it does not exist."""
        flags = os.O_RDONLY | _ALWAYS | getattr(os, "O_NONBLOCK", 0)
        try:
            with os.fdopen(os.open(self.at(self.name), flags, dir_fd=self.handle), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None


def _replace(target: _Target, data: bytes, expected: bytes | None) -> None:
    """Put the data in place of the file."""
    old = target.about()
    if old is not None and not stat.S_ISREG(old.st_mode):
        raise OSError(EINVAL, NOT_REGULAR, target.path)
    if old is not None and not os.access(target.at(target.name), os.W_OK, dir_fd=target.handle):
        # a rename would bypass the file's own permissions
        raise PermissionError(EACCES, "the file is write-protected", target.path)
    temporary = _write_beside(target, data, old)
    try:
        if expected is not None and target.content() not in (expected, data):
            raise FileChangedError(target.path)
        os.replace(temporary, target.at(target.name), src_dir_fd=target.handle, dst_dir_fd=target.handle)
    except BaseException:
        os.unlink(temporary, dir_fd=target.handle)
        raise


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _write_through(path: str, data: bytes) -> None:
    """Write to a pipe or a device. Raises OSError also for a pipe without a reader: it would wait for one."""
    try:
        handle = os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno != ENXIO:
            raise
        raise OSError(ENXIO, "a pipe without a reader", path) from error
    with os.fdopen(handle, "wb") as file:
        require_held(path, handle)
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(handle, True)
        file.write(data)


def _write_beside(target: _Target, data: bytes, old: os.stat_result | None) -> str:
    """Write the data to a new file in the folder of the target; return its name for the system."""
    number = 0
    while True:
        name = f".{target.name[:100]}.{os.getpid()}.{number}.tmp"
        temporary = target.at(name)
        try:
            handle = os.open(
                temporary, _NEW, 0o666 if old is None else old.st_mode & 0o600, dir_fd=target.handle
            )
            break
        except FileExistsError:
            number += 1
    opened = os.path.join(target.folder, name)
    try:
        with os.fdopen(handle, "wb") as file:
            require_held(target.path, handle, opened)
            file.write(data)
            file.flush()
            os.fsync(handle)
            if old is not None:
                _keep_rights(handle, temporary, old)
            require_held(target.path, handle, opened)  # its folder may have been moved
    except BaseException:
        os.unlink(temporary, dir_fd=target.handle)
        raise
    return temporary


def _keep_rights(handle: int, name: str, old: os.stat_result) -> None:
    """Give the new file the permissions of the old one, and its owner and group as far as allowed.

    A group that is not that of the old file gets what everybody has.
    """
    bits = stat.S_IMODE(old.st_mode)
    if hasattr(os, "fchown"):
        with contextlib.suppress(PermissionError):  # only the superuser can change the owner
            os.fchown(handle, old.st_uid, -1)
        with contextlib.suppress(PermissionError):
            os.fchown(handle, -1, old.st_gid)
        new = os.fstat(handle)
        if new.st_gid != old.st_gid:
            bits &= ~0o070 | (bits & 0o007) << 3
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            bits &= 0o777  # without set-user-ID and set-group-ID
    os.chmod(handle if os.chmod in os.supports_fd else name, bits)


def _flush(folder: int | None) -> None:
    """Make the rename itself survive a power failure, if the system can."""
    # some network file systems cannot; the content is on disk already
    with contextlib.suppress(OSError):
        if folder is not None:
            os.fsync(folder)
