"""Real files: no fault of the program, and no fault of form or word in what is known to be sound."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from mqtune._build.page_head import wrong_message
from mqtune.engine.pages import PROFILES
from mqtune.session.options import Options
from mqtune.session.session import Session

LANGUAGES = ("mqsc", "qmini", "mqclientini", "mqsini", "ccdt", "yaml", "mqsc-template")


@pytest.fixture(scope="module")
def rows(corpus: Path) -> list[dict[str, str]]:
    with (corpus / "MANIFEST.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture
def in_corpus(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(corpus)


@pytest.mark.usefixtures("in_corpus")
def test_each_real_file_alone(rows: list[dict[str, str]]) -> None:
    """None makes the program fail; a sound one is not refused, and has no error of form or word."""
    wrong = []
    for row in rows:
        result = Session.open(Options([os.path.join(row["category"], row["file"])])).lint()
        assert [str(crash) for crash in result.crashes] == []
        assert result.missing == []
        if row["verdict"] != "valid" or row["category"] not in LANGUAGES:
            continue
        assert result.refused == []
        wrong += [
            f"{finding.place} {finding.code} {finding.message}"
            for finding in result.findings
            if finding.severity == "error" and finding.code[:3] in ("SYN", "CAT")
        ]
    assert wrong == []


@pytest.mark.usefixtures("in_corpus")
@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_said_of_real_files_follows_the_convention(profile: str) -> None:
    result = Session.open(Options(["."], profile=profile)).lint()
    assert [str(crash) for crash in result.crashes] == []
    wrong = {
        (finding.code, fault, words)
        for finding in result.findings
        for words in (finding.message, finding.note, finding.help)
        for fault in wrong_message(words)
    }
    assert wrong == set()
