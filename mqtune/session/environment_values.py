"""The environments that have values for placeholders, and the files that are read with them.

A file that `files` of an environment matches belongs to that environment, and a values file to those that
list it. Every other file is shared by the environments with values. An environment that has `files` as well
takes only the shared templates, with what is beside them in the same folder, and what `files` of one of its
queue managers list.

Those that have too much in common (`project/allowance.py`) are read as environments without values, and
counted as not checked.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from mqtune.project.allowance import Allowance
from mqtune.project.boundary import Boundary
from mqtune.project.environments import Environments
from mqtune.project.load import ProjectError
from mqtune.project.patterns import pattern_set
from mqtune.project.settings import EnvironmentDeclaration, Project
from mqtune.session.loaded_file import LoadedFile
from mqtune.syntax.template_values import TemplateValues

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.project.placeholder_values import ValuesFiles


class EnvironmentValues:
    """One environment with the values of its files. `paths` are these files, absolute."""

    __slots__ = ("has_files", "name", "paths", "values")

    def __init__(self, name: str, values: TemplateValues, paths: list[str], has_files: bool) -> None:
        self.name = name
        self.values = values
        self.paths = paths
        self.has_files = has_files


class ValuesByEnvironment:
    """The environments with values, and which of them a file belongs to."""

    __slots__ = (
        "_by_name",
        "_declared",
        "_file",
        "_folders",
        "_listed",
        "_listing",
        "_managers",
        "_root",
        "_without",
        "beyond",
        "environments",
    )

    def __init__(self, project: Project, environments: list[EnvironmentValues]) -> None:
        self.environments = environments
        self.beyond: list[tuple[str, str]] = []  # what is not checked because of the limits, with the reason
        self._by_name = {one.name: one for one in environments}
        self._file = project.file
        self._declared = Environments(project)
        self._listed: dict[str, list[EnvironmentValues]] = {}
        for one in environments:
            for path in dict.fromkeys(one.paths):
                self._listed.setdefault(path, []).append(one)
        self._folders = set(map(os.path.dirname, self._listed))
        self._root = os.path.join(os.path.abspath(project.folder), "")
        self._without = {one.name for one in project.environments} - self.names
        listed = [(text, one.environment_name) for one in project.queue_managers for text in one.files]
        self._managers = pattern_set(text for text, _ in listed)
        self._listing: dict[str, set[str | None]] = {}  # environments of queue managers by pattern
        for pattern, (_, name) in zip(self._managers.patterns, listed, strict=True):
            self._listing.setdefault(pattern.text, set()).add(name)

    @property
    def names(self) -> set[str | None]:
        """The names of the environments with values."""
        return set(self._by_name)

    def values(self, name: str) -> TemplateValues:
        """The values of an environment."""
        return self._by_name[name].values

    def limit(self, files: Sequence[LoadedFile], allowance: Allowance) -> list[tuple[str, str]]:
        """Read only as many environments with values as the allowance admits copies of what they have in
        common; what is not checked, with the reason.
        """
        sizes = [
            len(file.source.text)
            for file in files
            if file.source is not None and len(self.of(file.source.path)[0]) > 1
        ]
        shared, most = sum(sizes), 1
        for one in self.environments[1:]:
            if not allowance.admits(shared + sum(map(len, one.values.texts)), len(sizes)):
                break
            most += 1
        beyond = self.environments[most:]
        if not beyond:
            return []
        self.environments = self.environments[:most]
        for one in beyond:
            del self._by_name[one.name]
            self._without.add(one.name)
        names = beyond[0].name if len(beyond) == 1 else f"{beyond[0].name} to {beyond[-1].name}"
        values = f"the values of {len(beyond)} of {most + len(beyond)} environments ({names})"
        common = f"{len(sizes)} shared file{'s' * (len(sizes) != 1)}"
        self.beyond = [(self._file, f"in part, because {values} are too many for {common}")]
        return self.beyond

    def is_listed_without_values(self, listing: set[str | None]) -> bool:
        """Whether one of the queue managers that list a file is in an environment without values."""
        return bool(self._without and (None in listing or self._without & listing))

    def listing(self, path: str) -> set[str | None]:
        """The environments of the queue managers whose `files` list a file; None for all of them."""
        relative = os.path.abspath(path).removeprefix(self._root).replace(os.sep, "/")
        texts = [self._managers.patterns[numbers[0]].text for numbers in self._managers.matching(relative)]
        return {name for text in texts for name in self._listing[text]}

    def is_beside_values(self, file: LoadedFile) -> bool:
        """Whether a file is in the same folder as a values file."""
        folder = os.path.dirname(os.path.abspath(file.source.path)) if file.source is not None else ""
        return folder in self._folders

    def of(self, path: str) -> tuple[list[EnvironmentValues], bool]:
        """The environments that a file is read for, and whether it is shared."""
        full = os.path.abspath(path)
        if full in self._listed:
            return [one for one in self._listed[full] if one.name in self._by_name], False
        claimed = self._declared.of(full)
        if claimed is not None:
            return [self._by_name[claimed]] if claimed in self._by_name else [], False
        return self.environments, True


def values_by_environment(
    project: Project, boundary: Boundary, more: Sequence[str] = ()
) -> ValuesByEnvironment | None:
    """The environments with values; `more` are files that add values to each. Raises ProjectError.

    Values files outside of the boundary are omitted.
    """
    found = [one for one in project.environments if one.values]
    if not found:
        return None
    from mqtune.project.placeholder_values import ValuesFiles  # few projects have values

    files = ValuesFiles()
    return ValuesByEnvironment(project, [_read(project, boundary, one, more, files) for one in found])


def _read(
    project: Project,
    boundary: Boundary,
    environment: EnvironmentDeclaration,
    more: Sequence[str],
    files: ValuesFiles,
) -> EnvironmentValues:
    paths = []
    for written in environment.values:
        path = os.path.abspath(os.path.join(project.folder, written))
        if boundary.refusal(path):
            continue
        paths.append(path)
        if not os.path.isfile(path):
            what = "is a folder" if os.path.isdir(path) else "does not exist"
            message = f"values file {written} of environment {environment.name} {what}"
            help = "paths are relative to the folder of the project file"
            raise ProjectError(project.file, environment.line, message, help)
    values = files.values_of([*paths, *more])
    return EnvironmentValues(environment.name, values, paths, bool(environment.files))
