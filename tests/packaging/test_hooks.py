"""The pre-commit hooks and the GitHub action do in a shell what they promise."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "name",
    [
        "hub/hub.mqsc",
        "hub.mqs",
        "hub.mqsc.j2",
        "qm.ini",
        "uniclus.ini",
        "ccdt.json",
        "config.yaml",
        "later.sh",
    ],
)
def test_a_change_of_any_kind_of_mq_file_starts_the_hook(name):
    assert all(re.search(hook["files"], name) for hook in HOOKS)


@pytest.mark.parametrize("name", ["README.md", "main.py", "mqsc/notes.txt"])
def test_a_change_of_another_file_does_not_start_the_hook(name):
    assert not any(re.search(hook["files"], name) for hook in HOOKS)


def test_the_action_takes_its_inputs_by_the_environment_only():
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step.get("run", ""), "an input inside a script could run anything"


@pytest.mark.packaging
def test_the_action_lints_with_annotations(tmp_path):
    shutil.copytree(ROOT / "examples" / "streaming", tmp_path / "work" / "streaming")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    environment = os.environ | {
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_ACTION_PATH": str(ROOT),
        "MQTUNE_PATHS": "streaming",
        "MQTUNE_ARGS": "--fail-on never --profile production",
        "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
    }
    install, lint = (step["run"] for step in ACTION["runs"]["steps"][1:])
    done = subprocess.run(
        ["bash", "-ec", install], check=False, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"the action's install needs the network: {done.stderr.strip().splitlines()[-1]}")
    done = subprocess.run(
        ["bash", "-ec", lint],
        check=False,
        env=environment,
        capture_output=True,
        text=True,
        cwd=tmp_path / "work",
    )
    assert done.returncode == 0, done.stderr
    assert "::warning " in done.stdout


@pytest.mark.packaging
def test_pre_commit_runs_the_hook_from_this_repository(tmp_path):
    tool = shutil.which("pre-commit", path=str(Path(sys.executable).parent)) or shutil.which("pre-commit")
    if tool is None:
        pytest.skip("pre-commit is not installed: pip install pre-commit")
    work = tmp_path / "work"
    shutil.copytree(ROOT / "examples" / "streaming", work)
    hook_repository = tmp_path / "hook"
    left_out = shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache", "dist")
    shutil.copytree(ROOT, hook_repository, ignore=left_out)
    identity = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.com"]
    for folder in (work, hook_repository):
        for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "as it is"]):
            subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True)
    environment = os.environ | {"PRE_COMMIT_HOME": str(tmp_path / "cache")}
    done = subprocess.run(
        [tool, "try-repo", str(hook_repository), "mqtune", "--all-files"],
        check=False, cwd=work, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    if "An unexpected error has occurred" in done.stdout and "pip" in done.stdout:
        pytest.skip("pre-commit needs the network to install the hook")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "EXP001" in done.stdout
