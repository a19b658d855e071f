"""zizmor and actionlint have no findings on the action, the workflows and the recipes of docs/ci.md."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import yaml

from tests.packaging.test_recipes import FENCES, ROOT

WORKFLOW = """
name: steps of a recipe
on: pull_request
permissions: {}
concurrency: {group: "${{ github.event.number }}", cancel-in-progress: true}
jobs:
  steps:
    name: steps
    runs-on: ubuntu-latest
    steps:
      - run: echo "sarif=a.sarif" >> "$GITHUB_OUTPUT"
        id: mqtune
"""
RECIPES = [text for language, text in FENCES if language == "yaml"]
WHOLE = [text for text in RECIPES if re.search(r"^on:", text, re.MULTILINE)]
STEPS = [text for text in RECIPES if text.startswith("- uses:")]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with the action, the workflows, and a workflow for each recipe."""
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", folder], check=True)  # actionlint asks for one
    shutil.copy(ROOT / "action.yml", folder)
    target = folder / ".github" / "workflows"
    shutil.copytree(ROOT / ".github" / "workflows", target)
    steps = [WORKFLOW + textwrap.indent(text, "      ") for text in STEPS]
    for number, text in enumerate([*WHOLE, *steps]):
        (target / f"recipe{number}.yml").write_text(text, encoding="utf-8")
    return folder


def path_of(name: str) -> str:
    """The path of a program of the environment or the machine."""
    program = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is not installed: .ci/workflows installs it")
    return program


def test_the_page_has_recipes_for_github() -> None:
    assert len(WHOLE) == 2
    assert len(STEPS) == 1


def test_zizmor_has_no_findings(repository: Path) -> None:
    command = [path_of("zizmor"), "--offline", "--no-config", "--persona", "pedantic", repository]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_actionlint_has_no_findings(repository: Path) -> None:
    done = subprocess.run(
        [path_of("actionlint")], check=False, cwd=repository, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_action_is_used_by_the_hash_of_a_commit() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / ".github").rglob("*.yml")]
    for text in [*texts, (ROOT / "action.yml").read_text(encoding="utf-8"), *WHOLE, *STEPS]:
        for name in re.findall(r"\buses: *(.*)", text):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # .+", name)


def test_a_workflow_on_a_merge_request_has_no_secret_and_stores_no_token() -> None:
    paths = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    for text in [*(path.read_text(encoding="utf-8") for path in paths), *WHOLE]:
        workflow = yaml.safe_load(text)
        triggers = workflow[True]  # `on` is a boolean in YAML 1.1
        assert "pull_request" in triggers
        assert "pull_request_target" not in triggers
        assert "secrets." not in text
        for job in workflow["jobs"].values():
            for step in job["steps"]:
                if "actions/checkout@" in step.get("uses", ""):
                    assert step["with"]["persist-credentials"] is False
