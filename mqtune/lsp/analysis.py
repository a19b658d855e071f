"""The lint of a workspace with the unsaved texts of open documents."""

from __future__ import annotations

import os
import re
from contextlib import suppress

from mqtune.estate.build import nothing
from mqtune.lsp.documents import Buffer, Document, Documents
from mqtune.project.boundary import Boundary
from mqtune.project.discovery import SKIPPED_FOLDERS
from mqtune.project.ignore_files import FILE_NAME
from mqtune.project.left_out import is_wanted_by_content
from mqtune.session.options import Options, Stage
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.editing import EditError, LineIndex
from mqtune.text.source import Source, Unsaved, decode, encode, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mqtune.lsp.documents import Position
    from mqtune.session.lint_result import LintResult
    from mqtune.session.opened import Project
    from mqtune.text.editing import Span
    from mqtune.text.finding import Finding

ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:")  # longer than the letter of a drive
UNREAD_FOLDERS = SKIPPED_FOLDERS | {".git"}
STEERING = ("mqtune.toml",)  # files that are not linted themselves, but decide what is
HEAD = 4096  # characters that show what a file is
MOST_EDITS = 500  # whose texts are kept before they are forgotten in a pause
MARK = "\ufeff"  # an editor removes the byte order mark of a file


class Steps(Stage):
    """The stage of a run that calls `pause` after each file."""

    __slots__ = ("_pause",)

    def __init__(self, pause: Callable[[], None]) -> None:
        self._pause = pause
        super().__init__()

    @property
    def done(self) -> int:
        """Not counted."""
        return 0

    @done.setter
    def done(self, number: int) -> None:
        self._pause()


class Part:
    """The projects of the workspace, or one document outside of them, with the lint of each project."""

    __slots__ = ("results", "workspace")

    def __init__(self, workspace: Workspace, results: list[LintResult] | None = None) -> None:
        self.workspace = workspace
        self.results = workspace.results() if results is None else results

    def result_of(self, session: Session) -> LintResult:
        """The lint of a session."""
        return self.results[self.workspace.sessions.index(session)]


class FileView:
    """One file: its source as it was linted, and the text as the editor counts it."""

    __slots__ = ("_buffer", "_encoding", "_index", "_plain", "document", "part", "session", "source")

    def __init__(
        self, part: Part, session: Session, source: Source, document: Document | None, encoding: str
    ) -> None:
        self.part = part
        self.session = session
        self.source = source
        self.document = document
        self._buffer = document.buffer if document is not None else None
        self._encoding = encoding
        self._index: LineIndex | None = None
        self._plain: bool | None = None

    @property
    def buffer(self) -> Buffer:
        """The text as the editor counts it; of a document that is open, its text when it was linted."""
        if self._buffer is None:
            self._buffer = Buffer(bare(self.source.text), self._encoding)
        return self._buffer

    @property
    def _shift(self) -> int:
        return len(self.source.text) - len(self.buffer.text)

    @property
    def index(self) -> LineIndex:
        """The lines as mqtune counts them."""
        if self._index is None:
            self._index = LineIndex(self.source.text)
        return self._index

    @property
    def is_plain(self) -> bool:
        """Whether the editor counts lines and columns as mqtune does."""
        if self._plain is None:
            text = self.source.text
            self._plain = text.isascii() and "\r" not in text and not self._shift
        return self._plain

    def position(self, line: int, column: int) -> Position:
        """The position in the editor of a position of mqtune, which is never beyond the text."""
        starts = self.index.starts
        if 1 <= line < len(starts) and column >= 1 and self.is_plain:
            return line - 1, min(column - 1, starts[line] - starts[line - 1] - 1)
        line = max(1, min(line, len(starts)))
        end = starts[line] - 1 if line < len(starts) else len(self.source.text)
        return self.buffer.position(min(starts[line - 1] + column - 1, end) - self._shift)

    def span(self, span: Span, first_line: bool = False) -> tuple[Position, Position]:
        """A range in the editor; with `first_line` it ends on the line on which it begins."""
        start, end = self.position(span.line, span.column), self.position(span.end_line, span.end_column)
        if first_line and end[0] > start[0]:
            line = self.buffer.line(start[0])
            end = Buffer(line, self.buffer.encoding).position(len(line))
            end = (start[0], end[1])
        return start, max(start, end)

    def place(self, position: Position) -> tuple[int, int]:
        """The line and column of mqtune, from 1, of a position in the editor."""
        try:
            return self.index.position(self.buffer.offset(*position) + self._shift)
        except EditError:
            return (1, 1)


class Analysis:
    """The workspace of an editor and its findings. `folders` are those that the editor has open.

    `linted` are the documents of the last lint; `documents` may change during one, in `pause`, which a lint
    calls between its steps.

    The findings are those of a fresh lint of all files with the unsaved texts. After an edit only what it
    changes is parsed again; the files are found and read again if the edit may have changed which ones there
    are.
    """

    def __init__(
        self, folders: Sequence[str], documents: Documents, pause: Callable[[], None] = nothing
    ) -> None:
        self.folders = tuple(folders)
        self.documents = documents
        self.linted = documents.copy()
        self._pause = pause
        self.files: dict[str, FileView] = {}
        self.findings: dict[str, list[Finding]] = {}
        self._part: Part | None = None  # the projects of the folders
        self._alone: dict[str, tuple[Buffer, Part]] = {}  # documents outside of them, by path
        self._places: dict[str, list[tuple[int, str]]] = {}  # by path: number of the session, shown path
        self._read: dict[str, Buffer] = {}  # the texts of the documents that were analysed, by path
        self._reread: set[str] = set()  # files that may have changed on disk
        self._wanted: dict[str, bool] = {}  # by path: whether the text of a document shows that it is of MQ
        self._paths: dict[str, str] = {}  # by the path of a source: absolute, or the address of a document
        self._edits = 0

    def reload(self) -> None:
        """Find and read the files again, at the next lint. Raises nothing."""
        self._part, self._alone = None, {}

    def changed_on_disk(self, paths: Iterable[str], exists: bool = True) -> None:
        """Read some files again, at the next lint; `exists` is false if files appeared or disappeared."""
        for path in paths:
            if path in self._places and exists:
                if self.documents.named(path) is None:
                    self._reread.add(path)
            elif UNREAD_FOLDERS.isdisjoint(path.split(os.sep)) and (
                not exists or os.path.basename(path) == FILE_NAME or self._decides(path)
            ):
                self.reload()

    def is_stale(self, view: FileView) -> bool:
        """Whether a file is not what was analysed: edited since in the editor, else changed on disk."""
        document = self.documents.named(path_or_address(view.source))
        if document is not None:
            return document.buffer is not view.buffer
        try:
            return read_file(view.source.path) != view.source.data
        except OSError:
            return True

    @property
    def is_full(self) -> bool:
        """Whether the texts of many edits are kept that are over; `reload` forgets them."""
        return self._edits > MOST_EDITS

    def lint(self) -> None:
        """Lint everything with the unsaved texts. Raises ProjectError and UsageError."""
        self.linted = self.documents.copy()
        if any(
            self._read.get(document.name) is not document.buffer
            for document in self.linted.all
            if is_steering(document)
        ):
            self._part, self._alone = None, {}
        if self.folders and (self._part is None or not self._advanced(self._part)):
            self._open()
        self._read = {document.name: document.buffer for document in self.linted.all}
        files: dict[str, FileView] = {}
        findings: dict[str, list[Finding]] = {}
        if self._part is not None:
            self._collect(self._part, files, findings)
        others = {}
        for document in self.linted.all:
            if document.name not in files and not is_steering(document):
                known = self._alone.get(document.name)
                if known is None or known[0] is not document.buffer:
                    with self.unsaved():
                        known = (document.buffer, Part(alone(document)))
                others[document.name] = known
                self._collect(known[1], files, findings)
        self._alone = others
        self.files, self.findings = files, findings

    def _open(self) -> None:
        """Find, read and lint all files."""
        self._part, self._alone = None, {}
        with self.unsaved():
            workspace = Workspace.open(Options(paths=self.folders, stage=Steps(self._pause)))
            self._wanted = {document.name: is_wanted(document) for document in self.linted.all}
        self._part = Part(workspace.pausing(self._pause))
        self._places = {}
        self._paths = {}
        self._reread = set()
        self._edits = 0
        for number, session in enumerate(workspace.sessions):
            for shown, source in session.sources.items():
                self._places.setdefault(path_or_address(source), []).append((number, shown))

    def unsaved(self) -> Unsaved:
        """What reads the open documents in place of their files while it is entered, in their encoding."""
        contents = {}
        for document in self.linted.all:
            text, encoding, on_disk = bare(document.buffer.text), "utf-8", ""
            if not ADDRESS.match(document.name):
                with suppress(OSError):
                    on_disk, encoding = decode(read_file(document.name))
            mark = MARK if on_disk.startswith(MARK) else ""
            contents[document.name] = encode(mark + text, encoding)
        return Unsaved(contents)

    def _advanced(self, part: Part) -> bool:
        """Whether the edits since the last lint are analysed; if not, all files have to be read again."""
        if self._edits > 10 * MOST_EDITS:
            return False
        paths = {*self._reread, *(path for path in self._read if self.linted.named(path) is None)}
        for document in self.linted.all:
            if self._read.get(document.name) is not document.buffer:
                paths.add(document.name)
        texts: list[dict[str, str]] = [{} for _ in part.workspace.sessions]
        for path in paths:
            if path not in self._places:
                if self._decides(path):
                    return False
                continue
            text = self._text(path)
            if text is None:
                return False
            for number, shown in self._places[path]:
                source = part.workspace.sessions[number].sources[shown]
                if bare(source.text) != text:
                    texts[number][shown] = (MARK if source.text.startswith(MARK) else "") + text
        self._reread = set()
        sessions = list(part.workspace.sessions)
        results = list(part.results)
        for number, changed in enumerate(texts):
            if changed:
                self._edits += 1
                before, sessions[number] = sessions[number], sessions[number].with_texts(changed)
                if not sessions[number].inputs.may_replace(before.inputs, changed):
                    return False
                results[number] = sessions[number].lint()
                release(before, changed)
        if sessions != part.workspace.sessions:
            self._part = Part(Workspace(sessions, part.workspace.omitted), results)
        return True

    def _text(self, path: str) -> str | None:
        """The present text; None if it cannot be read as before, or is behind a link out of the workspace."""
        document = self.linted.named(path)
        if document is not None:
            return bare(document.buffer.text)
        if Boundary(self.folders).refusal(path):
            return None
        try:
            text, encoding = decode(read_file(path))
        except OSError:
            return None
        return bare(text) if encoding == "utf-8" else None

    def _decides(self, path: str) -> bool:
        """Whether a document that is not among the files may decide what they are."""
        if os.path.basename(path) in STEERING:  # it was closed
            return True
        if any(session.inputs.by_environment or session.inputs.values for session in self._sessions):
            return True
        document = self.linted.named(path)
        if document is not None:
            return is_wanted(document) != self._wanted.get(path, False)
        if Boundary(self.folders).refusal(path):
            return False
        return is_wanted_by_content(os.path.basename(path), path) != self._wanted.get(path, False)

    @property
    def _sessions(self) -> list[Session]:
        return self._part.workspace.sessions if self._part is not None else []

    def _collect(self, part: Part, files: dict[str, FileView], findings: dict[str, list[Finding]]) -> None:
        """Add the files and findings of a part, by path."""
        encoding = self.linted.encoding
        for session, result in zip(part.workspace.sessions, part.results, strict=True):
            paths = {}
            for file in session.inputs.files:
                source = file.source
                if source is None or source.shown in paths:
                    continue
                path = paths[source.shown] = self._path_of(source)
                document = self.linted.named(path)
                if path not in files:
                    files[path] = FileView(part, session, source, document, encoding)
            for finding in result.findings:
                shown = finding.place.file
                findings.setdefault(paths.get(shown) or os.path.abspath(shown), []).append(finding)

    def _path_of(self, source: Source) -> str:
        address = self._paths.get(source.path)
        if address is None:
            address = self._paths[source.path] = path_or_address(source)
        return address

    @property
    def project(self) -> Project | None:
        """What questions are asked about: the folders as they were analysed; None without a folder."""
        from mqtune.session.opened import Project, Scope  # few editors ask

        if self._part is None:
            return None
        options = Options(paths=self.folders)

        def reopen() -> Workspace:
            with self.unsaved():
                return Workspace.open(options)

        return Project(self._part.workspace, Scope(self.folders), reopen)

    def view(self, shown: str, session: Session) -> FileView | None:
        """A file by its shown path."""
        source = session.sources.get(shown)
        return None if source is None else self.files.get(path_or_address(source))


def path_or_address(source: Source) -> str:
    """The absolute path of a file, or the address of a document that is not a file."""
    return source.path if ADDRESS.match(source.path) else os.path.abspath(source.path)


def alone(document: Document) -> Workspace:
    """A workspace of one document, whose name decides its kind."""
    text = document.buffer.text
    return Workspace.open(Options(stdin_text=text, stdin_name=document.name, ignore_unknown=True))


def release(session: Session, changed: Iterable[str]) -> None:
    """Break the cycles of scripts that have a successor, so that they need not wait for the collector."""
    for shown in changed:
        for file in session.inputs.versions(shown):
            for tree in file.trees:
                if isinstance(tree, Script):
                    tree.commands.clear()


def is_steering(document: Document) -> bool:
    """Whether a document is not linted itself, but decides what is."""
    return os.path.basename(document.name) in STEERING


def is_wanted(document: Document) -> bool:
    """Whether the content of a document whose name does not decide shows that it may be of IBM MQ."""
    if ADDRESS.match(document.name):
        return False
    with Unsaved({document.name: document.buffer.text[:HEAD].encode("utf-8", "surrogateescape")}):
        return is_wanted_by_content(os.path.basename(document.name), document.name)


def bare(text: str) -> str:
    """A text without byte order mark."""
    return text.removeprefix(MARK)
