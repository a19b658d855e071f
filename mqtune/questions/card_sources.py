"""What cards are made from: the estates and findings of a workspace, and the search for names."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.topics import build_topics
from mqtune.capacity.definition import MODEL_NAMES
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.words import QUEUE, QUEUE_TYPES, name_space
from mqtune.present import answer as kinds
from mqtune.present.answer import FINDING, MANAGER, OBJECT, Row, Rows, Section, Target
from mqtune.present.safe import safe
from mqtune.text.editing import Place
from mqtune.text.finding import Finding
from mqtune.text.messages import printable
from mqtune.text.record import Derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.flow.resource import Resource
    from mqtune.lab.journal.result import Result
    from mqtune.session.opened import Project


# Estates and findings, with indexes built on first use.

CLIENT = "CLNTCONN"


class Sources(Derived):
    """The estates and findings behind the cards of one state of the files.

    Safe to use from several threads: an index may at worst be built twice.
    """

    def __init__(self, project: Project) -> None:
        super().__init__()
        self.project = project
        self.workspace = project.workspace
        self._budgets: dict[int, list[Resource]] = {}

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings, safe to show."""
        return self.project.findings

    @cached_property
    def managers(self) -> dict[str, list[tuple[Estate, QueueManager]]]:
        """The queue managers by qualified name; several may have none of their own."""
        by_name: dict[str, list[tuple[Estate, QueueManager]]] = {}
        for estate in self.workspace.estates:
            for manager in estate.queue_managers:
                by_name.setdefault(manager.qualified, []).append((estate, manager))
        return by_name

    def owners(self, owner: str = "") -> list[tuple[Estate, QueueManager]]:
        """The queue managers with a qualified name or name; all for ""."""
        if not owner:
            return [pair for pairs in self.managers.values() for pair in pairs]
        pairs = self.managers.get(owner)
        if pairs is not None:
            return pairs
        return [pair for pair in self.owners() if pair[1].name == owner]

    def find(self, target: Target) -> tuple[Estate, QueueManager, MqObject] | None:
        """The object that a target names; the first one if several queue managers have it."""
        for estate, manager in self.owners(target.owner):
            object = find_object(manager, target.type, target.name)
            if object is not None:
                return estate, manager, object
        return None

    @cached_property
    def by_object(self) -> dict[tuple[str, str], list[Finding]]:
        """The findings by type and name of their object."""
        findings: dict[tuple[str, str], list[Finding]] = {}
        for finding in self.findings:
            if finding.object is not None:
                findings.setdefault((finding.object.type, finding.object.name), []).append(finding)
        return findings

    @cached_property
    def by_file(self) -> dict[str, list[Finding]]:
        """The findings by file."""
        return grouped(self.findings, lambda finding: finding.place.file)

    @cached_property
    def by_code(self) -> dict[str, list[Finding]]:
        """The findings by rule."""
        return grouped(self.findings, lambda finding: finding.code)

    def owner_of(self, finding: Finding) -> str:
        """The qualified name of the queue manager of a finding, "" if it is unknown."""
        name = "/".join(filter(None, (finding.environment, finding.queue_manager)))
        if finding.queue_manager and name in self.managers:
            return name
        for _, manager in self.owners():
            object = (
                find_object(manager, finding.object.type, finding.object.name) if finding.object else None
            )
            place = object.place() if object is not None else None
            if place is not None and place.file == finding.place.file:
                return manager.qualified
        return ""

    @cached_property
    def secured(self) -> Sources:
        """The same with the authorities that setmqaut commands of scripts grant."""
        _ = self.findings  # those on the files as they are
        secured = self.project.secured
        return self if secured is self.project else Sources(secured)

    def budget(self, estate: Estate) -> list[Resource]:
        """The resources of an estate, worked out once."""
        resources = self._budgets.get(id(estate))
        if resources is None:
            from mqtune.analysis.budget.budget import budget  # the first section of a card does not need it

            resources = self._budgets[id(estate)] = budget(estate)
        return resources

    @cached_property
    def results(self) -> list[Result]:
        """The stored results of experiments, the newest first."""
        from mqtune.lab import api  # few cards show results

        return api.results()[0][::-1]


def grouped(findings: Sequence[Finding], key: Callable[[Finding], str]) -> dict[str, list[Finding]]:
    """The findings by a key."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(key(finding), []).append(finding)
    return groups


def find_object(manager: QueueManager, type: str, name: str) -> MqObject | None:
    """The object of a queue manager with a type and name; `QUEUE` is any kind of queue."""
    if type == "QMGR":
        return manager.qmgr
    if type in (QUEUE, *QUEUE_TYPES):
        return manager.queue(name)
    if type == "CHANNEL":
        return manager.channel(name) or manager.find(CLIENT, name)
    return manager.find(name_space(type, ""), name)


def shown_owner(owner: str) -> str:
    """The qualified name of a queue manager to show. One without a name is called by its folder; the name of
    the current folder, unless it was removed, says more than `.`.
    """
    try:
        return os.path.basename(os.getcwd()) if owner == os.curdir else owner
    except OSError:
        return owner


def object_target(manager: QueueManager, object: MqObject) -> Target:
    """The target of an object."""
    if object.type == "QMGR":
        return manager_target(manager)
    return Target(OBJECT, object.name, object.type, manager.qualified)


def manager_target(manager: QueueManager) -> Target:
    """The target of a queue manager."""
    return Target(MANAGER, manager.label, "", manager.qualified)


def finding_target(finding: Finding) -> Target:
    """The target of a finding."""
    place = finding.place
    return Target(FINDING, finding.code, finding.message, "", place.span.line, place.file)


def subject_of(sources: Sources, finding: Finding) -> Target:
    """The object of a finding, or the finding itself if no object is known."""
    owner = sources.owner_of(finding)
    for _, manager in sources.owners(owner) if finding.object is not None else ():
        object = finding.object and find_object(manager, finding.object.type, finding.object.name)
        if object:
            return object_target(manager, object)
    return finding_target(finding)


def finding_row(finding: Finding, with_object: bool = True) -> Row:
    """The line of a finding; without its object on the card of that object."""
    return Row(
        finding.code,
        finding.message,
        str(finding.object or "") if with_object else "",
        finding_target(finding),
        finding.severity,
        (finding.place.file, finding.place.span.line),
    )


def place_of(place: Place | None) -> tuple[str, int] | None:
    """File and line of a position."""
    return None if place is None else (place.file, place.span.line)


def place_text(place: tuple[str, int] | None) -> str:
    """`hub/a.mqsc:7`, "" without a position."""
    return "" if place is None else f"{printable(place[0])}:{place[1]}"


# The search for names: objects, topics, clusters, queue managers, files, rules, models, experiments. An index
# over 100,000 names is one text, so that a search is a few passes of the interpreter's own `find`.

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
        numbers: dict[int, None] = {}
        first, rest = wanted[0], wanted[1:]
        for form in (f"\n{first}\t", f"\n{first}", first):
            for number in self._hits(form):
                if number not in numbers and all(word in self._line(number) for word in rest):
                    numbers[number] = None
                    if len(numbers) == MOST_FOUND:
                        return [self.targets[position] for position in numbers]
        return [self.targets[position] for position in numbers]

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
    types = [word for word in before.split()[-1:] if word != QUEUE]
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
    for experiment in api.definitions():
        yield Target(kinds.EXPERIMENT, experiment.name), f"{experiment.name}\texperiment"
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


# A card: the name it is about, and sections that are made when they are needed.

DEFINITION, FINDINGS, ROUTES, USES = "definition", "findings", "messages", "named by"
LOAD, ACCESS, MODELS, EXPERIMENTS = "load and locks", "access", "models", "experiments"
MQSC, DEFAULTS = "MQSC", "defaults"

Part = tuple[str, Callable[[], Section]]


@dataclass(frozen=True, slots=True)
class Card:
    """The card of one name. `place` is where it is defined, None if the files do not define it.

    `sections` makes them by their titles, which may take long: in a thread, except for the first one.
    """

    target: Target
    owner: str
    sections: Mapping[str, Callable[[], Section]]
    place: tuple[str, int] | None = None


def section(title: str, rows: Callable[[], Iterable[Row]], empty: str = "", verbatim: bool = False) -> Part:
    """A section whose rows are made on demand, with its title."""
    return title, lambda: Section(title, Rows(tuple(rows()), "", verbatim), empty=empty)
