"""Reads a file as a whole, unless it is larger than the limit of the run."""

from __future__ import annotations

import os
import stat
from errno import EFBIG, EINVAL

from mqtune.text.held import require_held

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

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
