"""The pre-commit hooks and the GitHub action do in a shell what they promise."""

from __future__ import annotations

import json
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


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_the_hook_leaves_the_choice_of_files_to_the_linter(hook):
    assert hook["types"] == ["file"]
    assert not {"files", "types_or", "exclude"} & set(hook)
    assert hook["always_run"], "a commit that only deletes a file has no file to match"
    assert not hook["pass_filenames"]
    assert "--ignore-unknown" in hook["entry"].split()


def test_the_action_uses_other_actions_by_their_hash_only():
    used = [step["uses"] for step in ACTION["runs"]["steps"] if "uses" in step]
    assert used
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", name) for name in used)


def test_the_action_takes_its_inputs_by_the_environment_only():
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step.get("run", ""), "an input inside a script could run anything"


@pytest.fixture
def lint_step(tmp_path):
    """Runs the action's last step with this checkout, and gives status, annotations and outputs."""
    program = tmp_path / "temp" / "mqtune" / "bin"
    program.mkdir(parents=True)
    (program / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (program / "mqtune").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mqtune "$@"\n')
    for file in program.iterdir():
        file.chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()

    def run(**inputs):
        outputs = tmp_path / "outputs"
        outputs.write_text("")
        environment = os.environ | {
            "RUNNER_TEMP": str(tmp_path / "temp"),
            "GITHUB_OUTPUT": str(outputs),
            "PYTHONPATH": str(ROOT),
            "MQTUNE_PATHS": ".",
            "MQTUNE_ARGS": "",
            "MQTUNE_SARIF": "",
            **inputs,
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", ACTION["runs"]["steps"][-1]["run"]],
            check=False, cwd=work, env=environment, capture_output=True, text=True,
        )  # fmt: skip
        return (
            done.returncode,
            done.stdout,
            dict(line.split("=", 1) for line in outputs.read_text().splitlines()),
        )

    run.work = work
    return run


def test_the_action_accepts_paths_with_blanks_and_gives_counts_and_sarif(lint_step):
    for name in ("my queues/a b.mqsc", "more/c.MQSC", "more/other.mqsc"):
        file = lint_step.work / name
        file.parent.mkdir(exist_ok=True)
        file.write_text("DEFINE QLOCAL(A) MAXDEPHT(5)\n")
    status, shown, outputs = lint_step(
        MQTUNE_PATHS="  my queues/a b.mqsc\nmore/c.MQSC\r\n\n",
        MQTUNE_ARGS="--select 'CAT' --profile production",
        MQTUNE_SARIF="my report.sarif",
    )
    assert status == 1
    assert "file=my queues/a b.mqsc" in shown
    assert "file=more/c.MQSC" in shown
    assert "other.mqsc" not in shown
    assert (outputs["error"], outputs["warning"], outputs["info"]) == ("2", "0", "0")
    assert Path(outputs["sarif"]) == lint_step.work / "my report.sarif"
    assert len(json.loads(Path(outputs["sarif"]).read_text())["runs"][0]["results"]) == 2


def test_the_action_passes_in_a_repository_without_mq_files(lint_step):
    (lint_step.work / "README.md").write_text("Define what we need here.\n")
    status, _, outputs = lint_step()
    assert status == 0
    assert outputs["error"] == "0"
    assert json.loads(Path(outputs["sarif"]).read_text())["runs"][0]["results"] == []


def test_a_wrong_option_of_the_action_is_status_2_without_counts(lint_step):
    status, _, outputs = lint_step(MQTUNE_ARGS="--profile nosuch")
    assert (status, outputs) == (2, {})
    status, shown, outputs = lint_step(MQTUNE_ARGS="--select 'CAT")
    assert status not in (0, None)
    assert (shown, outputs) == ("", {})


@pytest.mark.packaging
def test_the_action_lints_with_annotations(tmp_path):
    shutil.copytree(ROOT / "examples" / "streaming", tmp_path / "work" / "streaming")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    environment = os.environ | {
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_OUTPUT": str(tmp_path / "outputs"),
        "MQTUNE_PATHS": "streaming",
        "MQTUNE_SARIF": "",
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
