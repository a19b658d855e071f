"""A file as a front end shows it: lines that are safe to print, secrets masked, words with their kinds.

Only this module converts columns of the file into columns of the printed text.
"""

from __future__ import annotations

from dataclasses import dataclass

from mqtune.report.excerpt import indent
from mqtune.report.redact import FileText
from mqtune.session.workspace import Workspace
from mqtune.text.printable import Shown, shown
from mqtune.text.reading import read_file
from mqtune.text.source import decode
from mqtune.text.spans import Span
from mqtune.views.highlighting import FileTokens, Token

MOST_COLUMNS = 4000  # of one line: a JSON file on a single line would otherwise be one very long row


@dataclass(frozen=True, slots=True)
class ViewLine:
    """One line: its number, its printed text, and its words with printed columns (from 0) and kinds."""

    number: int
    text: str
    words: tuple[Token, ...]


class SourceView:
    """The lines of one file. `name` is the shown path; `count` the number of lines."""

    __slots__ = ("_file", "_tokens", "count", "name", "width")

    def __init__(self, name: str, file: FileText, tokens: FileTokens) -> None:
        self.name = name
        self._file = file
        self._tokens = tokens
        text, starts = file.index.text, file.index.starts
        self.count = len(starts) - (len(starts) > 1 and starts[-1] == len(text))
        self.width = min(MOST_COLUMNS, max(map(len, text.split("\n"))))

    def line(self, number: int) -> ViewLine:
        """Return line `number`, counted from 1."""
        printed = self._shown(number)
        words = tuple(
            (printed.column(start), printed.column(end), kind)
            for start, end, kind in self._tokens.line(number)
            if start <= MOST_COLUMNS
        )
        return ViewLine(number, printed.text, words)

    def columns(self, number: int, span: Span) -> tuple[int, int]:
        """Return the printed columns, from 0, of a span in a line: never empty, or (0, 0) in other lines."""
        if not span.line <= number <= span.end_line:
            return (0, 0)
        printed = self._shown(number)
        end_of_line = len(printed.text.rstrip())
        start = printed.column(span.column) if number == span.line else indent(printed.text)
        end = printed.column(span.end_column) if number == span.end_line else end_of_line
        return (start, max(end, start + 1)) if number == span.line or end > start else (0, 0)

    def _shown(self, number: int) -> Shown:
        return shown(
            self._file.index.line(number, 0, MOST_COLUMNS), self._file.hidden(number, 0, MOST_COLUMNS)
        )


def source_view(workspace: Workspace, name: str, known: FileText | None = None) -> SourceView | None:
    """Return the file of a shown path; None if its text is not available. `known` saves reading it."""
    for file in workspace.session_of(name).inputs.files:
        if file.shown == name and file.source is not None:
            return SourceView(name, known or FileText(file.source.text), FileTokens(file.trees))
    text = project_text(workspace, name)
    return None if text is None else SourceView(name, FileText(text), FileTokens(()))


def project_text(workspace: Workspace, name: str) -> str | None:
    """Return the text of a project file, which findings may name but no session contains."""
    if all(estate.project.file != name for estate in workspace.estates):
        return None
    try:
        return decode(read_file(name))[0]
    except OSError:
        return None
