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
    from collections.abc import Callable, Iterable

    from mqtune.project.settings import Project

    _Way = tuple[str, int]

INSIDE = ""
OUTSIDE = "leads out of the project"
IN_GIT = "lies in the folder of git"
LINK = "is a link, or below one"

PROJECT_FILE = "mqtune.toml"
MOST_LINKS = 40  # on the way to a file, as Linux follows
MOST_STEPS = 1000  # on the way to a file


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

    def note(self, shown: Callable[[str], str]) -> str:
        """The message with the place that names the path, for outputs other than findings."""
        return f"{self.message} ({shown(self.file)}:{self.line})" if self.text else self.message


class Boundary:
    """The folders below which the paths of a repository have to lie, usually one. Their own links count as
    resolved: a project may itself be reached through a link.
    """

    __slots__ = ("_folders", "_links", "_names", "_tops")

    def __init__(self, roots: Iterable[str]) -> None:
        tops = dict.fromkeys(map(os.path.abspath, roots))
        # the project's folders by the name with which a path begins
        self._names = {
            _ended(name): _resolved(top) or top for top in tops for name in (top, _resolved(top) or top)
        }
        self._tops = tuple(dict.fromkeys(map(_ended, self._names.values())))
        self._folders: dict[str, _Way | None] = {}  # without links, by the path as it is written
        self._links: dict[str, _Way | None] = {}  # where links lead, each of which is read once

    def refusal(self, path: str) -> str:
        """Why a path is neither read nor written, INSIDE if it may be. A relative path is that of the run.

        Nothing outside is looked at for a path that says itself that it leads there.
        """
        if "\0" in path or not _ended(os.path.abspath(path)).startswith(tuple(self._names)):
            return OUTSIDE
        real = self.real(path)
        return OUTSIDE if real is None else self._refusal_of(real)

    def real(self, path: str) -> str | None:
        """The absolute path without links.

        None for one that leads out of the project and back, which would show what exists outside, and for
        one with too many steps: a thousand links to the same long way would cost a thousand times its length.
        """
        full = os.path.join(os.getcwd(), path)
        name = next(filter(full.startswith, self._names), None)
        if name is None or os.name == "nt":  # which has other kinds of links
            return _resolved(full)
        folder, leaf = os.path.split(full[len(name) :])
        if folder not in self._folders:
            self._folders[folder] = self._way(self._names[name], folder)
        way = self._folders[folder]
        way = self._way(way[0], leaf) if way is not None else None
        return way[0] if way is not None else None

    def _way(self, place: str, text: str, links: int = 0) -> _Way | None:
        """Where a path leads from a folder, with the number of steps; None as above."""
        count = 0
        for step in text.split(os.sep):
            count += 1
            if step == os.pardir:
                if self._is_away(place):
                    return None
                place = os.path.dirname(place)
            elif step not in ("", os.curdir):
                place = os.path.join(place, step)
                if os.path.islink(place):
                    way = self._end_of(place, links)
                    if way is None:
                        return None
                    place, count = way[0], count + way[1]
        return (place, count) if count <= MOST_STEPS else None

    def _end_of(self, link: str, links: int) -> _Way | None:
        if link not in self._links:
            self._links[link] = (link, 1)  # what a loop ends with
            text = os.readlink(link)
            place = os.sep if os.path.isabs(text) else os.path.dirname(link)
            self._links[link] = self._way(place, text, links + 1) if links < MOST_LINKS else None
        return self._links[link]

    def _is_away(self, place: str) -> bool:
        """Whether a folder is neither below the project nor above it."""
        tops, ended = tuple(self._names), _ended(place)
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
    """The repository around a folder, else the working folder. The home folder, and what is above it, is not
    a project: what was unpacked there does not reach the rest.
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
