"""Definition, references and symbols across files, queue managers and carriers."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("lsprotocol")

from tests.lsp.editor import Editor

HUB = """* the hub
DEFINE QLOCAL(ORDERS.IN) REPLACE +
  BOQNAME(ORDERS.BO) +
  MAXDEPTH(5000)
DEFINE QLOCAL('ORDERS.BO') REPLACE
DEFINE QALIAS(ORDERS) TARGET(ORDERS.IN)
DEFINE CHANNEL(BR.TO.HUB) CHLTYPE(RCVR) TRPTYPE(TCP)
DEFINE CHANNEL(APP.SVR) CHLTYPE(SVRCONN) TRPTYPE(TCP)
SET CHLAUTH(APP.SVR) TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(NOACCESS)
SET AUTHREC PROFILE(ORDERS.IN) OBJTYPE(QUEUE) GROUP('apps') AUTHADD(PUT)
"""
BRANCH = """#!/bin/sh
runmqsc BR.QM <<'EOF'
DEFINE QLOCAL(HUB.QM) USAGE(XMITQ) TRIGDATA(BR.TO.HUB)
DEFINE QREMOTE(OUT) RNAME(ORDERS.IN) RQMNAME(HUB.QM) XMITQ(HUB.QM)
DEFINE CHANNEL(BR.TO.HUB) CHLTYPE(SDR) CONNAME('hub(1414)') XMITQ(HUB.QM) TRPTYPE(TCP)
* both
* comments
EOF
"""
CCDT = """{"channel": [{
  "name": "APP.SVR",
  "clientConnection": {"connection": [{"host": "hub", "port": 1414}], "queueManager": "HUB.QM"},
  "type": "clientConnection"
}]}
"""
PROJECT = """[[queue-manager]]
name = "HUB.QM"
files = ["hub.mqsc"]
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Editor:
    files = {"hub.mqsc": HUB, "branch.sh": BRANCH, "ccdt.json": CCDT, "mqtune.toml": PROJECT}
    return Editor(tmp_path_factory.mktemp("estate"), files)


def definition(editor: Editor, name: str, wanted: str, number: int = 0) -> list[str]:
    at = editor.at(name, wanted, number)
    return editor.shown(editor.ask("textDocument/definition", name, position=at))


def references(editor: Editor, name: str, wanted: str, number: int = 0, own: bool = False) -> list[str]:
    context = SimpleNamespace(include_declaration=own)
    at = editor.at(name, wanted, number)
    return editor.shown(editor.ask("textDocument/references", name, position=at, context=context))


def test_a_definition_is_found_in_its_file_over_channels_and_from_a_client_table(editor: Editor) -> None:
    assert definition(editor, "hub.mqsc", "ORDERS.BO") == ["hub.mqsc:5 ORDERS.BO"]
    assert definition(editor, "branch.sh", "ORDERS.IN") == ["hub.mqsc:2 ORDERS.IN"]
    assert definition(editor, "branch.sh", "TRIGDATA(BR.TO") == []  # the keyword, not the name
    assert definition(editor, "ccdt.json", "APP.SVR") == ["hub.mqsc:8 APP.SVR"]
    assert definition(editor, "hub.mqsc", "APP.SVR", 1) == ["hub.mqsc:8 APP.SVR"]
    assert definition(editor, "hub.mqsc", "PROFILE(ORDERS.IN") == ["hub.mqsc:2 ORDERS.IN"]


def test_from_one_end_of_a_channel_to_the_other(editor: Editor) -> None:
    assert definition(editor, "hub.mqsc", "BR.TO.HUB") == ["branch.sh:5 BR.TO.HUB"]
    assert definition(editor, "branch.sh", "BR.TO.HUB", 1) == ["hub.mqsc:7 BR.TO.HUB"]


def test_references_of_a_queue_and_of_a_channel_are_those_of_all_queue_managers(editor: Editor) -> None:
    assert references(editor, "hub.mqsc", "ORDERS.IN") == [
        "branch.sh:4 ORDERS.IN",
        "hub.mqsc:6 ORDERS.IN",
        "hub.mqsc:10 ORDERS.IN",
    ]
    assert references(editor, "branch.sh", "BR.TO.HUB", own=True) == [
        "branch.sh:3 BR.TO.HUB",
        "branch.sh:5 BR.TO.HUB",
        "hub.mqsc:7 BR.TO.HUB",
    ]
    assert "branch.sh:4 HUB.QM" in references(editor, "branch.sh", "HUB.QM", 1)


def test_symbols_and_folds_have_the_positions_of_the_carrier(editor: Editor) -> None:
    found = editor.ask("textDocument/documentSymbol", "branch.sh")
    assert [(one.name, one.range.start.line) for one in found] == [
        ("QLOCAL(HUB.QM)", 2),
        ("QREMOTE(OUT)", 3),
        ("CHANNEL(BR.TO.HUB)", 4),
    ]
    assert found[2].detail == "DEFINE SDR"
    folds = editor.ask("textDocument/foldingRange", "branch.sh")
    assert [(one.start_line, one.end_line, one.kind) for one in folds] == [(5, 6, "comment")]
    folds = editor.ask("textDocument/foldingRange", "hub.mqsc")
    assert [(one.start_line, one.end_line) for one in folds] == [(1, 3)]
    found = editor.ask("textDocument/documentSymbol", "ccdt.json")
    assert [(one.name, one.detail) for one in found] == [("CHANNEL(APP.SVR)", "HUB.QM")]
    found = editor.ask("workspace/symbol", query="ordersbo")
    assert [(one.name, one.container_name) for one in found] == [("QLOCAL(ORDERS.BO)", "HUB.QM")]


def test_an_answer_from_an_older_analysis_has_the_positions_of_the_present_text(editor: Editor) -> None:
    editor.type("hub.mqsc", "* one more line\n" + HUB, lint=False)
    try:
        assert definition(editor, "branch.sh", "ORDERS.IN") == ["hub.mqsc:3 ORDERS.IN"]
        assert definition(editor, "hub.mqsc", "TARGET(ORDERS.IN)") == ["hub.mqsc:3 ORDERS.IN"]
        found = editor.ask("textDocument/documentSymbol", "hub.mqsc")
        assert found[0].range.start.line == 2
    finally:
        editor.documents.close(editor.uri("hub.mqsc"))


def test_the_outline_of_an_ini_file_shows_no_secret(tmp_path: Path) -> None:
    text = "SSL:\n   KeyRepositoryPassword=Tr0ub4dor\nLog:\n   LogPrimaryFiles=3\n"
    found = Editor(tmp_path, {"qm.ini": text, "mqtune.toml": ""}).ask("textDocument/documentSymbol", "qm.ini")
    details = [child.detail for stanza in found for child in stanza.children]
    assert details == ["********", "3"]
