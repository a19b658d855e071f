"""Takes in the files of a run: finds, reads, cuts into documents, parses. Every stage by itself.

A file that fails costs itself and nothing else. Knows no rule and no terminal.
"""

from __future__ import annotations

from mqtune.engine.faults import Faults
from mqtune.language.catalogue import verb_words
from mqtune.project.discovery import discover
from mqtune.syntax.carriers.documents import documents_of
from mqtune.syntax.document import CCDT, MQSC
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.tree import Script
from mqtune.syntax.problem import Problem
from mqtune.text.reading import NOT_REGULAR, read_file
from mqtune.text.source import Source
from mqtune.text.spans import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from mqtune.project.discovery import Found
    from mqtune.project.settings import Project
    from mqtune.syntax.carriers.result import Deployment, Store
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.document import Document
    from mqtune.syntax.ini.tree import IniFile

    Tree = Script | IniFile | CcdtFile

VERBS = frozenset(verb_words())
UNREADABLE = "unreadable-file"  # the kind of the fault of form
STDIN = "<stdin>"
FIRST = Span(1, 1, 1, 1)


class Taken:
    """What one file gave: its source (None where it cannot be read), trees, and faults outside them.

    `named` says that a person named it on the command line, `asked` that somebody did, there or in
    `mqtune.toml`. `skipped` says why it holds nothing to check, empty where it does; `recognised` is
    false where it is none of MQ's files. `deployments` are queue managers of Kubernetes, `stores` its maps.
    """

    __slots__ = (
        "asked",
        "deployments",
        "named",
        "problems",
        "recognised",
        "shown",
        "skipped",
        "source",
        "stores",
        "trees",
    )

    def __init__(self, shown: str, source: Source | None, named: bool, asked: bool) -> None:
        self.shown = shown
        self.source = source
        self.named = named
        self.asked = asked
        self.trees: list[Tree] = []
        self.problems: list[tuple[Problem, Place]] = []
        self.deployments: list[Deployment] = []
        self.stores: list[Store] = []
        self.skipped = ""
        self.recognised = True


class Intake:
    """The files of a run, in the order of their shown paths, and the named paths that are not there.

    `others` are folders of other projects, left out.
    """

    __slots__ = ("faults", "files", "lines", "missing", "others", "platform")

    def __init__(self, platform: str | None) -> None:
        self.platform = platform
        self.faults = Faults()
        self.lines = LineMemo()
        self.files: list[Taken] = []
        self.missing: list[str] = []
        self.others: list[str] = []

    def take_paths(self, paths: Iterable[str], project: Project, apart: bool = False) -> None:
        """Take in everything of interest below the paths; with `apart`, but for other projects."""
        discovery = discover(list(paths), project, apart)
        self.missing = discovery.missing
        self.others = discovery.others
        self.files = [self._read(found) for found in discovery.files]
        for folder in discovery.unreadable:
            self.files.append(_unreadable(Taken(folder.shown, None, False, False), folder.reason))
        self.files.sort(key=lambda taken: taken.shown)

    def take_text(self, name: str, data: bytes) -> None:
        """Take in one text that no file holds; its name tells its kind."""
        self.files = [self._parse(Taken(name, Source(name, name, data), named=True, asked=True))]

    def with_texts(self, texts: dict[str, str]) -> Intake:
        """The same files, some with another text; only those are parsed anew."""
        changed = Intake(self.platform)
        changed.lines = self.lines
        changed.missing = self.missing
        for taken in self.files:
            source = taken.source
            if source is None or texts.get(taken.shown, source.text) == source.text:
                changed.files.append(taken)
                continue
            other = Source(source.path, source.shown, source.encode(texts[taken.shown]))
            changed.files.append(changed._parse(Taken(taken.shown, other, taken.named, taken.asked)))
        return changed

    @property
    def trees(self) -> list[Tree]:
        """Every parsed document, file by file."""
        return [tree for taken in self.files for tree in taken.trees]

    @property
    def deployments(self) -> list[Deployment]:
        """The queue managers that Kubernetes resources make, file by file."""
        return [deployment for taken in self.files for deployment in taken.deployments]

    @property
    def stores(self) -> list[Store]:
        """The ConfigMaps and Secrets of Kubernetes, file by file."""
        return [store for taken in self.files for store in taken.stores]

    @property
    def size(self) -> int:
        """How many characters there are to check."""
        return sum(len(tree.document.text) for tree in self.trees)

    @property
    def commands(self) -> int:
        """How many MQSC commands were read."""
        return sum(len(getattr(tree, "commands", ())) for tree in self.trees)

    @property
    def problems(self) -> list[tuple[Problem, Place]]:
        """The faults of form that stand outside every document."""
        return [problem for taken in self.files for problem in taken.problems]

    @property
    def may_hold_directives(self) -> bool:
        """Whether a comment may speak to mqtune: those of scripts are known, in an ini file any one may."""
        return any(getattr(tree, "directives", ()) or getattr(tree, "comments", ()) for tree in self.trees)

    def lines_of(self, shown: str) -> Collection[str] | None:
        """The lines of a file, each once and perhaps some of other files; None where it is no script as a
        whole, or where the run has more lines than the file.
        """
        for taken in self.files:
            if taken.shown == shown and len(taken.trees) == 1:
                tree = taken.trees[0]
                if (
                    isinstance(tree, Script)
                    and tree.document.text is tree.document.source.text
                    and len(tree.memo) <= len(tree.lines)
                ):
                    return tree.memo.keys()
        return None

    def _read(self, found: Found) -> Taken:
        taken = Taken(found.shown, None, found.named, found.named or found.declared)
        try:
            taken.source = Source(found.path, found.shown, read_file(found.path))
        except OSError as error:
            return _unreadable(taken, (error.strerror or str(error)).lower())
        return self._parse(taken)

    def _parse(self, taken: Taken) -> Taken:
        """Cut the source of a file into documents and parse each."""
        source = taken.source
        if source is None:
            return taken
        try:
            result = documents_of(source, taken.asked)
        except Exception as error:
            self.faults.record("carriers", source.shown, error)
            return taken
        taken.skipped = result.skipped
        taken.recognised = result.recognised
        taken.deployments = result.deployments
        taken.stores = result.stores
        taken.problems = list(result.problems)
        for document in result.documents:
            try:
                taken.trees.append(self._tree(document))
            except Exception as error:
                self.faults.record(f"parser of {document.kind}", source.shown, error)
        return taken

    def _tree(self, document: Document) -> Tree:
        # each parser is imported when a document of its kind is there, to keep start-up short
        if document.kind == MQSC:
            from mqtune.syntax.mqsc.parse import parse_script

            return parse_script(document, self.lines, self.platform, VERBS)
        if document.kind == CCDT:
            from mqtune.syntax.ccdt.parse import parse_ccdt

            return parse_ccdt(document)
        from mqtune.syntax.ini.parse import parse_ini

        return parse_ini(document)


def _unreadable(taken: Taken, reason: str) -> Taken:
    """A file or folder that is there and cannot be read: a finding, and nothing else."""
    message = f"{taken.shown} cannot be read: {reason}"
    help = "give this user the right to read it"
    if reason == NOT_REGULAR:
        help = "feed it to the standard input: `mqtune lint - --stdin-filename NAME`"
    problem = Problem(UNREADABLE, FIRST, message, help)
    taken.problems.append((problem, Place(taken.shown, FIRST)))
    return taken
