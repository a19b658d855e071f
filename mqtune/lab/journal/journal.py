"""The journal of an experiment as a file: JSON objects, one per line, only ever appended.

One process at a time writes it and holds a lock; others may read meanwhile. Each line reaches the system in
one write, lasting ones the disk. A line that a crash cut off is moved aside when the journal is opened again.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from errno import EACCES, EAGAIN, EDEADLK, errorcode
from typing import Any, Self

from mqtune.lab.core.definition import LabError, of_journals
from mqtune.project.boundary import typed_refusal
from mqtune.text.held import make_folders, open_folder
from mqtune.text.source import open_regular, open_unlinked

# The lock of an open file against other processes, on Windows and on POSIX systems.

if sys.platform == "win32":
    import msvcrt

    # locks are mandatory there: a byte far beyond the last line does not block readers
    _FAR = 1 << 40

    def _change(handle: int, locked: bool) -> None:
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK if locked else msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _change(handle: int, locked: bool) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB if locked else fcntl.LOCK_UN)


def lock(handle: int) -> bool:
    """Whether the lock was free and is held now. Raises OSError if files cannot be locked."""
    try:
        _change(handle, locked=True)
    except OSError as error:
        if error.errno in (EACCES, EAGAIN, EDEADLK):
            return False
        raise
    return True


def unlock(handle: int) -> None:
    """Release the lock, if it is held."""
    with contextlib.suppress(OSError):
        _change(handle, locked=False)


FORMAT = 1
FIRST = "opened"
LONGEST_LINE = 64 << 20  # of a journal
TORN = ".torn"
HOLDER = ".holder"
# settings and command lines are private to the user
_MODE = 0o600

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Recording:
    """The content of a journal: its lines in order, numbers of unreadable lines, and a torn last line."""

    lines: tuple[dict[str, Any], ...]
    damaged: tuple[int, ...] = ()
    torn: bytes = b""


class Journal:
    """A journal that is being written. Closing it, or the end of the process, releases the lock."""

    def __init__(self, path: str, handle: int) -> None:
        self.path = path
        self._handle = handle
        self._end = 0
        self._held = False

    @classmethod
    def create(cls, path: str, first: Line) -> Journal:
        """A new journal with its first line on disk. Raises LabError if it exists or cannot be created."""
        if first.get("event") != FIRST or first.get("format") != FORMAT:
            raise ValueError(f"the first line of a journal is {FIRST}, format {FORMAT}")
        _require_no_link(path)
        with _as_lab_error(path):
            folder, name = os.path.split(os.path.abspath(path))
            make_folders(folder)
            with open_folder(folder, path) as at:
                flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | _FLAGS
                handle = os.open(path if at is None else name, flags, _MODE, dir_fd=at)
        with contextlib.ExitStack() as undo:
            journal = undo.enter_context(cls(path, handle))
            journal._hold()
            journal.append(first, lasting=True)
            _sync_folder(path)
            undo.pop_all()
        return journal

    @classmethod
    def open(cls, path: str) -> tuple[Journal, Recording]:
        """A journal that continues, and its content. A torn last line is moved to `<path>.torn`.

        Raises LabError if another process writes it, it is not a journal, or a newer mqtune wrote it.
        """
        _require_no_link(path)
        with _as_lab_error(path):
            # not created if it is missing, and never waiting for a pipe
            handle = open_regular(path, os.O_RDWR | _FLAGS)
        with contextlib.ExitStack() as undo:
            journal = undo.enter_context(cls(path, handle))
            journal._hold()
            recording = read_journal(path)
            journal._cut(recording.torn)
            undo.pop_all()
        return journal, recording

    def append(self, line: Line, lasting: bool = False) -> None:
        """Write one line; a lasting one is on disk when this returns.

        Raises LabError if it cannot be written (a full disk): the file then has all lines before it and no
        part of this one, and a later call may try again.
        """
        data = json.dumps(line, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"
        try:
            written = 0
            while written < len(data):
                written += os.write(self._handle, data[written:])
            if lasting:
                os.fsync(self._handle)
        except OSError as error:
            with contextlib.suppress(OSError):  # no part of the line remains
                os.ftruncate(self._handle, self._end)
            raise _error(self.path, error) from error
        self._end += len(data)

    def close(self) -> None:
        """Release the lock. Safe to call twice."""
        if self._handle < 0:
            return
        handle, self._handle = self._handle, -1
        if self._held:
            with contextlib.suppress(OSError):
                os.unlink(self.path + HOLDER)
        unlock(handle)
        os.close(handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _hold(self) -> None:
        """Take the lock, and record the holder for other processes."""
        with _as_lab_error(self.path):
            if not lock(self._handle):
                raise LabError(
                    f"{self.path} is being written by {_holder(self.path)}",
                    "wait for its end, or stop it there; replay, show and report can read it meanwhile",
                )
            self._end = os.fstat(self._handle).st_size
        self._held = True
        since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
        word = f"process {os.getpid()} of {socket.gethostname()} since {since} UTC"
        place = self.path + HOLDER
        with contextlib.suppress(OSError), open(place, "w", encoding="utf-8", opener=open_unlinked) as file:
            file.write(word)

    def _cut(self, torn: bytes) -> None:
        if not torn:
            return
        with _as_lab_error(self.path):
            with open(self.path + TORN, "ab", opener=open_unlinked) as aside:
                aside.write(torn + b"\n")
            self._end -= len(torn)
            os.ftruncate(self._handle, self._end)
            os.fsync(self._handle)


_FLAGS = os.O_APPEND | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def read_journal(path: str) -> Recording:
    """A whole journal, also while another process writes it. Raises LabError if it is not one."""
    lines: list[dict[str, Any]] = []
    bad: dict[int, bytes] = {}
    last = 0
    _require_no_link(path)
    with _as_lab_error(path), open(path, "rb", opener=open_regular) as file:
        for number, raw in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), 1):
            line = _parsed(raw)
            if not lines:
                _check_first(path, line)
            if len(raw) == LONGEST_LINE:
                raise LabError(
                    f"{path}: line {number} has more than {LONGEST_LINE >> 20} MiB, too many for a journal",
                    "restore it from a backup",
                )
            if line is None:
                bad[number] = raw
                continue
            lines.append(line)
            last = number
    if not lines:
        raise _no_journal(path)
    # a line after an unreadable one shows that that was not the last one
    damaged = tuple(number for number in bad if number < last)
    return Recording(tuple(lines), damaged, b"".join(raw for number, raw in bad.items() if number > last))


def _require_no_link(path: str) -> None:
    """Raise LabError for a journal, if a link of the repository leads elsewhere."""
    if reason := typed_refusal(path):
        raise LabError(f"{path} is not opened: it {reason}", "name the file to which the link leads")


def is_being_written(path: str) -> bool:
    """Whether an experiment is writing a journal at the moment, in this process or in another one."""
    if not os.path.exists(path + HOLDER):
        return False
    with contextlib.suppress(OSError), open(path, "r+b", opener=open_regular) as file:
        if not lock(file.fileno()):
            return True
        unlock(file.fileno())
    return False


def _parsed(raw: bytes) -> dict[str, Any] | None:
    """The object of a line; None for an incomplete line, and for anything else."""
    if not raw.endswith(b"\n"):
        return None
    try:
        line = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return line if isinstance(line, dict) and "event" in line else None


def _check_first(path: str, line: Line | None) -> None:
    if line is None or line.get("event") != FIRST or not isinstance(line.get("format"), int):
        raise _no_journal(path)
    if line["format"] > FORMAT:
        raise LabError(
            f"{path} has format {line['format']} and was written by a newer mqtune"
            f" ({str(line.get('mqtune', 'version unknown'))[:40]}); this one reads up to {FORMAT}",
            "update mqtune, then try again",
        )


def _no_journal(path: str) -> LabError:
    return LabError(
        f"{path} is not a journal of an experiment: it does not begin with the event {FIRST}",
        "`mqtune experiment runs` lists the journals of the store",
    )


def _holder(path: str) -> str:
    """The last recorded holder of the lock, from the file next to the journal."""
    try:
        with open(path + HOLDER, encoding="utf-8", errors="replace", opener=open_unlinked) as file:
            return file.read(200).strip() or "another process"
    except OSError:
        return "another process"


def _sync_folder(path: str) -> None:
    """Flush the name of a new file to disk; not every system can."""
    with contextlib.suppress(OSError):
        handle = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def _as_lab_error(path: str) -> Iterator[None]:
    """Convert an OSError to a LabError."""
    try:
        yield
    except OSError as error:
        raise _error(path, error) from error


def _error(path: str, error: OSError) -> LabError:
    """What an error of the system means for a journal, from reasons.toml."""
    name = errorcode.get(error.errno or 0, "")
    if name == "EEXIST" and not os.path.isdir(os.path.dirname(path) or "."):
        name = ""  # a file has the name of the folder
    row = next(row for row in of_journals() if name in row.get("errors", (name,)))
    words = error.strerror or str(error)
    return LabError(row["message"].format(path=path, words=words), row["help"])
