"""Takes in the files of a run: finds, reads, cuts into documents, parses. Every stage by itself.

A file that fails costs itself and nothing else. Knows no rule and no terminal.
"""

from __future__ import annotations

from mqtune.checks.faults import Faults
from mqtune.project.discovery import discover
from mqtune.syntax.carriers.documents import documents_of
from mqtune.syntax.document import CCDT, MQSC
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.problem import Problem
from mqtune.text.source import Source
from mqtune.text.spans import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.project.discovery import Found
    from mqtune.project.settings import Project
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.document import Document
    from mqtune.syntax.ini.tree import IniFile
    from mqtune.syntax.mqsc.tree import Script

    Tree = Script | IniFile | CcdtFile

UNREADABLE = "unreadable-file"  # the kind of the fault of form
STDIN = "<stdin>"
FIRST = Span(1, 1, 1, 1)


class Taken:
    """What one file gave: its source (None where it cannot be read), trees, and faults outside them.

    `named` says that a person named it, on the command line or in `mqtune.toml`; `skipped` why it
    holds nothing to check, empty where it does.
    """

    __slots__ = ("named", "problems", "shown", "skipped", "source", "trees")

    def __init__(self, shown: str, source: Source | None, named: bool) -> None:
        self.shown = shown
        self.source = source
        self.named = named
        self.trees: list[Tree] = []
        self.problems: list[tuple[Problem, Place]] = []
        self.skipped = ""


class Intake:
    """The files of a run, in the order of their shown paths, and the named paths that are not there."""

    __slots__ = ("faults", "files", "lines", "missing", "platform")

    def __init__(self, platform: str | None) -> None:
        self.platform = platform
        self.faults = Faults()
        self.lines = LineMemo()
        self.files: list[Taken] = []
        self.missing: list[str] = []

    def take_paths(self, paths: Iterable[str], project: Project) -> None:
        """Take in everything of interest below the paths."""
        discovery = discover(list(paths), project)
        self.missing = discovery.missing
        self.files = [self._read(found) for found in discovery.files]
        for folder in discovery.unreadable:
            self.files.append(_unreadable(folder.shown, folder.reason, named=False))
        self.files.sort(key=lambda taken: taken.shown)

    def take_text(self, name: str, data: bytes) -> None:
        """Take in one text that no file holds; its name tells its kind."""
        self.files = [self._parse(Source(name, name, data), named=True)]

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
            data = source.encode(texts[taken.shown])
            changed.files.append(changed._parse(Source(source.path, source.shown, data), taken.named))
        return changed

    @property
    def trees(self) -> list[Tree]:
        """Every parsed document, file by file."""
        return [tree for taken in self.files for tree in taken.trees]

    @property
    def commands(self) -> int:
        """How many MQSC commands were read."""
        return sum(len(getattr(tree, "commands", ())) for tree in self.trees)

    @property
    def problems(self) -> list[tuple[Problem, Place]]:
        """The faults of form that stand outside every document."""
        return [problem for taken in self.files for problem in taken.problems]

    def _read(self, found: Found) -> Taken:
        named = found.named or found.declared
        try:
            with open(found.path, "rb") as file:
                data = file.read()
        except OSError as error:
            return _unreadable(found.shown, (error.strerror or str(error)).lower(), named)
        return self._parse(Source(found.path, found.shown, data), named)

    def _parse(self, source: Source, named: bool) -> Taken:
        """Cut a source into documents and parse each."""
        taken = Taken(source.shown, source, named)
        try:
            result = documents_of(source, named)
        except Exception as error:
            self.faults.record("carriers", source.shown, error)
            return taken
        taken.skipped = result.skipped
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

            return parse_script(document, self.lines, self.platform)
        if document.kind == CCDT:
            from mqtune.syntax.ccdt.parse import parse_ccdt

            return parse_ccdt(document)
        from mqtune.syntax.ini.parse import parse_ini

        return parse_ini(document)


def _unreadable(shown: str, reason: str, named: bool) -> Taken:
    """A file or folder that is there and cannot be read: a finding, and nothing else."""
    taken = Taken(shown, None, named)
    problem = Problem(
        UNREADABLE, FIRST, f"{shown} cannot be read: {reason}", "give this user the right to read it"
    )
    taken.problems.append((problem, Place(shown, FIRST)))
    return taken
