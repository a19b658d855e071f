"""Which files a run examines: by name, `.gitignore` and the project's patterns.

A file that the user names is always examined; a walk from a folder omits what is ignored, excluded or
hidden, and files whose names show that they contain none of MQ's languages. The order is that of the
displayed paths.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from mqtune.project.boundary import IN_GIT, INSIDE, Boundary, Refused, boundary_of, typed_refusal
from mqtune.project.ignore_files import (
    IGNORED,
    IgnoreFiles,
    ignored_reason,
    is_ignored,
    is_tracked,
    leads_to_tracked,
)
from mqtune.project.left_out import LeftOut, is_wanted_by_content, is_wanted_by_name, names_mq
from mqtune.project.load import FILE_NAME, shown_path
from mqtune.project.patterns import Exclusion, Pattern, PatternSet, exclusions_by_origin
from mqtune.project.settings import Project
from mqtune.syntax.carriers import names
from mqtune.text.held import Entry, list_folder
from mqtune.text.messages import reason_of
from mqtune.text.record import record
from mqtune.text.source import NOT_REGULAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.project.settings import Gate
    from mqtune.text.not_checked import Overruled

# why a file is left out
HIDDEN = "hidden"
THIRD_PARTY = "in folder {}"
EXCLUDED = "excluded by {}"
UNTRACKED = "not tracked by git"
NOT_FOLLOWED = "a link to a folder, which is not followed, or to nothing"
OTHER_KIND = "not a kind of file that mqtune reads"
OTHER_CONTENT = "contains nothing of IBM MQ"
NAMES_MQ = "naming commands or programs of IBM MQ in a form that is not read"

GIT_FOLDER = ".git"
GIT_FILES = (GIT_FOLDER, ".gitignore", ".gitattributes")
# these do not count as not checked
EXPECTED = (OTHER_KIND, OTHER_CONTENT, NOT_FOLLOWED)

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
    folders that it left out, with the reason, if that was wanted; `not_checked` those of them that would have
    been checked. `overruled` is what would have been left out if the gate accepted it. `refused` are
    links out of the project.
    """

    files: list[Found]
    missing: list[str]
    unreadable: list[Unreadable]
    others: list[str]
    omitted: Sequence[tuple[str, str]] = ()
    not_checked: Sequence[tuple[str, str]] = ()
    overruled: Sequence[Overruled] = ()
    refused: Sequence[Refused] = ()


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
    walk = Walk(project, boundary_of(project, paths), apart, list_omitted)
    missing: list[str] = []
    searched: list[str] = []
    for path in paths:
        if reason := typed_refusal(path, project.folder if project.file else ""):
            walk.refuse(shown_path(path), reason)
        elif os.path.isdir(path):
            walk.folder(path)
            searched.append(walk.boundary.real(path) or path)
        elif ignore_unknown and os.path.isfile(path):
            walk.file(path)
        elif os.path.exists(path):
            walk.add(os.path.abspath(path), shown_path(path), named=True)
        elif project.tracked is not None and ignore_unknown:
            walk.omit(shown_path(path), UNTRACKED, path)
        else:
            missing.append(path.replace(os.sep, "/"))
    if walk.links:
        from mqtune.project.left_out import second_names  # few folders have links

        links = [(path, target) for path in walk.links if (target := walk.boundary.real(path)) in walk.files]
        for path in second_names(links, project):
            if not (walk.files[path].named or walk.files[path].declared):
                del walk.files[path]
    walk.left_out.add_linked(searched)
    files = sorted(walk.files.values(), key=lambda file: file.shown)
    return Discovery(
        files,
        missing,
        walk.unreadable,
        walk.others,
        sorted(walk.omitted or ()),
        sorted(walk.left_out.files),
        walk.overruled,
        walk.refused,
    )


class Walk:
    """The state of one run's walk: what it has found, and the project's patterns."""

    __slots__ = (
        "apart",
        "boundary",
        "declared",
        "exclusions",
        "files",
        "gate",
        "left_out",
        "links",
        "omitted",
        "others",
        "overruled",
        "refused",
        "root",
        "tracked",
        "unreadable",
    )

    def __init__(
        self, project: Project, boundary: Boundary, apart: bool = False, list_omitted: bool = False
    ) -> None:
        self.apart = apart
        self.boundary = boundary
        self.refused: list[Refused] = []
        self.others: list[str] = []
        self.root = os.path.join(os.path.abspath(project.folder), "")
        self.gate = project.gate
        self.overruled: list[Overruled] = []
        usual = f"{project.file}:{project.lines['exclude']}" if "exclude" in project.lines else "`exclude`"
        self.exclusions = exclusions_by_origin(
            {pattern: project.excluded_by.get(pattern, usual) for pattern in project.exclude}
        )
        self.tracked = project.tracked
        declared = (Pattern(text) for manager in project.queue_managers for text in manager.files)
        self.declared = PatternSet(declared)
        self.files: dict[str, Found] = {}
        self.links: list[str] = []  # paths of links to files
        self.unreadable: list[Unreadable] = []
        self.omitted: list[tuple[str, str]] | None = [] if list_omitted else None
        self.left_out = LeftOut(project.gate is not None)

    def omit(self, shown: str, reason: str, path: str = "") -> None:
        """Record that a file or folder is left out, if it would have been checked or all reasons are wanted.

        Without its path it counts as one that would have been.
        """
        if self.omitted is not None:
            self.omitted.append((shown, reason))
        if reason not in EXPECTED:
            self.left_out.add("" if reason == NAMES_MQ else path, shown, reason)

    def refuse(self, shown: str, reason: str) -> None:
        """Record that a link, or what is below one, is not read."""
        self.refused.append(Refused(shown, 1, f"{shown} is not read", reason))
        self.omit(shown, reason)

    def add(self, path: str, shown: str, named: bool) -> None:
        """Add a file; being named takes precedence over being found on a walk."""
        if not leads_to_tracked(path, self.tracked):
            self.omit(shown, UNTRACKED, path)
            return
        before = self.files.get(path)
        if before is None:
            self.files[path] = Found(path, shown, named, self.is_declared(path))
        elif named:
            before.named = True

    def file(self, named: str) -> None:
        """Add a named file if a walk from the working folder, or from its own folder, would add it."""
        path = os.path.abspath(named)
        top = os.path.abspath(".") if path.startswith(os.path.join(os.path.abspath("."), "")) else ""
        inside = os.path.relpath(path, top).split(os.sep) if top else [os.path.basename(path)]
        shown = shown_path(named)
        why = next(filter(None, map(self._closed, inside)), "")
        why = why or self._excluded(path, Exclusion.excludes_below)
        if why:
            self.omit(shown, why, path)
        elif is_ignored(path, self.tracked) and self._honours_ignore(shown):
            self.omit(shown, ignored_reason(path), path)
        elif self._wanted(inside[-1], path):
            self.add(path, shown, named=False)
        else:
            self.omit(shown, _reason(inside[-1], path, self.gate), path)

    def _closed(self, name: str) -> str:
        """Why a walk does not examine a file or folder of this name; empty if it does.

        Under a gate only the repository of git itself is closed.
        """
        if name == GIT_FOLDER or (name.startswith(".") and self.gate is None):
            return HIDDEN
        return THIRD_PARTY.format(name) if name in SKIPPED_FOLDERS and self.gate is None else ""

    def _excluded(self, path: str, matching: Callable[[Exclusion, str], bool]) -> str:
        """Why `exclude` leaves out an absolute path; empty if it does not."""
        relative = self.relative(path)
        for origin, exclusion in self.exclusions:
            if matching(exclusion, relative):
                return EXCLUDED.format(origin)
        return ""

    def _honours_ignore(self, shown: str) -> bool:
        """Whether a file that `.gitignore` names is left out; if not, this is recorded."""
        if self.gate is None or self.gate.allows("gitignore"):
            return True
        from mqtune.text.not_checked import Overruled  # only under a gate

        why = f"{self.gate.file} does not allow gitignore"
        self.overruled.append(Overruled(shown, 0, "ignored file", IGNORED, why))
        return False

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
        if self.tracked is not None or ignored.names(top):  # the user named it explicitly
            ignored = IgnoreFiles()
        exclusions = self.exclusions
        if self.relative(top):
            self.exclusions = [
                (origin, exclusion.without(self.relative(top))) for origin, exclusion in exclusions
            ]
        shown = shown_path(named)
        waiting = [(top, "" if shown == "." else shown + "/", ignored)]
        while waiting:
            path, prefix, ignored = waiting.pop()
            if self.boundary.is_in_git(path):
                self.omit(prefix.rstrip("/"), IN_GIT, path)
                continue
            ignored = ignored.entering(path) if self.tracked is None else ignored
            entries = self._entries(path, prefix)
            if self.apart and self._is_other_project(path, entries):
                self.others.append(prefix.rstrip("/") or ".")
                continue
            for entry in entries:
                excluded = self._excluded(entry.path, Exclusion.excludes) if self.exclusions else ""
                below = ignored
                if excluded:
                    self.omit(prefix + entry.name, excluded, entry.path)
                    continue
                if ignored.ignores(entry.path, entry.is_folder):
                    if self._honours_ignore(prefix + entry.name):
                        self.omit(prefix + entry.name, ignored_reason(entry.path), entry.path)
                        continue
                    below = IgnoreFiles()  # stated once for the folder
                if not is_tracked(entry.path, self.tracked):
                    self.omit(prefix + entry.name, UNTRACKED, entry.path)
                elif entry.is_folder:
                    waiting.append((entry.path, f"{prefix}{entry.name}/", below))
                else:
                    self._examine(entry, prefix + entry.name)
        self.exclusions = exclusions
        self._add_plainly_declared(top, shown)

    def _examine(self, entry: Entry, shown: str) -> None:
        """Add a file of a folder if it may contain MQ text. No link out of the project is opened."""
        refusal = self.boundary.refusal(entry.path) if entry.is_link else INSIDE
        if refusal:
            self._pass_by(entry, shown, refusal)
        elif not entry.is_file():
            self.omit(shown, NOT_FOLLOWED if entry.is_link else NOT_REGULAR, entry.path)
            if entry.is_link and os.path.isdir(entry.path):  # no loop
                self.left_out.linked[self.boundary.real(entry.path) or entry.path] = shown
        elif self._wanted(entry.name, entry.path):
            self.add(entry.path, shown, named=False)
            if entry.is_link:
                self.links.append(entry.path)
        elif entry.name != FILE_NAME or (self.gate is not None and names_mq(entry.path)):
            self.omit(shown, _reason(entry.name, entry.path, self.gate), entry.path)

    def _pass_by(self, entry: Entry, shown: str, reason: str) -> None:
        """Leave out a link; it is refused if it would be read for its name, or because it is declared."""
        if is_wanted_by_name(entry.name, entry.path) or self.is_declared(entry.path):
            self.refuse(shown, reason)
        else:
            is_other = names.shape_of(entry.name).shape == names.OTHER
            self.omit(shown, f"a link, and {reason}", entry.path if is_other else "")

    def _is_other_project(self, path: str, entries: list[Entry]) -> bool:
        files = [entry for entry in entries if entry.name == FILE_NAME and (entry.is_link or entry.is_file())]
        return bool(files) and os.path.join(path, "") != self.root

    def _entries(self, path: str, prefix: str) -> list[Entry]:
        """The entries of a folder that a walk may examine, by name."""
        try:
            entries = list_folder(path)
        except OSError as error:
            reason = reason_of(error)
            self.unreadable.append(Unreadable(prefix.rstrip("/") or ".", reason))
            return []
        open = []
        for entry in entries:
            closed = self._closed(entry.name)
            if not closed:
                open.append(entry)
            elif entry.name not in GIT_FILES:
                self.omit(prefix + entry.name, closed, entry.path)
        return open

    def _wanted(self, name: str, path: str) -> bool:
        """Whether a file found on a walk may contain MQ text."""
        if self.declared.patterns and self.is_declared(path):
            return True
        return is_wanted_by_name(name, path) or is_wanted_by_content(name, path, self.gate is not None)

    def _add_plainly_declared(self, top: str, shown: str) -> None:
        """Add files that the project names without a wildcard, at any depth below the folder."""
        inside = os.path.join(top, "")
        for pattern in self.declared.patterns:
            path = os.path.join(self.root, *pattern.text.split("/"))
            if not pattern.plain or not path.startswith(inside) or self.boundary.refusal(path):
                continue
            if os.path.isfile(path):
                prefix = "" if shown == "." else shown + "/"
                self.add(path, prefix + path[len(inside) :].replace(os.sep, "/"), named=False)


def _reason(name: str, path: str, gate: Gate | None) -> str:
    """Why a file found on a walk is left out: because of its name, or of its content."""
    if gate is not None and names_mq(path):
        return NAMES_MQ
    return OTHER_KIND if names.shape_of(name).shape == names.OTHER else OTHER_CONTENT
