"""The lowest requirements of pyproject.toml are tried, and commands of documents need no special Python."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
LOCK = ROOT / ".ci" / "requirements.txt"
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


def locked() -> dict[str, list[str]]:
    """The words after each name of the lock file: version, markers, hashes."""
    lines = LOCK.read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    entries = [line.partition("==") for line in lines if not line.startswith("#")]
    return {name: rest.split() for name, _, rest in entries}


def test_everything_in_the_lock_file_has_one_version_and_hashes():
    for name, (version, *rest) in locked().items():
        assert re.fullmatch(r"[\w.]+", version), name
        assert rest, name
        assert re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", rest[-1]), name


@pytest.mark.parametrize("text", [*PROJECT["dependencies"], *PYPROJECT["build-system"]["requires"]])
def test_the_lock_file_has_a_version_of_every_dependency_that_pyproject_allows(text):
    requirement = Requirement(text)
    version = locked()[canonicalize_name(requirement.name)][0]
    assert requirement.specifier.contains(version), f"{version}; {LOCK.name} names its command"


def test_the_lock_file_and_the_action_name_no_package_index():
    for path in (LOCK, ROOT / "action.yml", ROOT / ".pre-commit-hooks.yaml"):
        assert not re.search(r"index-url|find-links|trusted-host", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", [".ci/pythons", ".ci/run", ".ci/workflows", "action.yml", "docs/ci.md"])
def test_tools_start_isolated_so_that_no_file_of_the_checkout_replaces_a_module(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not re.findall(r"(?<!-I )-m (?:build|compileall|mqtune |mypy|pip|ruff|venv).*", text)
    assert not re.findall(r"(?:python|program)\"? - .*", text)
