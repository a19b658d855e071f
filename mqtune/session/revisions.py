"""Reads the files of a git revision into a folder of their own, without touching the working tree, and
lists the files that git tracks.

Blobs are read as they are stored, so that attributes such as `export-ignore` have no effect.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from mqtune.project.boundary import typed_folder
from mqtune.project.git import INSTALL, GitError, failure, output, start
from mqtune.project.load import shown_path
from mqtune.project.tracked_files import tracked_below
from mqtune.session.options import current_folder
from mqtune.session.revision_tree import Tree
from mqtune.text.errors import UsageError
from mqtune.text.paths import repository_root
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

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
