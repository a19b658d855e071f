"""From parsed documents to the estate: one queue manager for each group of files.

Level and platform are the project's, else those in the header of a dump, else unknown. A queue manager is
`complete` if a dump of all its objects shows it, or if mqtune.toml declares `complete = true`: files that
are merely listed may be only a part, and then nothing may be reported as missing. Placeholders in names
undo it, because a name that seems to be missing may be hidden by one.
"""

from __future__ import annotations

from collections import Counter

from mqtune.estate.alternatives import alternatives
from mqtune.estate.clients import build_clients
from mqtune.estate.dump_header import DumpHeader, dump_header
from mqtune.estate.layout import Layouts
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.predefined import predefined_objects, predefined_records
from mqtune.estate.replay import Replay
from mqtune.estate.statements import statements_of
from mqtune.estate.workload import read_workload
from mqtune.language.levels import parse_level
from mqtune.project.assembly import assemble
from mqtune.syntax.document import MQCLIENT_INI, QM_INI
from mqtune.syntax.mqsc.tree import Script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mqtune.project.assembly import QueueManagerFiles
    from mqtune.project.settings import Project
    from mqtune.syntax.carriers.result import Deployment, Store
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.ini.tree import IniFile

    Tree = Script | IniFile


def build_estate(
    project: Project,
    trees: Sequence[Tree | CcdtFile],
    deployments: Sequence[Deployment] = (),
    stores: Sequence[Store] = (),
) -> Estate:
    """The estate of a run: queue managers of their documents, client tables and client ini files."""
    estate = Estate(project)
    estate.deployments = list(deployments)
    estate.stores = list(stores)
    mine = of_queue_managers(trees, estate)
    of_document = {id(tree.document): tree for tree in mine}
    for group in assemble(project, [tree.document for tree in mine], deployments):
        members = [of_document[id(document)] for document in group.documents]
        estate.queue_managers.extend(build_group(project, group, members))
    estate.clients = build_clients(estate)
    return estate


def of_queue_managers(trees: Sequence[Tree | CcdtFile], estate: Estate) -> list[Tree]:
    """The documents of queue managers; those of clients are added to the estate itself."""
    mine: list[Tree] = [tree for tree in trees if isinstance(tree, Script)]
    if len(mine) == len(trees):
        return mine
    # most runs contain only scripts, and load nothing for other files
    from mqtune.syntax.ccdt.tree import CcdtFile

    mine = []
    for tree in trees:
        if isinstance(tree, CcdtFile):
            estate.ccdts.append(tree)
        elif tree.document.kind == MQCLIENT_INI and not isinstance(tree, Script):
            estate.client_inis.append(tree)
        else:
            mine.append(tree)
    return mine


def build_group(project: Project, group: QueueManagerFiles, trees: Sequence[Tree]) -> Iterator[QueueManager]:
    """The queue manager of a group; several if it has no name and its scripts contradict each other."""
    scripts = [tree for tree in trees if isinstance(tree, Script)]
    inis = ini_order([tree for tree in trees if not isinstance(tree, Script)])
    zos = project.platform == "zos"
    layouts = Layouts()
    statements = [statements_of(script, layouts, zos) for script in scripts]
    together = [list(range(len(scripts)))]
    if len(scripts) > 1 and (group.name is None or is_dumped_twice(group, scripts)):
        together = alternatives(statements)
    parts_of = Counter(index for part in together for index in part)
    for part in together:
        manager = QueueManager(group.name, project)
        manager.declaration = group.declaration
        own = [index for index in part if len(together) > 1 and parts_of[index] == 1]
        manager.folder = scripts[own[0]].document.source.shown if len(own) == 1 else group.folder
        manager.scripts = [scripts[index] for index in part]
        manager.inis = inis
        manager.statements = [statement for index in part for statement in statements[index]]
        complete(manager)
        yield manager


def is_dumped_twice(group: QueueManagerFiles, scripts: Sequence[Script]) -> bool:
    """Whether the queue manager is not declared, and several dumps show it at different times."""
    return group.declaration is None and sum(dump_header(script) is not None for script in scripts) > 1


def complete(manager: QueueManager) -> None:
    """Add name, level and platform, the replay of the scripts, and the expected load."""
    headers = [header for script in manager.scripts if (header := dump_header(script)) is not None]
    identify(manager, headers)
    manager.objects = dict(predefined_objects(manager.platform, manager.level))
    manager.chlauth = list(predefined_records(manager.platform, manager.level))
    manager.events = Replay(manager).run(manager.statements)
    manager.complete = is_complete(manager, headers)
    read_workload(manager)


def identify(manager: QueueManager, headers: list[DumpHeader]) -> None:
    """Set name, level and platform: declared, else from the header of a dump."""
    project = manager.project
    manager.level = parse_level(project.mq_version or "")
    manager.platform = project.platform
    if headers:
        manager.name = manager.name or headers[0].name
        manager.level = manager.level or headers[0].level
        manager.platform = manager.platform or headers[0].platform


def is_complete(manager: QueueManager, headers: list[DumpHeader]) -> bool:
    """Whether the files are known to be the whole queue manager."""
    declared = manager.declaration.complete if manager.declaration is not None else None
    known = any(header.whole for header in headers) if declared is None else declared
    manager.stated_complete = known = known or manager.project.complete
    return known and bool(manager.scripts) and not manager.has_unknown_names


def ini_order(inis: list[IniFile]) -> list[IniFile]:
    """The order in which values apply, the strongest last: files of other kinds, qm.ini, its fragments."""
    others = [ini for ini in inis if ini.document.kind != QM_INI]
    mine = [ini for ini in inis if ini.document.kind == QM_INI]
    return others + sorted(mine, key=lambda ini: not is_qm_ini(ini))


def is_qm_ini(ini: IniFile) -> bool:
    """Whether the document is a qm.ini by name, not a fragment of one."""
    name = ini.document.container or ini.document.source.shown
    return name.replace("\\", "/").rpartition("/")[2].lower() == "qm.ini"
