"""Which files the scripts of a run apply to which queue managers: `runmqsc QM1 < ../sql/objects.txt`.

A script names them relative to its own folder. Only files of the repository, of the project or below the
working folder are read, and none that is excluded or ignored: a script must not make the linter show a file
from elsewhere.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator

from mqtune.project.discovery import is_ignored, is_tracked
from mqtune.project.git_ignore import repository_root
from mqtune.project.patterns import Exclusion, is_plain
from mqtune.project.settings import Project
from mqtune.session.loaded_file import LoadedFile
from mqtune.syntax.carriers.result import Application, AppliedFiles

MOST_FILES = 1000  # of one wildcard or folder


def applications(files: Iterable[LoadedFile], project: Project) -> dict[str, list[Application]]:
    """The applied files by absolute path, each with the queue managers to which scripts apply it."""
    found: dict[str, list[Application]] = {}
    places = Places(project)
    for file in files:
        if file.source is None:
            continue
        script = os.path.abspath(file.source.path)
        for applied in file.applies:
            for path in _paths(script, applied):
                one = Application(applied.kind, applied.queue_manager, applied.changed, script)
                if path != script and places.contain(path, script):
                    known = found.setdefault(path, [])
                    known += [one] if one not in known else []
    return found


def _paths(script: str, applied: AppliedFiles) -> Iterator[str]:
    """The existing files that a script applies, in their order."""
    folder = os.path.dirname(script)
    for relative in applied.paths:
        path = os.path.normpath(os.path.join(folder, *relative.split("/")))
        if os.path.isdir(path):
            entries = sorted(os.listdir(path))[:MOST_FILES]
            yield from (os.path.join(path, name) for name in entries if name.lower().endswith(applied.ending))
        elif os.path.isfile(path):
            yield path
        elif not is_plain(relative):
            pattern = os.path.join(glob.escape(folder), *relative.split("/"))
            yield from map(os.path.normpath, filter(os.path.isfile, sorted(glob.glob(pattern))[:MOST_FILES]))


class Places:
    """The folders whose files may be read, and what is excluded in them."""

    __slots__ = ("_exclusion", "_folder", "_honours_ignore", "_roots", "_tracked")

    def __init__(self, project: Project) -> None:
        self._folder = os.path.join(os.path.abspath(project.folder), "")
        self._exclusion = Exclusion.of(project.exclude)
        self._tracked = project.tracked
        self._honours_ignore = project.gate is None or project.gate.allows("gitignore")
        self._roots = [os.path.abspath("."), os.path.abspath(project.folder)]

    def contain(self, path: str, script: str) -> bool:
        """Whether a file that a script applies may be read."""
        repository = repository_root(os.path.dirname(script))
        roots = [*self._roots, os.path.dirname(script), *([repository] if repository is not None else [])]
        real = os.path.realpath(path)
        if not any(real.startswith(os.path.join(os.path.realpath(root), "")) for root in roots):
            return False
        if path.startswith(self._folder) and self._exclusion.excludes_below(path[len(self._folder) :]):
            return False
        if not is_tracked(path, self._tracked):
            return False
        return not (self._honours_ignore and is_ignored(path, self._tracked))
