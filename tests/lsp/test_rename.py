"""Rename of an object with everything that refers to it, and the reasons to refuse one."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls")

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from mqtune.lsp.documents import path_of
from mqtune.lsp.features.asked import Asked
from mqtune.lsp.features.navigation import rename
from tests.lsp.editor import Editor, Params
from tests.lsp.test_navigation import BRANCH, CCDT, HUB

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PROJECT = """[[queue-manager]]
name = "HUB.QM"
files = ["hub.mqsc"]
[[queue-manager.queue]]
queue = "ORDERS.IN"
put-rate = 10
[[exception]]
rule = "QUE001"
object = "QLOCAL(ORDERS.IN)"
reason = "known"
"""
MORE = """DEFINE QLOCAL('lower.case') REPLACE
define qlocal(dead) replace
alter qmgr deadq(dead)
SET AUTHREC PROFILE('ORDERS.**') OBJTYPE(QUEUE) GROUP('apps') AUTHADD(GET)
DEFINE QALIAS(BACK) TARGET(ORDERS.I+
N)
DEFINE QLOCAL(IN.${ENV}) BOQNAME(${PRE}.BO)
* ORDERS.IN, of all branches
"""
AUTHORITY = BRANCH + "setmqaut -m HUB.QM -n ORDERS.IN -t queue -p app +put\n"
FILES = {"hub.mqsc": HUB + MORE, "branch.sh": AUTHORITY, "ccdt.json": CCDT, "mqtune.toml": PROJECT}


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Editor:
    return Editor(tmp_path_factory.mktemp("estate"), FILES)


def renamed(editor: Editor, name: str, wanted: str, new: str, number: int = 0) -> tuple[dict[str, str], Any]:
    """The texts after a rename, by file, and the messages."""
    return renamed_at(editor, name, editor.at(name, wanted, number), new)


def renamed_at(editor: Editor, name: str, at: types.Position, new: str) -> tuple[dict[str, str], Any]:
    document = editor.documents.get(editor.uri(name))
    view = editor.analysis.files.get(document.name if document else path_of(editor.uri(name)))
    asked = Asked(editor.analysis, view, document)
    found = rename(asked, Params({"position": at, "new_name": new}))
    assert found is not None
    return applied(editor, found), asked.messages


def applied(editor: Editor, found: types.WorkspaceEdit) -> dict[str, str]:
    """The texts with the edits of an answer, as an editor applies them."""
    texts = {}
    for uri, edits in (found.changes or {}).items():
        name = Path(path_of(uri)).relative_to(editor.folder).as_posix()
        document = editor.documents.open("untitled:x", 1, editor.text(name))
        for edit in sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character))[::-1]:
            start, end = edit.range.start, edit.range.end
            span = ((start.line, start.character), (end.line, end.character))
            editor.documents.change("untitled:x", 2, [(span, edit.new_text)])
        texts[name] = document.buffer.text
        editor.documents.close("untitled:x")
    return texts


def refused(editor: Editor, name: str, wanted: str, new: str, number: int = 0) -> str:
    with pytest.raises(JsonRpcException) as error:
        renamed(editor, name, wanted, new, number)
    return str(error.value)


def test_a_queue_is_renamed_in_every_file_and_in_the_project(editor: Editor) -> None:
    texts, notes = renamed(editor, "hub.mqsc", "ORDERS.IN", "pay.in")
    hub = FILES["hub.mqsc"].replace("ORDERS.I+\nN)", "PAY.IN)").replace("ORDERS.IN", "PAY.IN")
    hub = hub.replace("* PAY.IN", "* ORDERS.IN")
    assert texts == {
        "hub.mqsc": hub,
        "branch.sh": FILES["branch.sh"].replace("ORDERS.IN", "PAY.IN"),
        "mqtune.toml": PROJECT.replace("ORDERS.IN", "PAY.IN"),
    }
    assert "AUTHREC profile ORDERS.** no longer matches" in notes[0]
    assert "hub.mqsc:17" in notes[0]  # a comment


def test_both_ends_of_a_channel_and_what_clients_use_are_renamed_together(editor: Editor) -> None:
    texts, _ = renamed(editor, "branch.sh", "BR.TO.HUB", "B2H", 1)
    assert texts == {
        "hub.mqsc": FILES["hub.mqsc"].replace("BR.TO.HUB", "B2H"),
        "branch.sh": FILES["branch.sh"].replace("BR.TO.HUB", "B2H"),
    }
    texts, _ = renamed(editor, "ccdt.json", "APP.SVR", "APP.TLS")
    assert texts["hub.mqsc"] == FILES["hub.mqsc"].replace("APP.SVR", "APP.TLS")
    assert texts["ccdt.json"] == CCDT.replace("APP.SVR", "APP.TLS")


def test_a_name_keeps_its_spelling(editor: Editor) -> None:
    texts, _ = renamed(editor, "hub.mqsc", "lower.case", "Other")
    assert "DEFINE QLOCAL('Other')" in texts["hub.mqsc"]
    texts, _ = renamed(editor, "hub.mqsc", "(dead)", "gone")
    assert "define qlocal(gone)" in texts["hub.mqsc"]
    assert "deadq(gone)" in texts["hub.mqsc"]
    texts, _ = renamed(editor, "hub.mqsc", "(dead)", "'gone'")
    assert "define qlocal('gone')" in texts["hub.mqsc"]


def test_unsafe_renames_are_refused_with_the_reason(editor: Editor) -> None:
    cases = [
        ("branch.sh", "(HUB.QM) XMITQ", "X", "HUB.QM is a queue manager"),
        ("hub.mqsc", "ORDERS.IN", "ORDERS", "QALIAS(ORDERS) exists on HUB.QM"),
        ("hub.mqsc", "ORDERS.IN", "A B", "not a valid name"),
        ("hub.mqsc", "ORDERS.IN", "X" * 49, "the maximum for QLOCAL is 48"),
        ("hub.mqsc", "BR.TO.HUB", "X" * 21, "the maximum for CHANNEL is 20"),
        ("hub.mqsc", "ORDERS.IN", "${X}", "placeholder"),
        ("hub.mqsc", "ORDERS.BO", "BACKOUT", "contains a placeholder and may mean ORDERS.BO"),
        ("hub.mqsc", "IN.${ENV}", "X", "contains a placeholder"),
        ("hub.mqsc", "ORDERS.IN", "orders.in", "is the present name"),
        ("hub.mqsc", "MAXDEPTH", "X", "no name of an object here"),
    ]
    for name, wanted, new, reason in cases:
        assert reason in refused(editor, name, wanted, new)


def test_generated_files_undefined_objects_and_names_in_use_are_refused(tmp_path: Path) -> None:
    files = {
        "a.mqsc": "* Generated by make; do not edit\nDEFINE QLOCAL(A)\n",
        "b.mqsc": "DEFINE QALIAS(B) TARGET(NOT.HERE)\nDEFINE QLOCAL(C)\n"
        "ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)\n",
        "c.yaml": "kind: ConfigMap\ndata:\n  a.mqsc: >\n    DEFINE QLOCAL(FOLDED)\n    DESCR('x')\n",
    }
    editor = Editor(tmp_path, files)
    assert "is generated ('Generated by')" in refused(editor, "a.mqsc", "(A)", "X")
    assert "NOT.HERE is not defined in this workspace" in refused(editor, "b.mqsc", "NOT.HERE", "X")
    assert "b.mqsc:1) would then refer to this object" in refused(editor, "b.mqsc", "(C)", "NOT.HERE")
    assert "is an object of the product" in refused(editor, "b.mqsc", "SYSTEM.DEAD", "X")


EVERY = ["retail-hub", "streaming", "pubsub-branches", "uniform-cluster", "payments"]


@pytest.mark.parametrize("example", EVERY)
def test_renaming_there_and_back_gives_the_same_files(example: str, tmp_path: Path) -> None:
    """Some names of an example; that the estate differs in the name only is verified by the rename."""
    folder = tmp_path / example
    shutil.copytree(EXAMPLES / example, folder)
    editor = Editor(folder)
    done = 0
    for name, at, old in definitions(editor):
        before = texts_of(editor)
        try:
            texts, _ = renamed_at(editor, name, at, "ZZ.NEW")
        except JsonRpcException:
            continue
        type_all(editor, texts)
        type_all(editor, renamed_at(editor, name, at, old)[0])
        assert texts_of(editor) == before
        done += 1
    assert done


def type_all(editor: Editor, texts: dict[str, str]) -> None:
    """Replace the texts of some files without saving them."""
    for name, text in texts.items():
        editor.type(name, text, lint=False)
    editor.analysis.lint()


def texts_of(editor: Editor) -> dict[str, str]:
    """The texts of all files as the editor has them."""
    files = [one for one in sorted(editor.folder.rglob("*")) if one.is_file()]
    names = [one.relative_to(editor.folder).as_posix() for one in files]
    return {name: editor.text(name) for name in names}


def definitions(editor: Editor) -> list[tuple[str, types.Position, str]]:
    """Some names of objects: the file, the position and the name."""
    found = []
    for view in list(editor.analysis.files.values()):
        name = Path(view.source.path).relative_to(editor.folder).as_posix()
        for one in editor.ask("textDocument/documentSymbol", name):
            if (one.detail or "").startswith("DEFINE"):
                start = one.selection_range.start
                at = types.Position(start.line, start.character + 1)
                found.append((name, at, one.name.partition("(")[2].removesuffix(")")))
    return found[:: max(1, len(found) // 4)]


def test_environments_with_files_of_their_own_keep_the_name(tmp_path: Path) -> None:
    queue = "DEFINE QLOCAL(SAME) REPLACE\n"
    project = "".join(f'[[environment]]\nname = "{one}"\nfiles = ["{one}/**"]\n' for one in ("dev", "prod"))
    files = {"dev/q.mqsc": queue, "prod/q.mqsc": queue, "mqtune.toml": project}
    editor = Editor(tmp_path, files)
    texts, notes = renamed(editor, "dev/q.mqsc", "SAME", "OTHER")
    assert texts == {"dev/q.mqsc": "DEFINE QLOCAL(OTHER) REPLACE\n"}
    assert notes[0].startswith("SAME is now OTHER: QLOCAL(SAME) of ")
    assert "/prod is unchanged" in notes[0]
