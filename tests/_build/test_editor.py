"""The editor extension and the page about editors fit what the program prints."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mqtune import REPOSITORY_URL, __version__
from tests.cli.conftest import Run, folder, mqtune  # noqa: F401

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "editors" / "vscode"
PACKAGE = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
PATTERN = PACKAGE["contributes"]["problemMatchers"][0]["pattern"]


def test_the_problem_matcher_reads_every_finding(mqtune: Run, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.chdir(ROOT)
    lines = mqtune("lint", "--format", "concise", "--quiet", "examples").out.splitlines()
    matches = [re.fullmatch(PATTERN["regexp"], line) for line in lines if "/" in line.split(" ")[0]]
    assert len(matches) > 50
    assert all(matches)
    first = matches[0]
    assert first is not None
    assert (ROOT / first[PATTERN["file"]]).is_file()
    assert first[PATTERN["line"]].isdigit()
    assert first[PATTERN["severity"]] in ("error", "warning", "info")
    assert re.fullmatch(r"[A-Z0-9]{6}", first[PATTERN["code"]])


def test_the_page_shows_the_same_matcher() -> None:
    page = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    assert json.dumps(PATTERN["regexp"]) in page


def test_a_repository_does_not_name_the_program_that_the_extension_starts() -> None:
    assert PACKAGE["contributes"]["configuration"]["properties"]["mqtune.path"]["scope"] == "machine"
    assert PACKAGE["capabilities"]["untrustedWorkspaces"]["supported"] is False


def test_the_extension_names_files_that_exist() -> None:
    contributes = PACKAGE["contributes"]
    named = [one["path"] for one in contributes["grammars"]]
    named += [one["configuration"] for one in contributes["languages"]]
    assert [path for path in named if not (EXTENSION / path).is_file()] == []
    assert PACKAGE["version"] == __version__
    assert PACKAGE["repository"]["url"] == REPOSITORY_URL
