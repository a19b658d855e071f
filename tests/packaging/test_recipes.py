"""The recipes of docs/ci.md keep what the page promises; each runs like a job, on good and bad branches."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from contextlib import suppress
from pathlib import Path

import pytest
import yaml

from mqtune._build.command_line import single_commands
from mqtune.cli.command import FLAG
from tests.packaging.plants import Plants, stand_in_python

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w+)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
CODE = "\n".join(text for _, text in FENCES)
CALLS = sorted(set(re.findall(r"(?<![\w/.:-])mqtune (?:lint|fmt|plan|report|schema)[^\n']*", CODE)))
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
BASH = shutil.which("bash") or "bash"


@pytest.mark.parametrize("text", [text for language, text in FENCES if language == "yaml"])
def test_yaml_is_valid(text: str) -> None:
    assert yaml.safe_load(text)


@pytest.mark.parametrize("call", CALLS)
def test_commands_have_options_that_exist(call: str) -> None:
    words = shlex.split(call.partition(" > ")[0].partition(" && ")[0], comments=True)
    command = next(one for one in single_commands() if one.words == words[1])
    options = {name: one for one in command.options for name in one.names}
    rest = iter(words[2:])
    for word in rest:
        if word.startswith("-"):
            option = options[word]
            if option.kind != FLAG:
                value = next(rest)
                if option.choices:
                    assert value in option.choices
    assert len(CALLS) > 8


def block(start: str, heading: str) -> str:
    """The first block of code below a heading that contains a text."""
    section = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```\w+\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    return next(text for text in blocks if start in text)


class Job:
    """A job of a CI system, with a checkout of a branch and one of the gate beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.estate = folder / "estate"
        self.statuses: list[int] = []
        programs = folder / "programs"
        for place in (self.estate, folder / "gate", folder / "image", folder / "temp", programs):
            place.mkdir()
        for place in ("gate", "image"):
            (folder / place / "gate.toml").write_text(
                block("# gate.toml", "A gate that no branch can change")
            )
        for name in ("python", "python3"):
            stand_in_python(programs / name, folder / "calls")
        (programs / "mqtune").write_text(
            f"#!{sys.executable}\nimport sys\nfrom mqtune.cli.main import main\nsys.exit(main())\n"
        )
        (programs / "mqtune").chmod(0o755)
        self.environment = os.environ | {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "RUNNER_TEMP": str(folder / "temp"),
            "GITHUB_OUTPUT": str(folder / "outputs"),
        }

    def run(self, command: str, where: Path | None = None, **variables: str) -> int:
        """The status of a command; its output is kept."""
        done = subprocess.run(
            [BASH, "-eo", "pipefail", "-c", command.replace("/etc/mqtune/", f"{self.folder}/image/")],
            check=False, cwd=where or self.estate, env=self.environment | variables,
            capture_output=True, text=True,
        )  # fmt: skip
        self.output = done.stdout + done.stderr
        self.statuses.append(done.returncode)
        return done.returncode

    def report(self, name: str, where: Path | None = None) -> str:
        """The text of a report that a command has written."""
        return ((where or self.estate) / name).read_text(encoding="utf-8")


def on_github(job: Job) -> tuple[int, str]:
    steps = yaml.safe_load(block("example/mq-gate", "GitHub"))["jobs"]["mqtune"]["steps"]
    checkouts = [step["with"]["path"] for step in steps if "actions/checkout" in step.get("uses", "")]
    assert checkouts == ["estate", "gate"]
    given = next(step["with"] for step in steps if step.get("uses", "").startswith("mqtune/mqtune@"))
    assert set(given) <= set(ACTION["inputs"])
    inputs = {
        "MQTUNE_PATHS": given.get("paths", "."),
        "MQTUNE_ARGS": given.get("args", ""),
        "MQTUNE_GATE": given["gate"],
        "MQTUNE_SARIF": given["sarif-file"],
    }
    job.run("python -I -m venv mqtune", job.folder / "temp")  # what the step that installs makes
    status = job.run(ACTION["runs"]["steps"][-1]["run"], job.folder / given["working-directory"], **inputs)
    return status, job.report("mqtune.sarif", job.folder)


def on_gitlab(job: Job) -> tuple[int, str]:
    recipe = yaml.safe_load(block("platform/mq-pipelines", "GitLab"))["mqtune"]
    assert recipe["artifacts"]["when"] == "always"
    status = job.run("\n".join(recipe["script"]))
    return status, job.report(recipe["artifacts"]["reports"]["codequality"])


def on_jenkins(job: Job) -> tuple[int, str]:
    lint, report = re.findall(r"sh '(.*)'", block("pipeline {", "Jenkins"))
    status = job.run(lint)
    output = job.output
    if status == 0 or job.run(report) == 0:  # of a failed lint there may be nothing to report
        assert job.run(report) == 0, job.output
        assert "<html" in job.report("mqtune.html")
    job.output = output
    ElementTree.fromstring(job.report("mqtune.xml"))
    return status, job.report("mqtune.xml")


def on_tekton(job: Job) -> tuple[int, str]:
    spec = yaml.safe_load(block("kind: Task", "Tekton"))["spec"]
    (step,) = spec["steps"]
    assert step["args"] == ["$(params.paths[*])"]
    assert step["workingDir"] == "$(workspaces.source.path)"
    return job.run(shlex.join([*step["command"], *spec["params"][0]["default"]])), job.output


def on_azure(job: Job) -> tuple[int, str]:
    folders = {
        "$(Agent.TempDirectory)": job.folder / "temp",
        "$(Build.ArtifactStagingDirectory)": job.folder / "image",
        "$(Pipeline.Workspace)/s": job.folder,
    }

    def known(text: str) -> str:
        for name, folder in folders.items():
            text = text.replace(name, str(folder))
        assert "$(" not in text
        return text

    steps = yaml.safe_load(block("azure-pipelines.yml", "Azure"))["steps"]
    assert [step["path"] for step in steps if "checkout" in step] == ["s/estate", "s/gate"]
    scripts = [(step["script"], step["workingDirectory"]) for step in steps if "script" in step]
    for command, where in scripts:
        status = job.run(known(command), Path(known(where)))
    return status, job.report("mqtune.sarif", job.folder / "image")


def on_bitbucket(job: Job) -> tuple[int, str]:
    (branch,) = yaml.safe_load(block("bitbucket-pipelines", "Bitbucket"))["pipelines"][
        "pull-requests"
    ].values()
    status = job.run("\n".join(branch[0]["step"]["script"]))
    return status, job.report("test-results/mqtune.xml")


def in_a_shell(job: Job) -> tuple[int, str]:
    status = job.run(block("mqtune.pyz", "A shell"), job.folder)
    report = job.report("mqtune.json", job.folder)
    assert "summary" in json.loads(report)
    return status, report


def with_main(job: Job, text: str) -> None:
    """Makes the branch one of a repository whose branch origin/main has a script."""
    script = job.estate / "mq" / "a.mqsc"
    script.parent.mkdir(exist_ok=True)
    script.write_text(text)
    who = "-c user.name=somebody -c user.email=somebody@example.com"
    command = f"""git init -q; git add -A; git {who} commit -qm before
        git update-ref refs/remotes/origin/main HEAD"""
    assert job.run(command) == 0, job.output


def plan_on_github(job: Job) -> str:
    """What the recipe for a comment writes into it; empty if it makes none."""
    steps = yaml.safe_load(block("name: plan", "GitHub"))["jobs"]["plan"]["steps"]
    for name, text in (
        ("pipx", f"'{sys.executable}' -c 'import venv, pip'"),  # from the working folder, as pipx 1.7 does
        ("gh", f"for file; do :; done; /bin/cat \"$file\" > '{job.folder}/comment'"),
    ):
        (job.folder / "programs" / name).write_text(f"#!/bin/sh\n{text}\n")
        (job.folder / "programs" / name).chmod(0o755)
    for step in steps:
        if "run" in step:
            assert job.run(step["run"], BASE="main", NUMBER="1", GH_TOKEN="-") == 0, job.output
    comment = job.folder / "comment"
    return comment.read_text() if comment.exists() else ""


PLACES = [on_github, on_gitlab, on_jenkins, on_tekton, on_azure, on_bitbucket, in_a_shell]
GOOD = "DEFINE QLOCAL(A) REPLACE\n"
BAD = "DEFINE QLOCAL(B) MAXDEPHT(5) REPLACE\n"


@pytest.fixture
def job(tmp_path: Path) -> Job:
    return Job(tmp_path)


def test_every_place_has_a_recipe_that_is_run_here() -> None:
    headings = ("GitHub", "GitLab", "Jenkins", "Tekton", "Azure", "Bitbucket", "A shell")
    assert len(PLACES) == len(headings)
    for name in headings:
        assert "gate.toml" in block("gate.toml", name)


@pytest.mark.parametrize("place", PLACES)
def test_a_good_branch_passes(job: Job, place) -> None:
    (job.estate / "a.mqsc").write_text(GOOD)
    status, report = place(job)
    assert status == 0, job.output
    assert "MAXDEPHT" not in report


@pytest.mark.parametrize("place", PLACES)
def test_a_bad_branch_fails_and_has_a_report(job: Job, place) -> None:
    (job.estate / "a.mqsc").write_text(BAD)
    status, report = place(job)
    assert status == 1, job.output
    assert "MAXDEPHT" in report


@pytest.mark.parametrize("place", PLACES)
def test_a_hostile_branch_runs_nothing_and_does_not_pass_the_gate(job: Job, tmp_path: Path, place) -> None:
    plants = Plants(job.estate, tmp_path / "started")
    (job.estate / "mq").mkdir()
    (job.estate / "mq" / "a.mqsc").write_text("* mqtune: ignore-file\n" + BAD)
    (job.estate / "mq" / "mqtune.toml").write_text('exclude = ["**"]\n[lint]\nignore = ["ALL"]\n')
    (job.estate / "mqtune.toml").write_text(
        'exclude = ["**"]\n[lint]\nselect = ["PUB001"]\nignore = ["ALL"]\n'
    )
    (job.estate / ".gitignore").write_text("*\n")
    status, report = place(job)
    assert status == 1, job.output
    assert "MAXDEPHT" in report
    assert plants.started() == []


@pytest.mark.parametrize("place", PLACES)
def test_a_branch_with_links_at_the_names_of_reports_writes_nowhere_else(
    job: Job, tmp_path: Path, place
) -> None:
    (job.estate / "a.mqsc").write_text(BAD)
    (tmp_path / "target").mkdir()
    targets = {name: tmp_path / "target" / name for name in ("mqtune.json", "mqtune.xml", "mqtune.html")}
    for name, target in targets.items():
        target.write_text("<before/>")
        (job.estate / name).symlink_to(target)
    (job.estate / "test-results").symlink_to(tmp_path / "target")
    with suppress(OSError, AssertionError):  # there may be no report
        place(job)
    assert any(job.statuses)
    assert [target.read_text() for target in targets.values()] == ["<before/>"] * 3


def test_the_plan_of_a_change_becomes_a_comment(job: Job) -> None:
    with_main(job, GOOD)
    (job.estate / "mq" / "a.mqsc").write_text(GOOD + "DEFINE QLOCAL(NEW) REPLACE\n")
    assert "NEW" in plan_on_github(job)


def test_the_plan_of_a_hostile_branch_runs_nothing(job: Job, tmp_path: Path) -> None:
    """The job may write comments, and a later step has its token."""
    with_main(job, GOOD)
    plants = Plants(job.estate, tmp_path / "started")
    (job.estate / "mq" / "a.mqsc").write_text(GOOD + "DEFINE QLOCAL(NEW) REPLACE\n")
    assert "NEW" in plan_on_github(job)
    assert plants.started() == []


def test_no_change_of_a_queue_manager_makes_no_comment(job: Job) -> None:
    with_main(job, GOOD)
    (job.estate / "README.md").write_text("A description.\n")
    assert plan_on_github(job) == ""


def test_the_plan_is_not_written_through_a_link_of_the_branch(job: Job, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("as it was")
    with_main(job, GOOD)
    (job.estate / "mq" / "a.mqsc").write_text(GOOD + "DEFINE QLOCAL(NEW) REPLACE\n")
    (job.estate / "plan.md").symlink_to(target)
    assert "NEW" in plan_on_github(job)
    recipe = yaml.safe_load(block("mqtune-report", "GitLab"))["mqtune-report"]
    assert job.run("\n".join(recipe["script"]), CI_DEFAULT_BRANCH="main") == 0, job.output
    assert "NEW" in job.report("plan.md")
    assert all((job.estate / name).is_file() for name in recipe["artifacts"]["paths"])
    assert target.read_text() == "as it was"


def test_a_script_without_canonical_form_fails_the_job_for_it(job: Job) -> None:
    recipe = yaml.safe_load(block("mqtune-fmt", "GitLab"))["mqtune-fmt"]
    with_main(job, GOOD)
    assert job.run("\n".join(recipe["script"])) == 0, job.output
    with_main(job, GOOD.lower())
    assert job.run("\n".join(recipe["script"])) == 1, job.output
