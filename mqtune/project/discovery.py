"""Which files a run examines: by name, `.gitignore` and the project's patterns.

A file that the user names is always examined; a walk from a folder omits what is ignored, excluded or
hidden, and files whose names show that they contain none of MQ's languages. The order is that of the
displayed paths.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from mqtune.project.git_ignore import IgnoreFiles
from mqtune.project.load import FILE_NAME, shown_path
from mqtune.project.patterns import Exclusion, Pattern, PatternSet
from mqtune.project.settings import Project
from mqtune.syntax.carriers import names
from mqtune.syntax.carriers.sniff import may_carry
from mqtune.text.reading import NOT_REGULAR
from mqtune.text.record import record

# why a file is left out
HIDDEN = "hidden, or a folder of third-party files"
EXCLUDED = "excluded by `exclude`"
IGNORED = "ignored by .gitignore"
UNTRACKED = "not tracked by git"
NOT_FOLLOWED = "a link to a folder, which is not followed, or to nothing"
OTHER_KIND = "not a kind of file that mqtune reads"
OTHER_CONTENT = "contains nothing of IBM MQ"

GIT_FILES = (".git", ".gitignore", ".gitattributes")

# shapes of files whose names show that they may contain MQ text
CARRIERS = (names.MQSC, names.INI, names.YAML, names.SHELL, names.JCL, names.BATCH)

# folders of third-party files, never entered by a walk
SKIPPED_FOLDERS = frozenset({"node_modules", "__pycache__", "site-packages"})


@record
class Found:
    """One file to examine. `named` on the command line; `declared` by a `files` pattern."""

    path: str
    shown: str
    named: bool
    declared: bool = False

    def __repr__(self) -> str:
        return f"Found({self.shown!r}{', named' if self.named else ''})"


@record
class Unreadable:
    """A folder that could not be read, with the reason."""

    shown: str
    reason: str


@record
class Discovery:
    """The files found, the named paths that do not exist, and the folders that cannot be read.

    `others` are folders of other projects that the walk found and did not enter. `omitted` are the files and
    folders that it left out, with the reason, if that was wanted.
    """

    files: list[Found]
    missing: list[str]
    unreadable: list[Unreadable]
    others: list[str]
    omitted: Sequence[tuple[str, str]] = ()


def discover(
    paths: list[str],
    project: Project,
    apart: bool = False,
    ignore_unknown: bool = False,
    list_omitted: bool = False,
) -> Discovery:
    """All files of the named paths: files themselves, and the files below folders.

    With `apart`, a folder with its own project file is left to that project. With `ignore_unknown`, a named
    file is examined only if a walk would have found it. `list_omitted` adds what was left out. If the project
    says which files git tracks, no other is examined, and `.gitignore` hides none of them.
    """
    walk = Walk(project, apart, list_omitted)
    missing: list[str] = []
    for path in paths:
        if os.path.isdir(path):
            walk.folder(path)
        elif ignore_unknown and os.path.isfile(path):
            walk.file(path)
        elif os.path.exists(path):
            walk.add(os.path.abspath(path), shown_path(path), named=True)
        elif project.tracked is not None and ignore_unknown:
            walk.omit(shown_path(path), UNTRACKED)
        else:
            missing.append(path.replace(os.sep, "/"))
    walk.drop_second_names()
    files = sorted(walk.found.values(), key=lambda found: found.shown)
    return Discovery(files, missing, walk.unreadable, walk.others, sorted(walk.omitted or ()))


class Walk:
    """The state of one run's walk: what it has found, and the project's patterns."""

    __slots__ = (
        "apart",
        "declared",
        "exclusion",
        "found",
        "links",
        "omitted",
        "others",
        "root",
        "tracked",
        "unreadable",
    )

    def __init__(self, project: Project, apart: bool = False, list_omitted: bool = False) -> None:
        self.apart = apart
        self.others: list[str] = []
        self.root = os.path.join(os.path.abspath(project.folder), "")
        self.exclusion = Exclusion.of(project.exclude)
        self.tracked = project.tracked
        declared = (Pattern(text) for manager in project.queue_managers for text in manager.files)
        self.declared = PatternSet(declared)
        self.found: dict[str, Found] = {}
        self.links: list[str] = []  # paths of links to files
        self.unreadable: list[Unreadable] = []
        self.omitted: list[tuple[str, str]] | None = [] if list_omitted else None

    def omit(self, shown: str, reason: str) -> None:
        """Record that a file or folder is left out, if the reasons are wanted."""
        if self.omitted is not None:
            self.omitted.append((shown, reason))

    def add(self, path: str, shown: str, named: bool) -> None:
        """Add a file; being named takes precedence over being found on a walk."""
        if not is_tracked(path, self.tracked):
            self.omit(shown, UNTRACKED)
            return
        before = self.found.get(path)
        if before is None:
            self.found[path] = Found(path, shown, named, self.is_declared(path))
        elif named:
            before.named = True

    def file(self, named: str) -> None:
        """Add a named file if a walk from the working folder, or from its own folder, would add it."""
        path = os.path.abspath(named)
        top = os.path.abspath(".") if path.startswith(os.path.join(os.path.abspath("."), "")) else ""
        inside = os.path.relpath(path, top).split(os.sep) if top else [os.path.basename(path)]
        shown = shown_path(named)
        if any(part.startswith(".") or part in SKIPPED_FOLDERS for part in inside):
            self.omit(shown, HIDDEN)
        elif self.exclusion.excludes_below(self.relative(path)):
            self.omit(shown, EXCLUDED)
        elif is_ignored(path, self.tracked):
            self.omit(shown, IGNORED)
        elif self._wanted(inside[-1], path):
            self.add(path, shown, named=False)
        else:
            self.omit(shown, _reason(inside[-1]))

    def drop_second_names(self) -> None:
        """Drop links to files in the same folder, whose definitions would otherwise count twice."""
        for path in self.links:
            found, target = self.found[path], os.path.realpath(path)
            beside = target in self.found and os.path.dirname(target) == os.path.dirname(path)
            if beside and not found.named and not found.declared:
                del self.found[path]

    def is_declared(self, path: str) -> bool:
        """Whether a `files` pattern of the project matches an absolute path."""
        relative = self.relative(path)
        return bool(relative) and self.declared.matches(relative)

    def relative(self, path: str) -> str:
        """An absolute path as the project's patterns match it; empty outside the project's folder."""
        if not path.startswith(self.root):
            return ""
        return path[len(self.root) :].replace(os.sep, "/")

    def folder(self, named: str) -> None:
        """Add everything of interest below a named folder."""
        top = os.path.abspath(named)
        ignored = IgnoreFiles.above(top)
        if self.tracked is not None or ignored.ignores_below(top):  # the user named it explicitly
            ignored = IgnoreFiles()
        exclusion = self.exclusion.without(self.relative(top)) if self.relative(top) else self.exclusion
        shown = shown_path(named)
        waiting = [(top, "" if shown == "." else shown + "/", ignored)]
        while waiting:
            path, prefix, ignored = waiting.pop()
            ignored = ignored.entering(path) if self.tracked is None else ignored
            entries = self._entries(path, prefix)
            if self.apart and self._is_other_project(path, entries):
                self.others.append(prefix.rstrip("/") or ".")
                continue
            for entry in entries:
                if exclusion.excludes(self.relative(entry.path)):
                    self.omit(prefix + entry.name, EXCLUDED)
                elif ignored.ignores(entry.path, _is_folder(entry)):
                    self.omit(prefix + entry.name, IGNORED)
                elif not is_tracked(entry.path, self.tracked):
                    self.omit(prefix + entry.name, UNTRACKED)
                elif _is_folder(entry):
                    waiting.append((entry.path, f"{prefix}{entry.name}/", ignored))
                elif not _is_file(entry):
                    self.omit(prefix + entry.name, NOT_FOLLOWED if entry.is_symlink() else NOT_REGULAR)
                elif self._wanted(entry.name, entry.path):
                    self.add(entry.path, prefix + entry.name, named=False)
                    if entry.is_symlink():
                        self.links.append(entry.path)
                elif entry.name != FILE_NAME:
                    self.omit(prefix + entry.name, _reason(entry.name))
        self._add_plainly_declared(top, shown)

    def _is_other_project(self, path: str, entries: list[os.DirEntry[str]]) -> bool:
        inside = os.path.join(path, "") != self.root
        return inside and any(entry.name == FILE_NAME and _is_file(entry) for entry in entries)

    def _entries(self, path: str, prefix: str) -> list[os.DirEntry[str]]:
        """The entries of a folder that a walk may examine, by name."""
        try:
            with os.scandir(path) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self.unreadable.append(Unreadable(prefix.rstrip("/") or ".", reason))
            return []
        if self.omitted is not None:
            for entry in found:
                if not _is_open(entry) and entry.name not in GIT_FILES:
                    self.omit(prefix + entry.name, HIDDEN)
        return [entry for entry in found if _is_open(entry)]

    def _wanted(self, name: str, path: str) -> bool:
        """Whether a file found on a walk may contain MQ text."""
        if self.declared.patterns and self.is_declared(path):
            return True
        return is_wanted_by_name(name, path) or is_wanted_by_content(name, path)

    def _add_plainly_declared(self, top: str, shown: str) -> None:
        """Add files that the project names without a wildcard, at any depth below the folder."""
        inside = os.path.join(top, "")
        for pattern in self.declared.patterns:
            path = os.path.join(self.root, *pattern.text.split("/"))
            if pattern.plain and path.startswith(inside) and os.path.isfile(path):
                prefix = "" if shown == "." else shown + "/"
                self.add(path, prefix + path[len(inside) :].replace(os.sep, "/"), named=False)


def is_tracked(path: str, tracked: frozenset[str] | None) -> bool:
    """Whether a run may read an absolute path, because it reads all files or because git tracks this one."""
    if tracked is None:
        return True
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name) in tracked


def is_ignored(path: str, tracked: frozenset[str] | None) -> bool:
    """Whether `.gitignore` hides an absolute path: no file that git tracks, where it is known which."""
    return tracked is None and IgnoreFiles.above(path).ignores_below(path)


def is_wanted_by_name(name: str, path: str) -> bool:
    """Whether the name of a file shows that it may contain MQ text, whatever its content is."""
    told = names.shape_of(name)
    if told.shape in CARRIERS or told.certain or told.template:
        return True
    return is_of_system(name, path)


def is_wanted_by_content(name: str, path: str) -> bool:
    """Whether a file whose name does not decide may contain MQ text."""
    shape = names.shape_of(name).shape
    return shape != names.OTHER and may_carry(path, shape)


def is_of_system(name: str, path: str) -> bool:
    """Whether a path is that of a sysctl or limits file or a systemd unit."""
    if ".conf" not in name and ".service" not in name:
        return False
    from mqtune.syntax.system.kinds import kind_of_path  # few folders have such names

    return bool(kind_of_path(path))


def _reason(name: str) -> str:
    """Why a file found on a walk is left out: because of its name, or of its content."""
    return OTHER_KIND if names.shape_of(name).shape == names.OTHER else OTHER_CONTENT


def _is_open(entry: os.DirEntry[str]) -> bool:
    return not entry.name.startswith(".") and entry.name not in SKIPPED_FOLDERS


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it is a folder itself; links to folders are not followed, so there can be no loop."""
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False
