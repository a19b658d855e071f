"""The tree is what the configuration reader of the MQ classes for Java was observed to understand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mqtune.syntax.ini.tree import IniFile
from tests.data.observed import rows, unescaped

Read = Callable[[str | bytes], IniFile]

# The reader sees the bytes of UTF-16; here the file is decoded and told as a whole.
DECODED = "utf16"


def content(row: dict[str, str]) -> bytes:
    if row["input"].startswith("bytes:"):
        return bytes.fromhex(row["input"][6:])
    return unescaped(row["input"]).encode()


def understood(file: IniFile) -> list[str]:
    """Stanza counts and values in the notation of the observations."""
    told = []
    for name in dict.fromkeys(stanza.name.lower() for stanza in file.stanzas):
        stanzas = file.named(name)
        told.append(f"{name}={len(stanzas)}")
        for number, stanza in enumerate(stanzas):
            known = {entry.key.lower(): entry.value for entry in stanza.entries}
            told += [f"{name}{number or ''}.{key}={value}" for key, value in known.items()]
    return sorted(told)


def test_the_tree_holds_what_the_java_reader_understood(read: Read) -> None:
    for row in rows("ini"):
        if row["verdict"] == "OK" and row["case"] != DECODED:
            wanted = unescaped(row["understood"]).split(" | ") if row["understood"] else []
            found = [text.replace("\udce9", "?") for text in understood(read(content(row)))]
            assert found == sorted(wanted), row["case"]


def test_what_the_java_reader_refused_is_a_problem(read: Read) -> None:
    refused = [row for row in rows("ini") if row["verdict"] != "OK" or row["case"] == DECODED]
    assert refused
    for row in refused:
        assert read(content(row)).diagnostics, row["case"]


def test_real_ini_files_have_no_fault_of_form(corpus: Path, read: Read) -> None:
    files = [path for folder in ("qmini", "mqclientini", "mqsini") for path in (corpus / folder).iterdir()]
    assert files
    for path in files:
        assert read(path.read_bytes()).diagnostics == [], path.name
