"""Calls git, and knows which files it tracks. No other module starts it.

The repository may be that of a stranger: its configuration starts no program, nothing is fetched, and a bare
repository among its files is not used. What the user's environment sets stays: hooks set GIT_DIR and
GIT_INDEX_FILE.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

from mqtune.text.messages import CorrectableError
from mqtune.text.paths import git_folder, physical, program_path, repository_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


SETTINGS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "credential.helper=",
    "protocol.allow=never",
    "safe.bareRepository=explicit",  # git 2.38; a repository is looked for where `.git` is
)
# the list of protocols overrides the configuration of the repository; git before 2.44 fetches missing objects
ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "-",
    "GIT_ASKPASS": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PROTOCOL_FROM_USER": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
INSTALL = "install git, in a folder of PATH that is outside of the repository"
PARTIAL = "this clone lacks objects, which mqtune does not fetch: clone without --filter"
EXECUTABLE = "git.exe" if sys.platform == "win32" else "git"


class GitError(CorrectableError):
    """git cannot be started, or a command of it ends with an error."""


def start(words: Sequence[str], folder: str, **streams: Any) -> subprocess.Popen[bytes]:
    """Start a git command in a folder. Raises GitError."""
    settings = [word for setting in SETTINGS for word in ("-c", setting)]
    command = [_program(folder), "--no-pager", *settings, *words]
    try:
        return subprocess.Popen(command, cwd=folder, env=os.environ | ENVIRONMENT, **streams)
    except OSError as error:
        raise GitError("git cannot be started", INSTALL) from error


def output(words: Sequence[str], folder: str) -> bytes:
    """What a git command prints that is started in a folder. Raises GitError."""
    pipe = subprocess.PIPE
    with start(words, folder, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe) as running:
        printed, messages = running.communicate()
    if running.returncode:
        raise failure(words, os.fsdecode(messages), running.returncode)
    return printed


def failure(words: Sequence[str], messages: str, status: int) -> GitError:
    """The error for a git command that failed."""
    lines = messages.strip().splitlines() or [str(status)]
    reason = next((line for line in lines if line.startswith("fatal: ")), lines[0])
    lacks = any(sign in messages for sign in ("lazy fetching", "transport '", "promisor"))
    return GitError(f"git {words[0]} failed: {reason}", PARTIAL if lacks else "")


def _program(folder: str) -> str:
    """The path of git, from the absolute folders of PATH that are in no repository of the run: a file named
    `git` in a checkout is not started. Raises GitError.
    """
    tops = [repository_root(os.path.abspath(place)) for place in (".", folder)]
    inside = tuple(physical(top) for top in tops if top is not None and top != os.path.dirname(top))
    program = program_path(EXECUTABLE, outside=inside)
    if program is None:
        raise GitError("git cannot be started", INSTALL)
    return program


# Tracked files. Git is asked once for each state of the index of a repository.

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
