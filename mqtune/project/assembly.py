"""Which documents form one queue manager, and in which order they are applied.

Decided, in this order, by `files` in `mqtune.toml`; by a name from a dump, a runmqsc call or a Kubernetes
resource; otherwise each folder is one queue manager.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from mqtune.project.patterns import Pattern
from mqtune.project.settings import Project, QueueManagerDeclaration
from mqtune.syntax.carriers.containers import step_name
from mqtune.syntax.carriers.names import shape_of
from mqtune.syntax.carriers.result import Deployment
from mqtune.syntax.document import CCDT, MQCLIENT_INI, Document
from mqtune.text.wildcards import LAST_CHARACTER

Placed = tuple[Document, str, str]

# these belong to clients
CLIENT_KINDS = (MQCLIENT_INI, CCDT)


class QueueManagerFiles:
    """The documents of one queue manager in the order in which they are applied.

    `name` is None if it is unknown or only a variable. `folder` is the displayed folder of the first
    document.
    """

    __slots__ = ("declaration", "documents", "folder", "name")

    def __init__(
        self,
        name: str | None,
        documents: list[Document],
        declaration: QueueManagerDeclaration | None = None,
    ) -> None:
        self.name = name
        self.documents = documents
        self.declaration = declaration
        self.folder = folder_of(documents[0]) if documents else ""

    def __repr__(self) -> str:
        return f"QueueManagerFiles({self.name!r}, {[document.source.shown for document in self.documents]})"


def assemble(
    project: Project, documents: Iterable[Document], deployments: Sequence[Deployment] = ()
) -> list[QueueManagerFiles]:
    """The queue managers of a run: the declared ones in their order, then the others by folder.

    A document can belong to several declared ones. A declared one without documents is omitted.
    """
    mine = sorted(
        (document for document in documents if document.kind not in CLIENT_KINDS),
        key=lambda document: document.source.shown,
    )
    groups: list[QueueManagerFiles] = []
    taken: set[int] = set()
    declared = {declaration.name for declaration in project.queue_managers}
    placed = _Placed(_placed(project, mine, declared) if declared else [])
    for declaration in project.queue_managers:
        chosen = _declared(declaration, placed, alone=len(declared) == 1)
        taken.update(id(document) for document in chosen)
        if chosen:
            groups.append(QueueManagerFiles(declaration.name, chosen, declaration))
    rest = [document for document in mine if id(document) not in taken]
    for folder in _by_folder(rest):
        groups.extend(_of_folder(folder, deployments))
    return groups


def _placed(project: Project, documents: list[Document], declared: set[str]) -> list[Placed]:
    """Each document with its path for patterns, and the queue manager to which it belongs regardless of
    them.

    A name from a document overrides a pattern only if it selects part of one file, or is itself declared: a
    dump may well be listed for a queue manager with another name.
    """
    names: dict[str, set[str]] = {}
    for document in documents:
        names.setdefault(document.source.shown, set()).add(document.queue_manager)
    return [
        (
            document,
            relative_path(project, document),
            document.queue_manager
            if document.queue_manager in declared or len(names[document.source.shown] - {""}) > 1
            else "",
        )
        for document in documents
    ]


class _Placed:
    """Documents in their order, found by path, by the queue manager they name, and by file name."""

    def __init__(self, documents: list[Placed]) -> None:
        self.documents = documents
        self._paths = sorted((path, number) for number, (_, path, _) in enumerate(documents))
        self._by_name: dict[str, list[int]] = {}
        self._by_file_name: dict[str, list[int]] = {}
        for number, (document, _, told) in enumerate(documents):
            if told:
                self._by_name.setdefault(told, []).append(number)
            for name in _called(document):
                self._by_file_name.setdefault(name, []).append(number)

    def candidates(self, declaration: QueueManagerDeclaration, patterns: list[Pattern]) -> list[Placed]:
        """The documents that a declared queue manager may have."""
        found = set(self._by_name.get(declaration.name, ()))
        if not patterns:
            found.update(self._by_file_name.get(declaration.name.lower(), ()))
        for pattern in patterns:
            head = pattern.head
            first = bisect_left(self._paths, (head, -1))
            last = bisect_left(self._paths, (head + LAST_CHARACTER, -1))
            found.update(number for _, number in self._paths[first:last])
        return [self.documents[number] for number in sorted(found)]


def _declared(declaration: QueueManagerDeclaration, placed: _Placed, alone: bool) -> list[Document]:
    """The documents of a declared queue manager, in the order of its patterns and then of the paths.

    `alone` means that no other queue manager is declared.
    """
    patterns = [Pattern(text) for text in declaration.files]
    found: list[tuple[int, Document]] = []
    every = alone and not patterns
    for document, path, told in placed.documents if every else placed.candidates(declaration, patterns):
        if told and told != declaration.name:
            continue
        matching = (number for number, pattern in enumerate(patterns) if pattern.matches(path))
        number = next(matching, None)
        if number is not None:
            found.append((number, document))
        elif told or every or (not patterns and declaration.name.lower() in _called(document)):
            found.append((len(patterns), document))
    return [document for _, document in sorted(found, key=lambda entry: entry[0])]


def _called(document: Document) -> set[str]:
    """The names, in lower case, of the queue managers that the file or its folder is named after."""
    folder, _, file = document.source.shown.rpartition("/")
    return {shape_of(file).stem.rpartition(".")[0], folder.rpartition("/")[2].lower()}


def relative_path(project: Project, document: Document) -> str:
    """The file of a document as the patterns of the project match it: relative to the project's folder."""
    root = os.path.join(os.path.abspath(project.folder), "")
    path = os.path.abspath(document.source.path)
    return path[len(root) :].replace(os.sep, "/") if path.startswith(root) else ""


def folder_of(document: Document) -> str:
    """The displayed folder of a document's file."""
    return document.source.shown.rpartition("/")[0] or "."


def _by_folder(documents: list[Document]) -> list[list[Document]]:
    folders: dict[str, list[Document]] = {}
    for document in documents:
        folders.setdefault(folder_of(document), []).append(document)
    return [folders[folder] for folder in sorted(folders)]


def _of_folder(documents: list[Document], deployments: Sequence[Deployment]) -> list[QueueManagerFiles]:
    """The queue managers of one folder: one, or one for each name in its documents."""
    deployed = _deployed(documents, deployments)
    if len(deployed) > 1:
        given = {id(document) for chosen in deployed.values() for document in chosen}
        documents = [document for document in documents if id(document) not in given]
        groups = [QueueManagerFiles(_plain(name), chosen) for name, chosen in deployed.items()]
        return groups + (_of_folder(documents, ()) if documents else [])
    current, versions = _versions(documents)
    told: dict[str, list[Document]] = {}
    for document in current:
        told.setdefault(document.queue_manager, []).append(document)
    names = [name for name in told if name]
    if len(names) < 2:
        name = names[0] if names else next(iter(deployed), "")
        groups = [QueueManagerFiles(_plain(name), current)]
    else:
        groups = [QueueManagerFiles(_plain(name), told[name]) for name in sorted(told)]
    return groups + [QueueManagerFiles(_plain(document.queue_manager), [document]) for document in versions]


def _versions(documents: list[Document]) -> tuple[list[Document], list[Document]]:
    """The documents that count together, and those of files that are another version of one beside them.

    `config.mqsc.bak` or `qm.ini.tpl` beside `config.mqsc` or `qm.ini` would define everything twice.
    """
    plain = {document.source.shown.rpartition("/")[2].lower() for document in documents}
    current: list[Document] = []
    versions: list[Document] = []
    for document in documents:
        name = document.source.shown.rpartition("/")[2].lower()
        stem = shape_of(name).stem
        (versions if stem != name and stem in plain else current).append(document)
    return current, versions


def _deployed(documents: list[Document], deployments: Sequence[Deployment]) -> dict[str, list[Document]]:
    """The documents that the queue manager resources of the same folder name, by queue manager."""
    here = folder_of(documents[0])
    found: dict[str, list[Document]] = {}
    for deployment in deployments:
        if (deployment.place.file.rpartition("/")[0] or ".") != here:
            continue
        chosen = found.setdefault(deployment.name, [])
        for _, kind, name, key in deployment.parts:
            for document in documents:
                is_key = not key or document.container.endswith(step_name(key))
                if document.resource == f"{kind}/{name}" and is_key and document not in chosen:
                    chosen.append(document)
    return {name: chosen for name, chosen in found.items() if chosen}


def _plain(name: str) -> str | None:
    """The name of a queue manager; None if there is none or it is a variable of a script or template."""
    return None if not name or _is_variable(name) else name


def _is_variable(name: str) -> bool:
    return any(sign in name for sign in "$`{<")
