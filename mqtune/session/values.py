"""The environments that have values for placeholders, and the versions of files that are read with them.

A file that `files` of an environment matches belongs to that environment, and a values file to those that
list it. Every other file is shared by the environments with values. An environment that has `files` as well
takes only the shared templates, with what is beside them in the same folder, and what `files` of one of its
queue managers list.

Those that have too much in common (`project/placeholder_values.py`) are read as environments without values,
and counted as not checked.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence

from mqtune.language import catalogue
from mqtune.project.boundary import Boundary
from mqtune.project.environments import Environments
from mqtune.project.load import ProjectError
from mqtune.project.patterns import pattern_set
from mqtune.project.settings import EnvironmentDeclaration, Project
from mqtune.session.loaded_file import LoadedFile
from mqtune.syntax.carriers.names import container_name, step_name
from mqtune.syntax.document import Document, has_placeholder
from mqtune.syntax.mqsc.tree import Script
from mqtune.syntax.template_values import TemplateValues
from mqtune.text.editing import LineIndex, Span
from mqtune.text.not_checked import CHARACTERS_OF_WORD, MOST_TIMES, VERSION, Allowance

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
        self._by_name = {environment.name: environment for environment in environments}
        self._file = project.file
        self._declared = Environments(project)
        self._listed: dict[str, list[EnvironmentValues]] = {}
        for environment in environments:
            for path in dict.fromkeys(environment.paths):
                self._listed.setdefault(path, []).append(environment)
        self._folders = set(map(os.path.dirname, self._listed))
        self._root = os.path.join(os.path.abspath(project.folder), "")
        self._without = {environment.name for environment in project.environments} - self.names
        listed = [
            (text, manager.environment_name) for manager in project.queue_managers for text in manager.files
        ]
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
        texts = [
            file.source.text
            for file in files
            if file.source is not None and len(self.of(file.source.path)[0]) > 1
        ]
        shared, most = sum(max(len(text), VERSION) for text in texts), 1
        more = dense(texts) if len(self.environments) > MOST_TIMES else 0  # counts from there on
        for environment in self.environments[1:]:
            words = 0 if most < MOST_TIMES else more
            if not allowance.admits(shared + sum(map(len, environment.values.texts)), 0, words):
                break
            most += 1
        beyond = self.environments[most:]
        if not beyond:
            return []
        self.environments = self.environments[:most]
        for environment in beyond:
            del self._by_name[environment.name]
            self._without.add(environment.name)
        names = beyond[0].name if len(beyond) == 1 else f"{beyond[0].name} to {beyond[-1].name}"
        values = f"the values of {len(beyond)} of {most + len(beyond)} environments ({names})"
        common = f"{len(texts)} shared file{'s' * (len(texts) != 1)}"
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
            return [
                environment for environment in self._listed[full] if environment.name in self._by_name
            ], False
        claimed = self._declared.of(full)
        if claimed is not None:
            return [self._by_name[claimed]] if claimed in self._by_name else [], False
        return self.environments, True


def dense(texts: Sequence[str]) -> int:
    """How many words more than usual texts of their length have."""
    return sum(max(len(text.split()) - len(text) // CHARACTERS_OF_WORD, 0) for text in texts)


def values_by_environment(
    project: Project, boundary: Boundary, more: Sequence[str] = ()
) -> ValuesByEnvironment | None:
    """The environments with values; `more` are files that add values to each. Raises ProjectError.

    Values files outside of the boundary are omitted.
    """
    environments = [environment for environment in project.environments if environment.values]
    if not environments:
        return None
    from mqtune.project.placeholder_values import ValuesFiles  # few projects have values

    files = ValuesFiles()
    return ValuesByEnvironment(
        project, [_read(project, boundary, environment, more, files) for environment in environments]
    )


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


# Versions of files that several environments share: one for each, with its values.

Parse = Callable[[LoadedFile], LoadedFile]


def versions_of(
    files: Sequence[LoadedFile], by_environment: ValuesByEnvironment, parse: Parse, exposes: bool = False
) -> Iterator[tuple[LoadedFile, list[LoadedFile]]]:
    """Each file with its versions: none if it contains nothing, or belongs to no environment with values. A
    shared file that a queue manager of another environment lists has one without values as well; if it
    `exposes` commands, so has a file with commands that the values hide in every version.
    """
    read: list[tuple[LoadedFile, bool, list[tuple[EnvironmentValues, LoadedFile]]]] = []
    templates: set[tuple[str, str]] = set()  # environment and folder of shared templates
    for file in files:
        source = file.source
        environments, shared = by_environment.of(source.path) if source is not None else ([], False)
        versions = []
        for environment in environments:
            version = parse(LoadedFile(file.shown, source, file.named, file.asked, environment.name))
            if shared and version.is_template:
                templates.add((environment.name, os.path.dirname(file.shown)))
            if shared and by_environment.is_beside_values(file) and _is_values_file(version):
                continue  # the values of an environment that is not declared
            if version.trees or version.deployments or version.stores or version.applies:
                versions.append((environment, version))
        read.append((file, shared, versions))
    for file, shared, versions in read:
        folder = os.path.dirname(file.shown)
        listing = by_environment.listing(file.source.path) if shared and file.source is not None else set()
        wanted = [
            version
            for environment, version in versions
            if not shared
            or not environment.has_files
            or (environment.name, folder) in templates
            or not listing.isdisjoint((environment.name, None))
        ]
        if wanted and by_environment.is_listed_without_values(listing):
            wanted.append(parse(file))
        elif exposes and any(version.is_template for version in wanted):
            seen = {place for version in wanted for place in _places_of_commands(version)}
            if not _places_of_commands(parse(file)) <= seen:
                wanted.append(file)
        yield file, wanted


def _places_of_commands(file: LoadedFile) -> set[tuple[int, int]]:
    """Where the commands of a file begin that have a verb."""
    places = set()
    for tree in (tree for tree in file.trees if isinstance(tree, Script)):
        for command in tree.commands:
            text = tree.lines[command.first].text
            verb = text.split(None, 1)[:1]
            if verb and catalogue.verb(verb[0].upper()) is not None:
                start = text.index(verb[0]) + 1
                span = Span(command.first + 1, start, command.first + 1, start + len(verb[0]))
                places.add(tree.document.place(span).span.key()[:2])
    return places


def _is_values_file(file: LoadedFile) -> bool:
    """Whether a file may have values: YAML with texts, but neither a template nor a resource."""
    if file.is_template or file.deployments or file.stores or not file.trees:
        return False
    return all(tree.document.carrier.startswith("yaml") and not tree.document.resource for tree in file.trees)


# The queue managers of the texts in charts that are read with values.


def link(files: Sequence[LoadedFile], by_environment: ValuesByEnvironment) -> None:
    """Remove the texts that are not used, and name the queue managers of the others.

    A text belongs to the queue manager whose resource names its ConfigMap. MQSC in a values file, which a
    template inserts by `{{ .Values.extraMqsc | nindent 4 }}`, is checked in the values file, as part of the
    queue manager whose template inserts it. If a later values file replaces it, it is not used in that
    environment.
    """
    by_name: dict[str | None, list[LoadedFile]] = {}
    for file in files:
        if file.source is not None:
            by_name.setdefault(file.environment, []).append(file)
    for environment in by_environment.environments:
        mine = by_name.get(environment.name, [])
        parts = _parts(mine)
        owners = _owners(mine, parts)
        for file in mine:
            for tree in file.trees:
                _name(tree.document, parts)
            path = os.path.abspath(file.source.path) if file.source is not None else ""
            if path not in environment.paths:
                continue
            later = environment.values.layers[environment.paths.index(path) + 1 :]
            file.trees = [
                tree
                for tree in file.trees
                if not any(_has(manager, tree.document.container) for manager in later)
            ]
            for tree in file.trees:
                owner = owners.get(tree.document.container, "")
                tree.document.queue_manager = tree.document.queue_manager or owner


def _parts(files: Sequence[LoadedFile]) -> dict[tuple[str, str], str]:
    """The queue managers by the texts that their resources name: `ConfigMap/name` and a key, or ""."""
    managers: dict[tuple[str, str], str] = {}
    for file in files:
        for deployment in file.deployments:
            if not has_placeholder(deployment.name):
                for _, kind, name, key in deployment.parts:
                    managers.setdefault((f"{kind}/{name}", key), deployment.name)
    return managers


def _name(document: Document, parts: dict[tuple[str, str], str]) -> None:
    """Name the queue manager of a text in a ConfigMap or Secret."""
    if document.resource and not document.queue_manager:
        for (resource, key), name in parts.items():
            if resource == document.resource and (not key or document.container.endswith(step_name(key))):
                document.queue_manager = name
                return


def _owners(files: Sequence[LoadedFile], parts: dict[tuple[str, str], str]) -> dict[str, str]:
    """The queue managers into whose texts values are inserted, by the name of the value."""
    owners: dict[str, str] = {}
    for file in files:
        if not file.inserted or file.source is None:
            continue
        index = LineIndex(file.source.text)
        for names, offset in file.inserted:
            line = index.position(offset)[0]
            before = [
                (place.span.line, store.kind, store.name, key)
                for store in file.stores
                for key, place in store.keys.items()
                if place.span.line <= line
            ]
            if not before:
                continue
            _, kind, name, key = max(before)
            owner = parts.get((f"{kind}/{name}", key)) or parts.get((f"{kind}/{name}", ""))
            if owner is not None:
                owners.setdefault(container_name(names), owner)
    return owners


def _has(layer: Mapping[str, object], container: str) -> bool:
    """Whether a layer has a value at a position of an earlier one, or around it."""
    path: tuple[str, ...] = ()
    tree: object = layer
    while isinstance(tree, dict):
        step = next(
            (key for key in tree if _is_at(container_name((*path, key)), container)),
            None,
        )
        if step is None:
            return False
        path = (*path, step)
        tree = tree[step]
        if container_name(path) == container:
            return True
    return bool(path)


def _is_at(name: str, container: str) -> bool:
    """Whether a position is the other one, or around it."""
    return container == name or container.startswith((f"{name}.", f"{name}[", f"{name}, "))
