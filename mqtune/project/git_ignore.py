"""The files that `.gitignore` files exclude from a walk.

The files apply as in git: from the root of the repository down, a deeper one before a higher one. A file that
git tracks is not ignored, whatever they contain.
"""

from __future__ import annotations

import os
import re

from mqtune.text.paths import repository_root
from mqtune.text.patterns import lazy_pattern
from mqtune.text.reading import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

FILE_NAME = ".gitignore"
NAMED_GROUP = lazy_pattern(r"\(\?P<\w+>")


class IgnoreFile:
    """One `.gitignore` file: its patterns, and one expression that matches what any of them matches.

    Most paths match none. Asked one by one, thousands of patterns would take seconds for thousands of files.
    """

    __slots__ = ("_any", "_spec")

    def __init__(self, spec: GitIgnoreSpec) -> None:
        self._spec = spec
        regexes = [getattr(one, "regex", None) for one in spec.patterns]  # a comment has none
        texts = [NAMED_GROUP.sub("(?:", one.pattern) for one in regexes if one is not None]
        self._any = re.compile("|".join(texts) or r"(?!)")

    def verdict(self, path: str) -> bool | None:
        """Whether the file ignores a path relative to its folder; None if no pattern matches."""
        return self._spec.check_file(path).include if self._any.search(path) is not None else None


class IgnoreFiles:
    """The `.gitignore` files that apply to one folder, the deepest first. A walk extends it as it enters
    folders.
    """

    __slots__ = ("_closed", "_specs")

    def __init__(self, specs: tuple[tuple[str, IgnoreFile], ...] = (), closed: bool = False) -> None:
        self._specs = specs  # (absolute folder with a separator at its end, its file)
        self._closed = closed  # the folder is ignored, and entered for the files in it that git tracks

    @classmethod
    def above(cls, folder: str) -> IgnoreFiles:
        """Those of the folders from the repository root down to, but not including, an absolute folder."""
        root = repository_root(folder)
        if root is None or root == folder:
            return cls()
        folders = []
        while folder != root:
            folder = os.path.dirname(folder)
            folders.append(folder)
        found = cls()
        for parent in reversed(folders):
            found = found.entering(parent)
        return found

    def entering(self, folder: str) -> IgnoreFiles:
        """As this, with the file of a folder below, if it has one."""
        closed = self._closed or self._matches(folder, is_folder=True)
        path = os.path.join(folder, FILE_NAME)
        follows = os.path.isfile(path) and not os.path.islink(path)  # git does not follow it either
        spec = _read(path) if follows else None
        if spec is None:
            return self if closed == self._closed else IgnoreFiles(self._specs, closed)
        return IgnoreFiles(((os.path.join(folder, ""), IgnoreFile(spec)), *self._specs), closed)

    def ignores(self, path: str, is_folder: bool) -> bool:
        """Whether an absolute path is ignored; a folder above it may be, if git tracks files in that."""
        return (self._closed or self._matches(path, is_folder)) and not _is_tracked(path)

    def _matches(self, path: str, is_folder: bool) -> bool:
        for folder, spec in self._specs:
            relative = path[len(folder) :].replace(os.sep, "/")
            verdict = spec.verdict(relative + "/" if is_folder else relative)
            if verdict is not None:
                return verdict
        return False

    def hides(self, path: str) -> bool:
        """Whether an absolute path is ignored, by itself or because of a folder above it."""
        return self.names(path) and not _is_tracked(path)

    def names(self, folder: str) -> bool:
        """Whether the files name an absolute path or a folder above it, whether git tracks it or not."""
        if not self._specs:
            return False
        top = self._specs[-1][0]
        parts = folder[len(top) :].split(os.sep)
        return any(
            self._matches(top + os.sep.join(parts[:count]), is_folder=True)
            for count in range(1, len(parts) + 1)
        )


def _is_tracked(path: str) -> bool:
    # starts a program, and is needed only if a file is ignored
    from mqtune.project.tracked_files import is_tracked_by_git

    return is_tracked_by_git(path)


def _read(path: str) -> GitIgnoreSpec | None:
    """The patterns of one file, without the lines that git would not accept either."""
    # takes 30 ms to import, and is needed only if there is such a file
    from pathspec import GitIgnoreSpec

    try:
        lines = read_file(path).decode("utf-8", "surrogateescape").splitlines()
    except OSError:
        return None
    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return GitIgnoreSpec.from_lines([line for line in lines if _is_sound(line)])


def _is_sound(line: str) -> bool:
    from pathspec import GitIgnoreSpec  # as above

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
