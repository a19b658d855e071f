"""Every kind of diagnostic that a parser can report has a page."""

from __future__ import annotations

import ast
from pathlib import Path

from mqtune._build.pages import ROOT
from mqtune.engine.pages import all_pages
from mqtune.engine.rule import DIAGNOSTIC
from mqtune.session.options import Options
from mqtune.session.session import Session

# functions that create a diagnostic, with the position of its kind among the arguments
MAKERS = {"Diagnostic": 0, "Fault": 0, "fault_at": 1}


def kinds_in(path: Path) -> set[str]:
    """The kinds that a parser module names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        position = MAKERS.get(node.func.id)
        if position is None or len(node.args) <= position:
            continue
        kind = node.args[position]
        value = kind.value if isinstance(kind, ast.Constant) else constants.get(getattr(kind, "id", ""))
        if isinstance(value, str):
            found.add(value)
    return found


def test_every_kind_of_diagnostic_has_a_page() -> None:
    kinds = {kind for path in (ROOT / "mqtune" / "syntax").rglob("*.py") for kind in kinds_in(path)}
    assert len(kinds) > 15
    assert kinds - {page.name for page in all_pages().values() if page.scope == DIAGNOSTIC} == set()


def test_quotation_marks_of_windows_1252_are_typographic_quotes(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = b"DEFINE QLOCAL(A) DESCR(\x93fast queue\x94)\nDEFINE QLOCAL(B) DESCR(\x91fast\x92)\n"
    (tmp_path / "a.mqsc").write_bytes(
        text + b"DEFINE QLOCAL(C) DESCR('a \x93fast\x94 queue')\nDEFINE QLOCAL(D) DESCR(\x94l)\n"
    )
    found = Session.open(Options(["."])).lint().findings
    assert [(one.code, one.place.span.line) for one in found] == [("SYN010", 1), ("SYN010", 2)]
    assert found[0].message.startswith("“fast queue” is in typographic quotation marks")
    assert [one.fixes[0].applicability for one in found] == ["safe", "safe"]


def test_a_file_that_cannot_be_read_is_a_finding_and_the_others_are_linted(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sound.mqsc").write_text("DEFINE QLOCAL(ORDERS) DESCR 'x'\n", encoding="utf-8")
    # a link to itself can never be opened
    (tmp_path / "loop.mqsc").symlink_to(tmp_path / "loop.mqsc")
    (tmp_path / "binary.mqsc").write_bytes(b"DEFINE QLOCAL(A\0B)")
    paths = ["sound.mqsc", "loop.mqsc", "binary.mqsc"]
    result = Session.open(Options(paths, select=["SYN"])).lint()
    codes = {(one.place.file, one.code) for one in result.findings}
    assert ("sound.mqsc", "SYN007") in codes
    assert ("binary.mqsc", "SYN070") in codes
    assert result.crashes == []
