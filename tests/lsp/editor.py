"""An editor with its documents in the same process: requests go to the features without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types

from mqtune.lsp.analysis import Analysis
from mqtune.lsp.documents import Documents, path_of, uri_of
from mqtune.lsp.features.asked import Asked
from mqtune.lsp.features.table import FEATURES

ANSWERS = {name.removesuffix("/full"): work for name, work, _ in FEATURES}
MARK = "|"  # the position of the cursor in a text of a test


class Editor:
    """One workspace that is open in an editor."""

    def __init__(self, folder: Path, files: dict[str, str] | None = None, encoding: str = "utf-16") -> None:
        self.folder = folder
        for name, text in (files or {}).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        self.documents = Documents(encoding)
        self.analysis = Analysis((str(folder),), self.documents)
        self.analysis.lint()

    def uri(self, name: str) -> str:
        return uri_of(str(self.folder / name))

    def text(self, name: str) -> str:
        document = self.documents.get(self.uri(name))
        if document is not None:
            return document.buffer.text
        return (self.folder / name).read_bytes().decode("utf-8")

    def type(self, name: str, text: str, lint: bool = True) -> None:
        """Replace the text of a document without saving it."""
        if self.documents.get(self.uri(name)) is None:
            self.documents.open(self.uri(name), 1, text)
        else:
            self.documents.change(self.uri(name), 2, [(None, text)])
        if lint:
            self.analysis.lint()

    def at(self, name: str, wanted: str, number: int = 0) -> types.Position:
        """The position in the middle of the occurrence `number` of a text."""
        text, offset = self.text(name), -1
        for _ in range(number + 1):
            offset = text.index(wanted, offset + 1)
        buffer = self.documents.open("untitled:x", 1, text).buffer
        self.documents.close("untitled:x")
        return types.Position(*buffer.position(offset + len(wanted) // 2))

    def ask(self, method: str, name: str = "", **params: Any) -> Any:
        uri = self.uri(name) if name else ""
        document = self.documents.get(uri)
        view = self.analysis.files.get(document.name if document else path_of(uri))
        if name:
            params["text_document"] = types.TextDocumentIdentifier(uri)
        return ANSWERS[method](Asked(self.analysis, view, document), Params(params))

    def shown(self, places: list[types.Location]) -> list[str]:
        """The places as `file:line text`."""
        found = []
        for one in places:
            name = Path(path_of(one.uri)).relative_to(self.folder).as_posix()
            line = self.text(name).split("\n")[one.range.start.line]
            end = one.range.end.character if one.range.end.line == one.range.start.line else None
            found.append(f"{name}:{one.range.start.line + 1} {line[one.range.start.character : end]}")
        return found


class Params:
    """The parameters of a request."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
