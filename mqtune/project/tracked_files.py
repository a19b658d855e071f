"""Which files git tracks. It is asked once for each state of the index of a repository."""

from __future__ import annotations

import os

from mqtune.project.git import GitError, output
from mqtune.text.paths import git_folder, repository_root

_known: dict[str, tuple[object, frozenset[str] | GitError]] = {}  # by the top of the repository


def tracked_below(top: str) -> frozenset[str]:
    """The files that git tracks in a repository, and their folders, as absolute paths below the physical path
    of its top. Raises GitError.
    """
    answer = _answer(top)
    if isinstance(answer, GitError):
        raise answer
    return answer


def is_tracked_by_git(path: str) -> bool:
    """Whether git tracks an absolute path, or a file in it. False if git cannot be asked: see `git_error`."""
    folder, name = os.path.split(path)
    folder = os.path.realpath(folder)
    top = repository_root(folder)
    answer = _answer(top) if top is not None else frozenset()
    return not isinstance(answer, GitError) and os.path.join(folder, name) in answer


def git_error(path: str) -> str:
    """Why git could not be asked whether it tracks an absolute path; empty if it was."""
    top = repository_root(os.path.realpath(os.path.dirname(path)))
    answer = _answer(top) if top is not None else None
    return answer.message if isinstance(answer, GitError) else ""


def _answer(top: str) -> frozenset[str] | GitError:
    state = _state_of_index(top)
    known = _known.get(top)
    if known is not None and known[0] == state:
        return known[1]
    answer: frozenset[str] | GitError
    try:
        answer = _paths(top, output(("ls-files", "-z"), top))
    except GitError as error:
        answer = error
    _known[top] = (state, answer)
    return answer


def _paths(top: str, listing: bytes) -> frozenset[str]:
    """The paths of a listing, and their folders."""
    paths = {top}
    for row in listing.split(b"\0"):
        path = os.path.join(top, *os.fsdecode(row).split("/"))
        while path not in paths:  # the folders of most files are known
            paths.add(path)
            path = os.path.dirname(path)
    return frozenset(paths)


def _state_of_index(top: str) -> object:
    """What changes whenever git writes the index: it replaces the file."""
    try:
        about = os.stat(os.environ.get("GIT_INDEX_FILE") or os.path.join(git_folder(top), "index"))
    except (OSError, ValueError):
        return None
    return about.st_ino, about.st_size, about.st_mtime_ns
