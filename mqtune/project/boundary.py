"""Where a path lies that a repository names: in the project, in git's own folder, or outside.

Whoever wrote the files of a project chose these paths: names in files, and links. Every link in them is
resolved before anything is opened, and what leads out of the project is neither read nor written. It is not
shown either whether that exists. Paths that the user types are free, except through a link below the working
folder or the project: a hook passes the names of the repository.
"""

from __future__ import annotations

import os

from mqtune.text.paths import repository_root
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.project.settings import Project

INSIDE = ""
OUTSIDE = "leads out of the project"
IN_GIT = "lies in the folder of git"
LINK = "is a link, or below one"

PROJECT_FILE = "mqtune.toml"
MOST_LINKS = 40  # on the way to a file, as Linux follows


@record
class Refused:
    """A path that is not read: the file and the line that name it, in what words, and why.

    `text` is the path as the file has it, empty for a link, which is itself the file.
    """

    file: str
    line: int
    what: str
    reason: str
    text: str = ""

    @property
    def message(self) -> str:
        """What is not read, and why."""
        return f"{self.what}: it {self.reason}"


class Boundary:
    """The folders below which the paths of a repository have to lie, usually one. Their own links count as
    resolved: a project may itself be reached through a link.
    """

    __slots__ = ("_folders", "_names", "_tops")

    def __init__(self, roots: Iterable[str]) -> None:
        tops = dict.fromkeys(map(os.path.abspath, roots))
        self._names = tuple(
            dict.fromkeys(_ended(name) for top in tops for name in (top, _resolved(top) or top))
        )
        self._tops = tuple(dict.fromkeys(_ended(_resolved(top) or top) for top in tops))
        self._folders: dict[str, str | None] = {}  # without links, by the path as it is written

    def refusal(self, path: str) -> str:
        """Why a path is neither read nor written, INSIDE if it may be. A relative path is that of the run.

        One folder is resolved once. Nothing outside is looked at for a path that says itself that it leads
        there.
        """
        if "\0" in path or not _ended(os.path.abspath(path)).startswith(self._names):
            return OUTSIDE
        real = self.real(path)
        if real is None or (real != os.path.join(os.getcwd(), path) and self._returns(path)):
            return OUTSIDE
        return self._refusal_of(real)

    def real(self, path: str) -> str | None:
        """The absolute path without links; None if it has none."""
        folder, name = os.path.split(os.path.join(os.getcwd(), path))
        if name in ("", os.curdir, os.pardir):
            return _resolved(path)
        if folder not in self._folders:
            self._folders[folder] = _resolved(folder)
        real = self._folders[folder]
        if real is None:
            return None
        full = os.path.join(real, name)
        return _resolved(full) if os.path.islink(full) else full

    def _returns(self, path: str) -> bool:
        """Whether links lead out of the project and back: the way then shows which folders exist outside."""
        full = os.path.join(os.getcwd(), path)
        name = next(filter(full.startswith, self._names), os.sep)  # the links to the project do not matter
        place, waiting, links = _resolved(name) or name, full[len(name) :].split(os.sep)[::-1], 0
        while waiting:
            step = waiting.pop()
            if step == os.pardir and self._is_away(place):
                return True
            if step == os.pardir:
                place = os.path.dirname(place)
            elif not os.path.islink(full := os.path.join(place, step)) or step in ("", os.curdir):
                place = os.path.normpath(full)
            elif links < MOST_LINKS:
                links, text = links + 1, os.readlink(full)
                waiting += text.split(os.sep)[::-1]
                place = os.sep if os.path.isabs(text) else place
        return False

    def _is_away(self, place: str) -> bool:
        """Whether a folder is neither below the project nor above it."""
        tops, ended = (*self._names, *self._tops), _ended(place)
        return not ended.startswith(tops) and not any(top.startswith(ended) for top in tops)

    def _refusal_of(self, real: str) -> str:
        for top in self._tops:
            if _ended(real).startswith(top):
                below = _cased(real)[len(top) :]
                return IN_GIT if any(map(is_git_name, below.split(os.sep))) else INSIDE
        return OUTSIDE


def is_git_name(name: str) -> bool:
    """Whether a name is that of git's own folder or file, as any file system may spell it."""
    plain = "".join(sign for sign in name if sign.isprintable()).rstrip(". ").lower()
    return plain.partition(":")[0].rstrip(". ") in (".git", "git~1")


def boundary_of(project: Project, paths: Iterable[str]) -> Boundary:
    """The boundary of a run: the folder of its project file; for paths outside of that, and without a project
    file, the repository or the working folder around them, else the typed folders themselves.
    """
    roots = [os.path.abspath(project.folder)] if project.file else []
    for path in paths:
        full = os.path.abspath(path)
        if not any(_ended(full).startswith(_ended(root)) for root in roots):
            folder = full if os.path.isdir(full) else os.path.dirname(full)
            roots.append(project.top or _root_around(folder))
    return Boundary(roots)


def typed_refusal(path: str, root: str = "") -> str:
    """Why a path that the user typed is not followed, INSIDE if it may be: only if it lies in a project or
    repository by its name, and leads out of it, or into the folder of git, through a link.

    `root` is the folder of a project to which this applies too.
    """
    full = os.path.abspath(path)
    tops = _tops_around(full)
    if root and full.startswith(_ended(os.path.abspath(root))):
        tops.append(os.path.abspath(root))
    for top in tops:
        boundary = Boundary([top])
        refusal = boundary.refusal(path)
        if refusal == IN_GIT and any(map(is_git_name, full.split(os.sep))):
            continue  # the user typed it
        if refusal:
            return refusal
    return INSIDE


def output_refusal(path: str) -> str:
    """Why nothing is written to a path that the user typed, INSIDE if it may be.

    Below a project, a repository or the working folder a link may be planted: none is followed.
    """
    full = os.path.abspath(path)
    here = os.getcwd()
    for top in dict.fromkeys([*_tops_around(full), here]):
        if top == os.path.dirname(top) or not full.startswith(_ended(top)):
            continue  # the root of the file system
        at = top
        for name in full[len(_ended(top)) :].split(os.sep):
            at = os.path.join(at, name)
            if os.path.islink(at):
                return LINK
    return INSIDE


def _tops_around(full: str) -> list[str]:
    """The repositories or projects in which an absolute path lies by its name: that of its folder, and that
    of the working folder.
    """
    tops = (_top_of(os.path.dirname(full)), _top_of(os.getcwd()))
    return list(dict.fromkeys(top for top in tops if top is not None and full.startswith(_ended(top))))


def _top_of(folder: str) -> str | None:
    """The repository around a folder, else the folder of the project file around it."""
    top = repository_root(folder)
    while top is None and not os.path.lexists(os.path.join(folder, PROJECT_FILE)):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return top or folder


def _root_around(folder: str) -> str:
    """The repository around a folder, else the working folder, which is no project if it is that of the user
    or above it: what was unpacked there does not reach the rest.
    """
    top = repository_root(folder)
    if top is not None:
        return top
    here, home = os.getcwd(), os.path.realpath(os.path.expanduser("~"))
    is_project = _ended(folder).startswith(_ended(here)) and not _ended(home).startswith(_ended(here))
    return here if is_project else folder


def _resolved(path: str) -> str | None:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return None


def _cased(path: str) -> str:
    """A path as it is compared: on Windows in lower case."""
    return os.path.normcase(path)


def _ended(path: str) -> str:
    return os.path.join(_cased(path), "")
