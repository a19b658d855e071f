"""The lowest requirements of pyproject.toml are tried, and commands of documents need no special Python."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = (ROOT / ".ci" / "pythons").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("text", [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]])
def test_every_requirement_states_the_lowest_release_that_is_tried(text):
    assert re.fullmatch(r"([\w-]+)>=([\w.]+)(?:,<[\w.]+)?", text)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_no_command_of_a_document_names_a_minor_version_of_python(path):
    blocks = re.findall(
        r"^```(?:sh|bash)\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert not [line for block in blocks for line in block.splitlines() if re.search(r"\bpython3\.\d", line)]


def test_the_smoke_tests_exist():
    chosen = re.search(r"^SMOKE=\((.*?)^\)", PYTHONS, re.MULTILINE | re.DOTALL)
    assert chosen
    listed = subprocess.run(
        ["bash", "-c", f"echo {' '.join(chosen[1].split())}"], capture_output=True, text=True, check=True
    )
    paths = listed.stdout.split()
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_a_machine_without_python_fails_the_check(tmp_path):
    for name in ("bash", "dirname", "mktemp", "rm", "grep", "sort", "cut", "env"):
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    done = subprocess.run(
        [tmp_path / "bash", ROOT / ".ci" / "pythons"], check=False, capture_output=True, text=True,
        env={"PATH": str(tmp_path), "HOME": str(tmp_path), "TMPDIR": os.environ.get("TMPDIR", "/tmp")},
    )  # fmt: skip
    assert done.returncode == 1
    assert "no Python from 3.11 on" in done.stdout
