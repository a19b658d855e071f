"""Loads the files of a run: finds them, reads them, extracts their documents and parses these.

A failure in one file does not affect the others.
"""

from __future__ import annotations

import os

from mqtune.engine.runner import Crashes
from mqtune.estate.build import nothing
from mqtune.language.catalogue import verb_words
from mqtune.project.discovery import Found, discover
from mqtune.project.left_out import is_wanted_by_name
from mqtune.project.load import shown_path
from mqtune.session.loaded_file import LoadedFile
from mqtune.session.options import Stage
from mqtune.syntax.carriers.documents import applied_documents, documents_of
from mqtune.syntax.carriers.names import MQSC as MQSC_SHAPE
from mqtune.syntax.carriers.names import STDIN, shape_of
from mqtune.syntax.carriers.result import LIMITED, most_telling
from mqtune.syntax.document import CCDT, MQSC, SYSTEM_KINDS, Diagnostic
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.text.editing import Place
from mqtune.text.messages import reason_of
from mqtune.text.not_checked import Allowance
from mqtune.text.source import Source, read_typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mqtune.project.boundary import Boundary, Refused
    from mqtune.project.settings import Project
    from mqtune.session.values import ValuesByEnvironment
    from mqtune.syntax.carriers.result import Deployment, Store
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.document import Document
    from mqtune.syntax.ini.tree import IniFile
    from mqtune.syntax.mqsc.tree import Script
    from mqtune.syntax.template_values import TemplateValues
    from mqtune.text.not_checked import Overruled

    Tree = Script | IniFile | CcdtFile

VERBS = frozenset(verb_words())


class Inputs:
    """The files of a run, in the order of their shown paths, and the named paths that do not exist.

    `others` are folders of other projects, which are omitted; `omitted` are files and folders that the search
    left out, with the reason, if that was wanted. `beyond` are the shown paths of files that are read only
    because a script applies them: they are not among the named paths, so nothing changes them. `values`
    replace placeholders outside of the environments that have values of their own. `refused` are paths that
    lead out of the project. `allowance` is what queue managers may still have in common, `repeats` what the
    texts of files may still repeat: loops over queue managers, and values in place of placeholders; `states`
    are as many as share each of them.
    """

    __slots__ = (
        "_versions",
        "allowance",
        "beyond",
        "by_environment",
        "by_name",
        "crashes",
        "files",
        "lines",
        "missing",
        "not_checked",
        "omitted",
        "others",
        "overruled",
        "platform",
        "refused",
        "repeats",
        "stage",
        "states",
        "values",
    )

    def __init__(
        self,
        platform: str | None,
        values: TemplateValues | None = None,
        by_environment: ValuesByEnvironment | None = None,
    ) -> None:
        self.platform = platform
        self.values = values
        self.by_environment = by_environment
        self.by_name = False
        self.states = 1
        self.allowance = Allowance(0)
        self.repeats = Allowance(0)
        self.crashes = Crashes()
        self.lines = LineMemo()
        self.files: list[LoadedFile] = []
        self.missing: list[str] = []
        self.beyond: set[str] = set()
        self.others: list[str] = []
        self.refused: list[Refused] = []
        self._versions: dict[str, list[LoadedFile]] | None = None  # by shown path, once all are loaded
        self.omitted: Sequence[tuple[str, str]] = ()
        self.not_checked: Sequence[tuple[str, str]] = ()  # of the search for files
        self.overruled: Sequence[Overruled] = ()  # as above
        self.stage: Stage | None = None  # of the run, if it is shown

    def load_paths(
        self,
        paths: Iterable[str],
        project: Project,
        boundary: Boundary,
        apart: bool = False,
        ignore_unknown: bool = False,
        list_omitted: bool = False,
    ) -> None:
        """Load everything of interest below the paths, see `discover`."""
        discovery = discover(list(paths), project, apart, ignore_unknown, list_omitted)
        self.refused += discovery.refused
        self.omitted = discovery.omitted
        self.not_checked = discovery.not_checked
        self.overruled = discovery.overruled
        self.missing = discovery.missing
        self.others = discovery.others
        if self.stage is not None:
            self.stage.total += len(discovery.files)
        self.files = self._parsed([self._read(entry) for entry in discovery.files])
        for folder in discovery.unreadable:
            self.files.append(_unreadable(LoadedFile(folder.shown, None, False, False), folder.reason))
        if any(file.applies for file in self.files):
            self._apply(project, boundary)
        self.files.sort(key=lambda file: file.shown)
        self._link()

    def _apply(self, project: Project, boundary: Boundary) -> None:
        """Read the files that scripts apply to queue managers, as those apply them."""
        from mqtune.session.applied import AppliedPaths  # few runs contain such a script

        places = AppliedPaths(project, boundary, self.allowance)
        known = {
            (os.path.abspath(file.source.path), file.environment): number
            for number, file in enumerate(self.files)
            if file.source is not None
        }
        for environment in dict.fromkeys(file.environment for file in self.files):
            scripts = [file for file in self.files if file.environment == environment]
            for path, applied in places.of(scripts).items():
                number = known.pop((path, environment), None)
                if number is None:
                    number = known.pop((path, None), None)
                if number is None:
                    number = len(self.files)
                    self.files.append(self._read(Found(path, shown_path(path), named=False)))
                    if not path.startswith(project.walked):
                        self.beyond.add(shown_path(path))
                before = self.files[number]
                if may_be_applied(before.trees) and before.source is not None:
                    file = LoadedFile(before.shown, before.source, before.named, before.asked, environment)
                    file.applied = applied
                    self.files[number] = self._parse(file)
        self.refused += places.refused

    def load_text(self, name: str, data: bytes, named: bool = True) -> None:
        """Load one text that is not in a file; its name decides its kind, and its environment."""
        file = LoadedFile(name, Source(name, name, data), named, asked=named)
        self.files = [self._parse(file)] if name == STDIN else self._parsed([file])

    def with_texts(self, texts: dict[str, str], pause: Callable[[], None] = nothing) -> Inputs:
        """The same files, some with another text; only those are parsed again. `pause` is called for each."""
        changed = Inputs(self.platform, self.values, self.by_environment)
        changed.lines = self.lines
        changed.by_name = self.by_name
        changed.allowance = self.allowance
        changed.repeats = Allowance(sum(map(len, texts.values())))
        changed.missing = self.missing
        changed.not_checked = self.not_checked
        changed.overruled = self.overruled
        changed.beyond = self.beyond
        changed.refused = self.refused
        for file in self.files:
            source = file.source
            if source is None or texts.get(file.shown, source.text) == source.text:
                changed.files.append(file)
                continue
            changed_source = Source(source.path, source.shown, source.encode(texts[file.shown]))
            loaded = LoadedFile(file.shown, changed_source, file.named, file.asked, file.environment)
            loaded.applied = file.applied
            pause()
            changed.files.append(changed._parse(loaded))
        changed._link()
        return changed

    def may_replace(self, before: Inputs, texts: Iterable[str]) -> bool:
        """Whether these are all files of a fresh run after some texts of `before` changed, by shown path.

        Not if the texts decide which files there are, which of them scripts apply to queue managers, or what
        replaces placeholders.
        """
        if self.values is not None or self.by_environment is not None:
            return False
        for shown in texts:
            for old, new in zip(before.versions(shown), self.versions(shown), strict=True):
                if old.applies or new.applies or old.source is None:
                    return False
                path, name = old.source.path, os.path.basename(old.source.path)
                if old.applied and shape_of(name).shape != MQSC_SHAPE:
                    return False
                if not (old.asked or is_wanted_by_name(name, path)):
                    return False
        return True

    @property
    def trees(self) -> list[Tree]:
        """Every parsed document, file by file."""
        return [tree for file in self.files for tree in file.trees]

    @property
    def deployments(self) -> list[Deployment]:
        """The queue managers that Kubernetes resources create, file by file."""
        return [deployment for file in self.files for deployment in file.deployments]

    @property
    def stores(self) -> list[Store]:
        """The ConfigMaps and Secrets of Kubernetes, file by file."""
        return [store for file in self.files for store in file.stores]

    @property
    def size(self) -> int:
        """The number of characters to check."""
        return sum(len(tree.document.text) for tree in self.trees)

    @property
    def commands(self) -> int:
        """The number of MQSC commands."""
        return sum(len(getattr(tree, "commands", ())) for file in self.distinct for tree in file.trees)

    @property
    def distinct(self) -> list[LoadedFile]:
        """The files, each once: the first version of those that several environments share."""
        if self.by_environment is None:
            return self.files
        return list({file.shown: file for file in reversed(self.files)}.values())[::-1]

    @property
    def diagnostics(self) -> list[tuple[Diagnostic, Place]]:
        """The syntax diagnostics outside of every document."""
        diagnostics: dict[tuple[object, ...], tuple[Diagnostic, Place]] = {}
        every = [reported for file in self.files for reported in file.diagnostics]
        if self.refused:
            from mqtune.session.loaded_file import refusal  # most paths are free

            every += map(refusal, self.refused)
        for diagnostic, place in every:  # a file that several environments share may have the same ones
            diagnostics.setdefault((diagnostic.message, place.file, place.span.key()), (diagnostic, place))
        return list(diagnostics.values())

    @property
    def may_hold_directives(self) -> bool:
        """Whether a comment may be a directive; in ini files any comment may be one."""
        return any(getattr(tree, "directives", ()) or getattr(tree, "comments", ()) for tree in self.trees)

    def versions(self, shown: str) -> list[LoadedFile]:
        """A file as it was read: once, or once for each environment whose values apply to it."""
        if self._versions is None:
            self._versions = {}
            for file in self.files:
                self._versions.setdefault(file.shown, []).append(file)
        return self._versions.get(shown, [])

    def uses_of_values(self) -> list[tuple[str | None, tuple[str, ...], int]]:
        """Each environment with values (None without one), their files, and how many files use a value."""
        every = (
            [(environment.name, environment.values) for environment in self.by_environment.environments]
            if self.by_environment
            else []
        )
        values = [*every, (None, self.values)] if self.values is not None and not every else every
        return [
            (name, inserted.paths, sum(file.is_template for file in self.files if file.environment == name))
            for name, inserted in values
        ]

    def texts_with_values(self, shown: str) -> list[str]:
        """The texts of a file with values in place of placeholders, and the texts of the values files."""
        every = (
            [environment.values for environment in self.by_environment.environments]
            if self.by_environment
            else []
        )
        if self.values is not None:
            every.append(self.values)
        if not every:
            return []
        texts = [text for values in every for text in values.texts]
        for file in self.versions(shown):
            texts += [tree.document.text for tree in file.trees if tree.document.values is not None]
        return list(dict.fromkeys(texts))

    def _read(self, entry: Found) -> LoadedFile:
        """A file with its source, not yet parsed."""
        file = LoadedFile(entry.shown, None, entry.named, entry.named or entry.declared)
        try:
            file.source = Source(entry.path, entry.shown, read_typed(entry.path, waits=False))
        except OSError as error:
            return _unreadable(file, reason_of(error))
        return file

    def _parsed(self, files: list[LoadedFile]) -> list[LoadedFile]:
        """The files with their trees: one version of each, or one for each environment that it has."""
        read = sum(len(file.source.text) for file in files if file.source is not None)
        self.allowance = Allowance(read, self.states)
        self.repeats = self.allowance.copy()
        by_environment = self.by_environment
        if by_environment is None:
            return [self._parse(file) for file in files]
        from mqtune.session.values import versions_of  # few runs need it

        self.not_checked = [*self.not_checked, *by_environment.limit(files, self.allowance)]
        parsed: list[LoadedFile] = []
        for file, versions in versions_of(files, by_environment, self._parse, self.by_name):
            parsed += versions or [self._parse(file)]
        return parsed

    def _link(self) -> None:
        """Connect the texts of values files with the templates that insert them."""
        if self.by_environment is not None:
            from mqtune.session.values import link  # few runs need it

            link(self.files, self.by_environment)

    def _parse(self, file: LoadedFile) -> LoadedFile:
        """Parse every document in the source of a file."""
        if self.stage is not None:
            self.stage.done += 1
        source = file.source
        if source is None:
            return file
        try:
            values = self._values(file.environment, source.path)
            before = values.replaced if values is not None else 0
            if values is not None:
                values.inserted = file.inserted = []
                values.admits = self.repeats.admits
            if file.applied:
                result = applied_documents(source, file.applied, values)
            else:
                result = documents_of(source, file.asked, values, self.by_name)
            file.is_template = values is not None and values.replaced > before
        except Exception as error:
            self.crashes.record("carriers", source.shown, error)
            return file
        file.skipped = result.skipped
        file.recognised = result.recognised
        file.unread = result.unread
        file.deployments = result.deployments
        file.stores = result.stores
        file.applies, file.followed = result.applied, result.followed
        file.diagnostics = list(result.diagnostics)
        for document in self._admitted(file, result.documents):
            try:
                file.trees.append(self._tree(document))
            except Exception as error:
                self.crashes.record(f"parser of {document.kind}", source.shown, error)
        return file

    def _admitted(self, file: LoadedFile, documents: list[Document]) -> list[Document]:
        """The documents of a file, without further copies of one that exceed what may be repeated."""
        admitted: list[Document] = []
        known: set[int] = set()
        for document in documents:
            again = document.map is not None and id(document.map) in known
            text = document.text
            if again and not self.repeats.admits(len(text), words=len(text.split())):
                file.unread = most_telling(LIMITED, file.unread)
                continue
            known.add(id(document.map))
            admitted.append(document)
        return admitted

    def _values(self, environment: str | None, path: str) -> TemplateValues | None:
        """The values of a file in an environment."""
        values = self.values
        if environment is not None and self.by_environment is not None:
            values = self.by_environment.values(environment)
        if values is None:
            return None
        from mqtune.session.applied import values_of_chart  # few runs have values

        return values_of_chart(values, path)

    def _tree(self, document: Document) -> Tree:
        # each parser is imported with the first document of its kind, to keep start-up short
        if document.kind == MQSC:
            from mqtune.syntax.mqsc.parse import parse_script

            if self.by_name:
                from mqtune.syntax.mqsc.templates import exposed  # only under a gate

                document.text = exposed(document.text)
            platform = self.platform or document.platform
            return parse_script(document, self.lines, platform, VERBS, not self.by_name)
        if document.kind == CCDT:
            from mqtune.syntax.ccdt.parse import parse_ccdt

            return parse_ccdt(document)
        if document.kind in SYSTEM_KINDS:
            from mqtune.syntax.system import parse_system

            return parse_system(document)
        from mqtune.syntax.ini.parse import parse_ini

        return parse_ini(document)


def _unreadable(file: LoadedFile, reason: str) -> LoadedFile:
    from mqtune.session.loaded_file import unreadable  # most files can be read

    return unreadable(file, reason)


def may_be_applied(trees: Sequence[Tree]) -> bool:
    """Whether a file with these documents may be one that scripts apply: not one that only contains some."""
    return all(not tree.document.container and tree.document.kind != CCDT for tree in trees)
