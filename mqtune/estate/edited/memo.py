"""What one run built and the next one of the same project uses again, with the same result."""

from __future__ import annotations

from collections import Counter

from mqtune.estate.build import complete
from mqtune.estate.dump_header import dump_header
from mqtune.estate.edited.successor import succeeds
from mqtune.estate.grouping import in_common, made_by, objects_made
from mqtune.estate.layout import Layouts
from mqtune.estate.statement import Statement
from mqtune.estate.statements import Heads, statements_again, statements_of
from mqtune.estate.workload import read_workload
from mqtune.syntax.mqsc.tree import Script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mqtune.estate.model import QueueManager
    from mqtune.project.assembly import QueueManagerFiles
    from mqtune.project.environments import Environments
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.ini.tree import IniFile

    Tree = Script | IniFile

MOST_APART = 1000  # kept results of `in_common`


class KeptStatements(list[Statement]):
    """The statements of a script that several runs replay, with what must not depend on earlier replays.

    `made` are the objects that they create; `completed` those whose subtype a replay may have added. `before`
    are those of the version before, of which some may be the same; `gone` and `new` are all others of both.
    """

    __slots__ = ("before", "completed", "gone", "made", "new")

    def __init__(self, statements: Sequence[Statement], before: KeptStatements | None = None) -> None:
        super().__init__(statements)
        self.before = before
        self.made: set[tuple[str, str]]
        self.gone: list[Statement] = []
        self.new: Sequence[Statement] = statements
        self.completed: list[Statement] = []
        if before is not None:
            known, here = set(before), set(statements)
            self.gone = [one for one in before if one not in here]
            self.new = [one for one in statements if one not in known]
            self.completed = [one for one in before.completed if one in here]
        self.completed += [one for one in self.new if one.subtype is None]
        if before is not None and list(map(made_by, self.gone)) == list(map(made_by, self.new)):
            self.made = before.made
        else:
            self.made = objects_made(statements)

    def reset(self) -> None:
        """Make the statements as they were before the first replay."""
        for one in self.completed:
            one.subtype = None


class BuildMemo:
    """What one run built and the next one of the same project may use, with the same result.

    `managers` are the queue managers by everything that they are built of, `statements` those of each script,
    both by identity. `facts` is what the grouping of the documents depends on, if not on their contents:
    with the same facts the `environments` and the `groups`, which contain the numbers of documents, are the
    same. `clues` are the facts of each document by the identity of its tree. `earlier` are the
    versions before of the scripts that changed, by identity; `apart` has results of `in_common`.
    """

    __slots__ = (
        "apart",
        "clues",
        "earlier",
        "environments",
        "facts",
        "groups",
        "heads",
        "managers",
        "pause",
        "statements",
    )

    def __init__(self, pause: Callable[[], None]) -> None:
        """A build calls `pause` between its steps."""
        self.pause = pause
        self.heads = Heads(Layouts())
        self.statements: dict[int, tuple[Script, KeptStatements]] = {}
        self.managers: dict[object, QueueManager] = {}
        self.clues: dict[int, tuple[Tree | CcdtFile, object]] = {}
        self.earlier: dict[int, Script] = {}
        self.apart: dict[object, tuple[object, list[int]]] = {}
        self.facts: object = None
        self.environments: Environments | None = None
        self.groups: list[tuple[QueueManagerFiles, list[int]]] | None = None

    def keep(self, managers: Sequence[QueueManager]) -> None:
        """Forget what these queue managers do not have, and what cannot be used again.

        The replay completes statements: those of a script that several queue managers share depend on the
        order of the replays.
        """
        count = Counter(id(script) for manager in managers for script in manager.scripts)
        shared = {
            number for number, (_, one) in self.statements.items() if count[number] != 1 and one.completed
        }
        self.statements = {
            number: one for number, one in self.statements.items() if count[number] and number not in shared
        }
        kept = set(map(id, managers))
        self.managers = {
            key: one
            for key, one in self.managers.items()
            if id(one) in kept and shared.isdisjoint(map(id, one.scripts))
        }
        self.earlier = {}
        for _, one in self.statements.values():
            one.before = None
        if len(self.apart) > MOST_APART:
            self.apart = {}

    def in_common(self, statements: Sequence[Sequence[Statement]]) -> list[int]:
        """As `grouping.in_common`, from an earlier run if the scripts define the same objects."""
        made = list(map(objects_made, statements))
        key = tuple(map(id, made))
        if key not in self.apart:
            self.apart[key] = (made, in_common(statements))
        return self.apart[key][1]

    def statements_of(self, script: Script, zos: bool) -> KeptStatements:
        """The statements of a script, those of the version before as far as its commands are the same."""
        kept = self.statements.get(id(script))
        if kept is None:
            self.pause()
            before = self.statements.get(id(self.earlier.get(id(script))))
            if before is None:
                found = KeptStatements(statements_of(script, self.heads.layouts, zos, self.heads))
            else:
                found = KeptStatements(statements_again(script, before[1], zos, self.heads), before[1])
            kept = self.statements[id(script)] = (script, found)
        return kept[1]

    def manager(self, manager: QueueManager) -> QueueManager:
        """The queue manager of the last run if it has the same documents, else this one, complete."""
        key = key_of(manager, manager.scripts)
        known = self.managers.get(key)
        if known is not None:
            if known.sources is not None:  # loads reach it from others, and are derived again
                known.topic_loads, known.queue_loads = known.sources
                known.sources, known.persistent_per_s = None, (0.0, 0.0)
            return known
        self.pause()
        statements = [self.statements[id(one)][1] for one in manager.scripts]
        before = self.managers.get(
            key_of(manager, [self.earlier.get(id(one), one) for one in manager.scripts])
        )
        manager.statements = [statement for one in statements for statement in one]
        if before is not None and succeeds(manager, before, statements):
            read_workload(manager)
        else:
            for one in statements:
                one.reset()
            complete(manager)
        self.managers[key] = manager
        return manager

    def facts_of(self, trees: Sequence[Tree | CcdtFile]) -> list[object]:
        """What the grouping depends on of each document."""
        clues = {}
        for tree in trees:
            known = self.clues.get(id(tree))
            clues[id(tree)] = known if known is not None else (tree, facts_of(tree))
        self.clues = clues
        return [facts for _, facts in clues.values()]


def facts_of(tree: Tree | CcdtFile) -> object:
    """What the grouping depends on of one document, except the objects that it defines."""
    document = tree.document
    header = dump_header(tree) if isinstance(tree, Script) else None
    source = document.source
    whole = None if header is None else header.whole
    names = (document.queue_manager, document.applied_by, document.resource, document.container)
    return (
        type(tree),
        source.path,
        source.shown,
        document.kind,
        document.carrier,
        document.origin,
        names,
        whole,
    )


def key_of(manager: QueueManager, scripts: Sequence[Script]) -> object:
    """Everything that a queue manager is built of, with these scripts."""
    names = (manager.name, manager.title, manager.environment_name, manager.folder)
    trees = (*scripts, None, *manager.inis, None, *manager.exports)
    return (*names, id(manager.declaration), *map(id, trees))
