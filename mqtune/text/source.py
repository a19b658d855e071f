"""Source files: read up to a limit, bytes to text and back, and written completely or not at all.

A file is decoded as UTF-8; bytes that are not valid UTF-8 become lone surrogates, so that encoding gives the
same bytes back. A UTF-16 file with a byte order mark is decoded as UTF-16 if that is lossless. A byte order
mark remains the first character of the text.
"""

from __future__ import annotations

import contextlib
import os
import stat
from errno import EACCES, EFBIG, EINVAL, ENXIO

from mqtune.text.editing import LineIndex
from mqtune.text.held import open_folder, require_held
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


HEAD = 64  # bytes, enough for the signature of any binary format


class Source:
    """One file as read from disk.

    `path` is the path to open; `shown` the path in findings. `text` is the whole decoded text, `head` the
    first bytes. The other bytes are not kept, because a large file would need twice the memory.
    """

    __slots__ = ("_line_end", "_lines", "encoding", "head", "path", "shown", "text")

    def __init__(self, path: str, shown: str, data: bytes) -> None:
        self.path = path
        self.shown = shown
        self.head = data[:HEAD]
        self.text, self.encoding = decode(data)
        self._line_end = ""
        self._lines: LineIndex | None = None

    @property
    def line_end(self) -> str:
        """The end of most lines, computed on first use: thousands of edits may ask for it."""
        if not self._line_end:
            returns = self.text.count("\r\n")
            self._line_end = "\r\n" if 2 * returns > self.text.count("\n") else "\n"
        return self._line_end

    @property
    def lines(self) -> LineIndex:
        """The offsets of its lines, computed on first use: thousands of diagnostics may ask for them."""
        if self._lines is None:
            self._lines = LineIndex(self.text)
        return self._lines

    @property
    def data(self) -> bytes:
        """The bytes as they were read."""
        return self.encode(self.text)

    def encode(self, text: str) -> bytes:
        """The bytes of a changed text, in the encoding the file was read in."""
        return encode(text, self.encoding)


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file and the name of its encoding; `encode` gives the same bytes back."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16-le" if data[:2] == b"\xff\xfe" else "utf-16-be"
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            pass
        else:
            if text.encode(encoding) == data:
                return text, encoding
    return data.decode("utf-8", "surrogateescape"), "utf-8"


def encode(text: str, encoding: str) -> bytes:
    """The inverse of `decode`."""
    if encoding == "utf-8":
        return text.encode("utf-8", "surrogateescape")
    return text.encode(encoding)


# Reading: a file as a whole, unless it is larger than the limit of the run.

NOT_REGULAR = "a pipe or a device, not a file"
DESCRIPTORS = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")  # how shells name a pipe, which has a writer
TOO_LARGE = "larger than the limit"
MIB = 1024 * 1024
MOST_BYTES = 32 * MIB  # of one file, unless a run has another limit

_limit = MOST_BYTES


def limit_files(most: int | None) -> None:
    """Set the size of the largest file that is read from now on; None for the usual one."""
    global _limit  # noqa: PLW0603 - one limit of the process, as every file is read here
    _limit = MOST_BYTES if most is None else most


_pipes: dict[tuple[int, int], bytes] = {}  # that were read, by device and number
_unsaved: Mapping[str, bytes] = {}  # of the editor whose server runs in this process


class Unsaved:
    """While it is entered, these bytes are read in place of those on disk, by absolute path."""

    __slots__ = ("_before", "_texts")

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self._texts = texts
        self._before: Mapping[str, bytes] = {}

    def __enter__(self) -> None:
        global _unsaved
        self._before, _unsaved = _unsaved, self._texts

    def __exit__(self, *_: object) -> None:
        global _unsaved  # noqa: PLW0603 - as above
        _unsaved = self._before


def read_file(path: str, any_size: bool = False) -> bytes:
    """The bytes of a regular file, or what an editor has in place of them.

    Raises OSError, also for a file that could block the reader forever, and for one that is larger than the
    limit, unless `any_size` is allowed.
    """
    if _unsaved and (data := _unsaved.get(os.path.abspath(path))) is not None:
        if not any_size:
            _check_size(path, len(data))
        return data
    with open(path, "rb", opener=open_regular) as file:
        if not any_size:
            _check_size(path, os.fstat(file.fileno()).st_size)
        try:
            return file.read()
        except MemoryError as error:
            raise OSError(EINVAL, "too big for the memory") from error


def read_typed(path: str, waits: bool = True) -> bytes:
    """The bytes of a file that the user typed, which may be a pipe: `<(sops -d values.yaml)`, `/dev/stdin`.

    A pipe can be read once, and a run may need it again. Raises OSError as above; unless it `waits`, also for
    a pipe that may have no writer.
    """
    if not ((waits or path.startswith(DESCRIPTORS)) and is_pipe(path)):
        return read_file(path)
    with open(path, "rb") as pipe:
        about = os.fstat(pipe.fileno())
        if not stat.S_ISFIFO(about.st_mode):
            require_held(path, pipe.fileno())
        key = about.st_dev, about.st_ino
        if key not in _pipes:
            data = pipe.read(_limit + 1)
            _check_size(path, len(data))
            _pipes[key] = data
    return _pipes[key]


def is_pipe(path: str) -> bool:
    """Whether a path is that of a pipe."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def folder_of_typed(path: str) -> str:
    """The absolute folder from which paths in a typed file count: its own; for a pipe the working folder."""
    return os.getcwd() if is_pipe(path) else os.path.dirname(os.path.abspath(path))


def read_head(path: str, size: int) -> bytes:
    """The first bytes of a file. Raises OSError."""
    if _unsaved and (data := _unsaved.get(os.path.abspath(path))) is not None:
        return data[:size]
    with open(path, "rb", opener=open_regular) as file:
        return file.read(size)


def size_refusal(size: int) -> str:
    """Why a file of a size is not read; empty if it is."""
    return f"{TOO_LARGE} of {_shown(_limit)}: it has {_shown(size)}" if size > _limit else ""


def _check_size(path: str, size: int) -> None:
    """Raise OSError for a file that is larger than the limit."""
    if reason := size_refusal(size):
        raise OSError(EFBIG, reason, path)


def _shown(size: int) -> str:
    """A size in the largest unit that shows it: `32 MiB`, `3072.5 MiB`, `900 B`."""
    return f"{size} B" if size < MIB else f"{size / MIB:.1f} MiB".replace(".0 ", " ")


def open_unlinked(path: str, flags: int) -> int:
    """An opener for `open` as `open_regular`, which raises OSError for a link too."""
    return open_regular(path, flags | getattr(os, "O_NOFOLLOW", 0))


def open_regular(path: str, flags: int) -> int:
    """An opener for `open` that never blocks. Raises OSError for a pipe or a device, and for what lies
    elsewhere than its path.
    """
    # without the flag, opening a pipe without a writer would block
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    try:
        mode = os.fstat(handle).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # the caller reports folders itself
            raise OSError(EINVAL, NOT_REGULAR)
        require_held(path, handle)
    except BaseException:
        os.close(handle)
        raise
    return handle


# Writing: the new content is written to a temporary name in the same folder, flushed to disk and renamed over
# the old file. Permissions are kept, and the copy never has more of them than the file that it replaces. A
# symbolic link remains a link and its target is written; `mqtune.project.boundary` refuses links.

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
