"""A file as a front end shows it: safe lines, masked secrets, words with kinds."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.questions.source import SourceView, source_view
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace
from mqtune.text.editing import Span


@pytest.fixture
def view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    def of(name: str, text: str) -> SourceView:
        (tmp_path / name).write_bytes(text.encode())
        found = source_view(Workspace.open(Options(["."])), name)
        assert found is not None
        return found

    return of


def words(view: SourceView, number: int) -> list[tuple[str, str]]:
    line = view.line(number)
    return [(line.text[start:end], kind) for start, end, kind in line.words]


def test_the_words_of_a_command(view) -> None:
    found = view("a.mqsc", "* note\nDEFINE QLOCAL(A) +\n       DESCR('it''s') MAXDEPTH(5)\n")
    assert words(found, 1) == [("* note", "comment")]
    assert words(found, 2) == [("DEFINE", "verb"), ("QLOCAL", "type"), ("A", "value")]
    assert words(found, 3) == [
        ("DESCR", "keyword"),
        ("'it''s'", "string"),
        ("MAXDEPTH", "keyword"),
        ("5", "value"),
    ]
    assert found.count == 3


def test_the_words_of_a_command_that_needs_the_grammar(view) -> None:
    found = view("a.mqsc", "DEFINE QLOCAL(A) DESCR('two +\nlines') MAXDEPTH(5)\n")
    assert words(found, 1)[:2] == [("DEFINE", "verb"), ("QLOCAL", "type")]
    assert ("MAXDEPTH", "keyword") in words(found, 2)


def test_the_words_of_an_ini_file(view) -> None:
    found = view("qm.ini", "# note\nLog:\n   LogBufferPages=16\n")
    assert words(found, 1) == [("# note", "comment")]
    assert words(found, 2) == [("Log:", "header")]
    assert words(found, 3) == [("LogBufferPages", "keyword"), ("16", "value")]


def test_the_words_of_a_script_inside_a_manifest(view) -> None:
    found = view(
        "config.yaml",
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  a.mqsc: |\n    DEFINE QLOCAL(A)\n",
    )
    assert words(found, 7) == [("DEFINE", "verb"), ("QLOCAL", "type"), ("A", "value")]
    assert words(found, 2) == []


def test_secrets_are_masked_and_nothing_controls_the_terminal(view) -> None:
    found = view("a.mqsc", "ALTER CHANNEL(A) CHLTYPE(SVRCONN) PASSWORD('s3cret!x') DESCR('\x1b[31m')\n")
    text = found.line(1).text
    assert "s3cret" not in text
    assert "\x1b" not in text


def test_columns_follow_what_is_printed(view) -> None:
    found = view("a.mqsc", "DEFINE QLOCAL(A)\tMAXDEPTH(5)\n")
    start, end = found.columns(1, Span(1, 18, 1, 26))
    assert found.line(1).text[start:end] == "MAXDEPTH"
    assert found.columns(2, Span(1, 18, 1, 26)) == (0, 0)
