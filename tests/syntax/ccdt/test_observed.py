"""The examples that the Java client was shown: if only the form is wrong, the verdict is the same."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

from mqtune.syntax.ccdt.tree import CcdtFile

Read = Callable[[str | bytes], CcdtFile]


def test_form_alone_decides_as_the_java_client_decides(shared: Path, read: Read) -> None:
    folder = shared / "reference" / "ccdt" / "examples"
    with (folder / "verdicts.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    by_form = {"root-array.json", "syn-hash-comment.json", "syn-truncated.json"}
    for row in rows:
        kinds = {diagnostic.kind for diagnostic in read((folder / row["file"]).read_bytes()).diagnostics}
        assert ("ccdt-refused" in kinds) == (row["file"] in by_form), row["file"]
        assert bool(kinds) == (row["rfc8259"] == "no" or row["file"] in by_form), row["file"]


def test_real_tables_are_read(corpus: Path, read: Read) -> None:
    found = {path.name: read(path.read_bytes()) for path in (corpus / "ccdt").iterdir()}
    assert found
    for name, file in found.items():
        assert file.root is not None, name
        for diagnostic in file.diagnostics:
            # one is written for a client that accepts the mark, one has a superfluous brace
            assert "byte order mark" in diagnostic.message or "superfluous `}`" in diagnostic.message, name
