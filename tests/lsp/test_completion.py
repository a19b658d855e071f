"""Completion: what is valid at the cursor, in MQSC, ini files and client channel tables."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("lsprotocol")

from lsprotocol import types

from tests.lsp.editor import MARK, Editor

HUB = """DEFINE QLOCAL(ORDERS.IN) BOQNAME(ORDERS.BO)
DEFINE QLOCAL('mixed.Case')
DEFINE QLOCAL(XQ) USAGE(XMITQ)
DEFINE TOPIC(PRICES) TOPICSTR('prices')
DEFINE CHANNEL(APP.SVR) CHLTYPE(SVRCONN)
DEFINE CHANNEL(TO.HUB) CHLTYPE(CLUSRCVR) CLUSTER(PAY) CONNAME('h')
"""
PROJECT = """mq-version = "9.2"
platform = "linux"
[[queue-manager]]
name = "HUB.QM"
files = ["hub.mqsc", "new.mqsc"]
[[queue-manager]]
name = "B.QM"
files = ["b.sh"]
"""
SHELL = "#!/bin/sh\nrunmqsc B.QM <<EOF\nDEFINE QLOCAL(HERE)\n\nEOF\necho done\n"


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Editor:
    names = {"new.mqsc": "* new\n", "qm.ini": "Log:\n   LogType=CIRCULAR\n", "ccdt.json": '{"channel": []}\n'}
    files = {"hub.mqsc": HUB, "mqtune.toml": PROJECT, "b.sh": SHELL, **names}
    return Editor(tmp_path_factory.mktemp("estate"), files)


def offered(editor: Editor, text: str, name: str = "new.mqsc") -> list[str]:
    """The labels at the mark, as they are offered while the analysis is that of the file on disk."""
    offset = text.index(MARK)
    editor.type(name, text.replace(MARK, "", 1), lint=False)
    document = editor.documents.get(editor.uri(name))
    assert document is not None
    at = types.Position(*document.buffer.position(offset))
    found = editor.ask("textDocument/completion", name, position=at)
    editor.documents.close(editor.uri(name))
    return [one.label for one in found.items] if found is not None else []


def test_commands_and_types(editor: Editor) -> None:
    assert offered(editor, "de|")[:2] == ["DEFINE", "DELETE"]
    assert offered(editor, "DEFINE QLOCAL(A) ; ALT|") == ["ALTER"]
    assert "CHLAUTH" in offered(editor, "SET |")
    assert "STGCLASS" not in offered(editor, "DEFINE |")  # z/OS only
    assert offered(editor, "* DEFINE |") == []
    assert offered(editor, "NONSENSE |") == []


def test_attributes_fit_the_type_the_subtype_and_the_level(editor: Editor) -> None:
    found = offered(editor, "DEFINE QLOCAL(A) MAXDEPTH(5) +\n  |")
    assert "MAXMSGL" in found
    assert "MAXDEPTH" not in found
    assert "STREAMQ" not in found  # of 9.3
    assert found[0] == "REPLACE"
    found = offered(editor, "DEFINE CHANNEL(A) CHLTYPE(SVRCONN) |")
    assert "MAXINST" in found
    assert "XMITQ" not in found
    assert offered(editor, "DEFINE CHANNEL(A) |")[0] == "CHLTYPE"
    assert "MAXINST" in offered(editor, "ALTER CHANNEL(APP.SVR) max|")  # the subtype of the object
    assert "CURDEPTH" in offered(editor, "DISPLAY QLOCAL(*) CUR|")


def test_values_and_names(editor: Editor) -> None:
    assert offered(editor, "DEFINE QLOCAL(A) DEFPSIST(|") == ["NO", "YES"]
    assert offered(editor, "DEFINE QLOCAL(A) BOQNAME(ORD|") == ["ORDERS.IN"]
    assert "'mixed.Case'" in offered(editor, "DELETE QLOCAL(|")
    assert "mixed.Case" in offered(editor, "DEFINE QALIAS(A) TARGET('mi|')")
    assert offered(editor, "DEFINE QALIAS(A) TARGTYPE(TOPIC) TARGET(PR|)") == ["PRICES"]
    assert offered(editor, "DEFINE QLOCAL(|") == ["ORDERS.BO"]  # named, but not defined
    assert offered(editor, "DEFINE QLOCAL(A) CLUSTER(|") == ["PAY"]
    assert offered(editor, "DEFINE CHANNEL(A) CHLTYPE(SDR) XMITQ(X|")[0] == "XQ"
    assert "HUB.QM" in offered(editor, "DEFINE QREMOTE(A) RQMNAME(|")
    assert "GET" in offered(editor, "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) AUTHADD(PUT,|")
    assert "PRICES" in offered(editor, "SET AUTHREC OBJTYPE(TOPIC) PROFILE(|")
    assert offered(editor, "DEFINE QREMOTE(A) RQMNAME(B.QM) RNAME(|")[0] == "HERE"
    assert offered(editor, "ALTER QMGR DEADQ(SYSTEM.DEAD|") == ["SYSTEM.DEAD.LETTER.QUEUE"]


def test_other_files(editor: Editor) -> None:
    text = SHELL.replace("(HERE)\n", "(HERE)\nALTER QLOCAL(|\n")
    assert "HERE" in offered(editor, text, "b.sh")
    assert offered(editor, SHELL + "ALTER |", "b.sh") == []  # behind the here-document
    assert offered(editor, SHELL.replace("<<EOF\n", "<<EOF\nDEFINE QREMOTE(A) RNAME(ORD|\n"), "b.sh") == [
        "ORDERS.IN"
    ]
    assert "LogPrimaryFiles" in offered(editor, "Log:\n   LogType=CIRCULAR\n   Log|", "qm.ini")
    assert "LINEAR" in offered(editor, "Log:\n   LogType=|", "qm.ini")
    assert "TCP:" in offered(editor, "Log:\n   LogType=CIRCULAR\nT|", "qm.ini")
    assert offered(editor, '{"channel": [{"na|', "ccdt.json")[0] == "name"
    assert offered(editor, '{"channel": [{"name": "|"}]}', "ccdt.json")[0] == "APP.SVR"
    assert offered(editor, '{"channel": [{"type": |}]}', "ccdt.json") == ["clientConnection"]


def test_an_item_replaces_what_is_typed_and_is_explained_on_request(editor: Editor) -> None:
    editor.type("new.mqsc", "DEFINE QLOCAL(A) BOQNAME(orders.\n", lint=False)
    at = types.Position(0, 32)
    found = editor.ask("textDocument/completion", "new.mqsc", position=at).items[0]
    assert found.text_edit.range.start.character == 25
    assert found.text_edit.new_text == "ORDERS.IN"
    one = types.CompletionItem("MAXDEPTH", data=["DEFINE", "QLOCAL", "MAXDEPTH"])
    from mqtune.lsp.features.completion import resolve

    shown = resolve(None, one).documentation  # type: ignore[arg-type]
    assert isinstance(shown, types.MarkupContent)
    assert "default: 5000" in shown.value
    editor.documents.close(editor.uri("new.mqsc"))


def test_a_name_is_shown_printable_and_inserted_exactly(tmp_path: Path) -> None:
    name = "Q\x1b[2J\u202eX"
    texts = {"old.mqsc": f"DEFINE QLOCAL('{name}')\n", "new.mqsc": "DEFINE QALIAS(A) TARGET()\n"}
    editor = Editor(tmp_path, texts)
    editor.type("new.mqsc", texts["new.mqsc"])
    found = editor.ask("textDocument/completion", "new.mqsc", position=types.Position(0, 24)).items[0]
    assert found.label == "'Q\\x1b[2J\\u202eX'"
    assert found.filter_text == name
    assert found.text_edit.new_text == f"'{name}'"
    (symbol,) = editor.ask("workspace/symbol", query="Q")[:1]
    assert symbol.name.isprintable()
