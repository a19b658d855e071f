"""`mqtune fmt` on the command line: files, standard input, checks, ranges, exit statuses."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from mqtune.session.fixing import formatting
from tests.cli.conftest import Run

UGLY = "define   qlocal(A)   replace\n"
NICE = "DEFINE QLOCAL(A) REPLACE\n"
DUMP = "* Script generated on 2026-11-02\n* Queue manager name: QM1\ndefine   qlocal(A)\n"


@pytest.fixture
def files(folder: Path) -> Path:
    (folder / "ugly.mqsc").write_text(UGLY)
    (folder / "nice.mqsc").write_text(NICE)
    (folder / "qm.ini").write_text("Log:\n   LogPrimaryFiles=3\n")
    return folder


@pytest.fixture
def piped(mqtune: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(text: str, *words: str):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return mqtune("fmt", "-", *words)

    return run


def test_files_are_formatted_in_place(files: Path, mqtune: Run) -> None:
    (files / "ugly.mqsc").chmod(0o640)
    status, out, err = mqtune("fmt")
    assert (status, out, err) == (0, "formatted ugly.mqsc\n", "Formatted 1 of 2 files\n")
    assert (files / "ugly.mqsc").read_text() == NICE
    assert (files / "ugly.mqsc").stat().st_mode & 0o777 == 0o640
    assert mqtune("fmt") == (0, "", "Formatted 0 of 2 files\n")


def test_check_lists_and_diff_shows_what_would_change(files: Path, mqtune: Run) -> None:
    assert mqtune("fmt", "--check", "-q") == (1, "would format ugly.mqsc\n", "")
    status, out, _ = mqtune("fmt", "--diff")
    assert status == 1
    assert out == f"--- a/ugly.mqsc\n+++ b/ugly.mqsc\n@@ -1 +1 @@\n-{UGLY}+{NICE}"
    assert (files / "ugly.mqsc").read_text() == UGLY
    assert mqtune("fmt", "--check", "nice.mqsc").status == 0


def test_standard_input_goes_to_standard_output(piped: Run) -> None:
    assert piped(UGLY) == (0, NICE, "")
    assert piped("define  qlocal(A) +\n", "-q") == (0, "define  qlocal(A) +\n", "")
    assert piped("", "-q") == (0, "", "")
    yaml = "kind: ConfigMap\napiVersion: v1\ndata:\n  a.mqsc: |\n    def   ql(A)\n"
    assert piped(yaml, "--stdin-filename", "a.yaml").out == yaml.replace("def   ql", "DEF QL")
    assert piped(UGLY, "--check").status == 1
    assert piped(NICE, "--check", "--quiet") == (0, "", "")


def test_a_range_leaves_the_rest(files: Path, mqtune: Run) -> None:
    (files / "ugly.mqsc").write_text(UGLY * 3)
    assert mqtune("fmt", "--range", "2", "ugly.mqsc").status == 0
    assert (files / "ugly.mqsc").read_text() == UGLY + NICE + UGLY
    for wrong in ("x", "3-2", "0", "-", "1-", "1-2-3"):
        status, _, err = mqtune("fmt", "--range", wrong, "ugly.mqsc")
        assert status == 2
        assert "--range" in err
    assert mqtune("fmt", "--range", "1-2").status == 2


def test_dumps_are_formatted_only_on_request(folder: Path, mqtune: Run) -> None:
    (folder / "dump.mqsc").write_text(DUMP)
    status, out, err = mqtune("fmt", "dump.mqsc")
    assert (status, out) == (0, "")
    assert "1 dump of dmpmqcfg left as written; --dumps includes them" in err
    assert mqtune("fmt", "--dumps", "dump.mqsc").out == "formatted dump.mqsc\n"


def test_what_stays_as_written_is_counted_and_listed(folder: Path, mqtune: Run) -> None:
    (folder / "a.mqsc").write_text("DEFIN   QLOCAL(A)\ndefine   qlocal(B)\n")
    assert "1 command left as written; --verbose lists them" in mqtune("fmt").err
    assert mqtune("fmt", "-v").err.endswith("  a.mqsc:1\n")


def test_a_file_that_changed_meanwhile_is_left_alone(
    files: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_contents = formatting.same_contents

    def change(before, after):
        (files / "ugly.mqsc").write_text("DEFINE QLOCAL(OTHER)\n")
        return same_contents(before, after)

    monkeypatch.setattr(formatting, "same_contents", change)
    status, out, err = mqtune("fmt")
    assert (status, out) == (2, "")
    assert "did not write ugly.mqsc: it changed" in err
    assert (files / "ugly.mqsc").read_text() == "DEFINE QLOCAL(OTHER)\n"


def test_a_text_that_would_change_its_meaning_is_not_written(
    files: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formatting, "same_contents", lambda before, after: False)
    status, _, err = mqtune("fmt")
    assert status == 3
    assert "did not format ugly.mqsc" in err
    assert (files / "ugly.mqsc").read_text() == UGLY


def test_wrong_use(files: Path, mqtune: Run) -> None:
    assert mqtune("fmt", "missing.mqsc").status == 2
    assert "no MQSC found in qm.ini" in mqtune("fmt", "qm.ini").err
    assert mqtune("fmt", "--ignore-unknown", "qm.ini").status == 0
    assert mqtune("fmt", "-", "a.mqsc").status == 2
    assert mqtune("fmt", "--stdin-filename", "a.mqsc").status == 2
    assert mqtune("fmt", "--platform", "vms").status == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everything")
def test_a_write_protected_file_is_an_error(files: Path, mqtune: Run) -> None:
    (files / "ugly.mqsc").chmod(0o444)
    status, out, err = mqtune("fmt")
    assert (status, out) == (2, "")
    assert "write-protected" in err


def test_templates_of_environments_keep_their_placeholders(folder: Path, mqtune: Run) -> None:
    (folder / "mqtune.toml").write_text(
        '[[environment]]\nname = "prod"\nvalues = ["prod.yaml"]\nfiles = ["*"]\n'
    )
    (folder / "prod.yaml").write_text("name: PAY\n")
    (folder / "a.mqsc.j2").write_text("define   qlocal({{ name }})\n")
    assert mqtune("fmt").out == "formatted a.mqsc.j2\n"
    assert (folder / "a.mqsc.j2").read_text() == "DEFINE QLOCAL({{ name }})\n"


def test_directives_are_checked_by_lint(folder: Path, mqtune: Run) -> None:
    inside = "DEFINE QLOCAL(A) +\n* mqtune: fmt skip\n  REPLACE\n"
    (folder / "a.mqsc").write_text(f"* mqtune: fmt of\n* mqtune: fmt off\n{inside}* mqtune: fmt on\n")
    (folder / "qm.ini").write_text("# mqtune: fmt off\nLog:\n   LogPrimaryFiles=3\n")
    found = [line for line in mqtune("lint", "--format", "concise").out.splitlines() if "SYN093" in line]
    assert [line.split(":")[0:2] for line in found] == [["a.mqsc", "1"], ["a.mqsc", "4"], ["qm.ini", "1"]]


def test_a_file_and_a_link_to_it_are_formatted_once(files: Path, mqtune: Run) -> None:
    (files / "link.mqsc").symlink_to("ugly.mqsc")
    assert mqtune("fmt", "ugly.mqsc", "link.mqsc").status == 0
    assert (files / "ugly.mqsc").read_text() == NICE
    assert (files / "link.mqsc").is_symlink()
