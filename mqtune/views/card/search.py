"""The search for names: objects, topics, clusters, queue managers, files, rules, models, experiments.

An index over 100,000 names is one text, so that a search is a few passes of the interpreter's own `find`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain

from mqtune.capacity.definition import MODEL_NAMES
from mqtune.estate.joining.formation import build_clusters
from mqtune.estate.keywords import QUEUE
from mqtune.estate.topics import build_topics
from mqtune.present import target as kinds
from mqtune.present.target import Target
from mqtune.report.secrets import safe
from mqtune.views.card.sources import Sources, manager_target, object_target, shown_owner

MOST_FOUND = 40
MOST_SEEN = 4_000  # names that are compared with the further words of a query


class NameIndex:
    """All names of one state of the files."""

    def __init__(self, sources: Sources) -> None:
        self.targets: list[Target] = []
        lines: list[str] = []
        for target, text in entries(sources):
            self.targets.append(target)
            lines.append(text.upper().replace("\n", " "))
        self._text = "\n" + "\n".join(lines) + "\n"
        self._starts: list[int] = []  # of the line end before each line
        at = 0
        for line in lines:
            self._starts.append(at)
            at += len(line) + 1

    def search(self, query: str) -> list[Target]:
        """The targets whose text contains all words of a query: whole names first, then beginnings of names,
        then the others.
        """
        wanted = words_of(query)
        if not wanted:
            return []
        found: dict[int, None] = {}
        first, rest = wanted[0], wanted[1:]
        for form in (f"\n{first}\t", f"\n{first}", first):
            for number in self._hits(form):
                if number not in found and all(word in self._line(number) for word in rest):
                    found[number] = None
                    if len(found) == MOST_FOUND:
                        return [self.targets[one] for one in found]
        return [self.targets[one] for one in found]

    def _hits(self, form: str) -> Iterator[int]:
        text, at = self._text, -1
        for _ in range(MOST_SEEN):
            at = text.find(form, at + 1)
            if at < 0:
                return
            yield bisect_right(self._starts, at) - 1

    def _line(self, number: int) -> str:
        start = self._starts[number] + 1
        return self._text[start : self._text.index("\n", start)]


def words_of(query: str) -> list[str]:
    """The words of a query in capitals. The first one is the most selective: the name in `QLOCAL(ORDERS.IN)`
    or its beginning, as scripts write it, also after a verb; otherwise the longest word.
    """
    before, bracket, name = query.upper().partition("(")
    if not bracket:
        return sorted(before.split(), key=len, reverse=True)
    types = [one for one in before.split()[-1:] if one != QUEUE]
    return [*filter(None, [name.partition(")")[0].strip(" '")]), *types]


def entries(sources: Sources) -> Iterator[tuple[Target, str]]:
    """Every target with its text: the name, then a tab and what it is and where."""
    return chain(object_entries(sources), knowledge_entries(sources))


def object_entries(sources: Sources) -> Iterator[tuple[Target, str]]:
    """Queue managers, their objects and topic strings, clusters, and files."""
    clusters: dict[tuple[str, str], str] = {}
    partners: dict[str, str] = {}
    for estate, manager in sources.owners():
        owner = manager.qualified
        yield manager_target(manager), f"{manager.label}\tqueue manager {owner}"
        for object in manager.objects.values():
            if object.statements and object.type != "QMGR":
                yield object_target(manager, object), f"{object.name}\t{object.type} {object.subtype} {owner}"
            if object.type == "QREMOTE" and (partner := object.text("RQMNAME")):
                partners["/".join(filter(None, (manager.environment_name, partner)))] = partner
        for node in manager.derived(build_topics).nodes():
            if node.object is not None and node.depth:
                yield Target(kinds.TOPIC, node.topic, "", owner), f"{node.topic}\ttopic {owner}"
        for name in estate.derived(build_clusters):
            clusters.setdefault((estate.environment or "", name), owner)
    for (environment, name), owner in clusters.items():
        yield Target(kinds.CLUSTER, name, "", owner), f"{name}\tcluster {environment}"
    for owner, name in partners.items():
        if owner not in sources.managers:
            yield Target(kinds.MANAGER, name, "", owner), f"{name}\tqueue manager {owner}"
    for file in sources.workspace.files:
        yield Target(kinds.FILE, file.shown), f"{file.shown.rpartition('/')[2]}\tfile {file.shown}"


def knowledge_entries(sources: Sources) -> Iterator[tuple[Target, str]]:
    """Rules, models, experiments and results."""
    from mqtune.lab import api  # loaded with the first search

    for page in sources.workspace.first.selection.pages.values():
        yield Target(kinds.RULE, page.code), f"{page.code}\trule {page.name} {page.summary}"
    for name in MODEL_NAMES:
        yield Target(kinds.MODEL, name), f"{name}\tmodel"
    for one in api.definitions():
        yield Target(kinds.EXPERIMENT, one.name), f"{one.name}\texperiment"
    for result in sources.results:
        yield (
            Target(kinds.RESULT, result.id),
            f"{result.id}\tresult {result.head.experiment} {result.head.qmgr}",
        )


def described(sources: Sources, target: Target) -> str:
    """What a target is, for the second line of a search result."""
    if target.kind == kinds.RULE:
        selection = sources.workspace.selection_with(target.name)
        page = selection.pages[target.name] if selection is not None else None
        return safe(f"rule {page.name}: {page.summary}") if page is not None else "rule"
    kind = target.type if target.kind == kinds.OBJECT else target.kind
    where = f" of queue manager {shown_owner(target.owner)}" if target.owner else ""
    if target.kind == kinds.MANAGER:
        environment = target.owner.removesuffix(target.name).rstrip("/")
        where = f" of environment {environment}" if environment else ""
    return safe(f"card: {kind}{where}")
