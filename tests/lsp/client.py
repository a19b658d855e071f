"""An editor that talks to `mqtune lsp` over its pipes, as strictly as the protocol allows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Client:
    """One server process; `notes` are the notifications that were received."""

    def __init__(self, folder: Path) -> None:
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mqtune", "lsp"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        self.number = 0
        self.notes: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        size = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            size = int(value) if name.lower() == b"content-length" else size
        assert size, "the server has closed the connection"
        found: dict[str, Any] = json.loads(self.process.stdout.read(size))
        return found

    def notify(self, method: str, **params: Any) -> None:
        self.send({"method": method, "params": params})

    def request(self, method: str, **params: Any) -> Any:
        found = self.answer(method, **params)
        assert "error" not in found, found
        return found["result"]

    def error(self, method: str, **params: Any) -> Any:
        return self.answer(method, **params)["error"]

    def answer(self, method: str, **params: Any) -> dict[str, Any]:
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            found = self.read()
            if found.get("id") == self.number and "method" not in found:
                return found
            self.notes.append(found)

    def diagnostics(self, uri: str, version: int | None) -> list[dict[str, Any]]:
        """The diagnostics of a version of a file, waiting for them."""
        while True:
            for note in reversed(self.notes):
                params = note.get("params", {})
                if params.get("uri") == uri and params.get("version") == version:
                    return list(params["diagnostics"])
            self.notes.append(self.read())

    def open(self, uri: str, text: str) -> None:
        document = {"uri": uri, "languageId": "mqsc", "version": 1, "text": text}
        self.notify("textDocument/didOpen", textDocument=document)

    def change(self, uri: str, version: int, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        span = {name: {"line": one[0], "character": one[1]} for name, one in (("start", start), ("end", end))}
        self.notify(
            "textDocument/didChange",
            textDocument={"uri": uri, "version": version},
            contentChanges=[{"range": span, "text": text}],
        )

    def end(self) -> int:
        self.request("shutdown")
        self.notify("exit")
        status = self.process.wait(timeout=20)
        assert self.process.stderr is not None
        assert self.process.stderr.read() == b""
        return status
