"""Hover, inlay hints, semantic tokens and the action that fixes a whole file."""

from __future__ import annotations

import pytest

pytest.importorskip("lsprotocol")

from lsprotocol import types

from mqtune.lsp.features.navigation import KIND, fix_all_actions, is_wanted, resolve
from mqtune.lsp.features.table import TYPES
from tests.lsp.editor import Editor
from tests.lsp.test_navigation import BRANCH, CCDT, HUB, PROJECT

BASE = """DEFINE QLOCAL(BASE) REPLACE MAXDEPTH(70) GET(DISABLED)
DEFINE QLOCAL(LIKED) LIKE(BASE) DESCR('mine') NOREPLACE
DEFINE QLOCAL(TWICE) REPLACE MAXDEPTH(80) DEFPSIST(YES)
DEFINE QLOCAL(TWICE) REPLACE DEFPSIST(YES)
DEFINE TOPIC(PRICES) TOPICSTR('prices') REPLACE
DEFINE SUB(READER) TOPICOBJ(PRICES) TOPICSTR('#') DEST(BASE) REPLACE
"""
INI = "Log:\n   LogPrimaryFiles=3\n   LogType=LINEAR\nTCP:\n   ListenerBacklog=200\n   KeepAlive=YES\n"


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Editor:
    files = {"hub.mqsc": HUB, "branch.sh": BRANCH, "ccdt.json": CCDT, "base.mqsc": BASE, "qm.ini": INI}
    return Editor(tmp_path_factory.mktemp("estate"), files | {"mqtune.toml": PROJECT})


def hovered(editor: Editor, name: str, wanted: str, number: int = 0) -> str:
    found = editor.ask("textDocument/hover", name, position=editor.at(name, wanted, number))
    return found.contents.value if found is not None else ""


def test_a_name_shows_the_card_of_its_object(editor: Editor) -> None:
    text = hovered(editor, "branch.sh", "ORDERS.IN")
    assert "**QLOCAL(ORDERS.IN)** HUB.QM" in text
    assert "- `MAXDEPTH(5000)`" in text
    assert "- `MAXDEPTH(5000)` hub.mqsc:4" in text
    assert "*named by*" in text
    assert "**CHANNEL(APP.SVR)** HUB.QM" in hovered(editor, "ccdt.json", "APP.SVR")
    assert "**queue manager HUB.QM**" in hovered(editor, "branch.sh", "(HUB.QM) XMITQ")
    assert "like BASE" in hovered(editor, "base.mqsc", "LIKED")


def test_attributes_keys_and_topic_strings(editor: Editor) -> None:
    assert "set to: `MAXDEPTH(5000)`" in hovered(editor, "hub.mqsc", "MAXDEPTH")
    text = hovered(editor, "base.mqsc", "'prices'")
    assert "**TOPICSTR** of TOPIC" in text
    assert "*subscriptions*" in text
    assert "READER" in text
    assert "lock" in text
    text = hovered(editor, "qm.ini", "LogPrimaryFiles")
    assert "**LogPrimaryFiles** of Log: integer" in text
    assert "takes effect" in text
    assert "stanza of qm.ini" in hovered(editor, "qm.ini", "TCP")
    assert "default: 100" in hovered(editor, "qm.ini", "ListenerBacklog")
    assert "note: IBM i: default 255, at most 512" in hovered(editor, "qm.ini", "ListenerBacklog")
    text = hovered(editor, "ccdt.json", '"port"')
    assert "**port**: integer" in text
    assert hovered(editor, "hub.mqsc", "* the hub") == ""
    assert hovered(editor, "branch.sh", "#!/bin/sh") == ""


def test_values_that_replace_and_like_decide_are_shown_beside_the_command(editor: Editor) -> None:
    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    found = editor.ask("textDocument/inlayHint", "base.mqsc", range=whole)
    assert [(one.position.line, one.label) for one in found] == [
        (3, "REPLACE resets MAXDEPTH(5000), was 80"),
        (1, "LIKE(BASE) GET(DISABLED); MAXDEPTH(70)"),
    ]
    first = types.Range(types.Position(0, 0), types.Position(1, 0))
    assert len(editor.ask("textDocument/inlayHint", "base.mqsc", range=first)) == 1


def test_semantic_tokens_of_a_document_and_of_a_range(editor: Editor) -> None:
    def words(name: str, **params: object) -> list[tuple[str, str]]:
        data = editor.ask("textDocument/semanticTokens", name, **params).data
        lines, found, line, column = editor.text(name).split("\n"), [], 0, 0
        for at in range(0, len(data), 5):
            line, column = line + data[at], data[at + 1] + (0 if data[at] else column)
            found.append((lines[line][column : column + data[at + 2]], TYPES[data[at + 3]]))
        return found

    found = words("hub.mqsc")
    assert found[:4] == [
        ("* the hub", "comment"),
        ("DEFINE", "keyword"),
        ("QLOCAL", "type"),
        ("ORDERS.IN", "enumMember"),
    ]
    assert ("5000", "number") in found
    assert ("'10.*'", "string") in found
    lines = types.Range(types.Position(2, 0), types.Position(3, 0))
    assert words("branch.sh", range=lines)[:3] == [
        ("DEFINE", "keyword"),
        ("QLOCAL", "type"),
        ("HUB.QM", "enumMember"),
    ]
    text = "DEFINE QLOCAL(A) ; ALTER QLOCAL(A) +\n GET(ENABLED) DESCR('a +\n b') MAXDEPTH(7)\n" + BASE
    editor.type("hub.mqsc", text, lint=False)
    quick = words("hub.mqsc")
    editor.type("hub.mqsc", text.replace("mine", "mine\u00e9"), lint=False)  # not ASCII: the general way
    assert [pair for pair in words("hub.mqsc") if "mine" not in pair[0]] == [
        pair for pair in quick if "mine" not in pair[0]
    ]
    editor.type("hub.mqsc", "* \U0001f600\nDEFINE QLOCAL('\U0001f600x') DESCR('y')\n", lint=False)
    data = editor.ask("textDocument/semanticTokens", "hub.mqsc").data
    assert data[-5:-3] == [0, 6]  # DESCR is one token before
    editor.documents.close(editor.uri("hub.mqsc"))


def test_all_safe_fixes_of_a_file_at_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    text = 'DEFINE QLOCAL(A) DESCR("one")\nDEFINE QLOCAL(B) DESCR("two")\n'
    editor = Editor(tmp_path_factory.mktemp("estate"), {"a.mqsc": text, "b.mqsc": "DEFINE QLOCAL(C)\n"})
    view = editor.analysis.files[str(editor.folder / "a.mqsc")]
    action = fix_all_actions(editor.analysis, view, ["source.fixAll"])[0]
    edits = action.edit.changes[editor.uri("a.mqsc")]  # type: ignore[union-attr,index]
    assert len(edits) == 1
    lazy = fix_all_actions(editor.analysis, view, None)[0]
    assert lazy.edit is None

    class Asked:
        analysis = editor.analysis

    assert resolve(Asked(), lazy).edit == action.edit  # type: ignore[arg-type]
    other = editor.analysis.files[str(editor.folder / "b.mqsc")]
    assert fix_all_actions(editor.analysis, other, None) == []
    assert is_wanted(None, KIND)
    assert is_wanted([types.CodeActionKind.Source], KIND)
    assert not is_wanted([types.CodeActionKind.QuickFix], KIND)
