"""The server: requests and notifications of the protocol, over standard input and output."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.io_ import StdoutWriter
from pygls.lsp.server import LanguageServer

from mqtune import __version__
from mqtune.lsp.analysis import Analysis
from mqtune.lsp.diagnostics import DiagnosticTexts, address, notification
from mqtune.lsp.documents import Documents, path_of, uri_of
from mqtune.lsp.features.asked import Asked
from mqtune.lsp.features.table import FEATURES, FIX_ALL, NEED_DISK, NEED_PRESENT, import_all
from mqtune.lsp.inbox import Inbox, Pauses, Schedule
from mqtune.project.load import ProjectError
from mqtune.text.messages import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.features.table import Answer


ASK = "mqtune.ask"  # the command that asks a question
JSON_RPC = "pygls.protocol.json_rpc"  # the logger of the library's protocol


class Server:
    """One running server with the workspace of one editor."""

    def __init__(self) -> None:
        self.server = LanguageServer("mqtune", __version__)
        self.documents = Documents()
        self.inbox = Inbox(self.server.protocol)
        self.analysis = Analysis((), self.documents, self.inbox.pause)
        self.pauses = Pauses(self.tidy, later)
        self.schedule = Schedule(self.publish, later)
        self.texts = DiagnosticTexts()
        self.published: dict[str, tuple[int | None, str]] = {}  # version and diagnostics by path
        self.last_error = ""
        self.may_watch = False  # whether the editor reports what other programs change
        self._register()

    def _register(self) -> None:
        def feature(name: str, work: Callable[[Any], Any], options: object = None) -> None:
            def handle(params: Any) -> Any:  # a method is not accepted
                return work(params)

            self.server.feature(name, options)(handle)

        feature(types.INITIALIZE, self.initialize)
        feature(types.INITIALIZED, self.initialized)
        feature(types.TEXT_DOCUMENT_DID_OPEN, self.opened)
        feature(types.TEXT_DOCUMENT_DID_CHANGE, self.changed)
        feature(types.TEXT_DOCUMENT_DID_CLOSE, self.closed)
        feature(types.TEXT_DOCUMENT_DID_SAVE, self.saved)
        feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, self.folders_changed)
        feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, self.files_changed)
        feature(types.TEXT_DOCUMENT_FORMATTING, self.formatting)
        feature(types.TEXT_DOCUMENT_RANGE_FORMATTING, self.range_formatting)
        for name, work, options in FEATURES:
            feature(name, partial(self.answer, name, work), options)
        self.server.command(ASK)(lambda *arguments: self.ask(list(arguments)))
        kinds = types.CodeActionOptions([types.CodeActionKind.QuickFix, FIX_ALL], resolve_provider=True)
        feature(types.TEXT_DOCUMENT_CODE_ACTION, self.actions, kinds)

    def initialize(self, params: Any) -> None:
        """Note the folders and the unit of columns."""
        workspace = self.server.workspace
        # the texts of the library are not used: it splits lines where editors do not
        for name in ("put_text_document", "update_text_document", "remove_text_document"):
            setattr(workspace, name, ignore)
        self.documents.encoding = str(
            getattr(workspace.position_encoding, "value", workspace.position_encoding)
        )
        capabilities = params.capabilities.workspace or types.WorkspaceClientCapabilities()
        edit, watched = capabilities.workspace_edit, capabilities.did_change_watched_files
        self.documents.has_versions = bool(edit and edit.document_changes)
        self.may_watch = bool(watched and watched.dynamic_registration)
        folders = [path_of(folder.uri) for folder in params.workspace_folders or ()]
        if not folders and params.root_uri:
            folders = [path_of(params.root_uri)]
        self.analysis.folders = tuple(folder for folder in folders if folder and os.path.isdir(folder))

    def initialized(self, _: Any) -> None:
        """Ask the editor to report what other programs change: any file may decide about the others."""
        if self.may_watch:
            options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*")])
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            self.server.client_register_capability(
                types.RegistrationParams([types.Registration("mqtune-files", method, options)])
            )
        self.schedule.changed()

    def opened(self, params: Any) -> None:
        """Add a document."""
        document = params.text_document
        self.documents.open(document.uri, document.version, document.text)
        self.schedule.changed()

    def changed(self, params: Any) -> None:
        """Apply the edits of a document."""
        document = params.text_document
        self.documents.change(document.uri, document.version, map(edit_of, params.content_changes))
        self.schedule.changed()

    def closed(self, params: Any) -> None:
        """Forget a document: what is on disk counts again."""
        self.documents.close(params.text_document.uri)
        self.schedule.changed()

    def saved(self, params: Any) -> None:
        """A document is on disk now, perhaps as a new file, or with another project file.

        An editor that does not report other changes is the reason to read all files again.
        """
        if self.may_watch:
            self.analysis.changed_on_disk([path_of(params.text_document.uri)])
        else:
            self.analysis.reload()
        self.schedule.changed()

    def files_changed(self, params: Any) -> None:
        """Read files again, or find all of them again if some appeared or disappeared."""
        for change in params.changes:
            changed = change.type == types.FileChangeType.Changed
            self.analysis.changed_on_disk([path_of(change.uri)], exists=changed)
        self.schedule.changed()

    def folders_changed(self, params: Any) -> None:
        """Add and remove folders of the workspace."""
        removed = {path_of(folder.uri) for folder in params.event.removed}
        added = [path_of(folder.uri) for folder in params.event.added]
        kept = [folder for folder in self.analysis.folders if folder not in removed]
        self.analysis.folders = tuple(dict.fromkeys([*kept, *filter(os.path.isdir, added)]))
        self.analysis.reload()
        self.schedule.changed()

    def publish(self) -> None:
        """Lint, and send the diagnostics of open documents and those of other files that changed."""
        if self.server.protocol._shutdown:
            return
        try:
            self.analysis.lint()
        except (ProjectError, UsageError) as error:
            self.report(str(error))
            return
        self.last_error = ""
        linted = self.analysis.linted
        now = dict.fromkeys([*self.analysis.findings, *(document.name for document in linted.all)])
        gone = [path for path in self.published if path not in now]
        for path in [*now, *gone]:
            self.inbox.pause()
            document = linted.named(path)
            version = document.version if document is not None else None
            diagnostics = self.texts.of(self.analysis, path)
            if self.published.get(path, (None, "[]")) == (version, diagnostics):
                continue
            self.published[path] = (version, diagnostics)
            view = self.analysis.files.get(path)
            uri = document.uri if document else address(view) if view else uri_of(path)
            writer = self.server.protocol.writer
            if writer is not None:
                writer.write(notification(uri, version, diagnostics))
        for path in gone:
            del self.published[path]
        self.pauses.ran()

    def tidy(self) -> None:
        """Read everything again after many edits: the texts of all of them are kept until then."""
        import_all()
        if self.analysis.is_full:
            self.analysis.reload()
            self.schedule.run()

    def report(self, message: str) -> None:
        """Show an error of the project file, once."""
        if message != self.last_error:
            self.last_error = message
            self.server.window_show_message(
                types.ShowMessageParams(types.MessageType.Error, f"mqtune: {message}")
            )

    def view(self, uri: str) -> FileView | None:
        """A file by its address, as it is in the editor now."""
        document = self.documents.get(uri)
        view = self.analysis.files.get(document.name if document else path_of(uri))
        if view is not None and document is not None and view.buffer is not document.buffer:
            self.schedule.run()
            view = self.analysis.files.get(document.name)
        return view

    def answer(self, name: str, work: Answer, params: Any) -> Any:
        """The answer of a feature, from the last analysis unless it needs the present one."""
        uri = getattr(getattr(params, "text_document", None), "uri", "")
        document = self.documents.get(uri)
        if name in NEED_DISK:
            self.read_again()
        elif uri and name in NEED_PRESENT:
            self.view(uri)
        view = self.analysis.files.get(document.name if document else path_of(uri))
        asked = Asked(self.analysis, view, document)
        result = work(asked, params)
        for message in asked.messages:
            self.server.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))
        return result

    def ask(self, arguments: list[Any]) -> dict[str, Any]:
        """Answer a question about the present texts."""
        self.schedule.run()
        if self.last_error:
            raise JsonRpcException(self.last_error, types.LSPErrorCodes.RequestFailed)
        return answered(self.analysis, arguments)

    def read_again(self) -> None:
        """Analyse what is on disk and in the editor now. Raises an error of the protocol if that fails."""
        self.analysis.reload()
        self.schedule.run()
        if self.last_error:
            raise JsonRpcException(self.last_error, types.LSPErrorCodes.RequestFailed)

    def formatting(self, params: Any) -> list[types.TextEdit] | None:
        """Format a document; needs no lint."""
        from mqtune.lsp import diagnostics as edits  # not needed for the first diagnostics

        document = self.documents.get(params.text_document.uri)
        return None if document is None else edits.formatting(document, self.platform(document.name))

    def range_formatting(self, params: Any) -> list[types.TextEdit] | None:
        """Format the commands in a range."""
        from mqtune.lsp import diagnostics as edits  # not needed for the first diagnostics

        document = self.documents.get(params.text_document.uri)
        if document is None:
            return None
        lines = (params.range.start.line, params.range.end.line)
        return edits.formatting(document, self.platform(document.name), lines)

    def platform(self, path: str) -> str | None:
        """The declared platform of a file."""
        view = self.analysis.files.get(path)
        return view.session.project.platform if view is not None else None

    def actions(self, params: Any) -> list[types.CodeAction]:
        """Fixes and suppressions on the lines of a range, and all fixes of the document."""
        from mqtune.lsp import diagnostics as edits  # not needed for the first diagnostics
        from mqtune.lsp.features.navigation import fix_all_actions, is_wanted

        view = self.view(params.text_document.uri)
        if view is not None and self.analysis.is_stale(view):  # it is not open, and changed on disk
            self.read_again()
            view = self.view(params.text_document.uri)
        if view is None:
            return []
        only = params.context.only
        actions = fix_all_actions(self.analysis, view, only) if is_wanted(only, FIX_ALL) else []
        if is_wanted(only, types.CodeActionKind.QuickFix.value):
            lines = (params.range.start.line, params.range.end.line)
            actions = edits.actions(self.analysis, view, *lines) + actions
        return actions


def edit_of(change: Any) -> tuple[tuple[tuple[int, int], tuple[int, int]] | None, str]:
    """One change of a document."""
    span = getattr(change, "range", None)
    if span is None:
        return None, change.text
    return ((span.start.line, span.start.character), (span.end.line, span.end.character)), change.text


def later(delay: float, work: Callable[[], None]) -> None:
    """Call a function after a number of seconds."""
    asyncio.get_running_loop().call_later(delay, work)


def ignore(*_: object) -> None:
    """Do nothing."""


def is_unexpected(record: logging.LogRecord) -> bool:
    """Whether a message is worth the log: not that of a request that was refused, which the editor shows."""
    return not (record.exc_info and isinstance(record.exc_info[1], JsonRpcException))


def serve() -> int:
    """Serve one editor until it closes the connection; the exit status is 1 if it did not ask for the end."""
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR)
    logging.getLogger(JSON_RPC).addFilter(is_unexpected)
    # nothing else may be written to the streams of the protocol
    reader, writer = os.dup(0), os.fdopen(os.dup(1), "wb")
    sys.stdout = sys.stderr
    server = Server()
    server.server.protocol.set_writer(StdoutWriter(writer))
    try:
        asyncio.run(server.inbox.serve(reader))
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 0
    except BrokenPipeError:
        pass
    return 0


# `mqtune.ask` of `workspace/executeCommand`: questions about the files with the unsaved texts.


def answered(analysis: Analysis, arguments: list[Any]) -> dict[str, Any]:
    """The JSON of the command. Raises an error of the protocol for a question that cannot be answered."""
    from mqtune.questions.asking import data_asked, question_named  # few editors ask
    from mqtune.questions.fields import has_scope, spelled_error

    asked = arguments[0] if len(arguments) == 1 and isinstance(arguments[0], Mapping) else {}
    given = asked.get("parameters") or {}
    if not isinstance(asked.get("question"), str) or not isinstance(given, Mapping):
        raise refusal("write [{question: NAME, parameters: {…}}]", types.ErrorCodes.InvalidParams)
    try:
        question = question_named(asked["question"])
        if analysis.project is None and has_scope(question.ask):
            raise UsageError("no folder is open", "open a folder with the files to ask about")
        with analysis.unsaved():
            return data_asked(question, analysis.project, given)
    except UsageError as error:
        error = spelled_error(error, str)
        raise refusal(error.together, types.LSPErrorCodes.RequestFailed) from None
    except ProjectError as error:
        raise refusal(str(error), types.LSPErrorCodes.RequestFailed) from None


def refusal(message: str, code: int) -> JsonRpcException:
    """An error of the protocol."""
    from mqtune.present.safe import safe  # few editors ask

    return JsonRpcException(safe(message), code)
