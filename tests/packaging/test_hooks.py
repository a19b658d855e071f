"""The pre-commit hooks and the GitHub action do in a shell what they promise."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest
import yaml

from tests.packaging.plants import HOSTILE_ENVIRONMENTS, Plants, environment_of, stand_in_python

ROOT = Path(__file__).resolve().parents[2]
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))

BASH = shutil.which("bash") or "bash"
LINT, FIX, FMT = "mqtune", "mqtune-fix", "mqtune-fmt"
UNFORMATTED = "define qlocal(a) replace\n"
FORMATTED = "DEFINE QLOCAL(a) REPLACE\n"
DASHED = "DEFINE QLOCAL(A) –\n  REPLACE\n"  # a safe fix writes another hyphen
UNKNOWN = "DEFINE QLOCAL(B) REPLACE MAXDEPHT(5)\n"


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_the_hook_leaves_the_choice_of_files_to_the_linter(hook):
    assert hook["types"] == ["file"]
    assert not {"files", "types_or", "exclude"} & set(hook)


class Repository:
    """A git repository in which a hook runs as pre-commit would run it."""

    environment: ClassVar[dict[str, str]] = {}

    def __init__(self, folder):
        self.folder = folder
        self.git("init", "-q")

    def git(self, *words):
        command = ["git", "-c", "user.name=somebody", "-c", "user.email=somebody@example.com", *words]
        done = subprocess.run(command, cwd=self.folder, check=True, capture_output=True, text=True)
        return done.stdout

    def write(self, **texts):
        """Write files; `__` in a name stands for a slash, and the last `_` for the full stop."""
        for name, text in texts.items():
            stem, _, ending = name.rpartition("_")
            path = self.folder / f"{stem.replace('__', '/')}.{ending}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def stage(self, *names):
        self.git("add", "--force", *names)

    def commit(self, *names):
        self.stage(*names)
        self.git("commit", "-qm", "as it is")

    def run(self, id, *args, folder=None):
        """Status and output of a hook for what is staged; None and "" if pre-commit would not start it."""
        hook = next(one for one in HOOKS if one["id"] == id)
        staged = self.git("diff", "--staged", "--name-only", "--no-ext-diff", "--diff-filter=ACMRTUXB", "-z")
        names = [name for name in staged.split("\0") if name and not (self.folder / name).is_symlink()]
        if not names and not hook.get("always_run"):
            return None, ""
        program, *words = shlex.split(hook["entry"])
        assert program == "python"
        words += [*args, *(names if hook.get("pass_filenames", True) else [])]
        done = subprocess.run(
            [sys.executable, *words], cwd=folder or self.folder, check=False,
            env=environment_of(self.environment), capture_output=True, text=True,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def repository(tmp_path):
    (tmp_path / "work").mkdir()
    return Repository(tmp_path / "work")


@pytest.mark.parametrize("id", [FIX, FMT])
def test_a_commit_of_readme_alone_changes_no_script_and_says_nothing(repository, id):
    repository.write(a_mqsc=UNFORMATTED, b_mqsc=DASHED)
    repository.commit("a.mqsc", "b.mqsc")
    repository.write(README_md="A description.\n", logo_png="no picture", notes_txt="define what we need\n")
    repository.stage("README.md", "logo.png", "notes.txt")
    assert repository.run(id) == (0, "")
    assert repository.read("a.mqsc") == UNFORMATTED
    assert repository.read("b.mqsc") == DASHED


@pytest.mark.parametrize(("id", "before", "after"), [
    (FMT, UNFORMATTED, FORMATTED),
    (FIX, DASHED, DASHED.replace("–", "-")),
])  # fmt: skip
def test_only_the_files_of_the_commit_are_changed(repository, id, before, after):
    repository.write(hub__committed_mqsc=before)
    repository.commit("hub/committed.mqsc")
    repository.write(hub__staged_mqsc=before, hub__untracked_mqsc=before, README_md="A description.\n")
    repository.stage("hub/staged.mqsc", "README.md")
    repository.run(id)
    assert repository.read("hub/staged.mqsc") == after
    assert repository.read("hub/committed.mqsc") == before
    assert repository.read("hub/untracked.mqsc") == before


@pytest.mark.parametrize(("id", "before"), [(FMT, UNFORMATTED), (FIX, DASHED)])
def test_a_folder_among_the_arguments_exposes_no_untracked_file(repository, id, before):
    repository.write(mq__staged_mqsc=before, mq__untracked_mqsc=before, mq__sub__untracked_mqsc=before)
    repository.stage("mq/staged.mqsc")
    repository.run(id, "mq/")
    assert repository.read("mq/staged.mqsc") != before
    assert repository.read("mq/untracked.mqsc") == before
    assert repository.read("mq/sub/untracked.mqsc") == before


@pytest.mark.parametrize(("id", "before"), [(FMT, UNFORMATTED), (FIX, DASHED)])
def test_no_link_of_the_commit_leads_to_an_untracked_file(repository, id, before):
    repository.write(mq__local_mqsc=before, deploy_sh="#!/bin/sh\nrunmqsc QM1 < mq/second.mqsc\n")
    (repository.folder / "link.mqsc").symlink_to("mq/local.mqsc")
    (repository.folder / "mq/second.mqsc").symlink_to("../link.mqsc")
    repository.stage("link.mqsc", "mq/second.mqsc", "deploy.sh")
    _, output = repository.run(id)
    assert repository.read("mq/local.mqsc") == before
    assert "link" not in output
    assert "second" not in output


@pytest.mark.parametrize(("id", "before", "after", "expected"), [
    (FMT, UNFORMATTED, FORMATTED, 0),
    (FIX, UNKNOWN, UNKNOWN, 1),
])  # fmt: skip
def test_no_name_of_a_file_is_an_option(repository, tmp_path, id, before, after, expected):
    outside = tmp_path / "outside.txt"
    outside.write_text("mine\n")
    names = ["-", "--exit-zero", "--check", "-q", "--help", "--format=concise", f"--output-file={outside}"]
    for name in names:
        path = repository.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("no text of MQ\n", encoding="utf-8")
    repository.write(a_mqsc=before)
    repository.stage("--", "a.mqsc", *names)
    status, output = repository.run(id)
    assert status == expected, output
    assert repository.read("a.mqsc") == after
    assert outside.read_text() == "mine\n"


@pytest.mark.parametrize("files", [["-"], ["-", "a.sh"]])
def test_a_hyphen_is_the_name_of_a_file(repository, files):
    for name in files:
        (repository.folder / name).write_text(f"#!/bin/sh\nrunmqsc QM1 <<E\n{UNFORMATTED}E\n")
    repository.stage(*files)
    assert repository.run(FMT)[0] == 0
    assert all(FORMATTED in repository.read(name) for name in files)


@pytest.mark.parametrize(("id", "before"), [(FMT, UNFORMATTED), (FIX, DASHED)])
@pytest.mark.parametrize("is_tracked", [True, False])
def test_a_file_that_a_script_of_the_commit_applies_is_left_alone(repository, id, before, is_tracked):
    repository.write(objects_txt=before)
    if is_tracked:
        repository.commit("objects.txt")
    repository.write(deploy_sh="#!/bin/sh\nrunmqsc QM1 < objects.txt\n")
    repository.stage("deploy.sh")
    repository.run(id)
    assert repository.read("objects.txt") == before


@pytest.mark.parametrize(("id", "before"), [(FMT, UNFORMATTED), (FIX, DASHED)])
def test_a_file_that_mqtune_toml_excludes_is_left_alone_although_it_is_named(repository, id, before):
    repository.write(mqtune_toml='exclude = ["archive/**"]\n', archive__a_mqsc=before)
    repository.stage("mqtune.toml", "archive/a.mqsc")
    assert repository.run(id) == (0, "")
    assert repository.read("archive/a.mqsc") == before


def test_commands_inside_of_scripts_and_manifests_of_the_commit_are_formatted(repository):
    manifest = (
        "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\ndata:\n  a.mqsc: |\n    define qlocal(a)\n"
    )
    repository.write(
        a_yaml=manifest, b_sh="runmqsc QM1 <<E\ndefine qlocal(b)\nE\n", c_yaml="a: define qlocal(c)\n"
    )
    repository.stage("a.yaml", "b.sh", "c.yaml")
    assert repository.run(FMT)[0] == 0
    assert "DEFINE QLOCAL(a)" in repository.read("a.yaml")
    assert "DEFINE QLOCAL(b)" in repository.read("b.sh")
    assert repository.read("c.yaml") == "a: define qlocal(c)\n"


def test_a_file_that_git_tracks_is_formatted_although_gitignore_names_it(repository):
    repository.write(a_mqsc=UNFORMATTED)
    (repository.folder / ".gitignore").write_text("*.mqsc\n")
    repository.stage("a.mqsc")
    repository.run(FMT)
    assert repository.read("a.mqsc") == FORMATTED


def test_names_with_blanks_other_letters_and_leading_hyphens_are_formatted(repository):
    names = ["a b.mqsc", "Köln/straße.mqsc"]
    for name in names:
        (repository.folder / name).parent.mkdir(exist_ok=True)
        (repository.folder / name).write_text(UNFORMATTED)
    repository.stage(*names)
    assert repository.run(FMT)[0] == 0
    assert [repository.read(name) for name in names] == [FORMATTED] * 2


def test_the_lint_hook_reports_tracked_files_only_and_all_of_them(repository):
    repository.write(hub__committed_mqsc=UNKNOWN, hub__untracked_mqsc=UNKNOWN, other__untracked_mqsc=UNKNOWN)
    repository.commit("hub/committed.mqsc")
    repository.write(README_md="A description.\n", hub__staged_mqsc=UNKNOWN)
    repository.stage("README.md", "hub/staged.mqsc")
    status, output = repository.run(LINT, "--format", "concise")
    assert status == 1
    assert "hub/committed.mqsc" in output
    assert "hub/staged.mqsc" in output
    assert "untracked" not in output


def test_the_lint_hook_passes_if_only_untracked_files_have_findings(repository):
    repository.write(mq__a_mqsc="DEFINE QLOCAL(A) REPLACE\n")
    repository.commit("mq/a.mqsc")
    repository.write(mq__copy_mqsc=UNKNOWN, deploy_sh="runmqsc QM1 < mq/more.txt\n", mq__more_txt=UNKNOWN)
    repository.stage("deploy.sh")
    status, output = repository.run(LINT)
    assert status == 0, output


def test_the_lint_hook_sees_what_a_commit_deletes(repository):
    repository.write(
        mqtune_toml='[[queue-manager]]\nname = "QM1"\nfiles = ["*.mqsc"]\ncomplete = true\n',
        a_mqsc="DEFINE QLOCAL(A) REPLACE\n",
        b_mqsc="DEFINE QALIAS(B) TARGET(A) REPLACE\n",
    )
    repository.commit("mqtune.toml", "a.mqsc", "b.mqsc")
    assert repository.run(LINT, "--select", "REF")[0] == 0
    repository.git("rm", "-q", "a.mqsc")
    status, output = repository.run(LINT, "--select", "REF")
    assert status == 1
    assert "QALIAS(B)" in output


@pytest.mark.parametrize("id", [LINT, FIX, FMT])
def test_a_folder_that_is_not_in_the_repository_passes(repository, id):
    repository.write(README_md="A description.\n")
    repository.stage("README.md")
    status, output = repository.run(id, "mq/")
    assert status == 0, output


def test_a_folder_with_untracked_files_only_passes(repository):
    repository.write(README_md="A description.\n", mq__a_mqsc=UNKNOWN)
    repository.stage("README.md")
    status, output = repository.run(LINT, "mq/")
    assert status == 0, output


def test_a_repository_without_a_commit_and_a_linked_work_tree_are_linted(repository, tmp_path):
    repository.write(a_mqsc=UNKNOWN)
    repository.stage("a.mqsc")
    assert repository.run(LINT)[0] == 1
    repository.git("commit", "-qm", "as it is")
    repository.git("worktree", "add", "-q", str(tmp_path / "linked"))
    status, output = repository.run(LINT, folder=tmp_path / "linked")
    assert status == 1, output


def test_tracked_files_are_those_of_git_and_without_git_there_are_none(tmp_path):
    (tmp_path / "a.mqsc").write_text(UNFORMATTED)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "GIT_CEILING_DIRECTORIES": str(tmp_path)}
    for words in (["lint"], ["fmt"]):
        done = subprocess.run(
            [sys.executable, "-m", "mqtune", *words, "--tracked"], cwd=tmp_path, check=False,
            env=environment, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 2
        assert "git" in done.stderr
    assert (tmp_path / "a.mqsc").read_text() == UNFORMATTED


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
    (program / "python").chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()

    def run(**inputs):
        outputs = tmp_path / "outputs"
        outputs.write_text("")
        environment = environment_of(inputs.pop("environment", {})) | {
            "RUNNER_TEMP": str(tmp_path / "temp"),
            "GITHUB_OUTPUT": str(outputs),
            "MQTUNE_PATHS": ".",
            "MQTUNE_ARGS": "",
            "MQTUNE_GATE": "",
            "MQTUNE_SARIF": "",
            **inputs,
        }
        done = subprocess.run(
            [BASH, "--noprofile", "--norc", "-eo", "pipefail", "-c", ACTION["runs"]["steps"][-1]["run"]],
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


def test_the_action_counts_what_was_not_checked(lint_step):
    (lint_step.work / "mqtune.toml").write_text('exclude = ["old/**"]\n')
    for name, text in (("old/a.mqsc", UNKNOWN), ("b.mqsc", f"* mqtune: ignore-file\n{UNKNOWN}")):
        (lint_step.work / name).parent.mkdir(exist_ok=True)
        (lint_step.work / name).write_text(text)
    status, _, outputs = lint_step()
    assert status == 0
    assert (outputs["error"], outputs["not-checked"], outputs["suppressed"]) == ("0", "1", "1")


def test_the_action_takes_the_rules_of_a_gate(lint_step):
    (lint_step.work / "a.mqsc").write_text(f"* mqtune: ignore-file\n{UNKNOWN}")
    (lint_step.work.parent / "gate.toml").write_text('[lint]\nfail-on = "error"\n')
    status, _, outputs = lint_step(MQTUNE_GATE="../gate.toml")
    assert (status, outputs["error"], outputs["suppressed"]) == (1, "1", "0")
    (lint_step.work / "gate.toml").write_text('[lint]\nfail-on = "never"\n')
    status, _, outputs = lint_step(MQTUNE_GATE="gate.toml")
    assert (status, outputs) == (2, {})


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


def test_the_action_names_no_report_that_mqtune_did_not_write(lint_step):
    (lint_step.work / "my.sarif").write_text("planted")
    status, _, outputs = lint_step(MQTUNE_SARIF="my.sarif", MQTUNE_ARGS="--profile nosuch")
    assert (status, outputs) == (2, {})


def test_a_path_of_several_lines_adds_no_output_to_the_action(lint_step):
    status, _, outputs = lint_step(MQTUNE_SARIF="a.sarif\nerror=0")
    assert (status, outputs) == (2, {})


@pytest.mark.parametrize("environment", HOSTILE_ENVIRONMENTS, ids=str)
def test_nothing_of_the_checkout_runs_in_the_lint_of_the_action(lint_step, tmp_path, environment):
    plants = Plants(lint_step.work, tmp_path / "started")
    (lint_step.work / "a.mqsc").write_text("DEFINE QLOCAL(A) MAXDEPHT(5)\n")
    status, shown, outputs = lint_step(environment=environment, MQTUNE_ARGS="--jobs 2")
    assert plants.started() == []
    assert status == 1, shown
    assert "file=a.mqsc" in shown
    assert (outputs["error"], outputs["warning"], outputs["info"]) == ("1", "0", "0")
    assert Path(outputs["sarif"]).is_file()


def install_step(tmp_path, work, program, environment):
    """Runs the step that installs mqtune, in a checkout; `program` is the Python that the job offers."""
    (tmp_path / "offered").mkdir()
    (tmp_path / "temp").mkdir()
    (tmp_path / "offered" / "python").symlink_to(program)
    given = environment_of(environment) | {
        "RUNNER_TEMP": str(tmp_path / "temp"),
        "GITHUB_ACTION_PATH": str(ROOT),
    }
    given["PATH"] = f"{tmp_path / 'offered'}{os.pathsep}{given['PATH']}"
    return subprocess.run(
        [BASH, "--noprofile", "--norc", "-eo", "pipefail", "-c", ACTION["runs"]["steps"][1]["run"]],
        check=False, cwd=work, env=given, capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("environment", HOSTILE_ENVIRONMENTS, ids=str)
def test_nothing_of_the_checkout_runs_in_the_install_of_the_action(tmp_path, environment):
    (tmp_path / "work").mkdir()
    plants = Plants(tmp_path / "work", tmp_path / "started")
    calls = tmp_path / "calls"
    stand_in = stand_in_python(tmp_path / "stand-in", calls)
    done = install_step(tmp_path, tmp_path / "work", stand_in, environment)
    assert done.returncode == 0, done.stderr
    assert plants.started() == []
    venv, dependencies, mqtune = calls.read_text().splitlines()
    assert venv.startswith("-I -m venv ")
    assert dependencies.startswith("-I -m pip install ")
    assert "--require-hashes" in dependencies
    assert mqtune.startswith("-I -m pip install ")
    assert mqtune.endswith(f"--no-index --no-deps --no-build-isolation {ROOT}")


@pytest.mark.parametrize("environment", HOSTILE_ENVIRONMENTS, ids=str)
@pytest.mark.parametrize("id", [LINT, FIX, FMT])
def test_nothing_of_the_repository_runs_in_a_hook(repository, tmp_path, id, environment):
    unformatted = UNKNOWN.replace("DEFINE", "define")
    repository.write(a_mqsc=unformatted)
    repository.stage("a.mqsc")
    plants = Plants(repository.folder, tmp_path / "started")
    repository.environment = environment
    status, output = repository.run(id)
    assert plants.started() == []
    assert status == (0 if id == FMT else 1), output
    assert repository.read("a.mqsc") == (UNKNOWN if id == FMT else unformatted)


@pytest.mark.packaging
@pytest.mark.parametrize("environment", [{}, {"PYTHONPATH": "."}, {"PATH": "."}], ids=str)
def test_the_action_installs_what_its_lock_file_names_and_lints_with_annotations(tmp_path, environment):
    work = tmp_path / "work"
    shutil.copytree(ROOT / "examples" / "streaming", work / "streaming")
    plants = Plants(work, tmp_path / "started")
    done = install_step(tmp_path, work, sys.executable, environment)
    if done.returncode and "Connection" in done.stderr:
        pytest.skip(f"the action's install needs the network: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    given = environment_of(environment) | {
        "RUNNER_TEMP": str(tmp_path / "temp"),
        "GITHUB_OUTPUT": str(tmp_path / "outputs"),
        "MQTUNE_PATHS": "streaming",
        "MQTUNE_SARIF": "",
        "MQTUNE_GATE": "",
        "MQTUNE_ARGS": "--fail-on never --profile production",
    }
    lint = ACTION["runs"]["steps"][-1]["run"]
    done = subprocess.run(
        [BASH, "-ec", lint], check=False, env=given, capture_output=True, text=True, cwd=work
    )
    assert done.returncode == 0, done.stderr
    assert "::warning " in done.stdout
    assert plants.started() == []


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
