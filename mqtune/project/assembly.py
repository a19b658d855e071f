"""Which documents form one queue manager, and in which order they are applied.

A queue manager is (environment, name). Within an environment it is decided, in this order, by `files` in
`mqtune.toml`; by a name from a dump, a runmqsc call or a Kubernetes resource; otherwise each folder is one
queue manager.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from mqtune.project.environments import Environments, Folder, above_structure, folder_parts, home_of
from mqtune.project.load import shown_path
from mqtune.project.settings import Project, QueueManagerDeclaration
from mqtune.syntax.carriers.names import shape_of, step_name
from mqtune.syntax.carriers.result import Deployment
from mqtune.syntax.document import CCDT, CREATION, ENVIRONMENT, MQCLIENT_INI, MQSC, Document, has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.project.declared_files import DeclaredFiles

Part = tuple[str, str, str, str]  # of a queue manager resource

# these belong to clients
CLIENT_KINDS = (MQCLIENT_INI, CCDT)


class QueueManagerFiles:
    """The documents of one queue manager in the order in which they are applied.

    `name` is None if it is unknown or a placeholder; `title` is the placeholder as written. `environment` is
    None outside of every environment. `beyond` means that there are too many to list them. `folder` is the
    displayed folder of the first document, or of its role or chart.
    """

    __slots__ = ("beyond", "declaration", "documents", "environment", "folder", "name", "title")

    def __init__(
        self,
        name: str,
        documents: list[Document],
        declaration: QueueManagerDeclaration | None = None,
        environment: str | None = None,
        beyond: bool = False,
    ) -> None:
        self.name = None if declaration is None and (not name or _is_variable(name)) else name
        self.title = name
        self.documents = documents
        self.declaration = declaration
        self.environment = environment
        self.beyond = beyond
        self.folder = _shown_home(documents[0]) if documents else ""

    def __repr__(self) -> str:
        return f"QueueManagerFiles({self.name!r}, {[document.source.shown for document in self.documents]})"


def assemble(
    project: Project,
    documents: Iterable[Document],
    deployments: Sequence[Deployment] = (),
    environments: Environments | None = None,
    may_have: Callable[[int], bool] = lambda count: True,
) -> Iterator[QueueManagerFiles]:
    """The queue managers of a run: the declared ones in their order, then the others by environment and
    folder.

    A document can belong to several declared ones. A declared one without documents is omitted. One is
    `beyond` if `may_have` refuses the number of documents that it has at least.
    """
    mine = sorted(
        (document for document in documents if document.kind not in CLIENT_KINDS),
        key=lambda document: os.path.abspath(document.source.path),
    )
    of = {id(document): environment_of(document, environments) for document in mine}
    assigned: set[int] = set()
    apart = {
        (declaration.name, declaration.environment_name)
        for declaration in project.queue_managers
        if declaration.environment_name
    }
    for declaration, listed in _declared(project, mine, of):
        if not may_have(listed.least(declaration)):
            part = listed.beyond(declaration)
            assigned.update(map(id, part))
            yield QueueManagerFiles(declaration.name, part, declaration, beyond=True)
            continue
        for environment, part in _by_environment(declaration, listed.of(declaration), of, apart):
            assigned.update(map(id, part))
            yield QueueManagerFiles(declaration.name, _once(part), declaration, environment)
    rest: dict[str | None, list[Document]] = {}
    for document in mine:
        if id(document) not in assigned:
            rest.setdefault(of[id(document)], []).append(document)
    named: dict[str | None, list[Deployment]] = {}
    by_folder: dict[str, list[Deployment]] = {}
    for deployment in deployments:
        named.setdefault(_environment_at(deployment, environments), []).append(deployment)
        by_folder.setdefault(deployment.place.file.rpartition("/")[0] or ".", []).append(deployment)
    for environment in sorted(rest, key=lambda name: name or ""):
        elsewhere = _named_elsewhere(rest[environment], named.get(environment, ()))
        for group in _undeclared(rest[environment], by_folder, elsewhere):
            group.environment = environment
            group.documents = _once(group.documents)
            yield group


def environment_of(document: Document, environments: Environments | None) -> str | None:
    """The environment of a document: of its file, else of the script that applies it."""
    if environments is None:
        return None
    environment = environments.of(document.source.path)
    return (
        environments.of(document.applied_by) if environment is None and document.applied_by else environment
    )


def _environment_at(deployment: Deployment, environments: Environments | None) -> str | None:
    return environments.of(deployment.place.file) if environments is not None else None


def _once(documents: list[Document]) -> list[Document]:
    """Without the repetitions of files that scripts of several folders apply to one queue manager."""
    if not any(document.applied_by for document in documents):
        return documents
    kept: dict[object, Document] = {}
    for document in documents:
        key = (document.source.path, document.kind) if document.applied_by else id(document)
        kept.setdefault(key, document)
    return list(kept.values())


def _by_environment(
    declaration: QueueManagerDeclaration,
    documents: list[tuple[Document, bool]],
    of: dict[int, str | None],
    apart: set[tuple[str, str]],
) -> list[tuple[str | None, list[Document]]]:
    """The documents of a declared queue manager in each environment.

    Listed ones that are outside of every environment count in all of them; others are a queue manager of
    their own. `apart` are names and environments that have a table of their own.
    """
    environments = {of[id(document)] for document, _ in documents}
    environments -= {environment for name, environment in apart if name == declaration.name}
    wanted = declaration.environment_name
    names: list[str | None] = [wanted] if wanted else sorted(environments, key=lambda name: name or "")
    if any(names) and all(listed for document, listed in documents if of[id(document)] is None):
        names = [name for name in names if name is not None]
    parts = [
        (
            name,
            [
                document
                for document, listed in documents
                if of[id(document)] == name or (listed and of[id(document)] is None)
            ],
        )
        for name in names
    ]
    return [(name, part) for name, part in parts if part]


def _declared(
    project: Project, documents: Sequence[Document], of: dict[int, str | None]
) -> Iterator[tuple[QueueManagerDeclaration, DeclaredFiles]]:
    """Each declared queue manager with the documents of all."""
    if project.queue_managers:
        from mqtune.project.declared_files import DeclaredFiles  # few projects declare any

        listed = DeclaredFiles(project, documents, of)
        yield from ((declaration, listed) for declaration in project.queue_managers)


def _shown_home(document: Document) -> str:
    folder = folder_parts(document.source.path)
    home = home_of(folder)
    return folder_of(document) if home == folder else shown_path(os.sep + os.path.join(*home))


def folder_of(document: Document) -> str:
    """The displayed folder of a document's file."""
    return document.source.shown.rpartition("/")[0] or "."


def _undeclared(
    documents: list[Document], deployments: Mapping[str, list[Deployment]], elsewhere: dict[int, str]
) -> list[QueueManagerFiles]:
    """The queue managers of one environment, by folder; what several folders name is one queue manager.

    `elsewhere` are the names that resources of other folders give to documents.
    """
    groups: list[QueueManagerFiles] = []
    by_name: dict[str, QueueManagerFiles] = {}
    for folder in _by_folder(documents):
        current, versions = _versions(folder)
        for group in _of_folder(current, deployments, elsewhere):
            same = by_name.setdefault(group.name, group) if group.name is not None else group
            if same is group:
                groups.append(group)
            else:
                same.documents += group.documents
        groups += [QueueManagerFiles(document.queue_manager, [document]) for document in versions]
    return _with_settings(groups)


def _by_folder(documents: list[Document]) -> list[list[Document]]:
    """The documents by folder; the folders of one role or chart count as one."""
    folders: dict[Folder, list[Document]] = {}
    for document in documents:
        path = document.source.path if _is_named(document) else document.origin
        folders.setdefault(home_of(folder_parts(path)), []).append(document)
    return [folders[folder] for folder in sorted(folders)]


def _is_named(document: Document) -> bool:
    """Whether a document gives the name of its queue manager, which then decides."""
    return bool(document.queue_manager) and not _is_variable(document.queue_manager)


def _with_settings(groups: list[QueueManagerFiles]) -> list[QueueManagerFiles]:
    """Add the ini files of a structural folder, such as `etc`, to the only queue manager beside it."""
    above = {number: folder for number, group in enumerate(groups) if (folder := _above_settings(group))}
    below: dict[Folder, set[int]] = {folder: set() for folder in above.values()}  # groups by number
    sizes = {len(folder) for folder in below}
    places: list[set[Folder]] = []
    for number, group in enumerate(groups) if above else ():
        folders = {folder_parts(document.source.path) for document in group.documents}
        places.append({folder[:size] for folder in folders for size in sizes} & below.keys())
        for folder in places[number]:
            below[folder].add(number)
    added: set[int] = set()
    for number, folder in above.items():
        if len(below[folder]) != 2:
            continue
        beside = sum(below[folder]) - number
        if not any(map(_is_settings_file, groups[beside].documents)):
            groups[beside].documents += groups[number].documents
            added.add(number)
            places[beside] |= places[number]
            for place in places[number]:
                below[place].discard(number)
                below[place].add(beside)
    return [group for number, group in enumerate(groups) if number not in added]


def _above_settings(group: QueueManagerFiles) -> Folder | None:
    """The folder above the structural one of a group that has only ini files and no name."""
    folder = folder_parts(group.documents[0].source.path)
    above = above_structure(folder)
    is_other = group.title or above == folder or any(document.kind == MQSC for document in group.documents)
    return None if is_other else above


def _is_settings_file(document: Document) -> bool:
    """Whether a document is an ini file, not what a script states in its place."""
    return document.kind not in (MQSC, ENVIRONMENT) and document.carrier != CREATION


def _of_folder(
    documents: list[Document], deployments: Mapping[str, list[Deployment]], elsewhere: dict[int, str]
) -> list[QueueManagerFiles]:
    """The queue managers of one folder: one, or one for each name in its documents."""
    deployed = _deployed(documents, deployments)
    if len(deployed) > 1:
        given = {id(document) for _, chosen in deployed for document in chosen}
        documents = [document for document in documents if id(document) not in given]
        groups = [QueueManagerFiles(name, chosen) for name, chosen in deployed]
        return groups + (_of_folder(documents, {}, elsewhere) if documents else [])
    told: dict[str, list[Document]] = {}
    for document in documents:
        told.setdefault(document.queue_manager or elsewhere.get(id(document), ""), []).append(document)
    names = [name for name in told if name]
    if len(names) < 2:
        name = names[0] if names else deployed[0][0] if deployed else ""
        return [QueueManagerFiles(name, documents)] if documents else []
    return [QueueManagerFiles(name, told[name]) for name in sorted(told)]


def _versions(documents: list[Document]) -> tuple[list[Document], list[Document]]:
    """The documents that count together, and those of files that are another version of one beside them.

    `config.mqsc.bak` or `qm.ini.tpl` beside `config.mqsc` or `qm.ini` would define everything twice.
    """
    plain = {document.source.shown.lower() for document in documents}
    current: list[Document] = []
    versions: list[Document] = []
    for document in documents:
        folder, slash, name = document.source.shown.lower().rpartition("/")
        stem = shape_of(name).stem
        (versions if stem != name and f"{folder}{slash}{stem}" in plain else current).append(document)
    return current, versions


def _deployed(
    documents: list[Document], deployments: Mapping[str, list[Deployment]]
) -> list[tuple[str, list[Document]]]:
    """The documents that the queue manager resources of the same folder name, by queue manager.

    A placeholder does not identify a queue manager, so each resource with one is a queue manager.
    """
    folders = dict.fromkeys(map(folder_of, documents)) if deployments else ()
    texts = _by_resource(documents)
    groups: dict[tuple[str, ...], dict[int, Document]] = {}
    known: set[tuple[object, ...]] = set()
    for deployment in chain(*(deployments.get(folder, ()) for folder in folders)):
        name, file = deployment.name, deployment.place.file
        is_variable = _is_variable(name)
        key = (name, file, deployment.resource) if is_variable else (name,)
        if (key, deployment.parts) not in known:
            known.add((key, deployment.parts))
            mine = list(_listed(deployment.parts, texts))
            local = [document for document in mine if document.source.shown == file] if is_variable else []
            groups.setdefault(key, {}).update({id(document): document for document in local or mine})
    return [(key[0], [*chosen.values()]) for key, chosen in groups.items() if chosen]


def _named_elsewhere(documents: list[Document], deployments: Sequence[Deployment]) -> dict[int, str]:
    """The queue managers of documents whose ConfigMap or Secret only a resource of another folder lists.

    Resources name it, not its folder. It counts if no other folder has one with that name and if no other
    queue manager lists it.
    """
    owners: dict[int, set[str]] = {}
    if deployments:
        folders: dict[str, set[str]] = {}
        texts = [document for document in documents if document.resource and not document.queue_manager]
        for document in texts:
            folders.setdefault(document.resource, set()).add(folder_of(document))
        alone = _by_resource(document for document in texts if len(folders[document.resource]) == 1)
        for name, parts in dict.fromkeys((deployment.name, deployment.parts) for deployment in deployments):
            for document in _listed(parts, alone):
                owners.setdefault(id(document), set()).add(name)
    only = {document: names.pop() for document, names in owners.items() if len(names) == 1}
    return {document: name for document, name in only.items() if not _is_variable(name)}


def _by_resource(documents: Iterable[Document]) -> dict[str, list[Document]]:
    """The documents of each ConfigMap and Secret, in their order."""
    by_resource: dict[str, list[Document]] = {}
    for document in documents:
        if document.resource:
            by_resource.setdefault(document.resource, []).append(document)
    return by_resource


def _listed(parts: Iterable[Part], texts: dict[str, list[Document]]) -> Iterator[Document]:
    """The documents that a queue manager resource lists by its parts, in their order."""
    for _, kind, store, item in dict.fromkeys(parts):
        for document in texts.get(f"{kind}/{store}", ()):
            if not item or document.container.endswith(step_name(item)):
                yield document


def _is_variable(name: str) -> bool:
    return any(sign in name for sign in "$`{<") or has_placeholder(name)
