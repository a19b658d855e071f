"""What other programs do to files while an editor has them open: pull, fix, format, create, delete.

The editor of these tests sends only what the protocol makes it send: notifications about files if the server
registered for them, and no others.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mqtune.lsp.analysis import Analysis
from mqtune.lsp.documents import Documents, path_of
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace
from mqtune.text import source as reading
from mqtune.text.source import Unsaved, open_regular
from tests.lsp.client import Client

pytest.importorskip("pygls")

CHANGED, CREATED, DELETED = 2, 1, 3
WATCHING = {
    "workspace": {
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "workspaceEdit": {"documentChanges": True},
    }
}
QUEUES = "DEFINE QLOCAL(ORDERS) REPLACE\nDEFINE QLOCAL(PAYING) REPLACE\n"
ALIAS = "DEFINE QALIAS(C) TARGET(ORDERS) REPLACE\n"
TEXTS = (
    QUEUES,
    ALIAS,
    "DEFINE QALIAS(D) TARGET(PAYING) REPLACE\n",
    "DEFINE QLOCAL(A) MAXDPTH(5) REPLACE\n",
    "DEFINE QLOCAL(B) DESCR('open) REPLACE\n",
    "* nothing\n",
)
PROJECT = '[[queue-manager]]\nname = "QM1"\nfiles = ["*.mqsc"]\ncomplete = true\n'


class Editor:
    """An editor with a folder open."""

    def __init__(self, folder: Path, capabilities: dict[str, Any]) -> None:
        self.folder = folder
        self.client = Client(folder)
        self.texts: dict[str, tuple[int, str]] = {}  # of open documents: version and text
        self.reports: list[tuple[Path, int]] = []  # changes that it would report
        self.client.request(
            "initialize",
            processId=None,
            rootUri=folder.as_uri(),
            capabilities=capabilities,
            workspaceFolders=None,
        )
        self.client.notify("initialized")

    @property
    def is_asked_to_watch(self) -> bool:
        return any(
            registration["method"] == "workspace/didChangeWatchedFiles"
            for note in self.client.notes
            if note.get("method") == "client/registerCapability"
            for registration in note["params"]["registrations"]
        )

    def disk(self, name: str, text: str | None) -> None:
        """Another program writes a file, or deletes it."""
        path = self.folder / name
        existed = path.exists()
        if text is None:
            path.unlink(missing_ok=True)
        else:
            path.write_text(text)
        self.reports.append((path, DELETED if text is None else CHANGED if existed else CREATED))

    def report(self) -> None:
        """Send the notifications that the server asked for."""
        reports, self.reports = self.reports, []
        if self.is_asked_to_watch and reports:
            changes = [{"uri": path.as_uri(), "type": kind} for path, kind in reports]
            self.client.notify("workspace/didChangeWatchedFiles", changes=changes)

    def open(self, name: str) -> None:
        text = (self.folder / name).read_text()
        self.texts[name] = (1, text)
        self.client.open((self.folder / name).as_uri(), text)

    def type(self, name: str, text: str) -> None:
        version = self.texts[name][0] + 1
        self.texts[name] = (version, text)
        self.client.notify(
            "textDocument/didChange",
            textDocument={"uri": (self.folder / name).as_uri(), "version": version},
            contentChanges=[{"text": text}],
        )

    def save(self, name: str) -> None:
        self.disk(name, self.texts[name][1])
        self.client.notify("textDocument/didSave", textDocument={"uri": (self.folder / name).as_uri()})

    def close(self, name: str) -> None:
        del self.texts[name]
        self.client.notify("textDocument/didClose", textDocument={"uri": (self.folder / name).as_uri()})

    def shown(self) -> Counter[tuple[str, int, str]]:
        """What the problem list contains now."""
        latest: dict[str, Any] = {}
        for note in self.client.notes:
            if note.get("method") == "textDocument/publishDiagnostics":
                latest[note["params"]["uri"]] = note["params"]["diagnostics"]
        return Counter(
            (Path(path_of(uri)).name, problem["range"]["start"]["line"] + 1, problem["code"])
            for uri, problems in latest.items()
            for problem in problems
        )

    def fresh(self) -> Counter[tuple[str, int, str]]:
        """What a lint of the same texts finds."""
        unsaved = {str(self.folder / name): text.encode() for name, (_, text) in self.texts.items()}
        with Unsaved(unsaved):
            findings = Workspace.open(Options(paths=[str(self.folder)])).lint().findings
        return Counter(
            (Path(finding.place.file).name, finding.place.span.line, finding.code) for finding in findings
        )

    def settled(self) -> Counter[tuple[str, int, str]]:
        """The problem list, once the server has answered to everything sent before."""
        wanted = self.fresh()
        for _ in range(200):  # each request is answered after the analyses that are due
            self.client.request("workspace/symbol", query="")
            if self.shown() == wanted:
                break
        return self.shown()

    def rename(self, name: str, line: int, character: int, new: str) -> dict[str, Any]:
        return self.client.answer(
            "textDocument/rename",
            textDocument={"uri": (self.folder / name).as_uri()},
            position={"line": line, "character": character},
            newName=new,
        )

    def apply(self, edit: dict[str, Any]) -> dict[str, int | None]:
        """Apply an edit as an editor does; the version that each file was edited in."""
        versions: dict[str, int | None] = {}
        changes = [(item["textDocument"], item["edits"]) for item in edit.get("documentChanges", ())]
        changes += [({"uri": uri, "version": None}, edits) for uri, edits in edit.get("changes", {}).items()]
        for document, edits in changes:
            name = Path(path_of(document["uri"])).name
            text = self.texts[name][1] if name in self.texts else (self.folder / name).read_text()
            lines = text.splitlines(keepends=True)
            for item in sorted(edits, key=lambda item: -item["range"]["start"]["character"]):
                start, end = item["range"]["start"], item["range"]["end"]
                assert start["line"] == end["line"]
                line = lines[start["line"]]
                lines[start["line"]] = line[: start["character"]] + item["newText"] + line[end["character"] :]
            (self.folder / name).write_text("".join(lines))
            versions[name] = document["version"]
        return versions


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Editor]:
    (tmp_path / "mqtune.toml").write_text(PROJECT)
    (tmp_path / "a.mqsc").write_text(QUEUES)
    (tmp_path / "b.mqsc").write_text(ALIAS)
    editor = Editor(tmp_path, WATCHING)
    yield editor
    assert editor.client.end() == 0


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Editor]:
    """An editor that watches no files and knows no versions."""
    (tmp_path / "a.mqsc").write_text(QUEUES)
    (tmp_path / "b.mqsc").write_text(ALIAS)
    editor = Editor(tmp_path, {})
    yield editor
    assert editor.client.end() == 0


@pytest.mark.parametrize(
    "added",
    [
        "DEFINE QALIAS(Z) TARGET(PAYING) REPLACE\n",
        "* a line that git pull adds at the top\n",
        "DEFINE QALIAS(Z) TARGET(ORDERS) REPLACE\n",
        "\n\n",
    ],
)
def test_a_rename_uses_what_is_on_disk_now(editor: Editor, added: str) -> None:
    editor.open("a.mqsc")
    editor.settled()
    editor.disk("b.mqsc", added + ALIAS)
    editor.disk("new.mqsc", "DEFINE QALIAS(N) TARGET(ORDERS) REPLACE\n")
    versions = editor.apply(editor.rename("a.mqsc", 0, 16, "ORDERS.NEW")["result"])
    assert versions == {"a.mqsc": 1, "b.mqsc": None, "new.mqsc": None}
    expected = (added + ALIAS).replace("TARGET(ORDERS)", "TARGET(ORDERS.NEW)")
    assert (editor.folder / "b.mqsc").read_text() == expected
    assert (editor.folder / "new.mqsc").read_text() == "DEFINE QALIAS(N) TARGET(ORDERS.NEW) REPLACE\n"
    assert (editor.folder / "a.mqsc").read_text() == QUEUES.replace("ORDERS", "ORDERS.NEW")


def test_a_rename_without_versions_uses_what_is_on_disk_now(plain: Editor) -> None:
    plain.open("a.mqsc")
    plain.settled()
    plain.disk("b.mqsc", "DEFINE QALIAS(Z) TARGET(PAYING) REPLACE\n" + ALIAS)
    answer = plain.rename("a.mqsc", 0, 16, "ORDERS.NEW")["result"]
    assert "documentChanges" not in answer
    plain.apply(answer)
    assert (plain.folder / "b.mqsc").read_text() == (
        "DEFINE QALIAS(Z) TARGET(PAYING) REPLACE\nDEFINE QALIAS(C) TARGET(ORDERS.NEW) REPLACE\n"
    )


def test_a_rename_keeps_unsaved_text_and_names_its_version(editor: Editor) -> None:
    editor.open("a.mqsc")
    editor.open("b.mqsc")
    editor.type("b.mqsc", "* unsaved\n" + ALIAS)
    editor.disk("b.mqsc", "DEFINE QALIAS(Z) TARGET(PAYING) REPLACE\n" + ALIAS)
    versions = editor.apply(editor.rename("a.mqsc", 0, 16, "ORDERS.NEW")["result"])
    assert versions == {"a.mqsc": 1, "b.mqsc": 2}
    assert (editor.folder / "b.mqsc").read_text() == "* unsaved\n" + ALIAS.replace("ORDERS", "ORDERS.NEW")


def test_a_rename_is_refused_while_the_project_file_is_broken(editor: Editor) -> None:
    editor.open("a.mqsc")
    editor.settled()
    editor.disk("mqtune.toml", PROJECT + "[[exception]]\n")
    assert "mqtune.toml" in editor.rename("a.mqsc", 0, 16, "ORDERS.NEW")["error"]["message"]
    editor.disk("mqtune.toml", PROJECT)
    assert "result" in editor.rename("a.mqsc", 0, 16, "ORDERS.NEW")


def test_a_rename_is_refused_if_the_new_name_was_taken_meanwhile(editor: Editor) -> None:
    editor.open("a.mqsc")
    editor.settled()
    editor.disk("c.mqsc", "DEFINE QLOCAL(ORDERS.NEW) REPLACE\n")
    assert "error" in editor.rename("a.mqsc", 0, 16, "ORDERS.NEW")


def test_all_fixes_of_a_file_that_changed_on_disk(editor: Editor) -> None:
    editor.disk("c.mqsc", "DEFINE QLOCAL(C) DESCR('Fred's') REPLACE\n")
    editor.report()
    assert editor.settled()["c.mqsc", 1, "SYN001"] == 1
    text = "* pulled\nDEFINE QLOCAL(C) DESCR('Fred's') REPLACE\n"
    editor.disk("c.mqsc", text)  # not reported yet
    place = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}}
    actions = editor.client.request(
        "textDocument/codeAction",
        textDocument={"uri": (editor.folder / "c.mqsc").as_uri()},
        range=place,
        context={"diagnostics": [], "only": ["source.fixAll.mqtune"]},
    )
    editor.apply(actions[0]["edit"])
    assert (editor.folder / "c.mqsc").read_text() == text.replace("Fred's", "Fred''s")


def test_problems_follow_what_other_programs_write(editor: Editor) -> None:
    editor.open("a.mqsc")
    editor.settled()
    assert editor.is_asked_to_watch
    for name, text in (
        ("b.mqsc", TEXTS[3]),
        ("new.mqsc", TEXTS[4]),
        ("b.mqsc", ALIAS),
        ("new.mqsc", None),
        ("deploy.sh", "runmqsc QM1 <<EOF\nDEFINE QLOCAL(S) MAXDPTH(5) REPLACE\nEOF\n"),
        ("deploy.sh", "runmqsc QM1 <<EOF\nDEFINE QLOCAL(S) MAXDEPTH(5) REPLACE\nEOF\n"),
        ("mqtune.toml", PROJECT + '[[exception]]\nrule = "CAT005"\nreason = "r"\n'),
        (".gitignore", "b.mqsc\n"),
        ("b.mqsc", TEXTS[3]),
        (".gitignore", "# nothing\n"),
        (".gitignore", "b.*\n"),
        ("a.mqsc", "* on disk, while the editor has other text\n"),
    ):
        editor.disk(name, text)
        editor.report()
        assert editor.settled() == editor.fresh(), name


def test_a_link_in_the_place_of_a_file_is_not_followed_out_of_the_workspace(
    editor: Editor, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "private.mqsc"
    outside.write_text("DEFINE QLOCAL(PRIVATE) REPLACE\n")
    editor.settled()
    path = editor.folder / "b.mqsc"
    path.unlink()
    path.symlink_to(outside)
    editor.reports.append((path, CHANGED))
    editor.report()
    assert editor.settled() == editor.fresh()
    assert editor.client.request("workspace/symbol", query="PRIVATE") == []


@pytest.mark.parametrize("target", ["private", "private.sh", "folder/private"])
def test_no_link_out_of_the_workspace_is_opened_to_see_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "workspace"
    (outside / target).parent.mkdir(parents=True)
    (outside / target).write_text("#!/bin/sh\nrunmqsc QM1 <<E\nDEFINE QLOCAL(PRIVATE)\nE\n")
    folder.mkdir()
    (folder / "a.mqsc").write_text(ALIAS)
    analysis = Analysis((str(folder),), Documents())
    analysis.lint()
    opened: list[str] = []

    def record(path: str, flags: int) -> int:
        opened.append(os.path.realpath(path))
        return open_regular(path, flags)

    monkeypatch.setattr(reading, "open_regular", record)
    link = folder / target.split("/", maxsplit=1)[0]
    link.symlink_to(outside / link.name)
    analysis.changed_on_disk([str(folder / target)])
    analysis.lint()
    assert not [path for path in opened if path.startswith(str(outside.resolve()))]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text")
def test_a_name_that_is_not_utf_8_hides_no_problems(editor: Editor) -> None:
    with open(os.fsencode(editor.folder) + b"/0\xff.mqsc", "wb") as file:
        file.write(TEXTS[3].encode())
    editor.disk("new.mqsc", TEXTS[4])
    editor.report()
    assert editor.settled() == editor.fresh()
    assert {name for name, _, _ in editor.shown()} >= {"0\udcff.mqsc", "new.mqsc"}


def test_a_document_whose_address_no_file_can_have_hides_no_problems(editor: Editor) -> None:
    editor.settled()
    for address in ("file:///tmp/a%00.mqsc", "file:///tmp/\ud800.mqsc", "file://[bad/a.mqsc"):
        editor.client.open(address, TEXTS[3])
    editor.disk("new.mqsc", TEXTS[4])
    editor.report()
    asked = [{"question": "show objects"}]  # the answer is about the present texts
    editor.client.request("workspace/executeCommand", command="mqtune.ask", arguments=asked)
    assert ("new.mqsc", 1) in {(name, line) for name, line, _ in editor.shown()}


def test_an_editor_that_watches_nothing_sees_changes_with_the_next_save(plain: Editor) -> None:
    plain.open("a.mqsc")
    plain.settled()
    assert not plain.is_asked_to_watch
    plain.disk("b.mqsc", TEXTS[3])
    plain.disk("new.mqsc", TEXTS[4])
    plain.save("a.mqsc")
    assert plain.settled() == plain.fresh()


@pytest.mark.parametrize("seed", range(6))
def test_after_any_sequence_the_problems_are_those_of_a_fresh_lint(editor: Editor, seed: int) -> None:
    choose = random.Random(seed)
    names = ["a.mqsc", "b.mqsc", "c.mqsc", "d.mqsc"]
    for _ in range(15):
        name = choose.choice(names)
        exists = (editor.folder / name).exists()
        steps = ["disk", "disk", "delete"] if exists and name not in editor.texts else []
        steps += ["type", "save", "close"] if name in editor.texts else ["open"] if exists else ["disk"]
        step = choose.choice(steps)
        if step == "disk":
            editor.disk(name, "".join(choose.sample(TEXTS, 2)))
        elif step == "delete":
            editor.disk(name, None)
        elif step == "type":
            editor.type(name, "".join(choose.sample(TEXTS, 2)))
        else:
            getattr(editor, step)(name)
        if choose.random() < 0.6:
            editor.report()
            assert editor.settled() == editor.fresh()
    editor.report()
    assert editor.settled() == editor.fresh()
