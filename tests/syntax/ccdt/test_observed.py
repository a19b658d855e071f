"""The examples that the Java client was shown: if only the form is wrong, the verdict is the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mqtune.syntax.ccdt.tree import CcdtFile
from tests.data.observed import ccdt_verdicts

Read = Callable[[str | bytes], CcdtFile]


def test_form_alone_decides_as_the_java_client_decides(read: Read) -> None:
    by_form = {"root-array", "syn-hash-comment", "syn-truncated"}
    for verdict in ccdt_verdicts():
        kinds = {diagnostic.kind for diagnostic in read(verdict.table).diagnostics}
        assert ("ccdt-refused" in kinds) == (verdict.case in by_form), verdict.case
        assert bool(kinds) == (not verdict.is_json or verdict.case in by_form), verdict.case


def test_real_tables_are_read(corpus: Path, read: Read) -> None:
    found = {path.name: read(path.read_bytes()) for path in (corpus / "ccdt").iterdir()}
    assert found
    for name, file in found.items():
        assert file.root is not None, name
        for diagnostic in file.diagnostics:
            # these two forms are found in real tables
            assert "byte order mark" in diagnostic.message or "superfluous `}`" in diagnostic.message, name
