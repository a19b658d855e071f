"""The lint of a workspace with the unsaved texts of open documents."""

from __future__ import annotations

import os
import re

from mqtune.lsp.buffer import Buffer
from mqtune.lsp.documents import Document, Documents
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace
from mqtune.text.editing import EditError, LineIndex
from mqtune.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.findings.finding import Finding
    from mqtune.lsp.buffer import Position
    from mqtune.session.lint_result import LintResult
    from mqtune.text.spans import Span

ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:")  # longer than the letter of a drive
MARK = "\ufeff"  # an editor removes the byte order mark of a file


class Part:
    """The projects of the workspace, or one document outside of them, with the lint of each project."""

    __slots__ = ("results", "workspace")

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.results: list[LintResult] = workspace.results()

    def result_of(self, session: Session) -> LintResult:
        """The lint of a session."""
        return self.results[self.workspace.sessions.index(session)]


class FileView:
    """One file: its source as it was linted, and the text as the editor counts it."""

    __slots__ = ("_index", "_shift", "buffer", "document", "part", "session", "source")

    def __init__(
        self, part: Part, session: Session, source: Source, document: Document | None, encoding: str
    ) -> None:
        self.part = part
        self.session = session
        self.source = source
        self.document = document
        self.buffer = document.buffer if document is not None else Buffer(bare(source.text), encoding)
        self._shift = len(source.text) - len(self.buffer.text)
        self._index: LineIndex | None = None

    @property
    def index(self) -> LineIndex:
        """The lines as mqtune counts them."""
        if self._index is None:
            self._index = LineIndex(self.source.text)
        return self._index

    def position(self, line: int, column: int) -> Position:
        """The position in the editor of a position of mqtune, which is never beyond the text."""
        starts = self.index.starts
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
    """The workspace of an editor and its findings. `folders` are those that the editor has open."""

    def __init__(self, folders: Sequence[str], documents: Documents) -> None:
        self.folders = tuple(folders)
        self.documents = documents
        self._base: Workspace | None = None
        self.files: dict[str, FileView] = {}
        self.findings: dict[str, list[Finding]] = {}

    def reload(self) -> None:
        """Read the files again, at the next lint. Raises nothing."""
        self._base = None

    def lint(self) -> None:
        """Lint everything with the unsaved texts. Raises ProjectError and UsageError."""
        if self._base is None and self.folders:
            self._base = Workspace.open(Options(paths=self.folders))
        files: dict[str, FileView] = {}
        findings: dict[str, list[Finding]] = {}
        if self._base is not None:
            self._collect(Part(self._with_texts(self._base)), files, findings)
        for document in self.documents.all:
            if document.name not in files:
                self._collect(Part(alone(document)), files, findings)
        self.files, self.findings = files, findings

    def _with_texts(self, base: Workspace) -> Workspace:
        """The workspace with the texts of the open documents."""
        sessions = []
        for session in base.sessions:
            texts = {}
            for shown, source in session.sources.items():
                document = self.documents.named(os.path.abspath(source.path))
                if document is not None and document.buffer.text != bare(source.text):
                    mark = MARK if source.text.startswith(MARK) else ""
                    texts[shown] = mark + bare(document.buffer.text)
            sessions.append(session.with_texts(texts) if texts else session)
        return Workspace(sessions)

    def _collect(self, part: Part, files: dict[str, FileView], findings: dict[str, list[Finding]]) -> None:
        """Add the files and findings of a part, by path."""
        for session, result in zip(part.workspace.sessions, part.results, strict=True):
            paths = {}
            for shown, source in session.sources.items():
                path = paths[shown] = path_or_address(source)
                document = self.documents.named(path)
                files.setdefault(path, FileView(part, session, source, document, self.documents.encoding))
            for finding in result.findings:
                shown = finding.place.file
                findings.setdefault(paths.get(shown, os.path.abspath(shown)), []).append(finding)

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


def bare(text: str) -> str:
    """A text without byte order mark."""
    return text.removeprefix(MARK)
