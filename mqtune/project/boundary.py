"""Where a repository ends, and where a path lies that it names: inside, in git's own folder, or outside.

Whoever wrote the files of a project chose these paths: names in files, and links. Every link in them is
resolved before anything is opened, and what leads out of the project is neither read nor written. It is not
shown either whether that exists. Paths that the user types are free, except through a link below the working
folder or the project: a hook passes the names of the repository.
"""

from __future__ import annotations

import os
from contextlib import suppress
from errno import ELOOP

from mqtune.text.held import hold, make_folders, place_of_folder
from mqtune.text.paths import git_folder, repository_root
from mqtune.text.record import record
from mqtune.text.source import write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

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
    """A path that is not read: the file, the line and the column that name it, in what words, and why.

    `text` is the path as the file has it, empty for a link, which is itself the file.
    """

    file: str
    line: int
    what: str
    reason: str
    text: str = ""
    column: int = 1

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

    __slots__ = ("_folders", "_git", "_links", "_names", "_tops")

    def __init__(self, roots: Iterable[str]) -> None:
        tops = dict.fromkeys(map(os.path.abspath, roots))
        # the project's folders by the name with which a path begins
        real = {top: _resolved(top) or top for top in tops}
        self._names = {_ended(name): real[top] for top in tops for name in (top, real[top])}
        places = (*self._names.values(), *map(place_of_folder, tops))
        self._tops = tuple(dict.fromkeys(map(_ended, places)))
        self._git: tuple[str, ...] | None = None  # the folders of git below another name, looked for once
        self._folders: dict[str, _Way | None] = {}  # without links, by the path as it is written
        self._links: dict[str, _Way | None] = {}  # where links lead, each of which is read once
        hold(tuple(self._names), self._refusal_of_opened)

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

        None for one that leads out of the project, even if it leads back, and for one with too many steps: a
        thousand links to the same long way would cost a thousand times its length. Nothing outside is looked
        at: a look at `/net/HOST`, or at a share of Windows, connects to the host.
        """
        full = os.path.abspath(path) if os.name == "nt" else os.path.join(os.getcwd(), path)
        name = next(filter(_cased(full).startswith, self._names), None)
        if name is None:
            return _resolved(full)
        folder, leaf = os.path.split(full)
        if folder not in self._folders:
            self._folders[folder] = self._way(self._names[name], folder[len(name) :])
        way = self._folders[folder]
        way = self._way(way[0], leaf) if way is not None else None
        if way is None:
            return None
        return _resolved(full) if os.name == "nt" else way[0]  # Windows has other kinds of links too

    def _way(self, place: str, text: str, links: int = 0) -> _Way | None:
        """Where a path leads from a folder, with the number of steps; None as above."""
        count = 0
        for step in text.split(os.sep):
            count += 1
            if step == os.pardir:
                place = os.path.dirname(place)
            elif step not in ("", os.curdir):
                place = os.path.join(place, step)
                if self._is_away(place):
                    return None
                if os.path.islink(place):
                    way = self._end_of(place, links)
                    if way is None:
                        return None
                    place, count = way[0], count + way[1]
        return (place, count) if count <= MOST_STEPS else None

    def _end_of(self, link: str, links: int) -> _Way | None:
        if link not in self._links:
            self._links[link] = (link, 1)  # what a loop ends with, and a link that has disappeared
            try:
                top, text = split_link(os.readlink(link))
            except OSError:
                return self._links[link]
            is_free = links < MOST_LINKS and not (top and self._is_away(top))
            self._links[link] = self._way(top or os.path.dirname(link), text, links + 1) if is_free else None
        return self._links[link]

    def _is_away(self, place: str) -> bool:
        """Whether a folder is neither below the project nor above it."""
        tops, ended = tuple(self._names), _ended(place)
        return not ended.startswith(tops) and not any(top.startswith(ended) for top in tops)

    def _refusal_of(self, real: str) -> str:
        for top in self._tops:
            if _ended(real).startswith(top):
                below = _cased(real)[len(top) :]
                is_git = any(map(is_git_name, below.split(os.sep))) or self.is_in_git(real)
                return IN_GIT if is_git else INSIDE
        return OUTSIDE

    def _refusal_of_opened(self, path: str, place: str) -> str:
        """Why what was opened with a path is not used, as for `refusal`; the user may type a path of git."""
        refusal = self._refusal_of(place)
        return INSIDE if refusal == IN_GIT and any(map(is_git_name, path.split(os.sep))) else refusal

    def is_in_git(self, real: str) -> bool:
        """Whether a path without links is that of a folder of git with another name, or leads into it."""
        if self._git is None:
            paths = (path for top in self._names.values() for path in _git_folders(top))
            inside = (path for path in paths if _ended(path).startswith(tuple(self._names)))
            self._git = tuple(_ended(folder) for path in inside if (folder := self.real(path)) is not None)
        return _ended(real).startswith(self._git)


def is_git_name(name: str) -> bool:
    """Whether a name is that of git's own folder or file."""
    return is_spelling(name, (".git", "git~1"))


def is_spelling(name: str, names: tuple[str, ...]) -> bool:
    """Whether any file system may take a name for one of some in lower case, all of which have `git`."""
    if name.isprintable() and "git" not in name.lower():  # most names, of which a revision may have a million
        return False
    plain = "".join(sign for sign in name if sign.isprintable()).rstrip(". ").lower()
    return plain.partition(":")[0].rstrip(". ") in names


def _git_folders(top: str) -> Iterator[str]:
    """The folder of git that a file states for the repository around a folder; it may be anywhere."""
    repository = repository_root(top)
    if repository is not None and os.path.isfile(os.path.join(repository, ".git")):
        with suppress(OSError, ValueError):
            yield os.path.abspath(git_folder(repository))


def boundary_of(project: Project, paths: Iterable[str]) -> Boundary:
    """The boundary of a run: the folder of its project file; for paths outside of that, and without a project
    file, the repository or the working folder around them, else the typed folders themselves.
    """
    roots = [os.path.abspath(project.folder)] if project.file else []
    for path in paths:
        if not any(_is_below(os.path.abspath(path), root) for root in roots):
            roots.append(project.top or _root_around(typed_folder(path)))
    return Boundary(roots)


def repository_of(path: str, paths: Iterable[str], has_config: bool = False) -> str | None:
    """The folder of the repository in which a file lies, so that its author can change it; None outside.

    The repository of a run is the folders of its paths, their git repositories, and the folders of their
    project files unless the user names another one. Links are resolved, and a link inside does not lead out.
    """
    starts = list(map(typed_folder, paths))
    projects = () if has_config else map(os.path.dirname, filter(None, map(find_project_file, starts)))
    roots: set[str] = {*starts, *projects, *filter(None, map(repository_root, starts))}
    full, real = os.path.abspath(path), os.path.realpath(path)
    for root in sorted(roots):
        if _is_below(real, os.path.realpath(root)) or _is_below(full, root):
            return root
    return None


def find_project_file(start: str, top: str = "") -> str | None:
    """The path of the nearest `mqtune.toml` in the folder of `start` or above it, but not above `top`."""
    return _project_file_above(typed_folder(start), top)


def is_typed_folder(path: str) -> bool:
    """Whether a path that the user typed is that of a folder; a link that is not followed is none."""
    return (
        os.path.isdir(path) if not os.path.islink(path) else not typed_refusal(path) and os.path.isdir(path)
    )


def typed_folder(path: str) -> str:
    """The absolute path of a typed folder, or of the folder of something else."""
    full = os.path.abspath(path)
    return full if is_typed_folder(path) else os.path.dirname(full)


def typed_refusal(path: str, root: str = "") -> str:
    """Why a path that the user typed is not followed, INSIDE if it may be: only if it lies in a project or
    repository by its name, and leads out of it, or into the folder of git, through a link.

    `root` is the folder of a project to which this applies too.
    """
    full = os.path.abspath(path)
    tops = _tops_around(full)
    if root and _is_below(full, os.path.abspath(root)):
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
    working_folder = os.getcwd()
    for top in dict.fromkeys([*_tops_around(full), working_folder]):
        if top == os.path.dirname(top) or not full.startswith(_ended(top)):
            continue  # the root of the file system
        Boundary([top])  # which holds what is written
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
    tops = dict.fromkeys(map(_top_of, dict.fromkeys((os.path.dirname(full), os.getcwd()))))
    return [top for top in tops if top is not None and full.startswith(_ended(top))]


def _top_of(folder: str) -> str | None:
    """The repository around a folder, else the folder of the project file around it."""
    top = repository_root(folder)
    file = _project_file_above(folder) if top is None else None
    return os.path.dirname(file) if file is not None else top


def _project_file_above(folder: str, top: str = "") -> str | None:
    while True:
        path = os.path.join(folder, PROJECT_FILE)
        if os.path.islink(path) or os.path.isfile(path):
            return path
        above = os.path.dirname(folder)
        if folder in (above, top):
            return None
        folder = above


def _root_around(folder: str) -> str:
    """The repository around a folder, else the working folder. The home folder, and what is above it, is not
    a project: what was unpacked there does not reach the rest.
    """
    top = repository_root(folder)
    if top is not None:
        return top
    working_folder, home = os.getcwd(), os.path.realpath(os.path.expanduser("~"))
    is_project = _is_below(os.path.realpath(folder), working_folder) and not _is_below(home, working_folder)
    return working_folder if is_project else folder


def split_link(text: str) -> tuple[str, str]:
    """The root from which the text of a link leads, empty for a relative one, and the rest of the text."""
    if os.name != "nt":
        return (os.sep, text) if text.startswith(os.sep) else ("", text)
    text = text.replace("/", os.sep)
    for prefix, start in (("\\\\?\\UNC\\", "\\\\"), ("\\\\?\\", "")):  # how Windows stores a path
        if text.startswith(prefix):
            text = start + text.removeprefix(prefix)
    drive, rest = os.path.splitdrive(text)
    return (os.path.join(drive, os.sep), rest) if drive or rest.startswith(os.sep) else ("", rest)


def _resolved(path: str) -> str | None:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return None


def _cased(path: str) -> str:
    """A path as it is compared: on Windows in lower case."""
    return os.path.normcase(path)


def _is_below(path: str, folder: str) -> bool:
    """Whether a path is that of a folder, or leads below it."""
    return _ended(path).startswith(_ended(folder))


def _ended(path: str) -> str:
    return os.path.join(_cased(path), "")


# Files that the user names are never written through a link that the repository may contain.


def write_output(path: str, data: bytes, expected: bytes | None = None) -> None:
    """Put `data` into the file at a path that the user named, see `write_file`.

    Raises OSError and FileChangedError; OSError also for a link at the name, or at a folder on the way.
    """
    _require_no_link(path)
    write_file(path, data, expected)


def make_folder(path: str) -> None:
    """Make a folder that the user named, with those above it, unless it exists. Raises OSError as above."""
    _require_no_link(path)
    make_folders(path)


def _require_no_link(path: str) -> None:
    if reason := output_refusal(path):
        raise OSError(ELOOP, f"it {reason}; remove the link, or name where it leads", path)
