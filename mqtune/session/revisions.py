"""Reads the files of a git revision into a folder of their own, without touching the working tree, and
lists the files that git tracks.

Blobs are read as they are stored, so that attributes such as `export-ignore` have no effect.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable

from mqtune.project.git_ignore import repository_root
from mqtune.project.load import shown_path
from mqtune.session.options import UsageError
from mqtune.text.record import record

PREFIX = "git:"
LINK, FILE_MODES = "120000", ("100644", "100755")
INSTALL = "install git"


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
    top = _git("rev-parse", "--show-toplevel")
    if top is None:
        raise UsageError(
            f"cannot read git:{name}: this folder is not in a git repository", "change to the repository"
        )
    commit = _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    if commit is None:
        raise UsageError(f"unknown revision {name!r}", _help_for(name))
    return Revision(name, commit.strip(), os.path.normpath(top.rstrip("\n")))


def _help_for(name: str) -> str:
    """What to do about a revision that is not there; in CI the clone is usually shallow."""
    if (_git("rev-parse", "--is-shallow-repository") or "").strip() == "true":
        return (
            f"this clone is shallow: fetch the history, such as with `fetch-depth: 0`, "
            f"`GIT_DEPTH: 0` or `git fetch --unshallow origin {name}`"
        )
    if _git("rev-parse", "--verify", "--quiet", f"origin/{name}^{{commit}}") is not None:
        return f"there is origin/{name}"
    return "`git branch --all` lists the branches"


def write_revision(revision: Revision, folder: str) -> None:
    """Write every file of a revision below a folder. Raises UsageError."""
    listed = _run(["ls-tree", "-r", "-z", "--full-tree", revision.commit])
    entries = [_entry(row) for row in listed.split(b"\0") if row]
    wanted = [one for one in entries if one[0] in (*FILE_MODES, LINK)]
    blobs = _run(["cat-file", "--batch"], b"".join(one[1].encode() + b"\n" for one in wanted))
    at = 0
    for mode, _, path in wanted:
        end = blobs.index(b"\n", at)
        size = int(blobs[at:end].split()[-1])
        _write(os.path.join(folder, path), blobs[end + 1 : end + 1 + size], mode, folder)
        at = end + 1 + size + 1


def tracked_paths(paths: Iterable[str]) -> frozenset[str]:
    """The files that git tracks in the repositories around some paths, and their folders, as absolute paths
    without links to folders. Raises UsageError.
    """
    folders = {path if os.path.isdir(path) else os.path.dirname(path) for path in map(os.path.abspath, paths)}
    found: set[str] = set()
    for top in {_repository_of(os.path.realpath(folder)) for folder in folders}:
        found.add(top)
        for row in _run(["ls-files", "-z"], folder=top).split(b"\0"):
            path = os.path.join(top, *os.fsdecode(row).split("/"))
            while path not in found:  # the folders of most files are known
                found.add(path)
                path = os.path.dirname(path)
    return frozenset(found)


def _repository_of(folder: str) -> str:
    top = repository_root(folder)
    if top is None:
        raise UsageError(
            f"--tracked needs git, and {shown_path(folder)} is not in a git repository", "omit --tracked"
        )
    return top


def _entry(row: bytes) -> tuple[str, str, str]:
    """Mode, object and path of a row of ls-tree."""
    head, _, path = row.partition(b"\t")
    mode, _, name = head.decode("ascii").split(" ")
    return mode, name, os.fsdecode(path)


def _write(path: str, data: bytes, mode: str, top: str) -> None:
    """Write one file; a link only if it leads to a file of the revision.

    Where links cannot be made, as on Windows without the right to it, a file contains the target, as in git.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if mode != LINK:
        with open(path, "wb") as file:
            file.write(data)
        return
    target = os.path.normpath(os.path.join(os.path.dirname(path), os.fsdecode(data)))
    if target.startswith(os.path.join(top, "")):
        try:
            os.symlink(os.fsdecode(data), path)
        except OSError:
            _write(path, data, FILE_MODES[0], top)


def _git(*words: str) -> str | None:
    """The output of a git command; None if it fails. Raises UsageError without git."""
    try:
        done = subprocess.run(["git", *words], capture_output=True, check=False, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise UsageError("git cannot be started", INSTALL) from error
    return os.fsdecode(done.stdout) if done.returncode == 0 else None


def _run(words: list[str], given: bytes = b"", folder: str | None = None) -> bytes:
    try:
        done = subprocess.run(["git", *words], input=given, capture_output=True, check=False, cwd=folder)
    except OSError as error:
        raise UsageError("git cannot be started", INSTALL) from error
    if done.returncode:
        reason = os.fsdecode(done.stderr).strip().splitlines()
        raise UsageError(f"git {words[0]} failed: {reason[0] if reason else done.returncode}")
    return done.stdout
