"""What a feature works with: the last analysis, and the document as it is in the editor now."""

from __future__ import annotations

from lsprotocol import types

from mqtune.lsp.analysis import MARK, FileView, bare, path_or_address
from mqtune.lsp.diagnostics import address, range_of
from mqtune.lsp.features.moved import moved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.lsp.analysis import Analysis
    from mqtune.lsp.buffer import Position
    from mqtune.lsp.documents import Document
    from mqtune.session.loading import Tree
    from mqtune.text.spans import Span


class Asked:
    """One request about a document. `view` is the document in the last analysis; the user sees `messages`."""

    __slots__ = ("_current", "analysis", "document", "messages", "view")

    def __init__(self, analysis: Analysis, view: FileView | None, document: Document | None) -> None:
        self.analysis = analysis
        self.view = view
        self.document = document
        self.messages: list[str] = []
        self._current: FileView | None = None

    def analysed(self, position: Position) -> Position | None:
        """A position of the editor in the analysed text; None in a part that was edited since."""
        view = self.view
        if view is None or self.document is None or self.document.buffer is view.buffer:
            return position
        return moved(self.document.buffer, view.buffer, position)

    @property
    def current(self) -> FileView | None:
        """The document parsed as it is now, without a lint."""
        view = self.view
        if view is None or self.document is None or self.document.buffer is view.buffer:
            return view
        if self._current is None:
            shown = view.source.shown
            mark = MARK if view.source.text.startswith(MARK) else ""
            session = view.session.with_texts({shown: mark + bare(self.document.buffer.text)})
            source = session.sources[shown]
            self._current = FileView(view.part, session, source, self.document, self.document.buffer.encoding)
        return self._current


def trees_of(view: FileView) -> list[Tree]:
    """The documents of a file, in the version of each environment that reads it."""
    return [tree for file in view.session.inputs.versions(view.source.shown) for tree in file.trees]


def one_version(view: FileView) -> list[Tree]:
    """The documents of a file in one version: what is shown of its text is the same in all."""
    versions = view.session.inputs.versions(view.source.shown)
    return list(versions[0].trees) if versions else []


def location(analysis: Analysis, view: FileView, span: Span) -> types.Location | None:
    """A range of the analysed text as the editor has it now; None if it was edited since."""
    start, end = view.span(span)
    document = analysis.documents.named(path_or_address(view.source))
    if document is None or document.buffer is view.buffer:
        return types.Location(address(view), range_of((start, end)))
    first, last = moved(view.buffer, document.buffer, start), moved(view.buffer, document.buffer, end)
    if first is None or last is None:
        return None
    return types.Location(document.uri, range_of((first, last)))
