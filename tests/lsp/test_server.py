"""The language server as an editor sees it: a process, and messages over its pipes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lsp.client import Client

pytest.importorskip("pygls")

QUEUE = "* \U0001f600\u0085 form\x0cfeed\nDEFINE QLOCAL(ORDERS) REPLACE MAXDEPTH(-5)\n"
ALIAS = "DEFINE QALIAS(ORDERS.ALIAS) REPLACE TARGET(ORDERS)\n"


def test_an_editor_session(tmp_path: Path) -> None:
    (tmp_path / "mqtune.toml").write_text(
        '[[queue-manager]]\nname = "QM1"\nfiles = ["*.mqsc"]\ncomplete = true\n'
    )
    queue, alias = tmp_path / "a.mqsc", tmp_path / "b.mqsc"
    queue.write_text(QUEUE, encoding="utf-8", newline="")
    alias.write_text(ALIAS)
    client = Client(tmp_path)
    answer = client.request(
        "initialize", processId=None, rootUri=tmp_path.as_uri(), capabilities={}, workspaceFolders=None
    )
    assert answer["capabilities"]["documentFormattingProvider"]
    client.notify("initialized")
    client.open(queue.as_uri(), QUEUE)
    found = client.diagnostics(queue.as_uri(), 1)
    depth = next(one for one in found if "MAXDEPTH" in one["message"])
    assert depth["source"] == "mqtune"
    assert depth["range"]["start"]["line"] == 1
    assert depth["code"] in depth["codeDescription"]["href"]

    # the emoji before the edit, NEL and form feed do not move it
    client.change(queue.as_uri(), 2, (1, 39), (1, 41), "5000")
    found = client.diagnostics(queue.as_uri(), 2)
    assert not [one for one in found if "MAXDEPTH" in one["message"]]

    at = {"line": 1, "character": 35}
    shown = client.request("textDocument/hover", textDocument={"uri": queue.as_uri()}, position=at)
    assert "range: 0 to 999999999" in shown["contents"]["value"]
    assert "`MAXDEPTH(5000)`, " in shown["contents"]["value"]

    document = {"uri": queue.as_uri()}
    found = client.request(
        "textDocument/completion", textDocument=document, position={"line": 2, "character": 0}
    )
    assert {"DEFINE", "DELETE"} <= {one["label"] for one in found["items"]}
    tokens = client.request("textDocument/semanticTokens/full", textDocument=document)
    assert tokens["data"][:5] == [0, 0, 15, 0, 0]
    name = {"line": 1, "character": 16}
    assert client.request("textDocument/definition", textDocument=document, position=name)[0]["uri"]
    edit = client.request("textDocument/rename", textDocument=document, position=name, newName="PAY")
    assert [one["newText"] for one in edit["changes"][alias.as_uri()]] == ["PAY"]
    refused = client.error("textDocument/rename", textDocument=document, position=name, newName="A B")
    assert "not a valid name" in refused["message"]

    # an unsaved name breaks a reference in another file
    client.change(queue.as_uri(), 3, (1, 14), (1, 20), "OTHERS")
    client.diagnostics(queue.as_uri(), 3)
    other = client.diagnostics(alias.as_uri(), None)
    assert [one for one in other if "ORDERS" in one["message"]]
    document = {"uri": alias.as_uri()}
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 5}}
    actions = client.request(
        "textDocument/codeAction", textDocument=document, range=everything, context={"diagnostics": []}
    )
    assert any("suppress" in one["title"] for one in actions)
    client.open(alias.as_uri(), ALIAS.lower())
    options = {"tabSize": 2, "insertSpaces": True}
    edits = client.request("textDocument/formatting", textDocument=document, options=options)
    assert edits
    assert client.end() == 0
