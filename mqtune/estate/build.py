"""From parsed documents to the estates, one for each environment: a queue manager for each group of files.

Level and platform are the project's, else those in the header of a dump, else unknown. A queue manager is
`complete` if a dump of all its objects shows it, or if mqtune.toml declares `complete = true`: files that
are merely listed may be only a part, and then nothing may be reported as missing. A dump that was cut off
undoes it, and so do placeholders in names, because a name that seems to be missing may be hidden by one.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, partial

from mqtune.estate.clients import build_clients
from mqtune.estate.grouping import MOST_TOGETHER, DumpHeader, dump_header, gaps_of, objects_made, parts_of
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.records import LISTS, ChannelAuthentication
from mqtune.estate.replay import Replay
from mqtune.estate.statement import Heads, statements_of
from mqtune.estate.words import Layouts, name_space
from mqtune.estate.workload import read_workload
from mqtune.language import catalogue
from mqtune.language.available import Level, parse_level
from mqtune.project.assembly import assemble
from mqtune.project.environments import Clue, Environments, OneEnvironment
from mqtune.project.patterns import pattern_set
from mqtune.syntax.document import (
    CONTAINER,
    CREATION,
    ENVIRONMENT,
    MQCLIENT_INI,
    QM_INI,
    SYSTEM_KINDS,
    has_placeholder,
)
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.not_checked import QUEUE_MANAGER, Allowance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mqtune.estate.statement import Statement
    from mqtune.project.assembly import QueueManagerFiles
    from mqtune.project.settings import Project, QueueManagerDeclaration
    from mqtune.syntax.carriers.result import Deployment, Store
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.ini.tree import IniFile

    Tree = Script | IniFile


# The objects and records of a new queue manager: shared prototypes, which a replay copies before a change.


@cache
def predefined_objects(platform: str | None, level: Level | None) -> dict[tuple[str, str], MqObject]:
    """The objects of a new queue manager by name space and name, including the queue manager itself."""
    values = catalogue.defaults("QMGR", "", platform, level)
    objects = {("QMGR", ""): MqObject("QMGR", "", "", values, True)}
    for object in catalogue.shipped_objects(platform, level):
        values = catalogue.defaults(object.type, object.subtype, platform, level)
        if object.differences:
            values = {**values, **object.differences}
        key = (name_space(object.type, object.subtype), object.name)
        objects[key] = MqObject(object.type, object.subtype, object.name, values, True, object.name)
    return objects


@cache
def predefined_records(platform: str | None, level: Level | None) -> tuple[ChannelAuthentication, ...]:
    """The channel authentication records of a new queue manager."""
    records = []
    for profile, type, values in catalogue.shipped_chlauth(level):
        usual = catalogue.defaults("CHLAUTH", type, platform, level)
        record = ChannelAuthentication(profile, type, {**usual, **values}, True)
        record.default_name = profile
        record.entries = tuple(item for item in values.get(LISTS.get(type, ""), "").split(",") if item)
        records.append(record)
    return tuple(records)


def nothing() -> None:
    """Do nothing: the `pause` of a run that has nothing else to do meanwhile."""


# The estates.


def build_estates(
    project: Project,
    trees: Sequence[Tree | CcdtFile],
    deployments: Sequence[Deployment] = (),
    stores: Sequence[Store] = (),
    environment: str | None = None,
    pause: Callable[[], None] = nothing,
    allowance: Allowance | None = None,
) -> list[Estate]:
    """The estates of a run, one for each environment, by name; first that of what belongs to none.

    There is always at least one. With `environment` all documents belong to that one. `pause` is called
    between the steps. `allowance` is what queue managers may have in common, by default that of these
    documents.
    """
    builder = Builder(project, pause)
    scripts = [tree for tree in trees if isinstance(tree, Script)]
    if environment is not None:
        environments: Environments = OneEnvironment(environment)
    else:
        environments = Environments(project, builder.clues(trees, deployments))
    estates = EstatesByName(project)
    mine = of_queue_managers(trees, scripts, estates, environments)
    for deployment in deployments:
        estates[environments.of(deployment.place.file)].deployments.append(deployment)
    for store in stores:
        estates[environments.of(store.place.file)].stores.append(store)
    copies = Copies(allowance or Allowance(sum(len(tree.document.text) for tree in trees)))
    for group, members in builder.groups(mine, deployments, environments, copies.of(len(mine))):
        if group.beyond or copies.are_too_many(members):
            estate = next(iter(estates.values())) if group.beyond else estates[group.environment]
            estate.left_out.update(group.documents)
            continue
        estates[group.environment].queue_managers.extend(builder.build_group(group, members))
    if not estates:
        estates[None]  # an empty one
    ordered = [estates[name] for name in sorted(estates, key=lambda name: name or "")]
    ordered[0].notes = [*environments.notes, *notes_on_states(ordered), *copies.notes]
    mark_heaps(ordered)
    for estate in ordered:
        estate.clients = build_clients(estate)
        estate.of_run = ordered
    return ordered


def notes_on_states(estates: list[Estate]) -> Iterator[str]:
    """Which queue managers have several states, in words."""
    for estate in estates:
        count = Counter(manager.name for manager in estate.queue_managers if manager.name)
        where = f" in {estate.environment}" if estate.environment is not None else ""
        for name, number in count.items():
            if number > 1:
                yield f"{name} has {number} dumps{where}: each is checked alone, as a state of it"


def mark_heaps(estates: list[Estate]) -> None:
    """Mark the queue managers, except declared ones, whose scripts are in a heap of unrelated scripts."""
    managers = [manager for estate in estates for manager in estate.queue_managers]
    folders = {id(manager): folder_of(manager) for manager in managers}
    count = Counter(folders[id(manager)] for manager in managers if manager.name is None)
    for manager in managers:
        folder = folders[id(manager)]
        manager.in_heap = manager.declaration is None and bool(folder) and count[folder] > MOST_TOGETHER


def folder_of(manager: QueueManager) -> str:
    """The folder of all scripts of a queue manager, "" if there are several."""
    folders = {script.document.source.path.rpartition("/")[0] for script in manager.scripts}
    return folders.pop() if len(folders) == 1 else ""


class Copies:
    """What queue managers have in common: each has a copy of the commands, as far as the allowance goes.

    A queue manager beyond it is left out, as nothing could be said about a part of it.
    """

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._words: dict[int, int | None] = {}  # of the files that a queue manager has already, once counted
        self._left_out = 0

    def of(self, documents: int) -> Callable[[int], bool]:
        """A test whether a queue manager may have at least a number of these documents, before they are
        listed; one that may not is left out.
        """

        def may_have(count: int) -> bool:
            again = count - (documents - len(self._words))
            refused = again > self._allowance.files
            self._left_out += refused
            return not refused

        return may_have

    def are_too_many(self, members: Sequence[Tree]) -> bool:
        """Whether the files of a queue manager exceed the allowance; if not, they count."""
        again = [tree for tree in members if id(tree) in self._words]
        words = sum(map(self._words_of, again))
        characters = QUEUE_MANAGER + sum(len(tree.document.text) for tree in again)
        if again and not self._allowance.admits(characters, len(again), words):
            self._left_out += 1
            self._allowance.admits(0, len(again))  # they were listed
            return True
        for tree in members:
            self._words.setdefault(id(tree))
        return False

    def _words_of(self, tree: Tree) -> int:
        words = self._words[id(tree)]
        if words is None:
            words = self._words[id(tree)] = words_of(tree)
        return words

    @property
    def notes(self) -> list[str]:
        """How many queue managers are left out, in words."""
        count = self._left_out
        return [f"{count} of the queue managers have too much in common, and are left out"] if count else []


def words_of(tree: Tree) -> int:
    """The number of words in the commands of a script, or of the lines of another file."""
    if not isinstance(tree, Script):
        return len(tree.lines)
    return sum(len(line.words) for command in tree.commands for _, line in command.lines)


class EstatesByName(dict[str | None, Estate]):
    """The estates of a run by the names of their environments."""

    __slots__ = ("_project",)

    def __init__(self, project: Project) -> None:
        super().__init__()
        self._project = project

    def __missing__(self, environment: str | None) -> Estate:
        estate = self[environment] = Estate(self._project, environment)
        return estate


def of_queue_managers(
    trees: Sequence[Tree | CcdtFile],
    scripts: list[Script],
    estates: EstatesByName,
    environments: Environments,
) -> Sequence[Tree]:
    """The documents of queue managers; those of clients are added to the estate of their environment."""
    if len(scripts) == len(trees):
        return scripts
    # most runs contain only scripts, and load nothing for other files
    from mqtune.syntax.ccdt.tree import CcdtFile

    mine: list[Tree] = []
    for tree in trees:
        if isinstance(tree, CcdtFile):
            estates[environments.of(tree.document.source.path)].ccdts.append(tree)
        elif tree.document.kind in SYSTEM_KINDS and not isinstance(tree, Script):
            estates[environments.of(tree.document.source.path)].system_files.append(tree)
        elif tree.document.kind == MQCLIENT_INI and not isinstance(tree, Script):
            estates[environments.of(tree.document.source.path)].client_inis.append(tree)
        else:
            mine.append(tree)
    return mine


class Builder:
    """Builds the queue managers of a run; the statements of each script are read once."""

    __slots__ = ("_heads", "_pause", "_project", "_statements")

    def __init__(self, project: Project, pause: Callable[[], None]) -> None:
        self._project = project
        self._pause = pause
        self._heads = Heads(Layouts())
        self._statements: dict[int, list[Statement]] = {}

    def groups(
        self,
        trees: Sequence[Tree],
        deployments: Sequence[Deployment],
        environments: Environments,
        may_have: Callable[[int], bool],
    ) -> Iterator[tuple[QueueManagerFiles, list[Tree]]]:
        """The documents of each queue manager."""
        by_document = {id(tree.document): tree for tree in trees}
        documents = [tree.document for tree in trees]
        for group in assemble(self._project, documents, deployments, environments, may_have):
            yield group, [by_document[id(document)] for document in group.documents]

    def clues(self, trees: Sequence[Tree | CcdtFile], deployments: Sequence[Deployment]) -> Iterator[Clue]:
        """What each document shows about environments."""
        for tree in trees:
            if isinstance(tree, Script):
                header = dump_header(tree)
                name = tree.document.queue_manager if not has_placeholder(tree.document.queue_manager) else ""
                shows_all = header is not None and header.is_complete
                if tree.document.applied_by:  # several scripts may apply it, which contradicts nothing
                    yield Clue(tree.document.applied_by, name, shows_all)
                else:
                    yield Clue(tree.document.source.path, name, shows_all, partial(self._objects, tree))
            else:
                yield Clue(tree.document.origin)
        for deployment in deployments:
            yield Clue(
                deployment.place.file, "" if has_placeholder(deployment.name) else deployment.name, True
            )

    def _objects(self, script: Script) -> set[tuple[str, str]]:
        statements = self._statements[id(script)] = self._statements_of(script)
        return objects_made(statements)

    def _statements_of(self, script: Script) -> list[Statement]:
        known = self._statements.pop(id(script), None)
        if known is not None:
            return known
        self._pause()
        platform = self._project.platform or script.document.platform
        return statements_of(script, self._heads.layouts, platform == "zos", self._heads)

    def build_group(self, group: QueueManagerFiles, trees: Sequence[Tree]) -> Iterator[QueueManager]:
        """The queue manager of a group; several if its scripts cannot belong to one."""
        scripts = [tree for tree in trees if isinstance(tree, Script)]
        scripts.sort(key=lambda script: script.document.carrier != CREATION)  # before all others
        others = [tree for tree in trees if not isinstance(tree, Script)]
        exports = [ini for ini in others if ini.document.kind == ENVIRONMENT]
        inis = ini_order([ini for ini in others if ini.document.kind != ENVIRONMENT])
        if not scripts and not inis and not any(export.document.carrier == CONTAINER for export in exports):
            return  # variables for a queue manager that is defined elsewhere
        statements = [self._statements_of(script) for script in scripts]
        parts = parts_of(scripts, statements, group.name is not None)
        count = Counter(index for part in parts for index in part)
        for part in parts:
            manager = QueueManager(group.name, self._project)
            manager.title = group.title
            manager.environment_name = group.environment
            manager.declaration = group.declaration
            manager.is_partial = is_partial(self._project, group.declaration)
            exclusive = [index for index in part if len(parts) > 1 and count[index] == 1]
            manager.folder = (
                scripts[exclusive[0]].document.source.shown if len(exclusive) == 1 else group.folder
            )
            manager.scripts = [scripts[index] for index in part]
            manager.inis = inis
            manager.exports = exports
            self._pause()
            manager.statements = [statement for index in part for statement in statements[index]]
            complete(manager)
            yield manager


def complete(manager: QueueManager) -> None:
    """Add name, level and platform, the replay of the scripts, and the expected load."""
    headers = [header for script in manager.scripts if (header := dump_header(script)) is not None]
    identify(manager, headers)
    manager.objects = dict(predefined_objects(manager.platform, manager.level))
    manager.chlauth = list(predefined_records(manager.platform, manager.level))
    replay = Replay(manager)
    manager.events = replay.run(manager.statements)
    replay.verbs.clear()  # a cycle of everything that belongs to the queue manager
    manager.gaps = gaps_of(manager.scripts)
    manager.complete = is_complete(manager, headers)
    read_workload(manager)


def identify(manager: QueueManager, headers: list[DumpHeader]) -> None:
    """Set name, level and platform: declared, else from the header of a dump."""
    project = manager.project
    manager.level = parse_level(project.mq_version or "")
    manager.platform = project.platform
    if headers:
        manager.name = manager.name or headers[0].name
        manager.title = manager.title or headers[0].name
        manager.level = manager.level or headers[0].level
        manager.platform = manager.platform or headers[0].platform
    if manager.platform is None:
        shown = (script.document.platform for script in manager.scripts)
        manager.platform = next((platform for platform in shown if platform is not None), None)


def is_partial(project: Project, declaration: QueueManagerDeclaration | None) -> bool:
    """Whether the run does not read all files that mqtune.toml declares for a queue manager."""
    if declaration is None or not project.unread:
        return False
    return any(map(pattern_set(declaration.files).matches, project.unread))


def is_complete(manager: QueueManager, headers: list[DumpHeader]) -> bool:
    """Whether the files are known to be the whole queue manager."""
    declared = manager.declaration.complete if manager.declaration is not None else None
    declared = None if manager.is_partial else declared
    known = any(header.is_complete for header in headers) if declared is None else declared
    known = (known or manager.project.complete) and not manager.gaps
    # files without a command are a dump that failed, not a queue manager without objects
    shows = any(script.commands and script.document.carrier != CREATION for script in manager.scripts)
    manager.stated_complete = known and shows
    return manager.stated_complete and not manager.has_unknown_names


def ini_order(inis: list[IniFile]) -> list[IniFile]:
    """The order in which values apply, the strongest last: files of other kinds, options of crtmqm, qm.ini,
    its fragments.
    """
    others = [ini for ini in inis if ini.document.kind != QM_INI]
    mine = [ini for ini in inis if ini.document.kind == QM_INI]
    return others + sorted(mine, key=lambda ini: (not is_from_command(ini), not is_qm_ini(ini)))


def is_from_command(ini: IniFile) -> bool:
    """Whether the entries are options of crtmqm in a script, which writes them into a new qm.ini."""
    return ini.document.carrier == CREATION


def is_qm_ini(ini: IniFile) -> bool:
    """Whether the document is a qm.ini by name, not a fragment of one."""
    name = ini.document.container or ini.document.source.shown
    return name.replace("\\", "/").rpartition("/")[2].lower() == "qm.ini"
