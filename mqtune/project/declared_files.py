"""The documents of the queue managers that `mqtune.toml` declares, and the paths in it that are refused."""

from __future__ import annotations

import os
from collections import Counter
from itertools import chain

from mqtune.project.boundary import Refused
from mqtune.project.patterns import Pattern, pattern_set
from mqtune.syntax.carriers.names import shape_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mqtune.project.boundary import Boundary
    from mqtune.project.settings import Project, QueueManagerDeclaration
    from mqtune.syntax.document import Document


class DeclaredFiles:
    """Documents in their order, found by the declaration that lists them, by the queue manager to which they
    belong regardless of that, and by file name.

    A name from a document overrides a pattern only if it selects part of one file, or is itself declared: a
    dump may well be listed for a queue manager with another name.
    """

    def __init__(
        self, project: Project, documents: Sequence[Document], environments: dict[int, str | None]
    ) -> None:
        self._documents = documents
        self._declared = {declaration.name for declaration in project.queue_managers}
        self._named: list[str] = []  # by the documents, "" if a pattern decides
        self._texts: dict[int, list[str]] = {}  # of the patterns of each declaration
        self._listed: dict[str, dict[str, list[int]]] = {}  # by pattern and by name, as above
        self._environments = environments
        self._common: Counter[str] = Counter()  # the documents of a pattern that all environments have
        self._beyond: set[str] = set()  # patterns
        self._by_name: dict[str, list[int]] = {}
        self._by_file_name: dict[str, list[int]] = {}
        if self._declared:
            self._read(project)

    def _read(self, project: Project) -> None:
        managers = project.queue_managers
        patterns = pattern_set(text for manager in managers for text in manager.files)
        owners = [id(manager) for manager in managers for _ in manager.files]
        for owner, pattern in zip(owners, patterns.patterns, strict=True):
            self._texts.setdefault(owner, []).append(pattern.text)
        names: dict[str, set[str]] = {}
        for document in self._documents:
            names.setdefault(document.source.shown, set()).add(document.queue_manager)
        for number, document in enumerate(self._documents):
            name = document.queue_manager
            if name not in self._declared and len(names[document.source.shown] - {""}) < 2:
                name = ""
            self._named.append(name)
            if name:
                self._by_name.setdefault(name, []).append(number)
            for called in _called(document):
                self._by_file_name.setdefault(called, []).append(number)
            for same in patterns.matching(path_below(project, document)):
                text = patterns.patterns[same[0]].text
                self._listed.setdefault(text, {}).setdefault(name, []).append(number)
                self._common[text] += not name and self._environments[id(document)] is None

    def of(self, declaration: QueueManagerDeclaration) -> list[tuple[Document, bool]]:
        """The documents of a declared queue manager, in the order of its patterns and then of the paths, each
        with whether a pattern lists it.
        """
        listed, last = self._listed_by(declaration), len(declaration.files)
        every = not last and len(self._declared) == 1  # no other queue manager is declared
        named = every and any(document.queue_manager == declaration.name for document in self._documents)
        ordered: list[tuple[int, int]] = []
        for number in range(len(self._documents)) if every else self._candidates(declaration, listed):
            name, document = self._named[number], self._documents[number]
            if name and name != declaration.name:
                continue
            if named and document.queue_manager not in ("", declaration.name):
                continue
            if number in listed or name or every or not last:
                ordered.append((listed.get(number, last), number))
        return [(self._documents[number], order < last) for order, number in sorted(ordered)]

    def _listed_by(self, declaration: QueueManagerDeclaration) -> dict[int, int]:
        """The documents that patterns list, except those of another name, with the first pattern."""
        orders: dict[int, int] = {}
        for order, text in enumerate(self._texts.get(id(declaration), ())):
            listed = self._listed.get(text, {})
            for number in chain(*(listed.get(name, ()) for name in {"", declaration.name})):
                orders.setdefault(number, order)
        return orders

    def least(self, declaration: QueueManagerDeclaration) -> int:
        """How many documents a declared queue manager has at least in each environment in which it has any,
        without a look at each.
        """
        texts = self._texts.get(id(declaration), ())
        return max((max(self._common[text], 1) for text in texts if text in self._listed), default=0)

    def beyond(self, declaration: QueueManagerDeclaration) -> list[Document]:
        """The documents that patterns list and that no earlier call returned."""
        texts = {*self._texts.get(id(declaration), ())} - self._beyond
        self._beyond |= texts
        numbers = {number for text in texts for number in self._listed.get(text, {}).get("", ())}
        return [self._documents[number] for number in sorted(numbers)]

    def _candidates(self, declaration: QueueManagerDeclaration, listed: dict[int, int]) -> set[int]:
        """The documents that a declared queue manager may have."""
        called = () if declaration.files else self._by_file_name.get(declaration.name.lower(), ())
        return {*self._by_name.get(declaration.name, ()), *called, *listed}


def _called(document: Document) -> set[str]:
    """The names, in lower case, of the queue managers that the file or its folder is named after."""
    folder, _, file = document.source.shown.rpartition("/")
    return {shape_of(file).stem.rpartition(".")[0], folder.rpartition("/")[2].lower()}


def path_below(project: Project, document: Document) -> str:
    """The file of a document as the patterns of the project match it: relative to the project's folder."""
    root = os.path.join(os.path.abspath(project.folder), "")
    path = os.path.abspath(document.source.path)
    return path[len(root) :].replace(os.sep, "/") if path.startswith(root) else ""


# Paths that lead out of the project: they are not read, and are findings.


def refused_paths(project: Project, boundary: Boundary) -> Iterator[Refused]:
    """A record for each of `files` and `values` that is not read, at the line of its table.

    A pattern with wildcards is refused for the folder before them.
    """
    for manager in project.queue_managers:
        yield from _refused(project, boundary, f"queue manager {manager.name}", manager.files, manager.line)
    for environment in project.environments:
        owner, line = f"environment {environment.name}", environment.line
        yield from _refused(project, boundary, owner, environment.files, line)
        for text in environment.values:
            path = os.path.abspath(os.path.join(project.folder, text))
            if reason := boundary.refusal(path):
                yield Refused(project.file, line, _words("values", owner, text), reason, text)


def _refused(
    project: Project, boundary: Boundary, owner: str, patterns: Sequence[str], line: int
) -> Iterator[Refused]:
    for pattern in map(Pattern, patterns):
        place = pattern.text if pattern.plain else pattern.head.rpartition("/")[0]
        if reason := boundary.refusal(os.path.join(project.folder, place)):
            yield Refused(project.file, line, _words("files", owner, pattern.text), reason, pattern.text)


def _words(key: str, owner: str, text: str) -> str:
    return f"`{key}` of {owner} contains '{text}', which is not read"
