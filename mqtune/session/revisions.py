"""Reads the files of a git revision into a folder of their own, and lists the files that git tracks.

The working tree is not touched. Blobs are read as they are stored, so that attributes such as `export-ignore`
have no effect.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO

from mqtune.project.boundary import is_git_name, is_spelling, typed_folder
from mqtune.project.git import INSTALL, GitError, failure, output, start, tracked_below
from mqtune.project.load import shown_path
from mqtune.session.options import current_folder
from mqtune.syntax.carriers import names
from mqtune.text.messages import UsageError, reason_of
from mqtune.text.paths import repository_root
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record
from mqtune.text.source import TOO_LARGE, size_refusal

# The entries of a tree of git, and how they become files.

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
    """The files and links that can be written, and the entries that cannot, with the reason.

    The tree may have been made by a stranger, with names and links that git itself would not check out.
    Nothing is written outside of the folder of the revision, and a link that is written leads straight to one
    of its files or folders.
    """

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
            with suppress(OSError):  # its folder cannot be made, so that the link cannot be written either
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


# Revisions.

PREFIX = "git:"
LONGEST_ROW = 1 << 20
AFTER_NAME = lazy_pattern(r"[~^:]|@\{")
ABBREVIATED = lazy_pattern(r"[0-9a-f]{4,39}")


@record
class Revision:
    """A revision of the repository around the working folder: its name, and the top of the repository."""

    name: str
    commit: str
    top: str


def is_revision(text: str) -> bool:
    """Whether an argument names a revision: `git:main`, `git:HEAD~1:hub/`."""
    return text.startswith(PREFIX)


def split_revision(text: str) -> tuple[str, str]:
    """The revision and the path of `git:REV[:PATH]`, the path relative to the top of the repository."""
    name, _, path = text.removeprefix(PREFIX).partition(":")
    return name, path


def find_revision(name: str) -> Revision:
    """A revision by its name. Raises UsageError if there is no repository or no such revision."""
    if not name or name.startswith("-"):
        raise UsageError(f"invalid revision {name!r}", "write git:REV or git:REV:PATH, such as git:main:hub/")
    top = _answer("rev-parse", "--show-toplevel")
    if top is None:
        raise UsageError(
            f"cannot read git:{name}: this folder is not in a git repository", "change to the repository"
        )
    commit = _commit(name)
    if commit is None:
        raise UsageError(f"unknown revision {name!r}", _help_for(name))
    _require_one_meaning(name)
    return Revision(name, commit, os.path.normpath(top))


def _require_one_meaning(name: str) -> None:
    """Raise UsageError if a tag, a branch or an abbreviated commit have the name, and are not the same: who
    may push a tag would decide what `origin/main` is.
    """
    base = AFTER_NAME.split(name, maxsplit=1)[0]
    refs = [f"refs/{kind}/{base}" for kind in ("tags", "heads", "remotes")] + [f"refs/remotes/{base}/HEAD"]
    rows = (_answer("for-each-ref", "--format=%(refname)", *refs) or "").splitlines()
    meanings = {ref: _commit(ref) for ref in rows if ref in refs}
    if meanings and ABBREVIATED.fullmatch(base):
        commits = (_answer("rev-parse", f"--disambiguate={base}") or "").splitlines()
        meanings |= {commit: _commit(commit) for commit in commits}
    if len(set(meanings.values()) - {None}) > 1:
        raise UsageError(
            f"{base} is the name of several revisions", f"write which one: {', '.join(meanings)}"
        )


def _commit(name: str) -> str | None:
    return _answer("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")


def _help_for(name: str) -> str:
    """What to do about a revision that is not there; in CI the clone is usually shallow."""
    if _answer("rev-parse", "--is-shallow-repository") == "true":
        return (
            f"this clone is shallow: fetch the history, such as with `fetch-depth: 0`, "
            f"`GIT_DEPTH: 0` or `git fetch --unshallow origin {name}`"
        )
    if _commit(f"origin/{name}") is not None:
        return f"there is origin/{name}"
    return "`git branch --all` lists the branches"


def write_revision(revision: Revision, folder: str) -> list[tuple[str, str]]:
    """Write the files of a revision below a folder; returns the paths that are not written, with the reason.
    Raises UsageError.
    """
    with _running(("ls-tree", "-r", "-z", "--full-tree", revision.commit)) as listing:
        tree = Tree(_rows(listing))
    # each object once, unlike `ls-tree -l`: a few objects can be the files of a million names
    with _objects("--batch-check", {entry.object for entry in tree.wanted}) as heads:
        tree.measure(dict(_sizes(heads)))
    with _objects("--batch", (entry.object for entry in tree.wanted)) as blobs:
        for entry in tree.wanted:
            head = blobs.readline().split()
            if not head:  # git has ended with an error
                break
            if head[-1].isdigit():
                tree.add(entry, blobs.read(int(head[-1])), folder)
                blobs.read(1)
    tree.add_links(folder)
    return sorted(tree.left_out)


@contextmanager
def _objects(option: str, wanted: Iterable[bytes]) -> Iterator[IO[bytes]]:
    """What `git cat-file` prints about some objects. Raises UsageError."""
    with tempfile.TemporaryFile() as names:
        names.writelines(object + b"\n" for object in wanted)
        names.seek(0)
        with _running(("cat-file", option), names) as printed:
            yield printed


def _sizes(heads: IO[bytes]) -> Iterator[tuple[bytes, int]]:
    """The sizes of the objects that are there, by their names."""
    for head in heads:
        words = head.split()
        if words[-1].isdigit():
            yield words[0], int(words[-1])


def _rows(listing: IO[bytes]) -> Iterator[bytes]:
    """The rows of a listing, which end with a zero byte. Raises UsageError."""
    rest = b""
    while block := listing.read(1 << 16):
        *rows, rest = (rest + block).split(b"\0")
        yield from rows
        if len(rest) > LONGEST_ROW:
            raise UsageError(f"the revision has a file name of more than {LONGEST_ROW} bytes")


def tracked_paths(paths: Iterable[str]) -> frozenset[str]:
    """The files that git tracks in the repositories around some paths, and their folders, as absolute paths
    without links to folders. Raises UsageError.
    """
    tops = {_repository_of(os.path.realpath(folder)) for folder in set(map(typed_folder, paths))}
    try:
        return frozenset().union(*map(tracked_below, tops))
    except GitError as error:
        raise UsageError(error.message, error.help) from error


def _repository_of(folder: str) -> str:
    top = repository_root(folder)
    if top is None:
        raise UsageError(
            f"--tracked needs git, and {shown_path(folder)} is not in a git repository", "omit --tracked"
        )
    return top


def _answer(*words: str) -> str | None:
    """The line that a git command prints; None if it fails. Raises UsageError without git."""
    try:
        return os.fsdecode(output(words, _place())).rstrip("\n")
    except GitError as error:
        if error.help == INSTALL:
            raise UsageError(error.message, error.help) from error
        return None


@contextmanager
def _running(words: Sequence[str], given: IO[bytes] | None = None) -> Iterator[IO[bytes]]:
    """What a git command prints, while it runs. Raises UsageError if it fails."""
    with tempfile.TemporaryFile() as messages:
        streams = {"stdin": given or subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": messages}
        try:
            running = start(words, _place(), **streams)
            with running:
                assert running.stdout is not None
                try:
                    yield running.stdout
                except BaseException:
                    running.kill()
                    raise
            if running.returncode:
                messages.seek(0)
                raise failure(words, os.fsdecode(messages.read(1 << 16)), running.returncode)
        except GitError as error:
            raise UsageError(error.message, error.help) from error


def _place() -> str:
    """The folder where git starts: the top of the repository, in which no bare repository is looked for."""
    folder = current_folder()
    return folder if "GIT_DIR" in os.environ else repository_root(folder) or folder
